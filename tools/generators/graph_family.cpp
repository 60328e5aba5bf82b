// The table of families, and two generators of networks for maximum flow: RMF (Goldfarb, Grigoriadis 1988) and the
// random level graph of the Washington generator (Anderson 1991).
#include "tools/generators/graph_family.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/random/random.hpp"
#include "tools/base/counted.hpp"

namespace amorph::graph_family {
namespace {

using arc_file::flow_network;

template <class T> T number(const std::string& word, const char* what) {
  T n{};
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size())
    refuse(std::string("expected ") + what + ", found '" + word + "'");
  return n;
}
std::uint64_t size(const std::string& word) { return number<std::uint64_t>(word, "an integer"); }
std::int32_t capacity(const std::string& word) {
  const auto n = number<std::int32_t>(word, "a capacity from 1 to 2147483647");
  if (n < 1) refuse("expected a capacity from 1 to 2147483647, found '" + word + "'");
  return n;
}
// a * b, the number of vertices; `what` names both factors in the message.
std::uint32_t vertices_of(std::uint64_t a, std::uint64_t b, const char* what) {
  constexpr std::uint64_t maximum = 4294967294;
  if (a == 0 || b == 0) refuse(std::string("expected 1 or more of ") + what);
  if (a > maximum / b) refuse("a graph has at most 4294967294 vertices");
  return static_cast<std::uint32_t>(a * b);
}

double connected_degree(std::uint64_t n) {
  return 3.141592653589793 * 0.55 * 0.55 * std::log(std::max(1.0, static_cast<double>(n)));
}

// Builds a network's CSR, one adjacency list after the other.
class network_builder {
 public:
  network_builder(std::uint32_t vertices, std::uint64_t arcs) {
    g().vertices = vertices;
    g().base = 1;
    g().begin.reserve(vertices + std::size_t{1});
    g().begin.push_back(0);
    g().to.reserve(arcs);
    wide_.reserve(arcs);
  }
  void arc(std::uint32_t to, std::int64_t capacity) {
    g().to.push_back(to);
    wide_.push_back(capacity);
    max_capacity_ = std::max(max_capacity_, capacity);
  }
  void end_row() { g().begin.push_back(g().to.size()); }
  flow_network done(std::uint32_t source, std::uint32_t sink) {
    if (g().to.empty()) {
      g().kind = weight_kind::none;
    } else if (max_capacity_ <= std::numeric_limits<std::int32_t>::max()) {
      g().kind = weight_kind::int32;
      g().weight32.assign(wide_.begin(), wide_.end());
    } else {
      g().kind = weight_kind::int64;
      g().weight64 = std::move(wide_);
    }
    network_.has_ends = true;
    network_.source = source;
    network_.sink = sink;
    return std::move(network_);
  }

 private:
  weighted_graph& g() { return network_.graph; }
  flow_network network_;
  host_array<std::int64_t> wide_;
  std::int64_t max_capacity_ = 0;
};

// RMF (Goldfarb, Grigoriadis 1988): a sequence of B frames, each an A by A grid whose arcs have capacity C2 * A * A.
// Each vertex has one arc to the next frame, by a random permutation, with a capacity from C1 to C2. The source is the
// first vertex of the first frame, the sink the last vertex of the last frame.
flow_network genrmf(const arguments& words, std::uint64_t seed) {
  const std::uint64_t a = size(words[0]), b = size(words[1]);
  const std::int32_t low = capacity(words[2]), high = capacity(words[3]);
  if (low > high) refuse("expected C1 of at most C2, found " + words[2] + " and " + words[3]);
  const std::uint32_t frame = vertices_of(a, a, "A"), n = vertices_of(frame, b, "B");
  if (n == 1) refuse("expected at least two vertices, found one");
  const std::int64_t within = std::int64_t{high} * frame;
  network_builder net(n, std::uint64_t{n} * 5);
  std::vector<std::uint32_t> order(frame);
  for (std::uint32_t z = 0; z != b; ++z) {
    const random_stream position(seed, 2 * std::uint64_t{z}), amount(seed, 2 * std::uint64_t{z} + 1);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = frame - 1; i != 0; --i) std::swap(order[i], order[position.below(i, i + 1)]);
    for (std::uint32_t i = 0; i != frame; ++i) {
      const std::uint64_t x = i % a, y = i / a;
      const std::uint32_t v = z * frame + i, side = static_cast<std::uint32_t>(a);
      if (y != 0) net.arc(v - side, within);
      if (x != 0) net.arc(v - 1, within);
      if (x + 1 != a) net.arc(v + 1, within);
      if (y + 1 != a) net.arc(v + side, within);
      if (z + 1 != b)
        net.arc((z + 1) * frame + order[i],
                low + static_cast<std::int64_t>(amount.below(i, static_cast<std::uint32_t>(high - low) + 1)));
      net.end_row();
    }
  }
  return net.done(0, n - 1);
}

