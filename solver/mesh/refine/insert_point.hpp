// Inserts a point: its cavity is retriangulated, with one triangle for each edge of the boundary. New triangles reuse
// the slots of the cavity's ("Morph Algorithms on GPUs", section 7.2, recycling).
#pragma once

#include <cstdint>

#include "amorph/kernels/base/bits.hpp"
#include "solver/mesh/refine/cavity.hpp"

namespace amorph::mesh::refining {

struct insert_point {
  mesh_view mesh;
  refinement_rules rules;
  cavity_store store;
  std::uint32_t round;
  bool classified = true;  // otherwise all new triangles are listed as bad and classified later

  AMORPH_BODY void operator()(std::size_t i, proposal& p, std::uint32_t me, std::uint32_t fresh) const {
    insert<true>(i, p, me, fresh);
  }
  // The point gets number `me`; new triangles get the cavity's slots, then those from `fresh` on. Sets the proposal's
  // `bad`. Without `carrying` (attributes, regions, area bounds) the kernel needs fewer registers.
  template <bool carrying>
  AMORPH_BODY void insert(std::size_t i, proposal& p, std::uint32_t me, std::uint32_t fresh) const {
    const cavity_store::column_view column = store.column(i);
    const std::uint32_t middle = carrying ? middle_of(column, p) : none;
    if constexpr (carrying) carry_attributes(p, middle, me);
    mesh.points.put(me, p.at);
    mesh.point_segment[me] = p.split;
    double region[2] = {0, 0};
    std::uint32_t holder[2] = {0, 0};  // input triangles that contain the point
    if constexpr (carrying) read_sides(column, p, middle, region, holder);
    p.bad = 0;
    // The current edge leads from u to v; its triangle has slot `here`, those before and after it `before` and `next`.
    std::uint32_t u = column.at(cavity_store::from, 0);
    point at_u = mesh.points[u];
    std::uint32_t before = p.closed ? slot(column, p, fresh, p.edges - 1) : none, here = slot(column, p, fresh, 0);
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const bool last = j + 1 == p.edges;
      const std::uint32_t v = last && !p.closed ? p.end : column.at(cavity_store::from, last ? 0 : j + 1);
      const std::uint32_t next = last && !p.closed ? none : slot(column, p, fresh, last ? 0 : j + 1);
      const point corners[3] = {p.at, at_u, mesh.points[v]};
      triangle made;
      made.corner[0] = me;
      made.corner[1] = u;
      made.corner[2] = v;
      made.next[0] = column.at(cavity_store::across, j);
      made.next[1] = next == none ? none : edge_of(next, 2);
      made.next[2] = before == none ? none : edge_of(before, 1);
      const unsigned second = p.split != none && j >= p.first_edges ? 1 : 0;
      double area = 0;
      if (carrying && mesh.areas.bound != nullptr)
        area = mesh.areas.bound[mesh.areas.holder[here] = mesh.holder_of(centroid(corners), p.at, holder[second])];
      put(p, j, here, made, corners, segments_of(column, p, j, here), area);
      if (carrying && mesh.region != nullptr) mesh.region[here] = region[second];
      u = v;
      at_u = corners[2];
      before = here;
      here = next;
    }
  }

  // The bad triangles among the new ones: how many, and each. (Beyond the 63rd, good ones may be among them.)
  AMORPH_BODY static std::uint32_t count_bad(const proposal& p) {
    const std::uint32_t count = count_bits(static_cast<std::uint32_t>(p.bad)) +
                                count_bits(static_cast<std::uint32_t>(p.bad >> 32 & 0x7fffffff));
    return (p.bad >> 63) != 0 ? count + p.edges - 63 : count;
  }
  template <class F>
  AMORPH_BODY static void each_bad(const cavity_store::column_view& column, const proposal& p, std::uint32_t fresh,
                                   F f) {
    for (std::uint32_t j = 0; j != p.edges; ++j)
      if ((p.bad >> (j < 63 ? j : 63) & 1) != 0) f(slot(column, p, fresh, j));
  }

