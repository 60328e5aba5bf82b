// K-way refinement by local searches (Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", 2011:
// multi-try Fiduccia-Mattheyses).
//
// A round starts a search at each boundary vertex, in random order. A search moves the vertex of highest gain, then the
// best among it and its neighbours, and so on, each vertex once per round, and rolls back to its best prefix. Parts of
// a coarsest graph have about twenty vertices and little slack, so a move may raise one part above its limit; the next
// move must then leave that part (an ejection chain), and no prefix with more excess than at the start is accepted.
#include "partitioner/multilevel/initial/kway.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace amorph::partition::initial {

kway_partition::kway_partition(const small_graph& g, const kway_rules& r, std::vector<part_id> part)
    : graph(g),
      rules(r),
      part_(std::move(part)),
      neighbour_part_(g.to.size()),
      weights_(r.limit.size(), 0),
      connection_(g.to.size()),
      adjacent_parts_(g.vertices(), 0),
      position_(g.vertices()),
      members_(r.limit.size() / g.constraints) {
  if (rules.few_connections) neighbours_.resize(parts());
  if (rules.objective == objective::volume) sums_.kept.assign(parts(), 0);
  if (rules.contiguous) visited_.assign(g.vertices(), 0);
  for (vertex v = 0; v != g.vertices(); ++v) {
    if (!rules.home.empty() && rules.home[v] != ~part_id{0}) moves_ += rules.move_cost[v] - move_cost(v, part_[v]);
    position_[v] = static_cast<std::uint32_t>(members_[part_[v]].size());
    members_[part_[v]].push_back(v);
    for (std::uint32_t c = 0; c != g.constraints; ++c)
      weights_[std::size_t{part_[v]} * g.constraints + c] += g.weights(v)[c];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      connect(v, part_[g.to[e]], g.edge_weight[e]);
      if (part_[g.to[e]] == part_[v]) continue;
      cut_ += g.edge_weight[e];
      if (rules.few_connections && v < g.to[e]) add_to_pair(part_[v], part_[g.to[e]], g.edge_weight[e]);
    }
    if (rules.objective == objective::volume) volume_ += volume_of(v);
  }
  cut_ /= 2;
  for (part_id p = 0; p != parts(); ++p) excess_ += over(p);
}

weight kway_partition::over(part_id p) const {
  weight sum = 0;
  for (std::uint32_t c = 0; c != graph.constraints; ++c) sum += over(p, c) * (rules.scale.empty() ? 1 : rules.scale[c]);
  return sum;
}

weight kway_partition::slack(part_id p) const {
  weight minimum = std::numeric_limits<weight>::max();
  for (std::uint32_t c = 0; c != graph.constraints; ++c) {
    const std::size_t i = std::size_t{p} * graph.constraints + c;
    minimum = std::min(minimum, (rules.limit[i] - weights_[i]) * (rules.scale.empty() ? 1 : rules.scale[c]));
  }
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
  return rules.objective == objective::volume ? volume_step * (volume_ + moves_) + cut_ : cut_ + moves_;
}

weight kway_partition::connection(vertex v, part_id p) const {
  const std::uint64_t row = graph.begin[v];
  for (std::uint64_t i = row; i != row + adjacent_parts_[v]; ++i)
    if (neighbour_part_[i] == p) return connection_[i];
  return 0;
}

// The communication volume that v causes.
weight kway_partition::volume_of(vertex v) const {
  return size(v) * (adjacent_parts_[v] - (connection(v, part_[v]) != 0 ? 1 : 0));
}

