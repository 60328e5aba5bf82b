// Single-source shortest paths by label-correcting search: labels of the vertices fall until no arc lowers one. The
// default is near-far (near_far.hpp: Davidson, Baxter, Garland, Owens, IPDPS 2014), the two-bucket form of
// delta-stepping.
//
// Labels of integer weights have 32 bits, which halves the memory traffic, until a distance does not fit; then the
// problem is solved again with 64 bits. Labels of float weights are doubles.
#pragma once

#include <vector>

#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/common/window.hpp"
#include "solver/graph/sssp/label_search.hpp"

namespace amorph::sssp {

template <class Exec> class core {
  template <class Length> using searches = std::vector<label_search<Exec, Length>>;
  using narrow_length = integer_length<std::uint32_t, std::uint32_t>;
  using wide32_length = integer_length<std::uint32_t, std::uint64_t>;
  using wide_length = integer_length<std::uint64_t, std::uint64_t>;

 public:
  core(Exec& exec, const sssp::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        problem_(problem),
        run_(&run),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)),
        requested_(run.strategy),
        asked_(static_cast<strategy>(run.strategy)) {
    if (Exec::on_device && asked_ == strategy::automatic)
      path_length_ = path_length_of(exec, device_.graph(), source_.span());
    if (!Exec::on_device && asked_ == strategy::persistent) asked_ = strategy::near_far;
    if (!Exec::on_device && asked_ == strategy::children) asked_ = strategy::donation;
    switch (problem.graph.kind) {
      case weight_kind::none:
      case weight_kind::int32: use(narrow_, narrow_length{device_.template weight<std::uint32_t>()}); break;
      case weight_kind::int64: use(wide_, wide_length{device_.template weight<std::uint64_t>()}); break;
      case weight_kind::float32:
      case weight_kind::float64: use(real_, real_length_of(device_)); break;
    }
  }

  // From other sources, as many as before.
  bool again(const sssp::problem& problem, run_request& run) {
    if (!device_.is_resident(problem.graph) || run.strategy != requested_ || path_length_ == path_length::unknown ||
        problem.sources != source_.size() || problem.window != problem_.window)
      return false;
    problem_ = problem;
    run_ = &run;
    known_to_fit_ = false;
    exec_.template copy_in<std::uint32_t>(span<const std::uint32_t>(problem.source, problem.sources), source_.span());
    run.strategy = static_cast<std::uint32_t>(chosen_);
    return true;
  }

  void solve() {
    for (auto& s : real_) return s.solve();
    if (wide_.empty() && wide32_.empty()) {
      narrow_.front().solve();
      if (known_to_fit_) return;
      known_to_fit_ = true;
      if (!narrow_.front().overflowed()) return;
      narrow_.clear();
      use(wide32_, wide32_length{device_.template weight<std::uint32_t>()});
    }
    for (auto& s : wide_) s.solve();
    for (auto& s : wide32_) s.solve();
  }

  // 64 bits per vertex, as in the answer.
  void leave(answer& answer) {
    const auto leave = [&](auto& searches, bool widest) {
      for (auto& s : searches) {
        check_range(s, widest);
        answer.backend_distance = s.leave();
      }
    };
    leave(narrow_, false);
    leave(real_, false);
    leave(wide_, true);
    leave(wide32_, true);
  }

  void finish(answer& answer) {
    const auto finish = [&](auto& searches, bool widest) {
      for (auto& s : searches) {
        check_range(s, widest);
        s.finish(answer, problem_.parents != 0);
      }
    };
    finish(narrow_, false);
    finish(real_, false);
    finish(wide_, true);
    finish(wide32_, true);
  }

 private:
  template <class Search> static void check_range(Search& s, bool widest) {
    if (widest && s.overflowed()) throw error(status::bad_input, "a distance exceeds 64 bits");
  }
  // Makes the one search that is in use. Wider labels need more memory, so the strategy is chosen again.
  template <class Length> void use(searches<Length>& in, Length length) {
    label_search<Exec, Length>& search = in.emplace_back(exec_, device_.graph(), length, source_.span());
    const bool window_given = problem_.window > 0;
    const strategy by = asked_ == strategy::automatic
                            ? fastest<Length>(exec_, device_.graph(), path_length_ == path_length::high, window_given)
                            : asked_;
    chosen_ = by;
    run_->strategy = static_cast<std::uint32_t>(by);
    double width = 1;
    if (has_window(by))
      width = window_given ? problem_.window : default_window(exec_, device_, by == strategy::persistent);
    if constexpr (std::is_same_v<Length, real_length>)
      search.prepare(by, real_length::of(width));
    else
      search.prepare(by, integer_window<typename Length::label>(width));
  }

  Exec& exec_;
  device_graph<Exec> device_;
  problem problem_;
  run_request* run_;
  typename Exec::template buffer<std::uint32_t> source_;
  std::uint32_t requested_;
  strategy asked_, chosen_{};
  path_length path_length_ = path_length::low;
  bool known_to_fit_ = false;       // distances fit into 32 bits
  searches<narrow_length> narrow_;  // one of the four has an element
  searches<wide32_length> wide32_;
  searches<wide_length> wide_;
  searches<real_length> real_;
};

}  // namespace amorph::sssp
