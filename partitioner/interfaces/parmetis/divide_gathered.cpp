// The whole graph on the root, divided there by the core: the answer does not depend on the processes.
#include <algorithm>
#include <cstdio>
#include <exception>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/gather.hpp"

namespace amorph::parmetis {
namespace {

partition::result divide_on_root(const problem& p, const gathered_arrays& a, const std::vector<idx_t>& start,
                                 const std::vector<idx_t>& cost) {
  metis::caller_arrays from;
  from.vertices = static_cast<idx_t>(p.graph.total());
  from.constraints = p.graph.constraints;
  from.begin = a.xadj.data();
  from.to = a.adjncy.data();
  from.vertex_weight = p.graph.has_vwgt ? a.vwgt.data() : nullptr;
  from.edge_weight = p.graph.has_adjwgt ? a.adjwgt.data() : nullptr;
  cpu_exec exec(p.options.run.threads);
  const metis::caller_graph graph(exec, from, partition::objective::cut);
  partition::options o = p.options;
  if (p.improves) o.start = {start.data(), start.size()};
  if (p.costs) o.move_cost = {cost.data(), cost.size()};
  partition::result r = partition::divide(graph.view(), o);
  graph.exact().recount(graph.view(), o, r);
  return r;
}

}  // namespace

answer divide_gathered(const communicator& c, const problem& p) {
  if (!fits_counts(p.graph.total(), p.graph.all_arcs, p.graph.constraints))
    throw error(status::out_of_memory, "the graph has too many entries for one process");
  const gathered_arrays a = gather(c, p.graph);
  std::vector<idx_t> start, cost, part;
  if (p.improves) start = gather(c, p.part, p.graph.local);
  if (p.costs) cost = gather(c, p.move_cost.data(), p.graph.local);
  answer found;
  const auto compute = [&] {
    if (!c.is_root()) return;
    const partition::result r = divide_on_root(p, a, start, cost);
    part.assign(r.part.begin(), r.part.end());
    found.cut = r.cut;
    char line[200] = "";
    std::snprintf(line, sizeof line, "Amorph on one of %d processes, %s, balance %.3f", c.size(),
                  r.stats.backend_name.c_str(), r.balance);
    found.engine = line;
  };
  std::exception_ptr failure;
  try {
    compute();
  } catch (...) {
    failure = std::current_exception();
  }
  c.wait_for_root();
  c.together([&] {
    if (failure) std::rethrow_exception(failure);
  });
  const std::vector<idx_t> here = scatter(c, p.graph.vertices, part);
  std::copy(here.begin(), here.end(), p.part);
  c.broadcast(found.cut);
  c.broadcast(found.engine);
  return found;
}

}  // namespace amorph::parmetis
