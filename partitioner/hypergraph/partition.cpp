// Checks the options, runs the multilevel core and its V-cycles, and keeps the best partition.
#include "partitioner/hypergraph/partition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/caller_progress.hpp"
#include "partitioner/common/relabel.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "partitioner/hypergraph/check_input.hpp"
#include "partitioner/hypergraph/core_run.hpp"
#include "partitioner/hypergraph/groups.hpp"
#include "partitioner/hypergraph/placement.hpp"
#include "partitioner/hypergraph/scaled_weights.hpp"

namespace amorph::hypergraph {
namespace {

// Large netlists are partitioned once: a second start takes as long as all else.
std::uint32_t starts_of(const netlist& n, const options& o) {
  return n.pin.size() > largest_on_host(n, o) ? 1 : start_effort_of(o).starts;
}

std::uint64_t most_bytes(const options& o) {
  return o.run.memory_limit != 0 ? o.run.memory_limit : cpu_exec(1).memory().limit();
}

// Before any loop over vertices, of which a header may announce four thousand million: levels have more than two words
// for each.
void check_vertices(const netlist& n, const options& o) {
  const std::uint64_t bytes = 16 * std::uint64_t{n.vertices}, most = most_bytes(o);
  if (bytes > most)
    throw error(status::out_of_memory, "out of memory: " + std::to_string(n.vertices) + " vertices take " +
                                           byte_text(bytes) + ", limit " + byte_text(most));
}

// The starts run side by side. All levels of one have about twice the pins of the netlist, of 8 bytes.
void check_memory(const netlist& n, const options& o) {
  const std::uint64_t gains = std::min(largest_table(n, o), gain_table_bytes(n.vertices, n.nets, o.parts));
  const std::uint64_t bytes = starts_of(n, o) * (gains + 16 * n.pin.size());
  const std::uint64_t most = most_bytes(o);
  if (bytes > most)
    throw error(status::out_of_memory, "out of memory: levels and gains of " + std::to_string(o.parts) +
                                           " parts take " + byte_text(bytes) + ", limit " + byte_text(most));
}

void add(statistics& to, const statistics& s) {
  for (double statistics::* const phase :
       {&statistics::check_ms, &statistics::start_ms, &statistics::load_ms, &statistics::communities_ms,
        &statistics::coarsen_ms, &statistics::initial_ms, &statistics::refine_ms, &statistics::host_refine_ms,
        &statistics::measure_ms})
    to.*phase += s.*phase;
  to.levels = s.levels;
  to.coarsest_vertices = s.coarsest_vertices;
  to.coarsest_nets = s.coarsest_nets;
}

bool has_moved(const options& o, const std::vector<std::uint32_t>& part, std::size_t v) {
  return o.start[v] != -1 && part[v] != static_cast<std::uint32_t>(o.start[v]);
}

std::uint32_t count_moved(const options& o, const std::vector<std::uint32_t>& part) {
  std::uint32_t moved = 0;
  for (std::size_t v = 0; v != o.start.size(); ++v) moved += has_moved(o, part, v) ? 1 : 0;
  return moved;
}

// The objective with the costs of moves.
std::int64_t cost(const options& o, const result& r) {
  std::int64_t sum = r.measured.of(o.objective);
  for (std::size_t v = 0; v != o.move_cost.size(); ++v)
    if (has_moved(o, r.part, v)) sum += o.move_cost[v];
  return sum;
}

// Keeps the better one, with the statistics of both.
void keep_better(const options& o, result& best, result&& next) {
  const auto rank = [&](const result& r) { return std::pair(!r.balanced, cost(o, r)); };
  add(next.stats, best.stats);
  if (rank(next) < rank(best))
    best = std::move(next);
  else
    best.stats = next.stats;
}

// Partitions from scratch, side by side: serial phases of one leave threads to the others.
result best_start(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  std::vector<result> found(starts_of(n, o));
  const bool side_by_side = o.run.backend != backend::cuda;  // a device is filled by one
  cpu_exec exec(side_by_side ? o.run.threads : 1);
  options own = o;
  if (side_by_side) own.run.threads = std::max(1u, exec.threads() / static_cast<unsigned>(found.size()));
  own.run.progress = partition::from_this_thread(o.run.progress);
  exec.ranges(found.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first)
      found[first] = core_run(n, own, limit).from_scratch(hash(seed + first), first % 2 == 1);
  });
  for (std::size_t i = 1; i != found.size(); ++i) keep_better(o, found[0], std::move(found[i]));
  return std::move(found[0]);
}

