// Delaunay triangulation of points, for any executor. With ties broken by a rule the triangulation is unique
// (in_circle_by_rule), so the star of each vertex can be found without the others, and agrees with theirs:
//
//   sort the points along the Hilbert curve, drop duplicates            curve.hpp
//   a tree of bounding boxes over them                                  boxes.hpp
//   per vertex: its neighbours, from the points in its circles          find_stars.hpp, star.hpp
//   the host completes those that take too long                         unfinished.hpp
//   each triangle is written from the star of its first corner          triangles.hpp
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/mesh/stars/core.hpp"
#include "solver/mesh/stars/curve.hpp"
#include "solver/mesh/stars/triangles.hpp"
#include "solver/mesh/stars/unfinished.hpp"
#include "solver/run/run_core.hpp"

namespace amorph::mesh::stars {

template <class Exec> class delaunay {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  delaunay(Exec& exec, const delaunay_problem& in, run_request&)
      : exec_(exec), in_(in), input_(exec, span<const point>(in.point_at, in.points)) {}

  void solve();

  // What was found, in the executor's memory; for a core that goes on with it.
  struct found {
    buffer<point> points;  // the input's
    buffer<std::uint32_t> corners, neighbours;
    buffer<std::uint32_t> point_of;    // per vertex, along the curve
    buffer<std::uint32_t> duplicates;  // pairs
  };
  [[nodiscard]] std::uint64_t unfinished() const { return unfinished_; }
  [[nodiscard]] found take() {
    copy_out(delaunay_part::duplicates, duplicates_);
    return {std::move(input_), std::move(corners_), std::move(neighbours_), std::move(point_of_),
            std::move(duplicates_)};
  }

  void finish(delaunay_answer& answer) {
    answer.unfinished = unfinished_;
    if (unfinished_ != 0) return;
    copy_out(delaunay_part::corners, corners_);
    copy_out(delaunay_part::neighbours, neighbours_);
    copy_out(delaunay_part::duplicates, duplicates_);
  }

 private:
  // Vertices: points along the curve, each position once.
  void order() {
    const std::size_t n = in_.points;
    unfinished_ = 0;
    vertices_ = in_.points;
    duplicates_ = buffer<std::uint32_t>(exec_, 0);
    if (n < 3) return;
    buffer<box> extent(exec_, 1);
    const coordinate_of<&point::x> x{input_.data()};
    const coordinate_of<&point::y> y{input_.data()};
    reduce_into<double>(exec_, n, x, &extent.data()->low.x, 1e300, minimum<double>{});
    reduce_into<double>(exec_, n, y, &extent.data()->low.y, 1e300, minimum<double>{});
    reduce_into<double>(exec_, n, x, &extent.data()->high.x, -1e300, maximum<double>{});
    reduce_into<double>(exec_, n, y, &extent.data()->high.y, -1e300, maximum<double>{});
    buffer<std::uint64_t> cell(exec_, n);
    point_of_ = buffer<std::uint32_t>(exec_, n);
    exec_.for_each(n, find_cells{input_.data(), extent.data(), cell.data(), point_of_.data()});
    sort_pairs(exec_, cell.span(), point_of_.span(), 0, 2 * fine_curve::bits);
    points_ = buffer<point>(exec_, n);
    exec_.for_each(n, gather_points{input_.data(), point_of_.data(), points_.data()});
    buffer<std::uint32_t> same(exec_, n);
    exec_.for_each(n, find_duplicates{cell.data(), points_.data(), same.data(), counts_.data()});
    const counters seen = exec_.read(counts_.data());
    unfinished_ = seen.long_runs;
    if (seen.duplicates != 0 && unfinished_ == 0) drop_duplicates(same, seen.duplicates);
  }
  void drop_duplicates(const buffer<std::uint32_t>& same, std::uint32_t count) {
    const std::size_t n = in_.points;
    duplicates_ = buffer<std::uint32_t>(exec_, 2 * std::size_t{count});
    buffer<std::uint64_t> selected(exec_, 1);
    select_into(exec_, n, is_duplicate{same.data()}, list_duplicate{same.data(), point_of_.data(), duplicates_.data()},
                selected.data());
    buffer<std::uint32_t> point_of(exec_, n - count);
    buffer<point> points(exec_, n - count);
    select_into(exec_, n, is_first{same.data()},
                keep_vertex{points_.data(), point_of_.data(), points.data(), point_of.data()}, selected.data());
    point_of_.swap(point_of);
    points_.swap(points);
    vertices_ = in_.points - count;
  }

  void build_tree() {
    tree_.points_count = vertices_;
    std::uint32_t count = vertices_, total = 0;
    tree_.levels = 0;
    do {
      count = (count + tree_view::width - 1) / tree_view::width;
      tree_.begin[tree_.levels] = total;
      tree_.count[tree_.levels++] = count;
      total += count;
    } while (count > tree_view::width);
    boxes_ = buffer<box>(exec_, total);
    tree_.points = points_.data();
    tree_.boxes = boxes_.data();
    exec_.for_each(tree_.count[0], bound_leaves{points_.data(), vertices_, boxes_.data()});
    for (std::uint32_t level = 1; level != tree_.levels; ++level)
      exec_.for_each(tree_.count[level], bound_nodes{boxes_.data() + tree_.begin[level - 1], tree_.count[level - 1],
                                                     boxes_.data() + tree_.begin[level]});
  }

  void find_all() {
    constexpr std::uint32_t most_nodes = 384;  // five times the mean of random points
    const std::size_t n = vertices_;
    // There are at most 3 n edges, and at most n vertices on the hull; some stars are replaced.
    ids_ = buffer<std::uint32_t>(exec_, 7 * n + 128);
    begin_ = buffer<std::uint32_t>(exec_, n);
    size_ = buffer<std::uint32_t>(exec_, n);
    buffer<std::uint32_t> is_unfinished(exec_, n), unfinished(exec_, n);
    counters* const count = counts_.data();
    exec_.for_each(n, find_stars{{tree_, most_nodes},
                                 {ids_.data(), begin_.data(), size_.data(), &count->ring_end},
                                 is_unfinished.data(),
                                 unfinished.data(),
                                 &count->unfinished});
    const std::uint32_t left = exec_.read(&count->unfinished);
    if (left == 0) return;
    unfinished_ = left;
    if (left == n || left > 4096 + n / 4) return;
    exec_.single(add_triangle{reader(), vertices_, is_unfinished.data(), unfinished.data(), &count->unfinished});
    complete(is_unfinished, unfinished);
  }

  [[nodiscard]] star_reader reader() const { return {ids_.data(), begin_.data(), size_.data()}; }

  void complete(const buffer<std::uint32_t>& is_unfinished, buffer<std::uint32_t>& unfinished) {
    counters* const count = counts_.data();
    exec_.for_each(vertices_, list_links{reader(), is_unfinished.data(), nullptr, &count->links});
    const counters seen = exec_.read(count);
    buffer<star_link> links(exec_, seen.links);
    exec_.write(&count->links, 0);
    exec_.for_each(vertices_, list_links{reader(), is_unfinished.data(), links.data(), &count->links});
    const span<std::uint32_t> vertices = unfinished.span().subspan(0, seen.unfinished);
    sort(exec_, vertices);
    buffer<point> points(exec_, vertices.size());
    exec_.for_each(vertices.size(), gather_vertices{points_.data(), vertices.data(), points.data()});
    std::vector<std::uint32_t> host_vertices(vertices.size());
    std::vector<point> host_points(vertices.size());
    std::vector<star_link> host_links(links.size());
    exec_.template copy_out<std::uint32_t>(vertices, host_vertices);
    exec_.template copy_out<point>(points.span(), host_points);
    exec_.template copy_out<star_link>(links.span(), host_links);
    finished_stars found{};
    if (!in_.complete(in_.context,
                      {host_vertices.data(), host_points.data(), seen.unfinished, host_links.data(), host_links.size()},
                      found))
      return;
    const std::size_t size = found.begin[seen.unfinished];
    if (seen.ring_end + size > ids_.size()) throw error(status::internal, "triangulate: stars do not fit");
    exec_.template copy_in<std::uint32_t>(span<const std::uint32_t>(found.ids, size),
                                          ids_.span().subspan(seen.ring_end, size));
    const buffer<std::uint32_t> begin(exec_, span<const std::uint32_t>(found.begin, seen.unfinished + std::size_t{1}));
    exec_.for_each(vertices.size(),
                   take_stars{vertices.data(), begin.data(), seen.ring_end, begin_.data(), size_.data()});
    unfinished_ = 0;
  }

  void write() {
    const std::size_t n = vertices_;
    const star_reader stars = reader();
    buffer<std::uint32_t> first(exec_, n + 1);
    offsets_of(exec_, n, count_own_triangles{stars}, first.span());
    const std::size_t triangles = exec_.read(first.data() + n);
    corners_.resize_discard(3 * triangles);
    neighbours_.resize_discard(3 * triangles);
    exec_.for_each(n, write_triangles{stars, first.data(), point_of_.data(), corners_.data(), neighbours_.data()});
  }

  void copy_out(std::uint32_t which, const buffer<std::uint32_t>& values) {
    std::uint32_t* const to = in_.allocate(in_.context, which, values.size());
    if (!values.empty()) exec_.template copy_out<std::uint32_t>(values.span(), span<std::uint32_t>(to, values.size()));
  }

  Exec& exec_;
  const delaunay_problem in_;
  buffer<point> input_;
  std::uint32_t vertices_ = 0;
  std::uint64_t unfinished_ = 0;
  buffer<counters> counts_{exec_};
  // Per vertex, along the curve.
  buffer<point> points_{exec_};
  buffer<std::uint32_t> point_of_{exec_};
  buffer<std::uint32_t> begin_{exec_}, size_{exec_};  // of its star in ids_
  buffer<std::uint32_t> ids_{exec_};
  buffer<box> boxes_{exec_};
  tree_view tree_{};
  // The answer.
  buffer<std::uint32_t> corners_{exec_}, neighbours_{exec_}, duplicates_{exec_};
};

template <class Exec> void delaunay<Exec>::solve() {
  counts_ = buffer<counters>(exec_, 1);
  exec_.write(counts_.data(), counters{});
  order();
  if (vertices_ < 3 || unfinished_ != 0) {
    unfinished_ = std::max<std::uint64_t>(1, unfinished_);
    return;
  }
  build_tree();
  find_all();
  if (unfinished_ == 0) write();
}
#if AMORPH_DEVICE_COMPILER
extern template void delaunay<cuda_exec>::solve();  // in stars_cuda.cu, for refinement too
#endif

}  // namespace amorph::mesh::stars
