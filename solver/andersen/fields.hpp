// Where offset and field constraints take an object; the rule is stated in amorph/andersen.hpp.
#pragma once

#include "amorph/andersen.hpp"
#include "amorph/config.hpp"
#include "core.hpp"

namespace amorph::andersen {

struct field_map {
  using int64_t = std::int64_t;
  const uint32_t* extent;
  const uint32_t* block_of;  // null: no layouts
  const uint32_t* block_first;
  const uint32_t* block_layout;
  const uint64_t* layout_size;
  const uint32_t* layout_first_word;
  const uint32_t* layout_first_slot;
  const uint32_t* layout_slots;
  const uint32_t* slot_of_word;
  const uint32_t* slot_stride;
  const uint64_t* slot_place;

  // Consecutive objects.
  struct range {
    uint32_t first, count;
  };

  // What `by` makes of `object`: nothing, one object, or all of a block.
  AMORPH_BODY range targets(uint32_t object, const shift& by) const {
    if (by.by_bytes == 0) return {static_cast<uint32_t>(object + by.offset), static_cast<int64_t>(extent[object]) > by.offset ? 1u : 0u};
    if (block_of == nullptr || block_of[object] == none) return {0, 0};
    const uint32_t block = block_of[object], layout = block_layout[block], first = block_first[block];
    const uint32_t first_slot = layout_first_slot[layout];
    const auto size = static_cast<int64_t>(layout_size[layout]);
    const int64_t moved = by.offset % size;
    const bool back = by.offset < 0 && moved != 0 && slot_stride[first_slot + (object - first)] != 0;
    if (by.stride != any_stride && !back) {
      const int64_t place = (static_cast<int64_t>(slot_place[first_slot + (object - first)]) + moved + size) % size;
      const uint32_t slot = slot_of_word[layout_first_word[layout] + static_cast<uint64_t>(place) / 8];
      const uint32_t inner = slot_stride[first_slot + slot];
      if (by.stride == 0 || by.stride % size == 0 || (inner != 0 && by.stride % inner == 0)) return {first + slot, 1};
    }
    return {first, layout_slots[layout]};
  }
};

}  // namespace amorph::andersen
