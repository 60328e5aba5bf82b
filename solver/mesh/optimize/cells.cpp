// Removal of vertices by flips, and Lawson's flips (1977) after removals and moves.
#include "solver/mesh/optimize/cells.hpp"

#include <algorithm>
#include <cmath>

namespace amorph::mesh::optimizing {

void change::take_back() {
  for (auto s = saved_.rbegin(); s != saved_.rend(); ++s) mesh_.at[s->t] = s->was;
  for (auto m = moved_.rbegin(); m != moved_.rend(); ++m) {
    mesh_.points[m->v] = m->at;
    std::copy(m->attributes.begin(), m->attributes.end(),
              mesh_.attributes.begin() + static_cast<std::ptrdiff_t>(m->v * m->attributes.size()));
  }
}

bool change::save(std::uint32_t t) {
  if (!owns(t)) return false;
  if (mesh_.stamp[t] == number_) return true;
  mesh_.stamp[t] = number_;
  saved_.push_back({t, mesh_.at[t]});
  return true;
}

bool change::reshape(std::uint32_t t) {
  if (!save(t) || mesh_.frozen[t] != 0) return false;
  changed_.push_back(t);
  return true;
}

bool change::link(handle a, handle b) {
  if (a != none) {
    if (!save(triangle_of(a))) return false;
    mesh_.at[triangle_of(a)].next[corner_of(a)] = b;
  }
  if (b != none) {
    if (!save(triangle_of(b))) return false;
    mesh_.at[triangle_of(b)].next[corner_of(b)] = a;
  }
  return true;
}

bool change::collect(handle at, star& s) {
  s.edges.clear();
  s.closed = true;
  std::size_t first_segment = none;
  for (handle h = at;;) {
    const std::uint32_t t = triangle_of(h), i = corner_of(h);
    if (!owns(t)) return false;
    // Edge i+2 leads from the vertex to the triangle's first corner on the ring.
    if (mesh_.at[t].segment[previous3[i]] != none && first_segment == none) first_segment = s.edges.size();
    s.edges.push_back(h);
    const handle across = mesh_.at[t].next[next3[i]];
    if (across == none) {
      s.closed = false;
      break;
    }
    h = edge_of(triangle_of(across), next3[corner_of(across)]);
    if (h == at) break;
    if (s.edges.size() > 200) return false;
  }
  if (s.closed) {
    if (first_segment != none)
      std::rotate(s.edges.begin(), s.edges.begin() + static_cast<std::ptrdiff_t>(first_segment), s.edges.end());
  } else {
    const std::size_t forward = s.edges.size();
    for (handle h = at;;) {
      const handle across = mesh_.at[triangle_of(h)].next[previous3[corner_of(h)]];
      if (across == none) break;
      h = edge_of(triangle_of(across), previous3[corner_of(across)]);
      if (!owns(triangle_of(h)) || s.edges.size() > 200) return false;
      s.edges.push_back(h);
    }
    std::reverse(s.edges.begin() + static_cast<std::ptrdiff_t>(forward), s.edges.end());
    std::rotate(s.edges.begin(), s.edges.begin() + static_cast<std::ptrdiff_t>(forward), s.edges.end());
  }
  s.first_side = s.edges.size();
  if (s.closed && first_segment != none)
    for (std::size_t k = 1; k != s.edges.size() && s.first_side == s.edges.size(); ++k)
      if (mesh_.at[triangle_of(s.edges[k])].segment[previous3[corner_of(s.edges[k])]] != none) s.first_side = k;
  return true;
}

bool change::flip(handle h) {
  const handle other = mesh_.at[triangle_of(h)].next[corner_of(h)];
  const std::uint32_t t = triangle_of(h), u = triangle_of(other), i = corner_of(h), j = corner_of(other);
  if (!reshape(t) || !reshape(u)) return false;
  const cell a = mesh_.at[t], b = mesh_.at[u];
  const std::uint32_t p = a.corner[i], from = a.corner[next3[i]], to = a.corner[previous3[i]], q = b.corner[j];
  mesh_.at[t] = {{from, q, p}, {none, none, none}, {none, a.segment[previous3[i]], b.segment[next3[j]]}};
  mesh_.at[u] = {{q, to, p}, {none, none, none}, {a.segment[next3[i]], none, b.segment[previous3[j]]}};
  return link(edge_of(t, 0), edge_of(u, 1)) && link(edge_of(t, 1), a.next[previous3[i]]) &&
         link(edge_of(t, 2), b.next[next3[j]]) && link(edge_of(u, 0), a.next[next3[i]]) &&
         link(edge_of(u, 2), b.next[previous3[j]]);
}

bool change::legalise() {
  while (!pending_.empty()) {
    const handle h = pending_.back();
    pending_.pop_back();
    const std::uint32_t t = triangle_of(h);
    const cell& here = mesh_.at[t];
    if (here.corner[0] == none) continue;
    const handle other = here.next[corner_of(h)];
    if (other == none || here.segment[corner_of(h)] != none) continue;
    const std::uint32_t u = triangle_of(other);
    if (!owns(t) || !owns(u)) return false;
    if (in_circle(mesh_.points[here.corner[0]], mesh_.points[here.corner[1]], mesh_.points[here.corner[2]],
                  mesh_.points[corner(other)]) <= 0)
      continue;
    if (changed_.size() > 400 || !flip(h)) return false;
    for (const handle around : {edge_of(t, 1), edge_of(t, 2), edge_of(u, 0), edge_of(u, 2)}) pending_.push_back(around);
  }
  return true;
}

// Flips edges between the triangles `first` to `first + count` of the star, until there are `to`. Edges of the vertex
// to its ring are flipped where both new triangles are counter-clockwise; one of them leaves the star.
bool change::reduce(star& s, std::size_t first, std::size_t count, std::size_t to) {
  const bool around = s.closed && s.first_side == s.edges.size();
  while (count != to) {
    bool flipped = false;
    for (std::size_t k = around ? 0 : 1; k != count && !flipped; ++k) {
      const std::size_t before = first + (k + count - 1) % count, at = first + k;
      const std::uint32_t v = corner(s.edges[at]), a = from(s.edges[before]), b = from(s.edges[at]),
                          c = this->to(s.edges[at]);
      if (turn(a, b, c) <= 0 || turn(v, a, c) <= 0) continue;
      // The edge from the vertex to b, in the later triangle: opposite to c.
      const handle edge = edge_of(triangle_of(s.edges[at]), previous3[corner_of(s.edges[at])]);
      const std::uint32_t t = triangle_of(edge), u = triangle_of(mesh_.at[t].next[corner_of(edge)]);
      if (!flip(edge)) return false;
      // The new triangles are (from, q, p) and (q, to, p) for the edge from `from` to `to`: here v = from, b = to.
      s.edges[before] = edge_of(t, 0);
      s.edges.erase(s.edges.begin() + static_cast<std::ptrdiff_t>(at));
      for (std::uint32_t e = 0; e != 3; ++e) pending_.push_back(edge_of(u, e));
      --count;
      flipped = true;
    }
    if (!flipped) return false;
  }
  return true;
}

// The three triangles around a vertex become one.
bool change::merge_three(const star& s) {
  const cell a = mesh_.at[triangle_of(s.edges[0])], b = mesh_.at[triangle_of(s.edges[1])],
             c = mesh_.at[triangle_of(s.edges[2])];
  const std::uint32_t i = corner_of(s.edges[0]), j = corner_of(s.edges[1]), k = corner_of(s.edges[2]);
  for (const handle h : s.edges)
    if (!reshape(triangle_of(h))) return false;
  const std::uint32_t t = triangle_of(s.edges[0]);
  mesh_.at[t] = {{a.corner[next3[i]], b.corner[next3[j]], c.corner[next3[k]]},
                 {none, none, none},
                 {b.segment[j], c.segment[k], a.segment[i]}};
  mesh_.at[triangle_of(s.edges[1])].corner[0] = mesh_.at[triangle_of(s.edges[2])].corner[0] = none;
  for (std::uint32_t e = 0; e != 3; ++e) pending_.push_back(edge_of(t, e));
  return turn(mesh_.at[t].corner[0], mesh_.at[t].corner[1], mesh_.at[t].corner[2]) > 0 &&
         link(edge_of(t, 0), b.next[j]) && link(edge_of(t, 1), c.next[k]) && link(edge_of(t, 2), a.next[i]);
}

// The two triangles on one side of a segment's vertex become one; `edge` is the one on the segment.
bool change::merge_two(handle first, handle second, std::uint32_t segment, handle& edge) {
  const cell a = mesh_.at[triangle_of(first)], b = mesh_.at[triangle_of(second)];
  const std::uint32_t i = corner_of(first), j = corner_of(second), t = triangle_of(first);
  if (!reshape(t) || !reshape(triangle_of(second))) return false;
  mesh_.at[t] = {{a.corner[next3[i]], b.corner[next3[j]], b.corner[previous3[j]]},
                 {none, none, none},
                 {b.segment[j], segment, a.segment[i]}};
  mesh_.at[triangle_of(second)].corner[0] = none;
  edge = edge_of(t, 1);
  for (std::uint32_t e = 0; e != 3; ++e) pending_.push_back(edge_of(t, e));
  return turn(mesh_.at[t].corner[0], mesh_.at[t].corner[1], mesh_.at[t].corner[2]) > 0 &&
         link(edge_of(t, 0), b.next[j]) && link(edge_of(t, 2), a.next[i]);
}

bool change::remove(handle at) {
  pending_.clear();
  star& s = scratch_;
  if (!collect(at, s)) return false;
  const std::uint32_t segment = mesh_.point_segment[corner(at)];
  if (segment == none) {
    if (!s.closed || s.first_side != s.edges.size()) return false;
    return reduce(s, 0, s.edges.size(), 3) && merge_three(s) && legalise();
  }
  if (s.closed && s.first_side == s.edges.size()) return false;
  std::size_t side = s.first_side;
  const std::size_t sides = s.closed ? 2 : 1;
  if (side < 2 || (s.closed && s.edges.size() - side < 2)) return false;
  if (s.closed && !reduce(s, side, s.edges.size() - side, 2)) return false;
  if (!reduce(s, 0, side, 2)) return false;
  handle edge[2] = {none, none};
  for (std::size_t k = 0; k != sides; ++k)
    if (!merge_two(s.edges[2 * k], s.edges[2 * k + 1], segment, edge[k])) return false;
  return link(edge[0], edge[1]) && legalise();
}

// Linear along a segment, or in the triangle around the vertex that contains the new position; never outside the range
// of the values there, although areas of nearly flat triangles are rounded.
void change::interpolate(const star& s, std::uint32_t v, point to) {
  const std::size_t n = mesh_.attribute_count();
  const auto row = [&](std::uint32_t w) { return mesh_.attributes.data() + w * n; };
  const point o = mesh_.points[v];
  for (const handle h : s.edges) {
    std::uint32_t a = from(h), b = this->to(h);
    double of_a = 0, of_b = 0;
    if (mesh_.point_segment[v] == none) {
      const point p = mesh_.points[a], q = mesh_.points[b];
      const double all = (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
      if (!(all > 0)) continue;
      of_a = ((to.x - o.x) * (q.y - o.y) - (to.y - o.y) * (q.x - o.x)) / all;
      of_b = ((p.x - o.x) * (to.y - o.y) - (p.y - o.y) * (to.x - o.x)) / all;
      if (of_a < -1e-12 || of_b < -1e-12) continue;
    } else {
      const cell& c = mesh_.at[triangle_of(h)];
      const bool first = c.segment[previous3[corner_of(h)]] != none, second = c.segment[next3[corner_of(h)]] != none;
      if (!first && !second) continue;
      if (!first) a = b;
      const point p = mesh_.points[a];
      const double square = (p.x - o.x) * (p.x - o.x) + (p.y - o.y) * (p.y - o.y);
      of_a = ((to.x - o.x) * (p.x - o.x) + (to.y - o.y) * (p.y - o.y)) / square;
      if (of_a < 0) continue;
    }
    for (std::size_t k = 0; k != n; ++k) {
      const double here = moved_.back().attributes[k], at_a = row(a)[k], at_b = row(b)[k];
      const auto [low, high] = std::minmax({here, at_a, at_b});
      row(v)[k] = std::clamp(here + of_a * (at_a - here) + of_b * (at_b - here), low, high);
    }
    return;
  }
}

bool change::move(const star& s, point to) {
  pending_.clear();
  for (const handle h : s.edges)
    if (orientation(to, mesh_.points[from(h)], mesh_.points[this->to(h)]) <= 0) return false;
  const std::uint32_t v = corner(s.edges[0]);
  for (const handle h : s.edges) {
    if (!reshape(triangle_of(h))) return false;
    for (std::uint32_t e = 0; e != 3; ++e) pending_.push_back(edge_of(triangle_of(h), e));
  }
  const std::size_t n = mesh_.attribute_count();
  moved_.push_back({v, mesh_.points[v],
                    std::vector<double>(mesh_.attributes.begin() + static_cast<std::ptrdiff_t>(v * n),
                                        mesh_.attributes.begin() + static_cast<std::ptrdiff_t>((v + 1) * n))});
  if (n != 0) interpolate(s, v, to);
  mesh_.points[v] = to;
  return legalise();
}

}  // namespace amorph::mesh::optimizing
