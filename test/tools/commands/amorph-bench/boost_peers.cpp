// Each algorithm of Boost's graph library behind the interface of amorph-bench's problems. Graphs are copied to Boost's
// own containers before the clock starts, and answers pass the same checkers as ours.
#include "test/tools/commands/amorph-bench/boost_peers.hpp"
#include "solver/graph/apsp/apsp_check.hpp"
#include "solver/graph/bfs/bfs_check.hpp"
#include "solver/graph/maxflow/maxflow_check.hpp"
#include "solver/graph/mst/mst_check.hpp"
#include "solver/graph/sssp/sssp_check.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/graph/floyd_warshall_shortest.hpp>
#include <boost/graph/johnson_all_pairs_shortest.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <boost/version.hpp>
#include <tuple>

#include "solver/graph/maxflow/maxflow.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::bench {
namespace {

constexpr std::uint32_t unreached32 = ~std::uint32_t{0};
constexpr std::uint64_t unreached64 = ~std::uint64_t{0};
constexpr std::uint32_t unreached31 = 0x7fffffff;

std::int64_t weight_of(const weighted_graph& g, std::uint64_t e) {
  if (g.kind == weight_kind::int32) return g.weight32[e];
  return g.kind == weight_kind::int64 ? g.weight64[e] : 1;
}

// f(from, to, arc) for all arcs in order.
template <class F> void for_each_arc(const weighted_graph& g, F f) {
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) f(v, g.to[e], e);
}

void require_whole(const weighted_graph& g) {
  if (g.kind == weight_kind::float32) refuse("the peer takes integer weights only");
}

// Runs once() how.repeat times.
template <class Once> measurement timed(const setting& how, const char* name, Once once) {
  measurement m;
  m.run.strategy = name;
  m.run.backend_name = "cpu";
  m.run.threads = 1;
  for (unsigned i = 0; i != how.repeat; ++i) {
    const stopwatch time;
    once();
    m.run.ms.push_back(time.ms());
  }
  return m;
}

struct arc_weight {
  std::int64_t weight = 1;
};
using rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, arc_weight, boost::no_property,
                                                std::uint32_t, std::uint64_t>;

rows rows_of(const weighted_graph& g) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  std::vector<arc_weight> weights;
  ends.reserve(g.to.size());
  weights.reserve(g.to.size());
  for_each_arc(g, [&](std::uint32_t from, std::uint32_t to, std::uint64_t e) {
    ends.emplace_back(from, to);
    weights.push_back({weight_of(g, e)});
  });
  return {boost::edges_are_sorted, ends.begin(), ends.end(), weights.begin(), g.vertices};
}

void require_one_source(const input& in) {
  if (in.sources.size() > 1) throw error(status::bad_input, "Boost's searches take one source");
}

measurement search(const input& in, const std::string&, const machine&, const setting& how) {
  require_one_source(in);
  const rows g = rows_of(in.graph());
  std::vector<std::uint32_t> level(in.graph().vertices);
  measurement m = timed(how, "boost", [&] {
    std::fill(level.begin(), level.end(), unreached32);
    if (level.empty()) return;
    level[in.sources[0]] = 0;
    boost::breadth_first_search(
        g, in.sources[0],
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(level.data(), boost::on_tree_edge()))));
  });
  verify(how, [&] { return check::bfs_fault(in.graph().view(), in.sources, level, {}); });
  return m;
}

measurement shorten(const input& in, const std::string&, const machine&, const setting& how) {
  require_whole(in.graph());
  require_one_source(in);
  const rows g = rows_of(in.graph());
  std::vector<std::uint64_t> distance(in.graph().vertices);
  std::vector<std::uint32_t> parent(in.graph().vertices);
  measurement m = timed(how, "boost", [&] {
    boost::dijkstra_shortest_paths_no_color_map(g, in.sources[0],
                                                boost::weight_map(boost::get(&arc_weight::weight, g))
                                                    .distance_map(distance.data())
                                                    .predecessor_map(parent.data())
                                                    .distance_inf(unreached64));
  });
  verify(how, [&] { return check::sssp_fault(in.graph().view(), in.sources, distance, {}, {}); });
  return m;
}

measurement span_trees(const input& in, const std::string&, const machine&, const setting& how) {
  require_whole(in.graph());
  struct edge {
    std::int64_t weight = 1;
    std::uint64_t arc = 0;
  };
  using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, edge>;
  graph g(in.graph().vertices);
  for_each_arc(in.graph(), [&](std::uint32_t from, std::uint32_t to, std::uint64_t e) {
    if (!in.graph().undirected || from < to) boost::add_edge(from, to, edge{weight_of(in.graph(), e), e}, g);
  });
  std::vector<boost::graph_traits<graph>::edge_descriptor> tree;
  measurement m = timed(how, "boost", [&] {
    tree.clear();
    boost::kruskal_minimum_spanning_tree(g, std::back_inserter(tree), boost::weight_map(boost::get(&edge::weight, g)));
  });
  verify(how, [&] {
    std::vector<std::uint64_t> arcs;
    for (const auto& e : tree) arcs.push_back(g[e].arc);
    std::sort(arcs.begin(), arcs.end());
    return check::forest_fault(in.graph().view(), arcs);
  });
  return m;
}

