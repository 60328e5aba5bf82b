// Checks the options, runs the multilevel core and its V-cycles, and keeps the best partition.
#include "partitioner/hypergraph/partition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "partitioner/hypergraph/check_input.hpp"
#include "partitioner/hypergraph/coarsening/communities.hpp"
#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/effort.hpp"
#include "partitioner/hypergraph/groups.hpp"
#include "partitioner/hypergraph/initial/initial.hpp"
#include "partitioner/hypergraph/placement.hpp"
#include "partitioner/hypergraph/refinement/flow.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"
#include "partitioner/hypergraph/scaled_weights.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::hypergraph {
namespace {

objective_weights weights_of(objective o) {
  return o == objective::cut   ? objective_weights{0, 1}
         : o == objective::km1 ? objective_weights{1, 0}
                               : objective_weights{1, 1};
}

// The executor refines with one weight per vertex and without costs of moves.
bool is_refined_on_host(const netlist& n, const options& o) {
  return n.dimensions > 1 || !o.move_cost.empty() || o.parts == 1;
}

// Pins of a level.
std::uint64_t largest_on_host(const netlist& n, const options& o) {
  if (is_refined_on_host(n, o)) return ~std::uint64_t{0};
  if (o.largest_on_host >= 0) return static_cast<std::uint64_t>(o.largest_on_host);
  return effort_of(o).largest_on_host;
}

// The gains of the starts, which run side by side, are most of what it takes. Larger levels have none on the host.
void check_memory(const netlist& n, const options& o) {
  const auto pins = static_cast<double>(n.pin.size()), most_pins = static_cast<double>(largest_on_host(n, o));
  const double rows =
      static_cast<double>(n.nets + std::uint64_t{n.vertices}) * (most_pins < pins ? most_pins / pins : 1);
  const auto bytes = static_cast<std::uint64_t>(4.0 * start_effort_of(o).starts * o.parts * rows);
  const std::uint64_t most = o.run.memory_limit != 0 ? o.run.memory_limit : cpu_exec(1).memory().limit();
  if (bytes > most)
    throw error(status::out_of_memory, "out of memory: the gains of " + std::to_string(o.parts) + " parts take " +
                                           byte_text(bytes) + ", limit " + byte_text(most));
}

// With several weights per vertex, one that bounds clusters in all dimensions: the largest share of the total.
std::vector<std::int32_t> largest_shares(const netlist& n) {
  if (n.dimensions == 1) return {};
  constexpr double unit = 1 << 28;
  const std::vector<std::int64_t> total = total_weights(n);
  std::vector<std::int32_t> size(n.vertices, 0);
  for (std::size_t i = 0; i != n.vertex_weight.size(); ++i) {
    const auto all = static_cast<double>(std::max<std::int64_t>(1, total[i % n.dimensions]));
    std::int32_t& most = size[i / n.dimensions];
    most = std::max(most, static_cast<std::int32_t>(unit * n.vertex_weight[i] / all));
  }
  return size;
}

std::vector<std::int64_t> targets(const netlist& n, const std::vector<std::int64_t>& limit) {
  const double all = std::max(1.0, std::accumulate(limit.begin(), limit.end(), 0.0));
  const auto weight = static_cast<double>(total_weights(n)[0]);
  std::vector<std::int64_t> target;
  for (const std::int64_t l : limit) target.push_back(static_cast<std::int64_t>(static_cast<double>(l) / all * weight));
  return target;
}

void judge(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, result& r) {
  r.measured = measure(n, o.parts, r.part);
  r.balanced = true;
  for (std::size_t q = 0; q != limit.size(); ++q)
    r.balanced = r.balanced && r.measured.part_weight[q] <= limit[q] &&
                 (o.minimum.empty() || r.measured.part_weight[q] >= o.minimum[q]);
}

// Runs the core, and what it calls on the host.
class partitioning {
 public:
  partitioning(const netlist& n, const options& o, const std::vector<std::int64_t>& limit)
      : n_(n),
        o_(o),
        limit_(limit),
        effort_(effort_of(o)),
        start_(start_effort_of(o)),
        target_(targets(n, limit)),
        sizes_(largest_shares(n)),
        host_(o.run.threads),
        check_stop_(o.run) {}

  // Every other start has communities by size: which is better depends on the netlist. For the same reason the others
  // do not prefer clusters of a single vertex in bisections. At the default preset, the second start of two has no
  // communities, and the only one has them by size.
  result from_scratch(std::uint64_t seed, bool odd) {
    const bool standard = o_.preset == preset::standard;
    prefers_single_ = odd || o_.parts > 2;
    if (odd && standard) return once(nullptr, nullptr, seed);
    const bool by_size = odd || (standard && start_.starts == 1);
    const std::vector<std::uint32_t> community = find_communities(host_, n_, by_size, seed, check_stop_);
    return once(nullptr, community.data(), seed);
  }
  result vcycle(const result& r, std::uint64_t seed) { return once(r.part.data(), nullptr, seed); }
  // Refines without coarsening.
  result refined(const std::vector<std::uint32_t>& part, std::uint64_t seed) {
    coarsens_ = false;
    return once(part.data(), nullptr, seed);
  }

