// What each problem asks for, checks and writes. Answers follow DIMACS's habits: 'c' before comments, 's' before the
// solution's figures, then a line an item.
#include <array>
#include <charconv>
#include <cmath>

#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/mst/mst.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "solver/graph/stcon/stcon.hpp"
#include "tools/amorph-graph/problem.hpp"
#include "tools/formats/counted.hpp"
#include "tools/formats/negative_arc.hpp"
#include "tools/terminal/transaction_figures.hpp"
#include "tools/verify/graph_answers.hpp"

namespace amorph::graph_tool {
namespace {

std::string shortest(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

void check_search(const config& c) { (void)strategy_of<bfs::strategy>(c); }

void search(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  bfs::options how;
  how.run = how_to_run(c);
  how.strategy = strategy_of<bfs::strategy>(c);
  how.parents = out != nullptr || c.verify;
  o.sources = sources(c, g);
  bfs::result r = solve_on(c, [&] { return bfs::solve(g.view(), o.sources, how); });
  verify(c, o, [&] { return check::bfs_fault(g.view(), o.sources, r.level, r.parent); });
  o.stats = std::move(r.stats);
  o.answer = std::to_string(r.reached) + " reached, depth " + std::to_string(r.depth);
  o.figures = {{"reached", std::to_string(r.reached)}, {"depth", std::to_string(r.depth)}};
  if (out == nullptr) return;
  out->write("c vertex, level, parent\n");
  line(*out, "s bfs") << r.reached << r.depth;
  for (std::uint32_t v = 0; v != g.vertices && !out->failed(); ++v)
    if (r.level[v] != bfs::unreached)
      line(*out, "v") << std::uint64_t{v} + g.base << r.level[v] << std::uint64_t{r.parent[v]} + g.base;
}

constexpr char coloured[] = "coloured";  // the one strategy of stcon

void check_connect(const config& c) {
  if (c.strategy != "auto" && c.strategy != coloured)
    refuse("option '--strategy': expected one of auto, " + std::string(coloured) + ", found '" + c.strategy + "'");
  if (c.target.empty()) refuse("expected --target beside stcon");
}

void connect(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  require_vertices(c, g);
  o.sources = sources(c, g);
  const std::uint32_t from = o.sources[0], to = vertex(g, c.target, "target");
  stcon::result r = solve_on(c, [&] { return stcon::solve(g.view(), from, to, {how_to_run(c)}); });
  verify(c, o, [&] { return check::stcon_fault(g.view(), from, to, r.distance); });
  const bool joined = r.distance != bfs::unreached;
  o.stats = std::move(r.stats);
  o.answer = joined ? "distance " + std::to_string(r.distance) : "not connected";
  o.figures = {{"connected", joined ? "true" : "false"},
               {"distance", joined ? std::to_string(r.distance) : "null"},
               {"visited", std::to_string(r.visited)}};
  if (out == nullptr) return;
  out->write("c distance, or unreachable\n");
  line(*out, "s stcon") << (joined ? std::to_string(r.distance) : "unreachable");
}

double window_of(const config& c) {
  double width = 0;
  const auto [end, code] = std::from_chars(c.window.data(), c.window.data() + c.window.size(), width);
  if (code != std::errc() || end != c.window.data() + c.window.size() || !(width > 0) || std::isinf(width))
    refuse("option '--window': expected a number above 0, found '" + c.window + "'");
  return width;
}

void check_shorten(const config& c) {
  const auto how = strategy_of<sssp::strategy>(c);
  if (c.window.empty()) return;
  (void)window_of(c);
  if (how != sssp::strategy::automatic && how != sssp::strategy::near_far && how != sssp::strategy::persistent)
    refuse("--window is for the strategies near-far and persistent");
}

void shorten(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  sssp::options how;
  how.run = how_to_run(c);
  how.strategy = strategy_of<sssp::strategy>(c);
  how.parents = out != nullptr || c.verify;
  if (!c.window.empty()) how.window = window_of(c);
  o.sources = sources(c, g);
  sssp::result r = solve_on(c, [&] { return sssp::solve(g.view(), o.sources, how); });
  verify(c, o, [&] { return check::sssp_fault(g.view(), o.sources, r.distance, r.real, r.parent); });
  const bool real = g.kind == weight_kind::float32;
  unsigned __int128 whole = 0;
  double sum = 0;
  auto reached = [&](std::size_t v) { return real ? !std::isinf(r.real[v]) : r.distance[v] != sssp::unreached; };
  for (std::size_t v = 0; v != g.vertices; ++v)
    if (reached(v)) real ? void(sum += r.real[v]) : void(whole += r.distance[v]);
  std::string total;
  if (real)
    total = shortest(sum);
  else
    for (auto left = whole; left != 0 || total.empty(); left /= 10)
      total.insert(total.begin(), static_cast<char>('0' + static_cast<int>(left % 10)));
  o.stats = std::move(r.stats);
  o.answer = std::to_string(r.reached) + " reached, sum of distances " + total;
  o.figures = {{"reached", std::to_string(r.reached)}, {"sum_distance", total}};
  if (out == nullptr) return;
  out->write("c vertex, distance, parent\n");
  line(*out, "s sp") << r.reached << total;
  for (std::uint32_t v = 0; v != g.vertices && !out->failed(); ++v)
    if (reached(v))
      line(*out, "d") << std::uint64_t{v} + g.base << (real ? shortest(r.real[v]) : std::to_string(r.distance[v]))
                      << std::uint64_t{r.parent[v]} + g.base;
}

void check_trees(const config& c) { (void)strategy_of<mst::strategy>(c); }

void span_trees(const config& c, const weighted_graph& g, outcome& o, output_file* out) {
  mst::options how;
  how.run = how_to_run(c);
  how.strategy = strategy_of<mst::strategy>(c);
  mst::result r = solve_on(c, [&] { return mst::solve(g.view(), how); });
  verify(c, o, [&] { return check::forest_fault(g.view(), r.arcs); });
  o.stats = std::move(r.stats);
  o.answer = "weight " + r.weight + ", " + counted(r.arcs.size(), "edge", "edges") + ", " +
             counted(r.components, "tree", "trees");
  o.figures = {
      {"weight", r.weight}, {"edges", std::to_string(r.arcs.size())}, {"components", std::to_string(r.components)}};
  add_figures(o.figures, r.transactions);
  if (out == nullptr) return;
  out->write("c an edge of the forest: its ends, its weight\n");
  line(*out, "s mst") << r.weight << r.arcs.size() << r.components;
  std::uint32_t row = 0;
  for (const std::uint64_t e : r.arcs) {
    if (out->failed()) return;
    while (g.begin[row + std::size_t{1}] <= e) ++row;
    line(*out, "e") << std::uint64_t{row} + g.base << std::uint64_t{g.to[e]} + g.base << weight_of(g, e);
  }
}

// Of files that are no text: texts are refused by their reader.
void require_weights(const config& c, const weighted_graph& g, const weights_taken& taken, const char* what) {
  if (taken.whole && g.kind == weight_kind::float32)
    refuse(std::string(input_name(c.input)) + ": expected whole numbers, found a " + what + " that is a float");
  if (!taken.no_negative) return;
  if (const std::string why = negative_arc(g, what); !why.empty())
    refuse(std::string(input_name(c.input)) + ": " + why);
}

struct problem {
  const char* name;
  void (*check)(const config&);
  void (*solve)(const config&, const weighted_graph&, outcome&, output_file*);
  weights_taken weights = {};
  const char* weight_name = "weight";
};
constexpr std::array<problem, 6> problems = {{{"bfs", check_search, search},
                                              {"stcon", check_connect, connect},
                                              {"sssp", check_shorten, shorten, {true, false}},
                                              {"apsp", check_pairs, pair_up, {true, true}},
                                              {"mst", check_trees, span_trees},
                                              {"maxflow", check_flow, flow_through, {true, true}, "capacity"}}};

const problem* find(const std::string& word) {
  for (const problem& p : problems)
    if (word == p.name) return &p;
  return nullptr;
}

}  // namespace

bool is_problem(const std::string& word) { return find(word) != nullptr; }

weights_taken weights_of(const std::string& problem) {
  const graph_tool::problem* p = find(problem);
  return p == nullptr ? weights_taken() : p->weights;
}

void check_problem(const config& c) {
  const bool one = c.problem == "stcon" || c.problem == "maxflow";
  const std::vector<std::string> words = source_words(c);
  for (const std::string& word : words)
    if (word != busiest && !vertex_number(word)) refuse_vertex("source", "a vertex or " + std::string(busiest), word);
  if (one && words.size() != 1)
    refuse("expected one source for " + c.problem + ", found " + std::to_string(words.size()));
  if (!c.target.empty() && !vertex_number(c.target)) refuse_vertex("target", "a vertex", c.target);
  find(c.problem)->check(c);
}

void solve_problem(const config& c, const weighted_graph& graph, outcome& o, output_file* out) {
  const problem& p = *find(c.problem);
  require_weights(c, graph, p.weights, p.weight_name);
  p.solve(c, graph, o, out);
}

}  // namespace amorph::graph_tool
