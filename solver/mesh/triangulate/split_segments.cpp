// Segments recovered by splitting (Triangle's -s; Shewchuk's thesis calls it "stitching"): a segment that is not an
// edge of the Delaunay triangulation of the vertices is split at its midpoint until all of its pieces are edges. Pieces
// that are edges stay edges, even if later vertices lie in all their circles. So this ends: a piece is an edge once no
// vertex that it sees is nearer than half its length.
//
// Pieces that are edges from the start are kept before the first split: they hide vertices from the others, which then
// need fewer splits than Triangle's. Each of these is recovered as a whole before the next, in the order of the input.
// Around a vertex of many segments, any order that turns from one to another takes several times the splits.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "amorph/kernels/base/error.hpp"
#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/triangulate/obstacle.hpp"
#include "solver/mesh/triangulate/steps.hpp"

namespace amorph::mesh {
namespace {

class splitter {
 public:
  splitter(working_mesh& m, std::vector<crossing>& added) : m_(m), added_(added) {
    std::vector<piece> pieces = take_pieces();
    most_ = 1000000 + 200 * pieces.size();
    pieces.erase(std::remove_if(pieces.begin(), pieces.end(), [&](const piece& s) { return keep(s); }), pieces.end());
    std::sort(pieces.begin(), pieces.end(), [](const piece& x, const piece& y) {
      return std::tie(x.segment, x.a, x.b) > std::tie(y.segment, y.a, y.b);
    });
    waiting_ = std::move(pieces);
  }

  void run(const progress_callback& report) {
    for (std::uint64_t done = 0; !waiting_.empty(); ++done) {
      if (done % 4096 == 0) report(done, done + waiting_.size());
      if (done == most_) refuse_split();
      const piece next = waiting_.back();
      waiting_.pop_back();
      if (!keep(next)) split(next);
    }
  }

 private:
  [[noreturn]] static void refuse_split() {
    throw error(status::bad_input, "segments lie too near to each other to be recovered by splits (-s)");
  }

  // Removes the pieces of segments from the mesh, which becomes Delaunay.
  std::vector<piece> take_pieces() {
    std::vector<piece> pieces;
    std::vector<handle> edges;
    for (std::uint32_t t = 0; t != m_.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i) {
        const handle h = edge_of(t, i);
        if (m_.segment_on(h) == none || h > m_.across(h)) continue;
        const auto [a, b] = std::minmax({m_.from(h), m_.to(h)});
        pieces.push_back({a, b, m_.segment_on(h)});
        edges.push_back(h);
      }
    for (const handle h : edges) m_.set_segment_both(h, none);
    m_.legalise(edges);
    return pieces;
  }

  // Whether the piece is an edge, which then stays one.
  bool keep(const piece& s) {
    const obstacle found = first_obstacle(m_, s.a, s.b);
    if (found.vertex != s.b) return false;
    m_.set_segment_both(found.along, s.segment);
    return true;
  }

  void split(const piece& s) {
    const auto half = [](double x, double y) {  // below the range of coordinates: 0
      const double middle = x + 0.5 * (y - x);
      return std::fabs(middle) < min_magnitude ? 0 : middle;
    };
    const point a = m_.points[s.a], b = m_.points[s.b];
    const auto p = static_cast<std::uint32_t>(m_.points.size());
    m_.points.push_back({half(a.x, b.x), half(a.y, b.y)});
    m_.some_triangle.push_back(none);
    std::uint32_t hint = m_.some_triangle[s.a];
    const std::uint32_t at = m_.insert(p, hint);
    if (at != p) {
      m_.points.pop_back();
      m_.some_triangle.pop_back();
      if (at == s.a || at == s.b) refuse_split();  // the limit of precision
    } else {
      added_.push_back({s.a, s.b, 0.5});
    }
    waiting_.push_back({at, s.b, s.segment});
    waiting_.push_back({s.a, at, s.segment});
  }

  working_mesh& m_;
  std::vector<crossing>& added_;
  std::uint64_t most_;          // pieces to be considered
  std::vector<piece> waiting_;  // the last one is next
};

}  // namespace

void split_segments(working_mesh& m, std::vector<crossing>& added, const progress_callback& report) {
  splitter(m, added).run(report);
}

}  // namespace amorph::mesh
