// The cavity of a point (Bowyer 1981, Watson 1981): the triangles whose circumcircles contain it, connected to the
// first of them without crossing a segment. How this differs: the triangles of a cavity form a tree (no vertex lies
// inside it), and a walk around that tree finds the boundary edges in counter-clockwise order; the paper ("Morph
// Algorithms on GPUs") grows cavities breadth first and finds the boundary afterwards.
#pragma once

#include <cstdint>

#include "solver/mesh/refine/quality.hpp"

namespace amorph::mesh::refining {

// The result of a task in a round.
enum class fate : std::uint32_t {
  lost,  // stays in the worklist
  won,
  overflow,  // the cavity does not fit its column
  // The triangle cannot be refined and leaves the worklist:
  at_precision,  // the machine precision limit leaves no position for a point
  kept,          // the point encroaches upon a segment that must not be split
};
AMORPH_HD constexpr bool unrefinable(fate f) { return f == fate::at_precision || f == fate::kept; }
AMORPH_HD constexpr std::uint32_t reason(fate f) { return f == fate::kept ? mark::kept_segment : mark::at_precision; }

// A point to be inserted, and the extent of its cavity; the lists are in the store.
struct proposal {
  point at;
  std::uint32_t triangles, edges;              // of the cavity and its boundary
  std::uint32_t first_triangles, first_edges;  // those on the first side of a segment that is split
  std::uint32_t split;                         // the segment's index, or none
  std::uint32_t end;                           // if it has one side: the segment's end where the boundary stops
  std::uint32_t u, v;                          // the segment's ends
  fate result;
  bool closed;          // the boundary is a ring
  std::uint32_t found;  // in which round (racing strategies)
  std::uint64_t bad;    // bit i: the i-th new triangle is bad; bit 63: some from there on
};

// Scratch of many cavities, each a column of `height` words per list. On the device equal rows of all columns are
// adjacent, since threads of a warp write them together; on the host the rows of a column are, since most cavities are
// small.
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
  AMORPH_BODY cavity_walk(const mesh_view& mesh, const refinement_rules& rules, const cavity_store::column_view& column)
      : mesh_(mesh), rules_(rules), column_(column) {}

  enum class end : std::uint8_t { complete, overflow, blocked, folded };
  std::uint32_t triangles = 0, edges = 0;
  handle obstacle = none;  // after `blocked`: the segment that the point encroaches upon

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

  // Starts from the pushed edges, the last one first. `guard`: ends with `blocked` if the point encroaches upon a
  // segment; false for points that split one.
  AMORPH_BODY end walk(point p, bool guard) {
    while (waiting_ != 0) {
      const handle s = column_.at(cavity_store::across, column_.height - waiting_--);
      std::uint32_t t = triangle_of(s), i = corner_of(s);
      // The current edge leads from a to b, with its triangle's corner i on the left. Both are relative to p, as all
      // predicates here are.
      relative_point a = relative_point::of(mesh_.points[mesh_.triangles[t].corner[after(i)]], p),
                     b = relative_point::of(mesh_.points[mesh_.triangles[t].corner[after(after(i))]], p);
      for (;;) {
        const triangle& here = mesh_.triangles[t];
        const handle across = here.next[i];
        const bool segment = (here.marks >> i & 1) != 0;
        if (!segment) {
          const triangle& opposite = mesh_.triangles[triangle_of(across)];
          const std::uint32_t j = corner_of(across);
          const relative_point c = relative_point::of(mesh_.points[opposite.corner[j]], p);
          int inside = filter_in_circle(c, b, a);
          if (inside == 0)
            inside = detail::exact_in_circle(mesh_.corner(opposite, j), mesh_.corner(opposite, after(j)),
                                             mesh_.corner(opposite, after(after(j))), p);
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
  // For a segment that cannot be split: in the lens of angles above 120 degrees.
  AMORPH_BODY bool too_near(point p, point a, point b, handle across) const {
    if (!rules_.bound.watch_segments || !rules_.encroaches(p, a, b)) return false;
    if (rules_.may_split(across) && !rules_.at_precision_limit(square_distance(a, b))) return true;
    const double d = dot(a, b, p);
    return d * d > 0.25 * square_distance(a, p) * square_distance(b, p);
  }

  const mesh_view& mesh_;
  const refinement_rules& rules_;
  const cavity_store::column_view column_;
  std::uint32_t waiting_ = 0;
};

}  // namespace amorph::mesh::refining
