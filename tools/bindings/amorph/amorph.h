/* Amorph's C interface: graph algorithms, partitioning, meshes, satisfiability and points-to analysis on plain arrays,
 * on the CPU or a CUDA device. C99, and C++. Link with -lamorph.
 *
 * - Functions that can fail return amorph_status; amorph_last_error() has the reason in one line. No exception and no
 *   signal handler is involved.
 * - NULL is refused, or means nothing: functions that return no status then return 0, NULL or nothing. What a failed
 *   call was to fill in is left as it was.
 * - Structs of inputs begin with `size`: set it to sizeof the struct, and what you do not need to zero, which is the
 *   default: `amorph_sat_options o = {.size = sizeof o};`. Later versions append members.
 * - Input arrays belong to the caller and are only read during the call. What a handle returns (columns, points)
 *   belongs to the handle and is valid until it is destroyed.
 * - A context may be used by several threads at once: each of their runs has threads and working memory of its own.
 *   Another handle may be read by several threads at once.
 * - A call leaves the thread's current CUDA device unchanged.
 * - The same input, options and seed give the same answer on every backend and number of threads.
 */
#ifndef AMORPH_H
#define AMORPH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define AMORPH_API __attribute__((visibility("default")))
#else
#define AMORPH_API
#endif

typedef enum amorph_status {
  AMORPH_OK = 0,
  AMORPH_BAD_INPUT = 1,
  AMORPH_OUT_OF_MEMORY = 2, /* of the host or the device, or beyond the memory limit */
  AMORPH_NO_DEVICE = 3,
  AMORPH_INTERRUPTED = 4,
  AMORPH_INTERNAL = 5 /* a defect of Amorph or of the driver */
} amorph_status;

AMORPH_API const char* amorph_version(void); /* "0.1.0" */
/* Why this thread's most recent call failed; "" if it did not. Valid until the thread's next call. */
AMORPH_API const char* amorph_last_error(void);

/* ---- Contexts: backends, threads and memory of runs ---- */

typedef enum amorph_backend {
  AMORPH_AUTO = 0, /* the one that is estimated to be faster, the start of a device included */
  AMORPH_CPU = 1,
  AMORPH_CUDA = 2
} amorph_backend;

typedef struct amorph_context_options {
  size_t size;
  int32_t backend;       /* an amorph_backend */
  int32_t device;        /* number of the CUDA device */
  uint32_t threads;      /* of the CPU, at most 4096; 0: all */
  uint64_t memory_limit; /* bytes, per run; 0: all memory of the machine */
  /* Called from the thread that solves; `total` is 0 if unknown. It may call amorph_context_stop(). */
  void (*progress)(void* user, const char* phase, uint64_t done, uint64_t total);
  void* user;
} amorph_context_options;

typedef struct amorph_context amorph_context;

AMORPH_API amorph_status amorph_context_create(const amorph_context_options* options, amorph_context** context);
AMORPH_API void amorph_context_destroy(amorph_context* context); /* no run may be under way; NULL is ignored */
/* Ends all runs in the context with AMORPH_INTERRUPTED (amorph_sat: AMORPH_UNKNOWN), within milliseconds on the CPU and
 * after the running kernel on a device, and later ones at once. From any thread or signal handler. */
AMORPH_API void amorph_context_stop(amorph_context* context);
AMORPH_API void amorph_context_resume(amorph_context* context); /* lets later runs begin again */

/* ---- Resident inputs: uploaded once, queried often ---- */

/* A context keeps what its runs need beside their inputs: threads, streams, memory pools, and the working memory of the
 * last search on a resident graph. */

/* Declares an array resident: its contents and address must not change until amorph_forget(). A graph whose arrays
 * (begin, to, weight) are all resident is checked once. On a device, runs read `copy`, the caller's own in the memory
 * of the context's device, where the bytes must be in place (synchronise your stream first), or an upload if it is
 * NULL. Calls nest: the same array with another size or copy is AMORPH_BAD_INPUT. For the arrays of amorph_graph and
 * amorph_partition_graph; runs on meshes, formulas and constraints transform their inputs, and have handles for what
 * is kept: amorph_mesh_keep, amorph_kept_formula, amorph_kept_constraints. O(bytes). */
AMORPH_API amorph_status amorph_keep(amorph_context* context, const void* array, uint64_t bytes, const void* copy);
/* Precondition: no run that reads the array is active. The array is not freed. */
AMORPH_API amorph_status amorph_forget(amorph_context* context, const void* array);
/* Copies an array that a run with `leave` left in the memory of its backend to the host. */
AMORPH_API amorph_status amorph_fetch(amorph_context* context, void* to, const void* from, uint64_t bytes);

