// The memory of a field_map: the extents of objects; if the problem has layouts, the table of displacements; the
// filters. Read-only arrays are used in place on the CPU, and on a device if they are resident.
#pragma once

#include <optional>

#include "amorph/kernels/memory/input_array.hpp"
#include "solver/andersen/propagate/fields.hpp"

namespace amorph::andersen {

template <class Exec> class field_memory {
  template <class T> using buffer = typename Exec::template buffer<T>;
  template <class T> using input = input_array<T, Exec>;
  template <class T> static span<const T> as_span(host_array<T> a) { return {a.data, a.size}; }

  struct layout_memory {
    input<uint32_t> object_slot, object_first, object_count;
    buffer<std::int32_t> displacement;  // moves x slots
  };

 public:
  field_memory(Exec& exec, const core_problem& in)
      : slots_(in.slot_layout.size),
        words_of_filter_(in.words_of_filter),
        extent_(exec, as_span(in.extent)),
        passes_(exec, as_span(in.passes)) {
    if (in.object_slot.size == 0) return;
    layouts_ = layout_memory{
        input<uint32_t>(exec, as_span(in.object_slot)), input<uint32_t>(exec, as_span(in.object_first)),
        input<uint32_t>(exec, as_span(in.object_count)), buffer<std::int32_t>(exec, in.moves.size * slots_)};
    tabulate(exec, in);
  }

  [[nodiscard]] field_map view() const {
    field_map map{};
    map.extent = extent_.data();
    map.passes = passes_.data();
    map.words_of_filter = words_of_filter_;
    if (!layouts_) return map;
    map.object_slot = layouts_->object_slot.data();
    map.object_first = layouts_->object_first.data();
    map.object_count = layouts_->object_count.data();
    map.displacement = layouts_->displacement.data();
    map.slots = slots_;
    return map;
  }

 private:
  // The displacement of each slot by each move.
  void tabulate(Exec& exec, const core_problem& in) {
    if (layouts_->displacement.empty()) return;
    const input<move> moves(exec, as_span(in.moves));
    const input<uint64_t> slot_position(exec, as_span(in.slot_position));
    const input<layout> layouts(exec, as_span(in.layouts));
    const input<uint32_t> slot_stride(exec, as_span(in.slot_stride)), slot_layout(exec, as_span(in.slot_layout)),
        slot_of_word(exec, as_span(in.slot_of_word));
    exec.for_each(layouts_->displacement.size(),
                  tabulate_moves{moves.data(), slot_position.data(), slot_stride.data(), slot_layout.data(),
                                 layouts.data(), slot_of_word.data(), slots_, layouts_->displacement.data()});
  }

  uint64_t slots_;
  uint32_t words_of_filter_;
  input<uint32_t> extent_;
  input<uint64_t> passes_;
  std::optional<layout_memory> layouts_;
};

}  // namespace amorph::andersen
