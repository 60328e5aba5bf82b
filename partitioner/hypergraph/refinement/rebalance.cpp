// Greedy: the vertex of smallest loss per weight leaves an overweight part (Gilbert, Madduri, Boman, Rajamanickam,
// "Jet: multilevel graph partitioning on graphics processing units", 2024, section 4.3; there for all at once).
#include "partitioner/hypergraph/refinement/rebalance.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "partitioner/hypergraph/refinement/gain_table.hpp"
#include "partitioner/hypergraph/refinement/gains_on_demand.hpp"

namespace amorph::hypergraph {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

// Larger is better: gains first to heavy vertices, losses last.
double priority(std::int32_t gain, std::int64_t weight) {
  const auto w = static_cast<double>(std::max<std::int64_t>(weight, 1));
  return gain > 0 ? gain * w : gain / w;
}

template <class Gains> class rebalancing {
 public:
  rebalancing(Gains& table, const balance_limits& limits) : t_(table), limits_(limits) {}

  void relieve(std::uint32_t part) {
    for (std::uint32_t i = 0; i != t_.dimensions(); ++i) {  // the moves for one dimension may exceed another
      dimension_ = limits_.most_exceeded(t_, part);
      if (dimension_ == t_.dimensions()) return;
      fill(part);
      while (limits_.excess(t_, part, dimension_) > 0 && !queue_.empty()) step();
    }
  }
  // Moves vertices into a part that is too light.
  void supply(std::uint32_t part) {
    using candidate = std::tuple<double, std::uint32_t>;
    std::priority_queue<candidate> order;
    for (std::uint32_t v = 0; v != t_.graph().vertices; ++v)
      if (t_.part(v) != part && movable(v)) order.emplace(priority(t_.gain(v, part), t_.vertex_weight(v)), v);
    while (t_.weight(part) < limits_.minimum[part] && !order.empty()) {
      const auto [key, v] = order.top();
      order.pop();
      const std::int64_t w = t_.vertex_weight(v);
      if (t_.weight(t_.part(v)) - w < limits_.minimum[t_.part(v)] || t_.weight(part) + w > limits_.maximum[part])
        continue;
      if (const double now = priority(t_.gain(v, part), w); now < key)
        order.emplace(now, v);
      else
        t_.move(v, part);
    }
  }

  // Moves a heavy vertex out of an overweight part; false if that cannot help.
  bool spread(std::uint32_t part) {
    std::vector<std::int64_t> heavy(t_.parts(), 0);
    std::uint32_t chosen = nowhere;
    for (std::uint32_t v = 0; v != t_.graph().vertices; ++v) {
      const std::int64_t w = t_.vertex_weight(v);
      if (w < limits_.maximum[t_.part(v)] / heavy_share) continue;
      heavy[t_.part(v)] += w;
      if (t_.part(v) == part && movable(v) && (chosen == nowhere || w < t_.vertex_weight(chosen))) chosen = v;
    }
    if (chosen == nowhere) return false;
    const std::int64_t w = t_.vertex_weight(chosen);
    std::uint32_t to = nowhere;
    for (std::uint32_t p = 0; p != t_.parts(); ++p)
      if (p != part && heavy[p] + w <= limits_.maximum[p] && heavy[p] + w < heavy[part] &&
          (to == nowhere || heavy[p] < heavy[to] ||
           (heavy[p] == heavy[to] && t_.gain(chosen, p) > t_.gain(chosen, to))))
        to = p;
    if (to == nowhere) return false;
    t_.move(chosen, to);
    relieve(to);
    return true;
  }

 private:
  static constexpr std::int64_t heavy_share = 16;  // of a part's maximum weight

  struct choice {
    std::uint32_t part = nowhere;
    double key = 0;
  };
  [[nodiscard]] bool movable(std::uint32_t v) const { return !t_.is_fixed(v) && t_.vertex_weight(v, dimension_) != 0; }

  [[nodiscard]] choice best(std::uint32_t v) const {
    const std::int64_t w = t_.vertex_weight(v, dimension_);
    std::uint32_t found = nowhere;
    for (std::uint32_t p = 0; p != t_.parts(); ++p) {
      if (p == t_.part(v) || !limits_.fits(t_, v, p)) continue;
      if (found == nowhere || t_.gain(v, p) > t_.gain(v, found) ||
          (t_.gain(v, p) == t_.gain(v, found) && t_.weight(p, dimension_) < t_.weight(found, dimension_)))
        found = p;
    }
    return found == nowhere ? choice{} : choice{found, priority(t_.gain(v, found), w)};
  }
  void fill(std::uint32_t part) {
    queue_ = {};
    for (std::uint32_t v = 0; v != t_.graph().vertices; ++v) {
      if (t_.part(v) != part || !movable(v)) continue;
      if (const choice c = best(v); c.part != nowhere) queue_.emplace(c.key, v);
    }
  }
  void step() {
    const auto [key, v] = queue_.top();
    queue_.pop();
    const choice now = best(v);
    if (now.part == nowhere) return;
    if (now.key < key && !queue_.empty() && now.key < std::get<0>(queue_.top()))
      queue_.emplace(now.key, v);
    else
      t_.move(v, now.part);
  }

  Gains& t_;
  const balance_limits& limits_;
  std::uint32_t dimension_ = 0;  // in which a part is relieved
  std::priority_queue<std::tuple<double, std::uint32_t>> queue_;
};

// With several dimensions no part may have capacity in all of them for what one exceeds: moves that lower the total
// excess, whatever they cost.
template <class Gains> void lower_excess(Gains& t, const balance_limits& limits) {
  const auto excess = [&](std::uint32_t part, std::uint32_t v, int sign) {
    double sum = 0;
    for (std::uint32_t d = 0; d != t.dimensions(); ++d) {
      const auto most = static_cast<double>(limits.maximum[std::size_t{part} * t.dimensions() + d]);
      const auto weight = static_cast<double>(t.weight(part, d) + sign * t.vertex_weight(v, d));
      sum += std::max(0.0, (weight - most) / std::max(1.0, most));
    }
    return sum;
  };
  const auto improve = [&](std::uint32_t v) {
    const std::uint32_t from = t.part(v);
    if (t.is_fixed(v) || limits.most_exceeded(t, from) == t.dimensions()) return false;
    const double before = excess(from, v, 0) - excess(from, v, -1);
    std::uint32_t to = nowhere;
    double most = 1e-12;  // beyond rounding, so that this ends
    for (std::uint32_t p = 0; p != t.parts(); ++p) {
      if (p == from) continue;
      if (const double less = before + excess(p, v, 0) - excess(p, v, 1); less > most) most = less, to = p;
    }
    if (to != nowhere) t.move(v, to);
    return to != nowhere;
  };
  constexpr int passes = 20;
  for (int i = 0; i != passes; ++i) {
    bool moved = false;
    for (std::uint32_t v = 0; v != t.graph().vertices; ++v)
      if (improve(v)) moved = true;
    if (!moved) return;
  }
}

}  // namespace

double total_excess(const host_partition& table, const balance_limits& limits) {
  double sum = 0;
  for (std::uint32_t p = 0; p != table.parts(); ++p)
    for (std::uint32_t d = 0; d != table.dimensions(); ++d) sum += std::max(0.0, limits.excess(table, p, d));
  return sum;
}

template <class Gains> bool rebalance(Gains& table, const balance_limits& limits) {
  const auto overweight = [&](std::uint32_t p) { return limits.most_exceeded(table, p) != table.dimensions(); };
  const auto too_light = [&](std::uint32_t p) {
    return !limits.minimum.empty() && table.weight(p) < limits.minimum[p];
  };
  bool good = true;
  for (std::uint32_t p = 0; p != table.parts(); ++p)
    if (overweight(p)) rebalancing(table, limits).relieve(p);
  if (table.dimensions() > 1) {
    if (total_excess(table, limits) > 0) lower_excess(table, limits);
    return total_excess(table, limits) == 0;
  }
  for (std::uint32_t p = 0; p != table.parts(); ++p)
    for (std::uint32_t i = 0; i != table.parts() && overweight(p); ++i) {
      if (!rebalancing(table, limits).spread(p)) break;
      rebalancing(table, limits).relieve(p);
    }
  for (std::uint32_t p = 0; p != table.parts(); ++p)
    if (too_light(p)) rebalancing(table, limits).supply(p);
  for (std::uint32_t p = 0; p != table.parts(); ++p) good = good && !overweight(p) && !too_light(p);
  return good;
}

template bool rebalance(gain_table&, const balance_limits&);
template bool rebalance(gains_on_demand&, const balance_limits&);

}  // namespace amorph::hypergraph