/* ---- Graphs ---- */

typedef enum amorph_weights {
  AMORPH_UNWEIGHTED = 0,
  AMORPH_INT32 = 1,
  AMORPH_INT64 = 2,
  AMORPH_FLOAT32 = 3,
  AMORPH_FLOAT64 = 4
} amorph_weights;

/* Directed arcs in compressed sparse rows: those of v lead to to[begin[v]] .. to[begin[v + 1] - 1]. */
typedef struct amorph_graph {
  size_t size;
  uint32_t vertices;
  const uint64_t* begin; /* vertices + 1 */
  const uint32_t* to;    /* begin[vertices] */
  int32_t weights;       /* an amorph_weights */
  const void* weight;    /* per arc, of that type; NULL: all 1 */
  int32_t undirected;    /* nonzero: every arc has its reverse with the same weight; checked */
  int32_t reserved;      /* 0 */
} amorph_graph;

/* The algorithms, as `amorph-graph --help` has them: bfs, sssp, ... NULL beyond the last. */
AMORPH_API const char* amorph_algorithm(uint32_t number);

typedef struct amorph_option { /* named as on the command line: "samples" */
  const char* name;
  double value;
} amorph_option;

typedef struct amorph_graph_options {
  size_t size;
  const char* strategy;    /* NULL: automatic */
  const uint32_t* sources; /* of searches, flows, betweenness */
  size_t source_count;
  uint32_t target; /* of stcon and maxflow */
  const amorph_option* options;
  size_t option_count;
  int32_t figures_only; /* nonzero: no columns are wanted, which saves work */
  int32_t leave; /* nonzero: only amorph_result_array() is wanted, in the memory of the backend that ran: nothing is
                         * copied. For bfs, sssp and distances */
  int32_t arrays_only; /* nonzero: no columns are wanted; amorph_result_array() has everything */
  int32_t reserved;    /* 0 */
} amorph_graph_options;

typedef struct amorph_result amorph_result;

/* Runs the algorithm of that name. O(its own work) plus O(n + m) for checks; 8 bytes per value of a column of vertices
 * or counts, 16 per value of the others. */
AMORPH_API amorph_status amorph_graph_run(amorph_context* context, const amorph_graph* graph, const char* algorithm,
                                          const amorph_graph_options* options, amorph_result** result);
/* A figure by the name that the command's --json has, "reached". AMORPH_BAD_INPUT if there is none, or it is not a
 * number. */
AMORPH_API amorph_status amorph_result_figure(const amorph_result* result, const char* name, double* value);
/* The same, exact. AMORPH_BAD_INPUT if it is not an integer of 64 bits. */
AMORPH_API amorph_status amorph_result_integer(const amorph_result* result, const char* name, int64_t* value);
/* A column of the answer, named as in amorph-graph's output: tag "v", name "level". One value per row of that tag, in
 * the command's order. Rows of unreached vertices are omitted; column "vertex" says which are there. Vertices count
 * from 0. Ranks and scores are reals. Distances, weights and flows can be read as reals, and as integers if every value
 * is one. AMORPH_BAD_INPUT for a column of the other type. */
AMORPH_API amorph_status amorph_result_integers(const amorph_result* result, const char* tag, const char* name,
                                                const int64_t** values, size_t* rows);
AMORPH_API amorph_status amorph_result_reals(const amorph_result* result, const char* tag, const char* name,
                                             const double** values, size_t* rows);

typedef enum amorph_type {
  AMORPH_TYPE_UINT32 = 0,
  AMORPH_TYPE_UINT64 = 1,
  AMORPH_TYPE_FLOAT64 = 2,
  AMORPH_TYPE_INT64 = 3,
  AMORPH_TYPE_UINT8 = 4
} amorph_type;

typedef struct amorph_array {
  size_t size;
  const void* values; /* after a run with `leave` on a device: device memory */
  uint64_t count;
  int32_t type;     /* an amorph_type */
  int32_t reserved; /* 0 */
} amorph_array;

/* A part of the answer as one array, if there is one of that name:
 *   bfs: level, parent   sssp: distance, parent   components, scc: component   kcore: core   pagerank: rank
 *   betweenness: score   mst: arc (the numbers of the forest's arcs)   apsp, distances: distance, a row per source
 *   triangles: triangles   maxflow: flow (one value per arc), sink_side (1 on the sink side of the minimum cut)
 * One value per vertex unless the line says otherwise. What is not reached has the maximum of the type (apsp:
 * 2^31 - 1), or infinity. `parent`, `flow`, `triangles` and `distance` of apsp are empty with figures_only. With
 * `leave`, distances by float weights are the bits of doubles, as AMORPH_TYPE_UINT64. */
