// Validates the caller's arrays in parallel, views those that are usable as they are, and repairs copies of the others.
#include "partitioner/interfaces/metis/caller_graph.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/symmetry.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::metis {
namespace {

// Whether all entries of `values` are at least `low`; true for null.
bool at_least(cpu_exec& exec, const idx_t* values, std::size_t count, idx_t low) {
  if (values == nullptr) return true;
  std::atomic<bool> good{true};
  exec.ranges(count, std::size_t{1} << 16, [&](std::size_t first, std::size_t last, unsigned) {
    bool ok = true;
    for (std::size_t i = first; i != last; ++i) ok &= values[i] >= low;
    if (!ok) good.store(false, std::memory_order_relaxed);
  });
  return good.load();
}

bool below(cpu_exec& exec, span<const std::uint32_t> values, std::uint32_t bound) {
  std::atomic<bool> good{true};
  exec.ranges(values.size(), std::size_t{1} << 16, [&](std::size_t first, std::size_t last, unsigned) {
    bool ok = true;
    for (std::size_t i = first; i != last; ++i) ok &= values[i] < bound;
    if (!ok) good.store(false, std::memory_order_relaxed);
  });
  return good.load();
}

template <class T> span<const T> view_of(const host_array<T>& a) { return {a.data(), a.size()}; }

constexpr bool is_wide = sizeof(idx_t) > sizeof(std::int32_t);
constexpr std::int32_t max_32_bits = std::numeric_limits<std::int32_t>::max();

// The values as they are, or copied to `own`; none if one exceeds 32 bits.
std::optional<span<const std::int32_t>> view_32_bits(cpu_exec& exec, const idx_t* values, std::size_t count,
                                                     host_array<std::int32_t>& own) {
  if (values == nullptr) return span<const std::int32_t>();
  if constexpr (is_wide) {
    own.resize(count);
    std::atomic<bool> fits{true};
    exec.ranges(count, std::size_t{1} << 16, [&](std::size_t first, std::size_t last, unsigned) {
      bool ok = true;
      for (std::size_t i = first; i != last; ++i) {
        own[i] = static_cast<std::int32_t>(values[i]);
        ok &= own[i] == values[i];
      }
      if (!ok) fits.store(false, std::memory_order_relaxed);
    });
    if (!fits.load()) return std::nullopt;
    return view_of(own);
  } else {
    return span<const std::int32_t>(reinterpret_cast<const std::int32_t*>(values), count);
  }
}

std::int32_t rounded(std::int64_t weight, std::int64_t unit) {
  if (weight < 0) return -1;  // is refused
  const std::int64_t multiple = weight / unit + (weight % unit >= unit - unit / 2);
  return static_cast<std::int32_t>(std::max<std::int64_t>(weight != 0, multiple));
}

// The unit of which the largest weight is a multiple that fits.
std::int64_t unit_for(std::int64_t heaviest) {
  return heaviest <= max_32_bits ? 1 : heaviest / (max_32_bits - std::int64_t{1}) + 1;
}

// a + b, at most 2^63 - 1.
std::int64_t add(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return a > most - b ? most : a + b;
}

}  // namespace

std::uint32_t as_count(idx_t value, const char* name) {
  if (static_cast<std::uint64_t>(value) >= std::numeric_limits<std::uint32_t>::max())
    throw error(status::out_of_memory, std::string(name) + " exceeds 32 bits");
  return static_cast<std::uint32_t>(value);
}
void check_number_of_parts(std::uint32_t parts, idx_t vertices) {
  if (const std::uint32_t most = partition::most_parts(as_count(vertices, "the number of vertices")); parts > most)
    throw error(status::bad_input,
                "nparts: expected at most " + std::to_string(most) + ", found " + std::to_string(parts));
}

span<const std::int32_t> as_32_bits(cpu_exec& exec, const idx_t* values, std::size_t count, const char* name,
                                    host_array<std::int32_t>& own) {
  const auto viewed = view_32_bits(exec, values, count, own);
  if (!viewed) refuse(std::string(name) + ": a value exceeds 32 bits");
  return *viewed;
}

span<const std::int32_t> weights_of_32_bits(cpu_exec& exec, const idx_t* values, std::size_t count, std::size_t kinds,
                                            host_array<std::int32_t>& own, const idx_t*& exact) {
  exact = nullptr;
  if (const auto viewed = view_32_bits(exec, values, count, own)) return *viewed;
  exact = values;
  std::vector<std::int64_t> unit(kinds, 0);  // first the heaviest
  for (std::size_t i = 0; i != count; ++i) unit[i % kinds] = std::max<std::int64_t>(unit[i % kinds], values[i]);
  for (std::int64_t& u : unit) u = unit_for(u);
  exec.for_each(
      count, [&unit, kinds, values, to = own.data()](std::size_t i) { to[i] = rounded(values[i], unit[i % kinds]); });
  return view_of(own);
}

