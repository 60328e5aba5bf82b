// The mesh in an executor's memory: vertices, triangles, their marks, and the other arrays that grow with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/mesh/refine/core.hpp"
#include "solver/mesh/refine/growth.hpp"
#include "solver/mesh/refine/layout.hpp"
#include "solver/mesh/refine/quality.hpp"

namespace amorph::mesh::refining {

// How an attempt at refinement differs from the first one (orders.hpp).
struct refinement_order {
  double lens;
  double off_centre = 1;  // a factor
  std::uint32_t window;
  std::uint32_t equal_bits = 0;  // of urgency
  shells around = shells::all;
};

template <class Exec> struct mesh_state {
  template <class T> using buffer = typename Exec::template buffer<T>;

  mesh_state(Exec& executor, const refine_problem& problem)
      : exec(executor), in(problem), order{.lens = problem.first_lens, .window = problem.window} {
    points = in.points;
    triangles = in.triangles;
    max_points = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(none - 1, in.max_points > none ? none : in.points + in.max_points));
    load(attributes, in.attributes, points * std::size_t{in.attribute_count});
    if (in.stars == nullptr) load_mesh();
  }
  void load_mesh() {
    load(point_at, in.point_at, points);
    point_segment = buffer<std::uint32_t>(exec, points);
    if (in.point_segment != nullptr)
      exec.copy_in(span<const std::uint32_t>(in.point_segment, points), point_segment.span());
    else
      exec.fill(point_segment.span(), none);
    load(corners, in.corners, 3 * std::size_t{triangles});
    load(neighbours, in.neighbours, 3 * std::size_t{triangles});
    load(segments, in.triangle_segments, 3 * std::size_t{triangles});
    load(segment_ends, in.segment_ends, 2 * std::size_t{in.segments});
    if (in.sharp != nullptr) load(sharp, in.sharp, points);
    if (in.region != nullptr) load(region, in.region, triangles);
    if (in.area_bound != nullptr) load(area_bound, in.area_bound, triangles);
  }

  // Sorts and renumbers vertices and triangles along the Hilbert curve, and converts triangles to records.
  void lay_out(bool along_curve) {
    buffer<std::uint32_t> key(exec, std::max(points, triangles));
    point_order = buffer<std::uint32_t>(exec, points);
    buffer<std::uint32_t> triangle_order(exec, triangles), point_rank(exec, points), triangle_rank(exec, triangles);
    if (along_curve) {
      const double extent = std::max(in.high.x - in.low.x, in.high.y - in.low.y);
      const curve_cells cells{in.low.x, in.low.y, extent > 0 ? 65536 / extent : 0};
      exec.for_each(points, key_points{cells, point_at.data(), key.data(), point_order.data()});
      sort_pairs(exec, key.span().subspan(0, points), point_order.span());
      exec.for_each(triangles,
                    key_triangles{cells, point_at.data(), corners.data(), key.data(), triangle_order.data()});
      sort_pairs(exec, key.span().subspan(0, triangles), triangle_order.span());
    } else {
      exec.for_each(points, identity_order{point_order.data()});
      exec.for_each(triangles, identity_order{triangle_order.data()});
    }
    exec.for_each(points, invert{point_order.data(), point_rank.data()});
    exec.for_each(triangles, invert{triangle_order.data(), triangle_rank.data()});
    exec.for_each(triangles,
                  build_triangles{corners.data(), neighbours.data(), segments.data(), triangle_order.data(),
                                  triangle_rank.data(), point_rank.data(), triangle_at.data(), segment.data()});
    corners.release();
    neighbours.release();
    segments.release();
    permute(point_at, point_order, 1);
    if (in.single != 0)
      exec.for_each(points, narrow_down{point_at.data(), in.grid_low, in.scale, narrow_point_at.data()});
    permute(point_segment, point_order, 1);
    permute(attributes, point_order, in.attribute_count);
    permute(sharp, point_order, 1);
    permute(region, triangle_order, 1);
    permute(area_bound, triangle_order, 1);
    if (in.area_bound != nullptr) {
      input_triangle = buffer<triangle>(exec, triangles);
      exec.template copy<triangle>(triangle_at.span().subspan(0, triangles), input_triangle.span());
      exec.for_each(triangles, identity_order{holder.data()});
    }
    exec.for_each(segment_ends.size(), rename{point_rank.data(), segment_ends.data()});
  }