AMORPH_API amorph_status amorph_result_array(const amorph_result* result, const char* name, amorph_array* array);
/* "cpu", or "cuda (NAME OF THE DEVICE)". */
AMORPH_API const char* amorph_result_backend(const amorph_result* result);
AMORPH_API void amorph_result_destroy(amorph_result* result); /* before its context; NULL is ignored */

/* ---- Partitioning ---- */

typedef struct amorph_partition_graph { /* undirected: each edge in both rows, without self-loops */
  size_t size;
  uint32_t vertices;
  const uint64_t* begin;        /* vertices + 1 */
  const uint32_t* to;           /* begin[vertices] */
  const int32_t* vertex_weight; /* vertices * constraints, or NULL: all 1 */
  const int32_t* vertex_size;   /* cost of a boundary vertex in the volume, or NULL: all 1 */
  const int32_t* edge_weight;   /* per entry of `to`, or NULL: all 1 */
} amorph_partition_graph;

typedef struct amorph_partition_options {
  size_t size;
  uint32_t parts;         /* 1 or more; with `levels`, 0 or their product */
  uint32_t constraints;   /* weights per vertex; 0: 1 */
  const float* target;    /* parts * constraints fractions, or NULL: equal */
  const float* imbalance; /* per constraint, 1 or more, or NULL: 1.03 (by bisections: 1.001 for each of them) */
  int32_t objective;      /* its position among the values of gpmetis -objtype, 0: cut, 1: vol; with `levels`: 0 or 2 */
  int32_t recursive;      /* nonzero: by bisections */
  int32_t refinement;     /* 0: 10; negative: none */
  uint32_t attempts;      /* 0: 1 */
  uint64_t seed;
  int32_t contiguous;      /* nonzero: each part connected, if the graph is */
  int32_t few_connections; /* nonzero: fewer pairs of adjacent parts */
  int32_t preset;          /* 0: default, 1: fast, 2: quality */
  /* The machine that the parts are mapped to: group sizes, the innermost first, and per level the distance of parts
   * that share a group of this level only. Minimises the communication cost: the sum over edges of weight * distance of
   * their parts. One weight per vertex. */
  uint32_t levels; /* 0: none */
  const uint32_t* hierarchy;
  const int32_t* distances;
  /* Graphs with either are divided as hypergraphs whose nets are the edges. `recursive`, `contiguous` and
   * `few_connections` are refused. */
  const int32_t* fixed; /* per vertex: its part, or -1 if it is free; or NULL */
  const int32_t* group; /* per vertex: a number, equal for vertices that stay in one part, or -1; or NULL */
} amorph_partition_options;

typedef struct amorph_partition_figures {
  size_t size;
  int64_t cut, volume;
  double balance; /* largest part weight / target weight */
  int32_t balanced;
  uint32_t moved;      /* amorph_repartition: vertices that left their old part */
  int64_t cost;        /* what `objective` counts: the cut, the volume, or the communication cost */
  uint32_t components; /* amorph_partition_evaluate: of all parts; else 0 */
  uint32_t reserved;
} amorph_partition_figures;

/* Writes part[v], 0 .. parts-1, for each vertex. `figures` may be NULL. O((n + m) log n) expected. */
AMORPH_API amorph_status amorph_partition(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_partition_options* options, uint32_t* part,
                                          amorph_partition_figures* figures);

/* The same for a graph that has changed: improves the old partition. start[v] is the old part of v, or -1 if v is new.
 * `move_cost`, or NULL: per vertex, what counts as a cut edge's weight if the vertex leaves its old part (ParMETIS's
 * ITR is its inverse). A tenth of the time of amorph_partition(), unless the old parts exceed their limits by more than
 * an eighth of the total weight, or most vertices are new: then the graph is partitioned from scratch, and parts are
 * numbered so that much stays where it was. `recursive` is refused. */
AMORPH_API amorph_status amorph_repartition(amorph_context* context, const amorph_partition_graph* graph,
                                            const amorph_partition_options* options, const int32_t* start,
                                            const int32_t* move_cost, uint32_t* part,
                                            amorph_partition_figures* figures);

/* Counts the figures of a partition by `parts`, `constraints`, `target`, `imbalance`, `objective` and the machine of
 * the options; `moved` is 0. `weights`, parts * constraints, may be NULL. O(n + m). */
