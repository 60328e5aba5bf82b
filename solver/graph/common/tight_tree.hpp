// The shortest-path tree that labels determine: the parent of a vertex is the minimum vertex with a tight arc to it
// (label of the parent + length = label of the vertex).
//
// Arcs of length 0 could close cycles, so parents with a smaller label have precedence; vertices without one are
// attached breadth-first along tight arcs between equal labels. The tree is a function of the graph and the labels: the
// same on every backend, whichever strategy computed the labels.
//
// O(n + m) work; as many steps as the longest chain of arcs of length 0.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/common/lengths.hpp"

namespace amorph {

inline constexpr std::uint32_t no_parent = ~std::uint32_t{0};

namespace detail {

template <class Length> struct offer_parent {
  using label = typename Length::label;
  Length length;
  const label* at;
  std::uint32_t* parent;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const label d = at[from];
    label sum;
    if (d == unreached<label> || at[to] <= d || !length(d, e, sum) || sum != at[to]) return;
    atomic_min(&parent[to], from);
  }
};
struct own_parent {
  const std::uint32_t* source;
  std::uint32_t* parent;
  AMORPH_BODY void operator()(std::size_t i) const { parent[source[i]] = source[i]; }
};
template <class Label> struct needs_parent {
  const Label* at;
  const std::uint32_t* parent;
  AMORPH_BODY bool operator()(std::size_t v) const { return parent[v] == no_parent && at[v] != unreached<Label>; }
};
template <class Label> struct has_parent {
  const std::uint32_t* parent;
  AMORPH_BODY bool operator()(std::size_t v) const { return parent[v] != no_parent; }
};
// Level 0: vertices that have a parent; level r: those that get one in step r.
struct set_level {
  const std::uint32_t* parent;
  std::uint32_t* level;
  AMORPH_BODY void operator()(std::size_t v) const { level[v] = parent[v] == no_parent ? no_parent : 0; }
};
template <class Length> struct attach_child {
  using label = typename Length::label;
  Length length;
  const label* at;
  std::uint32_t *parent, *level;
  std::uint32_t step;
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    label sum;
    if (at[to] != at[from] || atomic_load(&level[to]) < step || !length(at[from], e, sum) || sum != at[to])
      return false;
    atomic_min(&parent[to], from);
    return atomic_cas(&level[to], no_parent, step) == no_parent;
  }
};

}  // namespace detail

// parent[v]: v itself for a source, no_parent where label[v] is unreached.
template <class Exec, class Length>
void tight_tree(Exec& exec, const csr& graph, Length length, span<const typename Length::label> label,
                span<const std::uint32_t> sources, span<std::uint32_t> parent) {
  using L = typename Length::label;
  const std::uint32_t n = graph.vertices;
  exec.fill(parent, no_parent);
  for_each_edge(exec, graph, balance::edge, detail::offer_parent<Length>{length, label.data(), parent.data()});
  exec.for_each(sources.size(), detail::own_parent{sources.data(), parent.data()});
  if (n == 0) return;
  frontier<Exec> front(exec, n);
  compact(exec, n, detail::needs_parent<L>{label.data(), parent.data()}, front);
  if (front.empty()) return;
  frontier<Exec> next(exec, n);
  typename Exec::template buffer<std::uint32_t> level(exec, n);
  exec.for_each(n, detail::set_level{parent.data(), level.data()});
  compact(exec, n, detail::has_parent<L>{parent.data()}, front);
  for (std::uint32_t step = 1; !front.empty(); ++step) {
    advance(exec, graph, front, next, balance::edge,
            detail::attach_child<Length>{length, label.data(), parent.data(), level.data(), step});
    front.swap(next);
  }
}

}  // namespace amorph
