// Inclusion-based (Andersen's) points-to analysis: the interface. Plain data in, plain data out, independent of LLVM,
// file formats and devices.
//
// Variables are numbered 0 .. variables-1. The first `objects` of them are also objects (memory that can be pointed
// to): an object's id is the id of the variable of its contents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph::andersen {

using var = std::uint32_t;
inline constexpr std::uint32_t none = 0xffffffffu;

// Object 1 stands for integers that were cast to pointers: load, store, offset, field and filter constraints skip it.
inline constexpr var integer_object = 1;

// The stride of a field constraint that reaches every byte of the block (a pointer copied bit by bit, for example).
inline constexpr std::uint32_t any_stride = 0xffffffffu;

enum class kind : std::uint8_t {
  address_of = 0,  // dst = &src
  copy = 1,        // dst = src
  load = 2,        // dst = *src
  store = 3,       // *dst = src
  offset = 4,      // dst = src + offset objects: o + offset for each o in pts(src) with extent[o] > offset
  field = 5,       // dst = src + offset bytes + any multiple of stride bytes, by the layouts below
  filter = 6,      // dst = the objects of src that are in filters[offset]
};

struct constraint {
  var dst = 0;
  var src = 0;
  kind type = kind::copy;
  std::uint32_t stride = 0;  // bytes; field constraints only. 0: a constant offset; any_stride: any byte
  std::int64_t offset = 0;   // objects (offset), bytes (field; may be negative) or the number of a filter
};

// How the bytes of one element of a memory block map to slots (fields). Inner arrays are collapsed: all elements of an
// array share the slots of one. A byte position is taken modulo `size`, so a block is an array of such elements;
// position p is in slot slot_of_word[first_word + p / 8]. With `tail` the block is a single element that ends in an
// array of unknown length: a position p >= size is in that array, at size - tail + (p - size) % tail.
struct layout {
  std::uint64_t size = 8;        // bytes, > 0
  std::uint32_t first_word = 0;  // into slot_of_word; (size + 7) / 8 entries
  std::uint32_t first_slot = 0;  // into slot_position and slot_stride; `slots` entries
  std::uint32_t slots = 1;
  std::uint32_t tail = 0;  // bytes of an element of the trailing array, <= size; 0: none
};

// A block of memory (a global, a local, an allocation site): `layouts[layout].slots` consecutive objects.
struct block {
  var first = 0;
  std::uint32_t layout = 0;
};

// Objects in ascending order, as runs of consecutive ids.
struct object_runs {
  struct run {
    var first, last;  // [first, last)
    bool operator==(const run&) const = default;
  };
  std::vector<run> runs;

  object_runs() = default;
  object_runs(std::initializer_list<var> objects) {
    for (const var o : objects) add(o, o + 1);
  }
  // Adds [first, last), which follows all others.
  void add(var first, var last) {
    if (!runs.empty() && runs.back().last == first)
      runs.back().last = last;
    else
      runs.push_back({first, last});
  }
  [[nodiscard]] bool contains(var o) const {  // O(log runs)
    const auto after = std::upper_bound(runs.begin(), runs.end(), o, [](var v, const run& r) { return v < r.first; });
    return after != runs.begin() && o < after[-1].last;
  }
  template <class F> void for_each(F f) const {  // f(object), ascending
    for (const run& r : runs)
      for (var o = r.first; o != r.last; ++o) f(o);
  }
  bool operator==(const object_runs&) const = default;
};

struct problem {
  var variables = 0;
  var objects = 0;
  std::vector<std::uint32_t> extent;  // per object: number of consecutive objects that belong to it, itself included
  std::vector<constraint> constraints;
  std::vector<std::pair<var, var>> merged;  // (y, x): y equals x, as found offline; part of the problem
  std::vector<std::pair<var, var>> online;  // (y, x): *x equals y; must be true, and does not change the answer

  // Byte layouts, for field constraints; all may be empty.
  std::vector<layout> layouts;
  std::vector<std::uint32_t> slot_of_word;   // slot within the layout, 0 .. slots-1
  std::vector<std::uint64_t> slot_position;  // per slot: byte position of its first word in the element
  std::vector<std::uint32_t> slot_stride;    // per slot: element size in bytes of the innermost array around it, or 0
  std::vector<block> blocks;
  std::vector<std::uint32_t> block_of;  // per object: index into blocks, or `none` (field constraints skip it)

  std::vector<object_runs> filters;  // each: the objects that pass
};

