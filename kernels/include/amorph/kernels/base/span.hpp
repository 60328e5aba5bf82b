// A non-owning view of contiguous elements, for host and device (std::span has no device functions).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

template <class T> class span {
 public:
  constexpr span() = default;
  AMORPH_HD constexpr span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
  AMORPH_HD constexpr span(span<U> other) : data_(other.data()), size_(other.size()) {}
  template <class Range, class = std::enable_if_t<!std::is_same_v<std::remove_cvref_t<Range>, span>>,
            class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Range&>().data()), T*>>>
  constexpr span(Range&& range) : data_(range.data()), size_(range.size()) {}  // std::vector, std::array

  AMORPH_HD constexpr T* data() const { return data_; }
  AMORPH_HD constexpr std::size_t size() const { return size_; }
  AMORPH_HD constexpr std::size_t size_bytes() const { return size_ * sizeof(T); }
  AMORPH_HD constexpr bool empty() const { return size_ == 0; }
  AMORPH_HD constexpr T* begin() const { return data_; }
  AMORPH_HD constexpr T* end() const { return data_ + size_; }
  AMORPH_HD constexpr T& operator[](std::size_t i) const { return data_[i]; }
  AMORPH_HD constexpr span subspan(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace amorph
