// Constrained Delaunay triangulation by incremental insertion (Lawson 1977; BRIO: Amenta, Choi, Rote 2003): insert
// points, insert segments, remove outside and holes, then write the arrays of the result.
#include "solver/mesh/triangulate/triangulate.hpp"

#include <algorithm>

#include "solver/mesh/triangulate/order.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw error(status::bad_input, why); }

void check(const planar_graph& in) {
  if (in.points.size() >= std::size_t{max_triangles} / 2) throw error(status::out_of_memory, "more than 2^29 points");
  for (std::size_t i = 0; i != in.points.size(); ++i)
    if (!fits(in.points[i].x) || !fits(in.points[i].y))
      refuse("point " + std::to_string(i) +
             " has a coordinate that is not 0 and not between 1e-35 and 1e60 in magnitude");
  for (const std::uint32_t end : in.segments)
    if (end >= in.points.size()) refuse("a segment ends at point " + std::to_string(end) + ", which does not exist");
}

class builder {
 public:
  builder(const planar_graph& input, const triangulate_options& options)
      : in_(input), options_(options), exec_(options.run.threads, 0, control_of(options.run)) {}

  triangulate_result run() {
    check(in_);
    insert_points();
    insert_segments();
    const std::vector<char> gone = outside(mesh_, in_, options_.carve);
    const std::vector<std::uint32_t> region =
        in_.regions.empty() ? std::vector<std::uint32_t>() : regions_of(mesh_, in_, gone);
    name_points();
    write(gone, region);
    return std::move(result_);
  }

 private:
  // For progress: inserting the points takes about nine tenths of the time.
  static constexpr std::uint64_t points_part = 900, segments_part = 100;
  void report(std::uint64_t done) const {
    exec_.report("triangulate", done, points_part + segments_part);
    exec_.check_stop();
  }

  void insert_points() {
    placed_points placed = mesh::insert_points(
        exec_, mesh_, in_.points, [&](std::uint64_t done, std::uint64_t total) { report(points_part * done / total); });
    order_ = std::move(placed.order);
    same_as_ = std::move(placed.same_as);
  }

  void insert_segments() {
    const std::size_t segments = in_.segments.size() / 2;
    if (segments == 0) return;
    mesh_.allow_segments();
    std::vector<std::uint32_t> vertex_of(order_.size());
    for (std::uint32_t k = 0; k != order_.size(); ++k) vertex_of[order_[k]] = same_as_[k];
    std::vector<piece> pieces;
    for (std::uint32_t s = 0; s != segments; ++s)
      pieces.push_back({vertex_of[in_.segments[2 * s]], vertex_of[in_.segments[2 * s + 1]], s});
    mesh::insert_segments(mesh_, pieces, crossings_, [&](std::uint64_t done, std::uint64_t total) {
      report(points_part + segments_part * done / total);
    });
    if (crossings_.empty()) return;
    // A segment that was removed and reinserted in two parts may have left edges further away that are not Delaunay.
    std::vector<handle> all;
    for (std::uint32_t t = 0; t != mesh_.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i)
        if (mesh_.neighbour[t].at[i] > edge_of(t, i)) all.push_back(edge_of(t, i));
    mesh_.legalise(all, [](handle) { return false; });
  }

  // name_[k]: the number of vertex k in the result. Of duplicate points the first gives its number.
  void name_points() {
    const auto n = static_cast<std::uint32_t>(order_.size());
    name_ = order_;
    for (std::uint32_t k = 0; k != n; ++k) name_[same_as_[k]] = std::min(name_[same_as_[k]], order_[k]);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> same;
    for (std::uint32_t k = 0; k != n; ++k)
      if (order_[k] != name_[same_as_[k]]) same.emplace_back(order_[k], name_[same_as_[k]]);
    std::sort(same.begin(), same.end());
    for (const auto& [point, first] : same) result_.duplicates.insert(result_.duplicates.end(), {point, first});
    for (std::uint32_t k = n; k != mesh_.points.size(); ++k) name_.push_back(k);
  }

  void write(const std::vector<char>& gone, const std::vector<std::uint32_t>& region) {
    triangulation& out = result_.mesh;
    std::vector<std::uint32_t> number(mesh_.triangles(), none);
    std::uint32_t triangles = 0;
    for (std::uint32_t t = 0; t != mesh_.triangles(); ++t)
      if (gone[t] == 0) number[t] = triangles++;
    if (triangles == 0) refuse("the domain is empty: all triangles are outside the segments or in holes");
    out.corners.resize(3 * std::size_t{triangles});
    out.neighbours.resize(3 * std::size_t{triangles});
    out.segments.assign(3 * std::size_t{triangles}, none);
    std::vector<char> used(mesh_.points.size(), 0);
    write_segments(number);
    for (std::uint32_t t = 0; t != mesh_.triangles(); ++t) {
      if (number[t] == none) continue;
      for (std::uint32_t i = 0; i != 3; ++i) {
        const std::size_t at = 3 * std::size_t{number[t]} + i;
        const std::uint32_t name = name_[mesh_.vertex[t].at[i]];
        used[name] = 1;
        out.corners[at] = name;
        out.neighbours[at] = number[triangle_of(mesh_.neighbour[t].at[i])];
      }
      if (!region.empty()) {
        const std::uint32_t r = region[t];
        out.region_attribute.push_back(r == none ? 0 : in_.regions[r].attribute);
        out.area_bound.push_back(r == none ? 0 : std::max(0.0, in_.regions[r].area));
      }
    }
    for (std::size_t i = 0; i != order_.size(); ++i) result_.unused += used[i] == 0;
    out.points.assign(in_.points.begin(), in_.points.end());
    out.points.insert(out.points.end(), mesh_.points.begin() + static_cast<std::ptrdiff_t>(order_.size()),
                      mesh_.points.end());
    write_attributes();
    drop_unused_crossings(used);
  }