// A move of v changes the volume of v and of its neighbours: those that lose their last edge into its old part, and
// those that receive their first one into the new part.
void kway_partition::collect_kept_volume(vertex v) const {
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

weight kway_partition::volume_gain(vertex v, part_id to, bool inside) const {
  return sums_.freed - (sums_.all - sums_.kept[to]) + (inside ? 0 : size(v));
}

weight kway_partition::pair(part_id p, part_id q) const {
  for (const auto& [part, w] : neighbours_[p])
    if (part == q) return w;
  return 0;
}

void kway_partition::add_to_pair(part_id p, part_id q, weight w) {
  const auto add = [&](part_id to) {
    auto& row = neighbours_[to == p ? q : p];
    const auto at = std::find_if(row.begin(), row.end(), [&](const auto& entry) { return entry.first == to; });
    if (at == row.end()) {
      row.emplace_back(to, w);
    } else if ((at->second += w) == 0) {
      *at = row.back();
      row.pop_back();
    }
  };
  add(p);
  add(q);
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
  const std::size_t bound = 4 * (missing + 64);
  for (std::size_t next = 0; missing != 0 && next != queue_.size() && next != bound; ++next)
    for (std::uint64_t e = graph.begin[queue_[next]]; e != graph.begin[queue_[next] + 1]; ++e) {
      const vertex u = graph.to[e];
      if (part_[u] != own || visited_[u] == visit_ + 1) continue;
      if (visited_[u] == visit_) --missing;
      visited_[u] = visit_ + 1;
      queue_.push_back(u);
    }
  return missing == 0;
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
  moves_ += move_cost(v, from) - move_cost(v, to);
  excess_ -= over(from) + over(to);
  for (std::uint32_t c = 0; c != graph.constraints; ++c) {
    weights_[std::size_t{from} * graph.constraints + c] -= graph.weights(v)[c];
    weights_[std::size_t{to} * graph.constraints + c] += graph.weights(v)[c];
  }
  excess_ += over(from) + over(to);
  if (rules.few_connections)
    for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q != from) add_to_pair(from, q, -c);
      if (q != to) add_to_pair(to, q, c);
    });
  const bool by_volume = rules.objective == objective::volume;
  if (by_volume) volume_ -= volume_of(v);
  part_[v] = to;
  if (by_volume) volume_ += volume_of(v);
  const vertex last = members_[from].back();
  members_[from][position_[v]] = last;
  position_[last] = position_[v];
  members_[from].pop_back();
  position_[v] = static_cast<std::uint32_t>(members_[to].size());
  members_[to].push_back(v);
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    const vertex u = graph.to[e];
    if (by_volume) volume_ -= volume_of(u);
    disconnect(u, from, graph.edge_weight[e]);
    connect(u, to, graph.edge_weight[e]);
    if (by_volume) volume_ += volume_of(u);
  }
}

namespace {

constexpr part_id no_part = ~part_id{0};
constexpr std::size_t max_members = 512;  // maximum size of a part that an ejection chain may pass through

struct candidate {
  part_id to = no_part;
  weight gain = 0;
};

class local_search {
 public:
  local_search(kway_partition& p, unsigned patience)
      : p_(p), patience_(patience), moved_in_(p.graph.vertices(), 0), allowance_(p.graph.constraints, 0) {
    const auto& weights = p.graph.vertex_weight;
    const std::size_t movable = std::min(weights.size(), std::size_t{p.rules.fixed} * allowance_.size());
    for (std::size_t i = 0; i != movable; ++i) {
      weight& most = allowance_[i % allowance_.size()];
      most = std::max(most, weights[i]);
    }
    allowed_ = allowance_;
  }

  void new_round() { ++round_; }
  [[nodiscard]] bool touched(vertex v) const { return moved_in_[v] == round_; }

  // Returns whether (excess, cost) improved.
  bool run(vertex seed) {
    heap_.reset(p_.graph.vertices());
    moved_.clear();
    offer(seed);
    overfull_ = no_part;
    const std::pair first(p_.excess(), p_.cost());
    std::pair best = first;
    std::size_t best_moves = 0;
    while (moved_.size() - best_moves != patience_) {
      vertex v;
      candidate c;
      if (overfull_ != no_part ? !next_from_overfull(v, c) : !next_from_heap(v, c)) break;
      step(v, c.to);
      if (const std::pair now(p_.excess(), p_.cost()); now < best) {
        best = now;
        best_moves = moved_.size();
      }
    }
    for (std::size_t i = moved_.size(); i != best_moves; --i) p_.move(moved_[i - 1].first, moved_[i - 1].second);
    return best != first;
  }

