// Segments recovered by splitting instead of constraints (Triangle's -s; Shewchuk's thesis calls it "stitching"): until
// every piece of a segment is locally Delaunay, those that are not are split, all of them together. Then the
// constrained Delaunay triangulation of the pieces is the Delaunay triangulation of the vertices. Pieces that end at an
// input vertex where segments meet at a small angle are split at a power of two from it (Ruppert's shells), so that
// this ends. Vertices nearer to a piece than the precision limit of refinement do not split it: segments that nearly
// coincide would split each other without end.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/mesh/geometry/geometry.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/mesh/triangulate/triangulate.hpp"

namespace amorph::mesh {
namespace {

constexpr unsigned max_rounds = 200;

// Below the range of coordinates: 0.
double or_zero(double x) { return std::fabs(x) < min_magnitude ? 0 : x; }
point between(point a, point b, double part) {
  return {or_zero(a.x + part * (b.x - a.x)), or_zero(a.y + part * (b.y - a.y))};
}
bool is_near(point a, point b, point p, double limit) {
  const double across = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  return std::fabs(across) <= limit * std::hypot(b.x - a.x, b.y - a.y);
}

// The position of a split: the middle, or the power of two nearest to it from an end at a small angle.
double part_of(point a, point b, bool sharp_a, bool sharp_b) {
  if (sharp_a == sharp_b) return 0.5;
  const double length = std::hypot(b.x - a.x, b.y - a.y), shell = std::exp2(std::round(std::log2(0.5 * length)));
  const double part = shell / length;  // 0.35 to 0.71
  return sharp_a ? part : 1 - part;
}

class splitter {
 public:
  explicit splitter(const planar_graph& in)
      : points_(in.points.begin(), in.points.end()),
        ends_(in.segments.begin(), in.segments.end()),
        marker_(in.segment_marker.begin(), in.segment_marker.end()),
        attributes_(in.attributes.begin(), in.attributes.end()),
        origin_(in.segments.size() / 2),
        input_(in) {
    for (std::size_t s = 0; s != origin_.size(); ++s) origin_[s] = static_cast<std::uint32_t>(s);
    for (const point& p : points_) limit_ = std::max({limit_, 0x1p-46 * std::fabs(p.x), 0x1p-46 * std::fabs(p.y)});
  }

  // Splits until all pieces are locally Delaunay.
  void run(const triangulate_options& options) {
    triangulate_options hull = options;
    hull.carve = false;
    for (unsigned round = 0; round != max_rounds; ++round) {
      planar_graph now = graph();
      now.holes = {};
      now.regions = {};
      triangulate_result r = triangulate(now, hull);
      take_over(r);
      const std::optional<std::vector<std::uint8_t>> sharp = sharp_points(r.mesh);
      if (round == 0 && sharp) sharp_ = *sharp;
      if (!split(r.mesh)) return;
      order_by_origin();
    }
  }
  [[nodiscard]] planar_graph graph() const {
    planar_graph g = input_;
    g.points = points_;
    g.segments = ends_;
    g.segment_marker = marker_;
    g.attributes = attributes_;
    return g;
  }
  // Drops what was added outside the domain, and counts the rest.
  void finish(triangulate_result& r) const {
    for (std::uint32_t& s : r.segment_of) s = origin_[s];
    const std::size_t n = input_.points.size();
    std::vector<char> used(r.mesh.points.size(), 0);
    for (const std::uint32_t v : r.mesh.corners) used[v] = 1;
    r.crossings = r.splits = 0;
    for (std::size_t v = n; v != used.size(); ++v)
      if (used[v] != 0) ++(v >= points_.size() || is_crossing_[v - n] != 0 ? r.crossings : r.splits);
    drop_unused(r.mesh, n, used);
    r.unused = static_cast<std::uint64_t>(std::count(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(n), 0));
  }