void exact_weights::recount(const partition::graph& g, const partition::options& o, partition::result& r) const {
  if (edge.empty() && size == nullptr) return;
  const partition::objective_row& goal = row_of(o.objective);
  std::vector<std::uint32_t> seen(o.parts, g.vertices);
  std::int64_t cut = 0, cost = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    std::int64_t others = 0;
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t u = g.to[e], p = r.part[u];
      if (p == r.part[v]) continue;
      if (!edge.empty() && u < v) cut = add(cut, edge[e]);
      if (std::exchange(seen[p], v) != v) ++others;
    }
    if (size != nullptr)
      for (std::int64_t i = goal.weights().cost(others); i != 0; --i) cost = add(cost, size[v]);
  }
  if (!edge.empty()) r.cut = cut;
  if (goal.of_edges())
    r.cost = r.cut;
  else if (size != nullptr)
    r.cost = cost;
}

// Values that are no vertex of any graph become the largest number, which is out of range.
void caller_graph::view_neighbours(cpu_exec& exec, const idx_t* to, std::size_t count, idx_t base) {
  if (!is_wide && base == 0) {
    view_.to = {reinterpret_cast<const std::uint32_t*>(to), count};  // signed and unsigned of a width may alias
    return;
  }
  own_.to.resize(count);
  exec.for_each(count, [t = own_.to.data(), to, base](std::size_t e) {
    constexpr auto outside = std::numeric_limits<std::uint32_t>::max();
    const auto u = static_cast<std::uint64_t>(to[e]) - static_cast<std::uint64_t>(base);
    t[e] = u < outside ? static_cast<std::uint32_t>(u) : outside;
  });
  view_.to = view_of(own_.to);
}

caller_graph::caller_graph(cpu_exec& exec, const caller_arrays& from, partition::objective goal) {
  if (from.begin == nullptr) refuse("xadj is null");
  const auto n = static_cast<std::size_t>(from.vertices);
  const idx_t base = from.numbering;
  own_.vertices = view_.vertices = as_count(from.vertices, "nvtxs");
  if (from.begin[0] != base) refuse("xadj does not begin with " + std::to_string(base));
  std::size_t descends = n;
  exec.for_each(n, [x = from.begin, &descends](std::size_t v) {
    if (x[v + 1] < x[v]) atomic_min(&descends, v);
  });
  if (descends != n) refuse("xadj descends at vertex " + std::to_string(descends + static_cast<std::size_t>(base)));
  const auto m = static_cast<std::size_t>(from.begin[n] - base);
  if (m != 0 && from.to == nullptr) refuse("adjncy is null");

  own_.begin.resize(n + 1);
  exec.for_each(n + 1, [b = own_.begin.data(), x = from.begin, base](std::size_t v) {
    b[v] = static_cast<std::uint64_t>(x[v] - base);
  });
  view_.begin = view_of(own_.begin);
  view_neighbours(exec, from.to, m, base);
  const auto c = static_cast<std::size_t>(from.constraints);
  view_.vertex_weight = weights_of_32_bits(exec, from.vertex_weight, n * c, c, own_.vertex_weight, wide_vertex_);
  view_.vertex_size = weights_of_32_bits(exec, from.vertex_size, n, 1, own_.vertex_size, wide_size_);
  const idx_t* wide = nullptr;
  view_.edge_weight = weights_of_32_bits(exec, from.edge_weight, m, 1, own_.edge_weight, wide);
  if (wide != nullptr) wide_.assign(wide, wide + m);
  if (!at_least(exec, from.vertex_weight, n * c, 0)) refuse("a vertex weight is negative");
  if (!at_least(exec, from.vertex_size, n, 0)) refuse("a vertex size is negative");
  const bool positive = at_least(exec, from.edge_weight, m, 1);
  if (!positive && !at_least(exec, from.edge_weight, m, 0)) refuse("an edge weight is negative");

  // find_fault stops at the first fault, so a self-loop may hide a neighbour out of range: check these separately.
  const graph_fault fault = find_fault(exec, {view_.vertices, view_.begin, view_.to}, view_.edge_weight);
  const bool sound = fault.what == graph_fault::kind::none && wide_.empty();  // equal weights may have been rounded
  if (!sound && !below(exec, view_.to, view_.vertices)) refuse("a neighbour is out of range");
  if (!sound || !positive) repair_edges(exec, !row_of(goal).of_edges());
  if (from.vertex_weight != nullptr) repair_weights(from.constraints);
}

