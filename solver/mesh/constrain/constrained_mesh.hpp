// From the Delaunay triangulation of points, in an executor's memory, to the mesh of a domain there.
#pragma once

#include <cstdint>
#include <utility>

#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/mesh/constrain/constrain.inl"
#include "solver/mesh/constrain/domain.hpp"
#include "solver/mesh/constrain/problem.hpp"

namespace amorph::mesh::constraining {

struct find_handles {
  const std::uint32_t *corners, *neighbours;
  handle* to;
  std::uint32_t* some_triangle;
  AMORPH_BODY void operator()(std::size_t t) const {
    for (std::uint32_t e = 0; e != 3; ++e) {
      cached_store(&some_triangle[corners[3 * t + e]], static_cast<std::uint32_t>(t));
      const std::uint32_t other = neighbours[3 * t + e], start = corners[3 * t + after(e)];
      if (other == none) {
        to[3 * t + e] = none;
        continue;
      }
      // In the neighbour the edge leads to `start`, and so the corner after that is opposite.
      std::uint32_t j = 0;
      while (corners[3 * std::size_t{other} + j] != start) ++j;
      to[3 * t + e] = edge_of(other, after(j));
    }
  }
};
struct identity {
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = static_cast<std::uint32_t>(i); }
};
struct set_same {
  const std::uint32_t* pairs;  // a duplicate point, and the first one at its position
  std::uint32_t* same;
  AMORPH_BODY void operator()(std::size_t i) const { same[pairs[2 * i]] = pairs[2 * i + 1]; }
};
struct rename_ends {
  const std::uint32_t* same;
  std::uint32_t* ends;
  AMORPH_BODY void operator()(std::size_t i) const { ends[i] = same[ends[i]]; }
};
struct rank_points {
  const std::uint32_t* point_of;
  std::uint32_t* rank;
  AMORPH_BODY void operator()(std::size_t k) const { rank[point_of[k]] = static_cast<std::uint32_t>(k); }
};
struct used_of {
  const std::uint32_t* used;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return used[i]; }
};

