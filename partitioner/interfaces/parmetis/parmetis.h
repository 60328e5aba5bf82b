/* The functions of ParMETIS 4 as libamorph_parmetis provides them: 32-bit idx_t and real_t, on the MPI that it was
 * built with (Debian's OpenMPI). What differs from ParMETIS is listed in docs/metis-compatibility.md.
 *
 * Every function is collective: all processes of *comm call it. vtxdist (elmdist) has one entry per process and one
 * more, the same on all of them; process r has the vertices vtxdist[r] .. vtxdist[r + 1] - 1, which may be none. Arrays
 * per vertex hold those of the process. xadj begins with numflag, adjncy has the numbers of the whole graph. Arguments
 * are only read unless said otherwise. Every process returns the same code: METIS_OK, or an error if the arguments of
 * any of them are wrong. The message of the error is in amorph_parmetis_report(). */
#ifndef AMORPH_PARMETIS_PARMETIS_H
#define AMORPH_PARMETIS_PARMETIS_H
#ifndef __parmetis_h__ /* if both headers are included, the first one is used */
#define __parmetis_h__ /* NOLINT(bugprone-reserved-identifier): ParMETIS's own guard */

#include <mpi.h>

#include <metis.h> /* idx_t, real_t, the codes; any METIS 5's of this width */

#define PARMETIS_MAJOR_VERSION 4
#define PARMETIS_MINOR_VERSION 0
#define PARMETIS_SUBMINOR_VERSION 3

/* options[3] of RefineKway and AdaptiveRepart: whether the process of a vertex is its part, or part[] says which. */
typedef enum { PARMETIS_PSR_COUPLED = 1, PARMETIS_PSR_UNCOUPLED = 2 } parmetis_psr_et;
/* options[1], or'ed: any of these prints which engine ran, with its result. */
typedef enum {
  PARMETIS_DBGLVL_TIME = 1,
  PARMETIS_DBGLVL_INFO = 2,
  PARMETIS_DBGLVL_PROGRESS = 4,
  PARMETIS_DBGLVL_REFINEINFO = 8,
  PARMETIS_DBGLVL_MATCHINFO = 16,
  PARMETIS_DBGLVL_RMOVEINFO = 32,
  PARMETIS_DBGLVL_REMAP = 64
} pmdbglvl_et;
/* mtype and rtype of V32_NodeND; without effect. */
typedef enum { PARMETIS_MTYPE_LOCAL = 1, PARMETIS_MTYPE_GLOBAL = 2 } pmmtype_et;
typedef enum { PARMETIS_SRTYPE_GREEDY = 1, PARMETIS_SRTYPE_2PHASE = 2 } pmrtype_et;

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Divides a graph in nparts parts. wgtflag: 0 no weights, 1 adjwgt, 2 vwgt, 3 both. tpwgts nparts * ncon and ubvec
 * ncon; either may be null: equal parts, 1.05. options: options[0] = 1 makes options[1] (pmdbglvl_et) and options[2]
 * (seed) count; may be null. edgecut and part are written. */
int ParMETIS_V3_PartKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                         idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                         idx_t* edgecut, idx_t* part, MPI_Comm* comm);
/* The same; the coordinates are checked and have no effect. xyz: ndims (2, 3) per vertex. */
int ParMETIS_V3_PartGeomKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                             idx_t* numflag, idx_t* ndims, real_t* xyz, idx_t* ncon, idx_t* nparts, real_t* tpwgts,
                             real_t* ubvec, idx_t* options, idx_t* edgecut, idx_t* part, MPI_Comm* comm);
/* One part per process, of equally many vertices, along a space-filling curve. */
int ParMETIS_V3_PartGeom(idx_t* vtxdist, idx_t* ndims, real_t* xyz, idx_t* part, MPI_Comm* comm);

/* Improves the partition in part (read if options[3] is PARMETIS_PSR_UNCOUPLED, or nparts is not the number of
 * processes). AdaptiveRepart keeps vertices where they are if that is worth it: moving v costs vsize[v] / *ipc2redist
 * as if an edge of that weight were cut; vsize may be null (1). */
int ParMETIS_V3_RefineKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                           idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                           idx_t* edgecut, idx_t* part, MPI_Comm* comm);
int ParMETIS_V3_AdaptiveRepart(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                               idx_t* wgtflag, idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts,
                               real_t* ubvec, real_t* ipc2redist, idx_t* options, idx_t* edgecut, idx_t* part,
                               MPI_Comm* comm);

/* The dual graph of a mesh: elements are neighbours if they share at least ncommonnodes nodes. xadj and adjncy are
 * allocated by malloc; METIS_Free or free frees them. */
int ParMETIS_V3_Mesh2Dual(idx_t* elmdist, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t* ncommonnodes, idx_t** xadj,
                          idx_t** adjncy, MPI_Comm* comm);
/* Divides the elements of a mesh by that graph. wgtflag: 0, or 2 if elmwgt is given. */
int ParMETIS_V3_PartMeshKway(idx_t* elmdist, idx_t* eptr, idx_t* eind, idx_t* elmwgt, idx_t* wgtflag, idx_t* numflag,
                             idx_t* ncon, idx_t* ncommonnodes, idx_t* nparts, real_t* tpwgts, real_t* ubvec,
                             idx_t* options, idx_t* edgecut, idx_t* part, MPI_Comm* comm);

/* A fill-reducing ordering: order[v] is the position of v in it. sizes has 2 * processes entries: the vertices of p
 * domains and then those of p - 1 separators, the last one's the top, p being the largest power of two that is no more
 * than the processes; the other entries are 0. options as above. V32: any pointer from mtype to dbglvl may be null. */
int ParMETIS_V3_NodeND(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* numflag, idx_t* options, idx_t* order,
                       idx_t* sizes, MPI_Comm* comm);
int ParMETIS_V32_NodeND(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* numflag, idx_t* mtype,
                        idx_t* rtype, idx_t* p_nseps, idx_t* s_nseps, real_t* ubfrac, idx_t* seed, idx_t* dbglvl,
                        idx_t* order, idx_t* sizes, MPI_Comm* comm);

/* Not in ParMETIS. One line about the last call of this thread: the engine that ran (Amorph or PT-Scotch) and its
 * result, or what was wrong. Valid until the thread's next call. */
const char* amorph_parmetis_report(void);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
#endif
