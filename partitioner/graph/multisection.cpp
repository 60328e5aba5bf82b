// Level by level from the outermost: each group's subgraph is divided among the groups inside.
#include "partitioner/graph/multisection.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/common/caller_progress.hpp"
#include "partitioner/common/random.hpp"
#include "partitioner/graph/attempt.hpp"
#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/exchange.hpp"
#include "partitioner/graph/constraints/fixed_limits.hpp"
#include "partitioner/graph/core_calls.hpp"
#include "partitioner/graph/initial/fill_empty_parts.hpp"
#include "partitioner/graph/initial/restore_balance.hpp"

namespace amorph::partition {
namespace {

// Vertices from which subgraphs take a device; many smaller ones are divided on the CPU at once.
constexpr std::uint32_t enough_for_device = 10000;

std::int64_t sum_of(const std::vector<std::int64_t>& a, std::size_t first, std::size_t count) {
  const auto at = a.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(at, at + static_cast<std::ptrdiff_t>(count), std::int64_t{0});
}

// The subgraph of a group.
struct subgraph {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> vertex_weight, edge_weight;
  std::int64_t weight = 0;
  [[nodiscard]] graph view() const {
    return {static_cast<std::uint32_t>(begin.size() - 1), begin, to, vertex_weight, {}, edge_weight};
  }
};

class multisection {
 public:
  multisection(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
               backend where)
      : host_(host),
        g_(g),
        o_(o),
        t_(t),
        seed_(seed),
        where_(where),
        one_each_(g.vertices <= o.parts && o.fixed.empty()),
        each_(o),
        group_(g.vertices, 0),
        number_(g.vertices) {
    each_.machine = {};
    each_.objective = objective::cut;
    each_.attempts = 1;
    each_.target.clear();
    each_.run.progress = from_this_thread(o.run.progress);
  }

  std::vector<std::uint32_t> run(statistics& stats) {
    parts_ = o_.parts;
    for (std::size_t level = o_.machine.hierarchy.size(); level-- != 0;) {
      divisor_ = o_.machine.hierarchy[level];
      if (divisor_ == 1) continue;
      levels_left_ = 1;
      for (std::size_t inner = 0; inner != level; ++inner) levels_left_ += o_.machine.hierarchy[inner] != 1 ? 1 : 0;
      divide_groups(stats);
    }
    return std::move(group_);
  }

 private:
  // All groups of a level.
  void divide_groups(statistics& stats) {
    const std::uint32_t groups = o_.parts / parts_;
    list_members(groups);
    parts_ /= divisor_;
    std::vector<std::uint32_t> filled, at_once;
    for (std::uint32_t i = 0; i != groups; ++i)
      if (begin_[i] != begin_[i + std::size_t{1}]) filled.push_back(i);
    std::vector<statistics> each(filled.size());
    for (std::uint32_t i = 0; i != filled.size(); ++i)
      if (groups < host_.threads() ||
          (where_ != backend::cpu && begin_[filled[i] + std::size_t{1}] - begin_[filled[i]] >= enough_for_device))
        divide(host_, filled[i], each[i]);
      else
        at_once.push_back(i);
    host_.ranges(at_once.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
      cpu_exec alone(1);
      for (; first != last; ++first) divide(alone, filled[at_once[first]], each[at_once[first]]);
    });
    for (const statistics& s : each) add(s, stats);
  }

  [[nodiscard]] bool is_inner() const { return begin_.size() != 2; }

  void list_members(std::uint32_t groups) {
    begin_.assign(groups + std::size_t{1}, 0);
    member_.resize(g_.vertices);
    for (const std::uint32_t p : group_) ++begin_[p + std::size_t{1}];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::uint64_t> end(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t v = 0; v != g_.vertices; ++v) {
      number_[v] = static_cast<std::uint32_t>(end[group_[v]] - begin_[group_[v]]);
      member_[end[group_[v]]++] = v;
    }
  }

