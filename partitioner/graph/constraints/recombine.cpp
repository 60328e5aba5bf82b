// After the recombination of DeFord, Duchin and Solomon ("Recombination: A Family of Markov Chains for Redistricting",
// Harvard Data Science Review 3, 2021), which draws plans at random: here only splits that improve the balance are
// taken, the one with the smallest cut of a few trees, and along paths of parts.
#include "partitioner/graph/constraints/recombine.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "amorph/kernels/random/hash.hpp"

namespace amorph::partition {
namespace {

constexpr unsigned trees = 8, most_passes = 16;
constexpr std::uint64_t most_work = 64, always = 1 << 20;  // arcs examined: of the graph's, and in small graphs

class recombining {
 public:
  recombining(const initial::wide_graph& g, span<const std::int64_t> limit, std::uint64_t seed,
              const stop_check& check_stop, std::vector<std::uint32_t>& part)
      : g_(g),
        limit_(limit),
        seed_(seed),
        check_stop_(check_stop),
        part_(part),
        members_(limit.size()),
        adjacent_(limit.size()),
        weight_(limit.size(), 0),
        at_(g.vertices()) {
    for (std::uint32_t v = 0; v != g.vertices(); ++v) {
      members_[part[v]].push_back(v);
      weight_[part[v]] += weight_of(v);
    }
  }

  void run() {
    for (unsigned pass = 0; pass != most_passes; ++pass) {
      std::vector<std::uint32_t> heavy;
      for (std::uint32_t p = 0; p != limit_.size(); ++p)
        if (capacity(p) < 0) heavy.push_back(p);
      std::sort(heavy.begin(), heavy.end(),
                [&](auto p, auto q) { return weight_[p] > weight_[q] || (weight_[p] == weight_[q] && p < q); });
      bool any = false;
      for (const std::uint32_t p : heavy) {
        while (capacity(p) < 0 && !is_exhausted() && relieve(p)) any = true;
      }
      if (!any || is_exhausted()) return;
    }
  }

 private:
  // Part p is to shrink to `goal`; q, which takes what p loses, may grow to `most`.
  struct wish {
    std::uint32_t p, q;
    std::int64_t goal, most;
  };
  struct split {
    std::pair<double, std::int64_t> rank;  // what p is above the goal and q above its limit, squared; the cut
    std::vector<std::uint32_t> vertices, side;
  };
  struct branch {  // an edge that may join the tree
    std::uint64_t rank;
    std::uint32_t from, to;  // positions in union_
    bool operator<(const branch& o) const { return std::pair(o.rank, o.to) < std::pair(rank, to); }
  };

  [[nodiscard]] bool is_exhausted() const {
    check_stop_();
    return work_ > always + most_work * (g_.vertices() + g_.to.size());
  }
  [[nodiscard]] std::int64_t weight_of(std::uint32_t v) const { return g_.vertex_weight[v]; }
  [[nodiscard]] std::int64_t capacity(std::uint32_t p) const { return limit_[p] - weight_[p]; }
  [[nodiscard]] std::uint64_t degree(std::uint32_t v) const { return g_.begin[v + std::size_t{1}] - g_.begin[v]; }
  template <class F> void for_neighbours(std::uint32_t v, F f) {
    work_ += degree(v);
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) f(g_.to[e]);
  }

  const std::vector<std::uint32_t>& adjacent(std::uint32_t p) {
    std::vector<std::uint32_t>& parts = adjacent_[p];
    if (!parts.empty()) return parts;
    for (const std::uint32_t v : members_[p])
      for_neighbours(v, [&](std::uint32_t u) {
        if (part_[u] != p) parts.push_back(part_[u]);
      });
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
  }

