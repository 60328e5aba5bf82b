// Distances from many sources: by searches that share their arcs (bits.hpp), or side by side.
#pragma once

#include <algorithm>
#include <memory>
#include <tuple>

#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/label_range.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/common/weights.hpp"
#include "solver/graph/common/window.hpp"
#include "solver/graph/distances/bits.hpp"
#include "solver/graph/distances/core.hpp"
#include "solver/graph/distances/widen.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/distances/search_shares.cuh"
#else
#include "solver/graph/distances/thread_searches.hpp"
#endif

namespace amorph::distances {

#if AMORPH_DEVICE_COMPILER
template <class Length> using searches = search_shares<Length>;
#else
template <class Length> using searches = thread_searches<Length>;
#endif

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const distances::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        range_(static_cast<length_range>(problem.range)),
        asked_(run.strategy),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)) {
    const std::size_t size = std::size_t{problem.sources} * problem.graph.graph.vertices;
    (is_hops() ? void(hops_ = buffer<std::uint32_t>(exec, size)) : void(far_ = buffer<std::uint64_t>(exec, size)));
    choose(static_cast<strategy>(asked_));
    run.strategy = static_cast<std::uint32_t>(chosen_);
    if (chosen_ == strategy::bits) bits_ = std::make_unique<bit_searches<Exec>>(exec, device_);
    if (!is_hops()) window_ = default_window(exec_, device_, Exec::on_device);
  }

  // Precondition: as many sources as in the previous run.
  bool again(const distances::problem& problem, run_request& run) {
    if (!device_.is_resident(problem.graph) || run.strategy != asked_ || path_length_ == path_length::unknown ||
        problem.sources != source_.size())
      return false;
    exec_.template copy_in<std::uint32_t>(span<const std::uint32_t>(problem.source, problem.sources), source_.span());
    run.strategy = static_cast<std::uint32_t>(chosen_);
    return true;
  }

  void solve() {
    const std::size_t n = device_.graph().vertices;
    if (source_.empty()) return;
    if (chosen_ == strategy::bits) {
      exec_.fill(hops_.span(), unreached_hops);
      for (std::size_t first = 0; first < source_.size(); first += 64) {
        exec_.report("sources", first, source_.size());
        bits_->run(source_.span().subspan(first, std::min<std::size_t>(64, source_.size() - first)),
                   hops_.data() + first * n);
      }
      return exec_.report("sources", source_.size(), source_.size());
    }
    switch (device_.kind()) {
      case weight_kind::none: return search(unit_length{}, std::uint32_t{64}, hops_);
      case weight_kind::int32:
        return range_ == length_range::bits32 ? search_integers<std::uint32_t, std::uint32_t>()
                                              : search_integers<std::uint32_t, std::uint64_t>();
      case weight_kind::int64: return search_integers<std::uint64_t, std::uint64_t>();
      case weight_kind::float32:
      case weight_kind::float64: return search(real_length_of(device_), real_length::of(window_), far_);
    }
  }

  void leave(answer& answer) {
    check_range();
    answer.backend_hops = hops_.data();
    answer.backend_distance = far_.data();
  }
  void finish(answer& answer) {
    check_range();
    if (is_hops())
      exec_.template copy_out<std::uint32_t>(hops_.span(), span<std::uint32_t>(answer.hops, hops_.size()));
    else
      exec_.template copy_out<std::uint64_t>(far_.span(), span<std::uint64_t>(answer.distance, far_.size()));
  }

 private:
  [[nodiscard]] bool is_hops() const { return device_.kind() == weight_kind::none; }

  void choose(strategy asked) {
    chosen_ = asked == strategy::bits && !is_hops() ? strategy::searches : asked;
    if (asked != strategy::automatic) return;
    path_length_ = is_hops()
                       ? path_length_of(exec_, device_.graph(), source_.span().subspan(0, source_.empty() ? 0 : 1))
                       : path_length::low;
    chosen_ = is_hops() && path_length_ != path_length::high ? strategy::bits : strategy::searches;
  }
  void check_range() {
    const std::size_t n = device_.graph().vertices;
    for (std::size_t s = 0; range_ == length_range::more && s != source_.size(); ++s)
      if (exceeds_range<std::uint64_t>(exec_, device_.graph(), far_.span().subspan(s * n, n)))
        throw error(status::bad_input, "a distance exceeds 64 bits");
  }
  template <class Weight, class Label> void search_integers() {
    search(integer_length<Weight, Label>{device_.template weight<Weight>()}, integer_window<Label>(window_), far_);
  }
  template <class Length, class Out> void search(Length length, typename Length::label window, buffer<Out>& out) {
    auto& kept = std::get<std::unique_ptr<searches<Length>>>(searches_);
    if (kept == nullptr)
      kept = std::make_unique<searches<Length>>(exec_, device_.graph(), static_cast<std::uint32_t>(source_.size()));
    kept->run(length, source_.span(), window, out.data());
  }

  Exec& exec_;
  device_graph<Exec> device_;
  length_range range_;
  std::uint32_t asked_;
  strategy chosen_{};
  path_length path_length_ = path_length::low;
  double window_ = 1;
  buffer<std::uint32_t> source_, hops_;  // a row per source
  buffer<std::uint64_t> far_;
  std::unique_ptr<bit_searches<Exec>> bits_;  // or one of these:
  std::tuple<
      std::unique_ptr<searches<unit_length>>, std::unique_ptr<searches<integer_length<std::uint32_t, std::uint32_t>>>,
      std::unique_ptr<searches<integer_length<std::uint32_t, std::uint64_t>>>,
      std::unique_ptr<searches<integer_length<std::uint64_t, std::uint64_t>>>, std::unique_ptr<searches<real_length>>>
      searches_;
};

}  // namespace amorph::distances
