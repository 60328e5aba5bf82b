// Hybrid cycle detection, offline half: Hardekopf and Lin, "The Ant and the Grasshopper" (PLDI 2007).
//
// The offline graph has a node for each variable v and one, *v, for whatever v points to. A strongly connected
// component that holds *p and a variable y says that everything p points to will be on a cycle with y. Where a component
// holds several such nodes the cycle exists only if all their pointers point to something, which the solver checks
// before it merges (the paper does not; without it an empty set elsewhere on the cycle would cost precision).
#include <algorithm>

#include "prepare.hpp"

namespace amorph::andersen {

namespace {

// Tarjan's algorithm, iterative. Calls found(first, last) with the nodes of each component of more than one node.
class components {
 public:
  components(std::uint32_t nodes, const std::vector<std::uint64_t>& edges) : begin_(nodes + 1, 0), to_(edges.size()) {
    for (std::uint64_t e : edges) ++begin_[(e >> 32) + 1];
    for (std::uint32_t v = 0; v != nodes; ++v) begin_[v + 1] += begin_[v];
    std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint64_t e : edges) to_[next[e >> 32]++] = static_cast<std::uint32_t>(e);
  }

  template <class Found> void run(Found found) {
    const auto nodes = static_cast<std::uint32_t>(begin_.size() - 1);
    std::vector<std::uint32_t> index(nodes, 0), low(nodes, 0), open;
    std::vector<char> is_open(nodes, 0);
    struct frame {
      std::uint32_t node;
      std::uint64_t edge;
    };
    std::vector<frame> path;
    std::uint32_t visited = 0;
    auto enter = [&](std::uint32_t v) {
      index[v] = low[v] = ++visited;
      open.push_back(v);
      is_open[v] = 1;
      path.push_back({v, begin_[v]});
    };
    for (std::uint32_t root = 0; root != nodes; ++root) {
      if (index[root] != 0 || begin_[root] == begin_[root + 1]) continue;
      enter(root);
      while (!path.empty()) {
        const std::uint32_t v = path.back().node;
        if (path.back().edge != begin_[v + 1]) {
          const std::uint32_t w = to_[path.back().edge++];
          if (index[w] == 0)
            enter(w);
          else if (is_open[w])
            low[v] = std::min(low[v], index[w]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[v]);
        if (low[v] != index[v]) continue;
        auto first = open.end();
        do is_open[*--first] = 0;
        while (*first != v);
        if (open.end() - first > 1) found(first, open.end());
        open.erase(first, open.end());
      }
    }
  }

 private:
  std::vector<std::uint64_t> begin_;
  std::vector<std::uint32_t> to_;
};

}  // namespace

void find_hybrid_cycles(prepared& out) {
  const auto variables = static_cast<std::uint32_t>(out.rep.size());
  std::vector<std::uint32_t> star(variables, none);  // the node *v
  std::vector<var> pointer;
  auto pointee = [&](var v) {
    if (star[v] == none) {
      star[v] = variables + static_cast<std::uint32_t>(pointer.size());
      pointer.push_back(v);
    }
    return star[v];
  };
  std::vector<std::uint64_t> edges;  // src << 32 | dst
  edges.reserve(out.copies.size() + out.loads.size() + out.stores.size());
  for (std::uint64_t c : out.copies) edges.push_back(c << 32 | c >> 32);
  for (const pair32& c : out.loads) edges.push_back(std::uint64_t{pointee(c.first)} << 32 | c.second);
  for (const pair32& c : out.stores) edges.push_back(std::uint64_t{c.second} << 32 | pointee(c.first));

  std::uint32_t groups = 0;
  const auto nodes = static_cast<std::uint32_t>(variables + pointer.size());
  components(nodes, edges).run([&](auto first, auto last) {
    const std::uint32_t y = *std::min_element(first, last);  // variables come before the nodes of pointees
    bool any = false;
    std::sort(first, last);
    for (auto node = first; node != last; ++node)
      if (*node >= variables) {
        out.hybrid.push_back({pointer[*node - variables], y});
        out.hybrid_group.push_back(groups);
        any = true;
      }
    groups += any ? 1 : 0;
  });
}

}  // namespace amorph::andersen
