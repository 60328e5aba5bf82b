// The memory of a field_map: the extents of objects, and, if the problem has layouts, the table of displacements.
#pragma once

#include <optional>

#include "solver/andersen/propagate/fields.hpp"

namespace amorph::andersen {

template <class Exec> class field_memory {
  template <class T> using buffer = typename Exec::template buffer<T>;
  template <class T> static span<const T> as_span(host_array<T> a) { return {a.data, a.size}; }

  struct layout_memory {
    buffer<uint32_t> object_slot, object_first, object_count;
    buffer<std::int32_t> displacement;  // moves x slots
  };

 public:
  field_memory(Exec& exec, const core_problem& in) : slots_(in.slot_layout.size), extent_(exec, as_span(in.extent)) {
    if (in.object_slot.size == 0) return;
    layouts_ = layout_memory{
        buffer<uint32_t>(exec, as_span(in.object_slot)), buffer<uint32_t>(exec, as_span(in.object_first)),
        buffer<uint32_t>(exec, as_span(in.object_count)), buffer<std::int32_t>(exec, in.moves.size * slots_)};
    tabulate(exec, in);
  }

  [[nodiscard]] field_map view() const {
    if (!layouts_) return {extent_.data(), nullptr, nullptr, nullptr, nullptr, 0};
    return {extent_.data(),
            layouts_->object_slot.data(),
            layouts_->object_first.data(),
            layouts_->object_count.data(),
            layouts_->displacement.data(),
            slots_};
  }

 private:
  // The displacement of each slot by each move.
  void tabulate(Exec& exec, const core_problem& in) {
    if (layouts_->displacement.empty()) return;
    const buffer<move> moves(exec, as_span(in.moves));
    const buffer<uint64_t> slot_position(exec, as_span(in.slot_position));
    const buffer<layout> layouts(exec, as_span(in.layouts));
    const buffer<uint32_t> slot_stride(exec, as_span(in.slot_stride)), slot_layout(exec, as_span(in.slot_layout)),
        slot_of_word(exec, as_span(in.slot_of_word));
    exec.for_each(layouts_->displacement.size(),
                  tabulate_moves{moves.data(), slot_position.data(), slot_stride.data(), slot_layout.data(),
                                 layouts.data(), slot_of_word.data(), slots_, layouts_->displacement.data()});
  }

  uint64_t slots_;
  buffer<uint32_t> extent_;
  std::optional<layout_memory> layouts_;
};

}  // namespace amorph::andersen
