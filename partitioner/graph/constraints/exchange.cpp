// Local search for a small quadratic assignment problem: the graph of groups, and distances by level.
#include "partitioner/graph/constraints/exchange.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace amorph::partition {
namespace {

// Between parts, or groups of them.
struct communication_graph {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to;
  std::vector<std::int64_t> weight;
  [[nodiscard]] std::uint32_t groups() const { return static_cast<std::uint32_t>(begin.size() - 1); }
};

// Members in the order of their groups.
struct grouping {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> member;
};
template <class GroupOf> grouping grouped(std::uint32_t members, std::uint32_t groups, GroupOf group_of) {
  grouping all;
  all.begin.assign(groups + std::size_t{1}, 0);
  all.member.resize(members);
  for (std::uint32_t v = 0; v != members; ++v) ++all.begin[group_of(v) + std::size_t{1}];
  std::partial_sum(all.begin.begin(), all.begin.end(), all.begin.begin());
  std::vector<std::uint64_t> end(all.begin.begin(), all.begin.end() - 1);
  for (std::uint32_t v = 0; v != members; ++v) all.member[end[group_of(v)]++] = v;
  return all;
}

// Weights between groups, of a graph whose rows for_each_arc(v, f(neighbour, weight)) reads.
template <class GroupOf, class ForEachArc>
communication_graph contracted(std::uint32_t vertices, std::uint32_t groups, GroupOf group_of,
                               ForEachArc for_each_arc) {
  const grouping all = grouped(vertices, groups, group_of);
  communication_graph c;
  std::vector<std::int64_t> sum(groups, 0);
  std::vector<std::uint32_t> used;
  for (std::uint32_t p = 0; p != groups; ++p) {
    used.clear();
    for (std::uint64_t i = all.begin[p]; i != all.begin[p + std::size_t{1}]; ++i)
      for_each_arc(all.member[i], [&](std::uint32_t u, std::int64_t w) {
        const std::uint32_t q = group_of(u);
        if (q == p || w == 0) return;
        if (sum[q] == 0) used.push_back(q);
        sum[q] += w;
      });
    std::sort(used.begin(), used.end());
    for (const std::uint32_t q : used) {
      c.to.push_back(q);
      c.weight.push_back(std::exchange(sum[q], 0));
    }
    c.begin.push_back(c.to.size());
  }
  return c;
}

// One level: groups of `size` parts, of which `siblings` have the same parent.
class exchange {
 public:
  exchange(const communication_graph& c, const distances& distance, span<const std::int64_t> kind, std::uint32_t size,
           std::uint32_t siblings, std::uint64_t most_work, const stop_check& check_stop)
      : c_(c),
        distance_(distance),
        kind_(kind),
        size_(size),
        siblings_(siblings),
        most_work_(most_work),
        check_stop_(check_stop),
        place_(c.groups()),
        connection_(c.groups() / siblings, 0) {
    std::iota(place_.begin(), place_.end(), 0U);
    held_ = place_;
  }

  // Per group: its new number.
  std::vector<std::uint32_t> run() {
    constexpr unsigned most_passes = 10;
    bool improved = true;
    for (unsigned pass = 0; improved && pass != most_passes; ++pass) {
      improved = false;
      for (std::uint32_t a = 0; a != c_.groups() && work_ < most_work_; ++a) {
        check_stop_();
        improved |= improve(a);
      }
    }
    return place_;
  }

 private:
  [[nodiscard]] std::int64_t between(std::uint32_t place, std::uint32_t other) const {
    return distance_(place * size_, other * size_);
  }

