// Rounds of searches: each starts from a few boundary vertices and moves the vertex of largest gain, also if that is a
// loss, then its neighbours; the best prefix of the moves stays (Fiduccia and Mattheyses 1982; Sanders and Schulz,
// "Engineering multilevel graph partitioning algorithms", 2011, for searches from few vertices). A search ends when its
// gains, as a random walk, are unlikely to improve (Osipov and Sanders, "n-level graph partitioning", 2010).
#include "partitioner/hypergraph/refinement/fm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/refinement/move_queue.hpp"

namespace amorph::hypergraph {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};
struct target {
  std::uint32_t part = nowhere;
  std::int32_t gain = std::numeric_limits<std::int32_t>::min();
};

// The best part that has capacity for v, and may exceed its limit by `allowance`; the lighter one of two.
target best_target(const gain_table& t, const balance_limits& limits, std::int64_t allowance, std::uint32_t v) {
  const std::uint32_t own = t.part(v);
  const std::int64_t weight = t.vertex_weight(v);
  const bool several = t.dimensions() > 1;
  target best;
  if (!limits.minimum.empty() && t.weight(own) - weight < limits.minimum[own]) return best;
  const std::int32_t* const benefit = t.benefits(v);
  std::int32_t most = std::numeric_limits<std::int32_t>::min();
  for (std::uint32_t p = 0; p != t.parts(); ++p) {
    if (benefit[p] < most || p == own) continue;
    if (several ? !limits.fits(t, v, p) : t.weight(p) + weight > limits.maximum[p] + allowance) continue;
    if (benefit[p] == most && t.weight(p) >= t.weight(best.part)) continue;
    most = benefit[p];
    best.part = p;
  }
  if (best.part != nowhere) best.gain = t.base(v) + most;
  return best;
}

// The excess that a part may have for some moves of a search: as much as the heaviest vertex, if all parts
// together have no capacity for that, or most of them none for an average one. Full parts exchange vertices by it.
std::int64_t allowance_of(const gain_table& t, const balance_limits& limits) {
  if (t.dimensions() > 1) return 0;
  const std::int64_t vertices = t.graph().vertices;
  std::int64_t heaviest = 0, all = 0, capacity = 0, smallest = std::numeric_limits<std::int64_t>::max();
  for (std::uint32_t v = 0; v != vertices; ++v) {
    all += t.vertex_weight(v);
    if (!t.is_fixed(v)) heaviest = std::max<std::int64_t>(heaviest, t.vertex_weight(v));
  }
  for (std::uint32_t p = 0; p != t.parts(); ++p) {
    capacity += std::max<std::int64_t>(0, limits.maximum[p] - t.weight(p));
    smallest = std::min(smallest, limits.maximum[p]);
  }
  const bool is_tight = capacity < heaviest || capacity * vertices < all * t.parts();
  return is_tight ? std::min(heaviest, smallest / 8) : 0;
}

// Gains since the last improvement, as a random walk.
class random_walk {
 public:
  explicit random_walk(std::uint32_t vertices) : minimum_(std::log(static_cast<double>(vertices) + 1)) {}
  void restart() { steps_ = 0, mean_ = 0, squares_ = 0; }
  void add(double gain) {
    const double old = mean_;
    mean_ += (gain - old) / ++steps_;
    squares_ += (gain - old) * (gain - mean_);
  }
  [[nodiscard]] bool is_hopeless() const {
    if (steps_ <= minimum_ || mean_ > 0) return false;
    return mean_ == 0 ? steps_ > 4 * minimum_ : steps_ * mean_ * mean_ >= squares_ / (steps_ - 1) / 4;
  }

 private:
  double minimum_, steps_ = 0, mean_ = 0, squares_ = 0;
};

class searches {
 public:
  searches(gain_table& table, const balance_limits& limits, const fm_options& options)
      : t_(table),
        limits_(limits),
        o_(options),
        allowance_(allowance_of(table, limits)),
        queues_(table.parts() == 2 ? 2 : 1, move_queue(table.graph().vertices)),
        locked_(table.graph().vertices) {}

