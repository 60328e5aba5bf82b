#include "solver/graph/kcore/kcore_check.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace amorph::check {
namespace {

// Each neighbour once, in both rows, no loops.
struct simple_rows {
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;

  explicit simple_rows(const csr& graph) : begin(graph.vertices + std::size_t{1}) {
    const std::size_t n = graph.vertices;
    std::vector<std::uint64_t> place(n + 2);
    for_each(graph, [&](std::uint32_t v, std::uint32_t) { ++place[v + std::size_t{2}]; });
    std::partial_sum(place.begin(), place.end(), place.begin());
    to.resize(place[n + 1]);
    for_each(graph, [&](std::uint32_t v, std::uint32_t w) { to[place[v + std::size_t{1}]++] = w; });
    std::uint64_t kept = 0;
    for (std::size_t v = 0; v != n; ++v) {
      const auto first = to.begin() + static_cast<std::ptrdiff_t>(place[v]);
      const auto last = to.begin() + static_cast<std::ptrdiff_t>(place[v + 1]);
      std::sort(first, last);
      for (auto w = first; w != last; ++w)
        if (w == first || *w != *(w - 1)) to[kept++] = *w;  // kept <= place of w: unread entries are intact
      begin[v + 1] = kept;
    }
    to.resize(kept);
  }

 private:
  template <class F> static void for_each(const csr& graph, F f) {
    for (std::uint32_t v = 0; v != graph.vertices; ++v)
      for (const std::uint32_t w : graph.row(v))
        if (v != w) {
          f(v, w);
          f(w, v);
        }
  }
};

std::vector<std::uint32_t> cores_of(const simple_rows& rows) {
  const std::size_t n = rows.begin.size() - 1;
  std::vector<std::uint32_t> degree(n), order(n);
  std::vector<std::size_t> place(n), bucket(n + 1);
  for (std::size_t v = 0; v != n; ++v) {
    degree[v] = static_cast<std::uint32_t>(rows.begin[v + 1] - rows.begin[v]);
    ++bucket[degree[v] + std::size_t{1}];
  }
  std::partial_sum(bucket.begin(), bucket.end(), bucket.begin());
  std::vector<std::size_t> next(bucket.begin(), bucket.end() - 1);
  for (std::uint32_t v = 0; v != n; ++v) {
    place[v] = next[degree[v]]++;
    order[place[v]] = v;
  }
  for (std::size_t i = 0; i != n; ++i) {
    const std::uint32_t v = order[i];
    for (std::uint64_t e = rows.begin[v]; e != rows.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t w = rows.to[e];
      if (degree[w] <= degree[v]) continue;
      const std::size_t first = std::max(bucket[degree[w]], i + 1);  // w is swapped with the first of its bucket
      const std::uint32_t other = order[first];
      std::swap(order[place[w]], order[first]);
      std::swap(place[w], place[other]);
      bucket[degree[w]] = first + 1;
      --degree[w];
    }
  }
  return degree;
}

}  // namespace

std::string kcore_fault(const csr& graph, span<const std::uint32_t> core, std::uint32_t max_core) {
  if (core.size() != graph.vertices)
    return "expected " + std::to_string(graph.vertices) + " core numbers, found " + std::to_string(core.size());
  std::uint32_t most = 0;
  const std::vector<std::uint32_t> expected = cores_of(simple_rows(graph));
  for (std::size_t v = 0; v != core.size(); ++v) {
    most = std::max(most, expected[v]);
    if (core[v] != expected[v])
      return "vertex " + std::to_string(v) + ": expected core number " + std::to_string(expected[v]) + ", found " +
             std::to_string(core[v]);
  }
  if (most != max_core)
    return "expected " + std::to_string(most) + " as the maximum, found " + std::to_string(max_core);
  return "";
}

}  // namespace amorph::check
