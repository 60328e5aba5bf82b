// A set of item numbers that a loop's bodies add to, each item once however often it is marked:
//
//   mark_set<Exec> set(exec, n);
//   view.mark(team, i);              // in a loop for teams, by any member; view = set.view()
//   auto list = set.take();          // after the loop: what was marked, in no order that counts; empties the set
//   exec.for_each_counted(list.count, list.most, ...);       // nothing waits: the device knows how many
//
// The device sets flags and compacts them, O(n); the CPU's threads keep what they were first to mark, O(marked).
#pragma once

#include <cstdint>

#include "amorph/primitives/select.hpp"
#include "amorph/span.hpp"

namespace amorph {

namespace detail {
struct marked {
  const unsigned char* flag;
  AMORPH_BODY bool operator()(std::size_t i) const { return flag[i] != 0; }
};
}  // namespace detail

// A list whose length stands in the executor's memory.
struct counted_list {
  const std::uint32_t* items;
  const std::uint64_t* count;
  std::size_t most;
};

template <class Exec> class mark_set {
 public:
  static constexpr std::uint32_t stage = 256;  // what a CPU thread gathers before it takes room in the list

  struct view_type {
    unsigned char* flag;
    std::uint32_t *list, *staged;
    std::uint64_t* counts;  // the list's, then one a thread (each on a cache line of its own)

    template <class Team> AMORPH_BODY void mark([[maybe_unused]] Team team, std::uint32_t i) const {
#if defined(__CUDA_ARCH__)
      flag[i] = 1;
#else
      if (__atomic_load_n(&flag[i], __ATOMIC_RELAXED) != 0 || __atomic_exchange_n(&flag[i], 1, __ATOMIC_RELAXED) != 0)
        return;
      // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a view on the host has counts
      std::uint64_t& mine = counts[8 * (team.index() + 1)];
      std::uint32_t* buffer = staged + std::size_t{stage} * team.index();
      buffer[mine++] = i;
      if (mine == stage) flush(buffer, mine);
#endif
    }
    void flush(const std::uint32_t* buffer, std::uint64_t& mine) const {
      const std::uint64_t at = __atomic_fetch_add(counts, mine, __ATOMIC_RELAXED);
      for (std::uint64_t j = 0; j != mine; ++j) list[at + j] = buffer[j];
      mine = 0;
    }
  };

  mark_set(Exec& exec, std::size_t n)
      : exec_(&exec),
        flag_(exec, n),
        list_(exec, n),
        staged_(exec, Exec::on_device ? 0 : std::size_t{stage} * exec.team_count()),
        counts_(exec, Exec::on_device ? 1 : 8 * (std::size_t{exec.team_count()} + 1)),
        taken_(exec, 1) {
    exec.template fill<unsigned char>(flag_.span(), 0);
    exec.template fill<std::uint64_t>(counts_.span(), 0);
  }

  [[nodiscard]] view_type view() const { return {flag_.data(), list_.data(), staged_.data(), counts_.data()}; }

  // What it returns holds until something is marked again.
  [[nodiscard]] counted_list take() {
    if constexpr (Exec::on_device) {
      select_indices(*exec_, flag_.size(), detail::marked{flag_.data()}, list_.span(), taken_.data());
      exec_->template fill<unsigned char>(flag_.span(), 0);
    } else {
      const view_type all = view();
      for (unsigned t = 0; t != exec_->team_count(); ++t)
        all.flush(all.staged + std::size_t{stage} * t, all.counts[8 * (t + std::size_t{1})]);
      *taken_.data() = *counts_.data();
      *counts_.data() = 0;
      exec_->for_each(*taken_.data(), [flag = flag_.data(), list = list_.data()](std::size_t i) { flag[list[i]] = 0; });
    }
    return {list_.data(), taken_.data(), flag_.size()};
  }

 private:
  template <class T> using buffer = typename Exec::template buffer<T>;
  Exec* exec_;
  buffer<unsigned char> flag_;
  buffer<std::uint32_t> list_, staged_;
  buffer<std::uint64_t> counts_, taken_;
};

}  // namespace amorph