template <class Exec> class constrained_mesh {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // In: the triangulation. Out: the mesh, its segments in the order of the input's, and of each its input segment.
  struct arrays {
    const buffer<point>* points;
    const buffer<std::uint32_t>* point_of;    // along the curve
    const buffer<std::uint32_t>* duplicates;  // pairs
    buffer<std::uint32_t>*corners, *neighbours, *segments, *segment_ends, *segment_of;
  };
  constrained_mesh(Exec& exec, const domain_problem& in, arrays mesh) : exec_(exec), in_(in), m_(mesh) {}

  // False if segments cross, a hole lies on an edge or outside, or nothing is left of the domain: these are left to the
  // host.
  [[nodiscard]] bool make() {
    triangles_ = m_.corners->size() / 3;
    const std::size_t points = m_.points->size();
    neighbour_ = buffer<handle>(exec_, 3 * triangles_);
    segment_ = buffer<std::uint32_t>(exec_, 3 * triangles_);
    exec_.fill(segment_.span(), none);
    buffer<std::uint32_t> some_triangle(exec_, points);
    exec_.fill(some_triangle.span(), none);
    exec_.for_each(triangles_,
                   find_handles{m_.corners->data(), m_.neighbours->data(), neighbour_.data(), some_triangle.data()});
    m_.neighbours->release();
    mesh_ = {m_.points->data(), m_.corners->data(), neighbour_.data(), segment_.data(), some_triangle.data()};
    {
      const buffer<std::uint32_t> ends = ends_of_segments();
      if (!segment_insertion<Exec>(exec_, mesh_, triangles_).run(ends.span())) return false;
    }
    return find_kept() && number();
  }
  // Points that are corners of no triangle.
  [[nodiscard]] std::uint64_t unused() const { return unused_; }

 private:
  buffer<std::uint32_t> ends_of_segments() {
    buffer<std::uint32_t> ends(exec_, span<const std::uint32_t>(in_.ends, 2 * std::size_t{in_.segments}));
    if (m_.duplicates->empty()) return ends;
    buffer<std::uint32_t> same(exec_, m_.points->size());
    exec_.for_each(same.size(), identity{same.data()});
    exec_.for_each(m_.duplicates->size() / 2, set_same{m_.duplicates->data(), same.data()});
    exec_.for_each(ends.size(), rename_ends{same.data(), ends.data()});
    return ends;
  }

  bool find_kept() {
    const auto n = static_cast<std::uint32_t>(triangles_);
    buffer<std::uint32_t> parent(exec_, triangles_ + 1), uncertain(exec_, 1);
    exec_.for_each(triangles_ + 1, identity{parent.data()});
    const disjoint_sets sets{parent.data()};
    exec_.for_each(triangles_, unite_triangles{mesh_, sets, n, in_.carve != 0});
    if (in_.holes != 0) {
      const buffer<point> holes(exec_, span<const point>(in_.hole_at, in_.holes));
      exec_.write(uncertain.data(), 0u);
      buffer<std::uint32_t> in_hole(exec_, in_.holes);
      exec_.for_each(in_.holes, locate_holes{mesh_, sets, n, holes.data(), in_hole.data(), uncertain.data()});
      if (exec_.read(uncertain.data()) != 0) return false;
      exec_.for_each(in_.holes, remove_holes{sets, n, in_hole.data()});
    }
    kept_ = buffer<std::uint32_t>(exec_, triangles_);
    kept_.resize_discard(select_kept(sets, n));
    return !kept_.empty();
  }
  std::size_t select_kept(const disjoint_sets& sets, std::uint32_t n) {
    return select_indices(exec_, triangles_, is_kept{sets, n}, kept_.span());
  }

  bool number() {
    const std::size_t n = kept_.size(), points = m_.points->size();
    buffer<handle> first(exec_, n);
    buffer<std::uint32_t> number(exec_, triangles_);
    {
      buffer<std::uint32_t> rank(exec_, points);
      exec_.for_each(m_.point_of->size(), rank_points{m_.point_of->data(), rank.data()});
      buffer<std::uint64_t> key(exec_, n);
      exec_.for_each(n, key_of_triangle{mesh_, rank.data(), kept_.data(), key.data(), first.data()});
      sort_pairs(exec_, key.span(), first.span());
    }
    exec_.fill(number.span(), none);
    exec_.for_each(n, number_sorted{first.data(), number.data()});
    const numbered_edges edges{mesh_, first.data(), number.data()};
    buffer<std::uint32_t> corners(exec_, 3 * n);
    *m_.neighbours = buffer<std::uint32_t>(exec_, 3 * n);
    *m_.segments = buffer<std::uint32_t>(exec_, 3 * n);
    count_used(edges, corners, points);
    write_segments(edges, corners);
    m_.corners->swap(corners);
    return true;
  }
  void count_used(const numbered_edges& edges, buffer<std::uint32_t>& corners, std::size_t points) {
    buffer<std::uint32_t> used(exec_, points);
    exec_.fill(used.span(), 0);
    exec_.for_each(kept_.size(),
                   write_numbered{edges, corners.data(), m_.neighbours->data(), m_.segments->data(), used.data()});
    buffer<std::uint64_t> sum(exec_, 1);
    reduce_into<std::uint64_t>(exec_, points, used_of{used.data()}, sum.data(), 0);
    unused_ = points - exec_.read(sum.data());
  }
  void write_segments(const numbered_edges& edges, const buffer<std::uint32_t>& corners) {
    const std::size_t n = kept_.size();
    buffer<std::uint32_t> first(exec_, n + 1);
    offsets_of(exec_, n, count_owned{edges}, first.span());
    const std::size_t count = exec_.read(first.data() + n);
    buffer<std::uint64_t> key(exec_, count);
    exec_.for_each(n, list_owned{edges, first.data(), key.data()});
    sort(exec_, key.span());
    *m_.segment_ends = buffer<std::uint32_t>(exec_, 2 * count);
    *m_.segment_of = buffer<std::uint32_t>(exec_, count);
    exec_.for_each(count, write_owned{edges, key.data(), corners.data(), m_.segments->data(), m_.segment_ends->data(),
                                      m_.segment_of->data()});
  }

  Exec& exec_;
  const domain_problem& in_;
  arrays m_;
  mesh_arrays mesh_{};
  std::size_t triangles_ = 0;
  std::uint64_t unused_ = 0;
  buffer<handle> neighbour_{exec_};
  buffer<std::uint32_t> segment_{exec_}, kept_{exec_};
};

}  // namespace amorph::mesh::constraining