AMORPH_API amorph_status amorph_partition_evaluate(const amorph_partition_graph* graph,
                                                   const amorph_partition_options* options, const uint32_t* part,
                                                   amorph_partition_figures* figures, int64_t* weights);

/* ---- Fill-reducing orders ---- */

typedef struct amorph_order_options {
  size_t size;
  double imbalance;     /* of a separator's sides, 1 or more; 0: 1.2 */
  double prune;         /* vertices with more than this multiple of the mean degree come last; 0: none */
  uint32_t attempts;    /* separators computed for each that is used; 0: 1 */
  uint32_t domains;     /* a power of 2: leaves of the separator tree whose sizes are reported; 0: 1 */
  int32_t uncompressed; /* nonzero: vertices with the same neighbours remain apart */
  int32_t components;   /* nonzero: connected components one by one */
  uint64_t seed;
  int32_t preset;   /* 0: default, on the CPU; 1: fast: on the context's backend, for up to 30% more operations */
  int32_t reserved; /* 0 */
} amorph_order_options;

typedef struct amorph_order_figures { /* of the Cholesky factor of a matrix with the graph's pattern */
  size_t size;
  uint64_t entries;  /* below its diagonal */
  double operations; /* sum of c (c - 1) over its columns, c: their entries below the diagonal */
} amorph_order_figures;

/* A nested dissection that keeps the Cholesky factor of a sparse symmetric matrix small: order[k] is the vertex that is
 * eliminated in step k. `sizes`, or NULL: with d > 1 domains, their numbers of vertices, then those of the separators,
 * 2 d - 1 in all, the root's last. `options` and `figures` may be NULL; the figures cost O(m log n) more. One weight
 * per vertex balances the separators; edge weights are ignored. The same on any backend and number of
 * threads. O((n + m) log n) expected; memory about three times the graph. */
AMORPH_API amorph_status amorph_order(amorph_context* context, const amorph_partition_graph* graph,
                                      const amorph_order_options* options, uint32_t* order, uint32_t* sizes,
                                      amorph_order_figures* figures);

/* ---- Vertex separators ---- */

typedef struct amorph_separator_options {
  size_t size;
  double imbalance;   /* aimed at: the heavier side weighs this multiple of half of all at most, 1 or more; 0: 1.2 */
  uint32_t attempts;  /* separators computed, of which the best is kept; 0: 1 */
  int32_t refinement; /* passes per level at most; 0: 10; negative: none */
  int32_t both_sides; /* nonzero: a pass moves vertices to both sides, else to one after the other */
  int32_t reserved;   /* 0 */
  uint64_t seed;
} amorph_separator_options;

typedef struct amorph_separator_figures {
  size_t size;
  int64_t weight; /* of the separator */
  int64_t side_weight[2];
  uint32_t vertices; /* of the separator */
  int32_t reserved;  /* 0 */
} amorph_separator_figures;

/* Few vertices without which the graph falls into two sides of about equal weight. Writes side[v]: 0 or 1, or 2 for the
 * separator's vertices; no edge joins sides 0 and 1. The limit on the heavier side may be missed where weights differ
 * much, many of them 0 say: compare the figures. One weight per vertex; edge weights are ignored. `options` and
 * `figures` may be NULL. On the CPU, by one thread; the same on any machine. O((n + m) log n) expected. */
AMORPH_API amorph_status amorph_separator(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_separator_options* options, uint8_t* side,
                                          amorph_separator_figures* figures);

/* Refines the separator in `side`, which must be one, by moves of single vertices. It becomes no heavier unless the
 * limit demands it; `imbalance` is relative to the heavier side of now. `may_move_to`, or NULL: per vertex, the side
 * that it may leave the separator for, or -1 for either. `attempts` and `seed` are ignored. */
AMORPH_API amorph_status amorph_separator_refine(amorph_context* context, const amorph_partition_graph* graph,
                                                 const amorph_separator_options* options, const int32_t* may_move_to,
                                                 uint8_t* side, amorph_separator_figures* figures);

/* ---- Hypergraphs (netlists) ---- */

typedef struct amorph_hypergraph {
  size_t size;
  uint32_t vertices, nets;
  const uint64_t* net_begin;    /* nets + 1 */
  const uint32_t* pin;          /* net_begin[nets] vertices; those of a net are distinct */
  const int32_t* net_weight;    /* 1 or more, or NULL: all 1 */
  const int32_t* vertex_weight; /* vertices * dimensions, 0 or more, or NULL: all 1 */
  uint32_t dimensions;          /* weights per vertex, each of which is balanced; 0: 1 */
  int32_t reserved;             /* 0 */
} amorph_hypergraph;

