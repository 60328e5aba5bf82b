// Checks the options, runs the multilevel core and its V-cycles, and keeps the best partition.
#include "partitioner/hypergraph/partition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/coarsening/communities.hpp"
#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/initial/initial.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::hypergraph {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw error(status::bad_input, why); }

// One row per preset.
struct effort {
  std::uint32_t starts;         // partitions, of which the best is improved by V-cycles
  std::uint32_t flat_attempts;  // at bisections of a coarsest hypergraph
  std::uint32_t bisections;     // attempts at each bisection of recursive bisection
  std::uint32_t vcycles, rounds;
  std::uint32_t coarsest;  // vertices per part, of the coarsest hypergraph
};
constexpr effort efforts[] = {
    {1, 10, 1, 0, 3, 80},    // fast
    {2, 20, 4, 1, 6, 160},   // standard
    {6, 40, 8, 4, 10, 160},  // quality
};

std::int64_t weight_of(const netlist& n, std::uint32_t v) { return n.vertex_weight.empty() ? 1 : n.vertex_weight[v]; }
std::int64_t total_weight(const netlist& n) {
  if (n.vertex_weight.empty()) return n.vertices;
  return std::accumulate(n.vertex_weight.begin(), n.vertex_weight.end(), std::int64_t{0});
}

objective_weights weights_of(objective o) {
  return o == objective::cut   ? objective_weights{0, 1}
         : o == objective::km1 ? objective_weights{1, 0}
                               : objective_weights{1, 1};
}

void check_numbers(const netlist& n, const options& o) {
  if (o.parts < 1) refuse("expected 1 part or more");
  if (o.parts > n.vertices)
    refuse("expected at most " + std::to_string(n.vertices) + " parts, the number of vertices, found " +
           std::to_string(o.parts));
  if (!(o.imbalance >= 0)) refuse("expected an imbalance of 0 or more, found " + std::to_string(o.imbalance));
  if (!o.maximum.empty() && o.maximum.size() != o.parts) refuse("expected a maximum weight for each part");
  if (!o.minimum.empty() && o.minimum.size() != o.parts) refuse("expected a minimum weight for each part");
  const std::int64_t nets =
      n.net_weight.empty() ? n.nets : std::accumulate(n.net_weight.begin(), n.net_weight.end(), std::int64_t{0});
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max() / 2;
  if (nets > most) refuse("the net weights sum to " + std::to_string(nets) + ", more than " + std::to_string(most));
}

void check_limits(const netlist& n, const options& o, const std::vector<std::int64_t>& limit) {
  const std::int64_t total = total_weight(n), capacity = std::accumulate(limit.begin(), limit.end(), std::int64_t{0});
  if (capacity < total)
    refuse("the parts may weigh " + std::to_string(capacity) + " in all, less than the vertices' " +
           std::to_string(total));
  const std::int64_t most = *std::max_element(limit.begin(), limit.end());
  for (std::uint32_t v = 0; v != n.vertices; ++v)
    if (weight_of(n, v) > most)
      refuse("vertex " + std::to_string(v + 1) + " weighs " + std::to_string(weight_of(n, v)) +
             ", more than a part may weigh (" + std::to_string(most) + "): allow more imbalance");
  if (o.fixed.empty()) return;
  if (o.fixed.size() != n.vertices) refuse("expected a part or -1 for each vertex");
  std::vector<std::int64_t> held(o.parts, 0);
  for (std::uint32_t v = 0; v != n.vertices; ++v) {
    if (o.fixed[v] < -1 || o.fixed[v] >= static_cast<std::int64_t>(o.parts))
      refuse("vertex " + std::to_string(v + 1) + " is fixed in part " + std::to_string(o.fixed[v]) + " of " +
             std::to_string(o.parts));
    if (o.fixed[v] >= 0) held[static_cast<std::size_t>(o.fixed[v])] += weight_of(n, v);
  }
  for (std::uint32_t p = 0; p != o.parts; ++p)
    if (held[p] > limit[p])
      refuse("the vertices fixed in part " + std::to_string(p) + " weigh " + std::to_string(held[p]) +
             ", more than the part may weigh (" + std::to_string(limit[p]) + ")");
}