  std::int64_t round(std::uint32_t number, const partition::stop_check& check_stop) {
    const std::vector<std::uint32_t> start = boundary(number);
    std::fill(locked_.begin(), locked_.end(), 0);
    std::int64_t gained = 0;
    for (std::size_t i = 0; i != start.size();) {
      check_stop();
      for (std::uint32_t n = 0; i != start.size() && (o_.seeds == 0 || n != o_.seeds); ++i)
        if (insert(start[i])) ++n;
      gained += search();
    }
    return gained;
  }

 private:
  // In random order. A large net with many pins on this side will stay cut.
  [[nodiscard]] std::vector<std::uint32_t> boundary(std::uint32_t round) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    const core_hypergraph& h = t_.graph();
    std::fill(locked_.begin(), locked_.end(), 0);
    for (std::uint32_t e = 0; e != h.nets; ++e) {
      if (!t_.is_cut(e)) continue;
      const bool is_large = h.net_begin[e + std::size_t{1}] - h.net_begin[e] > largest_net;
      for (std::uint64_t i = h.net_begin[e]; i != h.net_begin[e + std::size_t{1}]; ++i)
        if (const std::uint32_t v = h.pin[i]; !(is_large && t_.pins_in(e, t_.part(v)) > largest_net / 2) &&
                                              !std::exchange(locked_[v], 1) && !t_.is_fixed(v))
          order.emplace_back(hash((o_.seed + round * golden_ratio) ^ v), v);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> vertices;
    for (const auto& [key, v] : order) vertices.push_back(v);
    return vertices;
  }

  // Bisections have a queue per side: while one side is full, the vertices of the other wait.
  move_queue& queue_of(std::uint32_t v) { return queues_[queues_.size() == 2 ? t_.part(v) : 0]; }

  bool insert(std::uint32_t v) {
    if (locked_[v] != 0 || t_.is_fixed(v) || queue_of(v).contains(v)) return false;
    if (queues_.size() == 2) {
      queue_of(v).push(v, t_.gain(v, 1 - t_.part(v)));
      return true;
    }
    const target best = best_target(t_, limits_, allowance_, v);
    if (best.part == nowhere) return false;
    queues_[0].push(v, best.gain);
    return true;
  }

  // Takes the next vertex from the queues; false at their end. No part: it cannot move.
  bool take(std::uint32_t& v, target& to) { return queues_.size() == 2 ? take_of_two(v, to) : take_of_one(v, to); }

  bool take_of_one(std::uint32_t& v, target& to) {
    move_queue& q = queues_[0];
    if (overfull_ != nowhere) return take_of_overfull(v, to);
    while (!q.empty()) {
      v = q.top();
      const std::int32_t expected = q.top_gain();
      q.pop();
      to = best_target(t_, limits_, allowance_, v);
      if (to.part == nowhere || to.gain >= expected || q.empty() || to.gain >= q.top_gain()) return true;
      q.push(v, to.gain);
    }
    return false;
  }
  // The best that leaves the part above its limit for one with capacity.
  bool take_of_overfull(std::uint32_t& v, target& to) {
    to = {};
    queues_[0].for_each([&](std::uint32_t u) {
      if (t_.part(u) != overfull_) return;
      if (const target best = best_target(t_, limits_, 0, u); best.part != nowhere && best.gain > to.gain)
        v = u, to = best;
    });
    if (to.part != nowhere) queues_[0].remove(v);
    return to.part != nowhere;
  }
  bool take_of_two(std::uint32_t& v, target& to) {
    std::uint32_t from = nowhere;
    if (overfull_ != nowhere) {
      move_queue& q = queues_[overfull_];
      while (!q.empty() && !limits_.fits(t_, q.top(), 1 - overfull_)) q.pop();
      if (q.empty()) return false;
      v = q.top();
      to = {1 - overfull_, q.top_gain()};
      q.pop();
      return true;
    }
    for (std::uint32_t s = 0; s != 2; ++s) {
      if (queues_[s].empty() || !may_move(queues_[s].top(), 1 - s)) continue;
      if (from == nowhere || queues_[s].top_gain() > queues_[from].top_gain() ||
          (queues_[s].top_gain() == queues_[from].top_gain() && t_.weight(s) > t_.weight(from)))
        from = s;
    }
    to = {};
    if (from != nowhere) {
      to = {1 - from, queues_[from].top_gain()};
    } else {  // neither fits: the one that is heavier leaves its queue
      for (std::uint32_t s = 0; s != 2; ++s)
        if (!queues_[s].empty() &&
            (from == nowhere || t_.vertex_weight(queues_[s].top()) > t_.vertex_weight(queues_[from].top())))
          from = s;
      if (from == nowhere) return false;
    }
    v = queues_[from].top();
    queues_[from].pop();
    return true;
  }
  [[nodiscard]] bool may_move(std::uint32_t v, std::uint32_t to) const {
    return (allowance_ == 0 ? limits_.fits(t_, v, to)
                            : t_.weight(to) + t_.vertex_weight(v) <= limits_.maximum[to] + allowance_) &&
           (limits_.minimum.empty() || t_.weight(1 - to) - t_.vertex_weight(v) >= limits_.minimum[1 - to] - allowance_);
  }

