// A few sums that a loop's teams add to: each CPU thread has its own copy (threads that add to one word wait for each
// other), the device adds atomically. Integers alone, so that the order does not matter.
//
//   team_sums<Exec, int64_t> sums(exec, bins);   // all 0
//   view.add(team, bin, value);                  // by one member; view = sums.view()
//   sums.into(values);                           // values[bin] += the bin's sum; all 0 again
#pragma once

#include "amorph/atomic.hpp"
#include "amorph/span.hpp"

namespace amorph {

namespace detail {
template <class T> struct add_up {
  T* sum;
  std::size_t stride, copies;
  T* values;
  AMORPH_BODY void operator()(std::size_t bin) const {
    T all = 0;
    for (std::size_t c = 0; c != copies; ++c) {
      all += sum[c * stride + bin];
      sum[c * stride + bin] = 0;
    }
    values[bin] += all;
  }
};
}  // namespace detail

template <class Exec, class T> class team_sums {
 public:
  struct view_type {
    T* sum;
    std::size_t stride;
    template <class Team> AMORPH_BODY void add([[maybe_unused]] Team team, std::size_t bin, T value) const {
#if defined(__CUDA_ARCH__)
      atomic_add(&sum[bin], value);
#else
      sum[team.index() * stride + bin] += value;
#endif
    }
  };

  team_sums(Exec& exec, std::size_t bins)
      : exec_(&exec),
        bins_(bins),
        stride_((bins + line - 1) / line * line),
        copies_(Exec::on_device ? 1 : exec.team_count()),
        sum_(exec, copies_ * stride_) {
    exec.template fill<T>(sum_.span(), 0);
  }

  [[nodiscard]] view_type view() const { return {sum_.data(), stride_}; }

  void into(span<T> values) { exec_->for_each(bins_, detail::add_up<T>{sum_.data(), stride_, copies_, values.data()}); }

 private:
  static constexpr std::size_t line = 64 / sizeof(T);
  Exec* exec_;
  std::size_t bins_, stride_, copies_;
  typename Exec::template buffer<T> sum_;
};

}  // namespace amorph
