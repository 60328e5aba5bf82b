// Runs the forest on the backend of the options, and turns its places into the order of elimination.
#include "partitioner/ordering/forest/upper.hpp"

#include <algorithm>

#include "partitioner/ordering/dissection.hpp"
#include "partitioner/ordering/forest/core.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::ordering {
namespace {

// Puts the places of the forest in the order of elimination.
class upper_builder {
 public:
  upper_builder(const tree_record& record, const host_array<vertex>& by_place, upper_depths& out)
      : record_(record), by_place_(by_place), out_(out) {
    out_.order.resize(by_place.size());
  }
  void run() { (void)visit(0, 0); }

 private:
  // Positions from `at` on; returns the end.
  std::size_t visit(std::uint32_t place, std::size_t at) {
    if (record_.next[place] != ~std::uint32_t{0}) return visit(record_.next[place] * tree_nodes, at);
    const bool separator = record_.split[place] != 0;
    if (separator) {
      at = visit(child_of(place, 0), at);
      at = visit(child_of(place, 1), at);
    }
    const auto begin = first_at(place), end = first_at(place + 1);
    std::copy(begin, end, out_.order.begin() + static_cast<std::ptrdiff_t>(at));
    const auto size = static_cast<std::size_t>(end - begin);
    out_.parts.push_back({at, size, record_.key[place], record_.node[place], separator});
    return at + size;
  }
  [[nodiscard]] host_array<vertex>::const_iterator first_at(std::uint32_t place) const {
    return std::lower_bound(by_place_.begin(), by_place_.end(), place,
                            [&](vertex v, std::uint32_t p) { return out_.place[v] < p; });
  }

  const tree_record& record_;
  const host_array<vertex>& by_place_;
  upper_depths& out_;
};

}  // namespace

piece upper_depths::extract(const level_graph& g, const upper_part& part) {
  piece p;
  p.first = part.first;
  p.key = part.key;
  p.node = part.node;
  p.name.assign(order.begin() + static_cast<std::ptrdiff_t>(part.first),
                order.begin() + static_cast<std::ptrdiff_t>(part.first + part.size));
  std::uint64_t arcs = 0;
  for (vertex i = 0; i != part.size; ++i) {
    const vertex v = p.name[i];
    number[v] = i;
    arcs += g.begin[v + std::size_t{1}] - g.begin[v];
  }
  p.graph.begin.resize(part.size + 1);
  p.graph.vertex_weight.resize(part.size);
  p.graph.to.resize(arcs);
  std::uint64_t end = 0;
  p.graph.begin[0] = 0;
  for (vertex i = 0; i != part.size; ++i) {
    const vertex v = p.name[i];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (const vertex u = g.to[e]; place[u] == place[v]) p.graph.to[end++] = number[u];
    p.graph.begin[i + std::size_t{1}] = end;
    p.graph.vertex_weight[i] = g.vertex_weight[v];
    p.graph.total += g.vertex_weight[v];
  }
  p.graph.to.resize(end);
  p.graph.edge_weight.assign(end, 1);
  return p;
}

upper_depths divide_upper(cpu_exec& exec, const level_graph& g, const options& o, std::uint64_t key, std::uint64_t node,
                          statistics& stats) {
  upper_depths out;
  host_array<vertex> by_place(g.vertices());
  out.place.resize(g.vertices());
  out.number.resize(g.vertices());
  coarsest_divider divider(exec, separator_options_of(o), key, node, partition::stop_check(o.run));
  forest_problem problem{};
  problem.graph = {g.vertices(), g.begin, g.to, g.vertex_weight, {}, {}};
  problem.imbalance = o.imbalance;
  problem.random_matching = o.random_matching ? 1 : 0;
  problem.two_hop = o.two_hop ? 1 : 0;
  problem.refinement = o.refinement;
  problem.seed = key;
  problem.divide = &coarsest_divider::divide;
  problem.context = &divider;
  forest_answer answer{};
  answer.order = by_place.data();
  answer.place = out.place.data();
  (void)dispatch("order", forest_cpu_entry(), o.run, work_of(g.vertices(), g.to.size()), 0, problem, answer, stats);
  stats.transfer_ms += answer.transfer_ms + stats.finish_ms;
  stats.coarsen_ms += answer.coarsen_ms;
  stats.divide_ms += answer.divide_ms;
  stats.refine_ms += answer.refine_ms;
  stats.split_ms += answer.split_ms;
  upper_builder(divider.record(), by_place, out).run();
  return out;
}

run_work work_of(std::uint64_t vertices, std::uint64_t arcs) {
  const auto n = static_cast<double>(vertices), m = static_cast<double>(arcs);
  return {.serial_ms = 0.1e-3 * n,
          .core_ms = 1e-3 * n + 0.1e-3 * m,
          .device_ms = 40 + 0.1e-3 * n,
          .upload_bytes = 8 * vertices + 4 * arcs};
}

}  // namespace amorph::ordering
