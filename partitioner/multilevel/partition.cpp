// divide(): checks options, translates them for the core, chooses the backend, repeats attempts, and handles the
// cases that need no algorithm.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/multilevel/constraints/band.hpp"
#include "partitioner/multilevel/constraints/finish.hpp"
#include "partitioner/multilevel/constraints/several_weights.hpp"
#include "partitioner/multilevel/constraints/shift.hpp"
#include "partitioner/multilevel/constraints/strays.hpp"
#include "partitioner/multilevel/constraints/volume.hpp"
#include "partitioner/multilevel/core.hpp"
#include "partitioner/multilevel/from_start.hpp"
#include "partitioner/multilevel/initial/fill_empty_parts.hpp"
#include "partitioner/multilevel/initial/initial.hpp"
#include "partitioner/multilevel/initial/recursive.hpp"
#include "partitioner/multilevel/refinement/targets.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::partition {
namespace {

// More attempts cost time and gain little after refinement; with many parts, and so a large coarsest graph, fewer
// suffice.
constexpr unsigned initial_attempts(std::size_t parts, bool fast) { return fast ? 1 : parts < 1024 ? 4 : 2; }

[[noreturn]] void refuse(const std::string& why) { throw error(status::bad_input, why); }

void check(cpu_exec& exec, const graph& g, const options& o) {
  if (o.parts == 0) refuse("expected 1 part or more");
  if (o.constraints == 0) refuse("expected 1 constraint or more");
  if (!o.target.empty() && o.target.size() != std::size_t{o.parts} * o.constraints)
    refuse("expected " + std::to_string(std::size_t{o.parts} * o.constraints) + " target weights, found " +
           std::to_string(o.target.size()));
  for (const float t : o.target)
    if (!(t > 0)) refuse("expected target weights above 0, found " + std::to_string(t));
  for (std::uint32_t c = 0; c != o.constraints && !o.target.empty(); ++c) {
    double sum = 0;
    for (std::size_t i = c; i < o.target.size(); i += o.constraints) sum += o.target[i];
    if (!(std::abs(sum - 1) < 0.01)) refuse("expected target weights that add up to 1, found " + std::to_string(sum));
  }
  if (!o.imbalance.empty() && o.imbalance.size() != o.constraints)
    refuse("expected " + std::to_string(o.constraints) + " imbalances, found " + std::to_string(o.imbalance.size()));
  for (const float i : o.imbalance)
    if (!(i >= 1)) refuse("expected an imbalance of 1 or more, found " + std::to_string(i));
  if (o.constraints > 1 &&
      (o.match_by == synchronisation::transactions || o.refine_by == synchronisation::transactions))
    refuse("transactions (stm) support one weight per vertex, found " + std::to_string(o.constraints));
  check_start(g, o);
  // Per-part arrays on the host, whatever the graph: targets, limits, weights (twice), visited flags.
  const std::uint64_t limit = o.run.memory_limit != 0 ? o.run.memory_limit : exec.memory().limit();
  const std::uint64_t bytes = o.parts * (std::uint64_t{o.constraints} * 4 * sizeof(std::int64_t) + sizeof(o.parts));
  if (bytes > limit)
    throw error(status::out_of_memory, "out of memory: " + std::to_string(o.parts) + " parts take " + byte_text(bytes) +
                                           ", limit " + byte_text(limit));
  std::int64_t edges = static_cast<std::int64_t>(g.to.size());
  if (!g.edge_weight.empty()) {
    edges = 0;
    const auto weight = [&](std::size_t e) { return std::int64_t{g.edge_weight[e]}; };
    reduce_into<std::int64_t>(exec, g.edge_weight.size(), weight, &edges, 0);
  }
  if (edges / 2 > std::numeric_limits<std::int32_t>::max())
    refuse("the edge weights sum to " + std::to_string(edges / 2) + ", more than " +
           std::to_string(std::numeric_limits<std::int32_t>::max()));
}

struct targets {
  std::vector<std::int64_t> target, limit;
};

// Integer targets that add up to the total.
targets targets_of(const options& o, std::int64_t total) {
  targets t;
  double before = 0;
  std::int64_t given = 0;
  for (std::uint32_t p = 0; p != o.parts; ++p) {
    before += target_share(o, p, 0) * static_cast<double>(total);
    const std::int64_t upto = p + 1 == o.parts ? total : std::min<std::int64_t>(total, std::llround(before));
    t.target.push_back(upto - given);
    t.limit.push_back(std::max(part_limit(o, p, 0, total), upto - given));
    given = upto;
  }
  return t;
}

struct coarsest_task {
  span<const std::int64_t> target;
  span<std::int64_t> limit;  // may be raised
  std::uint32_t finest_vertices;
  std::uint64_t seed;
  std::uint32_t threads;
  bool fast;
  stop_check check_stop;
};

// Sorts the adjacency lists, whose order is unspecified, because the host's algorithms depend on it.
int divide_coarsest(void* context, const core_graph* graph, std::uint32_t parts, std::uint32_t* part) {
  const auto& task = *static_cast<const coarsest_task*>(context);
  return static_cast<int>(guarded(nullptr, 0, [&] {
    coarse_graph copy;
    copy.begin.assign(graph->begin, graph->begin + graph->vertices + 1);
    copy.vertex_weight.assign(graph->vertex_weight, graph->vertex_weight + graph->vertices);
    std::vector<std::pair<std::uint32_t, std::int32_t>> row;
    for (std::uint32_t v = 0; v != graph->vertices; ++v) {
      row.clear();
      for (std::uint64_t e = graph->begin[v]; e != graph->begin[v + 1]; ++e)
        row.emplace_back(graph->to[e], graph->edge_weight[e]);
      std::sort(row.begin(), row.end());
      for (const auto& [to, weight] : row) {
        copy.to.push_back(to);
        copy.edge_weight.push_back(weight);
      }
    }
    cpu_exec exec(task.threads);
    // Coarse vertices may not pack although those of finer graphs do.
    const span<std::int64_t> limit = task.limit.subspan(0, parts);
    const bool finest = graph->vertices == task.finest_vertices;
    const std::vector<std::uint32_t> found =
        initial_partition(exec, copy, task.target.subspan(0, parts), limit, task.seed,
                          initial_attempts(parts, task.fast), task.check_stop, finest ? limit : span<std::int64_t>());
    std::copy(found.begin(), found.end(), part);
  }));
}

// Runs the core for one call of divide(), and sums the statistics.
class core_calls {
 public:
  core_calls(const options& o, backend backend) : o_(o), backend_(backend) {}
  [[nodiscard]] bool on_device() const { return backend_ != backend::cpu; }