 private:
  result once(const std::uint32_t* start, const std::uint32_t* guard, std::uint64_t seed) {
    seed_ = seed;
    improves_ = start != nullptr;
    const core_hypergraph graph{n_.vertices,
                                n_.nets,
                                n_.net_begin.data(),
                                n_.pin.data(),
                                nullptr,
                                nullptr,
                                n_.net_weight.empty() ? nullptr : n_.net_weight.data(),
                                n_.dimensions > 1          ? sizes_.data()
                                : n_.vertex_weight.empty() ? nullptr
                                                           : n_.vertex_weight.data(),
                                o_.fixed.empty() ? nullptr : o_.fixed.data(),
                                start,
                                start == nullptr || o_.move_cost.empty() ? nullptr : o_.move_cost.data(),
                                n_.dimensions,
                                n_.dimensions > 1 ? n_.vertex_weight.data() : nullptr};
    const std::uint32_t coarsest = coarsens_ ? start_.coarsest * std::max(2u, o_.parts) : n_.vertices;
    const problem p{.graph = graph,
                    .parts = o_.parts,
                    .coarsest = coarsest,
                    .guard = guard,
                    .start = start,
                    .seed = seed,
                    .prefers_single = prefers_single_,
                    .objective = weights_of(o_.objective),
                    .target = target_.data(),
                    .limit = limit_.data(),
                    .minimum = o_.minimum.empty() ? nullptr : o_.minimum.data(),
                    .largest_on_host = largest_on_host(),
                    .initial = &divide_coarsest,
                    .refine = &refine,
                    .context = this};
    result r;
    r.part.resize(n_.vertices);
    answer a{r.part.data(), {}};
    run_options run = o_.run;
    run.repeat = 1;
    (void)dispatch("hypergraph", cpu_entry(), run, {}, 0, p, a, r.stats);
    r.stats.levels = a.stats.levels;
    r.stats.coarsest_vertices = a.stats.coarsest_vertices;
    r.stats.coarsest_nets = a.stats.coarsest_nets;
    r.stats.coarsen_ms = a.stats.coarsen_ms;
    r.stats.initial_ms = a.stats.initial_ms;
    r.stats.refine_ms = a.stats.refine_ms;
    judge(r);
    return r;
  }

  [[nodiscard]] std::uint64_t largest_on_host() const { return hypergraph::largest_on_host(n_, o_); }

  void judge(result& r) const { hypergraph::judge(n_, o_, limit_, r); }

