// Adjacency lists from arcs in file order.
#pragma once

#include <cmath>
#include <limits>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::arc_file {

// The name of a weight in messages, and which weights are refused.
struct weight_rule {
  const char* name;
  bool no_negative = false, integer = false;
  const char* integer_because = "";
};

class arc_list {
 public:
  void add(std::uint32_t from, std::uint32_t to) {
    from_.push_back(from);
    to_.push_back(to);
  }
  // Parses the weight of the last arc at `in`. Either all arcs have weights, or none.
  void weigh(text_reader& in, const weight_rule& rule);

  [[nodiscard]] std::size_t size() const { return from_.size(); }

  [[nodiscard]] bool weighted() const { return is_real_ || !integers_.empty(); }
  void reserve(std::size_t arcs) {
    from_.reserve(arcs);
    to_.reserve(arcs);
  }

 private:
  friend class row_builder;
  void make_real();

  host_array<std::uint32_t> from_, to_;
  host_array<std::int64_t> integers_;
  host_array<float> real_;
  bool is_real_ = false;
  std::int64_t minimum_ = 0, maximum_ = 0;
};

// Adjacency lists from the concatenation of arc lists, in that order. `symmetric`: every arc but a self-loop is
// followed by its reverse. Either all arcs have weights, or none. O(n + m) work per thread to read, one write per
// arc.
void to_rows(cpu_exec& exec, std::vector<arc_list>& lists, std::uint32_t vertices, std::uint32_t base, bool symmetric,
             weighted_graph& graph);

// Adds the reverse of each arc that has none of the same weight: after the list's own arcs, ordered by vertex, then
// by the bits of the weight. A reverse arc serves one arc; self-loops need none. An undirected graph is unchanged.
// O(n + m log degree), and memory for a second copy of the arcs.
void add_reverse_arcs(weighted_graph& graph);

}  // namespace amorph::arc_file
