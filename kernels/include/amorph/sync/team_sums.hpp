// A few sums that a loop's teams add to. Who adds to one word waits for the others who do, so each CPU thread has its own
// copy, and a device's teams share some when there are few sums. Integers alone, so that the order does not matter.
//
//   team_sums<Exec, int64_t> sums(exec, bins);   // all 0
//   view.add(team, bin, value);                  // by one member; view = sums.view()
//   view.take(bin), view.take(team, bin)         // in a later loop: the bin's sum, which is 0 again; by one thread, or
//                                                // by all members of a team
#pragma once

#include "amorph/atomic.hpp"
#include "amorph/span.hpp"

namespace amorph {

template <class Exec, class T> class team_sums {
 public:
  struct view_type {
    T* sum;
    std::size_t stride, copies;
    template <class Team> AMORPH_BODY void add([[maybe_unused]] Team team, std::size_t bin, T value) const {
#if defined(__CUDA_ARCH__)
      atomic_add(&sum[team.index() % copies * stride + bin], value);
#else
      sum[team.index() * stride + bin] += value;
#endif
    }
    AMORPH_BODY T take(std::size_t bin) const { return take_some(bin, 0, 1); }
    template <class Team> AMORPH_BODY T take(Team team, std::size_t bin) const {
      return team.reduce_add(take_some(bin, team.rank(), team.size()));
    }
    AMORPH_BODY T take_some(std::size_t bin, std::size_t first, std::size_t step) const {
      T all = 0;
      for (std::size_t c = first; c < copies; c += step) {
        all += sum[c * stride + bin];
        sum[c * stride + bin] = 0;
      }
      return all;
    }
  };

  team_sums(Exec& exec, std::size_t bins)
      : stride_((bins + line - 1) / line * line),
        copies_(!Exec::on_device ? exec.team_count()
                : bins <= few    ? 64
                                 : 1),
        sum_(exec, copies_ * stride_) {
    exec.template fill<T>(sum_.span(), 0);
  }

  [[nodiscard]] view_type view() const { return {sum_.data(), stride_, copies_}; }

 private:
  static constexpr std::size_t few = 8;
  static constexpr std::size_t line = 64 / sizeof(T);
  std::size_t stride_, copies_;
  typename Exec::template buffer<T> sum_;
};

}  // namespace amorph