  // Crossings outside the domain.
  void drop_unused_crossings(const std::vector<char>& used) {
    triangulation& out = result_.mesh;
    const std::size_t n = in_.points.size(), count = n == 0 ? 0 : in_.attributes.size() / n;
    std::vector<std::uint32_t> number(used.size() - n);
    std::size_t kept = n;
    for (std::size_t v = n; v != used.size(); ++v) {
      if (used[v] == 0) continue;
      number[v - n] = static_cast<std::uint32_t>(kept);
      out.points[kept] = out.points[v];
      for (std::size_t i = 0; i != count; ++i) out.attributes[kept * count + i] = out.attributes[v * count + i];
      ++kept;
    }
    result_.crossings = kept - n;
    if (kept == used.size()) return;
    out.points.resize(kept);
    out.attributes.resize(kept * count);
    for (auto* names : {&out.corners, &out.segment_ends})
      for (std::uint32_t& v : *names)
        if (v >= n) v = number[v - n];
  }

  // Each edge of a segment is a segment of its own: vertices on it, crossings included, stay where they are.
  void write_segments(const std::vector<std::uint32_t>& number) {
    triangulation& out = result_.mesh;
    std::vector<std::pair<std::uint32_t, handle>> edges;
    for (std::uint32_t t = 0; t != mesh_.triangles() && !mesh_.segment.empty(); ++t)
      for (std::uint32_t i = 0; i != 3 && number[t] != none; ++i) {
        const handle h = edge_of(t, i), other = mesh_.across(h);
        if (mesh_.segment_on(h) != none && (h < other || number[triangle_of(other)] == none))
          edges.emplace_back(mesh_.segment_on(h), h);
      }
    std::sort(edges.begin(), edges.end());
    for (const auto& [segment, h] : edges) {
      const auto piece = static_cast<std::uint32_t>(result_.segment_of.size());
      for (const handle side : {h, mesh_.across(h)})
        if (number[triangle_of(side)] != none)
          out.segments[3 * std::size_t{number[triangle_of(side)]} + corner_of(side)] = piece;
      out.segment_ends.insert(out.segment_ends.end(), {name_[mesh_.from(h)], name_[mesh_.to(h)]});
      out.segment_marker.push_back(in_.segment_marker.empty() ? 0 : in_.segment_marker[segment]);
      result_.segment_of.push_back(segment);
    }
  }

  void write_attributes() {
    triangulation& out = result_.mesh;
    out.attributes.assign(in_.attributes.begin(), in_.attributes.end());
    const std::size_t count = in_.points.empty() ? 0 : in_.attributes.size() / in_.points.size();
    for (const crossing& c : crossings_) {
      for (std::size_t i = 0; i != count; ++i) {
        const double from = out.attributes[name_[c.a] * count + i], to = out.attributes[name_[c.b] * count + i];
        out.attributes.push_back(from + c.t * (to - from));
      }
    }
  }

  const planar_graph& in_;
  const triangulate_options& options_;
  cpu_exec exec_;
  working_mesh mesh_;
  std::vector<std::uint32_t> order_;    // of the input's points
  std::vector<std::uint32_t> same_as_;  // per vertex: the one that represents its position
  std::vector<std::uint32_t> name_;
  std::vector<crossing> crossings_;
  triangulate_result result_;
};

}  // namespace

placed_points insert_points(cpu_exec& exec, working_mesh& m, span<const point> points,
                            const progress_callback& report) {
  placed_points placed{insertion_order(exec, points), {}};
  const auto n = static_cast<std::uint32_t>(placed.order.size());
  m.points.resize(n);
  placed.same_as.resize(n);
  for (std::uint32_t k = 0; k != n; ++k) {
    m.points[k] = points[placed.order[k]];
    placed.same_as[k] = k;
  }
  const auto& p = m.points;
  std::uint32_t b = 1, c = 2;
  while (b < n && p[b].x == p[0].x && p[b].y == p[0].y) ++b;
  if (b >= n) refuse("expected at least three different points, found " + std::string(n == 0 ? "none" : "one"));
  c = b + 1;
  while (c < n && m.turn(0, b, c) == 0) ++c;
  if (c >= n) refuse("expected three points that are not collinear, found none");
  m.vertex.reserve(2 * std::size_t{n});
  m.neighbour.reserve(2 * std::size_t{n});
  m.start(0, b, c);
  constexpr std::uint32_t interval = 1 << 16;
  std::uint32_t hint = 0;
  for (std::uint32_t k = 1; k != n; ++k) {
    if (k % interval == 0) report(k, n);
    if (k != b && k != c) placed.same_as[k] = m.insert(k, hint);
  }
  return placed;
}

triangulate_result triangulate(const planar_graph& input, const triangulate_options& options) {
  return builder(input, options).run();
}

}  // namespace amorph::mesh
