// Inserts segments into a triangulation. A segment that is not an edge crosses a strip of triangles; between its ends
// it has a chain of vertices on each side, all visible from the segment. The strip is emptied and both sides are
// retriangulated: in a polygon that is visible from one of its edges every convex corner is an ear, so one pass with a
// stack suffices (Avis and Toussaint, "An optimal algorithm for determining the visibility of a polygon from an edge",
// 1981); Lawson's flips then restore the Delaunay property. All decisions are exact. How this differs from Anglada's
// algorithm (1997): he picks each triangle of a side by an empty circle.
//
// Segments are first cut at the input vertices that they pass through, so that overlapping segments share pieces;
// pieces are then inserted from left to right. A crossing is computed from the input's pieces, not from those that
// rounding at earlier crossings has moved. So the resulting vertices do not depend on the order of segments.
#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_set>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/triangulate/crossing_point.hpp"
#include "solver/mesh/triangulate/obstacle.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

// The first vertex on the segment from a to b, in a mesh without segments.
std::uint32_t next_vertex(const working_mesh& m, std::uint32_t a, std::uint32_t b) {
  const obstacle found = first_obstacle(m, a, b);
  if (found.vertex != none) return found.vertex;
  segment_walk walk(m, a, b, found.edge);
  std::uint32_t reached = walk.step();
  while (!walk.is_on_segment()) reached = walk.step();
  return reached;
}

// During insertion, the segment of an edge is the number of its piece.
class inserter {
 public:
  inserter(working_mesh& m, const std::vector<piece>& all, std::vector<crossing>& crossings, bool may_cross)
      : m_(m), all_(all), crossings_(crossings), may_cross_(may_cross) {}

