// The two kinds of decimation rounds, over several devices. All shards weigh, choose, fix and unfix the same variables.
#pragma once

#include <algorithm>
#include <optional>

#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/sat/survey/complexity.hpp"
#include "solver/sat/survey/sharded/propagation.hpp"

namespace amorph::sat {

// As decimation_steps.
template <class Exec> class sharded_steps {
 public:
  sharded_steps(Exec&, sharded_state<Exec>& state, sharded_propagation<Exec>& units) : state_(state), units_(units) {}

  bias_histogram weigh_free_variables() {
    return histogram_of([](shard& s, unsigned) {
      s.exec.for_each(s.state.variables.size(),
                      weigh_free{s.state.decimation(s.histogram.data()), s.state.variables.data()});
    });
  }

  double complexity() {
    state_.each([](shard& s, unsigned i) {
      reduce_into<std::int64_t>(s.exec, s.state.clauses.size(), clause_complexity{s.state.view, s.state.clauses.data()},
                                s.sums.data(), std::int64_t{0});
      if (i == 0)
        reduce_into<std::int64_t>(s.exec, s.state.variables.size(),
                                  variable_complexity{s.state.view, s.state.variables.data()}, s.sums.data() + 1,
                                  std::int64_t{0});
    });
    std::int64_t sum = 0;
    state_.each([&](shard& s, unsigned i) {
      sum += s.exec.read(s.sums.data());
      if (i == 0) sum += s.exec.read(s.sums.data() + 1);
    });
    return static_cast<double>(sum) * static_cast<double>(complexity_unit);
  }

  std::optional<std::uint64_t> fix(const bias_histogram& biases, std::uint64_t wanted) {
    const cut at = biases.most_biased(state_.free_variables(), wanted);
    std::uint64_t in_bin = 0;
    if (at.from_bin != 0)
      state_.each_state([&](auto& s) {
        in_bin = select(s.exec, s.variables.items(), free_in_bin{s.key.data(), at.bin}, s.variables.scratch());
      });
    if (!units_.fix(at, std::min(in_bin, at.from_bin))) {
      state_.forget_values();
      return std::nullopt;
    }
    const std::uint64_t before = state_.free_variables();
    state_.simplify();
    return before - state_.free_variables();
  }

  std::uint64_t unfix(std::uint64_t wanted) {
    const std::size_t n = state_.variables();
    state_.each_state([](auto& s) { s.update_surveys_to_fixed(); });
    state_.chain(sharded_state<Exec>::products_of::fixed);
    const cut at = histogram_of([&](shard& s, unsigned i) {
                     s.exec.for_each(n, weigh_fixed{s.state.decimation(s.histogram.data()),
                                                    state_.link().template exchange<product_pair>(i)});
                   }).least_biased(state_.fixed(), wanted);
    const std::uint64_t before = state_.free_variables();
    state_.each_state([&](auto& s) {
      const span<std::uint32_t> boundary = s.variables.scratch();
      const std::uint64_t in_bin =
          select_indices(s.exec, n, fixed_in_bin{s.value.data(), s.key.data(), at.bin}, boundary);
      s.exec.for_each(n, unfix_below{s.decimation(nullptr), at.bin});
      s.exec.for_each(std::min(in_bin, at.from_bin), unfix_listed{s.value.data(), boundary.data()});
    });
    state_.list_free();
    state_.store_products();
    state_.list_unsatisfied();
    units_.examine_all_clauses();
    return state_.free_variables() - before;
  }

 private:
  using shard = typename sharded_state<Exec>::shard;

  // weigh(shard, number) for each shard; their histograms are equal.
  template <class Weigh> bias_histogram histogram_of(Weigh weigh) {
    state_.each([&](shard& s, unsigned i) {
      s.exec.for_each(bias_bins, clear_histogram{s.histogram.data()});
      weigh(s, i);
    });
    bias_histogram counted;
    state_[0].exec.template copy_out<bias_histogram>(state_[0].histogram.span(), {&counted, 1});
    return counted;
  }

  sharded_state<Exec>& state_;
  sharded_propagation<Exec>& units_;
};

}  // namespace amorph::sat
