// 128-bit sums as decimal text.
#pragma once

#include <string>

namespace amorph {

inline std::string decimal(__int128 x) {
  const bool negative = x < 0;
  std::string digits;
  do {
    const int digit = static_cast<int>(x % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  } while ((x /= 10) != 0);
  return negative ? "-" + digits : digits;
}

}  // namespace amorph
