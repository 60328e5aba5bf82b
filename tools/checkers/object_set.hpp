// Sets of objects inside the checkers: the words of a bit vector that are not zero, ascending.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solver/andersen/andersen.hpp"

namespace amorph::check {

struct word {
  std::uint32_t index = 0;
  std::uint64_t bits = 0;
  bool operator==(const word&) const = default;
};
using object_set = std::vector<word>;

template <class F> void for_each_object(const object_set& s, F f) {
  for (const word& w : s)
    for (std::uint64_t m = w.bits; m != 0; m &= m - 1)
      f(static_cast<andersen::var>(64 * w.index + static_cast<unsigned>(__builtin_ctzll(m))));
}

inline std::uint64_t count(const object_set& s) {
  std::uint64_t n = 0;
  for (const word& w : s) n += static_cast<std::uint64_t>(__builtin_popcountll(w.bits));
  return n;
}

// Some object of `a` that `b` lacks, or none.
inline andersen::var missing_object(const object_set& a, const object_set& b) {
  auto in_b = b.begin();
  for (const word& w : a) {
    while (in_b != b.end() && in_b->index < w.index) ++in_b;
    const std::uint64_t left = in_b != b.end() && in_b->index == w.index ? w.bits & ~in_b->bits : w.bits;
    if (left != 0) return 64 * w.index + static_cast<unsigned>(__builtin_ctzll(left));
  }
  return andersen::none;
}

// A union in the making: a dense bit vector, and which of its words are in use.
class object_union {
 public:
  explicit object_union(andersen::var objects) : bits_(objects / 64 + 1) {}
  void add(andersen::var o) { add({o / 64, std::uint64_t{1} << (o % 64)}); }
  void add(const object_set& s) {
    for (const word& w : s) add(w);
  }
  // The union so far, which becomes empty again.
  object_set take() {
    std::sort(used_.begin(), used_.end());
    object_set s;
    s.reserve(used_.size());
    for (const std::uint32_t i : used_) {
      s.push_back({i, bits_[i]});
      bits_[i] = 0;
    }
    used_.clear();
    return s;
  }

 private:
  void add(word w) {
    if (bits_[w.index] == 0) used_.push_back(w.index);
    bits_[w.index] |= w.bits;
  }
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> used_;
};

// Adds the objects that constraint `c` derives from the objects of `from`: offset and field constraints.
void add_derived(const andersen::problem& p, const andersen::constraint& c, const object_set& from, object_union& to);

}  // namespace amorph::check
