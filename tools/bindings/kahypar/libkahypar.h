/* KaHyPar's C interface as libamorph_kahypar provides it: all functions of KaHyPar's header of March 2026. Link with
 * -lamorph_kahypar.
 *
 * Any function may be called from any thread at any time. A context may serve several calls at once as long as none
 * changes or frees it; a hypergraph serves one call that partitions or changes it, or several others. The same
 * arguments give the same answer. A failure is a line on stderr; no function ends the process. $AMORPH_THREADS is the
 * number of threads, $AMORPH_MEMORY_LIMIT the maximum memory, $AMORPH_HMETIS_PRESET fast, default or quality. O(pins
 * log vertices) expected for a fixed number of parts. Differences from KaHyPar: docs/netlists.md. */
#ifndef AMORPH_HMETIS_LIBKAHYPAR_H
#define AMORPH_HMETIS_LIBKAHYPAR_H
#ifndef LIBKAHYPAR_H /* if both headers are included, the first one is used */
#define LIBKAHYPAR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

struct kahypar_context_s;
typedef struct kahypar_context_s kahypar_context_t;
struct kahypar_hypergraph_s;
typedef struct kahypar_hypergraph_s kahypar_hypergraph_t;
typedef unsigned int kahypar_hypernode_id_t;
typedef unsigned int kahypar_hyperedge_id_t;
typedef int kahypar_hypernode_weight_t;
typedef int kahypar_hyperedge_weight_t;
typedef int kahypar_partition_id_t;

kahypar_context_t* kahypar_context_new(void); /* objective km1, seed 0; NULL: out of memory */
void kahypar_context_free(kahypar_context_t* kahypar_context);
/* Reads `objective` (cut, km1 or soed), `seed` and `vcycles` from a KaHyPar configuration, a file or its text. Other
 * keys choose among KaHyPar's algorithms; a line on stderr names them as ignored. If the file cannot be read or a value
 * is invalid, a line on stderr says why, and the context is as it was. */
void kahypar_configure_context_from_file(kahypar_context_t* kahypar_context, const char* ini_file_name);
void kahypar_configure_context_from_string(kahypar_context_t* kahypar_context, const char* str);
void kahypar_set_seed(kahypar_context_t* kahypar_context, int seed); /* a negative one is 0 */
/* Whether to leave out the line that names ignored keys. Nothing is written to stdout in any case. */
void kahypar_supress_output(kahypar_context_t* kahypar_context, bool decision);
/* From now on, block b weighs at most block_weights[b], instead of the limit by epsilon; with 0 blocks as epsilon says
 * again. Partitions of this context must have num_blocks blocks. */
void kahypar_set_custom_target_block_weights(kahypar_partition_id_t num_blocks,
                                             const kahypar_hypernode_weight_t* block_weights,
                                             kahypar_context_t* kahypar_context);

/* A hypergraph, copied from arrays as kahypar_partition takes them, or from a file in hMETIS's format, which may be
 * compressed with gzip or xz. num_blocks has no effect: each partition names its own. NULL: a line on stderr says why.
 */
kahypar_hypergraph_t* kahypar_create_hypergraph(kahypar_partition_id_t num_blocks, kahypar_hypernode_id_t num_vertices,
                                                kahypar_hyperedge_id_t num_hyperedges, const size_t* hyperedge_indices,
                                                const kahypar_hyperedge_id_t* hyperedges,
                                                const kahypar_hyperedge_weight_t* hyperedge_weights,
                                                const kahypar_hypernode_weight_t* vertex_weights);
kahypar_hypergraph_t* kahypar_create_hypergraph_from_file(const char* file_name, kahypar_partition_id_t num_blocks);
void kahypar_hypergraph_free(kahypar_hypergraph_t* hypergraph);
/* The block of each vertex in all partitions to come, or -1 for a free vertex. */
void kahypar_set_fixed_vertices(kahypar_hypergraph_t* hypergraph, const kahypar_partition_id_t* fixed_vertex_blocks);
/* As kahypar_partition and kahypar_improve_partition. The hypergraph keeps its partition, for the measures below. */
void kahypar_partition_hypergraph(kahypar_hypergraph_t* kahypar_hypergraph, kahypar_partition_id_t num_blocks,
                                  double epsilon, kahypar_hyperedge_weight_t* objective,
                                  kahypar_context_t* kahypar_context, kahypar_partition_id_t* partition);
