// Recursive bisection, one depth at a time. Each piece is bisected `trials` times and the best bisection splits it;
// large pieces are bisected once, by the caller's function, with the threads shared out or all on one piece.
#include "partitioner/graph/initial/bisections.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace amorph::partition::initial {
namespace {

// Moves the lightest vertices of the other side to side `s` until it has at least `minimum` vertices, if there are as
// many.
void fill_side(const wide_graph& g, std::vector<std::uint8_t>& side, std::uint8_t s, part_id minimum) {
  auto have = static_cast<part_id>(std::count(side.begin(), side.end(), s));
  if (have >= minimum) return;
  std::vector<vertex> others;
  for (vertex v = 0; v != g.vertices(); ++v)
    if (side[v] != s) others.push_back(v);
  std::stable_sort(others.begin(), others.end(), [&](vertex a, vertex b) { return *g.weights(a) < *g.weights(b); });
  for (std::size_t i = 0; have < minimum && i != others.size(); ++i, ++have) side[others[i]] = s;
}

// The subgraphs that the sides induce.
std::array<piece, 2> split(const piece& whole, const std::vector<std::uint8_t>& side) {
  std::array<piece, 2> half;
  std::vector<vertex> number(side.size());
  for (vertex v = 0; v != number.size(); ++v) {
    piece& h = half[side[v]];
    number[v] = static_cast<vertex>(h.name.size());
    h.name.push_back(whole.name[v]);
  }
  for (piece& h : half) {
    h.partition = whole.partition;
    h.graph.constraints = whole.graph.constraints;
    h.graph.fixed.reserve(whole.graph.fixed.empty() ? 0 : h.name.size());
    h.graph.begin.reserve(h.name.size() + 1);
    h.graph.vertex_weight.reserve(h.name.size() * h.graph.constraints);
  }
  for (vertex v = 0; v != number.size(); ++v) {
    wide_graph& g = half[side[v]].graph;
    const std::uint64_t row = whole.graph.begin[v], degree = whole.graph.begin[v + std::size_t{1}] - row;
    std::uint64_t at = g.to.size();
    g.to.resize(at + degree);
    g.edge_weight.resize(at + degree);
    for (std::uint64_t e = row; e != row + degree; ++e) {
      if (side[whole.graph.to[e]] != side[v]) continue;
      g.to[at] = number[whole.graph.to[e]];
      g.edge_weight[at++] = whole.graph.edge_weight[e];
    }
    g.to.resize(at);
    g.edge_weight.resize(at);
    g.begin.push_back(at);
    if (!whole.graph.fixed.empty()) g.fixed.push_back(whole.graph.fixed[v]);
    const weight* const weights = whole.graph.weights(v);
    g.vertex_weight.insert(g.vertex_weight.end(), weights, weights + g.constraints);
    g.total += *weights;
  }
  half[0].first = whole.first;
  half[0].parts = whole.parts / 2;
  half[1].first = whole.first + half[0].parts;
  half[1].parts = whole.parts - half[0].parts;
  return half;
}

// If no bisection within the limits was found, the cut may have suffered: tries once more, with limits raised by twice
// the excess.
void widen(const piece& p, side_goal goal, random_numbers random, bisect_scratch& scratch, bisection& b) {
  const weight over = excess(b.weights, goal);
  if (over == 0) return;
  for (unsigned s = 0; s != 2; ++s) goal.limit[s] = std::max(goal.limit[s], goal.target[s] + 2 * over);
  bisection wide = bisect(p.graph, goal, random, scratch);
  if (excess(wide.weights, goal) == 0 && wide.cut < b.cut - b.cut / 10) b = std::move(wide);
}

// The first trial of each large piece.
template <class Key>
void bisect_large(cpu_exec& exec, const std::vector<piece>& pieces, const bisection_order& order, Key key,
                  std::vector<bisection>& tried) {
  std::vector<std::size_t> large;
  for (std::size_t i = 0; i != pieces.size(); ++i)
    if (pieces[i].parts != 1 && pieces[i].graph.vertices() > order.large) large.push_back(i);
  const auto bisect_one = [&](std::size_t i, unsigned threads) {
    order.check_stop();
    tried[i * order.trials].side = order.bisect_large(pieces[i], order.goal(pieces[i]), key(pieces[i]), threads);
  };
  if (order.one_by_one || large.size() < exec.threads()) {
    for (const std::size_t i : large) bisect_one(i, exec.threads());
  } else {
    exec.ranges(large.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (; first != last; ++first) bisect_one(large[first], 1);
    });
  }
}

}  // namespace

std::vector<std::vector<part_id>> bisect_recursively(cpu_exec& exec, wide_graph graph, part_id parts,
                                                     unsigned partitions, const bisection_order& order) {
  std::vector<std::vector<part_id>> part(partitions, std::vector<part_id>(graph.vertices(), 0));
  std::vector<piece> pieces(partitions);
  for (unsigned a = 0; a != partitions; ++a) {
    pieces[a] = {a, 0, parts, a + 1 == partitions ? std::move(graph) : graph, std::vector<vertex>(part[a].size())};
    std::iota(pieces[a].name.begin(), pieces[a].name.end(), vertex{0});
  }
  const unsigned trials = order.trials;
  std::vector<bisect_scratch> scratch(exec.threads());
  for (std::uint64_t depth = 0; !pieces.empty(); ++depth) {
    std::vector<bisection> tried(pieces.size() * trials);
    const auto key_of = [&](const piece& p, std::uint64_t trial) {
      return derive(derive(derive(derive(order.seed, p.partition), depth), p.first), trial);
    };
    bisect_large(exec, pieces, order, [&](const piece& p) { return key_of(p, 0); }, tried);
    exec.ranges(tried.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (std::size_t i = first; i != last; ++i) {
        const piece& p = pieces[i / trials];
        if (p.parts == 1 || p.graph.vertices() > order.large) continue;
        order.check_stop();
        tried[i] = bisect(p.graph, order.goal(p), random_numbers(key_of(p, i % trials)), scratch[thread]);
      }
    });
    std::vector<std::array<piece, 2>> halves(pieces.size());
    exec.ranges(pieces.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
      for (std::size_t i = first; i != last; ++i) {
        piece& p = pieces[i];
        if (p.parts == 1) continue;
        const side_goal goal = order.goal(p);
        auto* begin = tried.data() + i * trials;
        auto* best = begin;
        if (p.graph.vertices() <= order.large) {
          best =
              std::min_element(begin, begin + trials, [&](const auto& a, const auto& b) { return better(a, b, goal); });
          if (order.widen) widen(p, goal, random_numbers(key_of(p, trials)), scratch[thread], *best);
        }
        if (order.fill_sides) {
          fill_side(p.graph, best->side, 0, p.parts / 2);
          fill_side(p.graph, best->side, 1, p.parts - p.parts / 2);
        }
        halves[i] = split(p, best->side);
        p.graph = {};
      }
    });
    std::vector<piece> next;
    for (std::size_t i = 0; i != pieces.size(); ++i) {
      if (pieces[i].parts == 1)
        for (const vertex v : pieces[i].name) part[pieces[i].partition][v] = pieces[i].first;
      else
        for (piece& h : halves[i])
          if (!h.name.empty()) next.push_back(std::move(h));
    }
    pieces = std::move(next);
  }
  return part;
}

}  // namespace amorph::partition::initial
