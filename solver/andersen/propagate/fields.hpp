// The targets of offset, field and filter constraints; the rule is stated in solver/andersen/andersen.hpp.
//
// The effect of a field constraint depends only on an object's slot in its layout. It is computed once for each
// distinct (offset, stride) and slot, as a displacement in objects: a table of moves x slots.
#pragma once

#include "amorph/kernels/base/config.hpp"
#include "solver/andersen/andersen.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/field_layout.hpp"

namespace amorph::andersen {

inline constexpr std::int32_t whole_block = INT32_MIN;  // the displacement that stands for every object of the block

// Computes one entry of the table: move i / slots, slot i % slots. O(1).
struct tabulate_moves {
  const move* moves;
  const uint64_t* slot_position;
  const uint32_t* slot_stride;
  const uint32_t* slot_layout;
  const layout* layouts;
  const uint32_t* slot_of_word;
  uint64_t slots;
  std::int32_t* displacement;

  AMORPH_BODY void operator()(std::size_t i) const {
    const move by = moves[i / slots];
    const uint64_t slot = i % slots;
    const layout& l = layouts[slot_layout[slot]];
    const auto from = static_cast<uint32_t>(slot - l.first_slot);
    const uint32_t to = field_target(l, slot_of_word, slot_position, slot_stride, from, by.offset, by.stride);
    displacement[i] = to == none ? whole_block : static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from);
  }
};

struct field_map {
  const uint32_t* extent;
  const uint32_t* object_slot;  // null: the problem has no layouts
  const uint32_t* object_first;
  const uint32_t* object_count;
  const std::int32_t* displacement;
  uint64_t slots;
  const uint64_t* passes;  // [filter][words_of_filter]: a bit per object
  uint32_t words_of_filter;

  // Consecutive objects.
  struct range {
    uint32_t first, count;
  };

  // The targets of `object` under `by`, which is no filter: none, one object, or all of a block.
  AMORPH_BODY range targets(uint32_t object, const shift& by) const {
    if (by.type == kind::offset) return {object + by.number, extent[object] > by.number ? 1u : 0u};
    if (object_slot == nullptr || object_slot[object] == none) return {0, 0};
    const std::int32_t d = displacement[by.number * slots + object_slot[object]];
    if (d == whole_block) return {object_first[object], object_count[object]};
    return {static_cast<uint32_t>(static_cast<std::int32_t>(object) + d), 1};
  }
  // The bits of the objects from `start` on, a multiple of 64, that pass the filter.
  AMORPH_BODY uint64_t passing(uint32_t filter, uint32_t start) const {
    return passes[uint64_t{filter} * words_of_filter + start / 64];
  }
};

}  // namespace amorph::andersen
