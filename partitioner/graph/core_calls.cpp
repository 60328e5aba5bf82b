// One call of the core: the problem as plain arrays, the coarsest graph's partition on the host, the backend.
#include "partitioner/graph/core_calls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/graph/initial/initial.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::partition {
namespace {

struct coarsest_task {
  span<const std::int64_t> target;
  span<std::int64_t> limit;  // may be raised
  std::uint32_t finest_vertices;
  std::uint64_t seed;
  std::uint32_t threads;
  const partition::effort& effort;
  bool fixed;  // some vertices are
  stop_check check_stop;
};

// With the neighbours of each vertex in ascending order: that of a coarse graph's lists is unspecified, and the host's
// algorithms depend on it. The graph is its own transpose, so each vertex in turn enters the lists of its neighbours
// (an unsymmetric one, which nobody has checked, becomes its transpose). O(n + m)
initial::wide_graph in_order(const graph& coarsest, std::uint32_t weights) {
  initial::wide_graph g;
  g.constraints = weights;
  g.vertex_weight.assign(coarsest.vertex_weight.begin(), coarsest.vertex_weight.end());
  for (std::size_t i = 0; i < g.vertex_weight.size(); i += weights) g.total += g.vertex_weight[i];
  g.begin.assign(coarsest.vertices + std::size_t{1}, 0);
  for (const std::uint32_t to : coarsest.to) ++g.begin[to + std::size_t{1}];
  std::partial_sum(g.begin.begin(), g.begin.end(), g.begin.begin());
  std::vector<std::uint64_t> end(g.begin.begin(), g.begin.end() - 1);
  g.to.resize(coarsest.to.size());
  g.edge_weight.resize(coarsest.to.size());
  for (initial::vertex v = 0; v != coarsest.vertices; ++v)
    for (std::uint64_t e = coarsest.begin[v]; e != coarsest.begin[v + std::size_t{1}]; ++e) {
      const std::uint64_t at = end[coarsest.to[e]]++;
      g.to[at] = v;
      g.edge_weight[at] = coarsest.edge_weight[e];
    }
  return g;
}

int divide_coarsest(void* context, const graph* coarsest, std::uint32_t parts, std::uint32_t* part) {
  const auto& task = *static_cast<const coarsest_task*>(context);
  return static_cast<int>(guarded(nullptr, 0, [&] {
    cpu_exec exec(task.threads);
    initial::wide_graph g = in_order(*coarsest, 1);
    if (task.fixed) g.fixed.assign(part, part + coarsest->vertices);
    // Coarse vertices may not pack although those of finer graphs do.
    const span<std::int64_t> limit = task.limit.subspan(0, parts);
    const bool finest = coarsest->vertices == task.finest_vertices;
    const std::vector<std::uint32_t> found =
        initial_partition(exec, g, task.target.subspan(0, parts), limit, task.seed,
                          parts < 64 ? task.effort.initial : task.effort.initial_of_many, task.check_stop,
                          finest ? limit : span<std::int64_t>());
    std::copy(found.begin(), found.end(), part);
  }));
}

struct several_task {
  const options& o;
  span<const std::int64_t> limit;
  std::uint64_t seed;
  double difference;  // of the finest graph's weights
  coarse_limits coarse;
  std::uint32_t relaxed;
  stop_check check_stop;
};

int divide_coarsest_with_several(void* context, const graph* coarsest, std::uint32_t, std::uint32_t* part) {
  auto& task = *static_cast<several_task*>(context);
  return static_cast<int>(guarded(nullptr, 0, [&] {
    cpu_exec exec(task.o.run.threads);
    const initial::wide_graph g = in_order(*coarsest, task.o.constraints);
    if (task.coarse == coarse_limits::relaxed)
      task.coarse = limits_of_coarse_levels(task.difference, difference_of_weights(g));
    task.relaxed = task.coarse == coarse_limits::relaxed ? 1 : 0;
    const std::vector<std::uint32_t> found =
        divide_coarsest_several(exec, g, task.o, task.limit, task.seed, task.coarse, task.check_stop);
    std::copy(found.begin(), found.end(), part);
  }));
}

}  // namespace

