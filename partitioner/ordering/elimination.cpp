// The elimination tree, and the numbers of entries in the columns of the factor.
#include "partitioner/ordering/elimination.hpp"

#include <numeric>
#include <utility>

namespace amorph::ordering {
namespace {

using steps = std::vector<std::uint32_t>;

steps inverse_of(span<const std::uint32_t> order) {
  steps place(order.size());
  for (std::uint32_t k = 0; k != order.size(); ++k) place[order[k]] = k;
  return place;
}

// Steps such that each subtree is contiguous and ends with its root.
steps postorder(const steps& parent) {
  const auto n = static_cast<std::uint32_t>(parent.size());
  steps first_child(n, no_parent), sibling(n, no_parent), order, path;
  std::vector<std::uint32_t> roots;
  for (std::uint32_t k = n; k-- != 0;) {
    if (parent[k] == no_parent) {
      roots.push_back(k);
      continue;
    }
    sibling[k] = first_child[parent[k]];
    first_child[parent[k]] = k;
  }
  order.reserve(n);
  for (; !roots.empty(); roots.pop_back()) {
    path.push_back(roots.back());
    while (!path.empty()) {
      const std::uint32_t k = path.back();
      if (const std::uint32_t child = first_child[k]; child != no_parent) {
        first_child[k] = sibling[child];
        path.push_back(child);
      } else {
        order.push_back(k);
        path.pop_back();
      }
    }
  }
  return order;
}

// The root of k's set, with path halving.
std::uint32_t find_root(steps& ancestor, std::uint32_t k) {
  while (ancestor[k] != k) k = ancestor[k] = ancestor[ancestor[k]];
  return k;
}

}  // namespace

std::vector<std::uint32_t> elimination_tree(const partition::graph& g, span<const std::uint32_t> order,
                                            span<const std::uint32_t> place) {
  const auto n = static_cast<std::uint32_t>(order.size());
  steps parent(n, no_parent), ancestor(n, no_parent);
  for (std::uint32_t k = 0; k != n; ++k) {
    for (std::uint64_t e = g.begin[order[k]]; e != g.begin[order[k] + std::size_t{1}]; ++e) {
      std::uint32_t i = place[g.to[e]];
      while (i < k) {  // up to the root of i's tree, which k becomes the parent of
        const std::uint32_t next = std::exchange(ancestor[i], k);
        if (next == no_parent) parent[i] = k;
        if (next == no_parent || next == k) break;
        i = next;
      }
    }
  }
  return parent;
}

// Row i of L is a subtree of the elimination tree that has root i; its leaves are those neighbours j < i that have no
// other neighbour of i in their own subtree. A column's size is the number of rows whose subtrees contain it: the sum,
// over the column's descendants, of +1 for each leaf and -1 for each lowest common ancestor of consecutive leaves and
// for the parent of each root.
std::vector<std::uint32_t> column_counts(const partition::graph& g, span<const std::uint32_t> order) {
  const auto n = static_cast<std::uint32_t>(order.size());
  const steps place = inverse_of(order);
  const steps parent = elimination_tree(g, order, place);
  const steps post = postorder(parent);
  steps first(n, no_parent);  // the postorder number of the first descendant
  std::vector<std::int64_t> count(n, 0);
  for (std::uint32_t p = 0; p != n; ++p) {
    if (first[post[p]] == no_parent) count[post[p]] = 1;  // a leaf of the tree
    for (std::uint32_t k = post[p]; k != no_parent && first[k] == no_parent; k = parent[k]) first[k] = p;
  }
  steps ancestor(n), latest_first(n, no_parent), latest_leaf(n, no_parent);
  std::iota(ancestor.begin(), ancestor.end(), 0u);
  for (const std::uint32_t j : post) {
    if (parent[j] != no_parent) --count[parent[j]];
    for (std::uint64_t e = g.begin[order[j]]; e != g.begin[order[j] + std::size_t{1}]; ++e) {
      const std::uint32_t i = place[g.to[e]];
      if (i <= j || (latest_first[i] != no_parent && first[j] <= latest_first[i])) continue;  // not a leaf of row i
      latest_first[i] = first[j];
      ++count[j];
      if (const std::uint32_t before = std::exchange(latest_leaf[i], j); before != no_parent)
        --count[find_root(ancestor, before)];
    }
    if (parent[j] != no_parent) ancestor[j] = parent[j];
  }
  steps below(n);
  for (std::uint32_t k = 0; k != n; ++k) {  // parents come after their children
    if (parent[k] != no_parent) count[parent[k]] += count[k];
    below[k] = static_cast<std::uint32_t>(count[k] - 1);
  }
  return below;
}

factor_cost cost_of(const partition::graph& g, span<const std::uint32_t> order) {
  factor_cost cost;
  for (const std::uint32_t c : column_counts(g, order)) {
    cost.nonzeros += c;
    cost.operations += static_cast<double>(c) * (static_cast<double>(c) - 1);
  }
  return cost;
}

}  // namespace amorph::ordering
