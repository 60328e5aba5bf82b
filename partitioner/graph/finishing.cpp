// The steps after the core, in their order: when each applies, and its function.
#include "partitioner/graph/finishing.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/common/measure.hpp"
#include "partitioner/graph/attempt.hpp"
#include "partitioner/graph/choose_backend.hpp"
#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/cycles.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/constraints/nets.hpp"
#include "partitioner/graph/constraints/several_weights.hpp"
#include "partitioner/graph/constraints/strays.hpp"
#include "partitioner/graph/from_start.hpp"
#include "partitioner/graph/initial/fill_empty_parts.hpp"
#include "partitioner/graph/initial/restore_balance.hpp"
#include "partitioner/graph/searches.hpp"

namespace amorph::partition {
namespace {

void fill(attempt_state& u, span<const std::int64_t> limit, std::vector<std::uint32_t>& part) {
  fill_empty_parts(u.host, u.g, limit, u.o.fixed, part);
}

// For the cut alone, several partitions are combined.
void refine_cycles(attempt_state& u) {
  another_partition another;
  if (u.o.start.empty() && u.o.scheme == scheme::kway)
    another = [&](std::uint64_t key) {
      std::vector<std::uint32_t> other;
      std::vector<std::int64_t> limits = u.target.limit;
      u.core.run(u.g, u.target.target, limits, key, u.o.run.threads, other);
      fill(u, limits, other);
      return other;
    };
  refine_in_cycles(u.host, u.g, u.o, u.limit, u.seed, u.check_stop, another, u.found.part);
}

// The partition by another algorithm, finished, if it is better.
void keep_better(attempt_state& u, span<const std::int64_t> limit, std::vector<std::uint32_t> part) {
  result other;
  other.part = std::move(part);
  fill(u, limit, other.part);
  finish(u.g, u.o, limit, u.seed, u.check_stop, other.part);
  measure(u.g, u.o, other);
  if (better(other, u.found, u.o)) u.found = std::move(other);
}

// Contiguous parts: if joining the pieces of some would cost too much of the cut, the core leaves them to the host,
// whose repair may cost far more, as on road maps. Whether it has put a part above its limit, or cost a tenth of the
// cut, in few parts of a graph with locality: more parts lose smaller pieces, whose repair costs less, and around hubs
// all parts are adjacent. Small graphs above a limit are bisected anew in any number of parts, in little time.
bool contiguity_failed(const attempt_state& u) {
  constexpr std::uint32_t most_parts = 32, small = 20000;
  constexpr double most_skew = 3;
  if (!u.loose_cut) return false;
  const bool few = u.o.parts <= most_parts, costly = few && u.found.cut > *u.loose_cut + *u.loose_cut / 10;
  return (costly || (!u.found.balanced && (few || u.g.vertices <= small))) && skew_of(u.host, u.g) < most_skew;
}
void divide_contiguously(attempt_state& u) {
  keep_better(u, u.target.limit, divide_contiguous(u.host, u.g, u.o, u.target.limit, u.seed, u.check_stop));
}

// The cut is not always near an objective of nets: from scratch, a partition of the hypergraph is tried too. Its time
// and memory grow with the number of parts; in large graphs it takes four fifths of the time and gains little.
bool tries_neighbourhoods(const attempt_state& u) {
  constexpr std::uint32_t most_parts = 128;
  const options& o = u.o;
  return !row_of(o.objective).of_edges() && effort_of(o).neighbourhoods && o.constraints == 1 && o.start.empty() &&
         o.parts <= most_parts && !is_large_for_searches(u.g, o);
}
void divide_neighbourhoods(attempt_state& u) {
  std::vector<std::uint32_t> part =
      divide_by_neighbourhoods(u.g, u.o, u.limit, u.seed, u.core.on_device() ? backend::cuda : backend::cpu);
  if (!part.empty()) keep_better(u, u.limit, std::move(part));
}

device_figures* known_figures(attempt_state& u) { return u.figures && u.figures->known() ? &*u.figures : nullptr; }
void measure_found(attempt_state& u) {
  if (const device_figures* figures = known_figures(u))
    measure(u.o, figures->of_device(), u.found);
  else
    measure(u.g, u.o, u.found);
}

bool one_weight(const attempt_state& u) { return u.o.constraints == 1; }
bool several_weights(const attempt_state& u) { return !one_weight(u); }
bool is_loose(const attempt_state& u) {
  return one_weight(u) && u.o.contiguous && u.o.scheme == scheme::kway && !u.improves && u.core.strays() != 0;
}
bool starts_anew(const attempt_state& u) { return !u.asked.start.empty() && !u.improves; }
bool for_cut(const attempt_state& u) { return one_weight(u) && !has_demands(u.o); }
bool thorough(const attempt_state& u) { return for_cut(u) && effort_of(u.o).thorough; }
// By what a device has counted.
bool fills_all_parts(const attempt_state& u) {
  if (!u.figures || !u.figures->known()) return false;
  const std::int64_t* weight = u.figures->of_device().weight;
  return std::all_of(weight, weight + u.o.parts, [](std::int64_t w) { return w > 0; });
}
// Several weights, and the core's partition needs no repair: searches near the boundaries are all that is left.
bool suits_band(const attempt_state& u) {
  const options& o = u.o;
  if (one_weight(u) || u.fulfilled || o.scheme == scheme::recursive || o.contiguous || o.minimise_connections ||
      !row_of(o.objective).of_edges())
    return false;
  const std::vector<std::int64_t>& weight = u.found.part_weight;
  if (!std::equal(weight.begin(), weight.end(), u.limit.begin(), std::less_equal<>())) return false;
  for (auto part = weight.begin(); part != weight.end(); part += o.constraints)
    if (std::all_of(part, part + o.constraints, [](std::int64_t w) { return w == 0; })) return false;  // perhaps empty
  return true;
}

struct step {
  const char* name;
  bool (*applies)(const attempt_state&);
  void (*run)(attempt_state&);
  bool keeps_figures = false;  // that a device has counted
};
// clang-format off: a table.
constexpr step steps[] = {
    {"measure strays", is_loose,
     [](attempt_state& u) { measure_found(u); u.loose_cut = u.found.cut; }, true},
    {"relabel parts", [](const attempt_state& u) { return one_weight(u) && starts_anew(u); },
     [](attempt_state& u) { keep_names(u.g, u.asked, u.found.part); }},
    {"measure", several_weights,
     [](attempt_state& u) { measure(u.g, u.o, u.found); }},
    {"check demands", [](const attempt_state& u) { return u.by_core; },
     [](attempt_state& u) { u.fulfilled = is_finished(u.g, u.o, u.limit, u.found.part, u.core); }, true},
    {"fill empty parts", [](const attempt_state& u) { return one_weight(u) && !fills_all_parts(u); },
     [](attempt_state& u) { fill(u, u.limit, u.found.part); }},
    {"restore balance", [](const attempt_state& u) { return !u.o.fixed.empty(); },
     [](attempt_state& u) { restore_balance(u.g, u.o, u.limit, u.check_stop, u.found.part); }},
    {"refine band", suits_band,
     [](attempt_state& u) { refine_several_band(u.host, u.g, u.o, u.limit, u.seed, u.check_stop, u.found.part); }},
    {"fulfil demands", [](const attempt_state& u) { return has_demands(u.o) && !u.fulfilled && !suits_band(u); },
     [](attempt_state& u) { finish_searches(u.host, u.g, u.o, u.limit, u.seed, u.found.part); }},
    {"refine band", thorough,
     [](attempt_state& u) { refine_band(u.host, u.g, u.o, u.limit, u.seed, u.check_stop, u.found.part); }},
    {"refine in cycles", [](const attempt_state& u) { return thorough(u) && u.o.fixed.empty(); }, refine_cycles},
    {"refine bisection", [](const attempt_state& u) {
       return for_cut(u) && u.o.parts == 2 && effort_of(u.o).searches_bisection && !u.improves &&
              !is_large_for_searches(u.g, u.o); },
     [](attempt_state& u) { refine_bisection_band(u.host, u.g, u.o, u.limit, u.seed, u.check_stop, u.found.part); }},
    // Components take as long to find as the improvement itself; few moves make few new ones.
    {"join strays", [](const attempt_state& u) {
       return for_cut(u) && u.o.fixed.empty() && (!u.improves || effort_of(u.o).thorough); },
     [](attempt_state& u) {
       join_strays(u.host, u.g, u.o, u.limit, u.seed, u.check_stop, u.found.part, known_figures(u)); }, true},
    {"relabel parts", [](const attempt_state& u) { return several_weights(u) && starts_anew(u); },
     [](attempt_state& u) { keep_names(u.g, u.asked, u.found.part); }},
    {"measure", [](const attempt_state& u) { return one_weight(u) || !u.fulfilled || starts_anew(u); },
     measure_found, true},
    {"bisect connected sides", contiguity_failed, divide_contiguously},
    {"divide neighbourhoods", tries_neighbourhoods, divide_neighbourhoods}};
// clang-format on

}  // namespace

void finish_partition(attempt_state& u) {
  const stopwatch all;
  std::vector<step_time> times;
  for (const step& s : steps) {
    if (!s.applies(u)) continue;
    const stopwatch time;
    s.run(u);
    if (u.figures && !s.keeps_figures) u.figures->forget();
    times.push_back({s.name, time.ms()});
  }
  u.found.stats.steps = std::move(times);
  u.found.stats.finish_ms = all.ms();
}

}  // namespace amorph::partition
