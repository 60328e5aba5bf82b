// Writes the refined mesh to the caller's arrays, in the input's numbering: the input's vertices first, then new ones
// in the order of insertion.
#pragma once

#include <cstdint>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/mesh/refine/classification.hpp"
#include "solver/mesh/refine/mesh_state.hpp"

namespace amorph::mesh::refining {

struct read_area_bounds {
  area_bounds areas;
  double* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = areas.of(static_cast<std::uint32_t>(i)); }
};
struct on_a_segment {
  const std::uint32_t* point_segment;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return point_segment[i] != none ? 1 : 0; }
};

template <class Exec> class answer_writer {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  answer_writer(Exec& exec, mesh_state<Exec>& mesh) : exec_(exec), mesh_(mesh), in_(mesh.in) {}
  answer_writer(const answer_writer&) = delete;
  answer_writer& operator=(const answer_writer&) = delete;
  ~answer_writer() { exec_.memory().give(taken_); }

  void write() {
    write_bad_triangles();
    write_triangles();
    write_points();
  }
  std::uint64_t count_points_on_segments() {
    buffer<std::uint64_t> sum(exec_, 1);
    reduce_into<std::uint64_t>(exec_, mesh_.points, on_a_segment{mesh_.point_segment.data()}, sum.data(), 0);
    return exec_.read(sum.data());
  }

 private:
  // The caller's array for a part. On the CPU it counts as memory of the run; on a device it is in other memory.
  template <class T> T* allocate(std::uint32_t which, std::size_t size) {
    if constexpr (!Exec::on_device) {
      exec_.memory().take(size * sizeof(T));
      taken_ += size * sizeof(T);
    }
    return static_cast<T*>(in_.allocate(in_.context, which, size));
  }

  void write_bad_triangles() {
    refinement_rules strict = mesh_.rules();
    strict.bound.sharp = nullptr;  // those at small input angles, too
    strict.bound.min_edge = 0;
    strict.bound.lens = in_.lens;
    buffer<std::uint8_t> why(exec_, mesh_.triangles);
    exec_.for_each(mesh_.triangles, explain{strict, why.data()});
    buffer<std::uint32_t> bad(exec_, mesh_.triangles);
    bad.resize_discard(select_indices(exec_, mesh_.triangles, is_bad{why.data()}, bad.span()));
    buffer<std::uint8_t> why_bad(exec_, bad.size());
    exec_.for_each(bad.size(), gather<std::uint8_t>{why.data(), bad.data(), why_bad.data(), 1});
    write(part::bad, bad.span());
    write(part::why, why_bad.span());
  }
  void write_triangles() {
    const std::uint32_t n = mesh_.triangles;
    {
      target<std::uint32_t> corners(*this, part::corners, 3 * std::size_t{n}),
          neighbours(*this, part::neighbours, 3 * std::size_t{n}), segments(*this, part::segments, 3 * std::size_t{n});
      exec_.for_each(n, split_triangles{mesh_.triangle_at.data(), mesh_.segment.data(), mesh_.point_order.data(),
                                        in_.points, corners.data(), neighbours.data(), segments.data()});
      corners.finish();
      neighbours.finish();
      segments.finish();
    }
    mesh_.segment.release();
    if (in_.region != nullptr) write(part::region, mesh_.region.span().subspan(0, n));
    if (in_.area_bound != nullptr) {
      buffer<double> bound(exec_, n);
      exec_.for_each(n, read_area_bounds{mesh_.view().areas, bound.data()});
      write(part::area_bound, bound.span());
    }
  }
  void write_points() {
    if (in_.single != 0) {
      mesh_.point_at.resize_discard(mesh_.points);
      exec_.for_each(mesh_.points, widen{mesh_.narrow_point_at.data(), in_.grid_low, in_.scale, mesh_.point_at.data()});
    }
    write_per_point<point>(part::points, mesh_.point_at, 1);
    write_per_point<double>(part::attributes, mesh_.attributes, in_.attribute_count);
    write_per_point<std::uint32_t>(part::point_segment, mesh_.point_segment, 1);
  }

  // Where a part of the answer is made: in the caller's array, or on a device in one of its own that is then copied.
  template <class T> class target {
   public:
    target(answer_writer& of, std::uint32_t which, std::size_t size)
        : exec_(of.exec_), to_(of.template allocate<T>(which, size), size) {
      if constexpr (Exec::on_device) own_ = buffer<T>(exec_, size);
    }
    [[nodiscard]] T* data() const {
      if constexpr (Exec::on_device) return own_.data();
      return to_.data();
    }
    void finish() {
      if constexpr (Exec::on_device)
        if (to_.size() != 0) exec_.template copy_out<T>(own_.span(), to_);
    }

   private:
    Exec& exec_;
    span<T> to_;
    buffer<T> own_{exec_};
  };

  template <class T> void write(std::uint32_t which, span<T> values) {
    T* to = allocate<T>(which, values.size());
    if (!values.empty()) exec_.template copy_out<T>(values, span<T>(to, values.size()));
  }
  template <class T> void write_per_point(std::uint32_t which, buffer<T>& values, std::size_t each) {
    target<T> moved(*this, which, mesh_.points * each);
    exec_.for_each(in_.points, scatter<T>{values.data(), mesh_.point_order.data(), moved.data(), each});
    const std::size_t from = in_.points * each, added = mesh_.points * each - from;
    if (added != 0) exec_.template copy<T>(values.span().subspan(from, added), span<T>(moved.data() + from, added));
    moved.finish();
  }

  Exec& exec_;
  mesh_state<Exec>& mesh_;
  const refine_problem& in_;
  std::uint64_t taken_ = 0;
};

}  // namespace amorph::mesh::refining