  void divide(cpu_exec& host, std::uint32_t group, statistics& stats) {
    std::vector<std::uint32_t> part;
    if (!is_inner()) {
      part = divided(host, g_, sum_of(t_.target, 0, t_.target.size()), group, stats);
    } else {
      const subgraph s = induced(group);
      part = divided(host, s.view(), s.weight, group, stats);
    }
    for (std::uint64_t i = begin_[group]; i != begin_[group + std::size_t{1}]; ++i)
      group_[member_[i]] = group * divisor_ + part[i - begin_[group]];
  }

  // Other groups, which other threads divide, are not read.
  [[nodiscard]] subgraph induced(std::uint32_t group) const {
    subgraph s;
    const std::uint64_t first = begin_[group], last = begin_[group + std::size_t{1}];
    const auto inside = [&](std::uint32_t u) { return number_[u] < last - first && member_[first + number_[u]] == u; };
    for (std::uint64_t i = first; i != last; ++i) {
      const std::uint32_t v = member_[i];
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
        if (!inside(g_.to[e])) continue;
        s.to.push_back(number_[g_.to[e]]);
        if (!g_.edge_weight.empty()) s.edge_weight.push_back(g_.edge_weight[e]);
      }
      s.begin.push_back(s.to.size());
      if (!g_.vertex_weight.empty()) s.vertex_weight.push_back(g_.vertex_weight[v]);
      s.weight += g_.vertex_weight.empty() ? 1 : g_.vertex_weight[v];
    }
    return s;
  }

  // Of the members of a group: the groups inside that they are fixed in.
  [[nodiscard]] std::vector<std::int32_t> fixed_inside(std::uint32_t group) const {
    std::vector<std::int32_t> fixed;
    for (std::uint64_t i = begin_[group]; i != begin_[group + std::size_t{1}] && !o_.fixed.empty(); ++i) {
      const std::int32_t p = o_.fixed[member_[i]];
      fixed.push_back(p == -1 ? -1 : static_cast<std::int32_t>(static_cast<std::uint32_t>(p) / parts_ % divisor_));
    }
    return fixed;
  }

  // Targets that add up to the weight of the subgraph. The weight that the limits of its parts leave is shared evenly,
  // as a factor, among the levels.
  [[nodiscard]] part_targets targets_in(std::uint32_t group, std::int64_t weight) const {
    part_targets t;
    const std::size_t first = std::size_t{group} * divisor_ * parts_;
    const std::int64_t wanted = std::max<std::int64_t>(1, sum_of(t_.target, first, std::size_t{divisor_} * parts_));
    double allowed = 0, before = 0;
    for (std::size_t p = first; p != first + std::size_t{divisor_} * parts_; ++p)
      allowed += static_cast<double>(t_.limit[p]);
    const double factor =
        std::pow(std::max(1.0, allowed / static_cast<double>(std::max<std::int64_t>(1, weight))), 1.0 / levels_left_);
    std::int64_t given = 0;
    for (std::uint32_t i = 0; i != divisor_; ++i) {
      const std::size_t at = first + std::size_t{i} * parts_;
      before += static_cast<double>(sum_of(t_.target, at, parts_)) / static_cast<double>(wanted);
      const std::int64_t upto =
          i + 1 == divisor_ ? weight
                            : std::min<std::int64_t>(weight, std::llround(before * static_cast<double>(weight)));
      const std::int64_t target = upto - given, limit = sum_of(t_.limit, at, parts_);
      const double share = std::floor(static_cast<double>(target) * factor * (1 + 1e-12));
      t.target.push_back(target);
      t.limit.push_back(std::max(
          target, levels_left_ == 1 || share > static_cast<double>(limit) ? limit : static_cast<std::int64_t>(share)));
      given = upto;
    }
    return t;
  }

  // One vertex per part, `weight` in all: the fewest groups that hold them, about equally full.
  [[nodiscard]] part_targets targets_of_few(std::int64_t weight) const {
    part_targets t;
    const std::int64_t groups = std::min<std::int64_t>(divisor_, (weight + parts_ - 1) / parts_);
    for (std::int64_t i = 0; i != groups; ++i) {
      t.target.push_back(weight * (i + 1) / groups - weight * i / groups);
      t.limit.push_back(std::max<std::int64_t>(parts_, t.target.back()));
    }
    return t;
  }