  // Raises `limit` if it cannot be kept. With a start, improves that.
  void run(const graph& g, span<const std::int64_t> target, span<std::int64_t> limit, std::uint64_t seed,
           unsigned threads, std::vector<std::uint32_t>& part, const start_partition* start = nullptr) {
    coarsest_task task{target, limit, g.vertices, seed, threads, o_.preset == preset::fast, stop_check(o_.run)};
    problem problem{};
    problem.graph = {g.vertices, g.begin.data(), g.to.data(),
                     g.vertex_weight.empty() ? nullptr : g.vertex_weight.data(),
                     g.edge_weight.empty() ? nullptr : g.edge_weight.data()};
    problem.parts = static_cast<std::uint32_t>(target.size());
    problem.target = target.data();
    problem.limit = limit.data();
    problem.heavy_edge = o_.match == matching::heavy_edge ? 1 : 0;
    problem.match_by_transactions = o_.match_by == synchronisation::transactions ? 1 : 0;
    problem.refine_by_transactions = o_.refine_by == synchronisation::transactions ? 1 : 0;
    problem.two_hop = o_.two_hop ? 1 : 0;
    problem.refinement = o_.refinement;
    problem.fast = o_.preset == preset::fast ? 1 : 0;
    problem.seed = seed;
    problem.initial = &divide_coarsest;
    problem.initial_context = &task;
    if (start != nullptr) {
      problem.start = start->part.data();
      problem.start_weight = start->weight.data();
      problem.anchor = start->home.empty() ? nullptr : start->home.data();
      problem.move_cost = o_.move_cost.data();
    }
    part.resize(g.vertices);
    run_options run = o_.run;
    run.threads = threads;
    run.repeat = 1;
    answer answer{part.data(), {}};
    run_statistics stats;
    if (on_device() && !run_on_device(run, problem, answer, stats)) backend_ = backend::cpu;
    if (!on_device()) {
      run.backend = backend::cpu;
      (void)dispatch("partition", cpu_entry(), run, {}, 0, problem, answer, stats);
    }
    add(answer.stats, stats);
  }
  // Sums over all runs; backend and sizes are those of the first, which is the largest.
  [[nodiscard]] const statistics& stats() const { return stats_; }