typedef enum amorph_hypergraph_objective { /* the sum over nets of weight w with pins in l parts of ... */
                                           AMORPH_KM1 = 0, /* w * (l - 1): connectivity */
                                           AMORPH_CUT = 1, /* w if l > 1 */
                                           AMORPH_SOED = 2 /* w * l if l > 1: sum of external degrees */
} amorph_hypergraph_objective;

typedef struct amorph_hypergraph_options {
  size_t size;
  uint32_t parts;           /* 1 or more, and no more than vertices (or groups) */
  int32_t objective;        /* an amorph_hypergraph_objective */
  int32_t preset;           /* 0: default, 1: fast, 2: quality */
  double imbalance;         /* parts weigh at most 1 + imbalance times their share; 0: 0.03; negative: 0 */
  const double* share;      /* of each part in the total weight, in any unit, or NULL: equal */
  const int64_t* maximum;   /* parts * dimensions weights, instead of imbalance and share, or NULL */
  const int64_t* minimum;   /* weight of each part, for one dimension only, or NULL: none */
  const int32_t* fixed;     /* per vertex: its part, or -1; or NULL */
  const int32_t* group;     /* per vertex: vertices of one number stay together, -1: free; or NULL */
  const int32_t* start;     /* per vertex: its part in a partition to improve, or -1 if it is new; or NULL */
  const int32_t* move_cost; /* per vertex: counts as a net's weight if it leaves its part in `start`; or NULL */
  uint32_t runs;            /* partitions computed, of which the best is kept; 0: 1 */
  int32_t vcycles;          /* 0: as the preset says; negative: none */
  uint64_t seed;
} amorph_hypergraph_options;

typedef struct amorph_hypergraph_figures {
  size_t size;
  int64_t cut, km1, soed;
  uint64_t cut_nets;
  double imbalance; /* heaviest part over the average, minus 1 */
  int32_t balanced; /* 0: vertices do not pack within the limits */
  uint32_t moved;   /* vertices that left their part in `start` */
} amorph_hypergraph_figures;

/* Writes part[v], 0 .. parts-1, for each vertex. `figures` may be NULL. O(pins log vertices) expected for a fixed
 * number of parts. */
AMORPH_API amorph_status amorph_hypergraph_partition(amorph_context* context, const amorph_hypergraph* hypergraph,
                                                     const amorph_hypergraph_options* options, uint32_t* part,
                                                     amorph_hypergraph_figures* figures);
/* Counts the objectives of a partition; `balanced` is 1 and `moved` 0. `weights`, parts * dimensions, may be NULL.
 * O(pins). */
AMORPH_API amorph_status amorph_hypergraph_evaluate(const amorph_hypergraph* hypergraph, uint32_t parts,
                                                    const uint32_t* part, amorph_hypergraph_figures* figures,
                                                    int64_t* weights);

/* ---- Meshes ---- */

typedef struct amorph_region { /* all triangles connected to the one at (x, y) without crossing a segment */
  double x, y;
  double attribute;
  double max_area; /* of its triangles; 0 or less: no bound */
} amorph_region;

typedef struct amorph_domain { /* a planar straight-line graph */
  size_t size;
  const double* points; /* x and y, one after the other */
  uint32_t point_count;
  const uint32_t* segments; /* two points each */
  uint32_t segment_count;
  const double* holes; /* x and y of a point in each */
  uint32_t hole_count;
  const amorph_region* regions; /* later ones override earlier ones; outside the domain they have no effect */
  uint32_t region_count;
  uint32_t attribute_count;       /* per point */
  const double* point_attributes; /* point_count * attribute_count */
} amorph_domain;

typedef struct amorph_elements { /* an existing triangulation */
  size_t size;
  const double* points; /* x and y, one after the other */
  uint32_t point_count;
  const uint32_t* triangles; /* three points each, counter-clockwise */
  uint32_t triangle_count;
  const uint32_t* segments; /* two points each: edges of triangles that must stay */
  uint32_t segment_count;
  uint32_t attribute_count;       /* per point */
  const double* point_attributes; /* point_count * attribute_count */
  const double* region_attribute; /* per triangle, or NULL: edges between different ones stay */
  const double* max_area;         /* per triangle, 0 or less: no bound; or NULL */
} amorph_elements;

/* Which segments refinement may split. */
typedef enum amorph_split {
  AMORPH_SPLIT_ALL = 0,
  AMORPH_SPLIT_INSIDE = 1, /* not those on the boundary */
  AMORPH_SPLIT_NONE = 2
} amorph_split;

