// Arbitrary-precision integers for checkers: slow, simple, and sharing nothing with expansions of doubles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace amorph::test {

class integer {
 public:
  integer(std::int64_t v = 0) : negative_(v < 0) {
    auto m = negative_ ? ~static_cast<std::uint64_t>(v) + 1 : static_cast<std::uint64_t>(v);
    for (; m != 0; m >>= 32) digits_.push_back(static_cast<std::uint32_t>(m));
  }
  // x 2^shift, which must be an integer.
  static integer of(double x, int shift) {
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    integer r(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
    for (exponent += shift - 53; exponent < 0; ++exponent) r = r.half();
    r.digits_.insert(r.digits_.begin(), r.digits_.empty() ? 0 : static_cast<std::size_t>(exponent / 32), 0);
    return r * integer(std::int64_t{1} << (exponent % 32));
  }
  [[nodiscard]] int sign() const { return digits_.empty() ? 0 : negative_ ? -1 : 1; }

  friend integer operator-(integer a) {
    a.negative_ = !a.negative_ && !a.digits_.empty();
    return a;
  }
  friend integer operator+(const integer& a, const integer& b) {
    if (a.negative_ != b.negative_) {
      if (less(a.digits_, b.digits_)) return b + a;
      integer r = a;
      std::int64_t borrow = 0;
      for (std::size_t i = 0; i != r.digits_.size(); ++i) {
        std::int64_t d = std::int64_t{r.digits_[i]} - (i < b.digits_.size() ? b.digits_[i] : 0) - borrow;
        borrow = d < 0 ? 1 : 0;
        r.digits_[i] = static_cast<std::uint32_t>(d);
      }
      return r.trimmed();
    }
    integer r = a;
    r.digits_.resize(std::max(a.digits_.size(), b.digits_.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i != r.digits_.size(); ++i) {
      carry += std::uint64_t{r.digits_[i]} + (i < b.digits_.size() ? b.digits_[i] : 0);
      r.digits_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return r.trimmed();
  }
  friend integer operator-(const integer& a, const integer& b) { return a + -b; }
  friend integer operator*(const integer& a, const integer& b) {
    integer r;
    r.digits_.resize(a.digits_.size() + b.digits_.size());
    r.negative_ = a.negative_ != b.negative_;
    for (std::size_t i = 0; i != a.digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
        carry += r.digits_[i + j] + std::uint64_t{a.digits_[i]} * (j < b.digits_.size() ? b.digits_[j] : 0);
        r.digits_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    return r.trimmed();
  }

 private:
  static bool less(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
    if (a.size() != b.size()) return a.size() < b.size();
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  }
  [[nodiscard]] integer half() const {
    integer r = *this;
    for (std::size_t i = 0; i != r.digits_.size(); ++i)
      r.digits_[i] = r.digits_[i] >> 1 | (i + 1 < r.digits_.size() ? r.digits_[i + 1] << 31 : 0);
    return r.trimmed();
  }
  integer trimmed() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    if (digits_.empty()) negative_ = false;
    return std::move(*this);
  }
  bool negative_ = false;
  std::vector<std::uint32_t> digits_;  // least significant first
};

}  // namespace amorph::test