 private:
  AMORPH_BODY static std::uint32_t slot(const cavity_store::column_view& column, const proposal& p, std::uint32_t fresh,
                                        std::uint32_t j) {
    return j < p.triangles ? column.at(cavity_store::triangles, j) : fresh + (j - p.triangles);
  }
  // Which edges of the j-th new triangle, in slot t, are segments: those of the boundary, and the halves of a split
  // one.
  AMORPH_BODY std::uint32_t segments_of(const cavity_store::column_view& column, const proposal& p, std::uint32_t j,
                                        std::uint32_t t) const {
    const std::uint32_t s = column.at(cavity_store::segment, j);
    std::uint32_t segments = 0;
    auto set = [&](std::uint32_t edge, std::uint32_t which) {
      segments |= 1u << edge;
      mesh.segment[3 * std::size_t{t} + edge] = which;
    };
    if (s != none) set(0, s);
    if (p.split == none) return segments;
    if (j + 1 == p.edges || j + 1 == p.first_edges) set(1, p.split);
    if (j == 0 || j == p.first_edges) set(2, p.split);
    return segments;
  }
  AMORPH_BODY void put(proposal& p, std::uint32_t j, std::uint32_t t, triangle& made, const point* corners,
                       std::uint32_t segments, double area) const {
    made.marks = classified ? rules.marks_of(corners, made.corner, made.next, segments, area) : segments;
    made.made = round;
    mesh.triangles[t] = made;
    if (made.next[0] != none) mesh.triangles[triangle_of(made.next[0])].next[corner_of(made.next[0])] = edge_of(t, 0);
    if (!classified || mark::wanting(made.marks)) p.bad |= std::uint64_t{1} << (j < 63 ? j : 63);
  }

  // The triangle of the cavity that the point lies in; beside the segment that is split, the first.
  AMORPH_BODY std::uint32_t middle_of(const cavity_store::column_view& column, const proposal& p) const {
    if (p.split != none || (mesh.attribute_count == 0 && mesh.areas.bound == nullptr))
      return column.at(cavity_store::triangles, 0);
    for (std::uint32_t j = 0; j != p.triangles; ++j) {
      const std::uint32_t at = column.at(cavity_store::triangles, j);
      const triangle t = mesh.triangles[at];
      const point a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
      if (orientation(a, b, p.at) >= 0 && orientation(b, c, p.at) >= 0 && orientation(c, a, p.at) >= 0) return at;
    }
    return column.at(cavity_store::triangles, 0);
  }

  // The triangles on a side belong to one region, since a segment separates regions.
  AMORPH_BODY void read_sides(const cavity_store::column_view& column, const proposal& p, std::uint32_t middle,
                              double* region, std::uint32_t* holder) const {
    for (unsigned which = 0; which != (p.split != none && p.closed ? 2u : 1u); ++which) {
      const std::uint32_t t = which == 0 ? middle : column.at(cavity_store::triangles, p.first_triangles);
      if (mesh.region != nullptr) region[which] = mesh.region[t];
      if (mesh.areas.bound == nullptr) continue;
      const triangle here = mesh.triangles[t];
      const point corners[3] = {mesh.corner(here, 0), mesh.corner(here, 1), mesh.corner(here, 2)};
      holder[which] = mesh.holder_of(p.at, centroid(corners), mesh.areas.holder[t]);
    }
  }

  // Linear in the segment that is split, or in the triangle that the point lies in; never outside the range of the
  // corners' values, although areas of nearly flat triangles are rounded.
  AMORPH_BODY void carry_attributes(const proposal& p, std::uint32_t middle, std::uint32_t me) const {
    const std::size_t n = mesh.attribute_count;
    if (n == 0) return;
    std::uint32_t v[3] = {p.u, p.v, p.u};
    double weight[3] = {0, 0, 0};
    if (p.split != none) {
      const point a = mesh.points[p.u], b = mesh.points[p.v];
      weight[1] = refinement_rules::root(square_distance(a, p.at) / square_distance(a, b));
      weight[0] = 1 - weight[1];
    } else {
      const triangle t = mesh.triangles[middle];
      const point a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
      const double first = double_area(p.at, b, c), second = double_area(a, p.at, c), third = double_area(a, b, p.at);
      const double parts[3] = {first > 0 ? first : 0, second > 0 ? second : 0, third > 0 ? third : 0};
      const double total = parts[0] + parts[1] + parts[2];
      for (unsigned k = 0; k != 3; ++k) {
        v[k] = t.corner[k];
        weight[k] = total > 0 ? parts[k] / total : 1.0 / 3;
      }
    }
    for (std::size_t k = 0; k != n; ++k) {
      const double values[3] = {mesh.attributes[v[0] * n + k], mesh.attributes[v[1] * n + k],
                                mesh.attributes[v[2] * n + k]};
      double low = values[0], high = values[0];
      for (unsigned i = 1; i != 3; ++i) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
      }
      const double value = weight[0] * values[0] + weight[1] * values[1] + weight[2] * values[2];
      mesh.attributes[me * n + k] = value < low ? low : value > high ? high : value;
    }
  }
};

}  // namespace amorph::mesh::refining
