// Symmetrising: adds the missing reverse arcs of a graph read from any format.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "tools/formats/arc_rows.hpp"

namespace amorph::arc_file {
namespace {

struct half {
  std::uint32_t to;
  std::uint64_t weight;  // its bits, equal if the weights are equal
  friend auto operator<=>(const half&, const half&) = default;
};

std::uint64_t bits(const weighted_graph& g, std::uint64_t e) {
  switch (g.kind) {
    case weight_kind::int32: return static_cast<std::uint32_t>(g.weight32[e]);
    case weight_kind::int64: return static_cast<std::uint64_t>(g.weight64[e]);
    case weight_kind::float32: return std::bit_cast<std::uint32_t>(g.weight_float[e]);
    case weight_kind::float64:
    case weight_kind::none: break;
  }
  return 0;
}
void set_bits(weighted_graph& g, std::uint64_t e, std::uint64_t w) {
  if (g.kind == weight_kind::int32) g.weight32[e] = static_cast<std::int32_t>(static_cast<std::uint32_t>(w));
  if (g.kind == weight_kind::int64) g.weight64[e] = static_cast<std::int64_t>(w);
  if (g.kind == weight_kind::float32) g.weight_float[e] = std::bit_cast<float>(static_cast<std::uint32_t>(w));
}

// The incoming arcs of each vertex, as reverse arcs of its adjacency list.
struct incoming {
  explicit incoming(const weighted_graph& g) : begin(g.vertices + std::size_t{1}), list(g.to.size()) {
    for (const std::uint32_t v : g.to) ++begin[v];
    std::uint64_t before = 0;
    for (std::uint64_t& at : begin) before += std::exchange(at, before);
    std::vector<std::uint64_t> next(begin);
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) list[next[g.to[e]]++] = {v, bits(g, e)};
  }
  std::vector<std::uint64_t> begin;
  std::vector<half> list;
};

}  // namespace

void add_reverse_arcs(weighted_graph& g) {
  incoming in(g);
  std::vector<half> row, added;
  std::vector<std::uint64_t> added_begin(g.vertices + std::size_t{1}, 0);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    row.clear();
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (g.to[e] != v) row.push_back({g.to[e], bits(g, e)});
    const auto first = in.list.begin() + static_cast<std::ptrdiff_t>(in.begin[v]);
    auto last = in.list.begin() + static_cast<std::ptrdiff_t>(in.begin[v + std::size_t{1}]);
    last = std::remove_if(first, last, [v](const half& h) { return h.to == v; });
    std::sort(row.begin(), row.end());
    std::sort(first, last);
    std::set_difference(first, last, row.begin(), row.end(), std::back_inserter(added));
    added_begin[v + std::size_t{1}] = added.size();
  }
  if (added.empty()) return;
  weighted_graph all;
  all.vertices = g.vertices;
  all.base = g.base;
  all.kind = g.kind;
  const std::uint64_t arcs = g.to.size() + added.size();
  all.begin.resize(g.begin.size());
  all.to.resize(arcs);
  if (g.kind == weight_kind::int32) all.weight32.resize(arcs);
  if (g.kind == weight_kind::int64) all.weight64.resize(arcs);
  if (g.kind == weight_kind::float32) all.weight_float.resize(arcs);
  std::uint64_t at = 0;
  const auto put = [&](std::uint32_t to, std::uint64_t weight) {
    all.to[at] = to;
    set_bits(all, at++, weight);
  };
  all.begin[0] = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) put(g.to[e], bits(g, e));
    for (std::uint64_t i = added_begin[v]; i != added_begin[v + std::size_t{1}]; ++i) put(added[i].to, added[i].weight);
    all.begin[v + std::size_t{1}] = at;
  }
  g = std::move(all);
}

}  // namespace amorph::arc_file