typedef struct amorph_mesh_options {
  size_t size;
  int32_t convex_hull; /* nonzero: triangulate the convex hull; else the part that segments enclose, if any */
  double min_angle;    /* degrees, 0 .. 60; above 34 with max_points only, above 30 refused if it has no end */
  double max_area;     /* of every triangle; 0: no bound */
  uint64_t max_points; /* Steiner points; 0: a default limit above 30 degrees, else none */
  int32_t split;       /* an amorph_split */
  int32_t conforming;  /* nonzero: split encroached segments even without a bound */
} amorph_mesh_options;

typedef struct amorph_mesh amorph_mesh;

/* The constrained Delaunay triangulation of the domain, refined if there is a bound on angles or areas, also of a
 * region, or with `conforming`. O(n log n) expected, and O(n) points for a result of n. */
AMORPH_API amorph_status amorph_mesh_create(amorph_context* context, const amorph_domain* domain,
                                            const amorph_mesh_options* options, amorph_mesh** mesh);
/* Makes an existing triangulation constrained Delaunay by flips, and refines it as amorph_mesh_create does: what
 * `amorph-mesh -r` does. AMORPH_BAD_INPUT for triangles that are clockwise, flat or overlap, and for segments that are
 * not edges. `convex_hull` is ignored. O(n) expected, and as above. */
AMORPH_API amorph_status amorph_mesh_rebuild(amorph_context* context, const amorph_elements* elements,
                                             const amorph_mesh_options* options, amorph_mesh** mesh);
/* Refines a mesh further, to a new one; its vertices come first. Bounds of regions still hold. `convex_hull` is
 * ignored. Several threads may refine one mesh at once. */
AMORPH_API amorph_status amorph_mesh_refine(amorph_context* context, const amorph_mesh* mesh,
                                            const amorph_mesh_options* options, amorph_mesh** refined);
/* Keeps the mesh in the context until it is destroyed: amorph_mesh_refine there neither checks nor uploads it again.
 * In one context only, and while no other thread uses the mesh. O(n). */
AMORPH_API amorph_status amorph_mesh_keep(amorph_context* context, amorph_mesh* mesh);

/* x and y of each vertex: the input's points first, then those at crossings of segments, then Steiner points. */
AMORPH_API const double* amorph_mesh_points(const amorph_mesh* mesh, size_t* count);
/* Three vertices of each triangle, counter-clockwise. */
AMORPH_API const uint32_t* amorph_mesh_triangles(const amorph_mesh* mesh, size_t* count);
/* The triangle across from each corner, or UINT32_MAX: three for each triangle. */
AMORPH_API const uint32_t* amorph_mesh_neighbours(const amorph_mesh* mesh, size_t* count);
/* The input's segment on the edge across from each corner, or UINT32_MAX: three for each triangle. */
AMORPH_API const uint32_t* amorph_mesh_segments(const amorph_mesh* mesh, size_t* count);
/* The regional attribute of each triangle; NULL if the input had none. */
AMORPH_API const double* amorph_mesh_regions(const amorph_mesh* mesh, size_t* count);
/* The attributes of each vertex, `each` of them, interpolated at new vertices; NULL if the input had none. */
AMORPH_API const double* amorph_mesh_attributes(const amorph_mesh* mesh, size_t* count, uint32_t* each);
/* The triangles that still violate a bound, ascending: at small input angles, at the limit of precision, after
 * max_points, or next to a segment that must not be split. */
AMORPH_API const uint32_t* amorph_mesh_bad(const amorph_mesh* mesh, size_t* count);
AMORPH_API void amorph_mesh_destroy(amorph_mesh* mesh); /* before its context if it is kept there; NULL is ignored */

/* ---- Satisfiability ---- */

typedef struct amorph_formula { /* clauses as in DIMACS files: literals v and -v of variables 1 .. variables */
  size_t size;
  uint32_t variables;
  uint64_t clauses;
  const uint64_t* clause_begin; /* clauses + 1 */
  const int32_t* literals;      /* clause_begin[clauses] */
} amorph_formula;

typedef enum amorph_sat_method {
  AMORPH_SAT_AUTO = 0,
  AMORPH_SAT_SURVEY = 1,
  AMORPH_SAT_WALK = 2,
  AMORPH_SAT_COMPLETE = 3,
  AMORPH_SAT_HYBRID = 4 /* local search and clause learning in turn */
} amorph_sat_method;

