// Sweeps of the CPU's propagate phase: over the ids with a changed input, in topological order. Each reads the
// results of its predecessors in the same sweep.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/propagate/schedule.hpp"

namespace amorph::andersen {

// Pull: pull_state; a template so that no device code is made of it.
template <class Pull> class sweeper {
 public:
  sweeper(topological_order& order, const Pull& pull) : order_(order), pull_(pull) {}

  void expect_all() {
    const std::size_t n = order_.order.size();
    order_.pending.assign((n + 63) / 64, ~uint64_t{0});
    if (n % 64 != 0) order_.pending.back() = (uint64_t{1} << n % 64) - 1;
  }
  [[nodiscard]] bool any() const {
    return std::any_of(order_.pending.begin(), order_.pending.end(), [](uint64_t word) { return word != 0; });
  }
  [[nodiscard]] uint64_t grown() const { return grown_.load(std::memory_order_relaxed); }

  // To the fixed point, component by component: successors of a cycle do not see its intermediate sets.
  void run_serially(const cpu_exec& exec) {
    const auto n = static_cast<uint32_t>(order_.order.size());
    uint32_t at = 0, behind = n;  // behind: the first pending position before `at`; all are in its component
    const topological_order::loop* component = order_.loops.data();
    const topological_order::loop* const last = component + order_.loops.size();
    uint64_t grown = 0;
    for (uint32_t pulled = 0;; ++pulled) {
      at = next(at);
      while (component != last && component->end <= at && behind == n) ++component;
      if (behind != n && at >= component->end) {
        at = behind;
        behind = n;
      }
      if (at == n) break;
      if (pulled % pulls_between_checks == 0) exec.check_stop();
      order_.pending[at / 64] &= ~(uint64_t{1} << at % 64);
      if (pull_.pull(thread_team(0), order_.order[at])) {
        ++grown;
        for_each_successor(order_.order[at], [&](uint32_t to) {
          order_.pending[to / 64] |= uint64_t{1} << to % 64;
          if (to <= at) behind = std::min(behind, to);
        });
      }
      ++at;
    }
    grown_.fetch_add(grown, std::memory_order_relaxed);
  }

  // One sweep. Each thread takes the next few positions, so that all work at about the same place in the order.
  void run_once(cpu_exec& exec) {
    std::atomic<std::size_t> next_word{0};
    exec.ranges(exec.threads(), 1, [&](std::size_t, std::size_t, unsigned thread) {
      uint64_t grown = 0;
      for (;;) {
        const std::size_t first = next_word.fetch_add(words_at_a_time, std::memory_order_relaxed);
        if (first >= order_.pending.size()) break;
        exec.check_stop();
        for (std::size_t w = first; w != std::min(first + words_at_a_time, order_.pending.size()); ++w)
          grown += sweep_word(thread_team(thread), w);
      }
      grown_.fetch_add(grown, std::memory_order_relaxed);
    });
  }

 private:
  static constexpr uint32_t pulls_between_checks = 512;
  static constexpr std::size_t words_at_a_time = 2;

  // A growing set is stored before its successors become pending, and a position is taken before its inputs are read.
  uint64_t sweep_word(thread_team team, std::size_t w) {
    const std::atomic_ref<uint64_t> word(order_.pending[w]);
    uint64_t grown = 0;
    while (const uint64_t bits = word.load(std::memory_order_relaxed)) {
      const uint64_t bit = bits & -bits;
      word.fetch_and(~bit, std::memory_order_acq_rel);
      const uint32_t id = order_.order[64 * w + static_cast<unsigned>(std::countr_zero(bits))];
      if (!pull_.pull(team, id)) continue;
      ++grown;
      for_each_successor(id, [&](uint32_t to) {
        std::atomic_ref<uint64_t>(order_.pending[to / 64]).fetch_or(uint64_t{1} << to % 64, std::memory_order_acq_rel);
      });
    }
    return grown;
  }

  template <class F> void for_each_successor(uint32_t id, F f) const {
    const uint32_t* all = order_.successors.data();
    for (uint32_t i = order_.successor_begin[id]; i != order_.successor_begin[id + 1]; ++i) f(all[i]);
  }

  // The first pending position from `at` on, or their number.
  [[nodiscard]] uint32_t next(uint32_t at) const {
    std::size_t w = at / 64;
    if (w == order_.pending.size()) return static_cast<uint32_t>(order_.order.size());
    uint64_t bits = order_.pending[w] & (~uint64_t{0} << at % 64);
    while (bits == 0) {
      if (++w == order_.pending.size()) return static_cast<uint32_t>(order_.order.size());
      bits = order_.pending[w];
    }
    return static_cast<uint32_t>(64 * w + static_cast<unsigned>(std::countr_zero(bits)));
  }

  topological_order& order_;
  const Pull pull_;
  std::atomic<uint64_t> grown_{0};
};

}  // namespace amorph::andersen