  [[nodiscard]] std::uint32_t flat_attempts() const { return effort_.flat_attempts / (start_.bisections == 0 ? 1 : 2); }
  static int divide_coarsest(void* context, const core_hypergraph* h, std::uint32_t* part) {
    auto& me = *static_cast<partitioning*>(context);
    return static_cast<int>(guarded(nullptr, 0, [&] {
      const initial_options options{.objective = weights_of(me.o_.objective),
                                    .flat_attempts = me.flat_attempts(),
                                    .bisections = me.start_.bisections,
                                    .fruitless = me.o_.parts == 2 ? 100 : me.effort_.fruitless,
                                    .seed = me.seed_};
      if (me.o_.parts == 1)
        std::fill(part, part + h->vertices, 0);
      else if (me.start_.bisections == 0)
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
    if (improves_ && effort_.flow_rounds != 0)
      (void)refine_by_flow(host_, table, limits, {.rounds = effort_.flow_rounds, .region = effort_.flow_region},
                           check_stop_);
  }

  const netlist& n_;
  const options& o_;
  const std::vector<std::int64_t>& limit_;
  const effort& effort_;
  const start_effort& start_;
  const std::vector<std::int64_t> target_;  // weights of the parts, in proportion to their limits
  const std::vector<std::int32_t> sizes_;   // bound clusters, with several dimensions
  bool coarsens_ = true, improves_ = false, prefers_single_ = true;
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

// Partitions from scratch, side by side: what is serial in one leaves threads to the others.
result best_start(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  std::vector<result> found(start_effort_of(o).starts);
  const bool side_by_side = o.run.backend != backend::cuda;  // a device is filled by one
  cpu_exec exec(side_by_side ? o.run.threads : 1);
  options mine = o;
  if (side_by_side) mine.run.threads = std::max(1u, exec.threads() / static_cast<unsigned>(found.size()));
  if (o.run.progress)  // from the caller's thread only
    mine.run.progress = [&, caller = std::this_thread::get_id()](const progress& p) {
      if (std::this_thread::get_id() == caller) o.run.progress(p);
    };
  exec.ranges(found.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first)
      found[first] = partitioning(n, mine, limit).from_scratch(hash(seed + first), first % 2 == 1);
  });
  for (std::size_t i = 1; i != found.size(); ++i) keep_better(o, found[0], std::move(found[i]));
  return std::move(found[0]);
}

// With costs of moves the old partition is meant to stay, and coarsening takes most of the time.
std::uint32_t vcycles_of(const options& o) {
  if (o.vcycles >= 0) return static_cast<std::uint32_t>(o.vcycles);
  if (!o.move_cost.empty() && o.preset != preset::quality) return 0;
  return effort_of(o).vcycles;
}

result improve(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  std::vector<std::uint32_t> part = place_new_vertices(n, o, limit);
  // The core's home of a vertex is its part in the partition that it gets. Leaving it costs nothing if that is not the
  // part in `start`: of new vertices, and of those that have moved.
  std::vector<std::int32_t> move_cost(o.move_cost.begin(), o.move_cost.end());
  options mine = o;
  mine.move_cost = move_cost;
  const auto free_moved = [&](const std::vector<std::uint32_t>& now) {
    for (std::size_t v = 0; v != move_cost.size(); ++v)
      if (o.start[v] == -1 || has_moved(o, now, v)) move_cost[v] = 0;
  };
  free_moved(part);
  result best = partitioning(n, mine, limit).refined(part, seed);
  for (std::uint32_t i = 0; i != vcycles_of(o); ++i) {
    free_moved(best.part);
    keep_better(o, best, partitioning(n, mine, limit).vcycle(best, hash(seed + i)));
  }
  best.moved = count_moved(o, best.part);
  return best;
}

result run_once(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  if (o.start.empty()) {
    result best = best_start(n, o, limit, seed);
    if (o.parts == 2 && o.preset == preset::standard && o.vcycles < 0) {  // minimum cuts are most of a V-cycle's gain
      keep_better(o, best, partitioning(n, o, limit).refined(best.part, seed));
      return best;
    }
    for (std::uint32_t i = 0; i != vcycles_of(o); ++i)
      keep_better(o, best, partitioning(n, o, limit).vcycle(best, hash(seed + i)));
    return best;
  }
  return improve(n, o, limit, seed);
}

// Within 32 bits; rounding may exceed exact limits by a little, which moves on the finest level mend.
result run_scaled(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, std::uint64_t seed) {
  const scaled_weights scaled(n);
  if (!scaled.is_needed()) return run_once(n, o, limit, seed);
  options mine = o;
  mine.minimum = scaled.apply(o.minimum);
  result r = run_once(scaled.apply(n), mine, scaled.apply(limit), seed);
  judge(n, o, limit, r);
  if (r.balanced) return r;
  mine.minimum = o.minimum;
  mine.move_cost = {};
  keep_better(mine, r, partitioning(n, mine, limit).refined(r.part, seed));
  r.moved = count_moved(o, r.part);
  return r;
}

result divide_groups(const netlist& n, const options& o) {
  const grouped g = contract_groups(n, o);
  const netlist of_groups = g.view();
  options mine = g.constraints(o);
  if (mine.maximum.empty()) mine.maximum = maximum_weights(n, o);
  result r = divide(of_groups, mine);
  std::vector<std::uint32_t> part(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) part[v] = r.part[g.map[v]];
  r.part = std::move(part);
  r.measured = measure(n, o.parts, r.part);
  r.moved = count_moved(o, r.part);
  return r;
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
  check_input(n, o);
  if (o.run.backend == backend::automatic) {  // the device is used if asked for
    options mine = o;
    mine.run.backend = backend::cpu;
    return divide(n, mine);
  }
  if (!o.group.empty()) return divide_groups(n, o);
  const std::vector<std::int64_t> limit = maximum_weights(n, o);
  check_limits(n, o, limit);
  check_memory(n, o);
  result r = run_scaled(n, o, limit, o.seed);
  const double each_ms = time.ms();  // about as long as any other
  std::uint32_t i = 1;
  for (; i < o.runs; ++i) {
    if (o.time_limit_ms != 0 && time.ms() + each_ms > o.time_limit_ms) break;
    keep_better(o, r, run_scaled(n, o, limit, hash(o.seed + i * golden_ratio)));
  }
  r.stats.runs = i;
  r.stats.threads = cpu_exec(o.run.threads).threads();
  r.stats.ms = {time.ms()};
  return r;
}

}  // namespace amorph::hypergraph
