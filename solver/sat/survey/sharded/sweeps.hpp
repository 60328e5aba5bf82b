// Sweeps of a formula on several devices. The host counts the surveys that have not converged after each sweep, where
// one device loops by itself.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/survey/sharded/state.hpp"
#include "solver/sat/survey/sweeps.hpp"

namespace amorph::sat {

template <unsigned Length> struct update_shard {
  update_surveys<Length, from_products> update;
  std::size_t clauses;
  std::int64_t* unconverged;

  struct of_clause {
    update_surveys<Length, from_products> update;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const { return update(i); }
  };
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.template add_up<thread_team>(clauses, unconverged, of_clause{update});
  }
};

template <class Exec> class sharded_sweeps {
 public:
  sharded_sweeps(Exec&, sharded_state<Exec>& state) : state_(state) {}

  // As survey_sweeps::converge().
  sweep_result converge(std::uint32_t max_sweeps, double epsilon, double damping) {
    const stopwatch sweeping;
    sweep_result done{0, false, 0};
    while (done.sweeps != max_sweeps && !done.converged) {
      state_.store_products();
      sweep(static_cast<float>(epsilon), static_cast<float>(damping));
      std::int64_t unconverged = 0;
      state_.each([&](shard& s, unsigned) { unconverged += s.exec.read(s.counters.data()).unconverged; });
      ++done.sweeps;
      done.converged = unconverged == 0;
    }
    done.ms = sweeping.ms();
    state_.store_products();
    return done;
  }

 private:
  using shard = typename sharded_state<Exec>::shard;

  void sweep(float epsilon, float damping) {
    switch (state_.length()) {
      case 3: return sweep_clauses_of<3>(epsilon, damping);
      case 4: return sweep_clauses_of<4>(epsilon, damping);
      case 5: return sweep_clauses_of<5>(epsilon, damping);
      case 6: return sweep_clauses_of<6>(epsilon, damping);
      default: return sweep_clauses_of<0>(epsilon, damping);
    }
  }
  template <unsigned Length> void sweep_clauses_of(float epsilon, float damping) {
    state_.each([&](shard& s, unsigned) {
      const survey_view& view = s.state.view;
      s.exec.write(s.counters.data(), shard_counters{});
      persistent_over(s.exec, s.state.clauses.size(),
                      update_shard<Length>{{view, {view}, view.survey, s.state.clauses.data(), epsilon, damping},
                                           s.state.clauses.size(),
                                           &s.counters.data()->unconverged});
    });
  }

  sharded_state<Exec>& state_;
};

}  // namespace amorph::sat
