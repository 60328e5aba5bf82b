// The scratch memory of tallies (tally.hpp), and the templates that CPU and device specialise.
#pragma once

#include "amorph/kernels/exec/team.hpp"
#include "partitioner/common/level.hpp"

namespace amorph::partition {

// `slots` entries per CPU thread. Between adjacency lists, sums of parts are 0 and keys are `none`.
struct tally_memory {
  uint32_t *key, *used;
  int32_t* sum;
  size_t slots;
};

template <class Team> class part_tally;
template <class Team> class neighbour_tally;

// The scratch of an executor's threads.
template <class Exec> class tally_scratch {
 public:
  tally_scratch(Exec& exec, size_t slots)
      : slots_(Exec::on_device ? slots : apart(slots)),
        key_(exec, slots_ * exec.team_count()),
        used_(exec, slots_ * exec.team_count()),
        sum_(exec, slots_ * exec.team_count()) {
    exec.template fill<uint32_t>(key_.span(), none);
    exec.template fill<int32_t>(sum_.span(), 0);
  }
  [[nodiscard]] tally_memory view() const { return {key_.data(), used_.data(), sum_.data(), slots_}; }

 private:
  // Entries of different threads are never on one cache line.
  static constexpr size_t line = 64 / sizeof(uint32_t);
  static size_t apart(size_t slots) { return (slots / line + 2) * line; }

  size_t slots_;
  typename Exec::template buffer<uint32_t> key_, used_;
  typename Exec::template buffer<int32_t> sum_;
};

}  // namespace amorph::partition
