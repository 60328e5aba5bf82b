// The two kinds of decimation rounds, seen from the host: fix the most biased variables, or unfix the least biased ones
// (Marino, Parisi, Ricci-Tersenghi, Nature Communications 7, 2016).
#pragma once

#include <algorithm>
#include <optional>

#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/sat/survey/complexity.hpp"
#include "solver/sat/survey/propagation.hpp"

namespace amorph::sat {

template <class Exec> class decimation_steps {
 public:
  decimation_steps(Exec& exec, survey_state<Exec>& state, unit_propagation<Exec>& units)
      : exec_(exec), state_(state), units_(units), histogram_(exec, 1), sums_(exec, 2) {}

  bias_histogram weigh_free_variables() {
    return histogram_of(state_.variables.size(), weigh_free{decimation(), state_.variables.data()});
  }

  // Of the residual formula; products are up to date.
  double complexity() {
    reduce_into<std::int64_t>(exec_, state_.clauses.size(), clause_complexity{state_.view, state_.clauses.data()},
                              sums_.data(), std::int64_t{0});
    reduce_into<std::int64_t>(exec_, state_.variables.size(), variable_complexity{state_.view, state_.variables.data()},
                              sums_.data() + 1, std::int64_t{0});
    std::int64_t sums[2] = {};
    exec_.template copy_out<std::int64_t>(sums_.span(), {sums, 2});
    return static_cast<double>(sums[0] + sums[1]) * static_cast<double>(complexity_unit);
  }

  // Fixes the most biased variables, propagates units and simplifies; returns how many variables that fixed. After a
  // contradiction it takes all of that back and returns nothing.
  std::optional<std::uint64_t> fix(const bias_histogram& biases, std::uint64_t wanted) {
    const cut at = biases.most_biased(state_.variables.size(), wanted);
    std::uint64_t in_bin = 0;
    if (at.from_bin != 0)
      in_bin =
          select(exec_, state_.variables.items(), free_in_bin{state_.key.data(), at.bin}, state_.variables.scratch());
    if (!units_.fix(at, std::min(in_bin, at.from_bin))) {
      state_.forget_values();
      return std::nullopt;
    }
    const std::uint64_t before = state_.variables.size();
    state_.simplify();
    return before - state_.variables.size();
  }

  // Unfixes the variables whose values their clauses now support least; returns how many.
  std::uint64_t unfix(std::uint64_t wanted) {
    const std::size_t n = state_.graph().variables;
    state_.update_surveys_to_fixed();
    const cut at = histogram_of(n, weigh_fixed{decimation()}).least_biased(state_.fixed(), wanted);
    const span<std::uint32_t> boundary = state_.variables.scratch();
    const std::uint64_t in_bin =
        select_indices(exec_, n, fixed_in_bin{state_.value.data(), state_.key.data(), at.bin}, boundary);
    exec_.for_each(n, unfix_below{decimation(), at.bin});
    exec_.for_each(std::min(in_bin, at.from_bin), unfix_listed{state_.value.data(), boundary.data()});
    const std::uint64_t before = state_.variables.size();
    state_.list_free();
    state_.store_products();
    state_.list_unsatisfied();
    units_.examine_all_clauses();
    return state_.variables.size() - before;
  }

 private:
  [[nodiscard]] decimation_view decimation() const { return state_.decimation(histogram_.data()); }

  template <class Weigh> bias_histogram histogram_of(std::size_t items, Weigh weigh) {
    exec_.for_each(bias_bins, clear_histogram{histogram_.data()});
    exec_.for_each(items, weigh);
    bias_histogram counted;
    exec_.template copy_out<bias_histogram>(histogram_.span(), {&counted, 1});
    return counted;
  }

  Exec& exec_;
  survey_state<Exec>& state_;
  unit_propagation<Exec>& units_;
  typename Exec::template buffer<bias_histogram> histogram_;
  typename Exec::template buffer<std::int64_t> sums_;
};

}  // namespace amorph::sat
