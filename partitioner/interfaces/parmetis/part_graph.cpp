// ParMETIS_V3_PartKway, PartGeomKway, RefineKway, AdaptiveRepart.
#include "partitioner/interfaces/parmetis/part_graph.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "partitioner/interfaces/parmetis/boundary.hpp"

namespace amorph::parmetis {

void part_graph(const communicator& c, const graph_call& call) {
  const problem p = check_call(c, call);
  answer found;
  const environment env{p.options.run, p.options.preset, p.gather_limit};
  if (p.graph.total() == 0) {
    found.engine = "no vertices";
  } else if (p.options.constraints > 1 || p.options.parts == 1 || p.graph.total() <= p.options.parts ||
             is_gathered(c, env, p.graph.total(), p.graph.all_arcs, p.graph.constraints)) {
    found = divide_gathered(c, p);
  } else {
    found = divide_distributed(c, p);
  }
  for (idx_t v = 0; v != p.graph.local; ++v) p.part[v] += p.graph.base;
  *call.edgecut = static_cast<idx_t>(std::min<std::int64_t>(found.cut, std::numeric_limits<idx_t>::max()));
  char line[300];
  std::snprintf(line, sizeof line, "%s; %lld vertices, %lld adjacency entries, %u parts, cut %lld",
                found.engine.c_str(), static_cast<long long>(p.graph.total()), static_cast<long long>(p.graph.all_arcs),
                p.options.parts, static_cast<long long>(found.cut));
  set_report(call.function, line);
  print_report(c, p.asked.debug_level);
}

namespace {

void check_coordinates(const communicator& c, const idx_t* ndims, const real_t* xyz, const idx_t* vtxdist) {
  c.together([&] {
    if (ndims == nullptr || (*ndims != 2 && *ndims != 3)) throw error(status::bad_input, "ndims: expected 2 or 3");
    if (vtxdist != nullptr && vtxdist[c.rank() + 1] > vtxdist[c.rank()] && xyz == nullptr)
      throw error(status::bad_input, "xyz is null");
  });
}

}  // namespace
}  // namespace amorph::parmetis

using amorph::parmetis::as_metis_code;
using amorph::parmetis::communicator;

extern "C" {

int ParMETIS_V3_PartKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                         idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                         idx_t* edgecut, idx_t* part, MPI_Comm* comm) {
  const char* name = "ParMETIS_V3_PartKway";
  return as_metis_code(name, comm, [&](const communicator& c) {
    part_graph(c, {name, vtxdist, xadj, adjncy, vwgt, nullptr, adjwgt, wgtflag, numflag, ncon, nparts, tpwgts, ubvec,
                   nullptr, options, edgecut, part, false});
  });
}

int ParMETIS_V3_PartGeomKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                             idx_t* numflag, idx_t* ndims, real_t* xyz, idx_t* ncon, idx_t* nparts, real_t* tpwgts,
                             real_t* ubvec, idx_t* options, idx_t* edgecut, idx_t* part, MPI_Comm* comm) {
  const char* name = "ParMETIS_V3_PartGeomKway";
  return as_metis_code(name, comm, [&](const communicator& c) {
    amorph::parmetis::check_coordinates(c, ndims, xyz, vtxdist);
    part_graph(c, {name, vtxdist, xadj, adjncy, vwgt, nullptr, adjwgt, wgtflag, numflag, ncon, nparts, tpwgts, ubvec,
                   nullptr, options, edgecut, part, false});
  });
}

int ParMETIS_V3_RefineKway(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* adjwgt, idx_t* wgtflag,
                           idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                           idx_t* edgecut, idx_t* part, MPI_Comm* comm) {
  const char* name = "ParMETIS_V3_RefineKway";
  return as_metis_code(name, comm, [&](const communicator& c) {
    part_graph(c, {name, vtxdist, xadj, adjncy, vwgt, nullptr, adjwgt, wgtflag, numflag, ncon, nparts, tpwgts, ubvec,
                   nullptr, options, edgecut, part, true});
  });
}

int ParMETIS_V3_AdaptiveRepart(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                               idx_t* wgtflag, idx_t* numflag, idx_t* ncon, idx_t* nparts, real_t* tpwgts,
                               real_t* ubvec, real_t* ipc2redist, idx_t* options, idx_t* edgecut, idx_t* part,
                               MPI_Comm* comm) {
  const char* name = "ParMETIS_V3_AdaptiveRepart";
  return as_metis_code(name, comm, [&](const communicator& c) {
    c.together([&] {
      if (ipc2redist == nullptr) throw amorph::error(amorph::status::bad_input, "ipc2redist is null");
    });
    part_graph(c, {name, vtxdist, xadj, adjncy, vwgt, vsize, adjwgt, wgtflag, numflag, ncon, nparts, tpwgts, ubvec,
                   ipc2redist, options, edgecut, part, true});
  });
}

}  // extern "C"
