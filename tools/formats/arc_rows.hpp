// Rows from arcs in the order of a file.
#pragma once

#include <cmath>
#include <limits>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::arc_file {

// What a weight is called, and which weights are refused.
struct weight_rule {
  const char* name;
  bool no_negative = false, whole = false;
  const char* whole_because = "";
};

class arc_list {
 public:
  void add(std::uint32_t from, std::uint32_t to) {
    from_.push_back(from);
    to_.push_back(to);
  }
  // The weight of the last arc: what stands at `in`. All arcs have one, or none has.
  void weigh(text_reader& in, const weight_rule& rule);

  [[nodiscard]] std::size_t size() const { return from_.size(); }

  [[nodiscard]] bool weighted() const { return is_real_ || !whole_.empty(); }
  void reserve(std::size_t arcs) {
    from_.reserve(arcs);
    to_.reserve(arcs);
  }

 private:
  friend class row_maker;
  void make_real();

  host_array<std::uint32_t> from_, to_;
  host_array<std::int64_t> whole_;
  host_array<float> real_;
  bool is_real_ = false;
  std::int64_t least_ = 0, most_ = 0;
};

// Rows from lists, one behind the other; rows keep that order. `symmetric`: every arc but a loop is followed by its
// opposite. Either all arcs have weights, or none. O(n + m) work a thread in reading, one write an arc.
void to_rows(cpu_exec& exec, std::vector<arc_list>& lists, std::uint32_t vertices, std::uint32_t base, bool symmetric,
             weighted_graph& graph);

// Adds, for each arc without an opposite of its weight, that opposite: behind the row's own arcs, by vertex, then by the bits of the weight.
// An opposite serves one arc; loops need none. What is undirected stays as it is. O(n + m log degree), and the memory of
// the arcs once more.
void add_opposites(weighted_graph& graph);

}  // namespace amorph::arc_file
