// Faults of a graph's arrays, found on CPU threads; once for a resident graph.
#include "solver/graph/common/checks.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/first_index.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph {

namespace {

// The largest target of an arc. (A loop over all arcs is several times as fast as one over the arcs of each vertex.)
std::uint32_t largest_target(cpu_exec& exec, const csr& g) {
  std::atomic<std::uint32_t> largest{0};
  exec.ranges(g.to.size(), 1 << 16, [&](std::size_t first, std::size_t last, unsigned) {
    std::uint32_t own = 0;
    for (std::size_t e = first; e != last; ++e) own = std::max(own, g.to[e]);
    std::uint32_t known = largest.load(std::memory_order_relaxed);
    while (own > known && !largest.compare_exchange_weak(known, own, std::memory_order_relaxed)) {}
  });
  return largest.load();
}

// Solvers read rows of such a graph as its transpose, and reserve memory for half of its arcs.
void check_undirected(cpu_exec& exec, const weighted_csr& g) {
  if (is_undirected(exec, g)) return;
  const auto arc = find_one_way_arc(exec, g);
  refuse("expected each arc in both directions" + std::string(g.weight != nullptr ? " with the same weight" : "") +
         " in an undirected graph, found one from vertex " + std::to_string(arc->from) + " to vertex " +
         std::to_string(arc->to) + " (counted from 0) without its reverse");
}

void check_rows(const weighted_csr& g, const run_options& run) {
  const std::size_t n = g.graph.vertices;
  cpu_exec exec(run.threads, 0, control_of(run));
  const span<const std::uint64_t> begin = g.graph.begin;
  if (const std::size_t v = first_index(exec, n, [&](std::size_t v) { return begin[v] > begin[v + 1]; }); v != n)
    refuse("the offsets of vertex " + std::to_string(v) + " descend");
  if (!g.graph.to.empty() && largest_target(exec, g.graph) >= n) {
    const std::size_t e = first_index(exec, g.graph.to.size(), [&](std::size_t e) { return g.graph.to[e] >= n; });
    refuse("an arc leads to vertex " + std::to_string(g.graph.to[e]) + " of " + std::to_string(n));
  }
  if ((g.kind != weight_kind::none) != (g.weight != nullptr) && !g.graph.to.empty())
    refuse("expected weights and their kind, found one of them");
  if (g.undirected && !g.undirected_is_known) check_undirected(exec, g);
}

}  // namespace

bool is_resident(const weighted_csr& g, const run_options& run) {
  const context* in = run.context;
  return in != nullptr && in->holds(g.graph.begin.data()) && (g.graph.edges() == 0 || in->holds(g.graph.to.data())) &&
         (g.weight == nullptr || g.graph.edges() == 0 || in->holds(g.weight));
}

std::uint64_t key_of_property(const weighted_csr& g, const run_options& run, std::string_view name) {
  std::uint64_t key = hash(std::hash<std::string_view>()(name));
  for (const std::uint64_t part :
       {std::uint64_t{g.graph.vertices}, g.graph.edges(), run.context->number(g.graph.begin.data()),
        run.context->number(g.graph.to.data()), run.context->number(g.weight), static_cast<std::uint64_t>(g.kind),
        static_cast<std::uint64_t>(g.undirected)})
    key = hash(key ^ part);
  return key;
}

void check_graph(const weighted_csr& g, const run_options& run) {
  const std::size_t n = g.graph.vertices;
  // The two largest numbers are sentinels in lists.
  if (n >= 0xfffffffeu) refuse("expected at most 4294967293 vertices, found " + std::to_string(n));
  if (n == 0 && g.graph.begin.empty() && g.graph.to.empty()) return;
  if (g.graph.begin.size() != n + 1)
    refuse("expected " + std::to_string(n + 1) + " offsets, found " + std::to_string(g.graph.begin.size()));
  if (g.graph.begin[0] != 0 || g.graph.begin[n] != g.graph.to.size())
    refuse("expected offsets from 0 to the number of arcs, " + std::to_string(g.graph.to.size()));
  check_once(g, run, "graph", [&] { check_rows(g, run); });
}

std::vector<std::uint32_t> distinct_sources(const weighted_csr& g, span<const std::uint32_t> sources) {
  if (sources.empty() && g.graph.vertices == 0) return {};
  if (sources.empty()) throw error(status::bad_input, "expected at least one source");
  std::vector<std::uint32_t> list(sources.begin(), sources.end());
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  if (!list.empty() && list.back() >= g.graph.vertices)
    throw error(status::bad_input, "vertex " + std::to_string(list.back()) + " is not one of the graph's " +
                                       std::to_string(g.graph.vertices));
  return list;
}

}  // namespace amorph