void kahypar_improve_hypergraph_partition(kahypar_hypergraph_t* kahypar_hypergraph, kahypar_partition_id_t num_blocks,
                                          double epsilon, kahypar_hyperedge_weight_t* objective,
                                          kahypar_context_t* kahypar_context,
                                          const kahypar_partition_id_t* input_partition,
                                          size_t num_improvement_iterations,
                                          kahypar_partition_id_t* improved_partition);
/* Measures of the last partition of the hypergraph, which was not partitioned yet: 0. -1: a line on stderr says why.
 * Of a hyperedge, the number of blocks that it joins; of all, the objectives, at most 2^31 - 1; absorption, which sums
 * (pins in block - 1) / (pins - 1) times weight over hyperedges and their blocks; and how much the heaviest block
 * exceeds the average, or its limit in the context if blocks have their own, as a fraction. */
kahypar_partition_id_t kahypar_hyperedge_connectivity(const kahypar_hypergraph_t* kahypar_hypergraph,
                                                      kahypar_hyperedge_id_t he_id);
kahypar_hyperedge_weight_t kahypar_cut_objective(const kahypar_hypergraph_t* kahypar_hypergraph);
kahypar_hyperedge_weight_t kahypar_soed_objective(const kahypar_hypergraph_t* kahypar_hypergraph);
kahypar_hyperedge_weight_t kahypar_km1_objective(const kahypar_hypergraph_t* kahypar_hypergraph);
double kahypar_absorption_objective(const kahypar_hypergraph_t* kahypar_hypergraph);
double kahypar_imbalance(const kahypar_hypergraph_t* kahypar_hypergraph, const kahypar_context_t* kahypar_context);

/* Whether KaHyPar takes these arrays: offsets ascend from 0, each hyperedge has a pin, no pin is out of range or twice
 * in a hyperedge, and weights are 1 or more. With print_errors, a line on stderr names the first fault. The other
 * functions also take vertices of weight 0, merge duplicate pins, and ignore hyperedges without pins. */
bool kahypar_validate_input(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges,
                            const size_t* hyperedge_indices, const kahypar_hyperedge_id_t* hyperedges,
                            const kahypar_hyperedge_weight_t* hyperedge_weights,
                            const kahypar_hypernode_weight_t* vertex_weights, bool print_errors);
/* Reads a file in hMETIS's format into arrays that the caller frees with free(). Weights that the file does not have
 * are NULL. On failure a line on stderr says why, the numbers are 0 and the arrays NULL. */
void kahypar_read_hypergraph_from_file(const char* file_name, kahypar_hypernode_id_t* num_vertices,
                                       kahypar_hyperedge_id_t* num_hyperedges, size_t** hyperedge_indices,
                                       kahypar_hyperedge_id_t** hyperedges,
                                       kahypar_hyperedge_weight_t** hyperedge_weights,
                                       kahypar_hypernode_weight_t** vertex_weights);

/* The pins of net e are hyperedges[hyperedge_indices[e]] .. hyperedges[hyperedge_indices[e + 1] - 1]. Weights may be
 * NULL: all 1. Each part weighs at most (1 + epsilon) * ceil(total / num_blocks). *objective becomes the value of the
 * context's objective, partition[v] the part of v. If the arguments are invalid, a line on stderr says why, *objective
 * is -1, and the partition is left as it was. */
void kahypar_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges, double epsilon,
                       kahypar_partition_id_t num_blocks, const kahypar_hypernode_weight_t* vertex_weights,
                       const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                       const kahypar_hyperedge_id_t* hyperedges, kahypar_hyperedge_weight_t* objective,
                       kahypar_context_t* kahypar_context, kahypar_partition_id_t* partition);
/* Improves input_partition by num_improvement_iterations V-cycles. The answer is no worse, unless the input exceeds the
 * balance. */
void kahypar_improve_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges,
                               double epsilon, kahypar_partition_id_t num_blocks,
                               const kahypar_hypernode_weight_t* vertex_weights,
                               const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                               const kahypar_hyperedge_id_t* hyperedges, const kahypar_partition_id_t* input_partition,
                               size_t num_improvement_iterations, kahypar_hyperedge_weight_t* objective,
                               kahypar_context_t* kahypar_context, kahypar_partition_id_t* improved_partition);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif
