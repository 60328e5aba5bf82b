// Passes over the mesh: blocks of triangles along the Hilbert curve are changed in parallel, each by itself; the next
// pass has other blocks.
#include "solver/mesh/optimize/optimize.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/mesh/geometry/extent.hpp"
#include "solver/mesh/geometry/hilbert.hpp"
#include "solver/mesh/optimize/cells.hpp"
#include "solver/mesh/optimize/place.hpp"
#include "solver/mesh/refine/check.hpp"
#include "solver/mesh/refine/quality.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace optimizing {
namespace {

using refining::mark::wanting;

// The bounds of refinement on this mesh.
class rules {
 public:
  rules(cells& mesh, const refine_result& r, const refine_options& options, const area_function& sizes,
        const extent& all)
      : mesh_(mesh),
        sizes_(sizes),
        sharp_(sharp_points(r.mesh)),
        area_(r.mesh.area_bound.empty() ? nullptr : r.mesh.area_bound.data()) {
    constexpr double degree = 3.14159265358979323846 / 180;
    angle = options.min_angle * degree;
    max_area = options.max_area;
    const double finest = 0x1p-46 * all.largest_coordinate(), lens = encroachment_angle(options);
    refining::quality_bounds& b = rules_.bound;
    b.square_cosine = options.min_angle > 0 ? std::cos(angle) * std::cos(angle) : 2;
    b.area_scale = 1;
    b.double_area = 2 * options.max_area;
    b.longest_edge = 8 * all.largest_coordinate() * all.largest_coordinate();
    b.min_edge = finest * finest;
    b.segment_ends = r.mesh.segment_ends.data();
    b.sharp = sharp_ ? sharp_->data() : nullptr;
    b.sharp_points = static_cast<std::uint32_t>(mesh.fixed);
    b.split_boundary = options.split_boundary;
    b.split_inside = options.split_inside;
    b.watch_segments = true;
    b.lens = lens == 90 ? 0 : std::pow(std::cos(lens * degree), 2);
    rules_.mesh.points = {mesh.points.data(), nullptr};
    rules_.mesh.point_segment = mesh.point_segment.data();
  }
  [[nodiscard]] double area_of(std::uint32_t t) const { return area_ == nullptr ? 0 : area_[t]; }
  [[nodiscard]] std::uint32_t marks(std::uint32_t t) const { return marks(rules_, t); }
  // Without what small input angles excuse.
  [[nodiscard]] std::uint32_t strict_marks(std::uint32_t t) const {
    refining::refinement_rules strict = rules_;
    strict.bound.sharp = nullptr;
    return marks(strict, t);
  }
  [[nodiscard]] bool good(std::uint32_t t) const {
    const std::uint32_t m = marks(t);
    return !wanting(m) && (m & refining::mark::at_precision) == 0 && (!sizes_ || is_small(t));
  }

  double angle = 0, max_area = 0;

 private:
  [[nodiscard]] bool is_small(std::uint32_t t) const {
    const cell& c = mesh_.at[t];
    const point p[3] = {mesh_.points[c.corner[0]], mesh_.points[c.corner[1]], mesh_.points[c.corner[2]]};
    return !(sizes_(p, area_of_corners(p)) > 0);
  }
  [[nodiscard]] std::uint32_t marks(const refining::refinement_rules& by, std::uint32_t t) const {
    const cell& c = mesh_.at[t];
    std::uint32_t segments = 0;
    for (std::uint32_t e = 0; e != 3; ++e) segments |= (c.segment[e] != none ? 1u : 0u) << e;
    return by.marks_of(c.corner, c.next, segments, area_of(t));
  }
  cells& mesh_;
  const area_function& sizes_;
  std::optional<std::vector<std::uint8_t>> sharp_;
  const double* area_;
  refining::refinement_rules rules_{};
};

// Per vertex: whether its removal failed in an earlier pass, with nothing changed near it since; whether it was tried
// in this pass; and whether to try it in the next one, which several blocks may set.
struct vertex_states {
  std::vector<char> settled, tried, again;

  explicit vertex_states(std::size_t vertices) : settled(vertices, 0), tried(vertices, 0), again(vertices, 0) {}
  void try_again(std::uint32_t v) { std::atomic_ref<char>(again[v]).store(1, std::memory_order_relaxed); }
  void next_pass(cpu_exec& exec) {
    exec.for_each(settled.size(), [this](std::size_t v) {
      settled[v] = again[v] == 0 && (settled[v] != 0 || tried[v] != 0) ? 1 : 0;
      tried[v] = again[v] = 0;
    });
  }
};

// Changes one block.
class worker {
 public:
  worker(cells& mesh, const rules& by, vertex_states& states, std::uint32_t block)
      : mesh_(mesh), by_(by), states_(states), change_(mesh, block), region_(by.angle, by.max_area) {}

  std::uint64_t run(span<const std::uint32_t> triangles) {
    std::uint64_t removed = 0;
    for (const std::uint32_t t : triangles)
      for (std::uint32_t i = 0; i < 3 && mesh_.at[t].corner[0] != none;) {
        const std::uint32_t v = mesh_.at[t].corner[i];
        ++i;
        if (v < mesh_.fixed || states_.settled[v] != 0 || !change_.collect(edge_of(t, i - 1), star_)) continue;
        if (states_.tried[v] != 0) continue;
        states_.tried[v] = 1;
        if (!try_remove(edge_of(t, i - 1))) {
          if (change_.beyond()) states_.try_again(v);
          continue;
        }
        for (const std::uint32_t made : change_.changed())
          if (mesh_.at[made].corner[0] != none)
            for (const std::uint32_t w : mesh_.at[made].corner) states_.try_again(w);
        mesh_.removed[v] = 1;
        ++removed;
        i = 0;  // the triangle has other corners
      }
    return removed;
  }

 private:
  static constexpr unsigned max_moves = 6;

  bool try_remove(handle at) {
    change_.begin();
    if (change_.remove(at)) {
      for (unsigned moves = 0;; ++moves) {
        const std::uint32_t worst = worst_changed();
        if (worst == none) return true;
        if (moves == max_moves || !improve(worst)) break;
      }
    }
    change_.take_back();
    return false;
  }

  // A changed triangle that violates a bound, the one with the smallest angle; none if all are good.
  std::uint32_t worst_changed() {
    std::uint32_t worst = none;
    double of_worst = 0;
    for (const std::uint32_t t : change_.changed()) {
      if (mesh_.at[t].corner[0] == none || by_.good(t)) continue;
      const double cosine = largest_cosine(t);
      if (worst != none && cosine <= of_worst) continue;
      worst = t;
      of_worst = cosine;
    }
    return worst;
  }
  [[nodiscard]] double largest_cosine(std::uint32_t t) const {
    double largest = -1;
    for (unsigned i = 0; i != 3; ++i) {
      const point o = mesh_.points[mesh_.at[t].corner[i]], a = mesh_.points[mesh_.at[t].corner[next3[i]]],
                  b = mesh_.points[mesh_.at[t].corner[previous3[i]]];
      const double d = refining::dot(a, b, o),
                   scale = std::sqrt(refining::square_distance(a, o) * refining::square_distance(b, o));
      if (scale > 0) largest = std::max(largest, d / scale);
    }
    return largest;
  }

  // Moves the corner of the triangle whose region is met best.
  bool improve(std::uint32_t t) {
    double smallest = 0;
    bool found = false;
    point to{};
    handle which = none;
    for (std::uint32_t i = 0; i != 3; ++i) {
      const std::uint32_t v = mesh_.at[t].corner[i];
      if (v < mesh_.fixed || !change_.collect(edge_of(t, i), star_)) continue;
      point p = mesh_.points[v];
      double violation = 0;
      if (!place(v, p, violation) || (found && violation >= smallest)) continue;
      found = true;
      smallest = violation;
      to = p;
      which = edge_of(t, i);
    }
    return found && change_.collect(which, star_) && change_.move(star_, to);
  }
  // The best position of the vertex in the middle of star_; `violation` in units of the star's size.
  bool place(std::uint32_t v, point& p, double& violation) {
    region_.clear();
    point middle{0, 0}, line[2] = {p, p};
    unsigned on_line = 0;
    for (const handle h : star_.edges) {
      const point a = mesh_.points[change_.from(h)], b = mesh_.points[change_.to(h)];
      region_.add_edge(a, b);
      middle = {middle.x + a.x, middle.y + a.y};
      const cell& c = mesh_.at[triangle_of(h)];
      if (mesh_.point_segment[v] == none) continue;
      if (c.segment[previous3[corner_of(h)]] != none && on_line < 2) line[on_line++] = a;
      if (!star_.closed && c.segment[next3[corner_of(h)]] != none && on_line < 2) line[on_line++] = b;
    }
    const bool inside = mesh_.point_segment[v] == none;
    if (inside != (on_line == 0) || (!inside && on_line != 2)) return false;
    const double size = std::sqrt(refining::square_distance(p, mesh_.points[change_.from(star_.edges[0])]));
    if (inside) {
      const double n = static_cast<double>(star_.edges.size());
      p = {0.5 * (p.x + middle.x / n), 0.5 * (p.y + middle.y / n)};
    }
    violation = region_.project(p, !inside, line[0], line[1]) / size;
    p = {refining::point_array::or_zero(p.x), refining::point_array::or_zero(p.y)};
    return fits(p.x) && fits(p.y);
  }

  cells& mesh_;
  const rules& by_;
  vertex_states& states_;
  change change_;
  feasible_region region_;
  star star_;
};

constexpr unsigned max_passes = 10;
constexpr std::size_t block_size = 1 << 14;  // triangles

// A block of triangles; along a curve that is shifted from pass to pass, so that the borders are elsewhere.
struct partition {
  host_array<std::uint64_t> key;
  host_array<std::uint32_t> order;

  std::size_t divide(cpu_exec& exec, cells& mesh, const extent& all, unsigned pass) {
    key.resize(mesh.at.size());
    order.resize(mesh.at.size());
    const double side = all.length(), shift = side * (1 + pass * 0.381966) / (2 + max_passes);
    const fine_curve curve =
        fine_curve::over({all.low.x - shift, all.low.y - 0.7 * shift}, {all.low.x + 2 * side, all.low.y + 2 * side});
    exec.for_each(order.size(), [&](std::size_t t) {
      const cell& c = mesh.at[t];
      order[t] = static_cast<std::uint32_t>(t);
      key[t] = ~std::uint64_t{0} >> 8;
      if (c.corner[0] == none) return;
      const point p[3] = {mesh.points[c.corner[0]], mesh.points[c.corner[1]], mesh.points[c.corner[2]]};
      key[t] = curve.index(refining::centroid(p));
    });
    sort_pairs(exec, span<std::uint64_t>(key), span<std::uint32_t>(order), 0, 2 * fine_curve::bits);
    exec.for_each(order.size(), [&](std::size_t k) {
      mesh.owner[order[k]] = static_cast<std::uint32_t>(k / block_size);
      mesh.stamp[order[k]] = 0;
    });
    return (order.size() + block_size - 1) / block_size;
  }
};

void load(cpu_exec& exec, cells& mesh, const refine_result& r, std::size_t fixed) {
  const triangulation& m = r.mesh;
  mesh.at.resize(m.triangles());
  mesh.owner.resize(m.triangles());
  mesh.stamp.resize(m.triangles());
  mesh.frozen.assign(m.triangles(), 0);
  mesh.removed.assign(m.points.size(), 0);
  mesh.fixed = fixed;
  mesh.points = m.points;
  mesh.point_segment = m.point_segment;
  mesh.attributes = m.attributes;
  exec.for_each(m.triangles(), [&](std::size_t t) {
    cell& c = mesh.at[t];
    for (std::uint32_t e = 0; e != 3; ++e) {
      c.corner[e] = m.corners[3 * t + e];
      c.segment[e] = m.segments[3 * t + e];
      const std::uint32_t other = m.neighbours[3 * t + e];
      c.next[e] = none;
      if (other == none) continue;
      const std::uint32_t from = m.corners[3 * t + next3[e]], to = m.corners[3 * t + previous3[e]];
      for (std::uint32_t j = 0; j != 3; ++j)
        if (m.neighbours[3 * std::size_t{other} + j] == t && m.corners[3 * std::size_t{other} + next3[j]] == to &&
            m.corners[3 * std::size_t{other} + previous3[j]] == from)
          c.next[e] = edge_of(other, j);
    }
  });
  for (std::size_t i = 0; i != r.bad.size(); ++i)
    if (r.why[i] != cause::input_angle) mesh.frozen[r.bad[i]] = 1;
}

// Ranks of what stays.
template <class Stays> host_array<std::uint32_t> ranks(std::size_t n, std::uint32_t& count, Stays stays) {
  host_array<std::uint32_t> rank;
  rank.resize(n);
  count = 0;
  for (std::size_t i = 0; i != n; ++i) rank[i] = stays(i) ? count++ : none;
  return rank;
}

// Whether two triangles that no segment separates have different area bounds.
bool area_bounds_differ_within_regions(const triangulation& m) {
  for (std::size_t i = 0; i != (m.area_bound.empty() ? 0 : m.neighbours.size()); ++i)
    if (m.segments[i] == none && m.neighbours[i] != none && m.area_bound[i / 3] != m.area_bound[m.neighbours[i]])
      return true;
  return false;
}

void store(const cells& mesh, const rules& by, refine_result& r) {
  std::uint32_t triangles = 0, points = 0;
  const auto cell_rank = ranks(mesh.at.size(), triangles, [&](std::size_t t) { return mesh.at[t].corner[0] != none; });
  const auto point_rank = ranks(mesh.points.size(), points, [&](std::size_t v) { return mesh.removed[v] == 0; });
  std::vector<std::uint32_t> bad;
  std::vector<cause> why;
  std::size_t before = 0;
  for (std::uint32_t t = 0; t != mesh.at.size(); ++t) {
    while (before != r.bad.size() && r.bad[before] < t) ++before;
    if (cell_rank[t] == none) continue;
    if (mesh.frozen[t] != 0 || (by.strict_marks(t) & refining::mark::bad) != 0) {
      bad.push_back(cell_rank[t]);
      why.push_back(mesh.frozen[t] != 0 ? r.why[before] : cause::input_angle);
    }
  }
  triangulation& m = r.mesh;
  const std::size_t n = mesh.attribute_count();
  for (std::size_t v = 0; v != mesh.points.size(); ++v) {
    const std::size_t k = point_rank[v];
    if (k == none) continue;
    m.points[k] = mesh.points[v];
    m.point_segment[k] = mesh.point_segment[v];
    for (std::size_t i = 0; i != n; ++i) m.attributes[k * n + i] = mesh.attributes[v * n + i];
  }
  m.points.resize(points);
  m.point_segment.resize(points);
  m.attributes.resize(points * n);
  for (std::size_t t = 0; t != mesh.at.size(); ++t) {
    const std::size_t k = cell_rank[t];
    if (k == none) continue;
    if (!m.region_attribute.empty()) m.region_attribute[k] = m.region_attribute[t];
    if (!m.area_bound.empty()) m.area_bound[k] = m.area_bound[t];
    for (std::uint32_t e = 0; e != 3; ++e) {
      m.corners[3 * k + e] = point_rank[mesh.at[t].corner[e]];
      m.segments[3 * k + e] = mesh.at[t].segment[e];
      m.neighbours[3 * k + e] = mesh.at[t].next[e] == none ? none : cell_rank[triangle_of(mesh.at[t].next[e])];
    }
  }
  for (auto* values : {&m.corners, &m.segments, &m.neighbours}) values->resize(3 * std::size_t{triangles});
  if (!m.region_attribute.empty()) m.region_attribute.resize(triangles);
  if (!m.area_bound.empty()) m.area_bound.resize(triangles);
  r.bad = std::move(bad);
  r.why = std::move(why);
  r.left = {};
  for (const cause c : r.why) ++r.left.of(c);
}

}  // namespace
}  // namespace optimizing

optimize_statistics optimize(refine_result& refined, std::size_t fixed, const refine_options& options,
                             const area_function& sizes) {
  using namespace optimizing;
  const stopwatch clock;
  optimize_statistics stats;
  if (options.precision == precision::single || refined.mesh.triangles() == 0) return stats;
  if (sizes) refined.mesh.area_bound.clear();
  if (area_bounds_differ_within_regions(refined.mesh)) return stats;
  cpu_exec exec(options.run.threads, 0, control_of(options.run));
  if (refined.mesh.point_segment.empty()) {
    refined.mesh.point_segment.resize(refined.mesh.points.size());
    exec.fill(span<std::uint32_t>(refined.mesh.point_segment), none);
  }
  cells mesh;
  load(exec, mesh, refined, fixed);
  const extent all = extent_of(exec, mesh.points);
  const rules by(mesh, refined, options, sizes, all);
  partition blocks;
  vertex_states states(mesh.points.size());
  for (unsigned pass = 0; pass != max_passes; ++pass) {
    const std::size_t count = blocks.divide(exec, mesh, all, pass);
    std::vector<std::uint64_t> removed(count, 0);
    exec.ranges(count, 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t b = first; b != last; ++b) {
        exec.check_stop();
        const std::size_t from = b * block_size, to = std::min(from + block_size, blocks.order.size());
        worker w(mesh, by, states, static_cast<std::uint32_t>(b));
        removed[b] = w.run(span<const std::uint32_t>(blocks.order.data() + from, to - from));
      }
    });
    std::uint64_t now = 0;
    for (const std::uint64_t r : removed) now += r;
    stats.removed += now;
    ++stats.passes;
    states.next_pass(exec);
    if (1000 * now < mesh.points.size() - fixed) break;
  }
  store(mesh, by, refined);
  stats.ms = clock.ms();
  return stats;
}

}  // namespace amorph::mesh