  [[nodiscard]] mesh_view view() {
    return {{point_at.data(), narrow_point_at.data()},
            triangle_at.data(),
            segment.data(),
            point_segment.data(),
            region.data(),
            {area_bound.data(), input_triangle.data(), holder.data()},
            attributes.data(),
            in.attribute_count};
  }
  [[nodiscard]] refinement_rules rules() {
    return {view(),
            {in.square_cosine, order.off_centre * in.off_centre, in.area_scale, 2 * in.max_area * in.area_scale,
             in.longest_edge, in.min_edge, segment_ends.data(), sharp.data(), in.points, in.split_boundary != 0,
             in.split_inside != 0, true, order.lens, order.equal_bits, order.around}};
  }
  // New triangles inherit attributes, regions or area bounds.
  [[nodiscard]] bool carries() const {
    return in.attribute_count != 0 || in.region != nullptr || in.area_bound != nullptr;
  }

  [[nodiscard]] std::size_t bytes_per_point() const {
    return (in.single != 0 ? sizeof(narrow_point) : sizeof(point)) + 12 + 8 * std::size_t{in.attribute_count};
  }
  [[nodiscard]] std::size_t bytes_per_triangle() const {
    return sizeof(triangle) + 20 + (in.region != nullptr ? 8 : 0) + (in.area_bound != nullptr ? 4 : 0);
  }
  [[nodiscard]] std::size_t point_capacity() const { return corner_marks.size(); }
  [[nodiscard]] std::size_t triangle_capacity() const { return marks.size(); }
  // Grows by at least half, or to `factor` times the needed size.
  void reserve(std::size_t needed_points, std::size_t needed_triangles, double factor = 1) {
    if (needed_points > none - 1 || needed_triangles > max_triangles)
      throw error(status::out_of_memory, "a mesh of more than " + std::to_string(max_triangles) + " triangles");
    const auto preferred = [factor](std::size_t needed, std::size_t has, std::size_t maximum) {
      return std::min(std::max(static_cast<std::size_t>(factor * static_cast<double>(needed)), has + has / 2), maximum);
    };
    if (needed_points > point_capacity())
      grow_to(preferred(needed_points, point_capacity(), none - 1), needed_points,
              [&](std::size_t n) { resize_points(n); });
    if (needed_triangles > triangle_capacity())
      grow_to(preferred(needed_triangles, triangle_capacity(), max_triangles), needed_triangles,
              [&](std::size_t n) { resize_triangles(n); });
  }

  Exec& exec;
  refine_problem in;
  refinement_order order;
  std::uint32_t points = 0, triangles = 0, max_points = 0;
  // Per vertex, in the order of the layout.
  buffer<point> point_at{exec};
  buffer<narrow_point> narrow_point_at{exec};  // in place of point_at, in single precision
  buffer<double> attributes{exec};             // attribute_count per vertex
  buffer<std::uint32_t> point_segment{exec};
  buffer<std::uint64_t> corner_marks{exec};  // the largest key of the candidates at a vertex
  buffer<std::uint32_t> point_order{exec};   // of the input's vertices: their numbers there
  buffer<std::uint8_t> sharp{exec};          // of the input's vertices
  // Per triangle.
  buffer<triangle> triangle_at{exec};
  buffer<std::uint32_t> segment{exec};  // 3 per triangle
  buffer<double> region{exec};
  buffer<std::uint32_t> holder{exec};  // the input's triangle that contains the centroid
  buffer<std::uint64_t> marks{exec};   // claims
  // Of the input: triangles until they are laid out, segments, and area bounds with their triangles.
  buffer<std::uint32_t> corners{exec}, neighbours{exec}, segments{exec}, segment_ends{exec};
  buffer<double> area_bound{exec};
  buffer<triangle> input_triangle{exec};

 private:
  template <class T> void load(buffer<T>& to, const T* from, std::size_t count) {
    to = buffer<T>(exec, span<const T>(from, count));
  }
  template <class T> void permute(buffer<T>& values, const buffer<std::uint32_t>& order, std::size_t each) {
    if (values.empty()) return;
    buffer<T> moved(exec, values.size());
    exec.for_each(order.size(), gather<T>{values.data(), order.data(), moved.data(), each});
    values.swap(moved);
  }
  // The array whose size is the capacity grows last, so that a failure leaves the capacity unchanged.
  void resize_points(std::size_t n) {
    if (in.single != 0)
      narrow_point_at.resize(n);
    else
      point_at.resize(n);
    attributes.resize(n * in.attribute_count);
    point_segment.resize(n);
    resize_zeroed(exec, corner_marks, n);
  }
  void resize_triangles(std::size_t n) {
    triangle_at.resize(n);
    segment.resize(3 * n);
    if (in.region != nullptr) region.resize(n);
    if (in.area_bound != nullptr) holder.resize(n);
    resize_zeroed(exec, marks, n);
  }
};

}  // namespace amorph::mesh::refining
