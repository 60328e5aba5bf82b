// Vertex separators: two sides without an edge between them, and few vertices left over. Multilevel, a file per step:
//
//   coarsen.cpp     heavy-edge matching and contraction
//   refine.cpp      a separator being changed, and its refinement by moves of single vertices
//   grow.cpp        the first separators of the coarsest graph
//   multilevel.cpp  the three combined
//
// All use integers (costs: products of few doubles) and random numbers by key and counter, so results depend on the
// arguments only.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/common/heap.hpp"
#include "partitioner/common/random.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::ordering {

using vertex = std::uint32_t;
using partition::initial::random_numbers;

// The sum of all vertex weights is below 2^31 (see scaled_weights), and so is that of all edge weights.
struct level_graph {
  host_array<std::uint64_t> begin;  // vertices + 1
  host_array<vertex> to;
  host_array<std::int32_t> edge_weight, vertex_weight;
  std::int64_t total = 0;  // of vertex_weight
  [[nodiscard]] vertex vertices() const { return static_cast<vertex>(vertex_weight.size()); }
};

inline constexpr std::uint8_t in_separator = 2;

struct separation {
  host_array<std::uint8_t> side;  // 0, 1 or in_separator
  std::array<std::int64_t, 3> weight{0, 0, 0};
};

struct separator_options {
  double imbalance = 1.2;  // the heavier side weighs at most this multiple of half of all
  unsigned passes = 10;    // of refinement per level; they end earlier if nothing improves
  unsigned attempts = 1;   // separators computed; the best is kept
  unsigned trials = 5;     // for a large graph, on a small image of it, for each attempt
  bool two_hop = true;     // match vertices that share a neighbour if matching edges stalls
  bool random_matching = false;
  bool one_sided = false;  // each pass of refinement fills one side
  partition::stop_check check_stop = {};
};

// Less is better (cost.hpp).
[[nodiscard]] double cost_of(const std::array<std::int64_t, 3>& weight, double imbalance);

// A separator that vertices enter and leave one at a time. `pull[s]` of a separator's vertex is the weight of its
// neighbours on side s: what enters the separator if it moves to the other side.
class separator_state {
 public:
  // Of all vertices or of those that are marked `in_separator` in `s`; s stays the caller's. O(n + their rows).
  void start(const level_graph& g, separation& s);
  // Moves v out of the separator, and its neighbours on the other side into it; these are appended to
  // `entered`, if not null.
  void move(vertex v, unsigned to, std::vector<vertex>* entered);
  void undo(vertex v, unsigned to, const vertex* entered, std::size_t count);
  void enter(vertex v);
  [[nodiscard]] const std::vector<vertex>& members() const { return members_; }
  [[nodiscard]] std::int64_t gain(vertex v, unsigned to) const { return graph_->vertex_weight[v] - pull_[v][to ^ 1u]; }

  std::array<partition::initial::gain_heap, 2> heap;  // vertices that may move, by side; kept up to date by `move`

 private:
  void leave(vertex v, unsigned to);
  void change_pull(vertex v, unsigned side, std::int64_t by);

  const level_graph* graph_ = nullptr;
  separation* s_ = nullptr;
  std::vector<vertex> members_;
  host_array<std::uint32_t> position_;  // in members_
  host_array<std::array<std::int64_t, 2>> pull_;
};

struct level {
  level_graph graph;
  host_array<vertex> map;  // from the finer graph
};

// Scratch memory of the functions below; one per thread.
struct separator_scratch {
  separator_state state;
  std::vector<vertex> entered, moved;
  std::vector<std::uint32_t> entered_begin;
  host_array<std::uint8_t> touched;
  host_array<vertex> order, partner, pairs, slot;
  host_array<float> inverse;
  std::deque<level> levels, trial_levels;
  separation best, trial, projected;
};

// Contracts matched pairs. No pair is heavier than `heaviest`.
void coarsen(const level_graph& g, std::int64_t heaviest, const separator_options& options, random_numbers& random,
             separator_scratch& scratch, level& coarse);

// Grows side 0 from a random vertex until half of the weight is in it; the best separator on the way.
void grow(const level_graph& g, const separator_options& options, random_numbers& random, separator_scratch& scratch,
          separation& s);

// Passes of moves (Fiduccia and Mattheyses 1982, on vertices) until one finds nothing better; never worse in cost.
// `side`, `weight` of s are changed. `fixed`, if not empty: the side that a vertex may leave the separator for, or -1
// for any.
void refine(const level_graph& g, const separator_options& options, separator_scratch& scratch, separation& s,
            span<const std::int32_t> fixed = {});

// Runs f(0) .. f(n-1), perhaps in parallel; the second argument is the scratch of the thread.
using parallel_trials = std::function<void(unsigned n, const std::function<void(unsigned, separator_scratch&)>& f)>;

// The separator of a graph, in `s`. O((n + m) log n) expected.
void separate(const level_graph& g, const separator_options& options, std::uint64_t key, separator_scratch& scratch,
              separation& s, const parallel_trials& trials = {});

}  // namespace amorph::ordering
