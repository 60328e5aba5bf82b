// Gains of moves, and the changes by a move.
#include <algorithm>
#include <limits>
#include <utility>

#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition::initial {

kway_partition::kway_partition(const wide_graph& g, const kway_rules& r, std::vector<part_id> part)
    : graph(g),
      rules(r),
      of_edges(row_of(r.objective).of_edges()),
      weights_of_nets_(row_of(r.objective).weights()),
      penalty_(r.limit, r.scale),
      part_(std::move(part)),
      neighbour_part_(g.to.size()),
      weights_(r.limit.size(), 0),
      connection_(g.to.size()),
      adjacent_parts_(g.vertices(), 0),
      position_(g.vertices()),
      members_(r.limit.size() / g.constraints) {
  if (rules.few_connections) {
    neighbours_.resize(parts());
    if (parts() <= dense_pairs) pair_weights_.assign(std::size_t{parts()} * parts(), 0);
  }
  if (!of_edges) sums_.kept.assign(parts(), 0);
  if (rules.distance != nullptr) by_group_.assign(rules.distance->groups(), 0);
  if (rules.contiguous) visited_.assign(g.vertices(), 0);
  for (vertex v = 0; v != g.vertices(); ++v) {
    if (!rules.old_part.empty() && rules.old_part[v] != ~part_id{0})
      moves_ += rules.move_cost[v] - move_cost(v, part_[v]);
    position_[v] = static_cast<std::uint32_t>(members_[part_[v]].size());
    members_[part_[v]].push_back(v);
    for (std::uint32_t c = 0; c != g.constraints; ++c)
      weights_[std::size_t{part_[v]} * g.constraints + c] += g.weights(v)[c];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      connect(v, part_[g.to[e]], g.edge_weight[e]);
      if (part_[g.to[e]] == part_[v]) continue;
      cut_ += g.edge_weight[e];
      if (rules.distance != nullptr) mapped_ += g.edge_weight[e] * (*rules.distance)(part_[v], part_[g.to[e]]);
      if (rules.few_connections && v < g.to[e]) add_to_pair(part_[v], part_[g.to[e]], g.edge_weight[e]);
    }
    if (!of_edges) nets_ += net_cost(v);
  }
  cut_ /= 2;
  mapped_ /= 2;
  for (part_id p = 0; p != parts(); ++p) excess_ += penalty(p);
}

weight kway_partition::penalty(part_id p) const {
  weight sum = 0;
  for (std::size_t i = std::size_t{p} * graph.constraints; i != (p + std::size_t{1}) * graph.constraints; ++i)
    sum += penalty_(i, weights_[i]);
  return sum;
}

weight kway_partition::slack(part_id p) const {
  weight minimum = std::numeric_limits<weight>::max();
  for (std::uint32_t c = 0; c != graph.constraints; ++c) minimum = std::min(minimum, slack(p, c));
  return minimum;
}

bool kway_partition::fits(vertex v, part_id to, span<const weight> allowance) const {
  const weight* const w = graph.weights(v);
  for (std::uint32_t c = 0; c != graph.constraints; ++c) {
    const std::size_t i = std::size_t{to} * graph.constraints + c;
    if (w[c] > rules.limit[i] - weights_[i] + (allowance.empty() ? 0 : allowance[c])) return false;
  }
  return true;
}

weight kway_partition::relief(vertex v, part_id to) const {
  weight sum = 0;
  for (std::uint32_t c = 0; c != graph.constraints; ++c)
    sum -= change(to, c, graph.weights(v)[c]) + change(part_[v], c, -graph.weights(v)[c]);
  return sum;
}

weight kway_partition::cost() const {
  if (rules.distance != nullptr) return mapped_ + moves_;
  return of_edges ? cut_ + moves_ : net_step * (nets_ + moves_) + cut_;
}

weight kway_partition::connection(vertex v, part_id p) const {
  const std::uint64_t row = graph.begin[v];
  for (std::uint64_t i = row; i != row + adjacent_parts_[v]; ++i)
    if (neighbour_part_[i] == p) return connection_[i];
  return 0;
}

// Of the net of v and its neighbours.
weight kway_partition::net_cost(vertex v) const {
  return size(v) * weights_of_nets_.cost(adjacent_parts_[v] - (connection(v, part_[v]) != 0 ? 1 : 0));
}

