// Nested dissection: separators last, the remainder by approximate minimum degree.
#include "partitioner/ordering/dissection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/ordering/forest/upper.hpp"
#include "partitioner/ordering/minimum_degree.hpp"
#include "partitioner/ordering/piece.hpp"

namespace amorph::ordering {
namespace {

constexpr vertex leaf_size = 260;  // pieces up to this size are ordered by minimum degree
constexpr vertex top_share = 10;   // pieces of more than a tenth of the graph are tried top_trials times
constexpr vertex none = ~vertex{0};

struct thread_scratch {
  separator_scratch separate;
  separation sides;
  minimum_degree amd;
  halo_graph leaf;
  host_array<vertex> order, local, number, outside;  // local: per vertex of the whole graph, `none` between uses
};

class dissection {
 public:
  dissection(cpu_exec& exec, const reduced_graph& g, const options& o, std::vector<std::uint32_t>* sizes,
             statistics& stats)
      : exec_(exec),
        whole_(g),
        options_(o),
        separators_(separator_options_of(o)),
        sizes_(sizes),
        stats_(stats),
        check_stop_(o.run),
        scratch_(exec.threads()) {
    order_.resize(g.graph.vertices());
    if (sizes_ != nullptr) sizes_->assign(2 * std::size_t{o.domains} - 1, 0);
  }

  // While there are few pieces, one depth at a time; then each piece with all below it.
  dissected run() {
    std::vector<piece> pieces = first_pieces();
    const stopwatch time;
    const std::size_t enough = exec_.threads() == 1 ? 0 : std::size_t{8} * exec_.threads();
    while (!pieces.empty() && pieces.size() < enough) pieces = next_depth(pieces);
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const piece& a, const piece& b) { return a.name.size() > b.name.size(); });
    exec_.ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (; first != last; ++first) finish(std::move(pieces[first]), scratch_[thread]);
    });
    stats_.parts_ms = time.ms();
    return {std::move(order_), minimum_degree_may_win_};
  }
  host_array<vertex> run_minimum_degree() {
    order_leaf(whole_piece(0), scratch_[0]);
    return std::move(order_);
  }

 private:
  [[nodiscard]] piece whole_piece(std::uint64_t key) const;
  std::vector<piece> first_pieces();
  void add_parts(const level_graph& g, std::uint64_t key, std::vector<piece>& pieces);
  std::vector<piece> next_depth(std::vector<piece>& pieces);
  void finish(piece p, thread_scratch& scratch);
  void divide(piece& p, thread_scratch& scratch, std::vector<piece>& out, const parallel_trials& trials);
  [[nodiscard]] bool forced(const piece& p) const { return sizes_ != nullptr && p.node < options_.domains - 1; }
  void place_separator(const piece& p, const separation& s, thread_scratch& scratch);
  void order_leaf(const piece& p, thread_scratch& scratch);
  void build_leaf(const piece& p, thread_scratch& scratch);
  void report(std::uint64_t node, const host_array<vertex>& names);

  cpu_exec& exec_;
  const reduced_graph& whole_;
  const options& options_;
  separator_options separators_;
  std::vector<std::uint32_t>* sizes_;
  statistics& stats_;
  partition::stop_check check_stop_;
  std::vector<thread_scratch> scratch_;
  host_array<vertex> order_;
  bool minimum_degree_may_win_ = false;
};

std::vector<piece> dissection::first_pieces() {
  const level_graph& g = whole_.graph;
  const vertex n = g.vertices();
  std::vector<piece> pieces;
  if (!options_.components || sizes_ != nullptr) {
    const std::uint64_t key = partition::initial::derive(options_.seed, 0);
    if (n > largest_on_host[static_cast<std::size_t>(options_.preset)]) {
      add_parts(g, key, pieces);
      return pieces;
    }
    pieces.push_back(whole_piece(key));
    return pieces;
  }
  std::vector<vertex> number(n, none);
  for (vertex root = 0; root != n; ++root) {
    if (number[root] != none) continue;
    piece p;
    if (!pieces.empty()) p.first = pieces.back().first + pieces.back().name.size();
    p.key = partition::initial::derive(options_.seed, root);
    p.name.push_back(root);
    number[root] = 0;
    p.graph.begin.push_back(0);
    for (std::size_t i = 0; i != p.name.size(); ++i) {
      const vertex v = p.name[i];
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
        const vertex u = g.to[e];
        if (number[u] == none) {
          number[u] = static_cast<vertex>(p.name.size());
          p.name.push_back(u);
        }
        p.graph.to.push_back(number[u]);
        p.graph.edge_weight.push_back(g.edge_weight[e]);
      }
      p.graph.begin.push_back(p.graph.to.size());
      p.graph.vertex_weight.push_back(g.vertex_weight[v]);
      p.graph.total += g.vertex_weight[v];
    }
    pieces.push_back(std::move(p));
  }
  return pieces;
}

