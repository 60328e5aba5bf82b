#include "recursive.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine.hpp"

namespace amorph::metis {
namespace {

// One half of a graph, with the vertices that it was made from.
struct half {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to, original;
  std::vector<std::int32_t> vertex_weight, edge_weight;
  [[nodiscard]] partition::graph view() const {
    return {static_cast<std::uint32_t>(original.size()), begin, to, vertex_weight, {}, edge_weight};
  }
};

half take(const partition::graph& g, const std::vector<std::uint32_t>& original, const std::vector<std::uint32_t>& side,
          std::uint32_t wanted) {
  half h;
  std::vector<std::uint32_t> number(g.vertices);
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (side[v] == wanted) number[v] = count++;
  h.original.reserve(count);
  h.begin.reserve(std::size_t{count} + 1);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (side[v] != wanted) continue;
    h.original.push_back(original[v]);
    if (!g.vertex_weight.empty()) h.vertex_weight.push_back(g.vertex_weight[v]);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (side[g.to[e]] != wanted) continue;
      h.to.push_back(number[g.to[e]]);
      if (!g.edge_weight.empty()) h.edge_weight.push_back(g.edge_weight[e]);
    }
    h.begin.push_back(h.to.size());
  }
  return h;
}

// At least `least` vertices on side `s`: the lightest of the other come over.
void fill(const partition::graph& g, std::vector<std::uint32_t>& side, std::uint32_t s, std::uint32_t least) {
  auto have = static_cast<std::uint32_t>(std::count(side.begin(), side.end(), s));
  if (have >= least) return;
  std::vector<std::uint32_t> others;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (side[v] != s) others.push_back(v);
  if (!g.vertex_weight.empty())
    std::stable_sort(others.begin(), others.end(),
                     [&](auto a, auto b) { return g.vertex_weight[a] < g.vertex_weight[b]; });
  for (std::size_t i = 0; have < least; ++i, ++have) side[others[i]] = s;
}

class bisections {
 public:
  bisections(const partition::options& o, partition::result& r) : options_(o), result_(r) {}

  // Gives the parts first .. first+count-1 to the vertices of g, which are `original` in the whole graph.
  void divide(const partition::graph& g, const std::vector<std::uint32_t>& original, std::uint32_t first,
              std::uint32_t count) {
    if (count == 1) {
      for (const std::uint32_t v : original) result_.part[v] = first;
      return;
    }
    partition::options o = options_;
    o.target = targets(first, count);
    o.parts = count;
    if (g.vertices <= count) {
      const auto few = one_vertex_a_part(g, o);
      for (std::uint32_t v = 0; v != g.vertices; ++v) result_.part[original[v]] = first + few.part[v];
      return;
    }
    const std::uint32_t left = count / 2;
    const float share = std::accumulate(o.target.begin(), o.target.begin() + left, 0.0f);
    o.target = {share, 1 - share};
    o.parts = 2;
    o.seed = options_.seed + first * std::uint64_t{0x9e3779b97f4a7c15} + count;
    partition::result both = divide_with_amorph(g, o);
    fill(g, both.part, 0, left);
    fill(g, both.part, 1, count - left);
    add(both.stats);
    const half a = take(g, original, both.part, 0);
    const half b = take(g, original, both.part, 1);
    divide(a.view(), a.original, first, left);
    divide(b.view(), b.original, first + left, count - left);
  }

 private:
  std::vector<float> targets(std::uint32_t first, std::uint32_t count) const {
    if (options_.target.empty()) return std::vector<float>(count, 1.0f / static_cast<float>(count));
    std::vector<float> t(options_.target.begin() + first, options_.target.begin() + first + count);
    const float sum = std::accumulate(t.begin(), t.end(), 0.0f);
    for (float& x : t) x /= sum;
    return t;
  }

  void add(const partition::statistics& s) {
    partition::statistics& all = result_.stats;
    if (all.backend.empty()) {  // the first is the largest, and the one to tell of
      all = s;
      return;
    }
    all.coarsen_ms += s.coarsen_ms;
    all.initial_ms += s.initial_ms;
    all.refine_ms += s.refine_ms;
    all.transfer_ms += s.transfer_ms;
    all.peak_bytes = std::max(all.peak_bytes, s.peak_bytes);
  }

  const partition::options& options_;
  partition::result& result_;
};

}  // namespace

partition::result bisect_recursively(const partition::graph& g, const partition::options& o) {
  const auto start = std::chrono::steady_clock::now();
  partition::result r;
  r.part.resize(g.vertices);
  std::vector<std::uint32_t> all(g.vertices);
  std::iota(all.begin(), all.end(), 0u);
  bisections(o, r).divide(g, all, 0, o.parts);
  partition::measure(g, o, r);
  r.stats.total_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return r;
}

}  // namespace amorph::metis
