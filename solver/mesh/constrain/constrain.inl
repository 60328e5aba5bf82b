// Inserts segments that do not cross into a Delaunay triangulation, many at a time, for any executor:
//
//   cut segments at the vertices that they pass through; pieces that    pieces.hpp
//     are edges become segments
//   while there are pieces:
//     those that are edges by now become segments                       strip.hpp
//     the others claim the triangles that they cross; winners           strip.hpp
//       retriangulate both sides
//     edges that are not Delaunay are flipped, in rounds                flips.hpp
//
// The constrained Delaunay triangulation is unique (in_circle_by_rule), so neither the winners nor the order of flips
// decide anything. Every triangle that no segment crosses stays (Anglada 1997), so that flips stay within the strips.
// How this differs from Qi, Cao, Tan, "Computing 2D constrained Delaunay triangulation using the GPU" (2012): they flip
// the edges that segments cross until none is left; here a strip is retriangulated at once, in linear time.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/mesh/constrain/flips.hpp"

namespace amorph::mesh::constraining {

template <class Exec> class segment_insertion {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // A Delaunay triangulation with `triangles` triangles and no segments.
  segment_insertion(Exec& exec, const mesh_arrays& mesh, std::size_t triangles)
      : exec_(exec), mesh_(mesh), marks_(exec, triangles), place_(exec, triangles), counters_(exec, 1) {
    exec_.fill(marks_.span(), 0);
    exec_.fill(place_.span(), none);
    exec_.write(counters_.data(), strip_counters{});
  }

  // `ends`: two vertices per segment. False if segments cross: the mesh then has some of them.
  [[nodiscard]] bool run(span<const std::uint32_t> ends) {
    cut(ends);
    while (settle() != 0) {
      if (!insert_winners()) return false;
      make_delaunay();
    }
    return true;
  }

  // Flips `suspects`, and what they lead to, until all edges are Delaunay but segments.
  void make_delaunay(buffer<handle>& suspects) {
    suspects_.swap(suspects);
    make_delaunay();
  }

 private:
  void cut(span<const std::uint32_t> ends) {
    const std::size_t segments = ends.size() / 2;
    buffer<std::uint32_t> count(exec_, segments), first(exec_, segments + 1);
    each(segments, settle_edges{mesh_, ends.data(), count.data()});
    offsets_of(exec_, segments, value_of{count.data()}, first.span());
    const std::size_t pieces = exec_.read(first.data() + segments);
    if (pieces == 0) return;
    key_ = buffer<std::uint64_t>(exec_, pieces);
    segment_ = buffer<std::uint32_t>(exec_, pieces);
    each(segments, write_pieces{mesh_, ends.data(), count.data(), first.data(), key_.data(), segment_.data()});
    sort_pairs(exec_, key_.span(), segment_.span());
    active_ = buffer<std::uint32_t>(exec_, pieces);
    active_count_ = select_indices(exec_, pieces, is_first_of_equals{key_.data()}, active_.span());
  }

  // Returns how many pieces are left, with the edges that they cross first.
  std::size_t settle() {
    const std::size_t n = active_count_;
    if (n == 0) return 0;
    buffer<handle> start(exec_, n), next_start(exec_, n);
    buffer<std::uint32_t> next(exec_, n);
    each(n, settle_pieces{mesh_, active_.data(), key_.data(), segment_.data(), start.data(), counters_.data()});
    if (exec_.read(counters_.data()).lost != 0)
      throw error(status::internal, "triangulate: no edge or vertex on a segment");
    buffer<std::uint64_t> count(exec_, 1);
    select_into(exec_, n, is_unsettled{start.data()},
                keep_unsettled{active_.data(), start.data(), next.data(), next_start.data()}, count.data());
    active_.swap(next);
    start_.swap(next_start);
    active_count_ = exec_.read(count.data());
    return active_count_;
  }

  bool insert_winners() {
    const std::size_t n = active_count_;
    ++round_;
    each(n, claim_strips{mesh_, active_.data(), key_.data(), start_.data(), marks_.data(), round_, counters_.data()},
         strip_grain);
    if (exec_.read(counters_.data()).crossings != 0) return false;
    buffer<std::uint32_t> size(exec_, n), first(exec_, n + 1);
    each(n, measure_strips{mesh_, active_.data(), key_.data(), start_.data(), marks_.data(), round_, size.data()},
         strip_grain);
    offsets_of(exec_, n, value_of{size.data()}, first.span());
    const std::size_t triangles = exec_.read(first.data() + n);
    buffer<std::uint32_t> strips(exec_, triangles);
    buffer<handle> renewed(exec_, 3 * triangles);
    buffer<chain_edge> chains(exec_, triangles + 2 * n);
    suspects_ = buffer<handle>(exec_, 3 * triangles);
    each(n,
         fill_strips{mesh_, active_.data(), key_.data(), segment_.data(), start_.data(), size.data(), first.data(),
                     strips.data(), place_.data(), renewed.data(), chains.data(), suspects_.data()},
         strip_grain);
    return true;
  }

  void make_delaunay() {
    while (!suspects_.empty()) {
      const std::size_t n = suspects_.size();
      ++round_;
      buffer<std::uint32_t> state(exec_, n), first(exec_, n + 1);
      each(n, claim_flips{mesh_, suspects_.data(), marks_.data(), round_, state.data()});
      each(n, decide_flips{mesh_, suspects_.data(), marks_.data(), round_, state.data()});
      offsets_of(exec_, n, next_suspects{state.data()}, first.span());
      buffer<handle> next(exec_, exec_.read(first.data() + n));
      each(n, flip_winners{mesh_, suspects_.data(), state.data(), first.data(), next.data()});
      suspects_.swap(next);
    }
  }

  template <class F> void each(std::size_t n, F f, [[maybe_unused]] std::size_t grain = 32) {
    if constexpr (Exec::on_device)
      exec_.for_each(n, f);
    else
      exec_.ranges(n, grain, [&f](std::size_t first, std::size_t last, unsigned) {
        for (std::size_t i = first; i != last; ++i) f(i);
      });
  }

  static constexpr std::size_t strip_grain = 1;  // a few long strips are worth a thread each

  Exec& exec_;
  const mesh_arrays mesh_;
  buffer<std::uint64_t> marks_;  // claims, per triangle
  buffer<std::uint32_t> place_;
  buffer<strip_counters> counters_;
  // Pieces, sorted by their ends; those that are not segments yet.
  buffer<std::uint64_t> key_{exec_};
  buffer<std::uint32_t> segment_{exec_}, active_{exec_};
  buffer<handle> start_{exec_}, suspects_{exec_};
  std::size_t active_count_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace amorph::mesh::constraining
