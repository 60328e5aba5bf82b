// A pointer and a length that both machines understand; owns nothing.
#pragma once

#include <cstddef>
#include <type_traits>

#include "amorph/config.hpp"

namespace amorph {

template <class T>
class span {
 public:
  AMORPH_HD constexpr span() = default;
  AMORPH_HD constexpr span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
  AMORPH_HD constexpr span(span<U> other) : data_(other.data()), size_(other.size()) {}

  AMORPH_HD constexpr T* data() const { return data_; }
  AMORPH_HD constexpr std::size_t size() const { return size_; }
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
