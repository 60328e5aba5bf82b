// The strip of triangles that a piece crosses: claimed, and retriangulated. The vertices on each side of the piece are
// all visible from it, so that every convex corner of such a polygon is an ear, and one pass with a stack suffices
// (Avis and Toussaint, 1981).
#pragma once

#include <cstdint>

#include "solver/mesh/constrain/pieces.hpp"

namespace amorph::mesh::constraining {

struct strip_counters {
  std::uint32_t crossings;  // pieces that met a segment
  std::uint32_t lost;       // pieces that pass through a vertex: an internal error
};

// Follows a piece from the first edge that it crosses. enter(t): a triangle of the strip. keep(h, on_left): an edge of
// a triangle in the strip that bounds one side, in order from the piece's start. False if the piece meets a
// segment.
template <class Enter, class Keep>
AMORPH_BODY bool follow(const mesh_arrays& m, piece_ends p, handle edge, Enter enter, Keep keep) {
  const std::uint32_t first = triangle_of(edge), i = corner_of(edge);
  enter(first);
  keep(edge_of(first, after(i)), true);  // from the left vertex to the piece's end; see fill_strip
  keep(edge_of(first, before(i)), false);
  for (;;) {
    if (m.segment_on(edge) != none) return false;
    const handle other = m.across(edge);
    const std::uint32_t t = triangle_of(other), j = corner_of(other), q = m.opposite(other);
    enter(t);
    // In t the edge leads from the left vertex to the right one, and q is opposite.
    const handle right_q = edge_of(t, after(j)), q_left = edge_of(t, before(j));
    const int side = q == p.to ? 0 : m.turn(p.from, p.to, q);
    if (side >= 0) keep(q_left, true);
    if (side <= 0) keep(right_q, false);
    if (side == 0) return true;
    edge = side > 0 ? right_q : q_left;
  }
}

// A claim: the round, so that claims of earlier rounds never count, then a priority. The result does not depend on who
// wins; a random order keeps the rounds few.
AMORPH_HD constexpr std::uint64_t claim_of(std::uint32_t round, std::uint32_t number) {
  return std::uint64_t{round} << 32 | hash32(number);
}

// Makes segments of pieces that have become edges. Runs before the walks of the others, which read segments.
struct settle_pieces {
  mesh_arrays mesh;
  const std::uint32_t* active;
  const std::uint64_t* key;
  const std::uint32_t* segment;
  handle* start;  // per active piece: the first edge that it crosses; none if it is a segment
  strip_counters* counters;
  AMORPH_BODY void operator()(std::size_t i) const {
    const piece_ends p = piece_ends::of(key[active[i]]);
    const first_hit found = mesh.first_between(p.from, p.to);
    start[i] = found.edge;
    if (found.edge != none) return;
    if (found.vertex != (found.from == p.from ? p.to : p.from)) {
      cached_store(&counters->lost, 1);
      return;
    }
    mesh.segment[mesh_arrays::slot(found.along)] = segment[active[i]];
    if (const handle other = mesh.across(found.along); other != none)
      mesh.segment[mesh_arrays::slot(other)] = segment[active[i]];
  }
};
struct is_unsettled {
  const handle* start;
  AMORPH_BODY bool operator()(std::size_t i) const { return start[i] != none; }
};
struct keep_unsettled {
  const std::uint32_t* active;
  const handle* start;
  std::uint32_t* next_active;
  handle* next_start;
  AMORPH_BODY void operator()(std::size_t to, std::size_t i) const {
    next_active[to] = active[i];
    next_start[to] = start[i];
  }
};

// The strip and the triangles next to it, whose links change.
struct claim_strips {
  mesh_arrays mesh;
  const std::uint32_t* active;
  const std::uint64_t* key;
  const handle* start;
  std::uint64_t* marks;
  std::uint32_t round;
  strip_counters* counters;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t own_claim = claim_of(round, active[i]);
    const auto claim = [&](std::uint32_t t) { (void)atomic_max(&marks[t], own_claim); };
    const bool free =
        follow(mesh, piece_ends::of(mesh, key[active[i]], start[i]), start[i], claim, [&](handle h, bool) {
          if (const handle other = mesh.across(h); other != none) claim(triangle_of(other));
        });
    if (!free) (void)atomic_add(&counters->crossings, 1u);
  }
};
// The size of a strip if its piece has won all of its claims, otherwise 0.
struct measure_strips {
  mesh_arrays mesh;
  const std::uint32_t* active;
  const std::uint64_t* key;
  const handle* start;
  const std::uint64_t* marks;
  std::uint32_t round;
  std::uint32_t* size;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t own_claim = claim_of(round, active[i]);
    std::uint32_t count = 0;
    bool won = true;
    const auto check = [&](std::uint32_t t) { won = won && marks[t] == own_claim; };
    (void)follow(
        mesh, piece_ends::of(mesh, key[active[i]], start[i]), start[i],
        [&](std::uint32_t t) {
          ++count;
          check(t);
        },
        [&](handle h, bool) {
          if (const handle other = mesh.across(h); other != none) check(triangle_of(other));
        });
    size[i] = won ? count : 0;
  }
};

