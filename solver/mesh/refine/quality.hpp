// Which triangles are bad, which segments are encroached, and the positions of new points.
//
// A triangle is bad if it has an angle below the bound or an area above its bound. Ruppert, "A Delaunay Refinement
// Algorithm for Quality 2-Dimensional Mesh Generation" (J. Algorithms 18, 1995): a segment is encroached if a vertex
// lies inside its diametral circle, which is decided exactly; or, if the mesh need not be conforming Delaunay, inside
// its diametral lens (Shewchuk, "Delaunay Refinement Algorithms for Triangular Mesh Generation", Computational Geometry
// 22, 2002). The new point of a bad triangle: Üngör, "Off-centers" (LATIN 2004). Small input angles: segments that meet
// in one are split on concentric shells (Ruppert), and a triangle whose shortest edge connects them is left as it is
// (Miller, Pav, Walkington, "When and Why Ruppert's Algorithm Works", IMR 2003). How this differs: shells are the
// roundest binary distances instead of powers of two (see split).
#pragma once

#include <cstdint>
#include <cstring>

#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/view.hpp"

namespace amorph::mesh::refining {

// Which subsegments are split on shells around small angles: those next to segments and those that end there (all); or
// only the former (near). A segment with small angles at both ends is first split in the middle; with left and right,
// which otherwise are as all, on a shell of that end.
enum class shells : std::uint8_t { all, near, left, right };

struct quality_bounds {
  double square_cosine;  // of the minimum angle; 2: no bound
  double off_centre;     // distance from the shortest edge, in edge lengths; 0: circumcentres
  double area_scale;     // area here per area of the input: the square of the coordinates' scale
  double double_area;    // twice the maximum area; 0: no bound
  double longest_edge;   // squared: of the domain's extent, for urgency
  // Squared: the machine precision limit. Points keep this distance from shorter edges; triangles and segments whose
  // edges are at most four times as long are left.
  double min_edge;
  const std::uint32_t* segment_ends;
  const std::uint8_t* sharp;   // per input vertex: whether segments meet there at a small angle; null: at none
  std::uint32_t sharp_points;  // input vertices
  bool split_boundary, split_inside;
  bool watch_segments;       // split encroached segments
  double lens;               // the squared cosine of the angle from which a vertex encroaches; 0: the diametral circle
  std::uint32_t equal_bits;  // low bits of urgency that do not count
  shells around;             // see split
};

AMORPH_HD inline double square_distance(point a, point b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}
// (a - p) . (b - p)
AMORPH_HD inline double dot(point a, point b, point p) { return (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y); }
AMORPH_HD inline double double_area(point a, point b, point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
AMORPH_HD inline bool is_between(point p, point u, point v) { return in_diametral_circle(u, v, p) > 0; }

// The index of the shortest edge; the first one on ties.
AMORPH_HD inline std::uint32_t shortest_edge(const double* square) {
  const std::uint32_t i = square[1] < square[0] ? 1 : 0;
  return square[2] < square[i] ? 2 : i;
}

// Shorter edges are more urgent: 0 for `square_longest`, increasing by 1 for each sixteenth of an octave of the squared
// length, up to 4094.
AMORPH_HD inline std::uint32_t urgency(double square_length, double square_longest) {
  std::uint64_t bits, largest;
  std::memcpy(&bits, &square_length, sizeof bits);
  std::memcpy(&largest, &square_longest, sizeof largest);
  const std::uint64_t steps = (largest >> 48) - (bits >> 48);
  return bits > largest ? 0 : static_cast<std::uint32_t>(steps < 4094 ? steps : 4094);
}

struct refinement_rules {
  mesh_view mesh;
  quality_bounds bound;

  // The marks of a triangle with these corners and segments; `area` is its own bound, 0: none.
  AMORPH_BODY std::uint32_t marks_of(const std::uint32_t* corner, const handle* next, std::uint32_t segments,
                                     double area) const {
    const point p[3] = {mesh.points[corner[0]], mesh.points[corner[1]], mesh.points[corner[2]]};
    return marks_of(p, corner, next, segments, area);
  }
  AMORPH_BODY std::uint32_t marks_of(const point* p, const std::uint32_t* corner, const handle* next,
                                     std::uint32_t segments, double area) const {
    const double square[3] = {square_distance(p[1], p[2]), square_distance(p[2], p[0]), square_distance(p[0], p[1])};
    const std::uint32_t i = shortest_edge(square), j = after(i), k = after(j);
    const bool tiny = square[i] < bound.min_edge;
    if (tiny && at_precision_limit(square[j]) && at_precision_limit(square[k]))
      return mark::left(segments, mark::at_precision);
    const double twice = double_area(p[0], p[1], p[2]);
    // Triangles whose third corner is that near to a segment are left, too.
    if (segments != 0)
      for (std::uint32_t e = 0; e != 3; ++e)
        if ((segments >> e & 1) != 0 && twice * twice < bound.min_edge * square[e])
          return mark::left(segments, mark::at_precision);
    std::uint32_t marks = segments;
    if (bound.watch_segments && segments != 0)
      for (std::uint32_t e = 0; e != 3; ++e)
        if ((segments >> e & 1) != 0 && may_split(next[e]) && !at_precision_limit(square[e]) &&
            encroaches(p[e], p[after(e)], p[after(after(e))])) {
          marks |= mark::encroached | e << 5;
          break;
        }
    const double cosine = dot(p[j], p[k], p[i]);
    if (cosine * cosine > bound.square_cosine * square[j] * square[k] && !between_segments(p, corner, j, k, square[i]))
      marks |= mark::bad;
    if ((bound.double_area > 0 && twice > bound.double_area) || (area > 0 && twice > 2 * area * bound.area_scale))
      marks |= mark::bad;
    if (!mark::wanting(marks)) return marks;
    const std::uint32_t urgent = urgency(square[i], bound.longest_edge) >> bound.equal_bits << bound.equal_bits;
    return marks | ((marks & mark::encroached) != 0 ? 4095 : urgent) << mark::urgency_shift;
  }

  // Whether p encroaches upon the segment from u to v: it sees it at an angle above that of the lens.
  AMORPH_BODY bool encroaches(point p, point u, point v) const {
    if (!is_between(p, u, v)) return false;
    const double d = dot(u, v, p);
    return d * d >= bound.lens * square_distance(u, p) * square_distance(v, p);
  }
  // Edges up to four times the minimum are not split; lengths are squared.
  AMORPH_BODY bool at_precision_limit(double square) const { return square <= 16 * bound.min_edge; }
  AMORPH_BODY bool may_split(handle across) const { return across == none ? bound.split_boundary : bound.split_inside; }

  // Whether the shortest edge, from corner j to corner k, crosses a small input angle: its ends lie on two segments
  // that meet at less than 60 degrees, at equal distances from the apex up to a quarter of the edge's length. (At
  // larger angles the ends are split until they are on one shell, where the edge is no shorter than its distance from
  // the apex.)
  AMORPH_BODY bool between_segments(const point* p, const std::uint32_t* corner, std::uint32_t j, std::uint32_t k,
                                    double square_edge) const {
    if (bound.sharp == nullptr) return false;
    const std::uint32_t s = mesh.point_segment[corner[j]], t = mesh.point_segment[corner[k]];
    if (s == none || t == none || s == t) return false;
    const std::uint32_t *a = bound.segment_ends + 2 * std::size_t{s}, *b = bound.segment_ends + 2 * std::size_t{t};
    for (unsigned e = 0; e != 4; ++e) {
      if (a[e & 1] != b[e >> 1]) continue;
      const point o = mesh.points[a[e & 1]], x = mesh.points[a[1 - (e & 1)]], y = mesh.points[b[1 - (e >> 1)]];
      const double across = dot(x, y, o);
      if (!(across > 0) || !(4 * across * across > square_distance(x, o) * square_distance(y, o))) continue;
      const double difference = root(square_distance(p[j], o)) - root(square_distance(p[k], o));
      if (16 * difference * difference <= square_edge) return true;
    }
    return false;
  }

  // A bad triangle's new point: its circumcentre, or its off-centre: the point towards the circumcentre that makes a
  // triangle with the shortest edge that just meets the bound. Also such a point if the edge is at the precision limit,
  // or if the circumcentre is too far away to be represented.
  AMORPH_BODY point centre(const triangle& t) const {
    const point p[3] = {mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
    const double square[3] = {square_distance(p[1], p[2]), square_distance(p[2], p[0]), square_distance(p[0], p[1])};
    const std::uint32_t i = shortest_edge(square), j = after(i), k = after(j);
    const point o = p[j];  // coordinates from here: the edge leads to d, a is the third corner
    const point d = {p[k].x - o.x, p[k].y - o.y}, a = {p[i].x - o.x, p[i].y - o.y};
    const double scale = 0.5 / (d.x * a.y - a.x * d.y);
    point c = {(a.y * square[i] - d.y * square[k]) * scale, (d.x * square[k] - a.x * square[i]) * scale};
    double height = bound.off_centre;
    if (square[i] < bound.min_edge)
      height = 2 * root(bound.min_edge / square[i]);
    else if (height == 0 && !(fits(o.x + c.x) && fits(o.y + c.y)))
      height = 1;
    if (height > 0) {
      const point off = {0.5 * d.x - height * d.y, 0.5 * d.y + height * d.x};
      if (!(c.x * c.x + c.y * c.y <= off.x * off.x + off.y * off.y) || !(scale > 0)) c = off;
    }
    return {o.x + c.x, o.y + c.y};
  }

  // The split point of the subsegment from vertex u to vertex v of input segment s: its middle, unless the segment ends
  // at a small angle and the subsegment lies there, or the vertex opposite to it lies on a segment (`near`). Then the
  // distance from that apex is the roundest binary number in the middle third of the subsegment, so that the segments
  // that meet there are split on the same nested shells, and do not keep encroaching upon each other. If both ends are
  // at small angles, each half of the segment is split around its own end.
  AMORPH_BODY point split(std::uint32_t u, std::uint32_t v, std::uint32_t s, bool near) const {
    const point a = mesh.points[u], b = mesh.points[v];
    double part = 0.5;
    if (const std::uint32_t apex = apex_of(u, v, s);
        apex != none && (near || (bound.around != shells::near && (apex == u || apex == v)))) {
      const double from = root(square_distance(a, mesh.points[apex])), to = root(square_distance(b, mesh.points[apex]));
      const double low = from < to ? from : to, third = ((from < to ? to : from) - low) / 3;
      if (third > 0) part = (roundest(low + third, low + 2 * third) - low) / (3 * third);
      if (to < from) part = 1 - part;
    }
    return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
  }
  // The end of input segment s around which the subsegment from u to v has its shells, or none.
  AMORPH_BODY std::uint32_t apex_of(std::uint32_t u, std::uint32_t v, std::uint32_t s) const {
    if (bound.sharp == nullptr || s == none) return none;
    const std::uint32_t one = bound.segment_ends[2 * std::size_t{s}],
                        other = bound.segment_ends[2 * std::size_t{s} + 1];
    if (!sharp(one) || !sharp(other)) return sharp(one) ? one : sharp(other) ? other : none;
    const point a = mesh.points[u], b = mesh.points[v], middle = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
    if ((u == one && v == other) || (u == other && v == one)) {
      const bool u_is_left = a.x < b.x || (a.x == b.x && a.y < b.y);
      return bound.around == shells::left    ? (u_is_left ? u : v)
             : bound.around == shells::right ? (u_is_left ? v : u)
                                             : none;
    }
    return square_distance(middle, mesh.points[one]) < square_distance(middle, mesh.points[other]) ? one : other;
  }
  // The number from low to high that has the fewest binary digits; 0 < low < high < 4 low.
  AMORPH_BODY static double roundest(double low, double high) {
    // Positive doubles are ordered as their bits are; the first bit that differs determines the roundest number
    // between.
    std::uint64_t from, to;
    std::memcpy(&from, &low, sizeof from);
    std::memcpy(&to, &high, sizeof to);
    std::uint64_t below = from ^ to;
    for (unsigned k = 1; k != 64; k *= 2) below |= below >> k;
    below >>= 1;
    const std::uint64_t round = (from & below) == 0 ? from : to & ~below;
    double x;
    std::memcpy(&x, &round, sizeof x);
    return x;
  }
  AMORPH_BODY bool sharp(std::uint32_t v) const {
    return bound.sharp != nullptr && v < bound.sharp_points && bound.sharp[v] != 0;
  }
  // Correctly rounded on both backends, as IEEE 754 requires.
  AMORPH_BODY static double root(double x) {
#if defined(__CUDA_ARCH__)
    return __dsqrt_rn(x);
#else
    return __builtin_sqrt(x);
#endif
  }
};

}  // namespace amorph::mesh::refining
