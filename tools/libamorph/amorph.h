/* Amorph's C interface: graph algorithms, partitioning, meshes, satisfiability and points-to analysis on plain arrays,
 * on the CPU or a CUDA device. C99, and C++. Link with -lamorph.
 *
 * - Functions that can fail return amorph_status; amorph_last_error() has the reason in one line. No exception and no
 *   signal handler is involved.
 * - NULL is refused, or means nothing: functions that return no status then return 0, NULL or nothing. What a failed
 *   call was to fill in is left as it was.
 * - Structs of inputs begin with `size`: set it to sizeof the struct, and what you do not need to zero, which is the
 *   default: `amorph_sat_options o = {sizeof o};`. Later versions append members.
 * - Input arrays belong to the caller and are only read during the call. What a handle returns (columns, points)
 *   belongs to the handle and is valid until it is destroyed.
 * - A context may be used by several threads at once: each of their runs has threads and working memory of its own.
 *   Another handle may be read by several threads at once.
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

/* ---- Contexts: where and with what a run takes place ---- */

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
  /* Called from the thread that solves; `total` is 0 if unknown. */
  void (*progress)(void* user, const char* phase, uint64_t done, uint64_t total);
  void* user;
} amorph_context_options;

typedef struct amorph_context amorph_context;

AMORPH_API amorph_status amorph_context_create(const amorph_context_options* options, amorph_context** context);
AMORPH_API void amorph_context_destroy(amorph_context* context); /* no run may be under way; NULL is ignored */
/* Ends all runs in the context with AMORPH_INTERRUPTED, within milliseconds on the CPU and after the running kernel on
 * a device, and later ones at once. From any thread or signal handler. */
AMORPH_API void amorph_context_stop(amorph_context* context);
AMORPH_API void amorph_context_resume(amorph_context* context); /* lets later runs begin again */

/* ---- Resident inputs: uploaded once, queried often ---- */

/* A context keeps what its runs need beside their inputs: threads, streams, memory pools, and the working memory of the
 * last search on a resident graph. */

/* Declares an array resident: its contents and address must not change until amorph_forget(). A graph whose arrays
 * (begin, to, weight) are all resident is checked once. On a device, runs read `copy`, the caller's own in the memory
 * of the context's device, or an upload if it is NULL. Calls nest. For the arrays of amorph_graph and
 * amorph_partition_graph; meshes, formulas and constraints are transformed for every run. O(bytes). */
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
  AMORPH_FLOAT32 = 3
} amorph_weights;

/* Directed arcs in compressed sparse rows: those of v lead to to[begin[v]] .. to[begin[v + 1] - 1]. */
typedef struct amorph_graph {
  size_t size;
  uint32_t vertices;
  const uint64_t* begin; /* vertices + 1 */
  const uint32_t* to;    /* begin[vertices] */
  int32_t weights;       /* an amorph_weights */
  const void* weight;    /* per arc, of that type; NULL: all 1 */
  int32_t undirected;    /* nonzero: every arc has its reverse with the same weight */
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
} amorph_graph_options;

typedef struct amorph_result amorph_result;

/* Runs the algorithm of that name. O(its own work) plus O(n + m) for checks; 8 bytes per value of a column of vertices
 * or counts, 16 per value of the others. */
AMORPH_API amorph_status amorph_graph_run(amorph_context* context, const amorph_graph* graph, const char* algorithm,
                                          const amorph_graph_options* options, amorph_result** result);
/* A figure by the name that the command's --json has, "reached". AMORPH_BAD_INPUT if there is none, or it is not a
 * number. */
AMORPH_API amorph_status amorph_result_figure(const amorph_result* result, const char* name, double* value);
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
  int32_t type; /* an amorph_type */
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
  const int32_t* vertex_size;   /* what a boundary vertex costs in the volume, or NULL: all 1 */
  const int32_t* edge_weight;   /* per entry of `to`, or NULL: all 1 */
} amorph_partition_graph;

typedef struct amorph_partition_options {
  size_t size;
  uint32_t parts;         /* 2 or more */
  uint32_t constraints;   /* weights per vertex; 0: 1. More than 1 is refused: only METIS has it so far */
  const float* target;    /* parts * constraints fractions, or NULL: equal */
  const float* imbalance; /* per constraint, 1 or more, or NULL: 1.03 */
  int32_t volume;         /* nonzero: minimise the communication volume, else the edge cut */
  int32_t recursive;      /* nonzero: by bisections */
  int32_t refinement;     /* 0: 10; negative: none */
  uint32_t attempts;      /* 0: 1 */
  uint64_t seed;
} amorph_partition_options;

