// The target slot of a field constraint: the rule stated in andersen.hpp, implemented once for the solver's table on
// both backends and for callers that resolve a constraint while they build a problem.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "solver/andersen/andersen.hpp"

namespace amorph::andersen {

inline constexpr std::uint32_t nowhere = none - 1;

// Whether the step, which has a flag, leaves the block `l` of one element from every place where a pointer to `slot`
// may be.
AMORPH_BODY inline bool leaves_block(const layout& l, const std::uint32_t* slot_of_word,
                                     const std::uint32_t* slot_stride, std::uint32_t slot, std::int64_t start,
                                     std::int64_t offset, std::uint32_t stride) {
  const auto size = static_cast<std::int64_t>(l.size);
  const std::int64_t next = start / 8 + 1;
  const bool wide =
      slot_stride[l.first_slot + slot] != 0 || (8 * next < size && slot_of_word[l.first_word + next] == slot);
  const std::int64_t last = wide || start == 0 ? size : start;
  if ((stride & member_step) != 0) return offset >= size - start || offset < -last;
  const auto each = static_cast<std::int64_t>(stride & ~inbounds_step);
  if (each == 0) return offset > size - start || offset < -last;
  if (wide || each <= size) return false;
  const std::int64_t step = (offset % each + each) % each;
  return (start + step) % each > size && (start != 0 || (size + step) % each > size);
}

// Whether the `bytes` from `position` on are all in slot `to`.
AMORPH_BODY inline bool is_in_slot(const layout& l, const std::uint32_t* slot_of_word, std::uint32_t to,
                                   std::uint64_t position, std::uint64_t bytes) {
  std::uint64_t end = position + bytes;
  if (end > l.size) {
    if (l.tail != one_element) return false;
    end = l.size;
  }
  for (std::uint64_t word = position / 8 + 1; 8 * word < end; ++word)
    if (slot_of_word[l.first_word + word] != to) return false;
  return true;
}

// The slot of layout `l` reached from its slot `slot` by a step of `offset` bytes plus any multiple of `stride`, which
// may have a flag; `none`: every slot; or `nowhere`. The arrays are those of the problem and pass `validate`. O(1), for
// members that are arrays O(their words); no offset overflows.
AMORPH_BODY inline std::uint32_t field_target(const layout& l, const std::uint32_t* slot_of_word,
                                              const std::uint64_t* slot_position, const std::uint32_t* slot_stride,
                                              std::uint32_t slot, std::int64_t offset, std::uint32_t stride) {
  if (stride == any_stride) return none;
  const std::uint64_t start = slot_position[l.first_slot + slot];
  const auto size = static_cast<std::int64_t>(l.size);
  if (l.tail == one_element && stride >= stride_limit &&
      leaves_block(l, slot_of_word, slot_stride, slot, static_cast<std::int64_t>(start), offset, stride))
    return nowhere;
  const bool repeats = l.tail == 0 || l.tail == one_element;
  std::uint64_t position = 0;
  if (repeats) {
    position = static_cast<std::uint64_t>((static_cast<std::int64_t>(start) + offset % size + size) % size);
  } else {
    if (offset < -static_cast<std::int64_t>(start)) return none;  // before the only element
    position = start + static_cast<std::uint64_t>(offset);
    if (position >= l.size) position = l.size - l.tail + (position - l.size) % l.tail;
  }
  const std::uint32_t to = slot_of_word[l.first_word + position / 8];
  if ((stride & member_step) != 0) return is_in_slot(l, slot_of_word, to, position, stride & ~member_step) ? to : none;
  const std::uint32_t each = stride & ~inbounds_step;
  const std::uint32_t element = slot_stride[l.first_slot + slot];
  const bool within = offset < element && slot_position[l.first_slot + to] > start;
  const bool moved = repeats ? offset % size != 0 : offset != 0;
  const bool leaves = moved && element != 0 && (offset < 0 || (each == 0 && element % 8 == 0 && !within));
  if (leaves) return none;
  const std::uint32_t inner = slot_stride[l.first_slot + to];
  const bool whole = each == 0 || (repeats && each % l.size == 0);
  return whole || (inner != 0 && each % inner == 0) ? to : none;
}

}  // namespace amorph::andersen
