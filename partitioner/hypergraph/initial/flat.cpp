// Bisections of a coarsest hypergraph: a portfolio of greedy growing, breadth-first growing and random assignment, each
// refined by FM (Heuer, "Engineering initial partitioning algorithms for direct k-way hypergraph partitioning", 2015).
#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/initial/initial.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"
#include "partitioner/hypergraph/refinement/move_queue.hpp"

namespace amorph::hypergraph {
namespace {

enum class method : std::uint8_t { greedy, breadth_first, random };
constexpr method portfolio[] = {method::greedy, method::greedy, method::breadth_first, method::greedy, method::random};

// All in side 1 but those fixed in 0; side 0 grows from a random vertex up to its share.
class growing {
 public:
  growing(const core_hypergraph& h, span<const std::int64_t> limit, std::uint64_t seed)
      : h_(h), limit_(limit), order_(h.vertices) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> key(h.vertices);
    for (std::uint32_t v = 0; v != h.vertices; ++v) key[v] = {hash(seed ^ v), v};
    std::sort(key.begin(), key.end());
    for (std::uint32_t i = 0; i != h.vertices; ++i) order_[i] = key[i].second;
  }

  // `table`: all in side 1 but those fixed in 0.
  void run(method how, gain_table& table) {
    const std::vector<std::int64_t> goal = goals(table);
    const auto grows = [&] {
      for (std::uint32_t d = 0; d != h_.dimensions; ++d)
        if (table.weight(0, d) >= goal[d]) return false;
      return true;
    };
    const balance_limits limits{limit_, {}};
    move_queue queue(h_.vertices);
    std::size_t next = 0;
    std::int32_t arrival = 0;
    while (grows()) {
      if (queue.empty() || how == method::random) {
        while (next != order_.size() && !free(table, order_[next])) ++next;
        if (next == order_.size()) return;
        queue.push(order_[next++], 0);
      }
      const std::uint32_t v = queue.top();
      queue.pop();
      if (!limits.fits(table, v, 0)) continue;
      if (how == method::greedy) {
        move_and_follow(table, v, queue);
        continue;
      }
      table.move(v, 0);
      if (how == method::random) continue;
      for_neighbours(v, [&](std::uint32_t u) {
        if (free(table, u) && !queue.contains(u)) queue.push(u, --arrival);
      });
    }
  }

 private:
  // The target weight of side 0, per dimension: its share of the limits, and at least the weight beyond the capacity of
  // side 1.
  [[nodiscard]] std::vector<std::int64_t> goals(const gain_table& table) const {
    std::vector<std::int64_t> goal;
    for (std::uint32_t d = 0; d != h_.dimensions; ++d) {
      const std::int64_t total = table.weight(0, d) + table.weight(1, d);
      const std::int64_t most[] = {limit_[d], limit_[h_.dimensions + d]};
      const auto share = static_cast<double>(most[0]) / std::max(1.0, static_cast<double>(most[0] + most[1]));
      goal.push_back(std::max(static_cast<std::int64_t>(share * static_cast<double>(total)), total - most[1]));
    }
    return goal;
  }
  [[nodiscard]] bool free(const gain_table& t, std::uint32_t v) const { return t.part(v) == 1 && !t.is_fixed(v); }
  // Vertices whose gains change enter the queue, or move in it.
  void move_and_follow(gain_table& t, std::uint32_t v, move_queue& queue) const {
    const auto changed = [&](std::uint32_t u) {
      if (!free(t, u)) return;
      if (!queue.contains(u))
        queue.push(u, t.gain(u, 0));
      else if (queue.gain(u) != t.gain(u, 0))
        queue.change(u, t.gain(u, 0));
    };
    t.move(
        v, 0, [&](std::uint32_t u, std::int32_t) { changed(u); },
        [&](std::uint32_t u, std::uint32_t p, std::int32_t) {
          if (p == 0) changed(u);
        });
  }
  template <class F> void for_neighbours(std::uint32_t v, F f) const {
    for (std::uint64_t j = h_.vertex_begin[v]; j != h_.vertex_begin[v + 1]; ++j) {
      const std::uint32_t e = h_.net[j];
      if (h_.net_begin[e + 1] - h_.net_begin[e] > largest_net) continue;
      for (std::uint64_t i = h_.net_begin[e]; i != h_.net_begin[e + 1]; ++i)
        if (h_.pin[i] != v) f(h_.pin[i]);
    }
  }

  static constexpr std::uint64_t largest_net = 200;  // larger nets are cut anyway

  const core_hypergraph& h_;
  span<const std::int64_t> limit_;
  std::vector<std::uint32_t> order_;
};

struct attempt {
  std::int64_t objective = 0;
  double excess = 0, imbalance = 0;
  std::vector<std::uint32_t> side;
  [[nodiscard]] auto rank() const { return std::tuple(excess, objective, imbalance); }
};

attempt try_once(const core_hypergraph& h, span<const std::int64_t> limit, const initial_options& o,
                 std::uint32_t number, const partition::stop_check& check_stop) {
  attempt a;
  const std::uint64_t seed = hash(o.seed + number);
  a.side.assign(h.vertices, 1);
  for (std::uint32_t v = 0; h.fixed != nullptr && v != h.vertices; ++v)
    if (h.fixed[v] == 0) a.side[v] = 0;
  gain_table table(h, 2, o.objective, a.side.data());
  growing(h, limit, seed).run(portfolio[number % std::size(portfolio)], table);
  const balance_limits limits{limit, {}};
  (void)rebalance(table, limits);
  (void)refine_by_fm(table, limits, {.rounds = 5, .seeds = 0, .fruitless = o.fruitless, .seed = seed}, check_stop);
  a.excess = total_excess(table, limits);
  a.objective = table.objective();
  a.imbalance = std::max(limits.excess(table, 0, 0), limits.excess(table, 1, 0));
  return a;
}

}  // namespace

void bisect_flat(cpu_exec& exec, const core_hypergraph& h, span<const std::int64_t> limit,
                 const initial_options& options, const partition::stop_check& check_stop, std::uint32_t* part) {
  std::vector<attempt> attempts(std::max(1u, options.flat_attempts));
  exec.ranges(attempts.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (std::size_t i = first; i != last; ++i)
      attempts[i] = try_once(h, limit, options, static_cast<std::uint32_t>(i), check_stop);
  });
  const auto best = std::min_element(attempts.begin(), attempts.end(),
                                     [](const attempt& a, const attempt& b) { return a.rank() < b.rank(); });
  std::copy(best->side.begin(), best->side.end(), part);
}

}  // namespace amorph::hypergraph
