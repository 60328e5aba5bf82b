// Contracts each group of vertices to one vertex, with the sums of weights and costs; nets keep each pin once.
#include "partitioner/hypergraph/groups.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>

#include "amorph/kernels/base/error.hpp"

namespace amorph::hypergraph {
namespace {

// `vertex`: its number in messages.
void add(std::int32_t& to, std::int32_t weight, std::uint32_t vertex) {
  const std::int64_t sum = std::int64_t{to} + weight;
  if (sum > std::numeric_limits<std::int32_t>::max())
    throw error(status::bad_input, "the group of vertex " + std::to_string(vertex) + " weighs more than " +
                                       std::to_string(std::numeric_limits<std::int32_t>::max()));
  to = static_cast<std::int32_t>(sum);
}

// Groups are numbered in the order of their first vertices.
void number(const netlist& n, const options& o, grouped& g) {
  std::unordered_map<std::int32_t, std::uint32_t> known;
  g.first = n.first;
  g.map.resize(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    const bool is_new = o.group[v] == -1 || known.try_emplace(o.group[v], g.vertices).second;
    g.map[v] = is_new ? g.vertices++ : known[o.group[v]];
    if (is_new) g.member.push_back(v);
  }
}

void sum_weights(const netlist& n, const options& o, grouped& g) {
  g.dimensions = n.dimensions;
  g.vertex_weight.assign(std::size_t{g.vertices} * n.dimensions, 0);
  if (!o.move_cost.empty()) g.move_cost.assign(g.vertices, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    for (std::size_t d = 0; d != n.dimensions; ++d)
      add(g.vertex_weight[g.map[v] * std::size_t{n.dimensions} + d],
          n.vertex_weight.empty() ? 1 : n.vertex_weight[v * std::size_t{n.dimensions} + d], v + n.first);
    if (!o.move_cost.empty()) add(g.move_cost[g.map[v]], o.move_cost[v], v + n.first);
  }
}

void gather_fixed(const netlist& n, const options& o, grouped& g) {
  if (o.fixed.empty()) return;
  g.fixed.assign(g.vertices, -1);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    std::int32_t& part = g.fixed[g.map[v]];
    if (o.fixed[v] == -1) continue;
    if (part != -1 && part != o.fixed[v])
      throw error(status::bad_input, "vertex " + std::to_string(v + n.first) + " is fixed in part " +
                                         std::to_string(o.fixed[v]) + ", another vertex of its group in part " +
                                         std::to_string(part));
    part = o.fixed[v];
  }
}

void gather_start(const netlist& n, const options& o, grouped& g) {
  if (o.start.empty()) return;
  std::vector<std::map<std::int32_t, std::uint32_t>> votes(g.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v)
    if (o.start[v] != -1) ++votes[g.map[v]][o.start[v]];
  for (const auto& of_one : votes) {
    const auto most = std::max_element(of_one.begin(), of_one.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    g.start.push_back(most == of_one.end() ? -1 : most->first);
  }
}

}  // namespace

netlist grouped::view() const {
  return {vertices,   static_cast<std::uint32_t>(net_weight.size()),
          net_begin,  pin,
          net_weight, vertex_weight,
          dimensions, first,
          member};
}

options grouped::constraints(const options& of_all) const {
  options o = of_all;
  o.group = {};
  o.fixed = fixed;
  o.start = start;
  o.move_cost = move_cost;
  return o;
}

grouped contract_groups(const netlist& n, const options& o) {
  grouped g;
  number(n, o, g);
  sum_weights(n, o, g);
  gather_fixed(n, o, g);
  gather_start(n, o, g);
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    const std::size_t first = g.pin.size();
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + std::size_t{1}]; ++i) g.pin.push_back(g.map[n.pin[i]]);
    const auto begin = g.pin.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, g.pin.end());
    g.pin.erase(std::unique(begin, g.pin.end()), g.pin.end());
    g.net_begin.push_back(g.pin.size());
    g.net_weight.push_back(n.net_weight.empty() ? 1 : n.net_weight[e]);
  }
  return g;
}

}  // namespace amorph::hypergraph