// Costs of moves are for the host to weigh against the volume.
core_calls::core_calls(const graph& g, const options& o, backend backend)
    : o_(o), backend_(backend), refines_volume_(row_of(o.objective).core_refines && o.move_cost.empty()) {
  if (!refines_volume_) return;
  constexpr std::int64_t most = std::int64_t{1} << 29;
  const std::int64_t sum = std::accumulate(g.vertex_size.begin(), g.vertex_size.end(), std::int64_t{0});
  if (sum <= most) return;
  for (const std::int32_t size : g.vertex_size)
    sizes_.push_back(size == 0 ? 0 : static_cast<std::int32_t>(std::max<std::int64_t>(1, size / (1 + sum / most))));
}

problem core_calls::problem_of(const graph& g, std::uint64_t seed) const {
  problem problem{};
  const auto given = [](span<const std::int32_t> values) {
    return values.empty() ? span<const std::int32_t>() : values;
  };
  problem.graph = {g.vertices,
                   g.begin,
                   g.to,
                   given(g.vertex_weight),
                   given(sizes_.empty() ? g.vertex_size : span<const std::int32_t>(sizes_)),
                   given(g.edge_weight)};
  problem.parts = o_.parts;
  problem.weights = 1;
  problem.heavy_edge = o_.match == matching::heavy_edge ? 1 : 0;
  problem.match_by_transactions = o_.match_by == synchronisation::transactions ? 1 : 0;
  problem.refine_by_transactions = o_.refine_by == synchronisation::transactions ? 1 : 0;
  problem.two_hop = o_.two_hop ? 1 : 0;
  problem.refinement = o_.refinement;
  problem.fast = effort_of(o_).few_steps ? 1 : 0;
  problem.thorough = effort_of(o_).thorough ? 1 : 0;
  problem.contiguous = o_.contiguous && o_.scheme == scheme::kway ? 1 : 0;
  problem.volume = refines_volume_ && o_.scheme == scheme::kway ? 1 : 0;
  problem.seed = seed;
  return problem;
}

void core_calls::run(const graph& g, span<const std::int64_t> target, span<std::int64_t> limit, std::uint64_t seed,
                     unsigned threads, std::vector<std::uint32_t>& part, const start_partition* start,
                     device_figures* figures) {
  coarsest_task task{target, limit, g.vertices, seed, threads, effort_of(o_), !o_.fixed.empty(), stop_check(o_.run)};
  problem problem = problem_of(g, seed);
  problem.parts = static_cast<std::uint32_t>(target.size());
  problem.target = target.data();
  problem.limit = limit.data();
  std::vector<std::uint32_t> fixed(o_.fixed.begin(), o_.fixed.end());  // -1 becomes ~0
  if (!fixed.empty()) problem.fixed = fixed.data();
  problem.initial = &divide_coarsest;
  problem.initial_context = &task;
  if (start != nullptr) {
    problem.start_weight = start->weight.data();
    give(problem, *start);
  }
  // With sizes that were scaled for the core it would count another volume.
  if (figures != nullptr && problem.contiguous == 0 && problem.volume == 0) problem.counts = &figures->of_device();
  part.resize(g.vertices);
  run_core("partition", cpu_entry(), problem, threads, part.data(), limit);
}

void core_calls::give(problem& problem, const start_partition& start) const {
  problem.start = start.part.data();
  problem.anchor = start.old_part.empty() ? nullptr : start.old_part.data();
  problem.move_cost = o_.move_cost.data();
}

