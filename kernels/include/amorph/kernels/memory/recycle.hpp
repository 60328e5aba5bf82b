// Recycling (section 7.2 of "Morph Algorithms on GPUs", Nasre, Burtscher, Pingali, PPoPP 2013): the slots of deleted
// elements are reused for new ones.
//
// The k-th new element of a step goes to slot place(k): the free slots in the order of their release, then new ones at
// the end. How it differs from the paper: k comes from a prefix sum (or from a counter if the order does not show), so
// that slots do not depend on the timing of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/buffer.hpp"

namespace amorph {

template <class Index> class recycled_view {
 public:
  recycled_view(const Index* free, std::uint64_t available, std::uint64_t end)
      : free_(free), available_(available), end_(end) {}
  AMORPH_HD Index place(std::uint64_t k) const {
    return k < available_ ? free_[k] : static_cast<Index>(end_ + (k - available_));
  }

 private:
  const Index* free_;
  std::uint64_t available_, end_;
};

template <class Index, class Exec> class recycler {
 public:
  // Slots 0 .. size-1 are in use.
  recycler(Exec& exec, std::uint64_t size) : exec_(&exec), end_(size), free_(exec, 0) {}

  // For a step that creates elements; afterwards take(count) tells how many.
  [[nodiscard]] recycled_view<Index> view() const { return {free_.data() + used_, free_.size() - used_, end_}; }
  [[nodiscard]] std::uint64_t available() const { return free_.size() - used_; }
  [[nodiscard]] std::uint64_t end() const { return end_; }  // slots 0 .. end()-1 are or were in use

  void take(std::uint64_t count) {
    const std::uint64_t again = std::min(count, available());
    if (count - again > std::numeric_limits<Index>::max() - end_)
      throw error(status::out_of_memory,
                  "more than " + std::to_string(std::numeric_limits<Index>::max()) + " slots: beyond the index type");
    used_ += again;
    end_ += count - again;
  }
  // Frees these slots, each in use and listed once; they are reused in the order given, which is ascending for the
  // result of marks::list. O(slots + free slots).
  void release(span<const Index> places) {
    typename Exec::template buffer<Index> all(*exec_, available() + places.size());
    exec_->copy(span<const Index>(free_.data() + used_, available()), all.span().subspan(0, available()));
    exec_->copy(places, all.span().subspan(available(), places.size()));
    free_.swap(all);
    used_ = 0;
  }

 private:
  Exec* exec_;
  std::uint64_t end_, used_ = 0;
  typename Exec::template buffer<Index> free_;
};

}  // namespace amorph