  // Weight moves along the path to the part that takes most for its distance, from its end on. If a part on the path
  // cannot pass it on, an adjacent part shares it.
  bool relieve(std::uint32_t p) {
    const std::int64_t excess = -capacity(p);
    const std::vector<std::uint32_t> path = path_to_capacity(p);
    const std::int64_t amount = path.empty() ? 0 : std::min(excess, capacity(path.front()));
    for (std::size_t i = 1; i < path.size() && !is_exhausted(); ++i)
      if (!redraw({path[i], path[i - 1], weight_[path[i]] - amount, limit_[path[i - 1]]})) break;
    return -capacity(p) < excess || share(p);
  }
  bool redraw(const wish& w) {
    const split s = best_split(w);
    if (!s.vertices.empty()) take(w, s);
    return !s.vertices.empty();
  }
  bool share(std::uint32_t p) {
    wish chosen{};
    split best;
    std::pair<double, std::int64_t> least;
    for (const std::uint32_t q : adjacent(p)) {
      if (is_exhausted()) break;
      const wish w{p, q, limit_[p], weight_[q] - capacity(p)};
      split s = best_split(w);
      if (s.vertices.empty()) continue;
      const std::pair increase(s.rank.first - squared(w, weight_[q]), s.rank.second);
      if (increase < least) least = increase, chosen = w, best = std::move(s);
    }
    if (!best.vertices.empty()) take(chosen, best);
    return !best.vertices.empty();
  }
  void take(const wish& w, const split& s) {
    const std::uint32_t parts[] = {w.p, w.q};
    for (const std::uint32_t r : parts)
      for (const std::uint32_t a : adjacent(r)) adjacent_[a].clear();
    for (const std::uint32_t r : parts) {
      adjacent_[r].clear();
      members_[r].clear();
      weight_[r] = 0;
    }
    for (std::size_t i = 0; i != s.vertices.size(); ++i) {
      const std::uint32_t v = s.vertices[i], r = parts[s.side[i]];
      part_[v] = r;
      members_[r].push_back(v);
      weight_[r] += weight_of(v);
    }
  }
  // From there to p.
  std::vector<std::uint32_t> path_to_capacity(std::uint32_t p) {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> before(limit_.size(), none), distance(limit_.size(), 0), queue{p};
    before[p] = p;
    double most = 0;
    std::uint32_t best = none;
    for (std::size_t next = 0; next != queue.size(); ++next) {
      const std::uint32_t q = queue[next];
      if (best != none && static_cast<double>(-capacity(p)) / distance[q] <= most) break;  // none farther is better
      if (q != p && capacity(q) > 0) {
        const double value = static_cast<double>(std::min(capacity(q), -capacity(p))) / distance[q];
        if (value > most) most = value, best = q;
      }
      for (const std::uint32_t r : adjacent(q))
        if (before[r] == none) before[r] = q, distance[r] = distance[q] + 1, queue.push_back(r);
    }
    if (best == none) return {};
    std::vector<std::uint32_t> path{best};
    while (path.back() != p) path.push_back(before[path.back()]);
    return path;
  }

