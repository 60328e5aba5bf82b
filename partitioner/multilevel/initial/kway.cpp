// K-way refinement by local searches (Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", 2011:
// multi-try Fiduccia-Mattheyses).
//
// A round starts a search at each boundary vertex, in random order. A search moves the vertex of highest gain, then the
// best among it and its neighbours, and so on, each vertex once per round, and rolls back to its best prefix. Parts of
// a coarsest graph have about thirty vertices and little slack, so a move may raise one part above its limit; the next
// move must then leave that part (an ejection chain), and no prefix with more excess than at the start is accepted.
#include "partitioner/multilevel/initial/kway.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace amorph::partition::initial {

kway_partition::kway_partition(const small_graph& g, span<const std::int64_t> limits, std::vector<part_id> part)
    : graph(g),
      limit(limits),
      part_(std::move(part)),
      neighbour_part_(g.to.size()),
      weights_(limits.size(), 0),
      connection_(g.to.size()),
      adjacent_parts_(g.vertices(), 0),
      position_(g.vertices()),
      members_(limits.size()) {
  for (vertex v = 0; v != g.vertices(); ++v) {
    position_[v] = static_cast<std::uint32_t>(members_[part_[v]].size());
    members_[part_[v]].push_back(v);
    weights_[part_[v]] += g.vertex_weight[v];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      connect(v, part_[g.to[e]], g.edge_weight[e]);
      if (part_[g.to[e]] != part_[v]) cut_ += g.edge_weight[e];
    }
  }
  cut_ /= 2;
  for (part_id p = 0; p != parts(); ++p) excess_ += over(p);
}

weight kway_partition::connection(vertex v, part_id p) const {
  const std::uint64_t row = graph.begin[v];
  for (std::uint64_t i = row; i != row + adjacent_parts_[v]; ++i)
    if (neighbour_part_[i] == p) return connection_[i];
  return 0;
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
  excess_ -= over(from) + over(to);
  weights_[from] -= graph.vertex_weight[v];
  weights_[to] += graph.vertex_weight[v];
  excess_ += over(from) + over(to);
  part_[v] = to;
  const vertex last = members_[from].back();
  members_[from][position_[v]] = last;
  position_[last] = position_[v];
  members_[from].pop_back();
  position_[v] = static_cast<std::uint32_t>(members_[to].size());
  members_[to].push_back(v);
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    disconnect(graph.to[e], from, graph.edge_weight[e]);
    connect(graph.to[e], to, graph.edge_weight[e]);
  }
}

namespace {

constexpr part_id no_part = ~part_id{0};
constexpr unsigned patience = 12;         // moves without improvement after which a search ends
constexpr std::size_t max_members = 512;  // maximum size of a part that an ejection chain may pass through

struct candidate {
  part_id to = no_part;
  weight gain = 0;
};

class local_search {
 public:
  explicit local_search(kway_partition& p) : p_(p), moved_in_(p.graph.vertices(), 0) {
    for (const weight w : p.graph.vertex_weight) allowance_ = std::max(allowance_, w);
  }

  void new_round() { ++round_; }
  [[nodiscard]] bool touched(vertex v) const { return moved_in_[v] == round_; }

  // Returns whether (excess, cut) improved.
  bool run(vertex seed) {
    heap_.reset(p_.graph.vertices());
    moved_.clear();
    offer(seed);
    overfull_ = no_part;
    const std::pair first(p_.excess(), p_.cut());
    std::pair best = first;
    std::size_t best_moves = 0;
    while (moved_.size() - best_moves != patience) {
      vertex v;
      candidate c;
      if (overfull_ != no_part ? !next_from_overfull(v, c) : !next_from_heap(v, c)) break;
      step(v, c.to);
      if (const std::pair now(p_.excess(), p_.cut()); now < best) {
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
    const part_id own = p_.part(v);
    if (p_.members(own).size() == 1) return {};
    const weight w = p_.graph.vertex_weight[v];
    candidate best;
    weight inside = 0, best_connection = 0;
    p_.for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q == own) {
        inside = c;
        return;
      }
      if (c < best_connection || w > p_.slack(q) + (beyond ? allowed_excess(q) : 0)) return;
      if (c == best_connection && best.to != no_part && p_.slack(q) <= p_.slack(best.to)) return;
      best = {q, 0};
      best_connection = c;
    });
    best.gain = best_connection - inside;
    return best;
  }

  // The allowed excess of a part for one move. The next move scans all its vertices, so their number is limited.
  [[nodiscard]] weight allowed_excess(part_id q) const {
    return p_.members(q).size() <= max_members ? std::min(allowance_, p_.limit[q] / 8) : 0;
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
    const weight over = p_.over(overfull_);
    for (const vertex u : p_.members(overfull_)) {
      if (touched(u) || p_.graph.vertex_weight[u] < over || !p_.boundary(u)) continue;
      const candidate d = best_move(u, false);
      if (d.to == no_part || (c.to != no_part && d.gain <= c.gain)) continue;
      c = d;
      v = u;
    }
    return c.to != no_part;
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
  gain_heap heap_;
  std::vector<std::uint32_t> moved_in_;            // the round in which each vertex was last moved
  std::vector<std::pair<vertex, part_id>> moved_;  // with the part that each left
  std::uint32_t round_ = 0;
  part_id overfull_ = no_part;
  weight allowance_ = 0;
};

}  // namespace

void refine(kway_partition& p, unsigned rounds, random_numbers random, const stop_check& check_stop) {
  local_search search(p);
  std::vector<vertex> seeds;
  for (unsigned round = 0; round != rounds; ++round) {
    const weight excess = p.excess(), cut = p.cut();
    seeds.clear();
    for (vertex v = 0; v != p.graph.vertices(); ++v)
      if (p.boundary(v)) seeds.push_back(v);
    random.shuffle(seeds);
    search.new_round();
    for (std::size_t i = 0; i != seeds.size(); ++i) {
      if (i % 1024 == 0) check_stop();
      if (!search.touched(seeds[i]) && p.boundary(seeds[i])) search.run(seeds[i]);
    }
    if (p.excess() == excess && p.cut() >= cut - cut / 500) break;
  }
}

}  // namespace amorph::partition::initial