// With costs of moves the old partition is meant to stay, and coarsening takes most of the time.
std::uint32_t vcycles_of(const options& o) {
  if (o.vcycles >= 0) return static_cast<std::uint32_t>(o.vcycles);
  return o.move_cost.empty() ? effort_of(o).vcycles : effort_of(o).vcycles_with_costs;
}

constexpr double worth_a_new_partition = 0.01;

// The weight above the limits of parts, as a fraction of all, in the worst dimension.
double excess_of(const netlist& n, const options& o, const std::vector<std::int64_t>& limit,
                 const std::vector<std::uint32_t>& part) {
  const quality q = measure(n, o.parts, part);
  std::vector<double> over(n.dimensions, 0);
  for (std::size_t i = 0; i != limit.size(); ++i)
    over[i % n.dimensions] += static_cast<double>(std::max<std::int64_t>(0, q.part_weight[i] - limit[i]));
  for (std::size_t d = 0; d != over.size(); ++d)
    over[d] /= static_cast<double>(std::max<std::int64_t>(1, q.total_weight[d]));
  return *std::max_element(over.begin(), over.end());
}

// Numbers the parts so that most vertices stay where they are.
void number_as_start(const options& o, const std::vector<std::int64_t>& limit, std::uint32_t dimensions, result& r) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> shared;
  for (std::size_t v = 0; v != r.part.size(); ++v)
    if (o.start[v] != -1) ++shared[{r.part[v], static_cast<std::uint32_t>(o.start[v])}];
  std::vector<partition::overlap> overlaps;
  for (const auto& [parts, vertices] : shared) overlaps.push_back({vertices, parts.first, parts.second});
  std::map<std::vector<std::int64_t>, std::uint32_t> known;  // by limits
  std::vector<std::uint32_t> kind(o.parts);
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    const auto first = limit.begin() + static_cast<std::ptrdiff_t>(std::size_t{p} * dimensions);
    std::vector<std::int64_t> bounds(first, first + dimensions);
    if (!o.minimum.empty()) bounds.push_back(o.minimum[p]);
    kind[p] = known.try_emplace(std::move(bounds), p).first->second;
  }
  const std::vector<std::uint32_t> number = partition::numbers_by_overlap(std::move(overlaps), kind);
  std::vector<std::int64_t> weight(r.measured.part_weight.size());
  for (std::size_t i = 0; i != weight.size(); ++i)
    weight[number[i / dimensions] * std::size_t{dimensions} + i % dimensions] = r.measured.part_weight[i];
  r.measured.part_weight = std::move(weight);
  for (std::uint32_t& p : r.part) p = number[p];
}

options from_scratch(const options& o) {
  options all = o;
  all.start = {};
  return all;
}

result improve(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  std::vector<std::uint32_t> part = place_new_vertices(n, o, limit);
  // The core's old part of a vertex is its part in the partition that it gets. Leaving it costs nothing if that is not
  // the part in `start`: of new vertices, and of those that have moved.
  std::vector<std::int32_t> move_cost(o.move_cost.begin(), o.move_cost.end());
  options own = o;
  own.move_cost = move_cost;
  const auto free_moved = [&](const std::vector<std::uint32_t>& now) {
    for (std::size_t v = 0; v != move_cost.size(); ++v)
      if (o.start[v] == -1 || has_moved(o, now, v)) move_cost[v] = 0;
  };
  free_moved(part);
  result best = core_run(n, own, limit).refined(part, seed);
  // Where much has to leave overweight parts, clusters of a V-cycle leave in one piece, and a new partition may be
  // better than either.
  if (excess_of(n, o, limit, part) > worth_a_new_partition) {
    free_moved(part);
    keep_better(o, best, core_run(n, own, limit).vcycle(part, hash(seed)));
    if (o.move_cost.empty()) {
      result anew = best_start(n, from_scratch(o), limit, seed);
      if (o.fixed.empty()) number_as_start(o, limit, n.dimensions, anew);
      keep_better(o, best, std::move(anew));
    }
  }
  for (std::uint32_t i = 0; i != vcycles_of(o); ++i) {
    free_moved(best.part);
    keep_better(o, best, core_run(n, own, limit).vcycle(best.part, hash(seed + i)));
  }
  best.moved = count_moved(o, best.part);
  return best;
}