  std::vector<std::uint32_t> divided(cpu_exec& host, const graph& g, std::int64_t weight, std::uint32_t group,
                                     statistics& stats) const {
    part_targets t = one_each_ ? targets_of_few(weight) : targets_in(group, weight);
    if (t.target.size() == 1) return std::vector<std::uint32_t>(g.vertices, 0);
    options o = each_;
    o.parts = static_cast<std::uint32_t>(t.target.size());
    o.run.threads = host.threads();
    // The outermost cut costs most, and further steps inside save half a percent for a third of the time.
    if (is_inner() && o.preset == preset::standard) o.preset = preset::fast;
    if (!o_.target.empty())
      for (const std::int64_t target : t.target)
        o.target.push_back(
            static_cast<float>(static_cast<double>(target) / static_cast<double>(std::max<std::int64_t>(1, weight))));
    if (g.vertices <= o.parts && o_.fixed.empty()) return one_vertex_per_part(g, o).part;
    const std::uint64_t seed = initial::derive(initial::derive(seed_, parts_), group);
    const backend where = g.vertices < enough_for_device ? backend::cpu : where_;
    const std::vector<std::int32_t> fixed = fixed_inside(group);
    o.fixed = fixed;
    raise_limits_for_fixed(g, o, 0, t.limit);
    core_calls core(g, o, where);
    result r = attempt(host, g, o, t, seed, core);
    stats = std::move(r.stats);
    return std::move(r.part);
  }

  // Backend and sizes are those of the first run, that of the whole graph.
  static void add(const statistics& s, statistics& sum) {
    if (sum.backend_name.empty()) {
      sum = s;
      return;
    }
    sum.coarsen_ms += s.coarsen_ms;
    sum.initial_ms += s.initial_ms;
    sum.refine_ms += s.refine_ms;
    sum.transfer_ms += s.transfer_ms;
    sum.finish_ms += s.finish_ms;
    sum.matching += s.matching;
    sum.refinement += s.refinement;
    sum.peak_bytes = std::max(sum.peak_bytes, s.peak_bytes);
  }

  cpu_exec& host_;
  const graph& g_;
  const options& o_;
  const part_targets& t_;
  std::uint64_t seed_;
  backend where_;
  bool one_each_;                              // no more vertices than parts: a part holds one
  options each_;                               // of the runs, but for parts, targets and threads
  std::vector<std::uint32_t> group_, number_;  // per vertex: its group, and its number among the members of that
  std::vector<std::uint64_t> begin_;           // per group: of its members
  std::vector<std::uint32_t> member_;
  std::uint32_t parts_ = 0, divisor_ = 0;  // parts per group of this level; groups that it is divided into
  int levels_left_ = 0;                    // this one, and those inside
};

}  // namespace

result map_to_machine(cpu_exec& host, const graph& g, const options& o, const part_targets& t, std::uint64_t seed,
                      backend where) {
  const stop_check check_stop(o.run);
  result r;
  r.part = multisection(host, g, o, t, seed, where).run(r.stats);
  const stopwatch time;
  const auto step = [&](const char* name, auto f) {
    const stopwatch one;
    f();
    r.stats.steps.push_back({name, one.ms()});
  };
  step("fill empty parts", [&] { fill_empty_parts(host, g, t.limit, o.fixed, r.part); });
  step("exchange groups", [&] { exchange_groups(g, o, t.limit, check_stop, r.part); });
  step("restore balance", [&] { restore_balance(g, o, t.limit, check_stop, r.part); });
  step("refine mapping", [&] { refine_mapping_band(host, g, o, t.limit, seed, check_stop, r.part); });
  measure(g, o, r);
  if (r.stats.backend_name.empty()) {  // the core was not called
    r.stats.backend_name = "cpu";
    r.stats.threads = host.threads();
  }
  r.stats.finish_ms += time.ms();
  return r;
}

}  // namespace amorph::partition
