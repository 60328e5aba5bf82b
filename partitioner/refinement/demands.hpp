// Secondary objectives and constraints on the finest level, once its cut is refined: a small communication volume, then
// connected parts. A demand is left to the host if memory is short, or if it would cost more of the cut than the host's
// searches do.
#pragma once

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/refinement/connect.hpp"
#include "partitioner/refinement/counting.hpp"
#include "partitioner/refinement/refiner.hpp"
#include "partitioner/refinement/volume.hpp"

namespace amorph::partition {

template <class Exec, class Balance> class finest_demands {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // `stats` receives the demands that remain for the host.
  finest_demands(Exec& exec, const problem& problem, refine_memory<Exec, Balance>& memory, core_statistics& stats)
      : exec_(exec), problem_(problem), memory_(memory), stats_(stats) {}

  void fulfil(const level<Exec>& here, const refine_rule& rule, refined<Exec>& answer) {
    if (problem_.volume != 0 && rule.effort != 0)
      stats_.volume_refined = fits([&] { reduce(here, rule, answer); }, could_stream()) ? 1 : 0;
    if (problem_.contiguous != 0) connect(here, rule, answer);
    if constexpr (Exec::on_device)
      if (problem_.counts != nullptr && *problem_.streamed == 0)
        problem_.counts->known = fits([&] { count(here, answer); }) ? 1 : 0;
  }

 private:
  // Then the run is repeated with the arcs in host memory.
  [[nodiscard]] bool could_stream() const { return Exec::on_device && *problem_.streamed == 0; }
  // Whether memory suffices for f(), which may leave a partition between the one before and its own.
  template <class F> static bool fits(F f, bool must = false) {
    try {
      f();
      return true;
    } catch (const std::bad_alloc&) {
    } catch (const error& e) {
      if (e.code() != status::out_of_memory || must) throw;
    }
    return false;
  }

  // The sizes of vertices in the executor's memory, which is `copy` on a device; null: all are 1.
  const int32_t* sizes_of(const level<Exec>& here, buffer<int32_t>& copy) const {
    const int32_t* sizes = problem_.graph.vertex_size.data();
    if (!Exec::on_device || sizes == nullptr) return sizes;
    copy = buffer<int32_t>(exec_, span<const int32_t>(sizes, here.vertices));
    return copy.data();
  }
  void count(const level<Exec>& here, const refined<Exec>& answer) {
    buffer<int32_t> copy;
    count_partition(exec_, here.view, here.arcs, sizes_of(here, copy), memory_.weight(), memory_.tallies(),
                    answer.part.data(), answer.boundary->data(), *problem_.counts);
  }
  void reduce(const level<Exec>& here, const refine_rule& rule, refined<Exec>& answer) {
    buffer<int32_t> copy;
    volume_refiner<Exec, Balance> volume(exec_, here.view, sizes_of(here, copy), memory_.given_balance(),
                                         memory_.tallies(), answer.part.data());
    (void)volume.run(rule.seed, rule.effort);
  }

  // Strays join adjacent parts. If that costs too much, or memory is short, the partition stays as it was, with its
  // strays.
  void connect(const level<Exec>& here, const refine_rule& rule, refined<Exec>& answer) {
    std::optional<buffer<uint32_t>> before;
    bool well = false;
    const bool fit = fits([&] {
      before.emplace(exec_, here.vertices);
      exec_.template copy<uint32_t>(answer.part.span(), before->span());
      well = joins_well(here, rule, answer, *before);
    });
    if (fit && well) return;
    stats_.strays = std::max(1u, stats_.strays);
    if (before) std::swap(answer.part, *before);
  }
  // What joining has put above limits moves on by refinement, which may cut off others: a few times, while that
  // helps; the strays' move is the last one. False: `before` is better.
  bool joins_well(const level<Exec>& here, refine_rule rule, refined<Exec>& answer, const buffer<uint32_t>& before) {
    rule.pace = pace::improve;
    const int64_t excess_before = excess();
    int64_t smallest = std::numeric_limits<int64_t>::max();
    uint32_t fewest = ~0u;
    for (unsigned round = 0;; ++round) {
      if (!connect_all(here, answer)) {
        if (round == 0) return true;  // nothing has changed
        break;
      }
      const int64_t now = excess();
      if (round == rounds_of_connection || now == 0 || (now >= smallest && stats_.strays >= fewest)) break;
      smallest = std::min(smallest, now);
      fewest = std::min(fewest, stats_.strays);
      exec_.for_each_team(here.vertices, find_boundary{here.view, answer.part.data(), answer.boundary->data()});
      rule.seed = hash32(rule.seed + round);
      answer = refine(exec_, here.view, here.arcs, rule, memory_, std::nullopt, answer);
    }
    if (excess() > excess_before) return false;
    const int64_t cut = twice_the_cut(exec_, here.view, answer.part.data());
    const int64_t cut_before = twice_the_cut(exec_, here.view, before.data());
    // The host's searches, which would follow, are short with `fast`, and lose more.
    return cut - cut_before <= (problem_.fast != 0 ? cut_before : cut_before / largest_loss);
  }
  // Whether something moved.
  bool connect_all(const level<Exec>& here, refined<Exec>& answer) {
    bool moved = false;
    for (unsigned pass = 0; pass != passes_of_connection; ++pass) {  // a stray may hold on to one that moves
      exec_.check_stop();
      const strays_found strays =
          connect_parts(exec_, here.view, here.arcs, memory_.given_balance(), answer.part.data());
      stats_.strays = static_cast<uint32_t>(strays.found - strays.moved);
      moved = moved || strays.moved != 0;
      if (strays.moved == 0 || stats_.strays == 0) break;
    }
    return moved;
  }
  [[nodiscard]] int64_t excess() {
    buffer<quality> sum(exec_, 1);
    exec_.write(sum.data(), quality{});
    exec_.for_each(problem_.parts, add_excess<Balance>{memory_.given_balance(), sum.data()});
    return exec_.read(sum.data()).excess;
  }

  static constexpr unsigned rounds_of_connection = 3, passes_of_connection = 3;
  static constexpr int64_t largest_loss = 50;  // of the cut by connected parts: a fiftieth

  Exec& exec_;
  const problem& problem_;
  refine_memory<Exec, Balance>& memory_;
  core_statistics& stats_;
};

}  // namespace amorph::partition
