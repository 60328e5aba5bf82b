// Finds the triangles outside the domain, in holes and in regions, by flood fills that stop at segments, as in
// Shewchuk's Triangle.
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// Visits the triangles connected to t without crossing a segment. enter(u) decides whether to visit u; it must return
// true at most once per triangle.
template <class Enter>
void flood(const working_mesh& m, std::uint32_t t, std::vector<std::uint32_t>& stack, Enter enter) {
  if (!enter(t)) return;
  stack.assign(1, t);
  while (!stack.empty()) {
    const std::uint32_t u = stack.back();
    stack.pop_back();
    for (std::uint32_t i = 0; i != 3; ++i) {
      const std::uint32_t w = triangle_of(m.neighbour[u].at[i]);
      if (m.segment_on(edge_of(u, i)) == none && enter(w)) stack.push_back(w);
    }
  }
}

bool can_locate(const working_mesh& m, point p) { return fits(p.x) && fits(p.y) && !m.points.empty(); }

}  // namespace

std::vector<char> outside(working_mesh& m, const planar_graph& input, bool carve,
                          std::vector<std::uint32_t>& holes_outside) {
  std::vector<char> is_outside(m.triangles(), 0);
  std::vector<std::uint32_t> stack;
  auto enter = [&](std::uint32_t t) {
    if (is_outside[t] != 0) return false;
    is_outside[t] = 1;
    return true;
  };
  if (carve)
    for (std::uint32_t t = 0; t != m.triangles(); ++t)
      if (m.is_ghost(t)) flood(m, t, stack, enter);
  std::vector<std::uint32_t> holes;  // triangles, located before any hole is removed
  for (std::uint32_t h = 0; h != input.holes.size(); ++h) {
    const point p = input.holes[h];
    const std::uint32_t t = can_locate(m, p) ? m.locate(p, holes.empty() ? 0 : holes.back()) : none;
    if (t == none || m.is_ghost(t) || is_outside[t] != 0)
      holes_outside.push_back(h);
    else
      holes.push_back(t);
  }
  if (carve) {
    for (const std::uint32_t t : holes) flood(m, t, stack, enter);
  } else {
    // A hole that no segment separates from the outside removes the whole hull, but no ghosts.
    for (const std::uint32_t t : holes) flood(m, t, stack, [&](std::uint32_t u) { return !m.is_ghost(u) && enter(u); });
    for (std::uint32_t t = 0; t != m.triangles(); ++t)
      if (m.is_ghost(t)) is_outside[t] = 1;
  }
  return is_outside;
}

std::vector<std::uint32_t> regions_of(working_mesh& m, const planar_graph& input, const std::vector<char>& is_outside,
                                      std::vector<std::uint32_t>& regions_outside) {
  std::vector<std::uint32_t> region(m.triangles(), none), stack;
  std::uint32_t hint = 0;
  for (std::uint32_t r = 0; r != input.regions.size(); ++r) {
    const point p = input.regions[r].at;
    const std::uint32_t t = can_locate(m, p) ? m.locate(p, hint) : none;
    if (t != none) hint = t;
    if (t == none || is_outside[t] != 0) {
      regions_outside.push_back(r);
      continue;
    }
    flood(m, t, stack, [&](std::uint32_t u) {
      if (is_outside[u] != 0 || region[u] == r) return false;
      region[u] = r;
      return true;
    });
  }
  return region;
}

}  // namespace amorph::mesh