 private:
  // False if the device cannot be used, or has too little memory, and the backend is automatic.
  bool run_on_device(run_options run, const problem& problem, answer& answer, run_statistics& stats) {
    run.backend = backend::cuda;
    try {
      (void)dispatch("partition", cpu_entry(), run, {}, 0, problem, answer, stats);
      return true;
    } catch (const error& e) {
      if ((e.code() != status::out_of_memory && e.code() != status::no_device) || o_.run.backend != backend::automatic)
        throw;
      answer.stats = {};
      stats_.remark = std::string("on the CPU: ") + e.what();
      return false;
    }
  }
  void add(const core_statistics& s, const run_statistics& run) {
    const std::scoped_lock lock(adding_);
    if (stats_.levels == 0) {
      stats_.backend_name = run.backend_name;
      stats_.threads = run.threads;
      stats_.levels = s.levels;
      stats_.coarsest_vertices = s.coarsest_vertices;
    }
    stats_.coarsen_ms += s.coarsen_ms;
    stats_.initial_ms += s.initial_ms;
    stats_.refine_ms += s.refine_ms;
    stats_.transfer_ms += s.transfer_ms;
    stats_.matching += s.matching;
    stats_.refinement += s.refinement;
    stats_.peak_bytes = std::max(stats_.peak_bytes, run.peak_bytes);
  }