// The gains of the starts, which run side by side, are most of what it takes.
void check_memory(const netlist& n, const options& o) {
  const std::uint64_t starts = efforts[static_cast<std::size_t>(o.preset)].starts;
  const std::uint64_t bytes = starts * o.parts * (n.nets + std::uint64_t{n.vertices}) * 4;
  const std::uint64_t most = o.run.memory_limit != 0 ? o.run.memory_limit : cpu_exec(1).memory().limit();
  if (bytes > most)
    throw error(status::out_of_memory, "out of memory: the gains of " + std::to_string(o.parts) + " parts take " +
                                           byte_text(bytes) + ", limit " + byte_text(most));
}

// Runs the core, and what it calls on the host.
class partitioning {
 public:
  partitioning(const netlist& n, const options& o, const std::vector<std::int64_t>& limit)
      : n_(n),
        o_(o),
        limit_(limit),
        effort_(efforts[static_cast<std::size_t>(o.preset)]),
        host_(o.run.threads),
        check_stop_(o.run) {}

  // Every other start has communities by size.
  result from_scratch(std::uint64_t seed, bool by_size) {
    const std::vector<std::uint32_t> community = find_communities(host_, n_, by_size, seed, check_stop_);
    return once(nullptr, community.data(), seed);
  }
  result vcycle(const result& r, std::uint64_t seed) { return once(r.part.data(), nullptr, seed); }

 private:
  result once(const std::uint32_t* start, const std::uint32_t* guard, std::uint64_t seed) {
    seed_ = seed;
    const core_hypergraph graph{n_.vertices,
                                n_.nets,
                                n_.net_begin.data(),
                                n_.pin.data(),
                                nullptr,
                                nullptr,
                                n_.net_weight.empty() ? nullptr : n_.net_weight.data(),
                                n_.vertex_weight.empty() ? nullptr : n_.vertex_weight.data(),
                                o_.fixed.empty() ? nullptr : o_.fixed.data()};
    const std::uint32_t coarsest = std::max(effort_.coarsest * o_.parts, 2 * effort_.coarsest);
    const problem p{graph, o_.parts, coarsest, limit_.data(), guard, start, seed, &divide_coarsest, &refine, this};
    result r;
    r.part.resize(n_.vertices);
    answer a{r.part.data(), {}};
    run_options run = o_.run;
    run.repeat = 1;
    run.backend = backend::cpu;
    (void)dispatch("hypergraph", cpu_entry(), run, {}, 0, p, a, r.stats);
    r.stats.levels = a.stats.levels;
    r.stats.coarsest_vertices = a.stats.coarsest_vertices;
    r.stats.coarsest_nets = a.stats.coarsest_nets;
    r.stats.coarsen_ms = a.stats.coarsen_ms;
    r.stats.initial_ms = a.stats.initial_ms;
    r.stats.refine_ms = a.stats.refine_ms;
    r.measured = measure(n_, o_.parts, r.part);
    r.balanced = true;
    for (std::uint32_t q = 0; q != o_.parts; ++q)
      r.balanced = r.balanced && r.measured.part_weight[q] <= limit_[q] &&
                   (o_.minimum.empty() || r.measured.part_weight[q] >= o_.minimum[q]);
    return r;
  }

  [[nodiscard]] std::uint32_t flat_attempts() const { return effort_.flat_attempts / (o_.parts == 2 ? 1 : 2); }
  static int divide_coarsest(void* context, const core_hypergraph* h, std::uint32_t* part) {
    auto& me = *static_cast<partitioning*>(context);
    return static_cast<int>(guarded(nullptr, 0, [&] {
      const initial_options options{weights_of(me.o_.objective), me.flat_attempts(), me.effort_.bisections, me.seed_};
      if (me.o_.parts == 1)
        std::fill(part, part + h->vertices, 0);
      else if (me.o_.parts == 2)
        bisect_flat(me.host_, *h, me.limit_, options, me.check_stop_, part);
      else
        bisect_recursively(me.host_, *h, me.limit_, options, me.check_stop_, part);
    }));
  }

  static int refine(void* context, const core_hypergraph* h, std::uint32_t depth, std::uint32_t* part) {
    auto& me = *static_cast<partitioning*>(context);
    return static_cast<int>(guarded(nullptr, 0, [&] { me.refine_level(*h, depth, part); }));
  }
  void refine_level(const core_hypergraph& h, std::uint32_t depth, std::uint32_t* part) {
    if (o_.parts == 1) return;
    gain_table table(h, o_.parts, weights_of(o_.objective), part);
    const balance_limits limits{limit_, o_.minimum};
    (void)rebalance(table, limits);
    const std::uint64_t seed = hash(seed_ + depth);
    (void)refine_by_fm(table, limits, {.rounds = effort_.rounds, .seeds = 0, .fruitless = 250, .seed = seed},
                       check_stop_);
    (void)refine_by_fm(table, limits, {.rounds = effort_.rounds, .seeds = 25, .minimum_gain = 0.001, .seed = seed},
                       check_stop_);
  }

