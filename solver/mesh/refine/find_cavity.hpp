// The point that a bad triangle proposes (Ruppert 1995; Üngör 2004), and its cavity.
#pragma once

#include <cstdint>

#include "solver/mesh/refine/cavity.hpp"

namespace amorph::mesh::refining {

struct find_cavity {
  mesh_view mesh;
  refinement_rules rules;
  cavity_store store;
  std::uint32_t triangles;  // of the mesh

  // For bad triangle t, in column i. The result is fate::lost if the cavity is complete (conflicts are resolved later),
  // unrefinable, or overflow.
  AMORPH_BODY proposal operator()(std::uint32_t t, std::size_t i) const {
    const triangle here = mesh.triangles[t];
    proposal p{};
    p.result = fate::at_precision;
    handle split = none;
    if ((here.marks & mark::encroached) != 0)
      split = edge_of(t, mark::encroached_edge(here.marks));
    else
      split = propose_centre(t, here, i, p);
    if (split != none) propose_split(split, i, p);
    if (p.result == fate::overflow && store.height > triangles + 2) p.result = fate::at_precision;
    return p;
  }

 private:
  // Returns the segment that the point encroaches upon, if it must be split, or none.
  AMORPH_BODY handle propose_centre(std::uint32_t t, const triangle& here, std::size_t i, proposal& p) const {
    p.at = mesh.points.rounded(rules.centre(here));
    p.split = none;
    if (!fits(p.at.x) || !fits(p.at.y)) return none;
    if (in_circle(mesh.corner(here, 0), mesh.corner(here, 1), mesh.corner(here, 2), p.at) <= 0) return none;
    cavity_walk walk(mesh, rules, store.column(i));
    const bool fits_column =
        walk.add(t) && walk.push(edge_of(t, 2)) && walk.push(edge_of(t, 1)) && walk.push(edge_of(t, 0));
    const auto end = fits_column ? walk.walk(p.at, true) : cavity_walk::end::overflow;
    finish(walk, end, p);
    p.closed = true;
    if (end != cavity_walk::end::blocked) return none;
    if (rules.may_split(mesh.triangles[triangle_of(walk.obstacle)].next[corner_of(walk.obstacle)]))
      return walk.obstacle;
    p.result = fate::kept;
    return none;
  }
  AMORPH_BODY void propose_split(handle s, std::size_t i, proposal& p) const {
    const std::uint32_t t = triangle_of(s), e = corner_of(s);
    const triangle here = mesh.triangles[t];
    const handle back = here.next[e];
    p.u = here.corner[after(e)];
    p.v = here.corner[after(after(e))];
    p.split = mesh.segment[3 * std::size_t{t} + e];
    p.at = mesh.points.rounded(rules.split(p.u, p.v, p.split, mesh.point_segment[here.corner[e]] != none));
    p.end = p.u;
    p.closed = back != none;
    p.result = fate::at_precision;
    const point a = mesh.points[p.u], b = mesh.points[p.v];
    if (rules.at_precision_limit(square_distance(a, b)) || !fits(p.at.x) || !fits(p.at.y) || !is_between(p.at, a, b))
      return;
    cavity_walk walk(mesh, rules, store.column(i));
    auto end = half(walk, t, e, p.at);
    p.first_triangles = walk.triangles;
    p.first_edges = walk.edges;
    if (end == cavity_walk::end::complete && p.closed) end = half(walk, triangle_of(back), corner_of(back), p.at);
    finish(walk, end, p);
  }
  AMORPH_BODY cavity_walk::end half(cavity_walk& walk, std::uint32_t t, std::uint32_t e, point at) const {
    // A point inside an edge lies in the circumcircle, unless rounding moved it past a corner that is as near, or the
    // triangle is a needle whose circle is flat there. Then it is a corner of flat Delaunay triangles only.
    const triangle& here = mesh.triangles[t];
    if (in_circle(mesh.corner(here, 0), mesh.corner(here, 1), mesh.corner(here, 2), at) <= 0)
      return cavity_walk::end::folded;
    const bool fits_column = walk.add(t) && walk.push(edge_of(t, after(after(e)))) && walk.push(edge_of(t, after(e)));
    return fits_column ? walk.walk(at, false) : cavity_walk::end::overflow;
  }
  AMORPH_BODY static void finish(const cavity_walk& walk, cavity_walk::end end, proposal& p) {
    p.triangles = walk.triangles;
    p.edges = walk.edges;
    if (end == cavity_walk::end::complete) p.result = fate::lost;
    if (end == cavity_walk::end::overflow) p.result = fate::overflow;
  }
};

}  // namespace amorph::mesh::refining