// Whether minimum degree alone may do better. It does where separators are small, as in long thin graphs, whose
// separators cost fill wherever they are, and in road networks; and where they have an eighth of all edges, as in
// networks with hubs.
bool separates_oddly(const level_graph& g, const separation& s) {
  const vertex n = g.vertices();
  std::uint64_t size = 0, arcs = 0;
  for (vertex v = 0; v != n; ++v) {
    if (s.side[v] != in_separator) continue;
    ++size;
    arcs += g.begin[v + std::size_t{1}] - g.begin[v];
  }
  return 4 * size * size < n || 8 * arcs > g.to.size();
}

piece dissection::whole_piece(std::uint64_t key) const {
  piece p;
  p.graph = whole_.graph;
  p.name.resize(whole_.graph.vertices());
  std::iota(p.name.begin(), p.name.end(), vertex{0});
  p.key = key;
  return p;
}

// The parts that the upper depths leave of the whole graph; their separators get their positions.
void dissection::add_parts(const level_graph& g, std::uint64_t key, std::vector<piece>& pieces) {
  upper_depths upper = divide_upper(exec_, g, options_, key, 0, stats_);
  std::copy(upper.order.begin(), upper.order.end(), order_.begin());
  std::vector<upper_part> parts;
  host_array<vertex> members;
  for (const upper_part& p : upper.parts) {
    if (!p.separator) {
      parts.push_back(p);
    } else if (sizes_ != nullptr) {
      const auto first = upper.order.begin() + static_cast<std::ptrdiff_t>(p.first);
      members.assign(first, first + static_cast<std::ptrdiff_t>(p.size));
      report(p.node, members);
    }
  }
  pieces.resize(parts.size());
  exec_.ranges(parts.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first) pieces[first] = upper.extract(g, parts[first]);
  });
}

std::vector<piece> dissection::next_depth(std::vector<piece>& pieces) {
  std::vector<std::vector<piece>> halves(pieces.size());
  if (pieces.size() < exec_.threads()) {
    const parallel_trials trials = [&](unsigned n, const auto& f) {
      exec_.ranges(n, 1, [&](std::size_t first, std::size_t last, unsigned thread) {
        for (; first != last; ++first) f(static_cast<unsigned>(first), scratch_[thread].separate);
      });
    };
    for (std::size_t i = 0; i != pieces.size(); ++i) divide(pieces[i], scratch_[0], halves[i], trials);
  } else {
    exec_.ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (; first != last; ++first) divide(pieces[first], scratch_[thread], halves[first], {});
    });
  }
  std::vector<piece> next;
  for (auto& h : halves)
    for (piece& p : h) next.push_back(std::move(p));
  return next;
}

void dissection::finish(piece p, thread_scratch& scratch) {
  std::vector<piece> open;
  open.push_back(std::move(p));
  while (!open.empty()) {
    piece next = std::move(open.back());
    open.pop_back();
    divide(next, scratch, open, {});
  }
}

// Orders p if it is small, or its separator; its sides are appended to `out`.
void dissection::divide(piece& p, thread_scratch& scratch, std::vector<piece>& out, const parallel_trials& trials) {
  check_stop_();
  const vertex n = p.graph.vertices();
  if (!forced(p) && p.graph.to.empty()) {  // in any order: there is no fill within
    if (sizes_ != nullptr) report(p.node, p.name);
    std::copy(p.name.begin(), p.name.end(), order_.begin() + static_cast<std::ptrdiff_t>(p.first));
    return;
  }
  if (!forced(p) && n <= leaf_size) {
    if (sizes_ != nullptr) report(p.node, p.name);
    return order_leaf(p, scratch);
  }
  separation& s = scratch.sides;
  separator_options separators = separators_;
  if (std::uint64_t{n} * top_share > whole_.graph.vertices()) separators.trials = top_trials;
  separate(p.graph, separators, p.key, scratch.separate, s, trials);
  if (!forced(p) && !makes_progress(s, p.graph.total)) {
    if (sizes_ != nullptr) report(p.node, p.name);
    return order_leaf(p, scratch);
  }

  if (n == whole_.graph.vertices()) minimum_degree_may_win_ = separates_oddly(p.graph, s);
  place_separator(p, s, scratch);
  for (piece& half : split(p, s, scratch.number))
    if (!half.name.empty() || forced(half)) out.push_back(std::move(half));
  p = {};
}

// Its vertices get their positions, after those of the sides.
void dissection::place_separator(const piece& p, const separation& s, thread_scratch& scratch) {
  const vertex n = p.graph.vertices();
  host_array<vertex>& outside = scratch.outside;
  outside.clear();
  for (vertex v = 0; v != n; ++v)
    if (s.side[v] == in_separator) outside.push_back(p.name[v]);
  std::copy(outside.begin(), outside.end(), order_.begin() + static_cast<std::ptrdiff_t>(p.first + n - outside.size()));
  if (sizes_ != nullptr) report(p.node, outside);
}

// Adds to the size of the node of the reported tree that contains `node`: a domain contains all nodes below it.
void dissection::report(std::uint64_t node, const host_array<vertex>& names) {
  const std::uint64_t nodes = 2 * std::uint64_t{options_.domains} - 1;
  while (node >= nodes) node = (node - 1) / 2;
  std::uint32_t columns = 0;
  for (const vertex v : names) columns += static_cast<std::uint32_t>(whole_.size[v]);
  atomic_add(&(*sizes_)[nodes - 1 - node], columns);
}

