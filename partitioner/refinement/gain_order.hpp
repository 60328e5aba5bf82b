// The order of candidates by gain, and the two ranges that are moved one after the other: those that gain, then those
// that lose nothing or little.
#pragma once

#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

// The candidates of both lists, with keys to sort them by gain; those without a proposal sort last.
inline constexpr uint32_t key_of_zero_gain = 0x7fffffffu;
template <class Exec> struct list_candidates {
  row_lists<Exec> candidates;
  uint64_t rows;
  const proposal* proposals;
  bool ascending;
  uint32_t *list, *key;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = i < rows ? candidates.rows[i] : candidates.long_rows[i - rows];
    const auto gain = static_cast<uint32_t>(proposals[v].gain);
    list[i] = v;
    key[i] = proposals[v].to == none ? none : ascending ? key_of_zero_gain + gain : key_of_zero_gain - gain;
  }
};
// The ends of the two ranges in the sorted list.
struct range_ends {
  uint32_t first = 0, second = 0;
};
struct number_candidates {
  const uint32_t *list, *key;
  size_t n;
  bool ascending;
  uint32_t* order;
  range_ends* ends;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t current = key[i], next = i + 1 != n ? key[i + 1] : none;
    order[list[i]] = static_cast<uint32_t>(i);
    if (is_of_first(current) && !is_of_first(next)) ends->first = static_cast<uint32_t>(i + 1);
    if (current != none && next == none) ends->second = static_cast<uint32_t>(i + 1);
  }
  AMORPH_BODY bool is_of_first(uint32_t k) const { return ascending ? k <= key_of_zero_gain : k < key_of_zero_gain; }
};

}  // namespace amorph::partition
