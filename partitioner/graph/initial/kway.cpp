// K-way refinement by local searches (Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", 2011:
// multi-try Fiduccia-Mattheyses).
//
// A round starts a search at each boundary vertex, in random order. A search moves the vertex of highest gain, then the
// best among it and its neighbours, and so on, each vertex once per round, and rolls back to its best prefix. Parts of
// a coarsest graph have about twenty vertices and little slack, so a move may raise one part above its limit; the next
// move must then leave that part (an ejection chain), and no prefix with more excess than at the start is accepted.
#include "partitioner/graph/initial/kway.hpp"

#include <algorithm>
#include <utility>

namespace amorph::partition::initial {
namespace {

constexpr part_id no_part = ~part_id{0};
// Maximum degree of a vertex that is tried again and again where that takes its neighbours; also in multiples of the
// mean degree.
constexpr std::uint64_t max_degree = 128, max_mean_degrees = 4;
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
    if (p.graph.vertices() != 0)
      max_degree_ = std::max(max_degree, max_mean_degrees * (p.graph.begin.back() / p.graph.vertices()));
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
  // The adjacent part of highest gain that v could move to: within its limit, or, with `beyond`, above it by the
  // allowance. Whether v may leave its part is asked of the vertex that is to move alone: contiguity takes a search.
  [[nodiscard]] candidate best_move(vertex v, bool beyond) const {
    candidate best;
    p_.for_each_gain(v, [&](part_id q, weight gain) {
      if (best.to != no_part && (gain < best.gain || (gain == best.gain && p_.slack(q) <= p_.slack(best.to)))) return;
      if (p_.fits(v, q, beyond ? allowed_excess(q) : span<const weight>())) best = {q, gain};
    });
    return best;
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
    if (touched(v) || !p_.is_movable(v)) return;
    const candidate c = best_move(v, true);
    if (c.to != no_part)
      heap_.push_or_set(v, c.gain);
    else if (heap_.contains(v))
      heap_.remove(v);
  }

  // A gain of nets takes the neighbours' connectivity, contiguity a search among them: hubs are tried as the first
  // vertex of a search only.
  [[nodiscard]] bool is_costly(vertex v) const {
    const bool reads_neighbours = !p_.of_edges || p_.rules.contiguous || p_.rules.distance != nullptr;
    return reads_neighbours && p_.graph.begin[v + 1] - p_.graph.begin[v] > max_degree_;
  }

  // Gains in the heap may be outdated, because parts have filled up: the top is re-evaluated.
  bool next_from_heap(vertex& v, candidate& c) {
    while (!heap_.empty()) {
      v = heap_.top();
      c = best_move(v, true);
      if (c.to != no_part && c.gain < heap_.top_gain())
        heap_.set(v, c.gain);
      else if (c.to != no_part && p_.may_leave(v))
        return true;
      else
        heap_.pop();
    }
    return false;
  }

  bool next_from_overfull(vertex& v, candidate& c) const {
    c = {};
    for (const vertex u : p_.members(overfull_)) {
      if (touched(u) || !relieves(u) || !p_.boundary(u)) continue;
      const candidate d = best_move(u, false);
      if (d.to == no_part || (c.to != no_part && d.gain <= c.gain) || !p_.may_leave(u)) continue;
      c = d;
      v = u;
    }
    return c.to != no_part;
  }

  // Whether the overfull part is within its limits without u.
  [[nodiscard]] bool relieves(vertex u) const {
    for (std::uint32_t c = 0; c != p_.graph.constraints; ++c)
      if (p_.graph.weights(u)[c] < p_.weight_above(overfull_, c)) return false;
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
    for (std::uint64_t e = p_.graph.begin[v]; e != p_.graph.begin[v + 1]; ++e)
      if (const vertex u = p_.graph.to[e]; !is_costly(u)) offer(u);
  }

  kway_partition& p_;
  unsigned patience_;
  std::uint64_t max_degree_ = max_degree;
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
