// Small meshes are refined several times, and the smallest result is kept. Bad triangles of equal urgency are refined
// in the order of their hashes, and that order decides how many points are added: 10% more or fewer at 34 degrees, and
// sometimes several times as many. Rounds are numbered on from one attempt to the next, so that hashes differ. Attempts
// differ in more than that: in what is urgent, in the lens, in off-centres and in where segments are split.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/mesh/refine/mesh_state.hpp"

namespace amorph::mesh::refining {

// What refinement changes, to return to it.
template <class Exec> class saved_mesh {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  explicit saved_mesh(mesh_state<Exec>& mesh) : mesh_(mesh) {}

  [[nodiscard]] std::uint32_t points() const { return points_; }
  void save() {
    points_ = mesh_.points;
    triangles_ = mesh_.triangles;
    each([&](auto& live, auto& saved, std::size_t count) {
      saved.resize_discard(count);
      copy(live, saved, count);
    });
  }
  void restore() {
    mesh_.points = points_;
    mesh_.triangles = triangles_;
    each([&](auto& live, auto& saved, std::size_t count) { copy(saved, live, count); });
  }

 private:
  template <class F> void each(F f) {
    const auto visit = [&](auto& live, auto& saved, std::size_t count) {
      f(live, saved, std::min(count, live.size()));
    };
    visit(mesh_.point_at, point_at_, points_);
    visit(mesh_.narrow_point_at, narrow_point_at_, points_);
    visit(mesh_.attributes, attributes_, points_ * std::size_t{mesh_.in.attribute_count});
    visit(mesh_.point_segment, point_segment_, points_);
    visit(mesh_.triangle_at, triangle_at_, triangles_);
    visit(mesh_.segment, segment_, 3 * std::size_t{triangles_});
    visit(mesh_.region, region_, triangles_);
  }
  template <class T> void copy(buffer<T>& from, buffer<T>& to, std::size_t count) {
    if (count != 0) mesh_.exec.template copy<T>(from.span().subspan(0, count), to.span().subspan(0, count));
  }

  mesh_state<Exec>& mesh_;
  std::uint32_t points_ = 0, triangles_ = 0;
  buffer<point> point_at_{mesh_.exec};
  buffer<narrow_point> narrow_point_at_{mesh_.exec};
  buffer<double> attributes_{mesh_.exec}, region_{mesh_.exec};
  buffer<std::uint32_t> point_segment_{mesh_.exec}, segment_{mesh_.exec};
  buffer<triangle> triangle_at_{mesh_.exec};
};

// How attempt `k` differs from attempt 0: in one of 24 combinations. Each refines the shortest edges of the whole mesh
// first; half of them by steps of urgency as large as Triangle's, two per octave. Half have wider lenses, half the
// narrowest. Off-centres are nearer to the distance that gives the angle exactly, 1 / 0.95 of the usual one, or farther
// from it. Segments between small angles are not always split in the middle. (An attempt may have no end but the limit
// of its points.)
inline constexpr std::uint32_t attempts = 25;
inline refinement_order order_of(std::uint32_t k, const refine_problem& in) {
  constexpr shells around[] = {shells::near, shells::left, shells::right};
  --k;
  return {.lens = (k & 2) == 0 ? 0.5 * in.first_lens : in.lens,
          .off_centre = (k & 4) == 0 ? 1.04 : 0.9,
          .window = 8,
          .equal_bits = (k & 1) == 0 ? 0u : 3u,
          .around = around[k % 3]};
}

// Whether there are other attempts, and how many points each may add. On large meshes orders hardly matter, and bounds
// of area determine the number of points.
struct order_limits {
  static constexpr std::uint32_t small = 2048, max_triangles = 8192, max_points = 1 << 17;

  static bool may_help(const refine_problem& in, std::uint32_t triangles) {
    return in.max_area == 0 && in.area_bound == nullptr && triangles <= max_triangles;
  }
  // After the first attempt, which added `added` points to `input`. If these are very many, a quarter of them may do.
  order_limits(const refine_problem& in, std::uint32_t input, std::uint32_t added) {
    const bool excessive = in.window != 0 && added > 16 * input && added <= max_points;
    each = excessive ? std::max(small, added / 4) : added <= small ? small : 0;
  }
  [[nodiscard]] std::uint32_t total() const { return 4 * each; }

  std::uint32_t each;
};

}  // namespace amorph::mesh::refining