typedef struct amorph_partition_figures {
  int64_t cut, volume;
  double balance; /* largest part weight / target weight */
  int32_t balanced;
} amorph_partition_figures;

/* Writes part[v], 0 .. parts-1, for each vertex. `figures` may be NULL. O((n + m) log n) expected. */
AMORPH_API amorph_status amorph_partition(amorph_context* context, const amorph_partition_graph* graph,
                                          const amorph_partition_options* options, uint32_t* part,
                                          amorph_partition_figures* figures);

/* ---- Meshes ---- */

typedef struct amorph_domain { /* a planar straight-line graph */
  size_t size;
  const double* points; /* x and y, one after the other */
  uint32_t point_count;
  const uint32_t* segments; /* two points each */
  uint32_t segment_count;
  const double* holes; /* x and y of a point in each */
  uint32_t hole_count;
} amorph_domain;

typedef struct amorph_mesh_options {
  size_t size;
  int32_t convex_hull; /* nonzero: triangulate the convex hull; else what segments enclose, if there are any */
  double min_angle;    /* degrees, 0 .. 60; with 0 and no max_area the mesh is not refined */
  double max_area;     /* 0: no bound */
  uint64_t max_points; /* Steiner points; 0: no limit */
} amorph_mesh_options;

typedef struct amorph_mesh amorph_mesh;

/* The constrained Delaunay triangulation of the domain, refined. */
AMORPH_API amorph_status amorph_mesh_create(amorph_context* context, const amorph_domain* domain,
                                            const amorph_mesh_options* options, amorph_mesh** mesh);
/* x and y of each vertex: the domain's points first, then Steiner points. */
AMORPH_API const double* amorph_mesh_points(const amorph_mesh* mesh, size_t* count);
/* Three vertices of each triangle, counter-clockwise. */
AMORPH_API const uint32_t* amorph_mesh_triangles(const amorph_mesh* mesh, size_t* count);
/* The triangle across from each corner, or UINT32_MAX: three for each triangle. */
AMORPH_API const uint32_t* amorph_mesh_neighbours(const amorph_mesh* mesh, size_t* count);
/* The domain's segment on the edge across from each corner, or UINT32_MAX: three for each triangle. */
AMORPH_API const uint32_t* amorph_mesh_segments(const amorph_mesh* mesh, size_t* count);
AMORPH_API void amorph_mesh_destroy(amorph_mesh* mesh); /* NULL is ignored */

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
  AMORPH_SAT_COMPLETE = 3
} amorph_sat_method;

typedef struct amorph_sat_options {
  size_t size;
  int32_t method; /* an amorph_sat_method */
  uint64_t seed;
  uint64_t max_flips; /* of local search; 0: by the size of the formula */
} amorph_sat_options;

typedef enum amorph_verdict { AMORPH_UNKNOWN = 0, AMORPH_SATISFIABLE = 10, AMORPH_UNSATISFIABLE = 20 } amorph_verdict;

/* model[v - 1] is 1 or 0 for variable v if the formula is satisfiable. A stop request gives AMORPH_UNKNOWN. */
AMORPH_API amorph_status amorph_sat(amorph_context* context, const amorph_formula* formula,
                                    const amorph_sat_options* options, amorph_verdict* verdict, unsigned char* model);

/* ---- Points-to analysis ---- */

typedef enum amorph_constraint_kind {
  AMORPH_ADDRESS_OF = 0, /* dst = &src */
  AMORPH_COPY = 1,       /* dst = src */
  AMORPH_LOAD = 2,       /* dst = *src */
  AMORPH_STORE = 3,      /* *dst = src */
  AMORPH_OFFSET = 4      /* dst = src + offset objects, within the extent of the object */
} amorph_constraint_kind;

typedef struct amorph_constraint {
  uint32_t dst, src;
  int32_t kind; /* an amorph_constraint_kind */
  uint32_t offset;
} amorph_constraint;

typedef struct amorph_constraints { /* variables 0 .. variables-1, of which the first `objects` can be pointed to */
  size_t size;
  uint32_t variables, objects;
  const uint32_t* extent; /* per object: consecutive objects that belong to it, itself included; NULL: 1 */
  const amorph_constraint* constraints;
  size_t count;
} amorph_constraints;

typedef struct amorph_points_to amorph_points_to;

/* The least solution of inclusion-based (Andersen's) analysis. Object 1 stands for integers that were cast to pointers:
 * load, store and offset constraints skip it. */
AMORPH_API amorph_status amorph_points_to_create(amorph_context* context, const amorph_constraints* constraints,
                                                 amorph_points_to** sets);
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
