// Arrays that grow while kernels append to them: the ways of "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali,
// PPoPP 2013), section 7.1, behind three words.
//
//   store.prepare(n);                  host, before a step that appends at most n elements
//   at = view.append(count);           kernel: `count` consecutive places, or append_overflow
//   again = !store.settle();           host, after the step: false when some appends found no room. There is room now;
//                                      the items that got none are run once more.
//
// How the room comes about is the `growth`:
//   preallocated     all at once; settle() throws out_of_memory when it did not suffice
//   host_grown       prepare(n) makes room for n more, so that append never fails; for a bound that the host knows
//   kernel_reported  appends that find no room add up how much is missing; settle() grows by that (the paper's
//                    Kernel-Host)
// The fourth way, allocation by the kernel itself in chunks that never move, is chunks.hpp.
//
// Memory grows by half at least, so n appends cost O(n) in all. Where an element lands depends on the order of the
// appends, which is not fixed on several threads; algorithms whose result shows it number by a prefix sum instead
// (offsets in primitives/scan.hpp). How the paper differs: it grows with cudaMalloc, and says nothing of what happens
// to a claim that crosses the end; here the successful claims are always a contiguous start of the array.
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
  std::uint64_t claimed;       // elements asked for, with those that found no room
  std::uint64_t first_failed;  // where the first claim without room would have begun; append_overflow when none
};
// At least half as much again.
constexpr std::uint64_t grown(std::uint64_t capacity, std::uint64_t needed) {
  return std::max(needed, capacity + capacity / 2);
}
}  // namespace detail

// What kernels hold.
template <class T> class growable_view {
 public:
  growable_view(T* data, std::uint64_t capacity, detail::growth_counters* counters)
      : data_(data), capacity_(capacity), counters_(counters) {}

  // The first of `count` consecutive places for this caller alone, or append_overflow. One atomic addition: aggregate over a
  // team (exclusive_scan) where many append one element each.
  AMORPH_HD std::uint64_t append(std::uint64_t count = 1) const {
    const std::uint64_t at = atomic_add(&counters_->claimed, count);
    if (at <= capacity_ && count <= capacity_ - at) return at;
    atomic_min(&counters_->first_failed, at);
    return append_overflow;
  }
  AMORPH_HD T& operator[](std::uint64_t i) const { return data_[i]; }
  AMORPH_HD T* data() const { return data_; }
  // As many as have been claimed; exact between settle() and the next append.
  AMORPH_HD std::uint64_t size() const { return atomic_load(&counters_->claimed); }

 private:
  T* data_;
  std::uint64_t capacity_;
  detail::growth_counters* counters_;
};

template <class T, class Exec> class growable {
 public:
  // Room for `capacity` elements; throws out_of_memory. `limit`: elements that it never grows beyond.
  growable(Exec& exec, growth how, std::uint64_t capacity, std::uint64_t limit = append_overflow)
      : exec_(&exec),
        how_(how),
        limit_(how == growth::preallocated ? capacity : limit),
        elements_(exec, capacity),
        counters_(exec, 1) {
    restart(0);
  }

  [[nodiscard]] growable_view<T> view() const { return {elements_.data(), elements_.size(), counters_.data()}; }
  // As of the last settle().
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t capacity() const { return elements_.size(); }
  [[nodiscard]] amorph::span<T> span() const { return elements_.span().subspan(0, size_); }

  // Views taken before are void after prepare and settle.
  void prepare(std::uint64_t more) {
    if (how_ == growth::host_grown) grow(sum(size_, more));
  }

  // One round trip to the device.
  [[nodiscard]] bool settle() {
    const detail::growth_counters now = exec_->read(counters_.data());
    if (now.first_failed == append_overflow) {
      size_ = now.claimed;
      return true;
    }
    if (how_ == growth::host_grown)
      throw error(status::internal, "a step appended more than it was prepared for: room for " +
                                        std::to_string(capacity()) + " elements, " + std::to_string(now.claimed) +
                                        " asked for");
    size_ = now.first_failed;
    grow(now.claimed);
    restart(size_);
    return false;
  }

  // Forgets the elements from `size` on; the room stays.
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
      throw error(status::out_of_memory, "a growing array of at most " + std::to_string(limit_) +
                                             " elements needs room for " + std::to_string(needed));
    const std::uint64_t wanted = std::min(limit_, detail::grown(capacity(), needed));
    typename Exec::template buffer<T> larger;
    try {
      larger = typename Exec::template buffer<T>(*exec_, wanted);
    } catch (const error&) {  // then with no reserve
      if (wanted == needed) throw;
      larger = typename Exec::template buffer<T>(*exec_, needed);
    }
    if (size_ != 0) exec_->copy(amorph::span<const T>(span()), larger.span().subspan(0, size_));
    elements_.swap(larger);
  }

  Exec* exec_;
  growth how_;
  std::uint64_t limit_;
  typename Exec::template buffer<T> elements_;
  typename Exec::template buffer<detail::growth_counters> counters_;
  std::uint64_t size_ = 0;
};

}  // namespace amorph
