// st-connectivity (IIIT report, section V): two frontiers of two colours, from both ends, in turn. Balls of complete
// levels grow until an arc joins them. There was none before, so every such arc lies on a shortest path.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/stcon/core.hpp"
#include "solver/graph/stcon/stcon.hpp"

namespace amorph::stcon {

// Colours a vertex without a colour; a compare-and-swap decides between several threads. Intended races: the colour
// that is loaded before the exchange may be stale, but only "none" can be, and then the exchange decides; and all
// threads that find the other colour set `met` to the same 1, which is read after the step.
struct spread {
  std::uint32_t* colour;
  std::uint32_t* met;
  std::uint32_t own_colour;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    const std::uint32_t was = atomic_load(&colour[to]);
    if (was == own_colour) return false;
    if (was == 0) {
      const std::uint32_t found = atomic_cas(&colour[to], 0, own_colour);
      if (found == 0 || found == own_colour) return found == 0;
    }
    atomic_store(met, 1);
    return false;
  }
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const stcon::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        transpose_(device_.transpose()),
        problem_(problem),
        colour_(exec, problem.graph.graph.vertices),
        met_(exec, 1),
        front_{frontier<Exec>(exec, problem.graph.graph.vertices), frontier<Exec>(exec, problem.graph.graph.vertices)},
        next_(exec, problem.graph.graph.vertices) {
    run.strategy = static_cast<std::uint32_t>(strategy::coloured);
  }

  void solve() {
    distance_ = problem_.from == problem_.to ? 0 : unreached;
    visited_ = distance_ == 0 ? 1 : 2;
    if (distance_ == 0) return;
    exec_.fill(colour_.span(), 0);
    exec_.write(met_.data(), 0);
    const std::uint32_t end[2] = {problem_.from, problem_.to};
    for (unsigned side = 0; side != 2; ++side) {
      front_[side].assign(end[side]);
      exec_.write(colour_.data() + end[side], side + 1);
    }
    for (std::uint32_t steps = 1; !front_[0].empty() && !front_[1].empty(); ++steps) {
      exec_.report("step", steps);
      const unsigned side = front_[1].size() < front_[0].size() ? 1 : 0;
      advance(exec_, side == 0 ? device_.graph() : transpose_, front_[side], next_, fit_balance<Exec>,
              spread{colour_.data(), met_.data(), side + 1});
      if (exec_.read(met_.data()) != 0) {
        distance_ = steps;
        return;
      }
      visited_ += next_.size();
      front_[side].swap(next_);
    }
  }

  void finish(answer& answer) { answer = {distance_, visited_}; }

 private:
  Exec& exec_;
  device_graph<Exec> device_;
  csr transpose_;
  problem problem_;
  buffer<std::uint32_t> colour_, met_;
  frontier<Exec> front_[2], next_;
  std::uint32_t distance_ = unreached;
  std::uint64_t visited_ = 0;
};

}  // namespace amorph::stcon
