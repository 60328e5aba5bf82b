// One depth after the other, as dissection.cpp divides pieces: with parallel trials while there are few.
#include "partitioner/ordering/forest/coarsest.hpp"

#include <algorithm>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"

namespace amorph::ordering {
namespace {

constexpr vertex tiny = 16;                // not divided on the coarsest level
constexpr vertex small_for_trials = 4000;  // smaller graphs are separated as often as larger ones are tried

// The graph of the vertices `members`; number[v] is v's place among them. Rows are sorted, because their order is
// unspecified and the separator depends on it.
level_graph subgraph(const partition::graph& g, span<const vertex> members, const host_array<vertex>& number) {
  level_graph part;
  const std::size_t n = members.size();
  part.begin.resize(n + 1);
  part.vertex_weight.resize(n);
  std::uint64_t arcs = 0;
  for (const vertex v : members) arcs += g.begin[v + std::size_t{1}] - g.begin[v];
  part.to.resize(arcs);
  part.edge_weight.resize(arcs);
  std::vector<std::pair<vertex, std::int32_t>> row;
  std::uint64_t end = 0;
  part.begin[0] = 0;
  for (std::size_t i = 0; i != n; ++i) {
    const vertex v = members[i];
    row.clear();
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      row.emplace_back(number[g.to[e]], g.edge_weight[e]);
    std::sort(row.begin(), row.end());
    for (const auto& [to, weight] : row) {
      part.to[end] = to;
      part.edge_weight[end++] = weight;
    }
    part.begin[i + 1] = end;
    part.vertex_weight[i] = g.vertex_weight[v];
    part.total += g.vertex_weight[v];
  }
  return part;
}

}  // namespace

coarsest_divider::coarsest_divider(cpu_exec& exec, const separator_options& options, std::uint64_t key,
                                   std::uint64_t node, const partition::stop_check& check_stop)
    : exec_(exec),
      options_(options),
      check_stop_(check_stop),
      scratch_(exec.threads()),
      root_key_(key),
      root_node_(node) {
  options_.trials = top_trials;
}

int coarsest_divider::divide(void* context, const coarse_trees* trees, std::uint32_t* place, std::uint8_t* split) {
  return static_cast<int>(
      guarded(nullptr, 0, [&] { static_cast<coarsest_divider*>(context)->run(*trees, place, split); }));
}

std::vector<coarsest_divider::task> coarsest_divider::first_tasks(const coarse_trees& trees) {
  const vertex n = trees.graph.vertices;
  std::vector<vertex> begin(trees.trees + std::size_t{1}, 0), members(n);
  for (vertex v = 0; v != n; ++v) ++begin[trees.tree[v] + std::size_t{1}];
  for (vertex t = 0; t != trees.trees; ++t) begin[t + std::size_t{1}] += begin[t];
  std::vector<vertex> end(begin.begin(), begin.end() - 1);
  host_array<vertex> number(n);
  for (vertex v = 0; v != n; ++v) {
    number[v] = end[trees.tree[v]] - begin[trees.tree[v]];
    members[end[trees.tree[v]]++] = v;
  }
  std::vector<task> tasks(trees.trees);
  exec_.ranges(trees.trees, 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first) {
      task& t = tasks[first];
      t.place = static_cast<std::uint32_t>(first) * tree_nodes;
      const span<const vertex> of_tree(members.data() + begin[first], begin[first + 1] - begin[first]);
      t.part.graph = subgraph(trees.graph, of_tree, number);
      t.part.name.assign(of_tree.begin(), of_tree.end());
      const std::size_t root = t.place + std::size_t{trees.first} * tree_nodes;
      t.part.key = record_.key[root];
      t.part.node = record_.node[root];
    }
  });
  return tasks;
}

void coarsest_divider::run(const coarse_trees& trees, std::uint32_t* place, std::uint8_t* split) {
  const std::size_t places = std::size_t{trees.first + trees.trees} * tree_nodes;
  record_.split.resize(places, 0);
  record_.key.resize(places, 0);
  record_.node.resize(places, 0);
  record_.next.resize(places, ~std::uint32_t{0});
  for (std::uint32_t t = 0; t != trees.trees; ++t) {
    const std::size_t root = std::size_t{trees.first + t} * tree_nodes;
    const bool whole = trees.first == 0;
    record_.key[root] = whole ? root_key_ : record_.key[trees.root[t]];
    record_.node[root] = whole ? root_node_ : record_.node[trees.root[t]];
    if (!whole) record_.next[trees.root[t]] = trees.first + t;
  }
  std::vector<task> open = first_tasks(trees);
  while (!open.empty()) {
    std::vector<std::vector<task>> next(open.size());
    if (open.size() < exec_.threads()) {
      const parallel_trials in_parallel = [&](unsigned n, const auto& f) {
        exec_.ranges(n, 1, [&](std::size_t first, std::size_t last, unsigned thread) {
          for (; first != last; ++first) f(static_cast<unsigned>(first), scratch_[thread]);
        });
      };
      for (std::size_t i = 0; i != open.size(); ++i)
        divide(open[i], trees, scratch_[0], place, split, next[i], in_parallel);
    } else {
      exec_.ranges(open.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
        for (; first != last; ++first) divide(open[first], trees, scratch_[thread], place, split, next[first], {});
      });
    }
    open.clear();
    for (auto& halves : next)
      for (task& t : halves) open.push_back(std::move(t));
  }
}

void coarsest_divider::divide(task& t, const coarse_trees& trees, separator_scratch& scratch, std::uint32_t* place,
                              std::uint8_t* split, std::vector<task>& next, const parallel_trials& trials) {
  check_stop_();
  const level_graph& g = t.part.graph;
  const vertex n = g.vertices();
  bool divided = depth_of(t.place) < trees.depths[t.place / tree_nodes] && n > tiny && !g.to.empty();
  separation s;
  if (divided) {
    separator_options options = options_;
    if (n <= small_for_trials) options.attempts *= options.trials;
    separate(g, options, t.part.key, scratch, s, trials);
    divided = makes_progress(s, g.total);
  }
  if (!divided) {
    for (const vertex v : t.part.name) place[v] = t.place;
    return;
  }
  split[t.place] = 1;
  const std::size_t first = std::size_t{trees.first} * tree_nodes;
  record_.split[first + t.place] = 1;
  for (vertex v = 0; v != n; ++v)
    if (s.side[v] == in_separator) place[t.part.name[v]] = t.place;
  host_array<vertex> number;
  std::array<piece, 2> halves = ordering::split(t.part, s, number);
  for (unsigned i = 0; i != 2; ++i) {
    const std::uint32_t child = child_of(t.place, i);
    record_.key[first + child] = halves[i].key;
    record_.node[first + child] = halves[i].node;
    next.push_back({std::move(halves[i]), child});
  }
}

}  // namespace amorph::ordering