// The targets of object o under a field constraint (offset, stride), for all implementations (solver and reference):
//   b = block_of[o]; if none: no target. L = layouts[blocks[b].layout]; s = o - blocks[b].first.
//   p = (slot_position[L.first_slot + s] + offset) mod L.size, in 0 .. size-1;  t = slot_of_word[L.first_word + p / 8].
//   With L.tail: p = slot_position + offset; every slot of the block if that is negative; if p >= size, p is as above.
//   In that case "offset % L.size" below reads "offset", and no stride is a multiple of L.size.
//   Every slot of the block if stride == any_stride, or if the step may leave the element of a collapsed inner array
//     (the index of the element is unknown): e = slot_stride[L.first_slot + s] != 0, offset % L.size != 0, and
//     offset < 0, or stride == 0, e % 8 == 0 and not (offset < e and slot_position[t] > slot_position[s]).
//   Otherwise blocks[b].first + t if stride == 0, or stride % L.size == 0, or slot_stride[L.first_slot + t] != 0
//     divides stride.
//   Otherwise every slot of the block.

using amorph::backend;  // automatic, cpu, cuda

// After each round, run_options::progress is called with this phase, the number of rounds so far and this detail.
inline constexpr const char* round_phase = "round";
struct round_progress {
  std::uint64_t edges;    // copy edges
  std::uint64_t changed;  // points-to sets that grew in this round
};

struct options {
  run_options run;
  bool substitute = true;       // offline variable substitution before solving
  bool hybrid_cycles = true;    // hybrid cycle detection
  bool collapse_cycles = true;  // online cycle collapse
  bool overlap = true;          // CUDA: copy finished sets to the host while the analysis continues
};

struct statistics : run_statistics {
  std::uint64_t variables = 0, constraints = 0;
  std::uint64_t rounds = 0;       // to the fixed point
  std::uint64_t steps = 0;        // of propagation, over all rounds; the only count that depends on backend and threads
  std::uint64_t edges = 0;        // copy edges between representatives at the fixed point
  std::uint64_t edges_added = 0;  // by load and store constraints
  std::uint64_t collapsed = 0;    // variables merged into another
  std::uint64_t facts = 0;        // sum over variables of |pts|
  std::uint64_t distinct_sets = 0, elements = 0;  // sets and 128-byte elements stored in the solution
  double prepare_ms = 0, collapse_ms = 0, propagate_ms = 0, evaluate_ms = 0, transfer_ms = 0;
  double solve_ms = 0;  // from the problem in host memory to the solution in host memory
};

// Points-to sets, each stored once. Set s consists of the elements set_begin[s] .. set_begin[s+1]-1. An element is a
// bit vector of 1024 objects: bit b of element e stands for object 1024 * base[e] + b; its 16 words begin at words[16 *
// store[e]]. Bases ascend within a set; elements may share a store.
struct solution {
  static constexpr std::uint32_t bits = 1024, words_each = 16;
  std::vector<std::uint32_t> set_of;       // per variable
  std::vector<std::uint64_t> set_begin;    // sets + 1
  std::vector<std::uint32_t> base, store;  // per element of a set
  std::vector<std::uint64_t> words;
  statistics stats;

  template <class F> void for_each(var v, F f) const {  // f(object), ascending
    for (std::uint64_t e = set_begin[set_of[v]]; e != set_begin[set_of[v] + 1]; ++e)
      for (std::uint32_t w = 0; w != words_each; ++w)
        for (std::uint64_t m = words[std::uint64_t{words_each} * store[e] + w]; m != 0; m &= m - 1)
          f(static_cast<var>(bits * base[e] + 64 * w + static_cast<unsigned>(__builtin_ctzll(m))));
  }
  [[nodiscard]] std::vector<var> points_to(var v) const {
    std::vector<var> objects;
    for_each(v, [&](var o) { objects.push_back(o); });
    return objects;
  }
  [[nodiscard]] bool contains(var v, var object) const;
  [[nodiscard]] bool intersects(var a, var b) const;  // O(elements of both)
  [[nodiscard]] std::uint64_t size(var v) const;      // |pts(v)|
  [[nodiscard]] bool empty(var v) const { return set_begin[set_of[v]] == set_begin[set_of[v] + 1]; }
};

// The estimated time of a system with this many constraints, for `auto`, measured on programs. The number of facts,
// which determines the time, is not known in advance.
[[nodiscard]] run_work work_of(std::uint64_t constraints);

// Computes the least solution. The answer does not depend on backend, threads or options. On failure `message` is one
// line with the reason, and `answer` is unspecified. Never throws.
[[nodiscard]] status solve(const problem& input, const options& options, solution& answer,
                           std::string& message) noexcept;

// Checks that every id in `input` is in range and that the layouts fit. Returns the first fault in one line, or an
// empty string.
[[nodiscard]] std::string validate(const problem& input);

}  // namespace amorph::andersen