  // False if it crosses another piece and may not, or if rounding causes crossings without end.
  [[nodiscard]] bool run(std::uint32_t number) {
    work_.assign(1, {all_[number].a, all_[number].b, number});
    while (!work_.empty()) {
      const piece next = work_.back();
      work_.pop_back();
      if (!insert(next)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool insert(piece s) {
    while (s.a != s.b) {
      const obstacle found = first_obstacle(m_, s.a, s.b);
      std::uint32_t reached = found.vertex;
      if (reached != none) {
        m_.set_segment_both(found.along, first_of(m_.segment_on(found.along), s.segment));
      } else {
        const handle blocked = cross(s, found.edge, reached);
        if (blocked != none) return may_cross_ && split(s, blocked);  // its parts are in work_
      }
      s.a = reached;
    }
    return true;
  }

  // Follows s to the next vertex on its line, or to the first segment that it crosses, whose edge it returns.
  handle cross(const piece& s, handle edge, std::uint32_t& reached) {
    strip_.assign(1, triangle_of(edge));
    left_.assign(1, s.a);
    right_.assign(1, s.a);
    left_.push_back(m_.to(edge));
    right_.push_back(m_.from(edge));
    boundary_.clear();
    keep(edge_of(triangle_of(edge), next3[corner_of(edge)]));
    keep(edge_of(triangle_of(edge), previous3[corner_of(edge)]));
    for (;;) {
      if (m_.segment_on(edge) != none) return edge;
      const handle other = m_.across(edge);
      const std::uint32_t t = triangle_of(other), q = m_.corner(other);
      strip_.push_back(t);
      // In t the edge leads from the left vertex to the right one, and q is opposite.
      const handle right_q = edge_of(t, next3[corner_of(other)]), q_left = edge_of(t, previous3[corner_of(other)]);
      const int side = q == s.b ? 0 : m_.turn(s.a, s.b, q);
      if (side == 0) {
        keep(right_q);
        keep(q_left);
        left_.push_back(q);
        right_.push_back(q);
        fill(s.a, q, s.segment);
        reached = q;
        return none;
      }
      if (side > 0) {
        keep(q_left);
        left_.push_back(q);
        edge = right_q;
      } else {
        keep(right_q);
        right_.push_back(q);
        edge = q_left;
      }
      // In t the next crossed edge leads from right to left again.
    }
  }

  // An edge on the strip's boundary, or an edge of a new triangle.
  struct side {
    std::uint32_t low, high;
    bool is_new;
    handle h;  // outside the strip; for new triangles, their own
    std::uint32_t segment;
  };
  void add_side(std::uint32_t a, std::uint32_t b, bool is_new, handle h, std::uint32_t segment) {
    boundary_.push_back({std::min(a, b), std::max(a, b), is_new, h, segment});
  }
  void keep(handle h) { add_side(m_.from(h), m_.to(h), false, m_.across(h), m_.segment_on(h)); }

  void fill(std::uint32_t a, std::uint32_t b, std::uint32_t segment) {
    std::size_t used = 0;
    auto triangle = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      const std::uint32_t t = strip_[used++];
      m_.vertex[t] = {{x, y, z}};
      m_.segment[t] = {{none, none, none}};
      for (const std::uint32_t v : m_.vertex[t].at) m_.some_triangle[v] = t;
      add_side(y, z, true, edge_of(t, 0), none);
      add_side(z, x, true, edge_of(t, 1), none);
      add_side(x, y, true, edge_of(t, 2), none);
    };
    for (const bool on_left : {true, false}) {
      stack_.clear();
      for (const std::uint32_t v : on_left ? left_ : right_) {
        while (stack_.size() >= 2) {
          const std::uint32_t x = stack_[stack_.size() - 2], y = stack_.back();
          const int turn = m_.turn(x, y, v);
          if (on_left ? turn >= 0 : turn <= 0) break;
          on_left ? triangle(v, y, x) : triangle(x, y, v);
          stack_.pop_back();
        }
        stack_.push_back(v);
      }
    }
    if (used != strip_.size()) throw error(status::internal, "triangulate: a strip was not filled");
    // Each edge has two new triangles, or one and the outside. An edge with the strip on both sides was kept twice.
    std::sort(boundary_.begin(), boundary_.end(), [](const side& x, const side& y) {
      return std::tie(x.low, x.high, x.is_new, x.h) < std::tie(y.low, y.high, y.is_new, y.h);
    });
    pending_.clear();
    for (std::size_t i = 0; i != boundary_.size();) {
      std::size_t end = i, kept = 0;
      while (end != boundary_.size() && boundary_[end].low == boundary_[i].low &&
             boundary_[end].high == boundary_[i].high) {
        kept += !boundary_[end].is_new;
        ++end;
      }
      const side &one = boundary_[end - 2], &two = boundary_[end - 1];
      std::uint32_t on = kept != 0 ? boundary_[i].segment : none;
      if (one.low == std::min(a, b) && one.high == std::max(a, b)) on = first_of(on, segment);
      if (kept == 1) {
        m_.link(boundary_[i].h, two.h);
        m_.set_segment(two.h, on);
      } else {
        m_.link(one.h, two.h);
        m_.set_segment(one.h, on);
        m_.set_segment(two.h, on);
      }
      pending_.push_back(two.h);
      i = end;
    }
    m_.legalise(pending_);
  }

  // s crosses the segment on `edge`. The other segment is removed from the mesh, the crossing is inserted like any
  // vertex, and the four parts follow. False if parts that rounding has moved cross too often.
  [[nodiscard]] bool split(const piece& s, handle edge) {
    const piece other{m_.from(edge), m_.to(edge), m_.segment_on(edge)};
    piece of_one = s, of_two = other;
    if (!first_crossing(of_one, of_two) && ++moved_ > 1000 + 100 * (all_.size() + crossed_.size())) return false;
    const point a = m_.points[of_one.a], b = m_.points[of_one.b], c = m_.points[of_two.a], d = m_.points[of_two.b];
    m_.set_segment_both(edge, none);
    std::uint32_t p = static_cast<std::uint32_t>(m_.points.size()), hint = triangle_of(edge);
    m_.points.push_back(crossing_point(a, b, c, d));
    m_.some_triangle.push_back(none);
    if (const std::uint32_t known = m_.insert(p, hint); known != p) {
      m_.points.pop_back();
      m_.some_triangle.pop_back();
      p = known;
    } else {
      crossings_.push_back({of_two.a, of_two.b, crossing_parameter(a, b, c, d)});
    }
    work_.push_back({p, s.b, s.segment});
    work_.push_back({s.a, p, s.segment});
    work_.push_back({p, other.b, other.segment});
    work_.push_back({other.a, p, other.segment});
    return true;
  }

  // Replaces two crossing parts by the input's pieces. False, and nothing is replaced, if these do not cross or have
  // crossed before: then rounding has moved the parts.
  bool first_crossing(piece& s, piece& other) {
    const std::uint32_t low = std::min(s.segment, other.segment), high = std::max(s.segment, other.segment);
    const piece &one = all_[low], &two = all_[high];
    const bool cross = m_.turn(one.a, one.b, two.a) * m_.turn(one.a, one.b, two.b) < 0 &&
                       m_.turn(two.a, two.b, one.a) * m_.turn(two.a, two.b, one.b) < 0;
    if (!cross || !crossed_.insert(std::uint64_t{low} << 32 | high).second) return false;
    s = one;
    other = two;
    return true;
  }

  // If rounding moved several pieces onto one edge, the edge keeps the leftmost. Later crossings are computed from it,
  // so the choice must not depend on the order of segments.
  [[nodiscard]] static std::uint32_t first_of(std::uint32_t one, std::uint32_t two) {
    static_assert(none == std::numeric_limits<std::uint32_t>::max());
    return std::min(one, two);
  }

  working_mesh& m_;
  const std::vector<piece>& all_;
  std::vector<crossing>& crossings_;
  bool may_cross_;
  std::uint64_t moved_ = 0;                    // crossings of parts that rounding has moved
  std::unordered_set<std::uint64_t> crossed_;  // pairs of pieces
  std::vector<piece> work_;
  std::vector<std::uint32_t> strip_, left_, right_, stack_;
  std::vector<side> boundary_;
  std::vector<handle> pending_;
};

}  // namespace

std::vector<piece> cut_at_points(const working_mesh& m, const std::vector<piece>& segments) {
  auto before = [&](std::uint32_t v, std::uint32_t w) {
    const point &p = m.points[v], &q = m.points[w];
    return p.x < q.x || (p.x == q.x && p.y < q.y);
  };
  std::vector<piece> pieces;
  for (const piece& s : segments)
    for (std::uint32_t a = s.a; a != s.b;) {
      const std::uint32_t b = next_vertex(m, a, s.b);
      pieces.push_back(before(a, b) ? piece{a, b, s.segment} : piece{b, a, s.segment});
      a = b;
    }
  std::sort(pieces.begin(), pieces.end(), [&](const piece& x, const piece& y) {
    if (x.a != y.a) return before(x.a, y.a);
    return x.b != y.b ? before(x.b, y.b) : x.segment < y.segment;
  });
  return pieces;
}

void insert_segments(working_mesh& m, const std::vector<piece>& segments, std::vector<crossing>& crossings,
                     const progress_callback& report) {
  std::vector<piece> pieces = cut_at_points(m, segments);
  // Of equal pieces, keep that of the first segment.
  pieces.erase(std::unique(pieces.begin(), pieces.end(),
                           [](const piece& x, const piece& y) { return x.a == y.a && x.b == y.b; }),
               pieces.end());
  const std::size_t n = pieces.size();
  inserter into(m, pieces, crossings, true);
  for (std::uint32_t i = 0; i != n; ++i) {
    if (i % 4096 == 0) report(i, n);
    if (!into.run(i))
      throw error(status::bad_input,
                  "segments cross each other at angles too small for their crossings to be computed");
  }
  for (corners3& on : m.segment)
    for (std::uint32_t& number : on.at)
      if (number != none) number = pieces[number].segment;
}

std::optional<std::uint32_t> insert_disjoint_pieces(working_mesh& m, const std::vector<piece>& pieces) {
  std::vector<crossing> crossings;
  inserter into(m, pieces, crossings, false);
  for (std::uint32_t i = 0; i != pieces.size(); ++i)
    if (!into.run(i)) return i;
  return std::nullopt;
}

}  // namespace amorph::mesh
