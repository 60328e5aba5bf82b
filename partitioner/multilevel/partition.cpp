// divide(): what the caller asks, put in the core's terms; backends, tries, and the cases that need no algorithm.
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "amorph/boundary.hpp"
#include "amorph/cpu.hpp"
#include "amorph/error.hpp"
#include "amorph/primitives/reduce.hpp"
#include "fill_empty_parts.hpp"
#include "initial.hpp"
#include "partition_cpu.hpp"
#include "targets.hpp"

namespace amorph::partition {
namespace {

using clock = std::chrono::steady_clock;

// More cost time, and gain little after refinement.
constexpr unsigned initial_attempts = 4;

std::uint32_t wants_stop(void* how) {
  const auto& o = *static_cast<const options*>(how);
  return o.stop != nullptr && o.stop(o.context) ? 1 : 0;
}
void pass_on(void* how, const char* stage, std::uint32_t level, std::uint64_t vertices) {
  const auto& o = *static_cast<const options*>(how);
  o.report(o.context, stage, level, vertices);
}

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
  if (const std::string why = unsupported(g, o); !why.empty()) refuse(why);
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

// Targets in whole numbers that add up to the total.
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
  span<const std::int64_t> target, limit;
  std::uint64_t seed;
  std::uint32_t threads;
  stop_check how;
};

// Sorts the rows, which the device and the threads leave in some order: the algorithms of the host depend on it.
int divide_coarsest(void* context, const core_graph* graph, std::uint32_t* part) {
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
    const std::vector<std::uint32_t> found =
        initial_partition(exec, copy, task.target, task.limit, task.seed, initial_attempts, task.how);
    std::copy(found.begin(), found.end(), part);
  }));
}

void run_core(backend where, const core_graph& graph, const core_options& how, std::vector<std::uint32_t>& part,
              core_statistics& stats) {
  part.resize(graph.vertices);
  if (where == backend::cpu) {
    partition_core_cpu(graph, how, part.data(), stats);
    return;
  }
  char line[512] = "";
  auto* entry = cuda_module::get().entry<partition_entry>("partition", partition_entry_version);
  const auto code = static_cast<status>(entry(&graph, &how, part.data(), &stats, line, sizeof line));
  if (code != status::ok) throw error(code, line);
}

}  // namespace

std::string unsupported(const graph&, const options& o) {
  if (o.constraints > 1) return "several balance constraints";
  if (o.goal == objective::volume) return "the communication volume as the objective";
  if (o.how == scheme::recursive && o.parts > 2) return "recursive bisection";
  if (o.minimise_connections) return "few connections between parts";
  if (o.contiguous) return "contiguous parts";
  return "";
}

result divide(const graph& g, const options& o) {
  const auto start = clock::now();
  cpu_exec host(o.threads);
  check(host, g, o);
  const backend_choice choice = select_backend(o.where, "partition", partition_entry_version);
  if (choice.code != status::ok) throw error(choice.code, choice.message);

  result best;
  best.stats.backend = "cpu";
  if (o.parts == 1 || g.vertices <= o.parts) {
    best.part.resize(g.vertices);
    if (o.parts != 1) std::iota(best.part.begin(), best.part.end(), 0);
    measure(g, o, best);
    return best;
  }
  // Vertices that weigh nothing are divided by their number.
  std::int64_t total = total_weight(host, g, o, 0);
  const bool weightless = total == 0;
  graph weighed = g;
  if (weightless) {
    weighed.vertex_weight = {};
    total = g.vertices;
  }
  const targets t = targets_of(o, total);

  const core_graph graph{weighed.vertices, weighed.begin.data(), weighed.to.data(),
                         weighed.vertex_weight.empty() ? nullptr : weighed.vertex_weight.data(),
                         weighed.edge_weight.empty() ? nullptr : weighed.edge_weight.data()};
  core_options core{};
  core.parts = o.parts;
  core.target = t.target.data();
  core.limit = t.limit.data();
  core.heavy_edge = o.match == matching::heavy_edge ? 1 : 0;
  core.two_hop = o.two_hop ? 1 : 0;
  core.refinement = o.refinement;
  core.threads = o.threads;
  core.memory_limit = o.memory_limit;
  core.context = const_cast<options*>(&o);
  core.stop = &wants_stop;
  core.report = o.report != nullptr ? &pass_on : nullptr;
  for (std::uint32_t i = 0; i != std::max(1U, o.tries); ++i) {
    result found;
    core_statistics stats{};
    core.seed = o.seed + i * std::uint64_t{0x9e3779b97f4a7c15};
    coarsest_task task{t.target, t.limit, core.seed, o.threads, stop_check(o)};
    core.initial = &divide_coarsest;
    core.initial_context = &task;
    run_core(choice.where, graph, core, found.part, stats);
    fill_empty_parts(host, weighed, t.limit, found.part);
    measure(weighed, o, found);
    found.stats = {stats.backend,    stats.threads,    stats.levels,    stats.coarsest_vertices, 0,
                   stats.coarsen_ms, stats.initial_ms, stats.refine_ms, stats.transfer_ms,       stats.peak_bytes};
    if (i == 0 || (found.balanced && !best.balanced) || (found.balanced == best.balanced && found.cut < best.cut))
      best = std::move(found);
  }
  if (weightless) measure(g, o, best);
  best.stats.total_ms = std::chrono::duration<double, std::milli>(clock::now() - start).count();
  return best;
}

}  // namespace amorph::partition