std::vector<std::uint32_t> core_calls::run_several(const options& o, const graph& g, span<const std::int64_t> target,
                                                   span<const std::int64_t> limit, std::uint64_t seed,
                                                   coarse_limits coarse, unsigned threads,
                                                   const start_partition* start) {
  several_task task{o, limit, seed, difference_of_weights(g, o.constraints), coarse, 0, stop_check(o.run)};
  graph weighed = g;
  std::vector<std::int32_t> ones;
  if (g.vertex_weight.empty()) {
    ones.assign(std::size_t{g.vertices} * o.constraints, 1);
    weighed.vertex_weight = ones;
  }
  problem problem = problem_of(weighed, seed);
  problem.parts = o.parts;
  problem.weights = o.constraints;
  problem.target = target.data();
  problem.limit = limit.data();
  problem.coarsest_per_part = several_per_part;
  problem.relaxed = &task.relaxed;
  problem.initial = &divide_coarsest_with_several;
  problem.initial_context = &task;
  std::vector<std::int64_t> sums;
  if (start != nullptr) {
    sums.assign(limit.size(), 0);
    for (std::size_t i = 0; i != weighed.vertex_weight.size(); ++i)
      sums[std::size_t{start->part[i / o.constraints]} * o.constraints + i % o.constraints] += weighed.vertex_weight[i];
    problem.start_weight = sums.data();
    give(problem, *start);
  }
  std::vector<std::uint32_t> part(g.vertices);
  run_core("partition-several", several_cpu_entry(), problem, threads, part.data());
  return part;
}

std::vector<std::uint32_t> core_calls::bisect_several(const graph& piece, span<const double> share,
                                                      span<const std::int64_t> limit, coarse_limits coarse,
                                                      std::uint64_t key, unsigned threads) {
  options two = o_;
  two.parts = 2;
  two.scheme = scheme::kway;
  two.contiguous = two.minimise_connections = false;
  two.run.threads = threads;
  two.target.clear();
  for (const double s : share) two.target.push_back(static_cast<float>(s));
  for (const double s : share) two.target.push_back(static_cast<float>(1 - s));
  std::vector<std::int64_t> total(share.size(), 0), target;
  for (std::size_t i = 0; i != piece.vertex_weight.size(); ++i) total[i % total.size()] += piece.vertex_weight[i];
  for (std::size_t c = 0; c != share.size(); ++c)
    target.push_back(std::llround(share[c] * static_cast<double>(total[c])));
  for (std::size_t c = 0; c != share.size(); ++c) target.push_back(total[c] - target[c]);
  return run_several(two, piece, target, limit, key, coarse, threads, nullptr);
}

// A device that has too little memory streams the finest levels; if that is not enough either, and the backend is
// automatic, the CPU takes over.
void core_calls::run_core(const char* name, run_entry* cpu, problem& problem, unsigned threads, std::uint32_t* part,
                          span<std::int64_t> limit) {
  run_options run = o_.run;
  run.threads = threads;
  run.repeat = 1;
  answer answer{part, {}};
  run_statistics stats;
  const std::vector<std::int64_t> given(limit.begin(), limit.end());
  const auto start_again = [&] {
    std::copy(given.begin(), given.end(), limit.begin());
    answer.stats = {};
    if (problem.counts != nullptr) problem.counts->known = 0;
  };
  while (on_device() && !run_on_device(name, cpu, run, problem, answer, stats)) start_again();
  if (!on_device()) {
    run.backend = backend::cpu;
    (void)dispatch(name, cpu, run, {}, 0, problem, answer, stats);
  }
  add(answer.stats, stats);
}

// False if the run is to be tried again, streaming or on the CPU.
bool core_calls::run_on_device(const char* name, run_entry* cpu, run_options run, problem& problem, answer& answer,
                               run_statistics& stats) {
  run.backend = backend::cuda;
  std::uint32_t streamed = 0;  // a run that has streamed would end the same way again
  problem.streamed = &streamed;
  try {
    (void)dispatch(name, cpu, run, {}, 0, problem, answer, stats);
    return true;
  } catch (const error& e) {
    if (e.code() == status::out_of_memory && problem.stream == 0 && streamed == 0) {
      problem.stream = 1;
      return false;
    }
    if ((e.code() != status::out_of_memory && e.code() != status::no_device) || o_.run.backend != backend::automatic)
      throw;
    stats_.remark = std::string("on the CPU: ") + e.what();
    backend_ = backend::cpu;
    return false;
  }
}

void core_calls::add(const core_statistics& s, const run_statistics& run) {
  const std::scoped_lock lock(adding_);
  strays_ = s.strays;
  volume_refined_ = s.volume_refined != 0;
  if (s.streamed != 0)
    stats_.remark = "the device reads the finest levels from host memory: the graph does not fit into its own";
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

}  // namespace amorph::partition