  const options& o_;
  backend backend_;
  std::mutex adding_;
  statistics stats_;
};

void divide_recursively(cpu_exec& exec, const graph& g, const options& o, const targets& t, std::uint64_t seed,
                        core_calls& core, std::vector<std::uint32_t>& part) {
  const auto bisect_large = [&](const graph& piece, const std::array<std::int64_t, 2>& target,
                                const std::array<std::int64_t, 2>& limit, std::uint64_t key, unsigned threads) {
    std::vector<std::uint32_t> side;
    std::vector<std::int64_t> limits(limit.begin(), limit.end());
    core.run(piece, {target.data(), 2}, limits, key, threads, side);
    return side;
  };
  const bool shared =
      allowed_imbalance(o, 0) > minimum_imbalance(o) * (1 + 1e-6);  // tolerance for the conversion from float
  divide_recursively(exec, g,
                     {t.target, shared ? span<const std::int64_t>(t.limit) : span<const std::int64_t>(),
                      minimum_imbalance(o), seed, stop_check(o.run), bisect_large, core.on_device()},
                     part);
}

std::int64_t cost_of_moves(const options& o, const std::vector<std::uint32_t>& part) {
  std::int64_t sum = 0;
  for (std::size_t v = 0; v != o.move_cost.size(); ++v)
    if (o.start[v] != -1 && static_cast<std::uint32_t>(o.start[v]) != part[v]) sum += o.move_cost[v];
  return sum;
}

bool better(const result& a, const result& b, const options& o) {
  if (a.balanced != b.balanced) return a.balanced;
  const auto cost = [&](const result& r) {
    return (o.objective == objective::volume ? r.volume : r.cut) + cost_of_moves(o, r.part);
  };
  return cost(a) != cost(b) ? cost(a) < cost(b) : a.balance < b.balance;
}

// Weight above the limits, relative to them, summed over parts and constraints.
double excess_of(const result& r, span<const std::int64_t> limit) {
  double sum = 0;
  for (std::size_t i = 0; i != limit.size(); ++i)
    if (r.part_weight[i] > limit[i])
      sum +=
          static_cast<double>(r.part_weight[i] - limit[i]) / static_cast<double>(std::max<std::int64_t>(1, limit[i]));
  return sum;
}

// With several weights, from a partition to improve.
void improve_several(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                     const start_partition& start, result& found) {
  found.part = start.part;
  finish(g, o, limit, seed, stop_check(o.run), found.part);
}

// With several weights: within relaxed limits on coarse levels and, if that ends above the limits, within exact ones.
void divide_several(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                    std::uint64_t seed, result& best) {
  const stop_check check_stop(o.run);
  for (const coarse_limits coarse : {coarse_limits::relaxed, coarse_limits::exact}) {
    result found;
    found.part = divide_several_weights(exec, g, o, limit, seed, coarse, check_stop);
    finish(g, o, limit, seed, check_stop, found.part);
    measure(g, o, found);
    const double excess = excess_of(found, limit);
    if (coarse == coarse_limits::relaxed || excess < excess_of(best, limit)) best = std::move(found);
    if (excess == 0) return;
  }
}

// Per part and constraint.
std::vector<std::int64_t> limits_of(cpu_exec& exec, const graph& g, const options& o) {
  std::vector<std::int64_t> limit(std::size_t{o.parts} * o.constraints);
  for (std::uint32_t c = 0; c != o.constraints; ++c) {
    const std::int64_t total = total_weight(exec, g, o, c);
    for (std::uint32_t p = 0; p != o.parts; ++p) limit[std::size_t{p} * o.constraints + c] = part_limit(o, p, c, total);
  }
  return limit;
}

// Edge weights with which the cut is close to the communication volume, as METIS's: 1 plus the sizes of both ends,
// divided so that they sum to at most 2^30. Empty: all 1.
std::vector<std::int32_t> edge_weights_for_volume(const graph& g) {
  std::vector<std::int32_t> weight;
  if (g.vertex_size.empty()) return weight;
  std::int64_t sum = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    sum += g.vertex_size[v] * static_cast<std::int64_t>(g.begin[v + std::size_t{1}] - g.begin[v]);
  const std::int64_t divisor = 1 + sum / (std::int64_t{1} << 30);
  weight.reserve(g.to.size());
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      weight.push_back(
          static_cast<std::int32_t>(1 + (std::int64_t{g.vertex_size[v]} + g.vertex_size[g.to[e]]) / divisor));
  return weight;
}

// As of work_of(). O(n).
double skew_of(cpu_exec& exec, const graph& g) {
  if (g.to.empty()) return 1;
  const auto squared_degree = [&](std::size_t v) {
    const std::uint64_t degree = g.begin[v + 1] - g.begin[v];
    return degree * degree;
  };
  std::uint64_t squares = 0;
  reduce_into<std::uint64_t>(exec, g.vertices, squared_degree, &squares, 0);
  const auto arcs = static_cast<double>(g.to.size());
  return static_cast<double>(squares) / arcs / (arcs / g.vertices);
}

// The cut is not always near the volume: from scratch, a partition by the hypergraph of neighbourhoods is tried too.
bool minimises_volume_apart(const options& o) {
  return o.objective == objective::volume && o.constraints == 1 && o.start.empty() && o.preset != preset::fast;
}
void keep_smaller_volume(cpu_exec& host, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const core_calls& core, result& found) {
  result other;
  other.part = divide_for_volume(g, o, limit, seed, core.on_device() ? backend::cuda : backend::cpu);
  fill_empty_parts(host, g, limit, other.part);
  finish(g, o, limit, seed, stop_check(o.run), other.part);
  measure(g, o, other);
  if (better(other, found, o)) found = std::move(other);
}

// One attempt.
result divide_once(cpu_exec& host, const graph& g, const options& o, const targets& t, std::uint64_t seed,
                   core_calls& core) {
  result found;
  const stop_check check_stop(o.run);
  std::vector<std::int64_t> limit = o.constraints == 1 ? t.limit : limits_of(host, g, o);
  start_partition start;
  if (!o.start.empty()) start = completed_start(g, o, t.target);
  const bool improves = !o.start.empty() && is_worth_improving(start, t.limit);
  if (improves && o.constraints == 1)
    shifting(host, g, limit, start.part, start.weight, start.home, o.move_cost).relieve_all();
  options from_scratch = o;
  from_scratch.start = {};
  from_scratch.move_cost = {};
  if (o.constraints > 1 && improves)
    improve_several(g, o, limit, seed, start, found);
  else if (o.constraints > 1)
    divide_several(host, g, from_scratch, limit, seed, found);
  else if (o.scheme == scheme::recursive)
    divide_recursively(host, g, o, t, seed, core, found.part);
  else
    core.run(g, t.target, limit, seed, o.run.threads, found.part, improves ? &start : nullptr);
  const stopwatch finishing;
  if (!o.start.empty() && !improves) keep_names(g, o, found.part);
  if (o.constraints == 1) {
    fill_empty_parts(host, g, limit, found.part);
    if (has_demands(o)) {
      finish(g, o, limit, seed, check_stop, found.part);
    } else {
      if (o.preset == preset::quality) refine_band(host, g, o, limit, seed, check_stop, found.part);
      // Components take as long to find as the improvement itself; few moves make few new ones.
      if (!improves || o.preset == preset::quality) join_strays(host, g, o, limit, seed, check_stop, found.part);
    }
  }
  measure(g, o, found);
  if (minimises_volume_apart(o)) keep_smaller_volume(host, g, o, limit, seed, core, found);
  found.moved = count_moved(o, found.part);
  found.stats = core.stats();
  found.stats.finish_ms = finishing.ms();
  if (found.stats.levels == 0) {  // so small that the core was not called, or several weights
    found.stats.backend_name = "cpu";
    found.stats.threads = host.threads();
  }
  return found;
}

}  // namespace

