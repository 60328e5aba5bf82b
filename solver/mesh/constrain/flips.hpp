// Lawson's flips (1977), many at a time: of the edges that are not Delaunay, those are flipped that have won the claims
// on both of their triangles and on the four around them, whose links change.
#pragma once

#include <cstdint>

#include "solver/mesh/constrain/strip.hpp"

namespace amorph::mesh::constraining {

// Calls f(t) for the triangles that a flip changes.
template <class F> AMORPH_BODY void each_around(const mesh_arrays& m, handle h, F f) {
  for (const handle side : {h, m.across(h)}) {
    const std::uint32_t t = triangle_of(side), i = corner_of(side);
    f(t);
    for (const std::uint32_t e : {after(i), before(i)})
      if (const handle other = m.neighbour[3 * std::size_t{t} + e]; other != none) f(triangle_of(other));
  }
}

struct claim_flips {
  mesh_arrays mesh;
  const handle* suspects;
  std::uint64_t* marks;
  std::uint32_t round;
  std::uint32_t* state;  // per suspect: 1 if it must be flipped
  AMORPH_BODY void operator()(std::size_t i) const {
    const handle h = suspects[i];
    state[i] = is_delaunay(h) ? 0 : 1;
    if (state[i] == 0) return;
    const std::uint64_t own_claim = claim_of(round, static_cast<std::uint32_t>(i));
    each_around(mesh, h, [&](std::uint32_t t) { (void)atomic_max(&marks[t], own_claim); });
  }
  AMORPH_BODY bool is_delaunay(handle h) const {
    const handle other = mesh.across(h);
    if (other == none || mesh.segment_on(h) != none) return true;
    const std::uint32_t t = triangle_of(h);
    if (mesh.is_ghost(t) || mesh.is_ghost(triangle_of(other))) return true;
    const point* const p = mesh.points;
    return in_circle_by_rule(p[mesh.corner(t, 0)], p[mesh.corner(t, 1)], p[mesh.corner(t, 2)],
                             p[mesh.opposite(other)]) <= 0;
  }
};
struct decide_flips {
  mesh_arrays mesh;
  const handle* suspects;
  const std::uint64_t* marks;
  std::uint32_t round;
  std::uint32_t* state;  // 4 if it has won: the number of edges to check next
  AMORPH_BODY void operator()(std::size_t i) const {
    if (state[i] == 0) return;
    const std::uint64_t own_claim = claim_of(round, static_cast<std::uint32_t>(i));
    bool won = true;
    each_around(mesh, suspects[i], [&](std::uint32_t t) { won = won && marks[t] == own_claim; });
    if (won) state[i] = 4;
  }
};
struct next_suspects {
  const std::uint32_t* state;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return state[i]; }
};
struct flip_winners {
  mesh_arrays mesh;
  const handle* suspects;
  const std::uint32_t *state, *first;
  handle* next;
  AMORPH_BODY void operator()(std::size_t i) const {
    const handle h = suspects[i];
    handle* const to = next + first[i];
    if (state[i] == 1) to[0] = h;
    if (state[i] != 4) return;
    const std::uint32_t t = triangle_of(h), u = triangle_of(mesh.across(h));
    flip(h);
    // Edge 0 of t and edge 1 of u are the new diagonal.
    to[0] = edge_of(t, 1);
    to[1] = edge_of(t, 2);
    to[2] = edge_of(u, 0);
    to[3] = edge_of(u, 2);
  }
  // As working_mesh::flip: t = (p, a, b) and u = (q, b, a) become t = (a, q, p) and u = (q, b, p).
  AMORPH_BODY void flip(handle h) const {
    const handle other = mesh.across(h);
    const std::uint32_t t = triangle_of(h), u = triangle_of(other), i = corner_of(h), j = corner_of(other);
    const std::uint32_t p = mesh.opposite(h), a = mesh.from(h), b = mesh.to(h), q = mesh.opposite(other);
    const handle b_p = edge_of(t, after(i)), p_a = edge_of(t, before(i)), a_q = edge_of(u, after(j)),
                 q_b = edge_of(u, before(j));
    const handle beyond[4] = {mesh.across(p_a), mesh.across(a_q), mesh.across(b_p), mesh.across(q_b)};
    const std::uint32_t on[4] = {mesh.segment_on(p_a), mesh.segment_on(a_q), mesh.segment_on(b_p),
                                 mesh.segment_on(q_b)};
    mesh.set(t, a, q, p);
    mesh.set(u, q, b, p);
    mesh.link(edge_of(t, 0), edge_of(u, 1));
    mesh.segment[mesh_arrays::slot(edge_of(t, 0))] = mesh.segment[mesh_arrays::slot(edge_of(u, 1))] = none;
    const handle now[4] = {edge_of(t, 1), edge_of(t, 2), edge_of(u, 0), edge_of(u, 2)};
    for (unsigned k = 0; k != 4; ++k) {
      mesh.link(now[k], beyond[k]);
      mesh.segment[mesh_arrays::slot(now[k])] = on[k];
    }
  }
};

}  // namespace amorph::mesh::constraining
