// An iterative loop in one call, from one source for both backends: a persistent kernel on the device (persistent.cuh);
// on the CPU plain loops, which are complete when they return, so that barriers are empty.
//
//  persistent_over(exec, items, body);   // body(grid)
//
// State that a body changes between steps and reads outside the loops goes in with_shared().
//
// Code of `body` outside the loops of the grid is executed by every thread of the device, and once on the CPU. It reads
// the results of loops after a barrier, takes the same decisions on all threads, and writes only if grid.first().
#pragma once

#include "amorph/kernels/base/config.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/sync/persistent.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#endif

namespace amorph {

#if AMORPH_DEVICE_COMPILER
template <class Exec> using grid_of = whole_grid;
#else
class cpu_grid {
 public:
  explicit cpu_grid(cpu_exec& exec) : exec_(&exec) {}
  using wide_team = thread_team;
  static constexpr bool first() { return true; }
  static void sync() {}
  template <class F> static void sync_then(F f) { f(); }
  template <class T, class F, class... Arguments> static void with_shared(F f, const Arguments&... arguments) {
    T shared(arguments...);
    f(shared);
  }
  // As the executor's; nothing on a device, which cannot call the host from a kernel.
  void report(const char* phase, std::uint64_t done, std::uint64_t total = 0) const {
    exec_->report(phase, done, total);
  }

  // f(i), and f(single, i) for bodies that append to lists, for i in 0 .. n-1.
  template <class F> void for_each(std::size_t n, F f) const { exec_->for_each(n, f); }
  template <class F> void for_each_single(std::size_t n, F f) const {
    exec_->ranges(n, 1024, [&f](std::size_t first, std::size_t last, unsigned thread) {
      F local = f;
      for (std::size_t i = first; i != last; ++i) local(thread_team(thread), i);
    });
  }
  template <class Team, class F> void for_each_team(std::size_t n, F f) const { exec_->for_each_team(n, f); }
  // Adds to *to the values that f(team, i) returns, from one member of each team.
  template <class Team, class F> void add_up(std::size_t n, std::int64_t* to, F f) const {
    exec_->ranges(n, 8, [&f, to](std::size_t first, std::size_t last, unsigned thread) {
      F local = f;
      std::int64_t sum = 0;
      for (std::size_t i = first; i != last; ++i) sum += local(thread_team(thread), i);
      atomic_add(to, sum);
    });
  }

 private:
  cpu_exec* exec_;
};
template <class Exec> using grid_of = cpu_grid;

template <class F> void persistent_over(cpu_exec& exec, std::size_t, F body) { body(cpu_grid(exec)); }
#endif

}  // namespace amorph
