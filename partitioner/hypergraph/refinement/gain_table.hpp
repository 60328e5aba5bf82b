// A partition of a hypergraph on the host with the gains of all moves, kept up to date while vertices move.
//
// For objective weights (a, b), moving v from part s to t gains removal(v) + benefit(v, t) - a * (weight of its nets):
//   removal(v)    = sum over its nets e of w(e) * (a if v is the only pin of e in s, -b if e has no pin outside s)
//   benefit(v, t) = sum over its nets e of w(e) * (a if e has a pin in t, + b if all its other pins are in t)
// as in Gottesbueren, Heuer, Sanders, Schlag, "Scalable shared-memory hypergraph partitioning" (2021), for both metrics
// in one table. Nets of one pin are ignored. Memory: 4 bytes per net and part, and per vertex and part.
// Between two parts there is one gain per vertex, which a move negates, and both metrics are one (Fiduccia and
// Mattheyses, "A linear-time heuristic for improving network partitions", 1982).
#pragma once

#include <cstdint>
#include <vector>

#include "partitioner/hypergraph/refinement/host_partition.hpp"

namespace amorph::hypergraph {

class gain_table : public host_partition {
 public:
  // Takes gain_table_bytes().
  gain_table(const core_hypergraph& h, std::uint32_t parts, objective_weights objective, std::uint32_t* part);

  [[nodiscard]] std::int32_t gain(std::uint32_t v, std::uint32_t to) const {
    return k_ == 2 ? base_[v] : base_[v] + benefit_[std::size_t{v} * k_ + to];
  }
  // With more than two parts: the gain without benefit, and benefits by part.
  [[nodiscard]] std::int32_t base(std::uint32_t v) const { return base_[v]; }
  [[nodiscard]] const std::int32_t* benefits(std::uint32_t v) const { return &benefit_[std::size_t{v} * k_]; }
  [[nodiscard]] std::uint32_t pins_in(std::uint32_t net, std::uint32_t part) const {
    return count_[std::size_t{net} * k_ + part];
  }
  [[nodiscard]] bool is_cut(std::uint32_t net) const {
    const std::uint32_t pins = size_of(net);
    return pins > 1 && pins_in(net, part_[h_.pin[h_.net_begin[net]]]) != pins;
  }
  [[nodiscard]] std::int64_t objective() const;  // with the costs of moves

  // Moves v. changed_base(u, by) and changed_benefit(u, part, by) are called for the pins of its nets whose gains
  // change, but not for v itself; between two parts changed_base() alone, with the change of the gain.
  template <class Base, class Benefit>
  void move(std::uint32_t v, std::uint32_t to, Base changed_base, Benefit changed_benefit);
  void move(std::uint32_t v, std::uint32_t to) {
    move(v, to, [](auto...) {}, [](auto...) {});
  }

 private:
  void fill();
  void fill_of_two();
  template <class Changed> void move_of_two(std::uint32_t v, std::uint32_t to, Changed changed);

  std::vector<std::uint32_t> count_;          // pins by net and part
  std::vector<std::int32_t> benefit_, base_;  // by vertex and part; by vertex, of two parts the gain
};

template <class Base, class Benefit>
void gain_table::move(std::uint32_t v, std::uint32_t to, Base changed_base, Benefit changed_benefit) {
  const std::uint32_t from = part_[v];
  change_part(v, to);
  if (k_ == 2) return move_of_two(v, to, changed_base);
  base_[v] += cost_of_leaving(v, from) - cost_of_leaving(v, to);
  const auto add_base = [&](std::uint32_t u, std::int32_t by) {
    base_[u] += by;
    if (u != v) changed_base(u, by);
  };
  const auto add_benefit = [&](std::uint32_t u, std::uint32_t p, std::int32_t by) {
    benefit_[std::size_t{u} * k_ + p] += by;
    if (u != v) changed_benefit(u, p, by);
  };
  for (std::uint64_t j = h_.vertex_begin[v]; j != h_.vertex_begin[v + 1]; ++j) {
    const std::uint32_t e = h_.net[j], size = size_of(e);
    if (size < 2) continue;
    const std::int32_t aw = a_ * net_weight(e), bw = b_ * net_weight(e);
    const std::uint32_t left = --count_[std::size_t{e} * k_ + from], there = ++count_[std::size_t{e} * k_ + to];
    // The part of removal() that v itself carries with it.
    if (aw != 0) base_[v] += (there == 1 ? aw : 0) - (left == 0 ? aw : 0);
    if (bw != 0) base_[v] += (left + 1 == size ? bw : 0) - (there == size ? bw : 0);
    if (aw != 0 && left == 1)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v && part_[u] == from) add_base(u, aw);
      });
    if (aw != 0 && there == 2)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v && part_[u] == to) add_base(u, -aw);
      });
    if (aw != 0 && left == 0) for_pins(e, [&](std::uint32_t u) { add_benefit(u, from, -aw); });
    if (aw != 0 && there == 1) for_pins(e, [&](std::uint32_t u) { add_benefit(u, to, aw); });
    if (bw == 0) continue;
    if (left + 1 == size)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v) add_base(u, bw);
      });
    if (there == size)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v) add_base(u, -bw);
      });
    // benefit counts a net whose other pins are all in t, for the pin that is elsewhere only.
    if (left + 1 == size) add_benefit(v, from, bw);
    if (left + 2 == size && left + 1 != size)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v && part_[u] != from) add_benefit(u, from, -bw);
      });
    if (there == size) add_benefit(v, to, -bw);
    if (there + 1 == size)
      for_pins(e, [&](std::uint32_t u) {
        if (u != v && part_[u] != to) add_benefit(u, to, bw);
      });
  }
}

template <class Changed> void gain_table::move_of_two(std::uint32_t v, std::uint32_t to, Changed changed) {
  base_[v] = -base_[v];
  const auto add = [&](std::uint32_t u, std::int32_t by) {
    base_[u] += by;
    changed(u, by);
  };
  for (std::uint64_t j = h_.vertex_begin[v]; j != h_.vertex_begin[v + 1]; ++j) {
    const std::uint32_t e = h_.net[j], size = size_of(e);
    if (size < 2) continue;
    const std::int32_t w = (a_ + b_) * net_weight(e);
    std::uint32_t* const count = &count_[std::size_t{e} * 2];
    const std::uint32_t left = --count[1 - to], there = ++count[to];
    if (size == 2) {
      const std::uint64_t first = h_.net_begin[e];
      add(h_.pin[h_.pin[first] == v ? first + 1 : first], left == 1 ? 2 * w : -2 * w);
      continue;
    }
    if (there > 2 && left > 1) continue;
    const std::int32_t all = (there == 1 ? w : 0) - (left == 0 ? w : 0);
    const std::int32_t of_to = there == 2 ? -w : 0, of_from = left == 1 ? w : 0;
    for_pins(e, [&](std::uint32_t u) {
      if (u == v) return;
      if (const std::int32_t by = all + (part_[u] == to ? of_to : of_from); by != 0) add(u, by);
    });
  }
}

}  // namespace amorph::hypergraph