 private:
  // The pieces of the triangulation become the segments.
  void take_over(const triangulate_result& r) {
    points_.assign(r.mesh.points.begin(), r.mesh.points.end());
    is_crossing_.resize(points_.size() - input_.points.size(), 1);
    attributes_ = r.mesh.attributes;
    ends_.assign(r.mesh.segment_ends.begin(), r.mesh.segment_ends.end());
    marker_ = r.mesh.segment_marker;
    std::vector<std::uint32_t> origin(r.segment_of.size());
    for (std::size_t s = 0; s != origin.size(); ++s) origin[s] = origin_[r.segment_of[s]];
    origin_ = std::move(origin);
  }
  bool split(const triangulation& m) {
    std::vector<char> chosen(origin_.size(), 0);
    bool any = false;
    for (std::size_t at = 0; at != m.corners.size(); ++at) {
      const std::uint32_t s = m.segments[at], other = m.neighbours[at];
      if (s == none || other == none || other < at / 3) continue;
      const std::uint32_t *t = m.corners.data() + at / 3 * 3, *u = m.corners.data() + 3 * std::size_t{other};
      const std::uint32_t a = t[(at + 1 - at / 3 * 3) % 3], b = t[(at + 2 - at / 3 * 3) % 3];
      const std::uint32_t opposite = u[0] != a && u[0] != b ? u[0] : u[1] != a && u[1] != b ? u[1] : u[2];
      if (in_circle(m.points[t[0]], m.points[t[1]], m.points[t[2]], m.points[opposite]) <= 0) continue;
      const point p = m.points[a], q = m.points[b];
      if (is_near(p, q, m.points[opposite], limit_) || is_near(p, q, m.points[m.corners[at]], limit_)) continue;
      chosen[s] = 1;
      any = true;
    }
    for (std::size_t s = 0; s != chosen.size(); ++s)
      if (chosen[s] != 0) split_piece(s);
    return any;
  }
  void split_piece(std::size_t s) {
    const std::uint32_t a = ends_[2 * s], b = ends_[2 * s + 1];
    const point p = points_[a], q = points_[b];
    const double part = part_of(p, q, sharp(a), sharp(b));
    const point at = between(p, q, part);
    if ((at.x == p.x && at.y == p.y) || (at.x == q.x && at.y == q.y)) return;
    const std::size_t count = attributes_.size() / points_.size();
    const auto middle = static_cast<std::uint32_t>(points_.size());
    points_.push_back(at);
    is_crossing_.push_back(0);
    for (std::size_t k = 0; k != count; ++k) {
      const double from = attributes_[a * count + k], to = attributes_[b * count + k];
      attributes_.push_back(from + part * (to - from));
    }
    ends_[2 * s + 1] = middle;
    ends_.push_back(middle);
    ends_.push_back(b);
    if (!marker_.empty()) marker_.push_back(marker_[s]);
    origin_.push_back(origin_[s]);
  }
  // Of the segments that a vertex lies on, the input's first one counts.
  void order_by_origin() {
    std::vector<std::uint32_t> order(origin_.size());
    for (std::size_t i = 0; i != order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return origin_[a] < origin_[b]; });
    std::vector<std::uint32_t> ends, origin;
    std::vector<std::int32_t> marker;
    for (const std::size_t i : order) {
      ends.insert(ends.end(), {ends_[2 * i], ends_[2 * i + 1]});
      origin.push_back(origin_[i]);
      if (!marker_.empty()) marker.push_back(marker_[i]);
    }
    ends_ = std::move(ends);
    origin_ = std::move(origin);
    marker_ = std::move(marker);
  }
  [[nodiscard]] bool sharp(std::uint32_t v) const { return v < sharp_.size() && sharp_[v] != 0; }

  std::vector<point> points_;
  std::vector<std::uint32_t> ends_;
  std::vector<std::int32_t> marker_;
  std::vector<double> attributes_;
  std::vector<std::uint32_t> origin_;  // per segment: the input's
  std::vector<std::uint8_t> sharp_;    // of the input's vertices
  const planar_graph& input_;
  double limit_ = 0;
  std::vector<char> is_crossing_;  // per vertex after the input's
};

}  // namespace

triangulate_result triangulate_by_splitting(const planar_graph& input, const triangulate_options& options) {
  splitter s(input);
  s.run(options);
  triangulate_result r = triangulate(s.graph(), options);
  s.finish(r);
  return r;
}

}  // namespace amorph::mesh
