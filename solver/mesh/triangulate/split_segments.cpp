// Segments recovered by splitting (Triangle's -s; Shewchuk's thesis calls it "stitching"): pieces of segments that are
// not locally Delaunay are split until there are none. Then the constrained Delaunay triangulation of the pieces is the
// Delaunay triangulation of the vertices. The shortest piece is split first: of parallel pieces in a fan, the others
// are often Delaunay afterwards. Pieces of a segment that ends at a small angle are split at the roundest distances
// from it, as in refinement: on shells that segments share (Ruppert), so that this ends. Vertices nearer to a piece
// than the precision limit of refinement do not split it: segments that nearly coincide would split each other without
// end.
#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/quality.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

double length_of(point a, point b) { return std::hypot(b.x - a.x, b.y - a.y); }
// Below the range of coordinates: 0.
double or_zero(double x) { return std::fabs(x) < min_magnitude ? 0 : x; }
point between(point a, point b, double part) {
  return {or_zero(a.x + part * (b.x - a.x)), or_zero(a.y + part * (b.y - a.y))};
}

// The position of a split from a to b: the roundest distance from the apex in the middle third.
double part_on_shell(point a, point b, point apex) {
  const double from = length_of(apex, a), to = length_of(apex, b), low = std::min(from, to);
  const double third = (std::max(from, to) - low) / 3;
  if (!(third > 0)) return 0.5;
  const double part = (refining::refinement_rules::roundest(low + third, low + 2 * third) - low) / (3 * third);
  return to < from ? 1 - part : part;
}

class splitter {
 public:
  splitter(working_mesh& m, std::vector<crossing>& added) : m_(m), added_(added) {
    for (const point& p : m.points) limit_ = std::max({limit_, 0x1p-46 * std::fabs(p.x), 0x1p-46 * std::fabs(p.y)});
    std::vector<std::uint32_t> ends;
    each_segment([&](handle h) { ends.insert(ends.end(), {m_.from(h), m_.to(h)}); });
    is_sharp_.assign(m.points.size(), 0);
    for (const std::uint32_t v : sharp_ends(m.points, ends)) is_sharp_[v] = 1;
    each_segment([&](handle h) { consider(h); });
    most_ = 1000000 + 100 * ends.size();
  }

  void run(const progress_callback& report) {
    for (std::uint64_t done = 0; !waiting_.empty(); ++done) {
      if (done % 4096 == 0) report(done, done + waiting_.size());
      if (added_.size() - before_ == most_)
        throw error(status::bad_input, "segments lie too near to each other: " + std::to_string(most_) +
                                           " splits (-s) have not made all triangles Delaunay; -q needs fewer");
      const candidate next = waiting_.top();
      waiting_.pop();
      // If the triangles there have changed, the piece has been considered again.
      if (ends_of(next.edge) == next.ends && wants_split(next.edge)) split(next.edge);
    }
  }

 private:
  struct candidate {
    double length;
    std::pair<std::uint32_t, std::uint32_t> ends;
    handle edge;
    bool operator<(const candidate& o) const {  // the shortest is the top of the queue
      return std::tie(o.length, o.ends) < std::tie(length, ends);
    }
  };

  template <class F> void each_segment(F f) const {
    for (std::uint32_t t = 0; t != m_.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i)
        if (const handle h = edge_of(t, i); m_.segment_on(h) != none && h < m_.across(h)) f(h);
  }
  void consider(handle h) {
    if (!wants_split(h)) return;
    const auto [a, b] = ends_of(h);
    waiting_.push({length_of(m_.points[a], m_.points[b]), {a, b}, h});
  }
  // Ascending.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> ends_of(handle h) const {
    return std::minmax({m_.from(h), m_.to(h)});
  }
  [[nodiscard]] bool wants_split(handle h) const {
    const handle other = m_.across(h);
    if (m_.segment_on(h) == none || m_.is_ghost(triangle_of(h)) || m_.is_ghost(triangle_of(other))) return false;
    const point a = m_.points[m_.from(h)], b = m_.points[m_.to(h)], c = m_.points[m_.corner(h)],
                d = m_.points[m_.corner(other)];
    return in_circle(a, b, c, d) > 0 && !is_near(a, b, c) && !is_near(a, b, d);
  }
  [[nodiscard]] bool is_near(point a, point b, point p) const {
    const double across = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return std::fabs(across) <= limit_ * length_of(a, b);
  }

  void split(handle h) {
    const auto [a, b] = ends_of(h);
    const auto ends = uncut(a, b);
    const std::uint32_t apex = apex_of(a, b, ends);
    const double part = apex == none ? 0.5 : part_on_shell(m_.points[a], m_.points[b], m_.points[apex]);
    const auto p = static_cast<std::uint32_t>(m_.points.size());
    m_.points.push_back(between(m_.points[a], m_.points[b], part));
    m_.some_triangle.push_back(none);
    if (!m_.insert_on(h, p)) {
      m_.points.pop_back();
      m_.some_triangle.pop_back();
      return;
    }
    added_.push_back({a, b, part});
    uncut_.push_back(ends);
    // All triangles that have changed are around p.
    const std::uint32_t first = m_.some_triangle[p];
    for (std::uint32_t t = first;;) {
      const std::uint32_t i = m_.vertex[t].at[0] == p ? 0 : m_.vertex[t].at[1] == p ? 1 : 2;
      consider(edge_of(t, i));
      consider(edge_of(t, next3[i]));
      t = triangle_of(m_.across(edge_of(t, next3[i])));
      if (t == first) break;
    }
  }
  // The ends of the piece that was there before any split.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> uncut(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t later = std::max(a, b);
    return later < is_sharp_.size() ? std::pair{a, b} : uncut_[later - is_sharp_.size()];
  }
  // Around which end the piece from a to b has its shells, or none. If both are sharp, each half has its own.
  [[nodiscard]] std::uint32_t apex_of(std::uint32_t a, std::uint32_t b,
                                      std::pair<std::uint32_t, std::uint32_t> ends) const {
    const auto [one, other] = ends;
    if (!is_sharp(one) || !is_sharp(other)) return is_sharp(one) ? one : is_sharp(other) ? other : none;
    if (std::pair{a, b} == ends) return none;
    const point middle = between(m_.points[a], m_.points[b], 0.5);
    return length_of(middle, m_.points[one]) < length_of(middle, m_.points[other]) ? one : other;
  }
  [[nodiscard]] bool is_sharp(std::uint32_t v) const { return v < is_sharp_.size() && is_sharp_[v] != 0; }

  working_mesh& m_;
  std::vector<crossing>& added_;
  std::vector<char> is_sharp_;                                  // of the vertices before any is added
  std::vector<std::pair<std::uint32_t, std::uint32_t>> uncut_;  // per vertex added
  double limit_ = 0;
  std::size_t before_ = added_.size(), most_ = 0;  // vertices added earlier, and those to be added
  std::priority_queue<candidate> waiting_;
};

}  // namespace

void split_segments(working_mesh& m, std::vector<crossing>& added, const progress_callback& report) {
  splitter(m, added).run(report);
}

}  // namespace amorph::mesh
