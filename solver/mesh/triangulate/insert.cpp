// Inserts points (Lawson, "Software for C1 surface interpolation", 1977): walk to the triangle, split it, and flip
// edges until the triangulation is Delaunay. How this differs: a vertex at infinity closes the plane, so that the hull
// is no special case.
#include <algorithm>
#include <array>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/working_mesh.hpp"

namespace amorph::mesh {

std::uint32_t working_mesh::add_triangle() {
  if (vertex.size() >= max_triangles) throw error(status::out_of_memory, "more than 2^30 triangles");
  vertex.push_back({});
  neighbour.push_back({{none, none, none}});
  if (!segment.empty()) segment.push_back({{none, none, none}});
  return static_cast<std::uint32_t>(vertex.size() - 1);
}

void working_mesh::start(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (turn(a, b, c) < 0) std::swap(b, c);
  const std::uint32_t corner[] = {a, b, c};
  for (unsigned i = 0; i != 4; ++i) (void)add_triangle();
  set(0, a, b, c);
  for (std::uint32_t i = 0; i != 3; ++i) {
    set(1 + i, corner[previous3[i]], corner[next3[i]], ghost);
    link(edge_of(0, i), edge_of(1 + i, 2));
  }
  // Ghost i is (v(i+2), v(i+1), infinity): its edge 0 leads from v(i+1) to infinity, as edge 1 of ghost i+2 does back.
  for (std::uint32_t i = 0; i != 3; ++i) link(edge_of(1 + i, 0), edge_of(1 + previous3[i], 1));
}

void working_mesh::allow_segments() {
  if (!segment.empty()) return;
  segment.assign(vertex.size(), {{none, none, none}});
  some_triangle.assign(points.size(), none);
  for (std::uint32_t t = 0; t != triangles(); ++t) touch(t);
}

void working_mesh::flip(handle h) {
  const handle other = across(h);
  const std::uint32_t t = triangle_of(h), u = triangle_of(other), i = corner_of(h), j = corner_of(other);
  const std::uint32_t p = corner(h), a = from(h), b = to(h), q = corner(other);
  const handle b_p = neighbour[t].at[next3[i]], p_a = neighbour[t].at[previous3[i]];
  const handle a_q = neighbour[u].at[next3[j]], q_b = neighbour[u].at[previous3[j]];
  if (!segment.empty()) {
    const corners3 of_t = segment[t], of_u = segment[u];
    segment[t] = {{none, of_t.at[previous3[i]], of_u.at[next3[j]]}};
    segment[u] = {{of_t.at[next3[i]], none, of_u.at[previous3[j]]}};
  }
  set(t, a, q, p);
  set(u, q, b, p);
  link(edge_of(t, 0), edge_of(u, 1));
  link(edge_of(t, 1), p_a);
  link(edge_of(t, 2), a_q);
  link(edge_of(u, 0), b_p);
  link(edge_of(u, 2), q_b);
  if (!segment.empty()) {
    touch(t);
    touch(u);
  }
}

void working_mesh::split_triangle(std::uint32_t t, std::uint32_t p) {
  const std::uint32_t u = add_triangle(), w = add_triangle();
  const std::uint32_t a = vertex[t].at[0], b = vertex[t].at[1], c = vertex[t].at[2];
  const handle b_c = neighbour[t].at[0], c_a = neighbour[t].at[1], a_b = neighbour[t].at[2];
  if (!segment.empty()) {
    const corners3 s = segment[t];
    segment[t] = {{none, none, s.at[2]}};
    segment[u] = {{none, none, s.at[0]}};
    segment[w] = {{none, none, s.at[1]}};
  }
  set(t, a, b, p);
  set(u, b, c, p);
  set(w, c, a, p);
  link(edge_of(t, 2), a_b);
  link(edge_of(u, 2), b_c);
  link(edge_of(w, 2), c_a);
  link(edge_of(t, 0), edge_of(u, 1));
  link(edge_of(u, 0), edge_of(w, 1));
  link(edge_of(w, 0), edge_of(t, 1));
  if (!segment.empty())
    for (const std::uint32_t each : {t, u, w}) touch(each);
  pending_.assign({edge_of(t, 2), edge_of(u, 2), edge_of(w, 2)});
}

void working_mesh::split_edge(handle h, std::uint32_t p) {
  const handle other = across(h);
  const std::uint32_t t = triangle_of(h), u = triangle_of(other), i = corner_of(h), j = corner_of(other);
  const std::uint32_t c = corner(h), a = from(h), b = to(h), d = corner(other);
  const handle b_c = neighbour[t].at[next3[i]], c_a = neighbour[t].at[previous3[i]];
  const handle a_d = neighbour[u].at[next3[j]], d_b = neighbour[u].at[previous3[j]];
  const std::uint32_t t2 = add_triangle(), u2 = add_triangle();
  if (!segment.empty()) {
    const corners3 of_t = segment[t], of_u = segment[u];
    const std::uint32_t s = of_t.at[i];
    segment[t] = {{s, none, of_t.at[previous3[i]]}};
    segment[t2] = {{none, s, of_t.at[next3[i]]}};
    segment[u] = {{none, s, of_u.at[next3[j]]}};
    segment[u2] = {{s, none, of_u.at[previous3[j]]}};
  }
  set(t, c, a, p);
  set(t2, b, c, p);
  set(u, a, d, p);
  set(u2, d, b, p);
  link(edge_of(t, 2), c_a);
  link(edge_of(t2, 2), b_c);
  link(edge_of(u, 2), a_d);
  link(edge_of(u2, 2), d_b);
  link(edge_of(t, 0), edge_of(u, 1));    // a p
  link(edge_of(u, 0), edge_of(u2, 1));   // d p
  link(edge_of(u2, 0), edge_of(t2, 1));  // b p
  link(edge_of(t2, 0), edge_of(t, 1));   // c p
  if (!segment.empty())
    for (const std::uint32_t each : {t, t2, u, u2}) touch(each);
  pending_.assign({edge_of(t, 2), edge_of(t2, 2), edge_of(u, 2), edge_of(u2, 2)});
}

// All pending edges are opposite to p, which is corner 2 of their triangles, and remains so through flips.
void working_mesh::restore_around(std::uint32_t p) {
  while (!pending_.empty()) {
    const handle h = pending_.back();
    pending_.pop_back();
    if (segment_on(h) != none) continue;
    const std::uint32_t t = triangle_of(h), u = triangle_of(across(h));
    if (!conflicts(u, p)) continue;
    flip(h);
    pending_.push_back(edge_of(t, 2));
    pending_.push_back(edge_of(u, 2));
  }
}

namespace {

struct place {
  std::uint32_t triangle;
  int side[3];  // of each edge, unless the triangle is a ghost: 1 inside, 0 on it
};

template <class Mesh> place walk(const Mesh& m, point p, std::uint32_t t, std::uint64_t& random) {
  for (std::uint32_t i = 0; i != 3; ++i)
    if (m.vertex[t].at[i] == Mesh::ghost) {
      t = triangle_of(m.neighbour[t].at[i]);
      break;
    }
  std::uint32_t entered = 3;
  for (;;) {
    place found{t, {1, 1, 1}};
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    auto i = static_cast<std::uint32_t>((random >> 32) % 3);
    bool moved = false;
    for (unsigned k = 0; k != 3; ++k, i = i == 2 ? 0 : i + 1) {
      if (i == entered) continue;
      const handle h = edge_of(t, i);
      const int side = orientation(m.points[m.from(h)], m.points[m.to(h)], p);
      found.side[i] = side;
      if (side >= 0) continue;
      const handle other = m.across(h);
      t = triangle_of(other);
      entered = corner_of(other);
      moved = true;
      break;
    }
    if (!moved || m.is_ghost(t)) {
      found.triangle = t;
      return found;
    }
  }
}

}  // namespace

// Of several triangles the first one by corners, so that the answer does not depend on the walk.
std::uint32_t working_mesh::locate(point p, std::uint32_t hint) {
  const place at = walk(*this, p, hint, random_);
  std::uint32_t best = at.triangle;
  if (is_ghost(best) || (at.side[0] != 0 && at.side[1] != 0 && at.side[2] != 0)) return best;
  const auto consider = [&](std::uint32_t t) {
    if (is_ghost(t)) return;
    const auto by_corners = [&](std::uint32_t u) {
      std::array<std::uint32_t, 3> v{vertex[u].at[0], vertex[u].at[1], vertex[u].at[2]};
      std::sort(v.begin(), v.end());
      return v;
    };
    if (by_corners(t) < by_corners(best)) best = t;
  };
  for (std::uint32_t i = 0; i != 3; ++i) {
    if (at.side[i] != 0) continue;
    consider(triangle_of(neighbour[at.triangle].at[i]));
    if (at.side[previous3[i]] != 0) continue;
    // At the corner from which the edge leads: all triangles around it.
    for (handle h = edge_of(at.triangle, i); triangle_of(across(h)) != at.triangle;) {
      h = across(h);
      consider(triangle_of(h));
      h = edge_of(triangle_of(h), next3[corner_of(h)]);
    }
  }
  return best;
}

std::uint32_t working_mesh::insert(std::uint32_t p, std::uint32_t& hint) {
  const place at = walk(*this, points[p], hint, random_);
  const std::uint32_t t = at.triangle;
  hint = t;
  if (is_ghost(t)) {
    split_triangle(t, p);
  } else {
    unsigned on = 0;
    std::uint32_t edge = 0, off = 0;
    for (std::uint32_t i = 0; i != 3; ++i)
      if (at.side[i] == 0) {
        ++on;
        edge = i;
      } else {
        off = i;
      }
    // On two edges: on their common corner, which is opposite to the third edge.
    if (on == 2) return vertex[t].at[off];
    if (on == 1)
      split_edge(edge_of(t, edge), p);
    else
      split_triangle(t, p);
  }
  restore_around(p);
  return p;
}

bool working_mesh::insert_on(handle h, std::uint32_t p) {
  const std::uint32_t a = from(h), b = to(h), c = corner(h), d = corner(across(h));
  if (turn(b, c, p) <= 0 || turn(c, a, p) <= 0 || turn(a, d, p) <= 0 || turn(d, b, p) <= 0) return false;
  split_edge(h, p);
  restore_around(p);
  return true;
}

}  // namespace amorph::mesh
