// Draws trials from a seed (families of graphs, weights, orders to divide them), and shrinks a failing one in the
// manner of delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): runs of
// vertices and edges are taken out, half of them first, and weights and options are made plain, as long as it fails.
#include "test/partitioner/graph/random_trial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <utility>

#include "amorph/kernels/graph/generate.hpp"
#include "test/support/seeds.hpp"

namespace amorph::test {
namespace {

constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

trial from(std::string kind, const host_graph& g) {
  trial t;
  t.kind = std::move(kind);
  t.vertices = g.vertices;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (const std::uint32_t u : g.view().row(v))
      if (u > v) t.edges.push_back({v, u});
  return t;
}

trial edgeless(std::string kind, std::uint32_t n) {
  trial t;
  t.kind = std::move(kind);
  t.vertices = n;
  return t;
}

void join(trial& t, std::uint32_t u, std::uint32_t v) {
  if (u != v) t.edges.push_back({u, v});
}

class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(first_seed + seed), seed_(first_seed + seed) {}

  trial make() {
    const std::uint32_t size = below(10);
    const std::uint32_t n = size < 4 ? below(13) : size < 8 ? 2 + below(700) : 2500 + below(7500);
    trial t = shape(n);
    if (chance(10)) repeat_edges(t);
    if (chance(10)) scatter(t);
    weigh_vertices(t);
    weigh_edges(t);
    order(t);
    return t;
  }