result run_once(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  if (o.start.empty()) {
    result best = best_start(n, o, limit, seed);
    if (o.parts == 2 && effort_of(o).cuts_of_two && o.vcycles < 0) {  // they are most of a V-cycle's gain
      if (n.pin.size() <= largest_on_host(n, o))                      // the executor has none
        keep_better(o, best, core_run(n, o, limit).refined(best.part, seed));
      return best;
    }
    for (std::uint32_t i = 0; i != vcycles_of(o); ++i)
      keep_better(o, best, core_run(n, o, limit).vcycle(best.part, hash(seed + i)));
    return best;
  }
  return improve(n, o, limit, seed);
}

// Within 32 bits; rounding may exceed exact limits by a little, which moves on the finest level mend.
result run_scaled(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  const scaled_weights scaled(n, o);
  if (!scaled.is_needed()) return run_once(n, o, limit, seed);
  result r = run_once(scaled.apply(n), scaled.apply(o), scaled.apply(limit), seed);
  judge(n, o, limit, r);
  if (r.balanced) return r;
  netlist exact = scaled.apply(n);
  exact.vertex_weight = n.vertex_weight;
  options without_costs = o;
  without_costs.move_cost = {};
  result mended = core_run(exact, without_costs, limit).refined(r.part, seed);
  judge(n, o, limit, mended);
  keep_better(o, r, std::move(mended));
  r.moved = count_moved(o, r.part);
  return r;
}

// More parts than vertices: each vertex gets an unused part that holds it, else one with capacity left, both with the
// largest limit of the first dimension. O(vertices + parts log parts) for one dimension, if few parts are too small.
class one_by_one {
 public:
  one_by_one(const netlist& n, const options& o, const std::vector<std::int64_t>& limit)
      : n_(n), o_(o), left_(limit), used_(o.parts, false) {
    result_.part.assign(n.vertices, nowhere);
    unused_.resize(o.parts);
    std::iota(unused_.begin(), unused_.end(), 0U);
    std::stable_sort(unused_.begin(), unused_.end(), [&](auto p, auto q) { return left(p, 0) > left(q, 0); });
    for (std::uint32_t v = 0; v != o.fixed.size(); ++v)
      if (o.fixed[v] != -1) place(v, static_cast<std::uint32_t>(o.fixed[v]));
  }

  // The heaviest first; those with an old part before, or in the same order. With one dimension, the latter finds parts
  // within the limits whenever each vertex can have one of its own.
  result run(bool old_parts_first) {
    std::vector<std::uint32_t> order(n_.vertices);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](auto u, auto v) { return weight(u, 0) > weight(v, 0); });
    if (old_parts_first)
      for (const std::uint32_t v : order) place_in_old_part(v);
    for (const std::uint32_t v : order) {
      place_in_old_part(v);
      if (result_.part[v] == nowhere) place(v, best_part(v));
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  [[nodiscard]] std::int64_t& left(std::size_t p, std::size_t d) { return left_[p * n_.dimensions + d]; }
  [[nodiscard]] std::int64_t weight(std::size_t v, std::size_t d) const {
    return n_.vertex_weight.empty() ? 1 : n_.vertex_weight[v * n_.dimensions + d];
  }
  [[nodiscard]] bool fits(std::uint32_t v, std::uint32_t p) {
    std::size_t d = 0;
    while (d != n_.dimensions && weight(v, d) <= left(p, d)) ++d;
    return d == n_.dimensions;
  }
  void place_in_old_part(std::uint32_t v) {
    if (o_.start.empty() || o_.start[v] == -1 || result_.part[v] != nowhere) return;
    const auto p = static_cast<std::uint32_t>(o_.start[v]);
    if (!used_[p] && fits(v, p)) place(v, p);
  }
  std::uint32_t best_part(std::uint32_t v) {
    while (used_[unused_[next_]]) ++next_;
    for (std::size_t i = next_; i != unused_.size() && weight(v, 0) <= left(unused_[i], 0); ++i)
      if (!used_[unused_[i]] && fits(v, unused_[i])) return unused_[i];
    for (auto p = capacity_.rbegin(); p != capacity_.rend() && weight(v, 0) <= p->first; ++p)
      if (fits(v, p->second)) return p->second;
    return unused_[next_];
  }
  void place(std::uint32_t v, std::uint32_t p) {
    capacity_.erase({left(p, 0), p});
    for (std::size_t d = 0; d != n_.dimensions; ++d) left(p, d) -= weight(v, d);
    capacity_.emplace(left(p, 0), p);
    used_[p] = true;
    result_.part[v] = p;
  }

  const netlist& n_;
  const options& o_;
  std::vector<std::int64_t> left_;  // per part and dimension: the capacity left
  std::vector<bool> used_;
  std::vector<std::uint32_t> unused_;  // by descending limits; used ones are skipped
  std::size_t next_ = 0;
  std::set<std::pair<std::int64_t, std::uint32_t>> capacity_;  // of used parts
  result result_;
};

