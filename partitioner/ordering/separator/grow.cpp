// First separators: side 0 grows from a random vertex, the separator is its boundary.
#include <numeric>

#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {

void grow(const level_graph& g, const separator_options& options, random_numbers& random, separator_scratch& scratch,
          separation& s) {
  const vertex n = g.vertices();
  s.side.assign(n, 1);
  separator_state& state = scratch.state;
  state.start(g, s);
  if (n == 0) return;
  scratch.moved.clear();
  scratch.entered.clear();
  scratch.entered_begin.assign(1, 0);
  double best = cost_of(s.weight, options.imbalance);
  std::size_t best_moves = 0;
  auto& frontier = state.heap[0];
  const vertex first = random.below(n);
  vertex scanned = 0;  // when a component is used up: the next vertex, in cyclic order, that is on side 1
  const auto half = static_cast<std::int64_t>(0.5 * options.imbalance * static_cast<double>(g.total));
  while (s.weight[0] < half) {
    vertex v;
    if (frontier.empty()) {
      while (scanned != n && s.side[(first + scanned) % n] != 1) ++scanned;
      if (scanned == n) break;
      v = (first + scanned) % n;
      state.enter(v);
      // If this move is undone, v stays in the separator, and refinement moves it to side 1.
      state.move(v, 0, &scratch.entered);
    } else {
      v = frontier.pop();
      state.move(v, 0, &scratch.entered);
    }
    for (std::size_t i = scratch.entered_begin.back(); i != scratch.entered.size(); ++i)
      frontier.push(scratch.entered[i], state.gain(scratch.entered[i], 0));
    scratch.moved.push_back(v);
    scratch.entered_begin.push_back(static_cast<std::uint32_t>(scratch.entered.size()));
    if (const double cost = cost_of(s.weight, options.imbalance); cost < best) {
      best = cost;
      best_moves = scratch.moved.size();
    }
  }
  frontier.reset(n);
  for (std::size_t i = scratch.moved.size(); i-- != best_moves;) {
    const std::uint32_t begin = scratch.entered_begin[i], end = scratch.entered_begin[i + 1];
    state.undo(scratch.moved[i], 0, scratch.entered.data() + begin, end - begin);
  }
}

}  // namespace amorph::ordering