// Both write a matrix of 32-bit distances.
template <class Solve> measurement pair_up(const input& in, const setting& how, const char* name, Solve solve) {
  require_whole(in.graph());
  const std::uint32_t n = in.graph().vertices;
  using graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                      boost::property<boost::edge_weight_t, std::int32_t>>;
  graph g(n);
  for_each_arc(in.graph(), [&](std::uint32_t from, std::uint32_t to, std::uint64_t e) {
    boost::add_edge(from, to, static_cast<std::int32_t>(weight_of(in.graph(), e)), g);
  });
  std::vector<std::int32_t> cells(std::size_t{n} * n);
  std::vector<std::int32_t*> matrix(n);
  for (std::uint32_t v = 0; v != n; ++v) matrix[v] = cells.data() + std::size_t{v} * n;
  measurement m = timed(how, name, [&] { solve(g, matrix); });
  verify(how, [&] {
    host_array<std::uint32_t> distance(cells.size());
    for (std::size_t i = 0; i != cells.size(); ++i)
      distance[i] = std::min(static_cast<std::uint32_t>(cells[i]), unreached31);
    return check::all_pairs_fault(in.graph().view(), distance, 16, how.seed);
  });
  return m;
}
measurement johnson(const input& in, const std::string&, const machine&, const setting& how) {
  return pair_up(in, how, "boost", [](auto& g, auto& d) { boost::johnson_all_pairs_shortest_paths(g, d); });
}
measurement floyd(const input& in, const std::string&, const machine&, const setting& how) {
  return pair_up(in, how, "boost-floyd",
                 [](auto& g, auto& d) { boost::floyd_warshall_all_pairs_shortest_paths(g, d); });
}

using links = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using network = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<boost::edge_capacity_t, std::int64_t,
                    boost::property<boost::edge_residual_capacity_t, std::int64_t,
                                    boost::property<boost::edge_reverse_t, links::edge_descriptor>>>>;

// The arcs between two vertices become one pair, each the other's reverse: half the edges of a pair per arc.
network network_of(const weighted_graph& from) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::int64_t, std::int64_t>> pairs;
  for_each_arc(from, [&](std::uint32_t u, std::uint32_t v, std::uint64_t e) {
    const std::int64_t c = weight_of(from, e);
    if (u < v) pairs.emplace_back(u, v, c, 0);
    if (u > v) pairs.emplace_back(v, u, 0, c);
  });
  std::sort(pairs.begin(), pairs.end());
  network g(from.vertices);
  auto capacity = boost::get(boost::edge_capacity, g);
  auto reverse = boost::get(boost::edge_reverse, g);
  for (std::size_t i = 0; i != pairs.size();) {
    auto [u, v, up, down] = pairs[i++];
    for (; i != pairs.size() && std::get<0>(pairs[i]) == u && std::get<1>(pairs[i]) == v; ++i) {
      up += std::get<2>(pairs[i]);
      down += std::get<3>(pairs[i]);
    }
    const auto there = boost::add_edge(u, v, g).first, back = boost::add_edge(v, u, g).first;
    capacity[there] = up;
    capacity[back] = down;
    reverse[there] = back;
    reverse[back] = there;
  }
  return g;
}

// Compared with the value of a flow that our checker verified to be maximum.
template <class Solve> measurement flow_through(const input& in, const setting& how, const char* name, Solve solve) {
  require_whole(in.graph());
  network g = network_of(in.graph());
  std::int64_t value = 0;
  const std::uint32_t from = in.network.source, to = in.network.sink;
  measurement m = timed(how, name, [&] { value = solve(g, from, to); });
  verify(how, [&] {
    maxflow::options options;
    options.run.backend = backend::cpu;
    const maxflow::result r = maxflow::solve(in.graph().view(), from, to, options);
    const std::string why = check::flow_fault(in.graph().view(), {from, to, false, r.flow}, r.arc_flow, r.sink_side);
    if (!why.empty() || r.flow == value) return why;
    return "a flow of " + std::to_string(value) + ", where " + std::to_string(r.flow) + " is possible";
  });
  m.figures = {{"flow", value}};
  return m;
}
measurement push_relabel(const input& in, const std::string&, const machine&, const setting& how) {
  return flow_through(in, how, "boost", [](network& g, std::uint32_t s, std::uint32_t t) {
    return boost::push_relabel_max_flow(g, s, t);
  });
}
measurement augment(const input& in, const std::string&, const machine&, const setting& how) {
  return flow_through(in, how, "boost-bk", [](network& g, std::uint32_t s, std::uint32_t t) {
    std::vector<boost::default_color_type> colour(boost::num_vertices(g));
    std::vector<links::edge_descriptor> parent(boost::num_vertices(g));
    std::vector<long> distance(boost::num_vertices(g));
    return boost::boykov_kolmogorov_max_flow(g, boost::get(boost::edge_capacity, g),
                                             boost::get(boost::edge_residual_capacity, g),
                                             boost::get(boost::edge_reverse, g), parent.data(), colour.data(),
                                             distance.data(), boost::get(boost::vertex_index, g), s, t);
  });
}

}  // namespace

void add_boost(std::vector<problem>& problems) {
  const std::pair<const char*, peer> peers[] = {{"bfs", {"boost", search}},        {"sssp", {"boost", shorten}},
                                                {"apsp", {"boost", johnson}},      {"apsp", {"boost-floyd", floyd}},
                                                {"mst", {"boost", span_trees}},    {"maxflow", {"boost", push_relabel}},
                                                {"maxflow", {"boost-bk", augment}}};
  for (problem& p : problems)
    for (const auto& [name, other] : peers)
      if (p.name == name) p.peers.push_back(other);
}

}  // namespace amorph::bench