result place_one_by_one(const netlist& n, const options& o, const std::vector<std::int64_t>& limit) {
  result r;
  for (const bool old_parts_first : {true, false}) {
    if (o.parts == 1)
      r.part.assign(n.vertices, 0);
    else
      r = one_by_one(n, o, limit).run(old_parts_first);
    judge(n, o, limit, r);
    if (r.balanced) break;
  }
  r.moved = count_moved(o, r.part);
  r.stats.backend_name = "cpu";
  r.stats.threads = 1;
  r.stats.runs = 1;
  return r;
}

result divide_groups(const netlist& n, const options& o) {
  const grouped g = contract_groups(n, o);
  const netlist of_groups = g.view();
  options grouped = g.constraints(o);
  if (grouped.maximum.empty()) grouped.maximum = maximum_weights(n, o);
  result r = divide(of_groups, grouped);
  std::vector<std::uint32_t> part(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) part[v] = r.part[g.map[v]];
  r.part = std::move(part);
  r.measured = measure(n, o.parts, r.part, o.run.threads);
  r.moved = count_moved(o, r.part);
  return r;
}

}  // namespace

std::vector<std::int64_t> maximum_weights(const netlist& n, const options& o) {
  if (!o.maximum.empty()) return o.maximum;
  const double shares = std::accumulate(o.share.begin(), o.share.end(), 0.0);
  const std::vector<std::int64_t> totals = total_weights(n);
  std::vector<std::int64_t> most;
  for (std::uint32_t p = 0; p != o.parts; ++p)
    for (const std::int64_t total : totals) {
      const std::int64_t even =
          o.share.empty() ? (total + o.parts - 1) / o.parts
                          : static_cast<std::int64_t>(std::ceil(static_cast<double>(total) * (o.share[p] / shares)));
      most.push_back(static_cast<std::int64_t>((1 + o.imbalance) * static_cast<double>(even)));
    }
  return most;
}

result divide(const netlist& n, const options& o) {
  const stopwatch time;
  check_vertices(n, o);
  check_input(n, o);
  if (o.run.backend == backend::automatic) {  // the device is used if asked for
    options on_cpu = o;
    on_cpu.run.backend = backend::cpu;
    return divide(n, on_cpu);
  }
  if (!o.group.empty()) return divide_groups(n, o);
  const std::vector<std::int64_t> limit = maximum_weights(n, o);
  check_limits(n, o, limit);
  if (o.parts == 1 || o.parts > n.vertices) return place_one_by_one(n, o, limit);
  check_memory(n, o);
  const double check_ms = time.ms();
  result r = run_scaled(n, o, limit, o.seed);
  const double each_ms = time.ms();  // about as long as any other
  std::uint32_t i = 1;
  for (; i < o.runs; ++i) {
    if (o.time_limit_ms != 0 && time.ms() + each_ms > o.time_limit_ms) break;
    keep_better(o, r, run_scaled(n, o, limit, hash(o.seed + i * golden_ratio)));
  }
  r.stats.runs = i;
  r.stats.threads = cpu_exec(o.run.threads).threads();
  r.stats.check_ms += check_ms;
  r.stats.ms = {time.ms()};
  return r;
}

}  // namespace amorph::hypergraph
