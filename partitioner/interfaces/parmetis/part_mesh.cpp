// ParMETIS_V3_Mesh2Dual, ParMETIS_V3_PartMeshKway.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "partitioner/interfaces/parmetis/boundary.hpp"
#include "partitioner/interfaces/parmetis/mesh_dual.hpp"
#include "partitioner/interfaces/parmetis/part_graph.hpp"

namespace amorph::parmetis {
namespace {

// A copy that the caller frees; a null pointer is no answer, so nothing is an allocation too.
idx_t* copy_by_malloc(const std::vector<idx_t>& from) {
  auto* const copy = static_cast<idx_t*>(std::malloc(std::max<std::size_t>(1, from.size()) * sizeof(idx_t)));
  if (copy != nullptr) std::copy(from.begin(), from.end(), copy);
  return copy;
}

void write_dual(const communicator& c, const mesh_call& call, idx_t** xadj, idx_t** adjncy) {
  c.together([&] {
    if (xadj == nullptr || adjncy == nullptr) throw error(status::bad_input, "xadj or adjncy is null");
  });
  const dual_rows rows = make_dual(c, call);
  idx_t *const a = copy_by_malloc(rows.xadj), *const b = copy_by_malloc(rows.adjncy);
  try {
    c.together([&] {
      if (a == nullptr || b == nullptr) throw std::bad_alloc();
    });
  } catch (...) {
    std::free(a);
    std::free(b);
    throw;
  }
  *xadj = a;
  *adjncy = b;
  char line[100];
  std::snprintf(line, sizeof line, "%zu elements here, %zu adjacency entries", rows.xadj.size() - 1,
                rows.adjncy.size());
  set_report("ParMETIS_V3_Mesh2Dual", line);
}

}  // namespace
}  // namespace amorph::parmetis

extern "C" {

int ParMETIS_V3_Mesh2Dual(idx_t* elmdist, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t* ncommonnodes, idx_t** xadj,
                          idx_t** adjncy, MPI_Comm* comm) {
  using namespace amorph::parmetis;
  return as_metis_code("ParMETIS_V3_Mesh2Dual", comm, [&](const communicator& c) {
    write_dual(c, {elmdist, eptr, eind, numflag, ncommonnodes}, xadj, adjncy);
  });
}

int ParMETIS_V3_PartMeshKway(idx_t* elmdist, idx_t* eptr, idx_t* eind, idx_t* elmwgt, idx_t* wgtflag, idx_t* numflag,
                             idx_t* ncon, idx_t* ncommonnodes, idx_t* nparts, real_t* tpwgts, real_t* ubvec,
                             idx_t* options, idx_t* edgecut, idx_t* part, MPI_Comm* comm) {
  using namespace amorph::parmetis;
  const char* name = "ParMETIS_V3_PartMeshKway";
  return as_metis_code(name, comm, [&](const communicator& c) {
    c.together([&] {
      if (wgtflag != nullptr && *wgtflag != 0 && *wgtflag != 2)
        throw amorph::error(amorph::status::bad_input, "wgtflag: expected 0 or 2");
    });
    const dual_rows rows = make_dual(c, {elmdist, eptr, eind, numflag, ncommonnodes});
    graph_call call;
    call.function = name;
    call.vtxdist = elmdist;
    call.xadj = rows.xadj.data();
    call.adjncy = rows.adjncy.data();
    call.vwgt = elmwgt;
    call.wgtflag = wgtflag;
    call.numflag = numflag;
    call.ncon = ncon;
    call.nparts = nparts;
    call.tpwgts = tpwgts;
    call.ubvec = ubvec;
    call.options = options;
    call.edgecut = edgecut;
    call.part = part;
    part_graph(c, call);
  });
}

}  // extern "C"
