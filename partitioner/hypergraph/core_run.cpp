// The problem of the core, and its callbacks on the host: the first partition and the searches of small levels.
#include "partitioner/hypergraph/core_run.hpp"

#include <algorithm>
#include <numeric>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/balance.hpp"
#include "partitioner/hypergraph/initial/initial.hpp"
#include "partitioner/hypergraph/refinement/flow.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"
#include "partitioner/hypergraph/refinement/gains_on_demand.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::hypergraph {
namespace {

// The executor refines with one weight per vertex and without costs of moves.
bool is_refined_on_host(const netlist& n, const options& o) {
  return n.dimensions > 1 || !o.move_cost.empty() || o.parts == 1;
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

void take(const core_statistics& from, double ms, statistics& to) {
  to.levels = from.levels;
  to.coarsest_vertices = from.coarsest_vertices;
  to.coarsest_nets = from.coarsest_nets;
  to.load_ms = from.load_ms;
  to.communities_ms = from.communities_ms;
  to.coarsen_ms = from.coarsen_ms;
  to.initial_ms = from.initial_ms;
  to.refine_ms = from.refine_ms;
  to.host_refine_ms = from.host_refine_ms;
  to.start_ms = ms - from.load_ms - from.communities_ms - from.coarsen_ms - from.initial_ms - from.refine_ms;
}

}  // namespace

std::uint64_t largest_on_host(const netlist& n, const options& o) {
  if (is_refined_on_host(n, o)) return ~std::uint64_t{0};
  if (o.largest_on_host >= 0) return static_cast<std::uint64_t>(o.largest_on_host);
  return effort_of(o).largest_on_host;
}

// The executor's refinement of as many parts ends with objectives as good.
std::uint64_t largest_table(const netlist& n, const options& o) {
  constexpr std::uint64_t most = 128 << 20;
  if (is_refined_on_host(n, o)) return ~std::uint64_t{0};
  return o.run.memory_limit == 0 ? most : std::min(most, o.run.memory_limit / 2 / start_effort_of(o).starts);
}

void judge(const netlist& n, const options& o, const std::vector<std::int64_t>& limit, result& r) {
  r.measured = measure(n, o.parts, r.part, o.run.threads);
  r.balanced = true;
  for (std::size_t q = 0; q != limit.size(); ++q)
    r.balanced = r.balanced && r.measured.part_weight[q] <= limit[q] &&
                 (o.minimum.empty() || r.measured.part_weight[q] >= o.minimum[q]);
}

core_run::core_run(const netlist& n, const options& o, const std::vector<std::int64_t>& limit)
    : n_(n),
      o_(o),
      limit_(limit),
      effort_(effort_of(o)),
      start_(start_effort_of(o)),
      target_(targets(n, limit)),
      sizes_(largest_shares(n)),
      host_(o.run.threads),
      check_stop_(o.run) {}

result core_run::from_scratch(std::uint64_t seed, bool odd) {
  prefers_single_ = odd || o_.parts > 2;
  return once(nullptr, odd ? start_.odd : start_.even, seed);
}

result core_run::refined(const std::vector<std::uint32_t>& part, std::uint64_t seed) {
  coarsens_ = false;
  return once(part.data(), guards::none, seed);
}

result core_run::once(const std::uint32_t* start, guards guard, std::uint64_t seed) {
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
                  .objective = row_of(o_.objective).weights,
                  .target = target_.data(),
                  .limit = limit_.data(),
                  .minimum = o_.minimum.empty() ? nullptr : o_.minimum.data(),
                  .largest_on_host = hypergraph::largest_on_host(n_, o_),
                  .largest_table = hypergraph::largest_table(n_, o_),
                  .initial = &divide_coarsest,
                  .refine = &refine,
                  .context = this};
  result r;
  r.part.resize(n_.vertices);
  answer a{r.part.data(), {}};
  run_options run = o_.run;
  run.repeat = 1;
  const stopwatch watch;
  (void)dispatch("hypergraph", cpu_entry(), run, {}, 0, p, a, r.stats);
  take(a.stats, watch.ms(), r.stats);
  const stopwatch counting;
  judge(n_, o_, limit_, r);
  r.stats.measure_ms = counting.ms();
  return r;
}

int core_run::divide_coarsest(void* context, const core_hypergraph* h, std::uint32_t* part) {
  auto& me = *static_cast<core_run*>(context);
  return static_cast<int>(guarded(nullptr, 0, [&] {
    const initial_options options{.objective = row_of(me.o_.objective).weights,
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

int core_run::refine(void* context, const core_hypergraph* h, std::uint32_t depth, std::uint32_t* part) {
  auto& me = *static_cast<core_run*>(context);
  return static_cast<int>(guarded(nullptr, 0, [&] { me.refine_level(*h, depth, part); }));
}

void core_run::refine_level(const core_hypergraph& h, std::uint32_t depth, std::uint32_t* part) {
  if (o_.parts == 1) return;
  const balance_limits limits{limit_, o_.minimum};
  if (gain_table_bytes(h.vertices, h.nets, o_.parts) > largest_table(n_, o_)) {
    gains_on_demand gains(h, o_.parts, row_of(o_.objective).weights, part);
    (void)rebalance(gains, limits);
    return;
  }
  gain_table table(h, o_.parts, row_of(o_.objective).weights, part);
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

}  // namespace amorph::hypergraph
