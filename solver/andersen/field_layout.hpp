// The target slot of a field constraint: the rule stated in andersen.hpp, implemented once for the solver's table on
// both backends and for callers that resolve a constraint while they build a problem.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/andersen/andersen.hpp"

namespace amorph::andersen {

// The slot of layout `l` reached from its slot `slot` by a step of `offset` bytes plus any multiple of `stride`;
// `none`: every slot. The arrays are those of the problem and pass `validate`. O(1); no offset overflows.
AMORPH_BODY inline std::uint32_t field_target(const layout& l, const std::uint32_t* slot_of_word,
                                              const std::uint64_t* slot_position, const std::uint32_t* slot_stride,
                                              std::uint32_t slot, std::int64_t offset, std::uint32_t stride) {
  const std::uint64_t start = slot_position[l.first_slot + slot];
  const auto size = static_cast<std::int64_t>(l.size);
  const bool repeats = l.tail == 0;
  std::uint64_t position = 0;
  if (repeats) {
    position = static_cast<std::uint64_t>((static_cast<std::int64_t>(start) + offset % size + size) % size);
  } else {
    if (offset < -static_cast<std::int64_t>(start)) return none;  // before the only element
    position = start + static_cast<std::uint64_t>(offset);
    if (position >= l.size) position = l.size - l.tail + (position - l.size) % l.tail;
  }
  const std::uint32_t to = slot_of_word[l.first_word + position / 8];
  const std::uint32_t element = slot_stride[l.first_slot + slot];
  const bool within = offset < element && slot_position[l.first_slot + to] > start;
  const bool moved = repeats ? offset % size != 0 : offset != 0;
  const bool leaves = moved && element != 0 && (offset < 0 || (stride == 0 && element % 8 == 0 && !within));
  if (stride == any_stride || leaves) return none;
  const std::uint32_t inner = slot_stride[l.first_slot + to];
  const bool whole = stride == 0 || (repeats && stride % l.size == 0);
  return whole || (inner != 0 && stride % inner == 0) ? to : none;
}

}  // namespace amorph::andersen
