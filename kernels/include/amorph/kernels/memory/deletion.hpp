// Deleting elements of a graph that is stored in arrays: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali, PPoPP
// 2013), section 7.2.
//
//  marking    one bit per element; loops skip marked elements. For rare deletions.
//  explicit   the memory of marked elements is freed: the others are compacted and renumbered (chunks.hpp frees
//             chunk by chunk instead, without moving anything). For many deletions.
//  recycling  recycle.hpp: the slots of deleted elements are reused. When insertions and deletions balance.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

// Marking: one bit per element.
class marks_view {
 public:
  explicit marks_view(std::uint32_t* words) : words_(words) {}
  // True for the first caller that marks i.
  AMORPH_HD bool mark(std::uint64_t i) const {
    const std::uint32_t bit = 1u << (i % 32);
    return (atomic_or(&words_[i / 32], bit) & bit) == 0;
  }
  [[nodiscard]] AMORPH_HD bool is_marked(std::uint64_t i) const {
    return (atomic_load(&words_[i / 32]) >> (i % 32) & 1) != 0;
  }

 private:
  std::uint32_t* words_;
};

namespace detail {
struct keep_marked {
  marks_view marks;
  bool which;
  AMORPH_BODY bool operator()(std::size_t i) const { return marks.is_marked(i) == which; }
};
template <class Index> struct renumber_body {
  const Index* kept;
  Index* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[kept[i]] = static_cast<Index>(i); }
};
template <class T, class Index> struct gather_body {
  const T* from;
  const Index* kept;
  T* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = from[kept[i]]; }
};
}  // namespace detail

template <class Exec> class marks {
 public:
  marks(Exec& exec, std::uint64_t size) : exec_(&exec), size_(size), words_(exec, words(size)) {
    exec.fill(words_.span(), 0);
  }

  [[nodiscard]] marks_view view() const { return marks_view(words_.data()); }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // New elements are unmarked.
  void resize(std::uint64_t size) {
    if (size < size_) throw error(status::internal, "marks do not shrink");
    const std::size_t before = words_.size();
    words_.resize(words(size));
    exec_->fill(words_.span().subspan(before, words_.size() - before), 0);
    size_ = size;
  }

  // Writes the marked (or the unmarked) elements to `out` in ascending order; returns their number. O(size).
  template <class Index> [[nodiscard]] std::uint64_t list(bool marked, span<Index> out) const {
    return select_indices(*exec_, size_, detail::keep_marked{view(), marked}, out);
  }

 private:
  static std::uint64_t words(std::uint64_t bits) { return bits / 32 + (bits % 32 != 0); }
  Exec* exec_;
  std::uint64_t size_;
  typename Exec::template buffer<std::uint32_t> words_;
};

// Explicit deletion: the remaining elements in order, and their new numbers.
template <class Index, class Exec> class compaction {
 public:
  static constexpr Index deleted = static_cast<Index>(~Index{0});  // the new number of deleted elements

  // O(elements).
  compaction(Exec& exec, const marks<Exec>& gone)
      : exec_(&exec), before_(gone.size()), kept_(exec, before_), renumber_(exec, before_) {
    kept_.resize_discard(gone.list(false, kept_.span()));
    exec.fill(renumber_.span(), deleted);
    exec.for_each(kept_.size(), detail::renumber_body<Index>{kept_.data(), renumber_.data()});
  }
  [[nodiscard]] std::uint64_t size() const { return kept_.size(); }
  [[nodiscard]] span<const Index> kept() const { return kept_.span(); }          // old numbers, ascending
  [[nodiscard]] span<const Index> renumber() const { return renumber_.span(); }  // old number to new, or `deleted`

  // Compacts one attribute of the elements and frees the remaining memory.
  template <class T> void apply(buffer<T, Exec>& attribute) const {
    if (attribute.size() != before_)
      throw error(status::internal, "compaction: an attribute with a different number of elements");
    typename Exec::template buffer<T> moved(*exec_, kept_.size());
    exec_->for_each(kept_.size(), detail::gather_body<T, Index>{attribute.data(), kept_.data(), moved.data()});
    attribute.swap(moved);
  }

 private:
  Exec* exec_;
  std::uint64_t before_;
  typename Exec::template buffer<Index> kept_, renumber_;
};

}  // namespace amorph