// p's vertices and, as the halo, the neighbours of these in the whole graph, all of which are in separators. In a large
// leaf, vertices of very high degree are left out and come last.
void dissection::build_leaf(const piece& p, thread_scratch& scratch) {
  const level_graph& g = whole_.graph;
  halo_graph& leaf = scratch.leaf;
  host_array<vertex>& local = scratch.local;
  if (local.empty()) local.assign(g.vertices(), none);
  host_array<vertex>& inside = scratch.number;
  host_array<vertex>& outside = scratch.outside;  // dense vertices, then those of the halo
  inside.clear();
  outside.clear();
  const auto degree = [&](vertex v) { return g.begin[v + std::size_t{1}] - g.begin[v]; };
  const std::uint64_t dense =
      p.name.size() <= leaf_size
          ? ~std::uint64_t{0}
          : std::max<std::uint64_t>(16, static_cast<std::uint64_t>(10 * std::sqrt(static_cast<double>(p.name.size()))));
  for (const vertex v : p.name) {
    if (degree(v) > dense) {
      outside.push_back(v);
      local[v] = none - 1;
    } else {
      local[v] = static_cast<vertex>(inside.size());
      inside.push_back(v);
    }
  }
  std::stable_sort(outside.begin(), outside.end(), [&](vertex a, vertex b) { return degree(a) < degree(b); });
  leaf.interior = static_cast<vertex>(inside.size());
  const std::size_t dense_count = outside.size();
  leaf.begin.clear();
  leaf.to.clear();
  leaf.size.clear();
  leaf.begin.push_back(0);
  std::uint32_t halo_arcs = 0;
  for (const vertex v : inside) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const vertex u = g.to[e];
      if (local[u] == none - 1) continue;
      if (local[u] == none) {
        local[u] = leaf.interior + static_cast<vertex>(outside.size() - dense_count);
        outside.push_back(u);
      }
      halo_arcs += local[u] >= leaf.interior;
      leaf.to.push_back(local[u]);
    }
    leaf.begin.push_back(static_cast<std::uint32_t>(leaf.to.size()));
    leaf.size.push_back(whole_.size[v]);
  }
  // The halo's rows are the transpose of its columns.
  const std::size_t halo = outside.size() - dense_count, interior_arcs = leaf.to.size();
  leaf.begin.resize(leaf.interior + halo + 1);
  std::fill(leaf.begin.begin() + leaf.interior + 1, leaf.begin.end(), 0u);
  for (std::size_t e = 0; e != interior_arcs; ++e)
    if (leaf.to[e] >= leaf.interior) ++leaf.begin[leaf.to[e] + std::size_t{1}];
  for (std::size_t h = leaf.interior; h != leaf.interior + halo; ++h) leaf.begin[h + 1] += leaf.begin[h];
  leaf.to.resize(interior_arcs + halo_arcs);
  for (vertex v = leaf.interior; v-- != 0;)
    for (std::uint32_t e = leaf.begin[v]; e != leaf.begin[v + std::size_t{1}]; ++e)
      if (const vertex h = leaf.to[e]; h >= leaf.interior) leaf.to[--leaf.begin[h + std::size_t{1}]] = v;
  std::copy(leaf.begin.begin() + leaf.interior + 1, leaf.begin.end(), leaf.begin.begin() + leaf.interior);
  leaf.begin.back() = static_cast<std::uint32_t>(leaf.to.size());
  for (std::size_t h = 0; h != halo; ++h) leaf.size.push_back(whole_.size[outside[dense_count + h]]);
  for (const vertex v : p.name) local[v] = none;
  for (const vertex u : outside) local[u] = none;
  outside.resize(dense_count);
}

void dissection::order_leaf(const piece& p, thread_scratch& scratch) {
  build_leaf(p, scratch);
  scratch.amd.order(scratch.leaf, scratch.order, check_stop_);
  std::size_t place = p.first;
  for (const vertex v : scratch.order) order_[place++] = scratch.number[v];
  for (const vertex v : scratch.outside) order_[place++] = v;
}

}  // namespace

separator_options separator_options_of(const options& o) {
  separator_options s;
  s.imbalance = o.imbalance;
  s.passes = o.refinement;
  s.attempts = o.attempts;
  s.two_hop = o.two_hop;
  s.random_matching = o.random_matching;
  s.one_sided = o.one_sided;
  s.check_stop = partition::stop_check(o.run);
  return s;
}

dissected dissect(cpu_exec& exec, const reduced_graph& g, const options& o, std::vector<std::uint32_t>* sizes,
                  statistics& stats) {
  return dissection(exec, g, o, sizes, stats).run();
}

host_array<vertex> order_by_degree(cpu_exec& exec, const reduced_graph& g, const options& o, statistics& stats) {
  return dissection(exec, g, o, nullptr, stats).run_minimum_degree();
}

}  // namespace amorph::ordering
