// Initial bisections of the coarsest graph (Karypis and Kumar 1998, 3.2).
//
// Greedy growing (GGGP) adds the frontier vertex of highest gain; breadth-first growing adds vertices in order of their
// distance from a peripheral vertex; random growing adds vertices in random order. When a component is exhausted,
// growing continues at a random vertex of another one.
#include <numeric>

#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {
namespace {

class growing {
 public:
  growing(const wide_graph& graph, const side_goal& goal, unsigned grown, bisection& result)
      : graph_(graph), target_(goal.target[grown]), grown_(static_cast<std::uint8_t>(grown)), result_(result) {
    result_.side.assign(graph.vertices(), grown_ ^ 1u);
    for (vertex v = 0; v != graph.fixed.size(); ++v) {
      if (!graph.is_fixed(v) || (graph.fixed[v] < goal.middle ? 0 : 1) != grown_) continue;
      result_.side[v] = grown_;
      weight_ += graph.vertex_weight[v];
    }
  }
  [[nodiscard]] bool outside(vertex v) const { return result_.side[v] != grown_; }
  [[nodiscard]] bool done() const { return weight_ >= target_; }
  // Adds v, unless the weight is closer to the target without it.
  bool add(vertex v) {
    if (graph_.is_fixed(v)) return false;
    const weight after = weight_ + graph_.vertex_weight[v];
    if (after - target_ > target_ - weight_) return false;
    weight_ = after;
    result_.side[v] = grown_;
    return true;
  }

 private:
  const wide_graph& graph_;
  weight target_, weight_ = 0;
  std::uint8_t grown_;
  bisection& result_;
};

void grow_greedily(const wide_graph& graph, growing& area, const std::vector<vertex>& order, bisect_scratch& scratch) {
  auto& frontier = scratch.heap[0];
  frontier.reset(graph.vertices());
  scratch.touched.assign(graph.vertices(), 0);  // added or rejected
  const auto connection = [&](vertex u) {
    weight outside = 0;
    for (std::uint64_t f = graph.begin[u]; f != graph.begin[u + 1]; ++f)
      outside += area.outside(graph.to[f]) ? graph.edge_weight[f] : -graph.edge_weight[f];
    return static_cast<bisect_scratch::gain_type>(-outside);
  };
  for (vertex v = 0; v != graph.fixed.size(); ++v) scratch.touched[v] = graph.is_fixed(v) ? 1 : 0;
  for (vertex v = 0; v != graph.fixed.size(); ++v) {
    if (!graph.is_fixed(v) || area.outside(v)) continue;
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const vertex u = graph.to[e];
      if (scratch.touched[u] == 0 && !frontier.contains(u)) frontier.push(u, connection(u));
    }
  }
  for (const vertex seed : order) {
    if (scratch.touched[seed] != 0) continue;
    if (frontier.empty()) frontier.push(seed, 0);
    while (!frontier.empty() && !area.done()) {
      const vertex v = frontier.pop();
      scratch.touched[v] = 1;
      if (!area.add(v)) continue;
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
        const vertex u = graph.to[e];
        if (scratch.touched[u] != 0) continue;
        if (!frontier.contains(u))
          frontier.push(u, connection(u));
        else
          frontier.set(u, static_cast<bisect_scratch::gain_type>(frontier.gain_of(u) + 2 * graph.edge_weight[e]));
      }
    }
    if (area.done()) return;
  }
}

// Appends the vertices reachable from `from` to `reached`, in BFS order.
void breadth_first(const wide_graph& graph, vertex from, std::vector<std::uint8_t>& touched,
                   std::vector<vertex>& reached) {
  std::size_t next = reached.size();
  touched[from] = 1;
  reached.push_back(from);
  for (; next != reached.size(); ++next) {
    const vertex v = reached[next];
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const vertex u = graph.to[e];
      if (touched[u] != 0) continue;
      touched[u] = 1;
      reached.push_back(u);
    }
  }
}

void grow_breadth_first(const wide_graph& graph, growing& area, const std::vector<vertex>& order,
                        bisect_scratch& scratch) {
  std::vector<vertex>& reached = scratch.moved;
  scratch.touched.assign(graph.vertices(), 0);
  reached.clear();
  breadth_first(graph, order[0], scratch.touched, reached);
  const vertex peripheral = reached.back();
  scratch.touched.assign(graph.vertices(), 0);
  reached.clear();
  breadth_first(graph, peripheral, scratch.touched, reached);
  for (const vertex v : order)
    if (scratch.touched[v] == 0) breadth_first(graph, v, scratch.touched, reached);
  for (const vertex v : reached) {
    if (area.done()) return;
    area.add(v);
  }
}

}  // namespace

void grow(const wide_graph& graph, const side_goal& goal, start strategy, unsigned grown, random_numbers& random,
          bisect_scratch& scratch, bisection& result) {
  std::vector<vertex>& order = scratch.order;
  order.resize(graph.vertices());
  std::iota(order.begin(), order.end(), vertex{0});
  random.shuffle(order);
  growing area(graph, goal, grown, result);
  if (!order.empty()) {
    switch (strategy) {
      case start::greedy: grow_greedily(graph, area, order, scratch); break;
      case start::breadth_first: grow_breadth_first(graph, area, order, scratch); break;
      case start::random:
        for (const vertex v : order) {
          if (area.done()) break;
          area.add(v);
        }
        break;
    }
  }
}

}  // namespace amorph::partition::initial
