// The bytes of a fuzzer's input as small numbers of METIS, and as the offsets of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partitioner/interfaces/metis/metis.h"

namespace amorph::fuzz {

class numbers {
 public:
  numbers(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  idx_t next() { return at_ == end_ ? 0 : static_cast<idx_t>(static_cast<std::int8_t>(*at_++)); }
  idx_t next(idx_t low, idx_t high) {
    return low + static_cast<idx_t>(static_cast<std::uint8_t>(next())) % (high - low + 1);
  }
  std::vector<idx_t> some(std::size_t count) {
    std::vector<idx_t> values(count);
    for (idx_t& v : values) v = next();
    return values;
  }

 private:
  const std::uint8_t *at_, *end_;
};

// Offsets that ascend for the most part, from a base that is right for the most part.
inline std::vector<idx_t> offsets(numbers& in, std::size_t rows, idx_t base) {
  std::vector<idx_t> begin{in.next() == 7 ? 1 - base : base};
  for (std::size_t v = 0; v != rows; ++v) {
    const idx_t degree = in.next(-1, 6);
    begin.push_back(begin.back() + (degree < 0 && in.next() > 0 ? degree : degree < 0 ? 0 : degree));
  }
  return begin;
}

}  // namespace amorph::fuzz
