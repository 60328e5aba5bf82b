// After the recombination of DeFord, Duchin and Solomon ("Recombination: A Family of Markov Chains for Redistricting",
// Harvard Data Science Review 3, 2021), which draws plans at random: here only a split that improves the balance is
// taken, the best of a few trees.
#include "partitioner/graph/constraints/recombine.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include "amorph/kernels/random/hash.hpp"

namespace amorph::partition {
namespace {

constexpr unsigned trees = 12, most_passes = 16, most_work = 64;

class recombining {
 public:
  recombining(const graph& g, span<const std::int64_t> limit, std::uint64_t seed, std::vector<std::uint32_t>& part)
      : g_(g),
        limit_(limit),
        seed_(seed),
        part_(part),
        members_(limit.size()),
        weight_(limit.size(), 0),
        at_(g.vertices) {
    for (std::uint32_t v = 0; v != g.vertices; ++v) {
      members_[part[v]].push_back(v);
      weight_[part[v]] += weight_of(v);
    }
  }

  void run(const stop_check& check_stop) {
    for (unsigned pass = 0; pass != most_passes; ++pass) {
      std::vector<std::uint32_t> heavy;
      for (std::uint32_t p = 0; p != limit_.size(); ++p)
        if (excess(weight_[p], p) > 0) heavy.push_back(p);
      std::sort(heavy.begin(), heavy.end(),
                [&](auto p, auto q) { return weight_[p] > weight_[q] || (weight_[p] == weight_[q] && p < q); });
      bool any = false;
      for (const std::uint32_t p : heavy) {
        if (work_ > most_work * (g_.vertices + g_.to.size())) return;
        check_stop();
        any |= excess(weight_[p], p) > 0 && relieve(p);
      }
      if (!any) return;
    }
  }

 private:
  struct split {
    double excess;  // squared, of both parts
    std::vector<std::uint32_t> vertices, side;
    std::uint32_t other;
  };
  struct branch {  // an edge that may join the tree
    std::uint64_t rank;
    std::uint32_t from, to;  // positions in union_
    bool operator<(const branch& o) const { return std::pair(o.rank, o.to) < std::pair(rank, to); }
  };

  [[nodiscard]] std::int64_t weight_of(std::uint32_t v) const {
    return g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
  }
  [[nodiscard]] double excess(std::int64_t weight, std::uint32_t p) const {
    return std::max(0.0, static_cast<double>(weight - limit_[p]));
  }
  [[nodiscard]] double squared(std::int64_t one, std::uint32_t p, std::int64_t other, std::uint32_t q) const {
    return excess(one, p) * excess(one, p) + excess(other, q) * excess(other, q);
  }
  [[nodiscard]] std::uint64_t degree(std::uint32_t v) const { return g_.begin[v + std::size_t{1}] - g_.begin[v]; }
  template <class F> void for_neighbours(std::uint32_t v, F f) {
    work_ += degree(v);
    for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) f(g_.to[e]);
  }

  // The best split with any neighbour; false if none leaves less excess.
  bool relieve(std::uint32_t p) {
    std::vector<std::uint32_t> beside;
    for (const std::uint32_t v : members_[p])
      for_neighbours(v, [&](std::uint32_t u) {
        if (part_[u] != p) beside.push_back(part_[u]);
      });
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
    double most = 0;
    split best;
    for (const std::uint32_t q : beside) {
      const double before = squared(weight_[p], p, weight_[q], q);
      split s = best_split(p, q, before);
      if (before - s.excess > most) most = before - s.excess, best = std::move(s);
    }
    if (most == 0) return false;
    take(p, best);
    return true;
  }
  void take(std::uint32_t p, const split& s) {
    const std::uint32_t parts[] = {p, s.other};
    for (const std::uint32_t q : parts) members_[q].clear(), weight_[q] = 0;
    for (std::size_t i = 0; i != s.vertices.size(); ++i) {
      const std::uint32_t v = s.vertices[i], q = parts[s.side[i]];
      part_[v] = q;
      members_[q].push_back(v);
      weight_[q] += weight_of(v);
    }
  }

  split best_split(std::uint32_t p, std::uint32_t q, double before) {
    split best{before, {}, {}, q};
    union_ = members_[p];
    union_.insert(union_.end(), members_[q].begin(), members_[q].end());
    for (std::uint32_t i = 0; i != union_.size(); ++i) at_[union_[i]] = i;
    for (unsigned t = 0; t != trees; ++t) {
      grow_tree(p, q, hash(seed_ ^ hash(std::uint64_t{p} << 32 | q) ^ t), t % 2 == 1);
      cut_tree(p, q, best);
      if (best.excess == 0) break;
    }
    return best;
  }
  // Prim's algorithm with random weights; vertices of low degree first, or not: a hub that comes early gets all
  // others as leaves.
  void grow_tree(std::uint32_t p, std::uint32_t q, std::uint64_t key, bool hubs_last) {
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
        if (part_[u] != p && part_[u] != q) return;
        if (const std::uint32_t i = at_[u]; parent_[i] == ~std::uint32_t{0})
          next.push({(hubs_last ? degree(u) << 32 : 0) + (hash(key ^ (std::uint64_t{b.to} << 32 | i)) >> 32), b.to, i});
      });
    }
  }
  // Below an edge is one part, the remainder the other.
  void cut_tree(std::uint32_t p, std::uint32_t q, split& best) {
    if (order_.size() != union_.size()) return;  // the parts were not connected
    below_.resize(union_.size());
    for (std::size_t i = 0; i != union_.size(); ++i) below_[i] = weight_of(union_[i]);
    const std::int64_t all = weight_[p] + weight_[q];
    std::uint32_t edge = ~std::uint32_t{0}, side = 0;
    for (std::size_t i = order_.size(); i-- > 1;) {
      const std::uint32_t v = order_[i];
      below_[parent_[v]] += below_[v];
      for (const std::uint32_t s : {0U, 1U}) {
        const double left =
            s == 0 ? squared(below_[v], p, all - below_[v], q) : squared(all - below_[v], p, below_[v], q);
        if (left < best.excess) best.excess = left, edge = v, side = s;
      }
    }
    if (edge == ~std::uint32_t{0}) return;
    best.vertices = union_;
    best.side.assign(union_.size(), 1 - side);
    best.side[edge] = side;
    for (const std::uint32_t v : order_)  // parents come first
      if (v != parent_[v] && v != edge && best.side[parent_[v]] == side) best.side[v] = side;
  }

  const graph& g_;
  span<const std::int64_t> limit_;
  std::uint64_t seed_;
  std::vector<std::uint32_t>& part_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::int64_t> weight_;
  std::vector<std::uint32_t> at_;  // per vertex: its position in union_
  std::vector<std::uint32_t> union_, parent_, order_;
  std::vector<std::int64_t> below_;  // weight of a subtree
  std::uint64_t work_ = 0;           // arcs examined
};

}  // namespace

void recombine(const graph& g, span<const std::int64_t> limit, std::uint64_t seed, const stop_check& check_stop,
               std::vector<std::uint32_t>& part) {
  recombining(g, limit, seed, part).run(check_stop);
}

}  // namespace amorph::partition