typedef struct amorph_sat_options {
  size_t size;
  int32_t method; /* an amorph_sat_method */
  uint64_t seed;
  uint64_t max_flips; /* of local search; 0: by the size of the formula */
  uint32_t walkers;   /* of local search; 0: 16. Another number may give another model */
  uint32_t attempts;  /* at decimation, or rounds of AMORPH_SAT_HYBRID; 0: by the method */
  /* Name of a file, or NULL: a proof in DRAT format, written if the verdict is AMORPH_UNSATISFIABLE. Until then it is
   * in a file without a name in the same folder. */
  const char* proof;
  int32_t proof_text; /* not 0: the proof is text; 0: binary */
} amorph_sat_options;

typedef enum amorph_verdict { AMORPH_UNKNOWN = 0, AMORPH_SATISFIABLE = 10, AMORPH_UNSATISFIABLE = 20 } amorph_verdict;

/* model[v - 1] is 1 or 0 for variable v if the formula is satisfiable. A stop request gives AMORPH_UNKNOWN. */
AMORPH_API amorph_status amorph_sat(amorph_context* context, const amorph_formula* formula,
                                    const amorph_sat_options* options, amorph_verdict* verdict, unsigned char* model);

typedef struct amorph_kept_formula amorph_kept_formula;

/* Keeps a formula in the context, for searches with other seeds, methods or limits: it is copied and checked now, and
 * simplified and uploaded once. O(clauses + literals). */
AMORPH_API amorph_status amorph_formula_keep(amorph_context* context, const amorph_formula* formula,
                                             amorph_kept_formula** kept);
/* amorph_sat() in the formula's context, with the same answer. Several threads may search at once. */
AMORPH_API amorph_status amorph_formula_solve(const amorph_kept_formula* kept, const amorph_sat_options* options,
                                              amorph_verdict* verdict, unsigned char* model);
AMORPH_API void amorph_formula_forget(amorph_kept_formula* kept); /* before its context; NULL is ignored */

/* A solver that clauses are added to between searches, and that keeps its learned clauses: IPASIR's functions, in a
 * context. One thread uses it at a time. */
typedef struct amorph_solver amorph_solver;

/* AMORPH_BAD_INPUT in a build without CaDiCaL. */
AMORPH_API amorph_status amorph_solver_create(amorph_context* context, uint64_t seed, amorph_solver** solver);
AMORPH_API void amorph_solver_destroy(amorph_solver* solver); /* before its context; NULL is ignored */
/* Adds clauses, each ended by 0: all of them or, if the call fails, none. `count`: of the numbers, zeros included. */
AMORPH_API amorph_status amorph_solver_add(amorph_solver* solver, const int32_t* literals, size_t count);
/* Searches under assumptions: literals that hold in this search alone. A stop request gives AMORPH_UNKNOWN. */
AMORPH_API amorph_status amorph_solver_solve(amorph_solver* solver, const int32_t* assumptions, size_t count,
                                             amorph_verdict* verdict);
/* After AMORPH_SATISFIABLE: 1 if the literal is true in the model, else 0. Variables in no clause are false. */
AMORPH_API int32_t amorph_solver_value(const amorph_solver* solver, int32_t literal);
/* After AMORPH_UNSATISFIABLE: 1 if the literal is one of the assumptions that the verdict needs, else 0. */
AMORPH_API int32_t amorph_solver_failed(const amorph_solver* solver, int32_t literal);

/* ---- Points-to analysis ---- */

typedef enum amorph_constraint_kind {
  AMORPH_ADDRESS_OF = 0, /* dst = &src */
  AMORPH_COPY = 1,       /* dst = src */
  AMORPH_LOAD = 2,       /* dst = *src */
  AMORPH_STORE = 3,      /* *dst = src */
  AMORPH_OFFSET = 4,     /* dst = src + offset objects, within the extent of the object */
  AMORPH_FIELD = 5,      /* dst = src moved by moves[offset], in bytes, by the layouts of blocks */
  AMORPH_FILTER = 6      /* dst = the objects of src that are in filter `offset` */
} amorph_constraint_kind;

typedef struct amorph_constraint {
  uint32_t dst, src;
  int32_t kind;    /* an amorph_constraint_kind */
  uint32_t offset; /* objects, or the number of a move or filter */
} amorph_constraint;

#define AMORPH_ANY_STRIDE UINT32_MAX
typedef struct amorph_move { /* by offset + any multiple of stride */
  int64_t offset;            /* bytes; may be negative */
  uint32_t stride;           /* bytes; 0: by offset alone; AMORPH_ANY_STRIDE: to every byte of the block */
} amorph_move;

/* How the bytes of one element of a memory block map to its objects, which are slots here (fields). A byte position is
 * taken modulo `bytes`: a block is an array of such elements. Position p is in slot slot_of_word[first_word + p / 8].
 * With `tail` the block is one element that ends in an array of unknown length, of elements of `tail` bytes. All
 * elements of an inner array share its slots. docs/points-to-formats.md, "Points-to constraints", states the rule
 * for the slots that a move leads to. */