  const netlist& n_;
  const options& o_;
  const std::vector<std::int64_t>& limit_;
  const effort& effort_;
  cpu_exec host_;
  const partition::stop_check check_stop_;
  std::uint64_t seed_ = 0;
};

void add(statistics& to, const statistics& s) {
  to.coarsen_ms += s.coarsen_ms;
  to.initial_ms += s.initial_ms;
  to.refine_ms += s.refine_ms;
  to.levels = s.levels;
  to.coarsest_vertices = s.coarsest_vertices;
  to.coarsest_nets = s.coarsest_nets;
}

// Keeps the better one, with the statistics of both.
void keep_better(const options& o, result& best, result&& next) {
  const auto rank = [&](const result& r) { return std::pair(!r.balanced, r.measured.of(o.objective)); };
  add(next.stats, best.stats);
  if (rank(next) < rank(best))
    best = std::move(next);
  else
    best.stats = next.stats;
}

// Partitions from scratch, side by side: what is serial in one leaves threads to the others.
result best_start(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  cpu_exec exec(o.run.threads);
  std::vector<result> found(efforts[static_cast<std::size_t>(o.preset)].starts);
  options mine = o;
  mine.run.threads = std::max(1u, exec.threads() / static_cast<unsigned>(found.size()));
  if (found.size() > 1) mine.run.progress = {};  // from one thread only
  exec.ranges(found.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first)
      found[first] = partitioning(n, mine, limit).from_scratch(hash(seed + first), first % 2 == 1);
  });
  for (std::size_t i = 1; i != found.size(); ++i) keep_better(o, found[0], std::move(found[i]));
  return std::move(found[0]);
}

result run_once(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  result best = best_start(n, o, limit, seed);
  const std::uint32_t vcycles = o.vcycles ? efforts[static_cast<std::size_t>(o.preset)].vcycles : 0;
  for (std::uint32_t i = 0; i != vcycles; ++i)
    keep_better(o, best, partitioning(n, o, limit).vcycle(best, hash(seed + i)));
  return best;
}

template <class Enum, std::size_t n>
std::optional<Enum> parse(const std::string_view (&names)[n], std::string_view word) noexcept {
  for (std::size_t i = 0; i != n; ++i)
    if (names[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}
constexpr std::string_view objective_names[] = {"cut", "km1", "soed"};
constexpr std::string_view preset_names[] = {"fast", "default", "quality"};

}  // namespace

std::optional<objective> parse_objective(std::string_view word) noexcept {
  return parse<objective>(objective_names, word);
}
std::string_view to_string(objective o) noexcept { return objective_names[static_cast<std::size_t>(o)]; }
std::optional<preset> parse_preset(std::string_view word) noexcept { return parse<preset>(preset_names, word); }
std::string_view to_string(preset p) noexcept { return preset_names[static_cast<std::size_t>(p)]; }

std::vector<std::int64_t> maximum_weights(const netlist& n, const options& o) {
  if (!o.maximum.empty()) return o.maximum;
  const std::int64_t even = (total_weight(n) + o.parts - 1) / o.parts;
  return std::vector<std::int64_t>(o.parts, static_cast<std::int64_t>((1 + o.imbalance) * static_cast<double>(even)));
}

result divide(const netlist& n, const options& o) {
  const stopwatch time;
  check_numbers(n, o);
  if (o.run.backend == backend::cuda) throw error(status::no_device, "netlists are partitioned on the CPU only");
  const std::vector<std::int64_t> limit = maximum_weights(n, o);
  check_limits(n, o, limit);
  check_memory(n, o);
  result r = run_once(n, o, limit, o.seed);
  for (std::uint32_t i = 1; i < o.runs; ++i) keep_better(o, r, run_once(n, o, limit, hash(o.seed + i * golden_ratio)));
  r.stats.threads = cpu_exec(o.run.threads).threads();
  r.stats.ms = {time.ms()};
  return r;
}

}  // namespace amorph::hypergraph
