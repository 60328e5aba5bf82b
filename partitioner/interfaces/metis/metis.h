/* The functions of METIS 5.1 as libamorph_metis provides them: 32-bit idx_t and real_t, as Debian builds METIS; and as
 * libamorph_metis64 does, if IDXTYPEWIDTH and REALTYPEWIDTH are defined as 64 before.
 *
 * Programs that include Debian's <metis.h> need nothing of this file: values, layouts and signatures are the same. It
 * is there so that a program can be built against Amorph alone (-I PREFIX/include/amorph/metis). What differs in
 * behaviour is listed in docs/metis-compatibility.md.
 *
 * Arguments are only read unless said otherwise, also with numbering from 1, so threads may share them. Every function
 * may be called from any thread at any time; the same arguments give the same answer. Partitions, orderings and
 * separators of n vertices and m edges take O((n + m) log n) expected, the graphs of meshes about the sum over nodes
 * (elements) of the square of their elements (nodes). */
#ifndef AMORPH_METIS_METIS_H
#define AMORPH_METIS_METIS_H
#ifndef _METIS_H_ /* if both headers are included, the first one is used */
#define _METIS_H_ /* NOLINT(bugprone-reserved-identifier): METIS's own guard */

#include <inttypes.h>
#include <stdint.h>

#ifndef IDXTYPEWIDTH
#define IDXTYPEWIDTH 32
#endif
#ifndef REALTYPEWIDTH
#define REALTYPEWIDTH IDXTYPEWIDTH
#endif
#if IDXTYPEWIDTH == 32 && REALTYPEWIDTH == 32
typedef int32_t idx_t;
typedef float real_t;
#define IDX_MAX INT32_MAX
#define IDX_MIN INT32_MIN
#define PRIDX PRId32
#define SCIDX SCNd32
#define PRREAL "f"
#define SCREAL "f"
#elif IDXTYPEWIDTH == 64 && REALTYPEWIDTH == 64
typedef int64_t idx_t;
typedef double real_t;
#define IDX_MAX INT64_MAX
#define IDX_MIN INT64_MIN
#define PRIDX PRId64
#define SCIDX SCNd64
#define PRREAL "lf"
#define SCREAL "lf"
#else
#error "IDXTYPEWIDTH and REALTYPEWIDTH: both 32 (libamorph_metis) or both 64 (libamorph_metis64)"
#endif

#define METIS_VER_MAJOR 5
#define METIS_VER_MINOR 1
#define METIS_VER_SUBMINOR 0

/* What the functions return. */
typedef enum {
  METIS_OK = 1,
  METIS_ERROR_INPUT = -2,  /* an argument is wrong; nothing was written */
  METIS_ERROR_MEMORY = -3, /* out of memory, or a negative size */
  METIS_ERROR = -4         /* anything else */
} rstatus_et;

/* An option array has METIS_NOPTIONS entries; -1 is an option's default. */
#define METIS_NOPTIONS 40
typedef enum {
  METIS_OPTION_PTYPE,   /* mesh functions: mptype_et */
  METIS_OPTION_OBJTYPE, /* mobjtype_et */
  METIS_OPTION_CTYPE,   /* mctype_et */
  METIS_OPTION_IPTYPE,  /* miptype_et */
  METIS_OPTION_RTYPE,   /* mrtype_et */
  METIS_OPTION_DBGLVL,  /* mdbglvl_et, or'ed */
  METIS_OPTION_NITER,   /* rounds of refinement per level, 1 or more; 10 */
  METIS_OPTION_NCUTS,   /* partitions of which the best is kept, 1 or more; 1 */
  METIS_OPTION_SEED,
  METIS_OPTION_NO2HOP,    /* 1: no matching of vertices that merely share a neighbour */
  METIS_OPTION_MINCONN,   /* 1: few neighbours for each part */
  METIS_OPTION_CONTIG,    /* 1: connected parts */
  METIS_OPTION_COMPRESS,  /* orderings: 0: vertices with the same neighbours remain apart; 1 */
  METIS_OPTION_CCORDER,   /* orderings: 1: connected components one by one; 0 */
  METIS_OPTION_PFACTOR,   /* orderings: tenths of the mean degree above which vertices come last; 0: none */
  METIS_OPTION_NSEPS,     /* orderings: separators tried for each that is used, 1 or more; 1 */
  METIS_OPTION_UFACTOR,   /* imbalance allowed, in thousandths, 1 or more; 30 (recursive: 1) */
  METIS_OPTION_NUMBERING, /* the first vertex is 0 or 1 */
  METIS_OPTION_HELP,      /* from here on used by commands alone */
  METIS_OPTION_TPWGTS,
  METIS_OPTION_NCOMMON,
  METIS_OPTION_NOOUTPUT,
  METIS_OPTION_BALANCE,
  METIS_OPTION_GTYPE,
  METIS_OPTION_UBVEC
} moptions_et;

