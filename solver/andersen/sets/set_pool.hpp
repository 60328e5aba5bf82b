// The memory of a set_store, and its growth: bodies that overflow leave their work undone and report it. Between
// kernels the host doubles full arrays and rebuilds the hash tables from the stored content.
#pragma once

#include <algorithm>
#include <bit>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

template <class Exec> class set_pool {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // With initial capacities; set 0 is the empty set.
  set_pool(Exec& exec, set_counters* used, uint64_t elements, uint64_t sets, uint64_t entries)
      : exec_(exec),
        used_(used),
        words_(exec, words_per_element * elements),
        element_slots_(exec, slots_for(elements)),
        sets_(exec, sets),
        entries_(exec, entries),
        set_slots_(exec, slots_for(sets)) {
    exec.template fill<uint64_t>(element_slots_.span(), 0);
    exec.template fill<uint64_t>(set_slots_.span(), 0);
    exec.write(used, set_counters{0, 1, 0, 0});
    exec.write(sets_.data(), set_record{0, 0});
  }

  [[nodiscard]] set_store view() const {
    return {words_.data(),
            element_slots_.data(),
            element_slots_.size() - 1,
            words_.size() / words_per_element,
            sets_.data(),
            entries_.data(),
            set_slots_.data(),
            set_slots_.size() - 1,
            sets_.size(),
            entries_.size(),
            used_};
  }

  // After `full` was seen in *used: doubles each array that is more than half used. O(everything stored).
  void grow(set_counters used) {
    used.elements = std::min<uint64_t>(used.elements, words_.size() / words_per_element);
    used.sets = std::min<uint64_t>(used.sets, sets_.size());
    used.entries = std::min<uint64_t>(used.entries, entries_.size());
    if (std::max(used.elements, used.sets) >= max_numbers / 2)
      throw error(status::out_of_memory, "more than 2^31 distinct sets or elements of sets");
    used.full = 0;
    if (2 * used.elements * words_per_element > words_.size()) words_.resize(2 * words_.size());
    if (2 * used.sets > sets_.size()) sets_.resize(2 * sets_.size());
    if (2 * used.entries > entries_.size()) entries_.resize(2 * entries_.size());
    exec_.write(used_, used);
    if (element_slots_.size() < slots_for(words_.size() / words_per_element)) {
      element_slots_.resize_discard(slots_for(words_.size() / words_per_element));
      exec_.template fill<uint64_t>(element_slots_.span(), 0);
      const set_store store = view();
      exec_.for_each(
          used.elements, AMORPH_LAMBDA(std::size_t i) {
            const uint64_t* content = store.words + words_per_element * i;
            uint64_t any = 0;
            for (unsigned w = 0; w != words_per_element; ++w) any |= content[w];
            if (any == 0) return;  // allocated, but lost a race
            insert(store.element_slots, store.element_mask, set_store::hash_element(content), static_cast<uint32_t>(i));
          });
    }
    if (set_slots_.size() < slots_for(sets_.size())) {
      set_slots_.resize_discard(slots_for(sets_.size()));
      exec_.template fill<uint64_t>(set_slots_.span(), 0);
      const set_store store = view();
      exec_.for_each(
          used.sets, AMORPH_LAMBDA(std::size_t i) {
            const set_record record = store.sets[i];
            if (record.count == 0) return;
            uint64_t sum = 0;
            for (uint64_t k = 0; k != record.count; ++k) sum += mix_bits(store.entries[record.begin + k]);
            insert(store.set_slots, store.set_mask, mix_bits(sum), static_cast<uint32_t>(i));
          });
    }
  }

  // Inserts content that is known to be new.
  AMORPH_BODY static void insert(uint64_t* slots, uint64_t mask, uint64_t hash, uint32_t number) {
    for (uint64_t slot = hash & mask; atomic_cas(&slots[slot], 0, (hash >> 32 << 32) | (number + 1)) != 0;)
      slot = (slot + 1) & mask;
  }

 private:
  static constexpr uint64_t max_numbers = 0xfffffffe;  // larger numbers are sentinels
  static uint64_t slots_for(uint64_t numbers) { return std::bit_ceil(2 * numbers); }

  Exec& exec_;
  set_counters* used_;
  buffer<uint64_t> words_, element_slots_;
  buffer<set_record> sets_;
  buffer<uint64_t> entries_, set_slots_;
};

}  // namespace amorph::andersen
