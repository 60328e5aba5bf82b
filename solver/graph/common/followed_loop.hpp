// A long loop over coarse items that reports its progress.
#pragma once

#include <cstddef>

#include "amorph/kernels/base/config.hpp"
#if !AMORPH_DEVICE_COMPILER
#include <atomic>
#include <thread>
#endif

namespace amorph {

#if !AMORPH_DEVICE_COMPILER
// f(team, i); then the thread that drives the executor reports, at most 64 times, how many items all threads have done.
template <class Exec, class F> struct followed_item {
  struct state {
    std::atomic<std::size_t> done{0};
    std::size_t next = 0;  // of the driver
    std::thread::id driver = std::this_thread::get_id();
  };
  F f;
  const Exec* exec;
  const char* phase;
  std::size_t n;
  state* of_all;

  template <class Team> void operator()(Team team, std::size_t i) {
    f(team, i);
    const std::size_t done = of_all->done.fetch_add(1, std::memory_order_relaxed) + 1;
    if (std::this_thread::get_id() != of_all->driver || done < of_all->next) return;
    of_all->next = done + (n + 63) / 64;
    exec->report(phase, done, n);
  }
};
#endif

// exec.for_each_team(n, f), with progress on the CPU if the run has a progress callback. Items should take
// microseconds. The kernels of a device report nothing.
template <class Exec, class F> void for_each_team_followed(Exec& exec, const char* phase, std::size_t n, F f) {
  exec.report(phase, 0, n);
#if !AMORPH_DEVICE_COMPILER
  if (exec.control().report != nullptr) {
    typename followed_item<Exec, F>::state state;
    exec.for_each_team(n, followed_item<Exec, F>{f, &exec, phase, n, &state});
    exec.check_stop();
    return exec.report(phase, n, n);
  }
#endif
  exec.for_each_team(n, f);
}

}  // namespace amorph
