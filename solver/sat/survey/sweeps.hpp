// Sweeps until the surveys converge. A sweep updates every survey of the residual formula once, in two halves: products
// per literal, then surveys per clause. The loop over sweeps is one persistent kernel on the device.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/survey/state.hpp"

namespace amorph::sat {

struct sweep_counters {
  std::int64_t
      unconverged[3];  // surveys, of a sweep; one of three in turn, so that clearing needs no barrier of its own
  std::uint32_t sweeps, converged;
};

template <unsigned Length, class Exec> struct sweep_until_converged {
  survey_view s;
  float* other;  // recompute: the second array of surveys
  survey_strategy strategy;
  const std::uint32_t *clauses, *variables;
  std::size_t clause_count, variable_count;
  float epsilon, damping;
  std::uint32_t first_sweep, last_sweep;
  sweep_counters* counters;

  struct update_from_products {
    update_surveys<Length, from_products> update;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const { return update(i); }
  };
  struct update_from_clauses {
    update_surveys<Length, from_clauses> update;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const { return update(i); }
  };

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    survey_view now = s;
    float* previous = other;
    if (strategy == survey_strategy::recompute && first_sweep % 2 != 0) {
      now.survey = other;
      previous = s.survey;
    }
    for (std::uint32_t sweep = first_sweep; sweep != last_sweep; ++sweep) {
      std::int64_t* unconverged = &counters->unconverged[sweep % 3];
      if (strategy == survey_strategy::recompute) {
        float* last = now.survey;
        now.survey = previous;
        previous = last;
        grid.template add_up<thread_team>(
            clause_count, unconverged,
            update_from_clauses{{now, {now, previous}, previous, clauses, epsilon, damping}});
      } else {
        compute_products(grid);
        grid.template add_up<thread_team>(clause_count, unconverged,
                                          update_from_products{{s, {s}, s.survey, clauses, epsilon, damping}});
      }
      if (grid.first()) counters->unconverged[(sweep + 1) % 3] = 0;
      grid.sync();
      const bool converged = atomic_load(unconverged) == 0;
      if (grid.first()) {
        counters->sweeps = sweep + 1;
        counters->converged = converged ? 1 : 0;
      }
      if (converged) return;
    }
  }

 private:
  template <class Grid> AMORPH_BODY void compute_products(Grid grid) const {
    if (strategy == survey_strategy::gather) {
      grid.for_each(variable_count, store_products{s, variables});
    } else {
      grid.for_each(variable_count, clear_products{s, variables});
      grid.sync();
      if (strategy == survey_strategy::atomic)
        grid.for_each(clause_count, push_surveys<true>{s, clauses});
      else
        grid.for_each(clause_count, push_surveys<false>{s, clauses});
    }
    grid.sync();
  }
};

struct sweep_result {
  std::uint32_t sweeps;
  bool converged;
  double ms;
};

template <class Exec> class survey_sweeps {
 public:
  survey_sweeps(Exec& exec, survey_state<Exec>& state) : exec_(exec), state_(state), counters_(exec, 1) {}

  // At most `max_sweeps` sweeps over the residual formula; products are up to date afterwards. The device sweeps in
  // batches of bounded length, so that a stop request is seen between them; the CPU polls within its loops.
  sweep_result converge(std::uint32_t max_sweeps, double epsilon, double damping) {
    const std::uint64_t literals = state_.clauses.size() * std::max<std::uint64_t>(3, state_.graph().length);
    const auto batch =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(literals_per_batch / literals, 1, max_sweeps));
    exec_.write(counters_.data(), sweep_counters{});
    exec_.sync();
    const stopwatch sweeping;
    sweep_counters done{};
    while (done.sweeps != max_sweeps && done.converged == 0) {
      const std::uint32_t last = Exec::on_device ? std::min(max_sweeps, done.sweeps + batch) : max_sweeps;
      sweep(done.sweeps, last, static_cast<float>(epsilon), static_cast<float>(damping));
      done = exec_.read(counters_.data());
    }
    const double ms = sweeping.ms();
    if (state_.strategy == survey_strategy::recompute && done.sweeps % 2 != 0) state_.swap_surveys();
    state_.store_products();
    return {done.sweeps, done.converged != 0, ms};
  }

 private:
  static constexpr std::uint64_t literals_per_batch = std::uint64_t{1} << 28;

  void sweep(std::uint32_t first, std::uint32_t last, float epsilon, float damping) {
    switch (state_.graph().length) {
      case 3: return sweep_clauses_of<3>(first, last, epsilon, damping);
      case 4: return sweep_clauses_of<4>(first, last, epsilon, damping);
      case 5: return sweep_clauses_of<5>(first, last, epsilon, damping);
      case 6: return sweep_clauses_of<6>(first, last, epsilon, damping);
      default: return sweep_clauses_of<0>(first, last, epsilon, damping);
    }
  }
  template <unsigned Length>
  void sweep_clauses_of(std::uint32_t first, std::uint32_t last, float epsilon, float damping) {
    persistent_over(
        exec_, state_.clauses.size(),
        sweep_until_converged<Length, Exec>{state_.view, state_.other_survey.data(), state_.strategy,
                                            state_.clauses.data(), state_.variables.data(), state_.clauses.size(),
                                            state_.variables.size(), epsilon, damping, first, last, counters_.data()});
  }

  Exec& exec_;
  survey_state<Exec>& state_;
  typename Exec::template buffer<sweep_counters> counters_;
};

}  // namespace amorph::sat