 private:
  // The adjacent part of highest gain that v may move to: within its limit, or, with `beyond`, above it by the
  // allowance.
  [[nodiscard]] candidate best_move(vertex v, bool beyond) const {
    candidate best;
    p_.for_each_gain(v, [&](part_id q, weight gain) {
      if (best.to != no_part && (gain < best.gain || (gain == best.gain && p_.slack(q) <= p_.slack(best.to)))) return;
      if (p_.fits(v, q, beyond ? allowed_excess(q) : span<const weight>())) best = {q, gain};
    });
    return best.to != no_part && p_.may_leave(v) ? best : candidate{};
  }

  // The allowed excess of a part for one move. The next move scans all its vertices, so their number is limited.
  [[nodiscard]] span<const weight> allowed_excess(part_id q) const {
    if (p_.members(q).size() > max_members) return {};
    const std::size_t constraints = allowance_.size();
    for (std::size_t c = 0; c != constraints; ++c)
      allowed_[c] = std::min(allowance_[c], p_.rules.limit[q * constraints + c] / 8);
    return allowed_;
  }

  void offer(vertex v) {
    if (touched(v)) return;
    const candidate c = best_move(v, true);
    if (c.to != no_part)
      heap_.push_or_set(v, c.gain);
    else if (heap_.contains(v))
      heap_.remove(v);
  }

  // Gains in the heap may be outdated, because parts have filled up: the top is re-evaluated.
  bool next_from_heap(vertex& v, candidate& c) {
    while (!heap_.empty()) {
      v = heap_.top();
      c = best_move(v, true);
      if (c.to == no_part)
        heap_.pop();
      else if (c.gain < heap_.top_gain())
        heap_.set(v, c.gain);
      else
        return true;
    }
    return false;
  }

  bool next_from_overfull(vertex& v, candidate& c) const {
    c = {};
    for (const vertex u : p_.members(overfull_)) {
      if (touched(u) || !relieves(u) || !p_.boundary(u)) continue;
      const candidate d = best_move(u, false);
      if (d.to == no_part || (c.to != no_part && d.gain <= c.gain)) continue;
      c = d;
      v = u;
    }
    return c.to != no_part;
  }

  // Whether the overfull part is within its limits without u.
  [[nodiscard]] bool relieves(vertex u) const {
    for (std::uint32_t c = 0; c != p_.graph.constraints; ++c)
      if (p_.graph.weights(u)[c] < p_.over(overfull_, c)) return false;
    return true;
  }

  void step(vertex v, part_id to) {
    const part_id from = p_.part(v);
    const weight before = p_.excess();
    if (heap_.contains(v)) heap_.remove(v);
    moved_in_[v] = round_;
    moved_.emplace_back(v, from);
    p_.move(v, to);
    overfull_ = p_.excess() > before ? to : no_part;
    for (std::uint64_t e = p_.graph.begin[v]; e != p_.graph.begin[v + 1]; ++e) offer(p_.graph.to[e]);
  }

  kway_partition& p_;
  unsigned patience_;
  gain_heap heap_;
  std::vector<std::uint32_t> moved_in_;            // the round in which each vertex was last moved
  std::vector<std::pair<vertex, part_id>> moved_;  // with the part that each left
  std::uint32_t round_ = 0;
  part_id overfull_ = no_part;
  std::vector<weight> allowance_;  // per constraint: the weight of the heaviest vertex
  mutable std::vector<weight> allowed_;
};

}  // namespace

void refine(kway_partition& p, const search_effort& effort, random_numbers random, const stop_check& check_stop) {
  local_search search(p, effort.patience);
  std::vector<vertex> seeds;
  for (unsigned round = 0; round != effort.rounds; ++round) {
    const weight excess = p.excess(), cost = p.cost();
    seeds.clear();
    for (vertex v = 0; v != p.graph.vertices(); ++v)
      if (p.boundary(v)) seeds.push_back(v);
    random.shuffle(seeds);
    search.new_round();
    for (std::size_t i = 0; i != seeds.size(); ++i) {
      if (i % 1024 == 0) check_stop();
      if (!search.touched(seeds[i]) && p.boundary(seeds[i])) search.run(seeds[i]);
    }
    if (p.excess() == excess && p.cost() >= cost - cost / effort.least_gain) break;
  }
}

}  // namespace amorph::partition::initial