// An edge of a polygon beside the piece, and the vertex that it leads to. `outside` is its other side; if that is in
// the strip, too, `place` is the edge's slot there, counted from the strip's first triangle.
struct chain_edge {
  std::uint32_t vertex;
  handle outside;
  std::uint32_t segment;
  std::uint32_t place, partner;  // or none
};

struct fill_strips {
  mesh_arrays mesh;
  const std::uint32_t* active;
  const std::uint64_t* key;
  const std::uint32_t* segment;
  const handle* start;
  const std::uint32_t *size, *first;  // per active piece, of its strip
  std::uint32_t* strips;              // triangles
  std::uint32_t* place;               // per triangle: its position in its strip, valid if the strip has it there
  handle* renewed;                    // 3 per triangle of a strip: an inner edge's handle in the new triangles
  chain_edge* chains;                 // size + 2 per strip: the left chain from the front, the right one from the back
  handle* suspects;                   // 3 per triangle of a strip: edges that may not be Delaunay

  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t count = size[i];
    if (count == 0) return;
    const piece_ends p = piece_ends::of(mesh, key[active[i]], start[i]);
    std::uint32_t* const strip = strips + first[i];
    std::uint32_t entered = 0;
    (void)follow(
        mesh, p, start[i],
        [&](std::uint32_t t) {
          place[t] = entered;
          strip[entered++] = t;
        },
        [](handle, bool) {});
    chain_edge* const chain = chains + first[i] + 2 * i;
    std::uint32_t on_left = 0, on_right = 0;
    const auto inner_place = [&](handle h) {
      const std::uint32_t at = h == none ? none : place[triangle_of(h)];
      return h != none && at < count && strip[at] == triangle_of(h) ? 3 * at + corner_of(h) : none;
    };
    (void)follow(
        mesh, p, start[i], [](std::uint32_t) {},
        [&](handle h, bool left) {
          const handle other = mesh.across(h);
          const std::uint32_t partner = inner_place(other);
          // Chains start at the piece's start: on the left edges lead back, on the right forward.
          const chain_edge e{left ? mesh.from(h) : mesh.to(h), other, mesh.segment_on(h),
                             partner == none ? none : inner_place(h), partner};
          chain[left ? on_left++ : count + 1 - on_right++] = e;
        });
    handle* const again = renewed + 3 * std::size_t{first[i]};
    for (std::uint32_t k = 0; k != 3 * count; ++k) again[k] = none;
    std::uint32_t used = 0;
    const handle left = triangulate(p.from, chain, 1, on_left, true, strip, used, again);
    const handle right = triangulate(p.from, chain + (count + 1), -1, on_right, false, strip, used, again);
    mesh.link(left, right);
    mesh.segment[mesh_arrays::slot(left)] = mesh.segment[mesh_arrays::slot(right)] = segment[active[i]];
    for (std::uint32_t k = 0; k != count; ++k)
      for (std::uint32_t e = 0; e != 3; ++e) suspects[3 * std::size_t{first[i]} + 3 * k + e] = edge_of(strip[k], e);
  }

 private:
  // Returns the new triangles' edge on the piece. The stack is the chain's beginning.
  AMORPH_BODY handle triangulate(std::uint32_t from, chain_edge* chain, int step, std::uint32_t length, bool left,
                                 const std::uint32_t* strip, std::uint32_t& used, handle* again) const {
    std::uint32_t depth = 0;  // edges on the stack
    for (std::uint32_t k = 0; k != length; ++k) {
      chain_edge now = chain[step * static_cast<int>(k)];
      while (depth != 0) {
        const chain_edge top = chain[step * static_cast<int>(depth - 1)];
        const std::uint32_t x = depth == 1 ? from : chain[step * static_cast<int>(depth - 2)].vertex;
        const int turn = mesh.turn(x, top.vertex, now.vertex);
        if (left ? turn >= 0 : turn <= 0) break;
        const std::uint32_t t = strip[used++];
        // On the left (v, y, x), on the right (x, y, v), for a new edge from x to v past y.
        left ? mesh.set(t, now.vertex, top.vertex, x) : mesh.set(t, x, top.vertex, now.vertex);
        attach(edge_of(t, 0), left ? top : now, again);
        attach(edge_of(t, 2), left ? now : top, again);
        mesh.neighbour[3 * std::size_t{t} + 1] = none;
        mesh.segment[3 * std::size_t{t} + 1] = none;
        now = {now.vertex, edge_of(t, 1), none, none, none};
        --depth;
      }
      chain[step * static_cast<int>(depth++)] = now;
    }
    return chain[0].outside;
  }
  AMORPH_BODY void attach(handle fresh, const chain_edge& e, handle* again) const {
    mesh.segment[mesh_arrays::slot(fresh)] = e.segment;
    if (e.place == none) {
      mesh.link(fresh, e.outside);
      return;
    }
    again[e.place] = fresh;
    if (again[e.partner] != none) mesh.link(fresh, again[e.partner]);
  }
};

}  // namespace amorph::mesh::constraining