// A move of v changes the costs of v and of its neighbours: those that lose their last edge into its old part, and
// those that receive their first one into the new part.
void kway_partition::collect_kept_cost(vertex v) const {
  for (const part_id q : sums_.used) sums_.kept[q] = 0;
  sums_.used.clear();
  sums_.all = sums_.freed = 0;
  const part_id own = part_[v];
  const auto keep = [&](part_id q, weight s) {
    if (sums_.kept[q] == 0) sums_.used.push_back(q);
    sums_.kept[q] += s;
  };
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    const vertex u = graph.to[e];
    const weight s = size(u);
    sums_.all += s;
    bool in_own = false;
    for_each_adjacent_part(u, [&](part_id q, weight c) {
      if (q == own && part_[u] != own && c == graph.edge_weight[e]) sums_.freed += s;
      if (q == part_[u]) in_own = true;
      keep(q, s);
    });
    if (!in_own) keep(part_[u], s);
  }
}

void kway_partition::sum_by_group(vertex v) const {
  for (const std::uint32_t g : summed_) by_group_[g] = 0;
  summed_.clear();
  const std::size_t levels = rules.distance->steps().size();
  for_each_adjacent_part(v, [&](part_id q, weight c) {
    const std::uint32_t* const group = rules.distance->groups_of(q);
    for (std::size_t l = 0; l != levels; ++l) {
      if (by_group_[group[l]] == 0) summed_.push_back(group[l]);
      by_group_[group[l]] += c;
    }
  });
}

weight kway_partition::mapping_gain(part_id from, part_id to) const {
  const std::uint32_t *const left = rules.distance->groups_of(from), *const joined = rules.distance->groups_of(to);
  weight sum = 0;
  for (std::size_t l = 0; l != rules.distance->steps().size(); ++l)
    sum += rules.distance->steps()[l] * (by_group_[joined[l]] - by_group_[left[l]]);
  return sum;
}

weight kway_partition::net_gain(vertex v, part_id to, bool inside) const {
  return sums_.freed - (sums_.all - sums_.kept[to]) + (inside ? 0 : size(v));
}

weight kway_partition::pair(part_id p, part_id q) const {
  const std::uint64_t place = std::uint64_t{p} * parts() + q;
  if (!pair_weights_.empty()) return pair_weights_[place];
  const auto at = many_pairs_.find(place);
  return at == many_pairs_.end() ? 0 : at->second;
}

void kway_partition::add_to_pair(part_id p, part_id q, weight w) {
  const auto add = [&](part_id a, part_id b) {
    const std::uint64_t place = std::uint64_t{a} * parts() + b;
    weight& sum = pair_weights_.empty() ? many_pairs_[place] : pair_weights_[place];
    const weight before = std::exchange(sum, sum + w);
    auto& row = neighbours_[a];
    if (before == 0) {
      row.push_back(b);
    } else if (before + w == 0) {
      *std::find(row.begin(), row.end(), b) = row.back();
      row.pop_back();
      if (pair_weights_.empty()) many_pairs_.erase(place);
    }
  };
  if (w == 0) return;
  add(p, q);
  add(q, p);
}

std::uint64_t kway_partition::connections() const {
  std::uint64_t sum = 0;
  for (const auto& row : neighbours_) sum += row.size();
  return sum / 2;
}

std::int64_t kway_partition::added_connections(vertex v, part_id to) const {
  const part_id from = part_[v];
  std::int64_t added = 0;
  weight inside = 0, target = 0;
  for_each_adjacent_part(v, [&](part_id q, weight c) {
    if (q == from) {
      inside = c;
    } else if (q == to) {
      target = c;
    } else {
      added += pair(to, q) == 0 ? 1 : 0;
      added -= pair(from, q) == c ? 1 : 0;
    }
  });
  const weight between = pair(from, to), after = between - target + inside;
  return added + (between == 0 && after != 0 ? 1 : 0) - (between != 0 && after == 0 ? 1 : 0);
}

