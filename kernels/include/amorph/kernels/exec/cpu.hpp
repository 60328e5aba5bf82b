// The CPU executor: loops over items on the threads of one arena. cuda.cuh is the counterpart, with the same members.
//
// An executor is used by one thread at a time, and the bodies of its loops do not use it. Loop bodies are called
// concurrently and in no order, except if threads() is 1: then in ascending order by the caller. All work is complete
// when a call returns. An exception thrown by a body leaves the loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/control.hpp"
#include "amorph/kernels/exec/detail/arena.hpp"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/memory/detail/memory_meter.hpp"

namespace amorph {

class cpu_exec : public detail::controlled {
 public:
  static constexpr bool on_device = false;
  using team = thread_team;
  template <class T> using buffer = amorph::buffer<T, cpu_exec>;

  // threads 0: all that the process may use; memory_limit in bytes, 0: the physical memory of the machine. With a
  // `control` that can stop, loops begin with check_stop(), and long ones poll it.
  explicit cpu_exec(unsigned threads = 0, std::uint64_t memory_limit = 0, const run_control& control = {});
  cpu_exec(const cpu_exec&) = delete;
  cpu_exec& operator=(const cpu_exec&) = delete;

  struct device_scope {  // the CUDA executor's restores the current device
    device_scope() noexcept {}
  };

  // Another run on this executor; the arguments are those of the constructor.
  void start_run(std::uint64_t memory_limit, const run_control& control);

  [[nodiscard]] unsigned threads() const noexcept { return arena_.threads(); }
  [[nodiscard]] unsigned team_count() const noexcept { return arena_.threads(); }  // exceeds every index() of a team
  [[nodiscard]] std::string name() const { return "cpu"; }

  // Memory, aligned to 64 bytes. Throws out_of_memory beyond the memory limit or if the system has no more.
  [[nodiscard]] void* allocate(std::size_t bytes);
  void deallocate(void* p, std::size_t bytes) noexcept;
  [[nodiscard]] const detail::memory_meter& memory() const { return meter_; }
  [[nodiscard]] detail::memory_meter& memory() { return meter_; }

  // f(i) for i in 0 .. n-1.
  template <class F> void for_each(std::size_t n, F f) {
    ranges(n, 1024, [&f](std::size_t first, std::size_t last, unsigned) {
      F local = f;  // a copy whose address does not escape, so that its members stay in registers
      for (std::size_t i = first; i != last; ++i) local(i);
    });
  }

  // f(team, i) for i in 0 .. n-1, for expensive bodies: fewer than a hundred items already run in parallel.
  template <class F> void for_each_team(std::size_t n, F f) {
    ranges(n, 8, [&f](std::size_t first, std::size_t last, unsigned thread) {
      F local = f;
      for (std::size_t i = first; i != last; ++i) local(team(thread), i);
    });
  }

  // As above for n = *count, which is in the executor's memory and at most `max`.
  template <class Count, class F> void for_each_counted(const Count* count, [[maybe_unused]] std::size_t max, F f) {
    for_each(static_cast<std::size_t>(*count), f);
  }
  template <class Count, class F>
  void for_each_team_counted(const Count* count, [[maybe_unused]] std::size_t max, F f) {
    for_each_team(static_cast<std::size_t>(*count), f);
  }

  // f() once, after all earlier work.
  template <class F> void single(F f) { f(); }

  // body(first, last, thread) for disjoint ranges that cover 0 .. n-1; for code specific to the CPU.
  template <class Body> void ranges(std::size_t n, std::size_t grain, Body body) {
    run_ranges(
        n, grain,
        [](void* b, std::size_t first, std::size_t last, unsigned thread) {
          (*static_cast<Body*>(b))(first, last, thread);
        },
        &body);
  }

  // Copies; sizes must agree. `copy_in` reads host memory, `copy_out` writes it.
  template <class T> void copy_in(span<const std::type_identity_t<T>> host, span<T> to) {
    move(host.data(), to.data(), host.size_bytes());
  }
  template <class T> void copy_out(span<const std::type_identity_t<T>> from, span<T> host) {
    move(from.data(), host.data(), from.size_bytes());
  }
  template <class T> void copy(span<const std::type_identity_t<T>> from, span<T> to) {
    move(from.data(), to.data(), from.size_bytes());
  }
  template <class T> void fill(span<T> to, std::type_identity_t<T> value) {
    for_each(to.size(), [to, value](std::size_t i) { to[i] = value; });
  }
  template <class T> [[nodiscard]] T read(const T* p) { return *p; }
  template <class T> void write(T* p, std::type_identity_t<T> value) { *p = value; }
  void sync() {}

 private:
  // Not a template, so that each body is compiled once and not for every way to run it.
  void run_ranges(std::size_t n, std::size_t grain, detail::arena::piece run, void* body);

  void move(const void* from, void* to, std::size_t bytes) {
    ranges(bytes, std::size_t{1} << 20, [=](std::size_t first, std::size_t last, unsigned) {
      std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first, last - first);
    });
  }

  detail::arena arena_;
  detail::memory_meter meter_;
};

}  // namespace amorph