// The random level graph of Anderson's generator (Washington, 1991): each vertex of a level has arcs to three random
// vertices of the next level, with capacities from 1 to C. The arcs from the source to the first level and from the
// last level to the sink have capacity 3 C.
flow_network levels(const arguments& words, std::uint64_t seed) {
  const std::uint64_t count = size(words[0]), width = size(words[1]);
  const std::int32_t maximum = capacity(words[2]);
  const std::uint32_t n = vertices_of(count, width, "levels and of vertices per level");
  if (n > 4294967292u) refuse("a graph has at most 4294967294 vertices");
  const auto w = static_cast<std::uint32_t>(width);
  network_builder net(n + 2, 3 * std::uint64_t{n} + w);
  const random_stream position(seed, 0), amount(seed, 1);
  for (std::uint32_t v = 0; v != n; ++v) {
    const std::uint32_t next = (v / w + 1) * w;
    if (next == n) {
      net.arc(n + 1, 3 * std::int64_t{maximum});
    } else {
      for (std::uint64_t k = 3 * std::uint64_t{v}; k != 3 * std::uint64_t{v} + 3; ++k)
        net.arc(next + static_cast<std::uint32_t>(position.below(k, w)),
                1 + static_cast<std::int64_t>(amount.below(k, static_cast<std::uint32_t>(maximum))));
    }
    net.end_row();
  }
  for (std::uint32_t v = 0; v != w; ++v) net.arc(v, 3 * std::int64_t{maximum});
  net.end_row();
  net.end_row();
  return net.done(n, n + 1);
}

// Up to `count` random vertices from the `range` vertices that start at `first`, ascending.
std::vector<std::uint32_t> draw(std::uint32_t first, std::uint32_t range, std::uint32_t count, random_stream random) {
  std::vector<std::uint32_t> all(count);
  for (std::uint32_t i = 0; i != count; ++i) all[i] = first + static_cast<std::uint32_t>(random.below(i, range));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

const std::vector<family>& all() {
  using stencil = generate::stencil;
  static const std::vector<family> list = {
      {"grid2d", "X Y", 2, 2,
       [](cpu_exec& e, const arguments& a, std::uint64_t) { return generate::grid(e, size(a[0]), size(a[1]), 1); },
       nullptr, nullptr},
      {"grid3d", "X Y Z", 3, 3,
       [](cpu_exec& e, const arguments& a, std::uint64_t) {
         return generate::grid(e, size(a[0]), size(a[1]), size(a[2]));
       },
       nullptr, nullptr},
      {"grid3d27", "X Y Z", 3, 3,
       [](cpu_exec& e, const arguments& a, std::uint64_t) {
         return generate::grid(e, size(a[0]), size(a[1]), size(a[2]), stencil::box);
       },
       nullptr, nullptr},
      {"rgg2d", "N [DEGREE]", 1, 2,
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         const std::uint64_t n = size(a[0]);
         return generate::geometric(e, n, a.size() > 1 ? number<double>(a[1], "a mean degree") : connected_degree(n),
                                    seed);
       },
       nullptr, nullptr},
      {"rmat", "SCALE DEGREE", 2, 2,
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         return generate::rmat(e, number<unsigned>(a[0], "a scale from 0 to 31"), size(a[1]), seed);
       },
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         return generate::rmat(e, number<unsigned>(a[0], "a scale from 0 to 31"), size(a[1]), seed,
                               generate::direction::directed);
       },
       nullptr},
      {"uniform", "N DEGREE", 2, 2,
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         return generate::uniform(e, size(a[0]), size(a[1]), seed);
       },
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         return generate::uniform(e, size(a[0]), size(a[1]), seed, generate::direction::directed);
       },
       nullptr},
      {"road", "X Y [KEEP]", 2, 3,
       [](cpu_exec& e, const arguments& a, std::uint64_t seed) {
         const double keep = a.size() > 2 ? number<double>(a[2], "a probability") : 0.62;
         const std::uint64_t x = size(a[0]), y = size(a[1]);
         host_graph map = generate::road(e, x, y, keep, seed);
         if (map.vertices == 1 && x * y != 1)
           refuse("the road network has no edges: expected a larger X or Y, a higher KEEP, or another seed");
         return map;
       },
       nullptr, nullptr},
      {"genrmf", "A B C1 C2", 4, 4, nullptr, nullptr, genrmf},
      {"levels", "LEVELS WIDTH C", 3, 3, nullptr, nullptr, levels},
  };
  return list;
}