typedef enum { METIS_OP_PMETIS, METIS_OP_KMETIS, METIS_OP_OMETIS } moptype_et;
typedef enum { METIS_PTYPE_RB, METIS_PTYPE_KWAY } mptype_et;
typedef enum { METIS_GTYPE_DUAL, METIS_GTYPE_NODAL } mgtype_et;
typedef enum { METIS_CTYPE_RM, METIS_CTYPE_SHEM } mctype_et;
typedef enum {
  METIS_IPTYPE_GROW,
  METIS_IPTYPE_RANDOM,
  METIS_IPTYPE_EDGE,
  METIS_IPTYPE_NODE,
  METIS_IPTYPE_METISRB
} miptype_et;
typedef enum { METIS_RTYPE_FM, METIS_RTYPE_GREEDY, METIS_RTYPE_SEP2SIDED, METIS_RTYPE_SEP1SIDED } mrtype_et;
typedef enum { METIS_OBJTYPE_CUT, METIS_OBJTYPE_VOL, METIS_OBJTYPE_NODE } mobjtype_et;
typedef enum {
  METIS_DBG_INFO = 1,
  METIS_DBG_TIME = 2,
  METIS_DBG_COARSEN = 4,
  METIS_DBG_REFINE = 8,
  METIS_DBG_IPART = 16,
  METIS_DBG_MOVEINFO = 32,
  METIS_DBG_SEPINFO = 64,
  METIS_DBG_CONNINFO = 128,
  METIS_DBG_CONTIGINFO = 256,
  METIS_DBG_MEMORY = 2048
} mdbglvl_et;

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Divides a graph in nparts parts. Shapes: xadj nvtxs + 1; adjncy, adjwgt xadj[nvtxs] - numbering; vwgt nvtxs * ncon;
 * vsize nvtxs; tpwgts nparts * ncon; ubvec ncon; options METIS_NOPTIONS; part nvtxs (written). vwgt, vsize, adjwgt,
 * tpwgts, ubvec and options may be null. edgecut (written): the cut, or the volume where that is the objective. */
int METIS_PartGraphKway(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                        idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* edgecut, idx_t* part);
int METIS_PartGraphRecursive(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize,
                             idx_t* adjwgt, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                             idx_t* edgecut, idx_t* part);

/* The dual graph of a mesh, whose vertices are its elements, adjacent if they share ncommon nodes or more; or the nodal
 * graph, whose vertices are its nodes, adjacent if some element has both. eptr has ne + 1 entries. The arrays handed
 * back are freed with METIS_Free or free. */
int METIS_MeshToDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* ncommon, idx_t* numflag, idx_t** r_xadj,
                     idx_t** r_adjncy);
int METIS_MeshToNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t** r_xadj, idx_t** r_adjncy);

/* Divides one of those graphs, and then the other side of the mesh accordingly. epart has ne entries, npart nn. */
int METIS_PartMeshDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* ncommon,
                       idx_t* nparts, real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart);
int METIS_PartMeshNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* nparts,
                        real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart);

/* Fill-reducing orderings: perm[k] is the vertex that is eliminated in step k, iperm[v] the step of vertex v. NodeNDP
 * also writes the sizes of npes domains and of the separators between them, 2 * npes - 1 in all, the last one's the top
 * separator. */
int METIS_NodeND(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* perm, idx_t* iperm);
int METIS_NodeNDP(idx_t nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t npes, idx_t* options, idx_t* perm,
                  idx_t* iperm, idx_t* sizes);

/* Vertex separators: part[v] is 0, 1, or 2 for the separator, sepsize its weight. NodeRefine improves the one in where;
 * a vertex leaves it for side hmarker[v] alone, for either if that is -1, for none if it is 2. */
int METIS_ComputeVertexSeparator(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* sepsize,
                                 idx_t* part);
int METIS_NodeRefine(idx_t nvtxs, idx_t* xadj, idx_t* vwgt, idx_t* adjncy, idx_t* where, idx_t* hmarker,
                     real_t ubfactor);

int METIS_SetDefaultOptions(idx_t* options);
int METIS_Free(void* ptr);

/* Not in METIS's own header, but called by clients (FreeFem++): nparts times the elements of the largest part, divided
 * by ne. `where`: the part of each element, 0 .. nparts - 1. */
real_t libmetis__ComputeElementBalance(idx_t ne, idx_t nparts, idx_t* where);

/* Amorph's version as text; METIS has no such function, so it tells the two libraries apart. */
const char* amorph_metis_version(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif
