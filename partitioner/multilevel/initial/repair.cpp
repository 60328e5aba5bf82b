// Repair of a k-way partition: empty parts, and parts above their limits.
//
// Recursive bisection guarantees neither: a vertex heavier than a part's limit, or few more vertices than parts, can
// leave a part empty; and thirty vertices of uneven weights rarely add up to the target.
#include <algorithm>
#include <limits>
#include <tuple>

#include "partitioner/multilevel/initial/kway.hpp"

namespace amorph::partition::initial {
namespace {

constexpr part_id no_part = ~part_id{0};

// Rates moves out of an overloaded part: loss per unit of excess removed.
weight rating(weight gain, weight useful) {
  constexpr weight scale = 1024;
  const weight bounded = std::clamp<weight>(gain, std::numeric_limits<weight>::min() / scale / 2,
                                            std::numeric_limits<weight>::max() / scale / 2);
  return bounded >= 0 ? bounded : bounded * scale / useful;
}

part_id part_of_most_slack(const kway_partition& p) {
  part_id best = 0;
  for (part_id q = 1; q != p.parts(); ++q)
    if (p.slack(q) > p.slack(best)) best = q;
  return best;
}

// Moves vertices out of one part into parts with enough slack, adjacent ones if possible.
class unloading {
 public:
  unloading(kway_partition& p, gain_heap& heap) : p_(p), heap_(heap) {}
  void run(part_id heavy) {
    heavy_ = heavy;
    most_slack_ = part_of_most_slack(p_);
    heap_.reset(p_.graph.vertices());
    for (const vertex v : p_.members(heavy)) offer(v);
    while (p_.over(heavy) > 0 && !heap_.empty()) {
      const vertex v = heap_.top();
      const auto [to, rate] = best_move(v);
      if (to == no_part) {
        heap_.pop();
      } else if (rate < heap_.top_gain()) {
        heap_.set(v, rate);
      } else {
        heap_.pop();
        p_.move(v, to);
        if (to == most_slack_) most_slack_ = part_of_most_slack(p_);
        for (std::uint64_t e = p_.graph.begin[v]; e != p_.graph.begin[v + 1]; ++e)
          if (heap_.contains(p_.graph.to[e])) offer(p_.graph.to[e]);
      }
    }
  }

 private:
  struct choice {
    part_id to;
    weight rate;
  };
  [[nodiscard]] choice best_move(vertex v) const {
    const weight w = p_.graph.vertex_weight[v];
    if (w == 0 || p_.members(heavy_).size() == 1) return {no_part, 0};
    part_id to = w <= p_.slack(most_slack_) ? most_slack_ : no_part;
    weight inside = 0, outside = 0;
    p_.for_each_adjacent_part(v, [&](part_id q, weight c) {
      if (q == heavy_)
        inside = c;
      else if (w <= p_.slack(q) && (c > outside || (c == outside && p_.slack(q) > p_.slack(to))))
        to = q, outside = c;
    });
    return {to, rating(outside - inside, std::max<weight>(1, std::min(w, p_.over(heavy_))))};
  }
  void offer(vertex v) {
    const auto [to, rate] = best_move(v);
    if (to != no_part) heap_.push_or_set(v, rate);
  }

  kway_partition& p_;
  gain_heap& heap_;
  part_id heavy_ = 0, most_slack_ = 0;
};

// Exchanges vertices of `heavy` for lighter ones of other parts while that reduces the excess. Evaluates at most
// `budget` pairs.
void exchange(kway_partition& p, part_id heavy, std::uint64_t& budget) {
  const auto& vertex_weight = p.graph.vertex_weight;
  while (p.over(heavy) > 0) {
    vertex out = 0, in = 0;
    weight best_relief = 0, best_gain = 0;
    for (const vertex v : p.members(heavy)) {
      if (budget < p.graph.vertices()) return;
      budget -= p.graph.vertices();
      for (vertex u = 0; u != p.graph.vertices(); ++u) {
        const part_id q = p.part(u);
        const weight difference = vertex_weight[v] - vertex_weight[u];
        if (q == heavy || difference <= 0 || difference > p.slack(q)) continue;
        const weight relief = std::min(difference, p.over(heavy));
        if (relief < best_relief) continue;
        const weight gain = p.connection(v, q) - p.connection(v, heavy) + p.connection(u, heavy) - p.connection(u, q);
        if (relief == best_relief && gain <= best_gain) continue;
        best_relief = relief;
        best_gain = gain;
        out = v;
        in = u;
      }
    }
    if (best_relief == 0) return;
    const part_id q = p.part(in);
    p.move(in, heavy);
    p.move(out, q);
  }
}

}  // namespace

void fill_empty_parts(kway_partition& p) {
  const vertex n = p.graph.vertices();
  std::vector<part_id> empty;
  for (part_id q = 0; q != p.parts(); ++q)
    if (p.members(q).empty()) empty.push_back(q);
  if (empty.empty()) return;

  // Vertices least connected to their part come first. A vertex's connectivity only decreases as others leave.
  gain_heap by_loss;
  by_loss.reset(n);
  for (vertex v = 0; v != n; ++v) by_loss.push(v, -p.connection(v, p.part(v)));
  for (const part_id q : empty) {
    vertex spare = n;
    while (!by_loss.empty() && spare == n) {
      const vertex v = by_loss.pop();
      if (p.members(p.part(v)).size() > 1) spare = v;
    }
    if (spare == n) return;  // fewer vertices than parts
    p.move(spare, q);
    for (std::uint64_t e = p.graph.begin[spare]; e != p.graph.begin[spare + 1]; ++e)
      if (const vertex u = p.graph.to[e]; by_loss.contains(u)) by_loss.set(u, -p.connection(u, p.part(u)));
  }
}

void rebalance(kway_partition& p) {
  if (p.excess() == 0) return;
  gain_heap heap;
  unloading unload(p, heap);
  for (part_id q = 0; q != p.parts(); ++q)
    if (p.over(q) > 0) unload.run(q);
  std::uint64_t budget = 64 * std::uint64_t{p.graph.vertices()} + (std::uint64_t{1} << 20);
  for (part_id q = 0; q != p.parts(); ++q)
    if (p.over(q) > 0) exchange(p, q, budget);
}

}  // namespace amorph::partition::initial