  // The best of all trees; none if it does not bring p closer to its goal.
  split best_split(const wish& w) {
    split best{{squared(w, weight_[w.q]), std::numeric_limits<std::int64_t>::min()}, {}, {}};
    union_ = members_[w.p];
    union_.insert(union_.end(), members_[w.q].begin(), members_[w.q].end());
    for (std::uint32_t i = 0; i != union_.size(); ++i) at_[union_[i]] = i;
    for (unsigned t = 0; t != trees; ++t) {
      grow_tree(w, hash(seed_ ^ hash(std::uint64_t{w.p} << 32 | w.q) ^ hash(++drawn_)), t % 2 == 1);
      cut_tree(w, best);
    }
    return best;
  }
  [[nodiscard]] double squared(const wish& w, std::int64_t q_weight) const {
    const double p = std::max<double>(0, weight_[w.p] + weight_[w.q] - q_weight - w.goal);
    const double q = std::max<double>(0, q_weight - limit_[w.q]);
    return p * p + q * q;
  }
  // Prim's algorithm with random weights; vertices of low degree first, or not: a hub that comes early gets all
  // others as leaves.
  void grow_tree(const wish& w, std::uint64_t key, bool hubs_last) {
    parent_.assign(union_.size(), ~std::uint32_t{0});
    order_.clear();
    std::priority_queue<branch> next;
    const auto root = static_cast<std::uint32_t>(key % union_.size());
    next.push({0, root, root});
    while (!next.empty()) {
      const branch b = next.top();
      next.pop();
      if (parent_[b.to] != ~std::uint32_t{0}) continue;
      parent_[b.to] = b.from;
      order_.push_back(b.to);
      for_neighbours(union_[b.to], [&](std::uint32_t u) {
        if (part_[u] != w.p && part_[u] != w.q) return;
        if (const std::uint32_t i = at_[u]; parent_[i] == ~std::uint32_t{0})
          next.push({(hubs_last ? degree(u) << 32 : 0) + (hash(key ^ (std::uint64_t{b.to} << 32 | i)) >> 32), b.to, i});
      });
    }
  }
  // Below an edge is one part, the remainder the other.
  void cut_tree(const wish& w, split& best) {
    if (order_.size() != union_.size()) return;  // the parts were not connected
    below_.resize(union_.size());
    for (std::size_t i = 0; i != union_.size(); ++i) below_[i] = weight_of(union_[i]);
    find_cuts(w);
    const std::int64_t all = weight_[w.p] + weight_[w.q];
    std::uint32_t edge = ~std::uint32_t{0}, side = 0;
    for (std::size_t i = order_.size(); i-- > 1;) {
      const std::uint32_t v = order_[i];
      below_[parent_[v]] += below_[v];
      crossing_[parent_[v]] += crossing_[v];
      for (const std::uint32_t s : {0U, 1U}) {  // of what is below
        const std::int64_t q_weight = s == 1 ? below_[v] : all - below_[v];
        const std::pair rank(squared(w, q_weight), crossing_[v]);
        if (q_weight <= w.most && rank < best.rank) best.rank = rank, edge = v, side = s;
      }
    }
    if (edge == ~std::uint32_t{0}) return;
    best.vertices = union_;
    best.side.assign(union_.size(), 1 - side);
    best.side[edge] = side;
    for (const std::uint32_t v : order_)  // parents come first
      if (v != parent_[v] && v != edge && best.side[parent_[v]] == side) best.side[v] = side;
  }
  // What each vertex adds to the weight of the edges out of the subtrees that hold it: an edge counts below the lowest
  // common ancestor of its ends.
  void find_cuts(const wish& w) {
    crossing_.assign(union_.size(), 0);
    depth_.resize(union_.size());
    for (const std::uint32_t i : order_) depth_[i] = i == parent_[i] ? 0 : depth_[parent_[i]] + 1;
    for (std::uint32_t i = 0; i != union_.size(); ++i) {
      const std::uint32_t v = union_[i];
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t u = g_.to[e];
        if (u <= v || (part_[u] != w.p && part_[u] != w.q)) continue;
        std::uint32_t a = i, b = at_[u];
        for (; a != b; ++work_) {
          std::uint32_t& deeper = depth_[a] >= depth_[b] ? a : b;
          deeper = parent_[deeper];
        }
        crossing_[i] += g_.edge_weight[e];
        crossing_[at_[u]] += g_.edge_weight[e];
        crossing_[a] -= 2 * g_.edge_weight[e];
      }
    }
  }

  const initial::wide_graph& g_;
  span<const std::int64_t> limit_;
  std::uint64_t seed_;
  const stop_check& check_stop_;
  std::vector<std::uint32_t>& part_;
  std::vector<std::vector<std::uint32_t>> members_, adjacent_;  // adjacent parts: empty if not known
  std::vector<std::int64_t> weight_;
  std::vector<std::uint32_t> at_;  // per vertex: its position in union_
  std::vector<std::uint32_t> union_, parent_, order_;
  std::vector<std::int64_t> below_, crossing_;  // weight of a subtree, and of the edges out of it
  std::vector<std::uint32_t> depth_;
  std::uint64_t work_ = 0, drawn_ = 0;  // arcs examined, trees
};

}  // namespace

void recombine(const initial::wide_graph& g, span<const std::int64_t> limit, std::uint64_t seed,
               const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  recombining(g, limit, seed, check_stop, part).run();
}

}  // namespace amorph::partition