// Symmetrises the graph; each adjacency list is ascending and without parallel edges.
void caller_graph::repair_edges(cpu_exec& exec, bool keep_weightless) {
  struct half {
    std::uint32_t to;
    bool own;  // from this vertex's list, not from the neighbour's
    std::int64_t weight;
  };
  const std::size_t n = view_.vertices;
  auto weight = [this](std::uint64_t e) {
    return !wide_.empty() ? wide_[e] : view_.edge_weight.empty() ? 1 : std::int64_t{view_.edge_weight[e]};
  };
  auto counts = [&](std::uint32_t v, std::uint64_t e) {
    return view_.to[e] != v && (weight(e) != 0 || keep_weightless);
  };
  std::vector<std::uint64_t> offset(n + 1, 0);
  for (std::uint32_t v = 0; v != n; ++v)
    for (std::uint64_t e = view_.begin[v]; e != view_.begin[v + std::size_t{1}]; ++e)
      if (counts(v, e)) ++offset[v + std::size_t{1}], ++offset[view_.to[e] + std::size_t{1}];
  for (std::size_t v = 0; v != n; ++v) offset[v + 1] += offset[v];
  host_array<half> halves(offset[n]);
  std::vector<std::uint64_t> next(offset.begin(), offset.end() - 1);
  for (std::uint32_t v = 0; v != n; ++v)
    for (std::uint64_t e = view_.begin[v]; e != view_.begin[v + std::size_t{1}]; ++e)
      if (const std::uint32_t u = view_.to[e]; counts(v, e)) {
        halves[next[v]++] = {u, true, weight(e)};
        halves[next[u]++] = {v, false, weight(e)};
      }

  // Parallel edges are merged: their weights are summed per direction, and the larger sum is used.
  host_array<std::uint64_t> begin(n + 1);
  begin[0] = 0;
  exec.for_each_team(n, [&](auto, std::size_t v) {
    half* const first = halves.data() + offset[v];
    half* const last = halves.data() + offset[v + 1];
    std::sort(first, last, [](const half& a, const half& b) { return a.to < b.to; });
    half* out = first;
    for (half* at = first; at != last;) {
      std::int64_t here = 0, there = 0;
      const std::uint32_t to = at->to;
      for (; at != last && at->to == to; ++at) {
        std::int64_t& sum = at->own ? here : there;
        sum = add(sum, at->weight);
      }
      *out++ = {to, true, std::max({here, there, std::int64_t{1}})};
    }
    begin[v + 1] = static_cast<std::uint64_t>(out - first);
  });
  for (std::size_t v = 0; v != n; ++v) begin[v + 1] += begin[v];
  host_array<std::uint32_t> to(begin[n]);
  wide_.resize(begin[n]);
  exec.for_each_team(n, [&](auto, std::size_t v) {
    for (std::uint64_t i = 0; i != begin[v + 1] - begin[v]; ++i) {
      to[begin[v] + i] = halves[offset[v] + i].to;
      wide_[begin[v] + i] = halves[offset[v] + i].weight;
    }
  });
  own_.begin = std::move(begin);
  own_.to = std::move(to);
  view_.begin = view_of(own_.begin);
  view_.to = view_of(own_.to);
  round_edge_weights(exec);
}

void caller_graph::round_edge_weights(cpu_exec& exec) {
  const std::int64_t unit = unit_for(wide_.empty() ? 0 : *std::max_element(wide_.begin(), wide_.end()));
  own_.edge_weight.resize(wide_.size());
  exec.for_each(wide_.size(), [from = wide_.data(), to = own_.edge_weight.data(), unit](std::size_t e) {
    to[e] = rounded(from[e], unit);
  });
  view_.edge_weight = view_of(own_.edge_weight);
  if (unit == 1) wide_ = {};
}

void caller_graph::repair_weights(idx_t constraints) {
  const auto c = static_cast<std::size_t>(constraints);
  for (std::size_t i = 0; i != c; ++i) {
    bool heavy = false;
    for (std::size_t at = i; at < view_.vertex_weight.size() && !heavy; at += c) heavy = view_.vertex_weight[at] != 0;
    if (heavy) continue;
    if (own_.vertex_weight.empty()) own_.vertex_weight.assign(view_.vertex_weight.begin(), view_.vertex_weight.end());
    for (std::size_t at = i; at < own_.vertex_weight.size(); at += c) own_.vertex_weight[at] = 1;
    view_.vertex_weight = view_of(own_.vertex_weight);
  }
}

}  // namespace amorph::metis
