// METIS_PartGraphKway and METIS_PartGraphRecursive.
#include "partitioner/interfaces/metis/part_graph.hpp"

#include <algorithm>
#include <cinttypes>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/metis/components.hpp"
#include "partitioner/interfaces/metis/metis.h"

namespace amorph::metis {
namespace {

struct graph_call {
  const idx_t *vertices, *constraints;
  caller_arrays arrays;
  const idx_t* parts;
  const real_t *targets, *tolerances;
  const idx_t* options;
  idx_t *objective, *part;
};

void part_graph(partition::scheme scheme, graph_call call) {
  require_size(dereference(call.vertices, "nvtxs"), "nvtxs");
  require_size(dereference(call.constraints, "ncon"), "ncon");
  require_size(dereference(call.parts, "nparts"), "nparts");
  dereference(call.objective, "edgecut");
  array_options a = decode(call.options, scheme, *call.constraints);
  if (*call.parts == 0) throw error(status::bad_input, "nparts is 0");
  if (*call.constraints == 0) throw error(status::bad_input, "ncon is 0");
  a.options.parts = as_count(*call.parts, "nparts");
  a.options.constraints = as_count(*call.constraints, "ncon");
  check_number_of_parts(a.options.parts, *call.vertices);
  set_targets(a.options, call.targets);
  set_imbalance(a.options, call.tolerances);
  call.arrays.vertices = *call.vertices;
  call.arrays.constraints = *call.constraints;
  call.arrays.numbering = a.numbering;
  if (row_of(a.options.objective).of_edges()) call.arrays.vertex_size = nullptr;
  const environment env = read_environment();
  if (*call.vertices == 0) {
    *call.objective = 0;
    return;
  }
  dereference(call.part, "part");
  if (*call.vertices == 1) {  // its neighbours are not validated, as in METIS
    call.part[0] = a.numbering;
    *call.objective = 0;
    return;
  }
  cpu_exec exec(env.threads);
  const caller_graph graph(exec, call.arrays, a.options.objective);
  const partition::result r = divide_for_caller(graph.view(), graph.exact(), a, env);
  for (std::size_t v = 0; v != r.part.size(); ++v) call.part[v] = static_cast<idx_t>(r.part[v]) + a.numbering;
  *call.objective = objective_of(r);
}

}  // namespace

partition::result divide_for_caller(const partition::graph& clean, const exact_weights& exact, array_options& a,
                                    const environment& env) {
  a.options.run.backend = env.backend;
  a.options.run.device = env.device;
  a.options.run.threads = env.threads;
  a.options.run.memory_limit = env.memory_limit;
  a.options.preset = env.preset;
  cpu_exec exec(env.threads);
  if (a.options.contiguous && clean.vertices != 0 && count_components(exec, clean) != 1)  // METIS's code for it
    throw error(status::internal, "METIS_OPTION_CONTIG requires a connected graph");
  partition::result r;
  if (a.options.parts == 1) {  // METIS divides by zero in some of these cases
    r.part.assign(clean.vertices, 0);
  } else {
    r = partition::divide(clean, a.options);
    warn_once(r.stats.remark.c_str());
  }
  exact.recount(clean, a.options, r);
  if ((a.debug_level & METIS_DBG_INFO) != 0)
    std::printf(" amorph: %" PRIu32 " vertices, %zu adjacency entries, %" PRIu32 " parts: cut %" PRId64
                ", balance %.3f, Amorph (%s), %.3f ms\n",
                clean.vertices, clean.to.size(), a.options.parts, r.cut, r.balance, r.stats.backend_name.c_str(),
                r.stats.median_ms());
  return r;
}

idx_t objective_of(const partition::result& r) { return static_cast<idx_t>(std::min<std::int64_t>(r.cost, IDX_MAX)); }

}  // namespace amorph::metis

extern "C" {

int METIS_PartGraphKway(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize, idx_t* adjwgt,
                        idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options, idx_t* edgecut, idx_t* part) {
  using namespace amorph::metis;
  return as_metis_code("METIS_PartGraphKway", options, [&] {
    part_graph(
        amorph::partition::scheme::kway,
        {nvtxs, ncon, {0, 1, xadj, adjncy, vwgt, vsize, adjwgt, 0}, nparts, tpwgts, ubvec, options, edgecut, part});
  });
}

int METIS_PartGraphRecursive(idx_t* nvtxs, idx_t* ncon, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* vsize,
                             idx_t* adjwgt, idx_t* nparts, real_t* tpwgts, real_t* ubvec, idx_t* options,
                             idx_t* edgecut, idx_t* part) {
  using namespace amorph::metis;
  return as_metis_code("METIS_PartGraphRecursive", options, [&] {
    part_graph(
        amorph::partition::scheme::recursive,
        {nvtxs, ncon, {0, 1, xadj, adjncy, vwgt, vsize, adjwgt, 0}, nparts, tpwgts, ubvec, options, edgecut, part});
  });
}

}  // extern "C"