 private:
  std::uint32_t below(std::uint64_t n) { return n == 0 ? 0 : static_cast<std::uint32_t>(random_() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  trial shape(std::uint32_t n) {
    cpu_exec exec(1);
    const auto side = static_cast<std::uint32_t>(std::max(1.0, std::sqrt(double(n))));
    switch (below(14)) {
      case 0: return edgeless("edgeless", n);
      case 1: return n == 0 ? edgeless("empty", 0) : star(n - 1);
      case 2: return clique(std::min(n, 300u));
      case 3: return path(n);
      case 4: return grid(side, side);
      case 5: return grid(2 + side / 20, side / 3 + 1, 20);
      case 6: {
        unsigned scale = 1;
        while (2u << scale <= n) ++scale;
        return rmat(scale, 1 + below(12), seed_);
      }
      case 7: return from("geometric", generate::geometric(exec, n, 1 + below(14), seed_));
      case 8: return from("uniform", generate::uniform(exec, n, 1 + below(5), seed_));
      case 9: return stars(n);
      case 10: return islands(n);
      case 11: return cliques_in_a_ring(n);
      case 12: return bipartite(n);
      default: return tree(n);
    }
  }
  trial stars(std::uint32_t n) {  // their hubs on a path, some vertices isolated
    trial t = edgeless("stars", n);
    const std::uint32_t hubs = 1 + below(std::min(n, 20u));
    for (std::uint32_t v = hubs; v < n; ++v)
      if (!chance(10)) join(t, v, below(hubs));
    for (std::uint32_t h = 1; h < std::min(hubs, n); ++h) join(t, h - 1, h);
    return t;
  }
  trial islands(std::uint32_t n) {
    trial t = edgeless("islands", n);
    const std::uint32_t count = 2 + below(9), reach = 1 + below(30);
    for (std::uint32_t i = 0; i != 3 * n; ++i) {
      const std::uint32_t u = below(n), v = u + count * (1 + below(reach));
      if (v < n) join(t, u, v);
    }
    return t;
  }
  trial cliques_in_a_ring(std::uint32_t n) {
    trial t = edgeless("cliques in a ring", n);
    const std::uint32_t each = 2 + below(20);
    for (std::uint32_t u = 0; u < n; ++u) {
      for (std::uint32_t v = u + 1; v < n && v / each == u / each; ++v) join(t, u, v);
      if (n > 2 && u % each == 0) join(t, u, (u + each) % n);
    }
    return t;
  }
  trial bipartite(std::uint32_t n) {  // complete, one side small
    trial t = edgeless("bipartite", n);
    const std::uint32_t side = 1 + below(std::min(n / 2 + 1, 12u));
    for (std::uint32_t u = 0; u < std::min(side, n); ++u)
      for (std::uint32_t v = side; v < n; ++v) join(t, u, v);
    return t;
  }
  trial tree(std::uint32_t n) {
    trial t = edgeless("tree", n);
    const std::uint32_t reach = 1 + below(n);
    for (std::uint32_t v = 1; v < n; ++v) join(t, v, v - 1 - below(std::min(v, reach)));
    return t;
  }

  void repeat_edges(trial& t) {
    t.kind += ", parallel edges";
    const std::size_t once = t.edges.size();
    for (std::size_t i = 0; i != once; ++i)
      for (std::uint32_t more = below(4); more > 1; --more) t.edges.push_back(t.edges[i]);
  }
  void scatter(trial& t) {  // other numbers for the vertices
    std::vector<std::uint32_t> name(t.vertices);
    for (std::uint32_t v = 0; v != t.vertices; ++v) {
      name[v] = v;
      std::swap(name[v], name[below(v + 1)]);
    }
    for (weighted_edge& e : t.edges) e = {name[e.u], name[e.v], e.weight};
  }

  void weigh_vertices(trial& t) {
    const std::uint32_t n = t.vertices;
    auto each = [&](const char* name, auto weight) {
      t.kind += std::string(", ") + name;
      for (std::uint32_t v = 0; v != n; ++v) t.vertex_weight.push_back(static_cast<std::int32_t>(weight()));
    };
    switch (below(16)) {
      case 0: each("vertices weigh 1", [] { return 1; }); break;
      case 1: each("small vertex weights", [&] { return 1 + below(5); }); break;
      case 2: each("vertex weights below 40", [&] { return below(40); }); break;
      case 3: each("half weightless", [&] { return chance(50) ? 0 : 1; }); break;
      case 4: each("most weightless", [&] { return chance(97) ? 0 : 1 + below(9); }); break;
      case 5: each("weightless", [] { return 0; }); break;
      case 6: each("heaviest vertices", [] { return most; }); break;
      case 7:
        each("one heavy vertex", [] { return 1; });
        if (n != 0) t.vertex_weight[below(n)] = static_cast<std::int32_t>(1 + below(2 * std::uint64_t{n}));
        break;
      case 8: each("skewed vertex weights", [&] { return 1 + (1u << below(16)) / (1 + below(64)); }); break;
      default: break;
    }
    if (chance(20))
      for (std::uint32_t v = 0; v != n; ++v) t.vertex_size.push_back(static_cast<std::int32_t>(below(7)));
  }
  void weigh_edges(trial& t) {
    const std::uint32_t kinds = below(8);
    if (kinds > 4) return;
    t.edge_weights = true;
    if (kinds == 4) {  // whose sum exceeds 32 bits, mostly
      for (weighted_edge& e : t.edges) e.weight = static_cast<std::int32_t>(chance(30) ? 1 : 1 + below(most));
      return;
    }
    // The sum of all may be 2^31 - 1, with which the core has the weights as they are.
    const auto bound = static_cast<std::uint32_t>(most / std::max<std::size_t>(1, t.edges.size()));
    const std::uint32_t limit = kinds == 0 ? 1 : kinds == 1 ? 9 : kinds == 2 ? bound : std::max(1u, bound / 1000);
    for (weighted_edge& e : t.edges) e.weight = static_cast<std::int32_t>(1 + below(std::min(limit, bound)));
    if (kinds == 2 && !t.edges.empty()) {  // one that outweighs all others
      std::int64_t others = 0;
      for (weighted_edge& e : t.edges) others += e.weight = std::min(e.weight, 3);
      t.edges[below(t.edges.size())].weight = static_cast<std::int32_t>(most - others);
    }
  }

  void order(trial& t) {
    const std::uint32_t n = t.vertices;
    const std::uint32_t counts[] = {
        1, 2, 2, 3, 7, 16, 61, n / 2, n / 3, n == 0 ? 0 : n - 1, n, n + 5, below(n), 256, 2 + below(30)};
    partition::options& o = t.options;
    // Many parts of large graphs take long: they are rare.
    std::uint32_t k = counts[below(std::size(counts))];
    if (n > 1000 && k > 300 && !chance(10)) k = 2 + below(64);
    o.parts = std::max(1u, k);
    o.seed = random_();
    o.run.backend = backend::cpu;
    if (chance(10)) o.match = partition::matching::random;
    if (chance(10)) o.two_hop = false;
    const std::uint32_t efforts[] = {0, 1, 20};
    if (chance(20)) o.refinement = efforts[below(3)];
    if (chance(20)) o.preset = chance(50) ? partition::preset::quality : partition::preset::fast;
    if (chance(10)) o.attempts = 2;
    const float tolerances[] = {1.001f, 1.01f, 1.3f, 3.0f};
    if (chance(20)) o.imbalance = {tolerances[below(4)]};
    if (chance(10) && o.parts < 1000) {
      float sum = 0;
      for (std::uint32_t p = 0; p != o.parts; ++p) sum += o.target.emplace_back(static_cast<float>(1 + below(20)));
      for (float& share : o.target) share /= sum;
    }
  }

  std::mt19937_64 random_;
  std::uint64_t seed_;
};

class shrinker {
 public:
  shrinker(trial t, const std::function<bool(const trial&)>& fails) : smallest_(std::move(t)), fails_(fails) {}

  trial run() {
    for (bool smaller = true; smaller && calls_ < 4000;) {
      smaller = take_out(smallest_.vertices, [&](std::size_t at, std::size_t n) { return without_vertices(at, n); });
      smaller |= take_out(smallest_.edges.size(), [&](std::size_t at, std::size_t n) {
        trial t = smallest_;
        const auto first = t.edges.begin() + static_cast<std::ptrdiff_t>(at);
        t.edges.erase(first, first + static_cast<std::ptrdiff_t>(n));
        return t;
      });
      smaller |= simplify();
    }
    return std::move(smallest_);
  }

 private:
  bool accept(trial t) {
    if (++calls_ > 4000 || !fails_(t)) return false;
    smallest_ = std::move(t);
    return true;
  }
  // Tries to do without runs of things, half of them first.
  template <class Without> bool take_out(std::size_t count, Without without) {
    bool any = false;
    for (std::size_t run = (count + 1) / 2; run != 0; run = run == 1 ? 0 : (run + 1) / 2)
      for (std::size_t at = 0; at + run <= count;)
        if (accept(without(at, run))) {
          any = true;
          count -= run;
        } else {
          at += run;
        }
    return any;
  }
  [[nodiscard]] trial without_vertices(std::size_t at, std::size_t n) const {
    trial t = smallest_;
    t.vertices -= static_cast<std::uint32_t>(n);
    std::erase_if(t.edges,
                  [&](const weighted_edge& e) { return (e.u >= at && e.u < at + n) || (e.v >= at && e.v < at + n); });
    for (weighted_edge& e : t.edges)
      for (std::uint32_t* end : {&e.u, &e.v})
        if (*end >= at) *end -= static_cast<std::uint32_t>(n);
    for (auto* weights : {&t.vertex_weight, &t.vertex_size}) {
      if (weights->empty()) continue;
      const auto first = weights->begin() + static_cast<std::ptrdiff_t>(at);
      weights->erase(first, first + static_cast<std::ptrdiff_t>(n));
    }
    return t;
  }
  // A simpler value in place of one that is not simple yet.
  bool simplify() {
    bool any = false;
    auto attempt = [&](bool already, auto change) {
      if (already) return;
      trial t = smallest_;
      change(t);
      any |= accept(std::move(t));
    };
    const partition::options plain;
    attempt(smallest_.vertex_size.empty(), [](trial& t) { t.vertex_size.clear(); });
    attempt(smallest_.vertex_weight.empty(), [](trial& t) { t.vertex_weight.clear(); });
    attempt(!smallest_.edge_weights, [](trial& t) {
      t.edge_weights = false;
      for (weighted_edge& e : t.edges) e.weight = 1;
    });
    attempt(smallest_.options.target.empty(), [](trial& t) { t.options.target.clear(); });
    attempt(smallest_.options.imbalance.empty(), [](trial& t) { t.options.imbalance.clear(); });
    attempt(smallest_.options.attempts == 1, [](trial& t) { t.options.attempts = 1; });
    attempt(smallest_.options.seed == 0, [](trial& t) { t.options.seed = 0; });
    attempt(smallest_.options.two_hop, [](trial& t) { t.options.two_hop = true; });
    attempt(smallest_.options.match == plain.match, [&](trial& t) { t.options.match = plain.match; });
    attempt(smallest_.options.preset == plain.preset, [&](trial& t) { t.options.preset = plain.preset; });
    attempt(smallest_.options.refinement == plain.refinement,
            [&](trial& t) { t.options.refinement = plain.refinement; });
    for (const std::uint32_t less : {smallest_.options.parts / 2, smallest_.options.parts - 1})
      attempt(less == 0 || less >= smallest_.options.parts || !smallest_.options.target.empty(),
              [&](trial& t) { t.options.parts = less; });
    for (std::size_t v = 0; v < smallest_.vertex_weight.size(); ++v)
      attempt(smallest_.vertex_weight[v] == 1, [&](trial& t) { t.vertex_weight[v] = 1; });
    for (std::size_t e = 0; e < smallest_.edges.size(); ++e)
      attempt(smallest_.edges[e].weight == 1, [&](trial& t) { t.edges[e].weight = 1; });
    return any;
  }

  trial smallest_;
  const std::function<bool(const trial&)>& fails_;
  unsigned calls_ = 0;
};

}  // namespace

stored_graph store(const trial& t) {
  stored_graph g;
  g.vertices = t.vertices;
  g.begin.assign(t.vertices + std::size_t{1}, 0);
  for (const weighted_edge& e : t.edges) ++g.begin[e.u + std::size_t{1}], ++g.begin[e.v + std::size_t{1}];
  for (std::uint32_t v = 0; v != t.vertices; ++v) g.begin[v + std::size_t{1}] += g.begin[v];
  std::vector<std::uint64_t> at = g.begin;
  g.to.resize(2 * t.edges.size());
  if (t.edge_weights) g.edge_weight.resize(g.to.size());
  for (const weighted_edge& e : t.edges)
    for (const auto& [here, there] : {std::pair(e.u, e.v), std::pair(e.v, e.u)}) {
      if (t.edge_weights) g.edge_weight[at[here]] = e.weight;
      g.to[at[here]++] = there;
    }
  g.vertex_weight = t.vertex_weight;
  g.vertex_size = t.vertex_size;
  return g;
}

trial star(std::uint32_t leaves) {
  trial t = edgeless("star", leaves + 1);
  for (std::uint32_t v = 1; v <= leaves; ++v) join(t, 0, v);
  return t;
}
trial stars(std::uint32_t hubs, std::uint32_t leaves) {
  trial t = edgeless("stars", hubs * (leaves + 1));
  for (std::uint32_t hub = 0; hub != hubs; ++hub) {
    for (std::uint32_t leaf = 0; leaf != leaves; ++leaf) join(t, hub, hubs + hub * leaves + leaf);
    if (hub != 0) join(t, hub - 1, hub);
  }
  return t;
}
trial clique(std::uint32_t n) {
  trial t = edgeless("clique", n);
  for (std::uint32_t u = 0; u < n; ++u)
    for (std::uint32_t v = u + 1; v < n; ++v) join(t, u, v);
  return t;
}
trial path(std::uint32_t n) {
  trial t = edgeless("path", n);
  for (std::uint32_t v = 1; v < n; ++v) join(t, v - 1, v);
  return t;
}
trial grid(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  cpu_exec exec(1);
  return from("grid", generate::grid(exec, x, y, z));
}
trial rmat(unsigned scale, std::uint32_t degree, std::uint64_t seed) {
  cpu_exec exec(1);
  return from("R-MAT", generate::rmat(exec, scale, degree, seed));
}

trial random_trial(std::uint64_t seed) { return generator(seed).make(); }

trial shrink(trial t, const std::function<bool(const trial&)>& fails) { return shrinker(std::move(t), fails).run(); }

std::string text(const trial& t) {
  std::ostringstream out;
  const partition::options& o = t.options;
  out << t.kind << ": parts " << o.parts << ", seed " << o.seed << ", refinement " << o.refinement << ", tries "
      << o.attempts
      << (o.preset == partition::preset::quality ? ", quality"
          : o.preset == partition::preset::fast  ? ", fast"
                                                 : "")
      << (o.two_hop ? "" : ", no two-hop") << (o.match == partition::matching::random ? ", random matching" : "");
  for (const float i : o.imbalance) out << ", imbalance " << i;
  for (std::size_t p = 0; p != o.target.size(); ++p) out << (p == 0 ? ", targets " : " ") << o.target[p];
  out << '\n';
  if (t.edges.size() + t.vertices > 400) {
    out << "(too large to print: " << t.vertices << " vertices, " << t.edges.size() << " edges)\n";
    return out.str();
  }
  const stored_graph g = store(t);
  out << t.vertices << ' ' << t.edges.size() << ' ' << (t.vertex_size.empty() ? 0 : 1)
      << (t.vertex_weight.empty() ? 0 : 1) << (t.edge_weights ? 1 : 0) << '\n';
  for (std::uint32_t v = 0; v != t.vertices; ++v) {
    if (!t.vertex_size.empty()) out << t.vertex_size[v] << "  ";
    if (!t.vertex_weight.empty()) out << t.vertex_weight[v] << "  ";
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      out << g.to[e] + 1 << ' ';
      if (t.edge_weights) out << g.edge_weight[e] << ' ';
    }
    out << '\n';
  }
  return out.str();
}

std::size_t components(const stored_graph& g, const std::vector<std::uint32_t>& part) {
  std::vector<bool> seen(g.vertices, false);
  std::size_t count = 0;
  for (std::uint32_t first = 0; first != g.vertices; ++first) {
    if (seen[first]) continue;
    ++count;
    seen[first] = true;
    std::vector<std::uint32_t> stack{first};
    while (!stack.empty()) {
      const std::uint32_t v = stack.back();
      stack.pop_back();
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (const std::uint32_t u = g.to[e]; !seen[u] && part[u] == part[v]) {
          seen[u] = true;
          stack.push_back(u);
        }
    }
  }
  return count;
}

std::size_t connections(const stored_graph& g, const std::vector<std::uint32_t>& part) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      if (part[v] < part[g.to[e]]) pairs.insert({part[v], part[g.to[e]]});
  return pairs.size();
}

}  // namespace amorph::test
