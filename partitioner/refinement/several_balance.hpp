// The balance of parts with several weights per vertex: what part_balance (balance.hpp) says of one weight, of all.
// Weights, targets and limits are stored part by part, with an entry for each weight.
//
// An overweight part releases vertices by the weight of which it has most above the limit, as in Karypis and Kumar,
// "Multilevel algorithms for multi-constraint graph partitioning" (1998). A weight that a vertex does not have is no
// obstacle to its move.
#pragma once

#include "partitioner/refinement/balance.hpp"

namespace amorph::partition {

struct several_balance {
  using load = const int32_t*;
  static constexpr bool several = true;

  int64_t* weight;
  const int64_t* target;
  int64_t* limit;
  uint32_t parts;
  uint32_t weights;             // per vertex
  const int64_t* scale;         // per weight: the penalty of a unit above its limit
  const int64_t* above_limits;  // per weight: by how much a level may exceed the given limits

  AMORPH_BODY static load load_of(const graph_view& graph, size_t v) { return graph.all_weights(v); }
  [[nodiscard]] AMORPH_HD uint32_t weights_each() const { return weights; }
  [[nodiscard]] AMORPH_BODY static int32_t weight_in(load w, uint32_t c) { return w[c]; }
  [[nodiscard]] AMORPH_HD uint32_t entries() const { return parts * weights; }
  [[nodiscard]] AMORPH_BODY int64_t relaxation(size_t entry) const { return above_limits[entry % weights]; }
  AMORPH_BODY bool underweight(uint32_t p) const {
    return any([&](uint32_t, size_t i) { return weight[i] < target[i] / 2; }, p);
  }
  AMORPH_BODY bool overweight(uint32_t p) const {
    return any([&](uint32_t, size_t i) { return weight[i] > limit[i]; }, p);
  }
  AMORPH_BODY int64_t excess(uint32_t p) const {
    int64_t sum = 0;
    for (uint32_t c = 0; c != weights; ++c) {
      const int64_t over = weight[at(p, c)] - limit[at(p, c)];
      sum += over > 0 ? over * scale[c] : 0;
    }
    return sum;
  }
  AMORPH_BODY int64_t free_capacity(uint32_t p) const {
    int64_t minimum = -1;
    for (uint32_t c = 0; c != weights; ++c) {
      const int64_t free = (limit[at(p, c)] - weight[at(p, c)]) * scale[c];
      if (free <= 0) return 0;
      if (minimum < 0 || free < minimum) minimum = free;
    }
    return minimum;
  }
  AMORPH_BODY bool fits(load w, uint32_t p) const {
    return all([&](uint32_t c, size_t i) { return w[c] == 0 || weight[i] + w[c] <= limit[i]; }, p);
  }
  AMORPH_BODY bool has_capacity(load w, uint32_t p) const {
    return all(
        [&](uint32_t c, size_t i) {
          return w[c] == 0 || (weight[i] < target[i] + (limit[i] - target[i]) * 3 / 4 && weight[i] + w[c] <= limit[i]);
        },
        p);
  }
  AMORPH_BODY bool is_lighter(load w, uint32_t p, uint32_t than) const {
    const uint32_t heaviest = most_above(than);
    if (heaviest == none) return false;
    return all(
        [&](uint32_t c, size_t i) {
          return c == heaviest ? weight[i] - limit[i] < (weight[at(than, c)] - limit[at(than, c)]) / 2
                               : w[c] == 0 || weight[i] + w[c] <= limit[i];
        },
        p);
  }
  AMORPH_BODY bool improves(int32_t gain, load w, uint32_t from, uint32_t to, one_way way = {}) const {
    if (gain != 0) return gain > 0;
    return way.allows(from, to) ||
           all(
               [&](uint32_t c, size_t i) {
                 return weight[i] - target[i] + 2 * int64_t{w[c]} <= weight[at(from, c)] - target[at(from, c)];
               },
               to);
  }
  AMORPH_BODY bool accepts(load w, uint32_t p) const {
    return all([&](uint32_t c, size_t i) { return 4 * int64_t{w[c]} <= limit[i] + 3 || weight[i] + w[c] <= limit[i]; },
               p);
  }
  AMORPH_BODY bool full(load w, uint32_t p) const {
    return any(
        [&](uint32_t c, size_t i) {
          const int64_t slack = (limit[i] - target[i]) * 7 / 8, some = target[i] / 40 + 1;
          return w[c] != 0 && weight[i] >= target[i] + (slack > some ? slack : some);
        },
        p);
  }
  AMORPH_BODY bool releases(load w, uint32_t p) const {
    const uint32_t c = most_above(p);
    return c != none && w[c] != 0 && 2 * int64_t{w[c]} < 3 * (weight[at(p, c)] - target[at(p, c)]);
  }
  AMORPH_BODY int64_t released(load w, uint32_t p) const {
    const uint32_t c = most_above(p);
    return c != none ? w[c] : 0;
  }
  AMORPH_BODY int64_t to_release(uint32_t p) const {
    const uint32_t c = most_above(p);
    return c != none ? weight[at(p, c)] - limit[at(p, c)] : 0;
  }

  AMORPH_BODY void move(load w, uint32_t from, uint32_t to) const {
    for (uint32_t c = 0; c != weights; ++c) {
      atomic_add(&weight[at(from, c)], -static_cast<int64_t>(w[c]));
      atomic_add(&weight[at(to, c)], w[c]);
    }
  }
  AMORPH_BODY void ask(int64_t* demand, load w, uint32_t to) const {
    for (uint32_t c = 0; c != weights; ++c)
      if (w[c] != 0) atomic_add(&demand[at(to, c)], w[c]);
  }
  AMORPH_BODY bool admits(const int64_t* demand, uint32_t to, uint64_t random) const {
    const double position = static_cast<double>(random >> 11) * 0x1p-53;
    return all(
        [&](uint32_t, size_t i) {
          const int64_t capacity = limit[i] - weight[i];
          // Above a limit only those ask that spread an excess, or have none of that weight.
          return capacity <= 0 || demand[i] <= capacity ||
                 static_cast<double>(demand[i]) * position < static_cast<double>(capacity);
        },
        to);
  }
  AMORPH_BODY bool takes(const int64_t* demand, uint32_t to) const {
    return all([&](uint32_t, size_t i) { return demand[i] == 0 || weight[i] + demand[i] <= limit[i]; }, to);
  }

 private:
  [[nodiscard]] AMORPH_BODY size_t at(uint32_t p, uint32_t c) const { return size_t{p} * weights + c; }
  // The weight of which p has most above the limit, or none.
  [[nodiscard]] AMORPH_BODY uint32_t most_above(uint32_t p) const {
    uint32_t heaviest = none;
    int64_t most = 0;
    for (uint32_t c = 0; c != weights; ++c) {
      const int64_t over = (weight[at(p, c)] - limit[at(p, c)]) * scale[c];
      if (over > most) most = over, heaviest = c;
    }
    return heaviest;
  }
  // holds(weight, entry of p)
  template <class F> AMORPH_BODY bool all(F holds, uint32_t p) const {
    for (uint32_t c = 0; c != weights; ++c)
      if (!holds(c, at(p, c))) return false;
    return true;
  }
  template <class F> AMORPH_BODY bool any(F holds, uint32_t p) const {
    for (uint32_t c = 0; c != weights; ++c)
      if (holds(c, at(p, c))) return true;
    return false;
  }
};

}  // namespace amorph::partition
