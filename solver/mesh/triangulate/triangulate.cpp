// Constrained Delaunay triangulation by incremental insertion (Lawson 1977; BRIO: Amenta, Choi, Rote 2003): insert
// points, insert segments, remove outside and holes, then write the arrays of the result.
#include "solver/mesh/triangulate/triangulate.hpp"

#include <algorithm>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "solver/mesh/geometry/coordinates.hpp"
#include "solver/mesh/triangulate/steps.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::mesh {

void check_input(cpu_exec& exec, const planar_graph& in) {
  if (in.points.size() >= std::size_t{max_triangles} / 2) throw error(status::out_of_memory, "more than 2^29 points");
  check_coordinates(exec, in.points);
  for (const std::uint32_t end : in.segments)
    if (end >= in.points.size()) refuse("a segment ends at point " + std::to_string(end) + ", which does not exist");
}

std::vector<std::uint32_t> sorted_pairs(span<const std::uint32_t> pairs) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same;
  for (std::size_t i = 0; i != pairs.size(); i += 2) same.emplace_back(pairs[i], pairs[i + 1]);
  std::sort(same.begin(), same.end());
  std::vector<std::uint32_t> sorted;
  for (const auto& [point, first] : same) sorted.insert(sorted.end(), {point, first});
  return sorted;
}

namespace {

class builder {
 public:
  builder(const planar_graph& input, const triangulate_options& options, bool splits)
      : in_(input), options_(options), splits_(splits), exec_(options.run.threads, 0, control_of(options.run)) {}

  triangulate_result run() {
    check_input(exec_, in_);
    std::optional<star_triangulation> stars = stars_on_device(in_.points, options_.run);
    if (stars) result_.device = stars->stats.backend_name;
    if (stars && in_.segments.empty() && in_.holes.empty() && in_.regions.empty() && !options_.carve) {
      write(std::move(*stars));
      return std::move(result_);
    }
    if (stars) {
      order_ = order_along_curve(exec_, in_.points);
      build_mesh(exec_, mesh_, in_.points, order_, *stars);
    } else {
      insert_points();
    }
    insert_segments();
    first_split_ = mesh_.points.size();
    if (splits_ && !in_.segments.empty())
      split_segments(mesh_, crossings_, [&](std::uint64_t, std::uint64_t) { exec_.check_stop(); });
    const std::vector<char> is_outside = outside(mesh_, in_, options_.carve, result_.holes_outside);
    const std::vector<std::uint32_t> region = in_.regions.empty()
                                                  ? std::vector<std::uint32_t>()
                                                  : regions_of(mesh_, in_, is_outside, result_.regions_outside);
    name_points();
    write(is_outside, region);
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
    order_ = triangulate_points(exec_, mesh_, in_.points,
                                [&](std::uint64_t done, std::uint64_t total) { report(points_part * done / total); });
  }

  void insert_segments() {
    const std::size_t segments = in_.segments.size() / 2;
    if (segments == 0) return;
    mesh_.allow_segments();
    std::vector<std::uint32_t> vertex_of(order_.point_of.size());
    for (std::uint32_t k = 0; k != vertex_of.size(); ++k) vertex_of[order_.point_of[k]] = order_.same_as[k];
    std::vector<piece> pieces;
    for (std::uint32_t s = 0; s != segments; ++s)
      pieces.push_back({vertex_of[in_.segments[2 * s]], vertex_of[in_.segments[2 * s + 1]], s});
    // Rounds cost more in total than inserting one after the other; the result is the same.
    constexpr std::size_t few_segments = 1024;
    constexpr unsigned few_threads = 8;
    if (exec_.threads() >= few_threads && segments > few_segments && insert_segments_in_rounds(exec_, mesh_, pieces))
      return;
    mesh::insert_segments(mesh_, pieces, crossings_, [&](std::uint64_t done, std::uint64_t total) {
      report(points_part + segments_part * done / total);
    });
    if (crossings_.empty()) return;
    // A segment that was removed and reinserted in two parts may have left edges further away that are not Delaunay.
    std::vector<handle> all;
    for (std::uint32_t t = 0; t != mesh_.triangles(); ++t)
      for (std::uint32_t i = 0; i != 3; ++i)
        if (mesh_.neighbour[t].at[i] > edge_of(t, i)) all.push_back(edge_of(t, i));
    mesh_.legalise(all);
  }

  // name_[k]: the number of vertex k in the result.
  void name_points() {
    const std::size_t n = order_.point_of.size();
    name_.resize(mesh_.points.size());
    exec_.for_each(name_.size(), [&](std::size_t k) {
      name_[k] = k < n ? order_.point_of[order_.same_as[k]] : static_cast<std::uint32_t>(k);
    });
    std::vector<std::uint32_t> same;
    for (std::uint32_t k = 0; k != n; ++k)
      if (order_.same_as[k] != k) same.insert(same.end(), {order_.point_of[k], name_[k]});
    result_.duplicates = sorted_pairs(same);
  }