  // The best exchange of `a` with a group among those that it communicates with most.
  bool improve(std::uint32_t a) {
    std::uint32_t best = a;
    std::int64_t best_gain = 0;
    for (const std::uint32_t parent : nearest_parents(a)) {
      for (std::uint32_t place = parent * siblings_; place != (parent + 1) * siblings_; ++place) {
        const std::uint32_t b = held_[place];
        if (!are_of_one_kind(place_[a], place)) continue;
        const std::int64_t gain = gain_of(a, b) + gain_of(b, a);
        if (gain > best_gain || (gain == best_gain && gain > 0 && b < best)) best = b, best_gain = gain;
      }
    }
    if (best_gain <= 0) return false;
    std::swap(place_[a], place_[best]);
    held_[place_[a]] = a;
    held_[place_[best]] = best;
    return true;
  }
  // Up to three parents other than its own, by descending weight of the edges to them.
  std::vector<std::uint32_t>& nearest_parents(std::uint32_t a) {
    constexpr std::size_t most = 3;
    parents_.clear();
    for (std::uint64_t e = c_.begin[a]; e != c_.begin[a + std::size_t{1}]; ++e) {
      const std::uint32_t parent = place_[c_.to[e]] / siblings_;
      if (parent == place_[a] / siblings_) continue;
      if (connection_[parent] == 0) parents_.push_back(parent);
      connection_[parent] += c_.weight[e];
    }
    const auto nearer = [&](std::uint32_t p, std::uint32_t q) {
      return connection_[p] != connection_[q] ? connection_[p] > connection_[q] : p < q;
    };
    const auto last = parents_.begin() + static_cast<std::ptrdiff_t>(std::min(most, parents_.size()));
    std::partial_sort(parents_.begin(), last, parents_.end(), nearer);
    for (const std::uint32_t p : parents_) connection_[p] = 0;
    parents_.erase(last, parents_.end());
    return parents_;
  }
  // If `a` takes the place of `b`, and `b` that of `a`, for the edges of `a`.
  [[nodiscard]] std::int64_t gain_of(std::uint32_t a, std::uint32_t b) {
    std::int64_t gain = 0;
    work_ += c_.begin[a + std::size_t{1}] - c_.begin[a];
    for (std::uint64_t e = c_.begin[a]; e != c_.begin[a + std::size_t{1}]; ++e)
      if (const std::uint32_t q = c_.to[e]; q != b)
        gain += c_.weight[e] * (between(place_[a], place_[q]) - between(place_[b], place_[q]));
    return gain;
  }
  [[nodiscard]] bool are_of_one_kind(std::uint32_t place, std::uint32_t other) const {
    const auto *first = kind_.begin() + std::size_t{place} * size_,
               *second = kind_.begin() + std::size_t{other} * size_;
    return std::equal(first, first + size_, second);
  }

  const communication_graph& c_;
  const distances& distance_;
  span<const std::int64_t> kind_;
  std::uint32_t size_, siblings_;
  std::uint64_t most_work_, work_ = 0;  // arcs examined
  const stop_check& check_stop_;
  std::vector<std::uint32_t> place_, held_;  // of each group, and the group there
  std::vector<std::int64_t> connection_;     // per parent; 0 between uses
  std::vector<std::uint32_t> parents_;
};

}  // namespace

void exchange_groups(const graph& g, const options& o, span<const std::int64_t> limit, const stop_check& check_stop,
                     std::vector<std::uint32_t>& part) {
  constexpr std::uint64_t most_work = 64;
  const std::vector<std::uint32_t>& sizes = o.machine.hierarchy;
  if (sizes.size() < 2) return;  // all distances are equal
  const distances distance(o.machine);
  communication_graph of_parts = contracted(
      g.vertices, o.parts, [&](std::uint32_t v) { return part[v]; },
      [&](std::uint32_t v, auto f) {
        for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
          f(g.to[e], g.edge_weight.empty() ? 1 : g.edge_weight[e]);
      });
  std::vector<std::uint32_t> number(o.parts);
  std::iota(number.begin(), number.end(), 0U);
  std::vector<std::int64_t> kind(limit.begin(), limit.end());  // parts of one kind may change places
  for (const std::int32_t p : o.fixed)
    if (p != -1) kind[static_cast<std::size_t>(p)] = -1 - p;
  std::uint32_t size = o.parts / sizes.back();
  for (std::size_t level = sizes.size() - 1; level-- != 0;) {
    size /= sizes[level];
    const communication_graph c = contracted(
        o.parts, o.parts / size, [&](std::uint32_t p) { return number[p] / size; },
        [&](std::uint32_t p, auto f) {
          for (std::uint64_t e = of_parts.begin[p]; e != of_parts.begin[p + std::size_t{1}]; ++e)
            f(of_parts.to[e], of_parts.weight[e]);
        });
    const std::vector<std::uint32_t> place =
        exchange(c, distance, kind, size, sizes[level], most_work * (g.vertices + g.to.size()), check_stop).run();
    for (std::uint32_t& p : number) p = place[p / size] * size + p % size;
  }
  for (std::uint32_t& p : part) p = number[p];
}

}  // namespace amorph::partition