  std::int64_t search() {
    std::int64_t sum = 0, best = 0;
    std::size_t kept = 0;
    std::uint32_t fruitless = 0;
    random_walk walk(t_.graph().vertices);
    moves_.clear();
    overfull_ = nowhere;
    std::uint32_t v = 0;
    target to;
    while (take(v, to)) {
      if (to.part == nowhere) continue;
      move(v, to.part);
      if (allowance_ != 0) note_overfull(to.part);
      sum += to.gain;
      walk.add(to.gain);
      ++fruitless;
      if (sum > best && overfull_ == nowhere) {
        best = sum;
        kept = moves_.size();
        fruitless = 0;
        walk.restart();
      }
      if (o_.fruitless != 0 ? fruitless > o_.fruitless : walk.is_hopeless()) break;
    }
    for (move_queue& q : queues_) q.clear();
    for (std::size_t i = moves_.size(); i != kept; --i) t_.move(moves_[i - 1].first, moves_[i - 1].second);
    return best;
  }

  // Of two parts, a minimum is the other's maximum.
  void note_overfull(std::uint32_t to) {
    if (t_.weight(to) > limits_.maximum[to])
      overfull_ = to;
    else if (overfull_ != nowhere && t_.weight(overfull_) <= limits_.maximum[overfull_])
      overfull_ = nowhere;
  }

  void move(std::uint32_t v, std::uint32_t to) {
    moves_.emplace_back(v, t_.part(v));
    locked_[v] = 1;
    touched_.clear();
    t_.move(
        v, to,
        [&](std::uint32_t u, std::int32_t by) {
          if (move_queue& q = queue_of(u); q.contains(u))
            q.change(u, q.gain(u) + by);
          else if (by > 0)
            touched_.push_back(u);
        },
        [&](std::uint32_t u, std::uint32_t p, std::int32_t by) {
          if (p == t_.part(u)) return;
          move_queue& q = queue_of(u);
          if (!q.contains(u)) {
            if (by > 0) touched_.push_back(u);
          } else if (by > 0 && t_.gain(u, p) > q.gain(u)) {  // gains that fell are found when u is the first
            q.change(u, t_.gain(u, p));
          }
        });
    for (const std::uint32_t u : touched_) (void)insert(u);
  }

  static constexpr std::uint32_t largest_net = 200;

  gain_table& t_;
  const balance_limits& limits_;
  const fm_options& o_;
  const std::int64_t allowance_;
  std::uint32_t overfull_ = nowhere;  // the part above its limit, which the next move leaves
  std::vector<move_queue> queues_;
  std::vector<std::uint8_t> locked_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> moves_;  // vertex, part that it left
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::int64_t refine_by_fm(gain_table& table, const balance_limits& limits, const fm_options& options,
                          const partition::stop_check& check_stop) {
  searches s(table, limits, options);
  std::int64_t all = 0, objective = options.minimum_gain == 0 ? 0 : table.objective();
  for (std::uint32_t r = 0; r != options.rounds; ++r) {
    const std::int64_t gained = s.round(r, check_stop);
    all += gained;
    objective -= gained;
    if (gained <= static_cast<std::int64_t>(options.minimum_gain * static_cast<double>(objective))) break;
  }
  return all;
}

}  // namespace amorph::hypergraph
