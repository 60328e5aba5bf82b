// The problem and the answer as plain data in host memory, which cross the C boundary to the CUDA module.
#pragma once

#include <cstdint>

#include "solver/andersen/andersen.hpp"
#include "solver/run/boundary.hpp"

namespace amorph::andersen {

// An array in host memory, owned by the caller.
template <class T> struct host_array {
  const T* data = nullptr;
  std::uint64_t size = 0;
};

struct pair32 {
  std::uint32_t first, second;
};

// dst = src moved by `number` objects (offset constraints), by move number `number` (field constraints), or the objects
// of src that pass filter `number`.
struct shift {
  std::uint32_t dst, src;
  kind type;
  std::uint32_t number;
  std::uint32_t effect;  // numbers the distinct (type, number)
};

// A distinct pair of a field constraint's offset and stride, in bytes.
struct move {
  std::int64_t offset;
  std::uint32_t stride;
};

struct core_problem {
  std::uint32_t variables = 0, objects = 0;
  host_array<std::uint32_t> rep;     // per variable: its representative; rep[rep[v]] == rep[v]
  host_array<std::uint64_t> facts;   // representative << 32 | object, ascending, unique: address-of
  host_array<std::uint64_t> copies;  // dst << 32 | src
  host_array<pair32> loads, stores;  // (pointer, other): other = *pointer; *pointer = other
  host_array<shift> shifts;
  host_array<pair32> hybrid;  // (pointer, y): *pointer equals y if all pointers of its group point to something
  host_array<std::uint32_t> hybrid_group;  // per pair: below `hybrid_groups`
  std::uint32_t hybrid_groups = 0;
  host_array<std::uint32_t> extent;  // per object
  // Field constraints; all but the first may be empty. Slots are numbered over all layouts.
  host_array<move> moves;
  host_array<std::uint32_t> object_slot;                 // per object: its slot, or none
  host_array<std::uint32_t> object_first, object_count;  // per object: the objects of its block
  host_array<std::uint64_t> slot_position;
  host_array<std::uint32_t> slot_stride, slot_layout;
  host_array<layout> layouts;
  host_array<std::uint32_t> slot_of_word;
  // Filter constraints; may be empty.
  host_array<std::uint64_t> passes;  // [filter][words_of_filter]: a bit per object
  std::uint32_t words_of_filter = 0;
  std::uint32_t collapse_cycles = 1, overlap = 1;  // as in `options`
};

struct set_record;

struct core_statistics {
  std::uint64_t rounds, steps, edges, edges_added, collapsed;
  double collapse_ms, propagate_ms, evaluate_ms, transfer_ms;
};

// The sets at the fixed point, valid during the call of `take`: variable v has set `set[v]`, whose record has the range
// of its entries; an entry is base << 32 | element; the 16 words of element e begin at 16 * e.
struct core_result {
  host_array<std::uint32_t> set;
  const set_record* records;
  const std::uint64_t* entries;
  const std::uint64_t* words;
  std::uint64_t record_count, entry_count, element_count;
  core_statistics stats;
};

// The size of the result is known only at the end, and its arrays belong to the core: take(context, result) is called
// once, and copies what it needs.
struct core_answer {
  void (*take)(void* context, const core_result*);
  void* context;
};

run_entry* cpu_entry();  // andersen_cpu.cpp

}  // namespace amorph::andersen