// Whether the neighbours of v in its part remain connected to each other without it. A search from one of them that
// does not reach the others soon says no.
bool kway_partition::keeps_connected(vertex v) const {
  const part_id own = part_[v];
  std::size_t missing = 0;
  const auto mark = [&] {
    visit_ += 2;  // visit_: a neighbour of v that is not reached yet; visit_ + 1: reached
    if (visit_ < 2) std::fill(visited_.begin(), visited_.end(), 0), visit_ = 2;
  };
  mark();
  queue_.clear();
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    const vertex u = graph.to[e];
    if (part_[u] != own || visited_[u] >= visit_) continue;
    if (queue_.empty()) {
      visited_[u] = visit_ + 1;
      queue_.push_back(u);
    } else {
      visited_[u] = visit_;
      ++missing;
    }
  }
  visited_[v] = visit_ + 1;
  if (missing != 0 && holds_alone(v)) return false;
  const std::size_t bound = 4 * (missing + 64);
  std::uint64_t arcs = 16 * bound;  // of hubs
  for (std::size_t next = 0; missing != 0 && next != queue_.size() && next != bound; ++next) {
    const std::uint64_t row = graph.begin[queue_[next] + 1] - graph.begin[queue_[next]];
    if (row > arcs) return false;
    arcs -= row;
    for (std::uint64_t e = graph.begin[queue_[next]]; e != graph.begin[queue_[next] + 1]; ++e) {
      const vertex u = graph.to[e];
      if (part_[u] != own || visited_[u] == visit_ + 1) continue;
      if (visited_[u] == visit_) --missing;
      visited_[u] = visit_ + 1;
      queue_.push_back(u);
    }
  }
  return missing == 0;
}

// Whether a neighbour of v in its part has no other one there.
bool kway_partition::holds_alone(vertex v) const {
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e)
    if (const vertex u = graph.to[e]; part_[u] == part_[v] && connection(u, part_[v]) == graph.edge_weight[e])
      return true;
  return false;
}

void kway_partition::connect(vertex v, part_id p, weight w) {
  if (w == 0) return;
  const std::uint64_t row = graph.begin[v], end = row + adjacent_parts_[v];
  for (std::uint64_t i = row; i != end; ++i)
    if (neighbour_part_[i] == p) {
      connection_[i] += w;
      return;
    }
  neighbour_part_[end] = p;
  connection_[end] = w;
  ++adjacent_parts_[v];
}

void kway_partition::disconnect(vertex v, part_id p, weight w) {
  if (w == 0) return;
  const std::uint64_t row = graph.begin[v];
  std::uint64_t i = row;
  while (neighbour_part_[i] != p) ++i;
  connection_[i] -= w;
  if (connection_[i] != 0) return;
  const std::uint64_t last = row + --adjacent_parts_[v];
  neighbour_part_[i] = neighbour_part_[last];
  connection_[i] = connection_[last];
}

void kway_partition::move(vertex v, part_id to) {
  const part_id from = part_[v];
  cut_ += connection(v, from) - connection(v, to);
  if (rules.distance != nullptr) {
    sum_by_group(v);
    mapped_ -= mapping_gain(from, to);
  }
  moves_ += move_cost(v, from) - move_cost(v, to);
  excess_ -= penalty(from) + penalty(to);
  for (std::uint32_t c = 0; c != graph.constraints; ++c) {
    weights_[std::size_t{from} * graph.constraints + c] -= graph.weights(v)[c];
    weights_[std::size_t{to} * graph.constraints + c] += graph.weights(v)[c];
  }
  excess_ += penalty(from) + penalty(to);
  if (rules.few_connections)
    for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q != from) add_to_pair(from, q, -c);
      if (q != to) add_to_pair(to, q, c);
    });
  if (!of_edges) nets_ -= net_cost(v);
  part_[v] = to;
  if (!of_edges) nets_ += net_cost(v);
  const vertex last = members_[from].back();
  members_[from][position_[v]] = last;
  position_[last] = position_[v];
  members_[from].pop_back();
  position_[v] = static_cast<std::uint32_t>(members_[to].size());
  members_[to].push_back(v);
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    const vertex u = graph.to[e];
    if (!of_edges) nets_ -= net_cost(u);
    disconnect(u, from, graph.edge_weight[e]);
    connect(u, to, graph.edge_weight[e]);
    if (!of_edges) nets_ += net_cost(u);
  }
}

}  // namespace amorph::partition::initial
