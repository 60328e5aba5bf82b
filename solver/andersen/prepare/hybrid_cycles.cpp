// Hybrid cycle detection, offline half: Hardekopf and Lin, "The Ant and the Grasshopper" (PLDI 2007).
//
// The offline graph has a node for each variable v and a node *v for everything that v points to. If a strongly
// connected component contains *p and a variable y, everything that p points to will be on a cycle with y. If it
// contains several such nodes, the cycle exists only if all their pointers point to something. The solver checks this
// before it merges. (The paper does not; an empty set elsewhere on the cycle would then cost precision.)
#include <algorithm>

#include "solver/andersen/cycles/components.hpp"
#include "solver/andersen/prepare/prepare.hpp"

namespace amorph::andersen {

namespace {

// Edges grouped by source (CSR).
class offline_graph {
 public:
  offline_graph(std::uint32_t nodes, const std::vector<std::uint64_t>& edges)
      : begin_(nodes + 1, 0), to_(edges.size()) {
    for (std::uint64_t e : edges) ++begin_[e >> 32];
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin_) b = sum += b;
    for (std::uint64_t e : edges) to_[--begin_[e >> 32]] = static_cast<std::uint32_t>(e);
  }
  [[nodiscard]] std::uint64_t begin(std::uint32_t node) const { return begin_[node]; }
  [[nodiscard]] std::uint64_t end(std::uint32_t node) const { return begin_[node + 1]; }
  [[nodiscard]] std::uint32_t target(std::uint64_t edge) const { return to_[edge]; }

 private:
  std::vector<std::uint32_t> begin_, to_;
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
  for_each_component(offline_graph(nodes, edges), nodes, [&](std::uint32_t* first, std::uint32_t* last) {
    if (last - first == 1) return;
    std::sort(first, last);  // variables precede the nodes of pointees
    bool any = false;
    for (const std::uint32_t* node = first; node != last; ++node)
      if (*node >= variables) {
        out.hybrid.push_back({pointer[*node - variables], *first});
        out.hybrid_group.push_back(groups);
        any = true;
      }
    groups += any ? 1 : 0;
  });
}

}  // namespace amorph::andersen
