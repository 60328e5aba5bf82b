// A point is put in: its cavity's triangles give way to one for each edge of the boundary.
#pragma once

#include <cstdint>

#include "amorph/bits.hpp"
#include "cavity.hpp"

namespace amorph::mesh::refining {

struct insert_point {
  mesh_view mesh;
  judge judging;
  cavity_store store;
  std::uint32_t round;
  bool judged = true;  // or else all new triangles count as bad until somebody judges them

  // Point `me`; new triangles stand in the cavity's places, and from `fresh` on. Which are bad is left in the proposal.
  AMORPH_BODY void operator()(std::size_t i, proposal& p, std::uint32_t me, std::uint32_t fresh) const {
    carry_attributes(i, p, me);
    mesh.points[me] = p.at;
    mesh.point_segment[me] = p.split;
    double region[2] = {0, 0}, area[2] = {0, 0};
    read_sides(i, p, region, area);
    p.bad = 0;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const bool second = p.split != none && j >= p.first_edges;
      write(i, p, me, fresh, j, second ? region[1] : region[0], second ? area[1] : area[0]);
    }
  }

  // Of the new triangles, how many are bad, and each of them. (Beyond the 63rd some may be good.)
  AMORPH_BODY static std::uint32_t bad_ones(const proposal& p) {
    const std::uint32_t count = count_bits(static_cast<std::uint32_t>(p.bad)) +
                                count_bits(static_cast<std::uint32_t>(p.bad >> 32 & 0x7fffffff));
    return (p.bad >> 63) != 0 ? count + p.edges - 63 : count;
  }
  template <class F>
  AMORPH_BODY static void each_bad(const cavity_store& store, std::size_t i, const proposal& p, std::uint32_t fresh,
                                   F f) {
    for (std::uint32_t j = 0; j != p.edges; ++j)
      if ((p.bad >> (j < 63 ? j : 63) & 1) != 0) f(place(store, i, p, fresh, j));
  }

 private:
  AMORPH_BODY static std::uint32_t place(const cavity_store& store, std::size_t i, const proposal& p,
                                         std::uint32_t fresh, std::uint32_t j) {
    return j < p.triangles ? store.at(cavity_store::triangles, i, j) : fresh + (j - p.triangles);
  }
  AMORPH_BODY void write(std::size_t i, proposal& p, std::uint32_t me, std::uint32_t fresh, std::uint32_t j,
                         double region, double area) const {
    const bool first = j == 0, last = j + 1 == p.edges;
    const std::uint32_t t = place(store, i, p, fresh, j), s = store.at(cavity_store::segment, i, j);
    triangle made;
    made.corner[0] = me;
    made.corner[1] = store.at(cavity_store::from, i, j);
    made.corner[2] = last && !p.closed ? p.end : store.at(cavity_store::from, i, last ? 0 : j + 1);
    made.next[0] = store.at(cavity_store::across, i, j);
    made.next[1] = last && !p.closed ? none : side_of(place(store, i, p, fresh, last ? 0 : j + 1), 2);
    made.next[2] = first && !p.closed ? none : side_of(place(store, i, p, fresh, first ? p.edges - 1 : j - 1), 1);
    std::uint32_t segments = s != none ? 1 : 0;
    if (segments != 0) mesh.segment[3 * std::size_t{t}] = s;
    if (p.split != none && (last || j + 1 == p.first_edges)) {
      segments |= 2;
      mesh.segment[3 * std::size_t{t} + 1] = p.split;
    }
    if (p.split != none && (first || j == p.first_edges)) {
      segments |= 4;
      mesh.segment[3 * std::size_t{t} + 2] = p.split;
    }
    made.marks = judged ? judging(made.corner, made.next, segments, area) : segments;
    made.made = round;
    mesh.triangles[t] = made;
    if (made.next[0] != none) mesh.triangles[triangle_of(made.next[0])].next[edge_of(made.next[0])] = side_of(t, 0);
    if (mesh.region != nullptr) mesh.region[t] = region;
    if (mesh.area_bound != nullptr) mesh.area_bound[t] = area;
    if (!judged || mark::wanting(made.marks)) p.bad |= std::uint64_t{1} << (j < 63 ? j : 63);
  }

  // A side's triangles are of one region; where their own bounds of area differ, the least counts.
  AMORPH_BODY void read_sides(std::size_t i, const proposal& p, double* region, double* area) const {
    if (mesh.region == nullptr && mesh.area_bound == nullptr) return;
    for (std::uint32_t j = 0; j != p.triangles; ++j) {
      const std::uint32_t t = store.at(cavity_store::triangles, i, j);
      const unsigned which = p.split != none && j >= p.first_triangles ? 1 : 0;
      if (mesh.region != nullptr) region[which] = mesh.region[t];
      if (mesh.area_bound != nullptr && mesh.area_bound[t] > 0 &&
          (area[which] == 0 || mesh.area_bound[t] < area[which]))
        area[which] = mesh.area_bound[t];
    }
  }

  // Linear in the segment that is split, or in the triangle of the cavity that the point lies in.
  AMORPH_BODY void carry_attributes(std::size_t i, const proposal& p, std::uint32_t me) const {
    const std::size_t n = mesh.attribute_count;
    if (n == 0) return;
    std::uint32_t v[3] = {p.u, p.v, p.u};
    double weight[3] = {0, 0, 0};
    if (p.split != none) {
      const point a = mesh.points[p.u], b = mesh.points[p.v];
      weight[1] = judge::root(square_distance(a, p.at) / square_distance(a, b));
      weight[0] = 1 - weight[1];
    } else {
      for (std::uint32_t j = 0; j != p.triangles; ++j) {
        const triangle t = mesh.triangles[store.at(cavity_store::triangles, i, j)];
        const point a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
        if (orientation(a, b, p.at) < 0 || orientation(b, c, p.at) < 0 || orientation(c, a, p.at) < 0) continue;
        const double whole = double_area(a, b, c);
        weight[1] = double_area(a, p.at, c) / whole;
        weight[2] = double_area(a, b, p.at) / whole;
        weight[0] = 1 - weight[1] - weight[2];
        for (unsigned k = 0; k != 3; ++k) v[k] = t.corner[k];
        break;
      }
    }
    for (std::size_t k = 0; k != n; ++k)
      mesh.attributes[me * n + k] = weight[0] * mesh.attributes[v[0] * n + k] +
                                    weight[1] * mesh.attributes[v[1] * n + k] +
                                    weight[2] * mesh.attributes[v[2] * n + k];
  }
};

}  // namespace amorph::mesh::refining