typedef struct amorph_layout {
  uint64_t bytes;      /* 1 .. 2^48 */
  uint32_t first_word; /* into slot_of_word: (bytes + 7) / 8 entries */
  uint32_t first_slot; /* into slot_position and slot_stride: `slots` entries */
  uint32_t slots;
  uint32_t tail; /* 0: none */
} amorph_layout;

typedef struct amorph_block { /* objects first .. first + slots of its layout - 1; blocks do not overlap */
  uint32_t first;
  uint32_t layout;
} amorph_block;

typedef struct amorph_constraints { /* variables 0 .. variables-1, of which the first `objects` can be pointed to */
  size_t size;
  uint32_t variables, objects;
  const uint32_t* extent; /* per object: consecutive objects that belong to it, itself included; NULL: 1 */
  const amorph_constraint* constraints;
  size_t count;
  /* For AMORPH_FIELD. Objects in no block are dropped by moves. */
  const amorph_move* moves;
  size_t move_count;
  const amorph_layout* layouts;
  size_t layout_count;
  const amorph_block* blocks;
  size_t block_count;
  const uint32_t* slot_of_word; /* a slot of its layout, 0 .. slots-1 */
  size_t word_count;
  const uint64_t* slot_position; /* byte position of the slot's first word in the element */
  const uint32_t* slot_stride;   /* bytes of an element of the innermost array around the slot; 0: in no array */
  size_t slot_count;
  /* For AMORPH_FILTER: filter f lets objects filter_objects[filter_begin[f]] .. [filter_begin[f + 1] - 1] pass, which
   * ascend. */
  const uint64_t* filter_begin; /* filter_count + 1 */
  const uint32_t* filter_objects;
  size_t filter_count;
  /* Pairs y, x of variables. Merged: equal, as found by an offline analysis. Online: *x equals y, which must be true:
   * hints of hybrid cycle detection that do not change the sets. */
  const uint32_t* merged;
  size_t merged_count;
  const uint32_t* online;
  size_t online_count;
} amorph_constraints;

typedef struct amorph_points_to_options { /* to measure the effect of each: the sets are the same */
  size_t size;
  int32_t no_substitution;   /* nonzero: without offline variable substitution */
  int32_t no_hybrid_cycles;  /* nonzero: without hybrid cycle detection */
  int32_t no_cycle_collapse; /* nonzero: without collapse of cycles of copies */
  int32_t no_overlap;        /* nonzero: device: copy the sets after the analysis, not during it */
} amorph_points_to_options;

typedef struct amorph_points_to amorph_points_to;

/* The least solution of inclusion-based (Andersen's) analysis. Object 1 stands for integers that were cast to pointers:
 * load, store, offset, field and filter constraints skip it. */
AMORPH_API amorph_status amorph_points_to_create(amorph_context* context, const amorph_constraints* constraints,
                                                 amorph_points_to** sets);

typedef struct amorph_kept_constraints amorph_kept_constraints;

/* Keeps constraints in the context, to solve them several times: they are copied and checked now, and prepared and
 * uploaded once per combination of no_substitution and no_hybrid_cycles. O(constraints). */
AMORPH_API amorph_status amorph_constraints_keep(amorph_context* context, const amorph_constraints* constraints,
                                                 amorph_kept_constraints** kept);
/* The sets of amorph_points_to_create(). Several threads may solve at once. */
AMORPH_API amorph_status amorph_constraints_solve(const amorph_kept_constraints* kept,
                                                  const amorph_points_to_options* options, amorph_points_to** sets);
AMORPH_API void amorph_constraints_forget(amorph_kept_constraints* kept); /* before its context; NULL is ignored */

/* The number of objects that v may point to; 0 for a variable that does not exist. */
AMORPH_API uint64_t amorph_points_to_size(const amorph_points_to* sets, uint32_t v);
/* Writes the first `capacity` of them, ascending; returns how many it wrote. */
AMORPH_API uint64_t amorph_points_to_get(const amorph_points_to* sets, uint32_t v, uint32_t* objects,
                                         uint64_t capacity);
/* Whether a and b may point to the same object. */
AMORPH_API int amorph_points_to_intersect(const amorph_points_to* sets, uint32_t a, uint32_t b);
AMORPH_API void amorph_points_to_destroy(amorph_points_to* sets); /* NULL is ignored */

#ifdef __cplusplus
}
#endif
#endif
