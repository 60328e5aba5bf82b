// Segments into a triangulation. A segment that is no edge crosses a strip of triangles; between the ends it has a chain
// of vertices on each side, all of which the segment sees. The strip is emptied and each side triangulated again: a polygon
// that is seen from one of its edges has the property that each of its convex corners is an ear, so one pass with a stack
// does it (Avis and Toussaint, "An optimal algorithm for determining the visibility of a polygon from an edge", 1981);
// Lawson's flips then restore the Delaunay property. All decisions are exact.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "amorph/error.hpp"
#include "steps.hpp"

namespace amorph::mesh {
namespace {

class inserter {
 public:
  inserter(working_mesh& m, std::vector<crossing>& crossings, std::uint64_t most_splits)
      : m_(m), crossings_(crossings), splits_left_(most_splits) {}

  void run(piece first) {
    work_.assign(1, first);
    while (!work_.empty()) {
      const piece next = work_.back();
      work_.pop_back();
      insert(next);
    }
  }

 private:
  // What stands in the way from a to b, as seen from a.
  struct way {
    handle edge = none;           // leads from the vertex on the right to the one on the left: it is crossed
    std::uint32_t vertex = none;  // the segment passes through it or ends there
    handle along = none;          // the edge to it
  };

  void insert(piece s) {
    while (s.a != s.b) {
      const way found = look(s.a, s.b);
      std::uint32_t reached = found.vertex;
      if (reached != none) {
        if (m_.segment_on(found.along) == none) m_.set_segment_both(found.along, s.segment);
      } else {
        reached = cross(s, found.edge);
        if (reached == none) return;  // it was split, and its pieces are on the list
      }
      s.a = reached;
    }
  }

  way look(std::uint32_t a, std::uint32_t b) const {
    way found;
    const std::uint32_t first = m_.some_triangle[a];
    std::uint32_t t = first;
    do {
      std::uint32_t i = 0;
      while (m_.vertex[t].at[i] != a) ++i;
      const std::uint32_t u = m_.vertex[t].at[next3[i]], w = m_.vertex[t].at[previous3[i]];
      if (u != working_mesh::ghost) {
        // The edge from a to u, which is opposite to w. Each edge at a comes up once so.
        const int side_u = u == b ? 0 : m_.turn(a, b, u);
        if (u == b || (side_u == 0 && same_way(a, b, u))) {
          found.vertex = u;
          found.along = edge_of(t, previous3[i]);
          return found;
        }
        if (side_u < 0 && w != working_mesh::ghost && w != b && m_.turn(a, b, w) > 0) found.edge = edge_of(t, i);
      }
      t = triangle_of(m_.neighbour[t].at[next3[i]]);  // across the edge from w to a
    } while (t != first);
    if (found.edge == none) throw error(status::internal, "triangulate: a segment leads nowhere");
    return found;
  }
  // u on the line through a and b: whether it lies on b's side of a.
  [[nodiscard]] bool same_way(std::uint32_t a, std::uint32_t b, std::uint32_t u) const {
    const point &pa = m_.points[a], &pb = m_.points[b], &pu = m_.points[u];
    return pa.x != pb.x ? (pb.x > pa.x) == (pu.x > pa.x) && pu.x != pa.x
                        : (pb.y > pa.y) == (pu.y > pa.y) && pu.y != pa.y;
  }

  // Goes along s as far as the next vertex on its line, or to the first segment that it crosses.
  std::uint32_t cross(const piece& s, handle edge) {
    strip_.assign(1, triangle_of(edge));
    left_.assign(1, s.a);
    right_.assign(1, s.a);
    left_.push_back(m_.to(edge));
    right_.push_back(m_.from(edge));
    boundary_.clear();
    keep(edge_of(triangle_of(edge), next3[corner_of(edge)]));
    keep(edge_of(triangle_of(edge), previous3[corner_of(edge)]));
    for (;;) {
      if (m_.segment_on(edge) != none) {
        split(s, edge);
        return none;
      }
      const handle other = m_.across(edge);
      const std::uint32_t t = triangle_of(other), q = m_.corner(other);
      strip_.push_back(t);
      // As seen from t the edge leads from the left vertex to the right one, then comes q.
      const handle right_q = edge_of(t, next3[corner_of(other)]), q_left = edge_of(t, previous3[corner_of(other)]);
      const int side = q == s.b ? 0 : m_.turn(s.a, s.b, q);
      if (side == 0) {
        keep(right_q);
        keep(q_left);
        left_.push_back(q);
        right_.push_back(q);
        fill(s.a, q, s.segment);
        return q;
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
      // From t's side the edge that is crossed next leads from right to left again.
    }
  }

  // An edge of the strip that stays, or one of the new triangles.
  struct side {
    std::uint32_t low, high;
    bool is_new;
    handle h;  // as seen from outside of the strip; of new triangles, their own
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
    // Each edge has two new triangles, or one and what lies outside. An edge that had the strip on both sides is kept twice.
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
      if (one.low == std::min(a, b) && one.high == std::max(a, b)) on = segment;
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
    m_.legalise(pending_, [](handle) { return false; });
  }

  // s crosses the segment on `edge`: both end where they meet. The other one is taken off the mesh, the point is put in as
  // any other, and the four pieces follow.
  void split(const piece& s, handle edge) {
    if (splits_left_-- == 0)
      throw error(status::bad_input,
                  "segments cross each other at angles too small for their crossings to be computed");
    const piece other{m_.from(edge), m_.to(edge), m_.segment_on(edge)};
    const point a = m_.points[s.a], b = m_.points[s.b], c = m_.points[other.a], d = m_.points[other.b];
    // Along c d, by the distances of c and d from the line through a and b, which are on its two sides. Exactly: of segments
    // that are almost parallel, rounding would leave nothing.
    const double of_c = detail::exact_area(a, b, c).estimate(), of_d = detail::exact_area(a, b, d).estimate();
    const double t = of_c / (of_c - of_d);
    const point meet{c.x + t * (d.x - c.x), c.y + t * (d.y - c.y)};
    m_.set_segment_both(edge, none);
    std::uint32_t p = static_cast<std::uint32_t>(m_.points.size()), hint = triangle_of(edge);
    m_.points.push_back(meet);
    m_.some_triangle.push_back(none);
    if (const std::uint32_t there = m_.insert(p, hint); there != p) {
      m_.points.pop_back();
      m_.some_triangle.pop_back();
      p = there;
    } else {
      crossings_.push_back({other.a, other.b, t});
    }
    work_.push_back({p, s.b, s.segment});
    work_.push_back({s.a, p, s.segment});
    work_.push_back({p, other.b, other.segment});
    work_.push_back({other.a, p, other.segment});
  }

  working_mesh& m_;
  std::vector<crossing>& crossings_;
  std::uint64_t splits_left_;
  std::vector<piece> work_;
  std::vector<std::uint32_t> strip_, left_, right_, stack_;
  std::vector<side> boundary_;
  std::vector<handle> pending_;
};

}  // namespace

void insert_segments(working_mesh& m, const std::vector<piece>& segments, std::vector<crossing>& crossings,
                     const std::function<void(std::size_t)>& done) {
  // Far more than all segments have with each other: only rounding without an end gets there.
  const std::uint64_t n = segments.size();
  inserter into(m, crossings, 1000 + 16 * n * n);
  for (std::size_t i = 0; i != segments.size(); ++i) {
    done(i);
    into.run(segments[i]);
  }
}

}  // namespace amorph::mesh