  void write(const std::vector<char>& is_outside, const std::vector<std::uint32_t>& region) {
    triangulation& out = result_.mesh;
    const numbering numbers = number_triangles(exec_, mesh_, is_outside);
    const std::size_t triangles = numbers.triangle.size();
    if (triangles == 0) refuse("the domain is empty: all triangles are outside the segments or in holes");
    out.corners.resize(3 * triangles);
    out.neighbours.resize(3 * triangles);
    out.segments.resize(3 * triangles);
    host_array<std::uint32_t> used(mesh_.points.size());
    exec_.fill(span<std::uint32_t>(used), 0);
    exec_.for_each(triangles, [&](std::size_t number) {
      const std::uint32_t t = triangle_of(numbers.triangle[number]), first = corner_of(numbers.triangle[number]);
      for (std::uint32_t i = 0; i != 3; ++i) {
        const std::size_t at = 3 * number + i;
        const std::uint32_t corner = (first + i) % 3, name = name_[mesh_.vertex[t].at[corner]];
        if (cached_load(&used[name]) == 0) cached_store(&used[name], 1);
        out.corners[at] = name;
        out.neighbours[at] = numbers.number[triangle_of(mesh_.neighbour[t].at[corner])];
        out.segments[at] = none;
      }
    });
    write_segments(numbers);
    if (!region.empty())
      for (const handle h : numbers.triangle) {
        const std::uint32_t r = region[triangle_of(h)];
        out.region_attribute.push_back(r == none ? 0 : in_.regions[r].attribute);
        out.area_bound.push_back(r == none ? 0 : std::max(0.0, in_.regions[r].area));
      }
    const std::size_t n = in_.points.size();
    result_.unused = static_cast<std::uint64_t>(std::count(used.begin(), used.begin() + n, 0));
    out.points.resize(mesh_.points.size());
    exec_.for_each(out.points.size(), [&](std::size_t v) { out.points[v] = v < n ? in_.points[v] : mesh_.points[v]; });
    write_attributes();
    result_.splits = static_cast<std::uint64_t>(std::count(used.begin() + first_split_, used.end(), 1));
    drop_unused(out, n, used);  // vertices added outside the domain
    result_.crossings = out.points.size() - n - result_.splits;
  }

  // The triangulation of points alone, from a device.
  void write(star_triangulation stars) {
    triangulation& out = result_.mesh;
    out.points.assign(in_.points.begin(), in_.points.end());
    out.corners = std::move(stars.corners);
    out.neighbours = std::move(stars.neighbours);
    out.segments.resize(out.corners.size());
    exec_.fill(span<std::uint32_t>(out.segments), none);
    result_.duplicates = sorted_pairs(stars.duplicates);
    result_.unused = result_.duplicates.size() / 2;
    write_attributes();
  }

  // Each edge of a segment is a segment of its own: vertices on it, crossings included, stay where they are.
  void write_segments(const numbering& numbers) {
    triangulation& out = result_.mesh;
    if (mesh_.segment.empty()) return;
    const auto position = [&](handle h) {  // in the result
      const std::uint32_t number = numbers.number[triangle_of(h)];
      return 3 * std::size_t{number} + (corner_of(h) + 3 - corner_of(numbers.triangle[number])) % 3;
    };
    struct edge {
      std::uint32_t segment;
      std::size_t position;
      handle side;
      bool operator<(const edge& other) const {
        return segment != other.segment ? segment < other.segment : position < other.position;
      }
    };
    std::vector<edge> edges;
    for (const handle first : numbers.triangle)
      for (std::uint32_t i = 0; i != 3; ++i) {
        const handle h = edge_of(triangle_of(first), i);
        if (mesh_.segment_on(h) == none) continue;
        const handle other = mesh_.across(h);
        if (numbers.number[triangle_of(other)] == none || position(h) < position(other))
          edges.push_back({mesh_.segment_on(h), position(h), h});
      }
    std::sort(edges.begin(), edges.end());
    for (const edge& e : edges) {
      const auto piece = static_cast<std::uint32_t>(result_.segment_of.size());
      for (const handle side : {e.side, mesh_.across(e.side)})
        if (numbers.number[triangle_of(side)] != none) out.segments[position(side)] = piece;
      out.segment_ends.insert(out.segment_ends.end(), {name_[mesh_.from(e.side)], name_[mesh_.to(e.side)]});
      out.segment_marker.push_back(in_.segment_marker.empty() ? 0 : in_.segment_marker[e.segment]);
      result_.segment_of.push_back(e.segment);
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
  bool splits_;
  std::size_t first_split_ = 0;
  cpu_exec exec_;
  working_mesh mesh_;
  curve_order order_;
  std::vector<std::uint32_t> name_;
  std::vector<crossing> crossings_;
  triangulate_result result_;
};

}  // namespace

triangulate_result triangulate(const planar_graph& input, const triangulate_options& options) {
  return builder(input, options, false).run();
}

triangulate_result triangulate_by_splitting(const planar_graph& input, const triangulate_options& options) {
  return builder(input, options, true).run();
}

}  // namespace amorph::mesh