std::string names() {
  std::string list;
  for (const family& f : all()) list.append(list.empty() ? "" : ", ").append(f.name);
  return list;
}

const family* find(const std::string& name) {
  for (const family& f : all())
    if (name == f.name) return &f;
  return nullptr;
}

void check_arguments(const family& f, const arguments& words) {
  if (words.size() < f.min_arguments || words.size() > f.max_arguments)
    refuse(std::string("expected ") + f.name + " " + f.shown + ", found " +
           counted(words.size(), "argument", "arguments"));
}

host_graph directed(const family& f, cpu_exec& exec, const arguments& words, std::uint64_t seed) {
  return f.arcs != nullptr ? f.arcs(exec, words, seed) : generate::orient(exec, f.graph(exec, words, seed), seed);
}

weighted_graph weighted(host_graph&& from, bool undirected) {
  weighted_graph g;
  g.vertices = from.vertices;
  g.base = 1;
  g.begin = std::move(from.begin);
  g.to = std::move(from.to);
  g.kind = from.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  g.weight32 = std::move(from.edge_weight);
  g.undirected = undirected;
  return g;
}

flow_network join_terminals(const host_graph& g, std::uint32_t terminals, std::uint64_t seed) {
  const std::uint32_t n = g.vertices;
  if (terminals == 0) refuse("expected at least one terminal");
  if (n < 2) refuse("expected at least two vertices to join a source and a sink to, found " + std::to_string(n));
  if (n > 4294967292u) refuse("a graph has at most 4294967294 vertices");
  const std::uint32_t tenth = std::max(1u, n / 10);
  const std::vector<std::uint32_t> first = draw(0, tenth, terminals, random_stream(seed, 991)),
                                   last = draw(n - tenth, tenth, terminals, random_stream(seed, 997));
  const auto weight = [&](std::uint64_t e) { return g.edge_weight.empty() ? 1 : std::int64_t{g.edge_weight[e]}; };
  const auto total_capacity = [&](std::uint32_t v) {
    std::int64_t sum = 0;
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) sum += weight(e);
    return sum;
  };
  network_builder net(n + 2, g.to.size() + first.size() + last.size());
  auto next = last.begin();
  for (std::uint32_t v = 0; v != n; ++v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) net.arc(g.to[e], weight(e));
    if (next != last.end() && *next == v) {
      net.arc(n + 1, total_capacity(v));
      ++next;
    }
    net.end_row();
  }
  for (const std::uint32_t v : first) net.arc(v, total_capacity(v));
  net.end_row();
  net.end_row();
  return net.done(n, n + 1);
}

}  // namespace amorph::graph_family
