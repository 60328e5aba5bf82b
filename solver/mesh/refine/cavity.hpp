// The cavity of a point: the triangles whose circumcircles it lies in, as far as one gets from the first without crossing a
// segment. Its boundary is found in counter-clockwise order: triangles of a cavity make a tree (no point lies inside of it),
// and a walk along that tree's outside passes the boundary edges in order.
#pragma once

#include <cstdint>

#include "solver/mesh/refine/quality.hpp"

namespace amorph::mesh::refining {

// What becomes of a task in a round.
enum class fate : std::uint32_t {
  lost,  // stays in the work list
  won,
  overflow,  // the cavity does not fit
  // Nothing to be done about it: it leaves the list.
  no_room,  // between the points that there are
  kept,     // a segment is in the way that must not be split
};
AMORPH_HD constexpr bool given_up(fate f) { return f == fate::no_room || f == fate::kept; }
AMORPH_HD constexpr std::uint32_t reason(fate f) { return f == fate::kept ? mark::kept_segment : mark::at_precision; }

// A point to be inserted, and the extent of its cavity; the lists are in the store.
struct proposal {
  point at;
  std::uint32_t triangles, edges;              // of the cavity and its boundary
  std::uint32_t first_triangles, first_edges;  // those on the first side of the segment that is split
  std::uint32_t split;                         // its index, or none
  std::uint32_t end;                           // the segment's end where the boundary stops, when it has one side
  std::uint32_t u, v;                          // the segment's ends
  fate what;
  bool closed;          // the boundary is a ring
  std::uint32_t found;  // in which round (strategies of chance)
  std::uint64_t bad;    // bit i: the i-th new triangle is bad; bit 63: some from there on
};

// Scratch of many cavities at once, each a column of `height` words a list. On the device words of one height lie side by
// side, as threads that walk together write them; on the host a column's rows do, for most cavities are small.
struct cavity_store {
  std::uint32_t* words;
  std::size_t columns;
  std::uint32_t height;
  bool by_row;
  enum list : std::uint32_t { triangles, across, from, segment, lists };

  struct column_view {
    std::uint32_t* first;
    std::size_t step;
    std::uint32_t height;
    AMORPH_BODY std::uint32_t& at(list which, std::uint32_t row) const {
#if AMORPH_DEVICE_COMPILER
      return first[(std::size_t{which} * height + row) * step];
#else
      return first[row * std::size_t{lists} + which];
#endif
    }
  };
  AMORPH_BODY column_view column(std::size_t i) const {
    return by_row ? column_view{words + i, columns, height} : column_view{words + i * lists * height, 1, height};
  }
};

class cavity_walk {
 public:
  AMORPH_BODY cavity_walk(const mesh_view& mesh, const judge& judging, const cavity_store::column_view& column)
      : mesh_(mesh), judge_(judging), column_(column) {}

  enum class end : std::uint8_t { complete, overflow, blocked, folded };
  std::uint32_t triangles = 0, edges = 0;
  handle obstacle = none;  // the segment that the point lies too near to, after `blocked`

  AMORPH_BODY bool add(std::uint32_t t) {
    if (triangles == column_.height) return false;
    column_.at(cavity_store::triangles, triangles++) = t;
    return true;
  }
  AMORPH_BODY bool push(handle s) {
    if (edges + waiting_ == column_.height) return false;
    column_.at(cavity_store::across, column_.height - ++waiting_) = s;
    return true;
  }

  // From the sides pushed, the last first. `guard`: points that encroach upon a segment are refused (one that splits a segment
  // is not).
  AMORPH_BODY end walk(point p, bool guard) {
    while (waiting_ != 0) {
      const handle s = column_.at(cavity_store::across, column_.height - waiting_--);
      std::uint32_t t = triangle_of(s), i = corner_of(s);
      // The edge at hand leads from a to b, its triangle's corner i being on the left. Both are seen from p, as all that is asked of
      // them is.
      seen_point a = seen_point::of(mesh_.points[mesh_.triangles[t].corner[after(i)]], p),
                 b = seen_point::of(mesh_.points[mesh_.triangles[t].corner[after(after(i))]], p);
      for (;;) {
        const triangle& here = mesh_.triangles[t];
        const handle across = here.next[i];
        const bool segment = (here.marks >> i & 1) != 0;
        if (!segment) {
          const triangle& there = mesh_.triangles[triangle_of(across)];
          const std::uint32_t j = corner_of(across);
          const seen_point c = seen_point::of(mesh_.points[there.corner[j]], p);
          int inside = filter_in_circle(c, b, a);
          if (inside == 0)
            inside = detail::exact_in_circle(mesh_.corner(there, j), mesh_.corner(there, after(j)),
                                             mesh_.corner(there, after(after(j))), p);
          if (inside > 0) {
            t = triangle_of(across);
            if (!add(t) || !push(edge_of(t, after(after(j))))) return end::overflow;
            i = after(j);
            b = c;
            continue;
          }
        }
        int side = filter_orientation(a, b);
        if (side == 0)
          side = detail::exact_orientation(mesh_.corner(here, after(i)), mesh_.corner(here, after(after(i))), p);
        if (segment && guard &&
            (side <= 0 || too_near(p, mesh_.corner(here, after(i)), mesh_.corner(here, after(after(i))), across))) {
          obstacle = edge_of(t, i);
          return end::blocked;
        }
        if (side <= 0) return end::folded;
        if (edges + waiting_ == column_.height) return end::overflow;
        column_.at(cavity_store::across, edges) = across;
        column_.at(cavity_store::from, edges) = here.corner[after(i)];
        column_.at(cavity_store::segment, edges) = segment ? mesh_.segment[3 * std::size_t{t} + i] : none;
        ++edges;
        break;
      }
    }
    return end::complete;
  }

 private:
  // In the diametral circle; for a segment that cannot be split, where the angle exceeds 120 degrees.
  AMORPH_BODY bool too_near(point p, point a, point b, handle across) const {
    if (!judge_.bound.watch_segments || !encroaches(p, a, b)) return false;
    if (judge_.may_split(across) && !judge_.at_the_end(square_distance(a, b))) return true;
    const double d = dot(a, b, p);
    return d * d > 0.25 * square_distance(a, p) * square_distance(b, p);
  }

  const mesh_view& mesh_;
  const judge& judge_;
  const cavity_store::column_view column_;
  std::uint32_t waiting_ = 0;
};

}  // namespace amorph::mesh::refining
