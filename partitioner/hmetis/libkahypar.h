/* KaHyPar's C interface as libamorph_kahypar provides it: the five functions that partition and improve. Link with
 * -lamorph_kahypar.
 *
 * Any function may be called from any thread at any time; a context may serve several calls at once as long as none
 * configures or frees it. The same arguments give the same answer. $AMORPH_THREADS is the number of threads,
 * $AMORPH_MEMORY_LIMIT the maximum memory, $AMORPH_HMETIS_PRESET fast, default or quality. O(pins log vertices)
 * expected for a fixed number of parts. What differs from KaHyPar: docs/netlists.md. */
#ifndef AMORPH_HMETIS_LIBKAHYPAR_H
#define AMORPH_HMETIS_LIBKAHYPAR_H
#ifndef LIBKAHYPAR_H /* if both headers are included, the first one is used */
#define LIBKAHYPAR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

struct kahypar_context_s;
typedef struct kahypar_context_s kahypar_context_t;
typedef unsigned int kahypar_hypernode_id_t;
typedef unsigned int kahypar_hyperedge_id_t;
typedef int kahypar_hypernode_weight_t;
typedef int kahypar_hyperedge_weight_t;
typedef unsigned int kahypar_partition_id_t;

kahypar_context_t* kahypar_context_new(void); /* objective km1, seed 0; NULL: out of memory */
void kahypar_context_free(kahypar_context_t* kahypar_context);
/* Reads `objective` (cut, km1 or soed), `seed` and `vcycles` from a KaHyPar configuration. Other keys choose among
 * KaHyPar's algorithms; a line on stderr names them as ignored. If the file cannot be read or a value is invalid, a
 * line on stderr says why, and the context is as it was. */
void kahypar_configure_context_from_file(kahypar_context_t* kahypar_context, const char* ini_file_name);

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