// The heaviest vertices in the parts with the largest targets.
result one_vertex_per_part(const graph& g, const options& o) {
  const auto descending = [](std::size_t count, auto key) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) > key(b); });
    return order;
  };
  const std::size_t c = o.constraints;
  const auto parts = o.target.empty() ? descending(g.vertices, [](auto) { return 0; })  // the first parts
                                      : descending(o.parts, [&](std::uint32_t p) { return o.target[p * c]; });
  const auto vertices =
      descending(g.vertices, [&](std::uint32_t v) { return g.vertex_weight.empty() ? 1 : g.vertex_weight[v * c]; });
  result r;
  r.part.resize(g.vertices);
  for (std::size_t i = 0; i != vertices.size(); ++i) r.part[vertices[i]] = parts[i];
  measure(g, o, r);
  r.stats.backend_name = "cpu";
  r.stats.threads = 1;
  r.moved = count_moved(o, r.part);
  return r;
}

// Points of calibration: docs/benchmarks.md, "auto".
run_work work_of(std::uint64_t vertices, std::uint64_t arcs, std::uint32_t parts, double skew) {
  const auto n = static_cast<double>(vertices), m = static_cast<double>(arcs);
  const double more_parts = 0.4 + 0.2 * std::log2(std::max(2.0, static_cast<double>(parts)));
  const double hubs = std::clamp(skew, 1.0, 10.0);  // they make refinement longer, and coarsening slower
  return {.serial_ms = 40 + 0.06e-3 * n,
          .core_ms = (0.3e-3 * n + 50e-6 * m) * more_parts * hubs,
          .device_ms = (30 + 0.005e-3 * n + 0.8e-6 * m) * (1 + (hubs - 1) / 4),
          .upload_bytes = 8 * (vertices + arcs)};
}

result divide(const graph& g, const options& o) {
  const stopwatch time;
  cpu_exec host(o.run.threads);
  check(host, g, o);
  const double check_ms = time.ms();
  std::string weighed_backends;
  const double skew = o.run.backend == backend::automatic ? skew_of(host, g) : 1;
  run_work work = work_of(g.vertices, g.to.size(), o.parts, skew).repeated(std::max(1U, o.attempts));
  work.input = g.to.data();
  if (!o.start.empty()) {
    work.serial_ms /= 4;
    work.core_ms /= 16;
    work.device_ms /= 4;
  }
  run_options where = o.run;  // several weights are for the CPU alone: no device is started for them
  if (o.constraints > 1 && where.backend == backend::automatic) where.backend = backend::cpu;
  const backend_choice choice = select_backend(weigh("partition", where, work, weighed_backends), "partition",
                                               boundary_version<problem, answer>, o.run.device);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  if (g.vertices <= o.parts && o.parts != 1) return one_vertex_per_part(g, o);

  result best;
  if (o.parts == 1) {
    best.part.resize(g.vertices);
    best.stats.backend_name = "cpu";
    best.stats.threads = 1;
    measure(g, o, best);
    best.moved = count_moved(o, best.part);
    return best;
  }
  // If all vertex weights are 0, vertices are counted instead.
  graph weighed = g;
  const bool weightless = total_weight(host, g, o, 0) == 0 && o.constraints == 1;
  if (weightless) weighed.vertex_weight = {};
  std::vector<std::int32_t> volume_weights;
  if (o.objective == objective::volume) {
    volume_weights = edge_weights_for_volume(g);
    weighed.edge_weight = volume_weights;
  }
  const targets t = targets_of(o, total_weight(host, weighed, o, 0));
  transaction_statistics matching, refinement;
  double finish_ms = 0;
  for (std::uint32_t i = 0; i != std::max(1U, o.attempts); ++i) {
    core_calls core(o, choice.backend);
    result found = divide_once(host, weighed, o, t, o.seed + i * golden_ratio, core);
    if (o.constraints > 1 && choice.backend != backend::cpu)
      found.stats.remark = "on the CPU: the device partitions with one weight per vertex";
    finish_ms += found.stats.finish_ms;
    matching += found.stats.matching;
    refinement += found.stats.refinement;
    if (i == 0 || better(found, best, o)) best = std::move(found);
  }
  best.stats.matching = matching;
  best.stats.refinement = refinement;
  if (weightless || o.objective == objective::volume) measure(g, o, best);
  best.stats.check_ms = check_ms;
  best.stats.finish_ms = finish_ms;
  best.stats.ms = {time.ms()};
  best.stats.weighed = weighed_backends;
  return best;
}

}  // namespace amorph::partition
