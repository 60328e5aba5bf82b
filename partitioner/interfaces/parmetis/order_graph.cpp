// ParMETIS_V3_NodeND, ParMETIS_V32_NodeND.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/parmetis/boundary.hpp"
#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/gather.hpp"
#include "partitioner/interfaces/parmetis/ptscotch.hpp"
#include "partitioner/ordering/ordering.hpp"

namespace amorph::parmetis {
namespace {

struct order_call {
  const char* function;
  const idx_t *vtxdist, *xadj, *adjncy, *vwgt, *numflag, *options;
  const idx_t *separators, *seed, *debug_level;  // V32's; null: the default
  const real_t* imbalance;
  idx_t *order, *sizes;
};

struct order_problem {
  distributed_graph graph;
  ordering::options options;
  environment env;
  idx_t debug_level = 0;
};

order_problem check_call(const communicator& c, const order_call& call) {
  order_problem p;
  fingerprint same;
  c.together([&] {
    if (call.numflag == nullptr || *call.numflag < 0 || *call.numflag > 1) refuse("numflag: expected 0 or 1");
    p.graph.base = *call.numflag;
    p.graph.vertices = check_distribution(c, call.vtxdist, p.graph.base, "vtxdist");
    p.graph.xadj = call.xadj;
    p.graph.adjncy = call.adjncy;
    p.graph.vwgt = call.vwgt;
    p.graph.has_vwgt = call.vwgt != nullptr;
    check_arrays(c, p.graph);
    if (call.sizes == nullptr) refuse("sizes is null");
    if (call.order == nullptr && p.graph.local != 0) refuse("order is null");
    p.env = read_environment();
    const caller_options asked = read_options(call.options, false);
    p.debug_level = call.debug_level != nullptr ? *call.debug_level : asked.debug_level;
    const idx_t seed = call.seed != nullptr && *call.seed >= 0 ? *call.seed : asked.seed;
    p.options.run = p.env.run;
    p.options.seed = static_cast<std::uint32_t>(seed);
    p.options.domains = std::bit_floor(static_cast<std::uint32_t>(c.size()));
    if (call.separators != nullptr && *call.separators < 1) refuse("s_nseps: expected 1 or more");
    if (call.separators != nullptr) p.options.attempts = static_cast<std::uint32_t>(*call.separators);
    if (call.imbalance != nullptr && !(*call.imbalance >= 1)) refuse("ubfrac: expected 1 or more");
    if (call.imbalance != nullptr) p.options.imbalance = static_cast<double>(*call.imbalance);
    for (const std::int64_t first : p.graph.vertices.first) same.add(first);
    for (const std::int64_t value : {std::int64_t{p.graph.base}, std::int64_t{seed}, std::int64_t{p.debug_level},
                                     std::int64_t{p.options.attempts}})
      same.add(value);
    same.add_real(p.options.imbalance);
  });
  same.require_equal(c);
  // A process without vertices may have no weights.
  const bool weighted = c.maximum(std::int32_t{p.graph.has_vwgt ? 1 : 0}) != 0;
  c.together([&] {
    if (weighted && !p.graph.has_vwgt && p.graph.local != 0) refuse("vwgt is null here, but not on all processes");
  });
  p.graph.has_vwgt = weighted;
  p.graph.all_arcs = c.sum(p.graph.arcs);
  return p;
}

// On the root: the position of each vertex.
std::vector<idx_t> order_on_root(const order_problem& p, const gathered_arrays& a, std::vector<idx_t>& sizes) {
  metis::caller_arrays from;
  from.vertices = static_cast<idx_t>(p.graph.total());
  from.begin = a.xadj.data();
  from.to = a.adjncy.data();
  from.vertex_weight = p.graph.has_vwgt ? a.vwgt.data() : nullptr;
  cpu_exec exec(p.options.run.threads);
  const metis::caller_graph graph(exec, from, partition::objective::cut);
  const ordering::result r = ordering::order(graph.view(), p.options);
  std::vector<idx_t> position(r.order.size());
  for (std::size_t k = 0; k != r.order.size(); ++k) position[r.order[k]] = static_cast<idx_t>(k);
  std::copy(r.sizes.begin(), r.sizes.end(), sizes.begin());
  if (p.options.domains == 1) sizes[0] = from.vertices;
  return position;
}

std::vector<idx_t> order_gathered(const communicator& c, const order_problem& p, std::vector<idx_t>& sizes) {
  const gathered_arrays a = gather(c, p.graph);
  std::vector<idx_t> position;
  std::exception_ptr failure;
  try {
    if (c.is_root()) position = order_on_root(p, a, sizes);
  } catch (...) {
    failure = std::current_exception();
  }
  c.wait_for_root();
  c.together([&] {
    if (failure) std::rethrow_exception(failure);
  });
  c.broadcast(sizes);
  return scatter(c, p.graph.vertices, position);
}

void order_graph(const communicator& c, const order_call& call) {
  const order_problem p = check_call(c, call);
  std::vector<idx_t> sizes(2 * static_cast<std::size_t>(c.size()), 0), position;
  const bool gathered = is_gathered(c, p.env, p.graph.total(), p.graph.all_arcs, 1);
  if (p.graph.total() != 0 && gathered)
    position = order_gathered(c, p, sizes);
  else if (p.graph.total() != 0)
    position = scotch_graph(c, p.graph).order(p.options.seed, static_cast<int>(p.options.domains), sizes);
  for (std::size_t v = 0; v != position.size(); ++v) call.order[v] = position[v] + p.graph.base;
  std::copy(sizes.begin(), sizes.end(), call.sizes);
  char line[200];
  std::snprintf(line, sizeof line, "%s %d processes; %lld vertices, %lld adjacency entries",
                gathered ? "Amorph on one of" : "PT-Scotch on", c.size(), static_cast<long long>(p.graph.total()),
                static_cast<long long>(p.graph.all_arcs));
  set_report(call.function, line);
  print_report(c, p.debug_level);
}

}  // namespace
}  // namespace amorph::parmetis

extern "C" {

int ParMETIS_V3_NodeND(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* numflag, idx_t* options, idx_t* order,
                       idx_t* sizes, MPI_Comm* comm) {
  using namespace amorph::parmetis;
  const char* name = "ParMETIS_V3_NodeND";
  return as_metis_code(name, comm, [&](const communicator& c) {
    order_graph(
        c, {name, vtxdist, xadj, adjncy, nullptr, numflag, options, nullptr, nullptr, nullptr, nullptr, order, sizes});
  });
}

int ParMETIS_V32_NodeND(idx_t* vtxdist, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* numflag, idx_t* /*mtype*/,
                        idx_t* /*rtype*/, idx_t* p_nseps, idx_t* s_nseps, real_t* ubfrac, idx_t* seed, idx_t* dbglvl,
                        idx_t* order, idx_t* sizes, MPI_Comm* comm) {
  using namespace amorph::parmetis;
  const char* name = "ParMETIS_V32_NodeND";
  return as_metis_code(name, comm, [&](const communicator& c) {
    const idx_t* separators = s_nseps != nullptr ? s_nseps : p_nseps;
    order_graph(c,
                {name, vtxdist, xadj, adjncy, vwgt, numflag, nullptr, separators, seed, dbglvl, ubfrac, order, sizes});
  });
}

}  // extern "C"
