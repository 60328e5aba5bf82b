// Arrays that grow while kernels append to them: the growth strategies of "Morph Algorithms on GPUs" (Nasre, Burtscher,
// Pingali, PPoPP 2013), section 7.1, behind one interface of three functions.
//
//  store.prepare(n);           host, before a step that appends at most n elements
//  at = view.append(count);    kernel: the first of `count` consecutive slots, or append_overflow
//  again = !store.settle();    host, after the step: true if appends overflowed. The capacity suffices now; the items
//                              that overflowed are processed again.
//
// The `growth` strategies:
//  preallocated     a fixed capacity; settle() throws out_of_memory on overflow
//  host_grown       prepare(n) reserves n more slots, so that append never overflows; for bounds that the host knows
//  kernel_reported  overflowing appends add up the missing capacity, and settle() grows by it (Kernel-Host)
// The fourth strategy, allocation by the kernel in chunks that never move, is chunks.hpp.
//
// The capacity grows by at least half, so that n appends cost O(n). The slot of an element depends on the order of the
// appends, which is not deterministic with several threads; algorithms whose result shows it number elements by a
// prefix sum (offsets in primitives/scan.hpp). How it differs from the paper: that grows with cudaMalloc and leaves
// open what happens to an append across the end; here the successful appends always form a contiguous prefix of the
// array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

enum class growth : std::uint8_t { preallocated, host_grown, kernel_reported };

inline constexpr std::uint64_t append_overflow = ~std::uint64_t{0};

namespace detail {
struct growth_counters {
  std::uint64_t claimed;       // elements requested, including overflows
  std::uint64_t first_failed;  // the slot of the first overflowing append; append_overflow if none
};
// Grows by at least half.
constexpr std::uint64_t grown(std::uint64_t capacity, std::uint64_t needed) {
  return std::max(needed, capacity + capacity / 2);
}
}  // namespace detail

// The array as kernels see it.
template <class T> class growable_view {
 public:
  growable_view(T* data, std::uint64_t capacity, detail::growth_counters* counters)
      : data_(data), capacity_(capacity), counters_(counters) {}

  // The first of `count` consecutive slots of this caller, or append_overflow. One atomic addition: if many threads
  // append one element each, aggregate over a team (exclusive_scan).
  AMORPH_HD std::uint64_t append(std::uint64_t count = 1) const {
    const std::uint64_t at = atomic_add(&counters_->claimed, count);
    if (at <= capacity_ && count <= capacity_ - at) return at;
    atomic_min(&counters_->first_failed, at);
    return append_overflow;
  }
  AMORPH_HD T& operator[](std::uint64_t i) const { return data_[i]; }
  AMORPH_HD T* data() const { return data_; }
  // The number of elements appended; exact between settle() and the next append.
  AMORPH_HD std::uint64_t size() const { return atomic_load(&counters_->claimed); }

 private:
  T* data_;
  std::uint64_t capacity_;
  detail::growth_counters* counters_;
};

template <class T, class Exec> class growable {
 public:
  // Throws out_of_memory. `limit`: the maximum number of elements.
  growable(Exec& exec, growth strategy, std::uint64_t capacity, std::uint64_t limit = append_overflow)
      : exec_(&exec),
        growth_(strategy),
        limit_(strategy == growth::preallocated ? capacity : limit),
        elements_(exec, capacity),
        counters_(exec, 1) {
    restart(0);
  }

  [[nodiscard]] growable_view<T> view() const { return {elements_.data(), elements_.size(), counters_.data()}; }
  // As of the last settle().
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t capacity() const { return elements_.size(); }
  [[nodiscard]] amorph::span<T> span() const { return elements_.span().subspan(0, size_); }

  // prepare and settle invalidate views.
  void prepare(std::uint64_t more) {
    if (growth_ == growth::host_grown) grow(sum(size_, more));
  }

  // One read-back.
  [[nodiscard]] bool settle() {
    const detail::growth_counters now = exec_->read(counters_.data());
    if (now.first_failed == append_overflow) {
      size_ = now.claimed;
      return true;
    }
    if (growth_ == growth::host_grown)
      throw error(status::internal, "a step appended more elements than prepared for: capacity " +
                                        std::to_string(capacity()) + ", needed " + std::to_string(now.claimed));
    size_ = now.first_failed;
    grow(now.claimed);
    restart(size_);
    return false;
  }

  // Removes the elements from `size` on; keeps the capacity.
  void truncate(std::uint64_t size) {
    size_ = std::min(size, size_);
    restart(size_);
  }

 private:
  static std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    return b > append_overflow - a ? append_overflow : a + b;
  }
  void restart(std::uint64_t size) { exec_->write(counters_.data(), detail::growth_counters{size, append_overflow}); }
  void grow(std::uint64_t needed) {
    if (needed <= capacity()) return;
    if (needed > limit_)
      throw error(status::out_of_memory,
                  "a growing array of at most " + std::to_string(limit_) + " elements needs " + std::to_string(needed));
    const std::uint64_t wanted = std::min(limit_, detail::grown(capacity(), needed));
    typename Exec::template buffer<T> larger;
    try {
      larger = typename Exec::template buffer<T>(*exec_, wanted);
    } catch (const error&) {  // then without spare capacity
      if (wanted == needed) throw;
      larger = typename Exec::template buffer<T>(*exec_, needed);
    }
    if (size_ != 0) exec_->copy(amorph::span<const T>(span()), larger.span().subspan(0, size_));
    elements_.swap(larger);
  }

  Exec* exec_;
  growth growth_;
  std::uint64_t limit_;
  typename Exec::template buffer<T> elements_;
  typename Exec::template buffer<detail::growth_counters> counters_;
  std::uint64_t size_ = 0;
};

}  // namespace amorph
