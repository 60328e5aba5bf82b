// Repair of a k-way partition: empty parts, and parts above their limits.
//
// Recursive bisection guarantees neither: a vertex heavier than a part's limit, or few more vertices than parts, can
// leave a part empty; and twenty vertices of uneven weights rarely add up to the target.
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition::initial {
namespace {

constexpr part_id no_part = ~part_id{0};
constexpr std::ptrdiff_t far_parts_per_constraint = 16;

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

// Moves vertices out of one part into parts with enough slack, adjacent ones if possible; with `far`, also into those
// of most slack in each constraint.
class unloading {
 public:
  unloading(kway_partition& p, gain_heap& heap, bool far) : p_(p), heap_(heap), far_(far) {}
  void run(part_id heavy) {
    heavy_ = heavy;
    most_slack_ = part_of_most_slack(p_);
    if (far_) find_far_parts();
    heap_.reset(p_.graph.vertices());
    for (const vertex v : p_.members(heavy)) offer(v);
    while (p_.penalty(heavy) > 0 && !heap_.empty()) {
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
    if (!lightens(v)) return {no_part, 0};
    const bool anywhere = !p_.rules.contiguous && !p_.rules.few_connections;
    part_id to = anywhere && p_.fits(v, most_slack_) ? most_slack_ : no_part;
    weight gain = to != no_part ? -p_.connection(v, heavy_) : 0;
    weight best = to == no_part || p_.graph.constraints == 1 ? gain : rate(v, to, gain);
    p_.for_each_gain(v, [&](part_id q, weight g) {
      if (!helps(v, q)) return;
      const weight candidate = p_.graph.constraints == 1 ? g : rate(v, q, g);
      if (to != no_part && (candidate < best || (candidate == best && p_.slack(q) <= p_.slack(to)))) return;
      if (!p_.may_join(v, q)) return;
      to = q, gain = g, best = candidate;
    });
    for (const part_id q : far_parts_) {
      if (q == heavy_ || !helps(v, q)) continue;
      const weight g = p_.connection(v, q) - p_.connection(v, heavy_), candidate = rate(v, q, g);
      if (to == no_part || candidate > best) to = q, gain = g, best = candidate;
    }
    if (to == no_part || !p_.may_leave(v)) return {no_part, 0};
    return {to, rate(v, to, gain)};
  }
  void find_far_parts() {
    far_parts_.clear();
    std::vector<part_id> order(p_.parts());
    std::iota(order.begin(), order.end(), part_id{0});
    const auto most = order.begin() + std::min<std::ptrdiff_t>(far_parts_per_constraint, std::ssize(order));
    for (std::uint32_t c = 0; c != p_.graph.constraints; ++c) {
      std::partial_sort(order.begin(), most, order.end(), [&](part_id q, part_id r) {
        return std::pair(p_.slack(q, c), r) > std::pair(p_.slack(r, c), q);
      });
      far_parts_.insert(far_parts_.end(), order.begin(), most);
    }
    std::sort(far_parts_.begin(), far_parts_.end());
    far_parts_.erase(std::unique(far_parts_.begin(), far_parts_.end()), far_parts_.end());
  }
  // With several constraints few vertices fit everywhere; what counts is that less is above the limits than before.
  [[nodiscard]] bool helps(vertex v, part_id q) const {
    return p_.graph.constraints == 1 ? p_.fits(v, q) : p_.relief(v, q) > 0;
  }
  [[nodiscard]] weight rate(vertex v, part_id q, weight gain) const {
    return rating(gain, std::max<weight>(1, p_.relief(v, q)));
  }
  [[nodiscard]] bool lightens(vertex v) const {
    for (std::uint32_t c = 0; c != p_.graph.constraints; ++c)
      if (p_.weight_above(heavy_, c) > 0 && p_.graph.weights(v)[c] != 0) return true;
    return false;
  }
  void offer(vertex v) {
    const auto [to, rate] = best_move(v);
    if (to != no_part) heap_.push_or_set(v, rate);
  }

  kway_partition& p_;
  gain_heap& heap_;
  bool far_;
  std::vector<part_id> far_parts_;
  part_id heavy_ = 0, most_slack_ = 0;
};

// Exchanges vertices of `heavy` for lighter ones of other parts while that reduces the excess. Evaluates at most
// `budget` pairs, and chooses the best of those.
class exchange {
 public:
  exchange(kway_partition& p, part_id heavy) : p_(p), heavy_(heavy) {}
  void run(std::uint64_t& budget) {
    while (p_.penalty(heavy_) > 0) {
      vertex out = 0, in = 0;
      std::pair<weight, weight> best{0, 0};
      bool found = false;
      for (const vertex v : p_.members(heavy_)) {
        if (budget < p_.graph.vertices()) break;
        if (p_.graph.is_fixed(v)) continue;
        budget -= p_.graph.vertices();
        for (vertex u = 0; u != p_.graph.vertices(); ++u) {
          const part_id q = p_.part(u);
          if (q == heavy_ || p_.graph.is_fixed(u)) continue;
          const weight relief = relief_of(v, u);
          const bool single = p_.graph.constraints == 1;
          if (relief <= 0 || (single && found && relief < best.first)) continue;
          const weight gain =
              p_.connection(v, q) - p_.connection(v, heavy_) + p_.connection(u, heavy_) - p_.connection(u, q);
          const std::pair candidate = single ? std::pair(relief, gain) : std::pair(rating(gain, relief), relief);
          if (found && candidate <= best) continue;
          best = candidate;
          found = true;
          out = v;
          in = u;
        }
      }
      if (!found) return;
      const part_id q = p_.part(in);
      p_.move(in, heavy_);
      p_.move(out, q);
    }
  }

 private:
  // By how much exchanging v, of the heavy part, for u reduces the excess.
  [[nodiscard]] weight relief_of(vertex v, vertex u) const {
    const part_id q = p_.part(u);
    weight sum = 0;
    for (std::uint32_t c = 0; c != p_.graph.constraints; ++c) {
      const weight difference = p_.graph.weights(v)[c] - p_.graph.weights(u)[c];
      sum += (p_.change(q, c, difference) + p_.change(heavy_, c, -difference));
    }
    return -sum;
  }

  kway_partition& p_;
  part_id heavy_;
};

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
  for (vertex v = 0; v != n; ++v)
    if (!p.graph.is_fixed(v)) by_loss.push(v, -p.connection(v, p.part(v)));
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

void rebalance(kway_partition& p, const stop_check& check_stop, bool thorough) {
  if (p.excess() == 0) return;
  gain_heap heap;
  const auto unload = [&](bool far) {
    check_stop();
    unloading from(p, heap, far);
    for (part_id q = 0; q != p.parts(); ++q)
      if (p.penalty(q) > 0) from.run(q);
  };
  unload(false);
  // The steps below keep neither contiguity nor connections, and know edges only.
  if (!thorough || p.rules.contiguous || p.rules.few_connections) return;
  if (p.graph.constraints > 1 && p.of_edges)
    for (weight before = 0; p.excess() != 0 && (before == 0 || p.excess() < before - before / 100);) {
      before = p.excess();
      unload(true);
    }
  std::uint64_t budget = 64 * std::uint64_t{p.graph.vertices()} + (std::uint64_t{1} << 20);
  for (part_id q = 0; q != p.parts(); ++q) {
    check_stop();
    if (p.penalty(q) > 0) exchange(p, q).run(budget);
  }
}

}  // namespace amorph::partition::initial
