// METIS's functions under the names that Fortran compilers generate: upper case, lower case, and lower case with one or
// two trailing underscores. They forward to the C functions, whose arguments are all pointers.
#include "partitioner/interfaces/metis/metis.h"

#define AMORPH_FORTRAN(upper, lower, parameters, arguments, function) \
  int METIS_##upper parameters { return function arguments; }         \
  int metis_##lower parameters { return function arguments; }         \
  int metis_##lower##_ parameters { return function arguments; }      \
  int metis_##lower##__ parameters { return function arguments; }

#pragma GCC visibility push(default)
extern "C" {

AMORPH_FORTRAN(PARTGRAPHRECURSIVE, partgraphrecursive,
               (idx_t * n, idx_t* c, idx_t* x, idx_t* a, idx_t* vw, idx_t* vs, idx_t* aw, idx_t* k, real_t* t,
                real_t* u, idx_t* o, idx_t* cut, idx_t* p),
               (n, c, x, a, vw, vs, aw, k, t, u, o, cut, p), METIS_PartGraphRecursive)
AMORPH_FORTRAN(PARTGRAPHKWAY, partgraphkway,
               (idx_t * n, idx_t* c, idx_t* x, idx_t* a, idx_t* vw, idx_t* vs, idx_t* aw, idx_t* k, real_t* t,
                real_t* u, idx_t* o, idx_t* cut, idx_t* p),
               (n, c, x, a, vw, vs, aw, k, t, u, o, cut, p), METIS_PartGraphKway)
AMORPH_FORTRAN(MESHTODUAL, meshtodual,
               (idx_t * ne, idx_t* nn, idx_t* ep, idx_t* ei, idx_t* nc, idx_t* nf, idx_t** x, idx_t** a),
               (ne, nn, ep, ei, nc, nf, x, a), METIS_MeshToDual)
AMORPH_FORTRAN(MESHTONODAL, meshtonodal, (idx_t * ne, idx_t* nn, idx_t* ep, idx_t* ei, idx_t* nf, idx_t** x, idx_t** a),
               (ne, nn, ep, ei, nf, x, a), METIS_MeshToNodal)
AMORPH_FORTRAN(PARTMESHNODAL, partmeshnodal,
               (idx_t * ne, idx_t* nn, idx_t* ep, idx_t* ei, idx_t* vw, idx_t* vs, idx_t* k, real_t* t, idx_t* o,
                idx_t* obj, idx_t* e, idx_t* n),
               (ne, nn, ep, ei, vw, vs, k, t, o, obj, e, n), METIS_PartMeshNodal)
AMORPH_FORTRAN(PARTMESHDUAL, partmeshdual,
               (idx_t * ne, idx_t* nn, idx_t* ep, idx_t* ei, idx_t* vw, idx_t* vs, idx_t* nc, idx_t* k, real_t* t,
                idx_t* o, idx_t* obj, idx_t* e, idx_t* n),
               (ne, nn, ep, ei, vw, vs, nc, k, t, o, obj, e, n), METIS_PartMeshDual)
AMORPH_FORTRAN(NODEND, nodend, (idx_t * n, idx_t* x, idx_t* a, idx_t* vw, idx_t* o, idx_t* p, idx_t* ip),
               (n, x, a, vw, o, p, ip), METIS_NodeND)
AMORPH_FORTRAN(FREE, free, (void* ptr), (ptr), METIS_Free)
AMORPH_FORTRAN(SETDEFAULTOPTIONS, setdefaultoptions, (idx_t * o), (o), METIS_SetDefaultOptions)

}  // extern "C"
#pragma GCC visibility pop
