// The moves that a minimum cut between two parts asks for, in a region around their cut. A net is an arc between two
// nodes. If the minimum cut is unbalanced, the lighter side takes in a vertex of the other, and the flow is augmented,
// until the cut is balanced or no better than the old one (Gottesbueren, Hamann, Schlag, Wagner, "Advanced flow-based
// multilevel hypergraph partitioning", SEA 2020).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "partitioner/hypergraph/refinement/flow_network.hpp"
#include "partitioner/hypergraph/refinement/fm.hpp"

namespace amorph::hypergraph {

// Finds the moves that a minimum cut between two parts asks for; the table is only read.
class pair_cut {
 public:
  using move_list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // vertex, its new part

  pair_cut(const gain_table& table, const balance_limits& limits, double region)
      : t_(table),
        limits_(limits),
        objective_(table.objective_of_nets()),
        size_of_region_(region),
        node_(table.graph().vertices, nowhere),
        seen_net_(table.graph().nets, 0),
        index_of_net_(table.graph().nets) {}

  // `nets` join the two parts. No moves: there is no better cut.
  move_list run(std::uint32_t a, std::uint32_t b, const std::vector<std::uint32_t>& nets) {
    part_ = {a, b};
    move_list moves;
    for (const std::uint32_t p : part_)
      if (limits_.most_exceeded(t_, p) != t_.dimensions()) return moves;
    grow(nets);
    build();
    if (cut_ > 0) moves = find_cut();
    for (const std::uint32_t v : vertex_) node_[v] = nowhere;
    return moves;
  }

 private:
  struct local_net {
    std::uint32_t net, last;              // end of its nodes in pin_
    std::array<std::uint32_t, 2> inside;  // pins in the region, per side
  };

  // What cutting the net between the two parts costs.
  [[nodiscard]] std::int32_t capacity(std::uint32_t e) const {
    const core_hypergraph& h = t_.graph();
    const std::int32_t w = h.net_weight != nullptr ? h.net_weight[e] : 1;
    const bool inside = pins(e, 0) + pins(e, 1) == size(e);
    return w * (objective_.connectivity + (inside ? objective_.cut : 0));
  }
  [[nodiscard]] std::uint32_t pins(std::uint32_t e, std::uint32_t side) const { return t_.pins_in(e, part_[side]); }
  [[nodiscard]] std::uint64_t size(std::uint32_t e) const {
    return t_.graph().net_begin[e + std::size_t{1}] - t_.graph().net_begin[e];
  }
  template <class F> void for_pins(std::uint32_t e, F f) const {
    const core_hypergraph& h = t_.graph();
    for (std::uint64_t i = h.net_begin[e]; i != h.net_begin[e + std::size_t{1}]; ++i) f(h.pin[i]);
  }
  template <class F> void for_nets(std::uint32_t v, F f) const {
    const core_hypergraph& h = t_.graph();
    for (std::uint64_t i = h.vertex_begin[v]; i != h.vertex_begin[v + std::size_t{1}]; ++i) f(h.net[i]);
  }
  // Each net once per stamp.
  bool first_visit(std::uint32_t e) { return std::exchange(seen_net_[e], stamp_) != stamp_; }

  // The region: breadth-first from the cut, on each side, up to a weight.
  void grow(const std::vector<std::uint32_t>& nets) {
    vertex_.clear();
    for (std::uint32_t s = 0; s != 2; ++s) {
      const std::size_t first = vertex_.size();
      const double most = weight_of_region(s);
      double weight = 0;
      const auto take = [&](std::uint32_t v) {
        if (t_.part(v) != part_[s] || node_[v] != nowhere || t_.is_fixed(v)) return;
        if (weight + t_.vertex_weight(v) > most) return;
        weight += t_.vertex_weight(v);
        node_[v] = static_cast<std::uint32_t>(vertex_.size());
        vertex_.push_back(v);
      };
      ++stamp_;
      for (const std::uint32_t e : nets)
        if (size(e) <= largest_net && pins(e, 0) != 0 && pins(e, 1) != 0 && capacity(e) != 0 && first_visit(e))
          for_pins(e, take);
      for (std::size_t i = first; i != vertex_.size() && weight < most; ++i)
        for_nets(vertex_[i], [&](std::uint32_t e) {
          if (size(e) <= largest_net && first_visit(e)) for_pins(e, take);
        });
      if (s == 0) second_ = static_cast<std::uint32_t>(vertex_.size());
    }
  }
  // A multiple of the weight that may move within the limits: most cuts are near the old one.
  [[nodiscard]] double weight_of_region(std::uint32_t side) const {
    const auto other = static_cast<double>(limit(1 - side, 0)), own = static_cast<double>(limit(side, 0));
    const auto total = static_cast<double>(t_.weight(part_[0]) + t_.weight(part_[1]));
    const double share = total * other / std::max(1.0, own + other);  // of the other part
    const double most =
        share + size_of_region_ * std::max(1.0, other - share) - static_cast<double>(t_.weight(part_[1 - side]));
    return std::min(most, static_cast<double>(t_.weight(part_[side])) * 0.9);
  }

  // Nodes: the vertices of the region, all that is outside on either side, then those of nets.
  void build() {
    list_nets();
    const auto first = static_cast<std::uint32_t>(vertex_.size());
    net_.clear(first + 2);
    net_.make_source(first);
    net_.make_sink(first + 1);
    cut_ = 0;
    for (const local_net& n : nets_) add_net(n);
    add_costs_of_moves();
    net_.finish();
  }
  // A vertex that leaves its old part for the other part costs an arc from the terminal of its old part.
  void add_costs_of_moves() {
    const core_hypergraph& h = t_.graph();
    const auto source = static_cast<std::uint32_t>(vertex_.size()), sink = source + 1;
    for (std::uint32_t n = 0; h.move_cost != nullptr && n != vertex_.size(); ++n) {
      const std::uint32_t v = vertex_[n], old_part = h.old_part[v];
      const std::int32_t c = h.move_cost[v];
      if (c == 0 || (old_part != part_[0] && old_part != part_[1])) continue;
      if (old_part != t_.part(v)) cut_ += c;
      old_part == part_[0] ? net_.add(source, n, c) : net_.add(n, sink, c);
    }
  }
  // The nets of the region with their nodes there, without a scan of their other pins.
  void list_nets() {
    nets_.clear();
    ++stamp_;
    for (std::uint32_t n = 0; n != vertex_.size(); ++n)
      for_nets(vertex_[n], [&](std::uint32_t e) {
        if (first_visit(e)) {
          index_of_net_[e] = static_cast<std::uint32_t>(nets_.size());
          nets_.push_back({e, 0, {}});
        }
        ++nets_[index_of_net_[e]].inside[n < second_ ? 0 : 1];
      });
    std::uint32_t pins = 0;
    for (local_net& n : nets_) n.last = pins, pins += n.inside[0] + n.inside[1];
    pin_.resize(pins);
    for (std::uint32_t n = 0; n != vertex_.size(); ++n)
      for_nets(vertex_[n], [&](std::uint32_t e) { pin_[nets_[index_of_net_[e]].last++] = n; });
  }
  // An arc for two pins. For more, an arc between two nodes that the pins enter and leave; what is outside is one of
  // these.
  void add_net(const local_net& n) {
    const std::int32_t c = capacity(n.net);
    const std::uint32_t all = n.inside[0] + n.inside[1];
    const bool at_source = pins(n.net, 0) != n.inside[0], at_sink = pins(n.net, 1) != n.inside[1];
    if (c == 0 || (at_source && at_sink)) return;  // free, or always cut
    const std::uint32_t ends = all + (at_source || at_sink ? 1 : 0);
    if (ends < 2) return;
    if (pins(n.net, 0) != 0 && pins(n.net, 1) != 0) cut_ += c;
    const auto source = static_cast<std::uint32_t>(vertex_.size()), sink = source + 1;
    const std::uint32_t* const inside = &pin_[n.last - all];
    if (ends == 2) {
      if (at_source)
        net_.add(source, inside[0], c);
      else if (at_sink)
        net_.add(inside[0], sink, c);
      else
        net_.add(inside[0], inside[1], c, c);
      return;
    }
    const std::uint32_t in = at_source ? source : net_.add_node(), out = at_sink ? sink : net_.add_node();
    net_.add(in, out, c);
    for (std::uint32_t i = 0; i != all; ++i) {
      if (!at_source) net_.add(inside[i], in, flow_network::unlimited);
      if (!at_sink) net_.add(out, inside[i], flow_network::unlimited);
    }
  }

  move_list find_cut() {
    bool is_maximal = false;
    flows_ = 0;
    for (std::uint32_t steps = 0; steps != most_steps; ++steps) {
      if (!is_maximal) {
        ++flows_;
        if (net_.augment(cut_) >= cut_) return {};
        net_.find_sides();
        weigh_sides();
      }
      for (std::uint32_t s = 0; s != 2; ++s)
        if (balanced(s)) return moves(s);
      if (!pierce(is_maximal)) return {};
    }
    return {};
  }

  // side_weight_: the weights of the two parts if the cut is as near to them as it can be.
  void weigh_sides() {
    const std::uint32_t dimensions = t_.dimensions();
    for (std::uint32_t s = 0; s != 2; ++s) {
      side_weight_[s].resize(dimensions);
      for (std::uint32_t d = 0; d != dimensions; ++d) side_weight_[s][d] = t_.weight(part_[s], d);
      next_[s] = 0;
    }
    for (std::uint32_t n = 0; n != vertex_.size(); ++n) {
      add_weight(n < second_ ? 0 : 1, n, -1);
      if (net_.from_source(n)) add_weight(0, n, 1);
      if (net_.to_sink(n)) add_weight(1, n, 1);
    }
  }
  void add_weight(std::uint32_t side, std::uint32_t n, std::int64_t sign) {
    for (std::uint32_t d = 0; d != t_.dimensions(); ++d)
      side_weight_[side][d] += sign * t_.vertex_weight(vertex_[n], d);
  }
  [[nodiscard]] std::int64_t limit(std::uint32_t side, std::uint32_t d) const {
    return limits_.maximum[std::size_t{part_[side]} * t_.dimensions() + d];
  }

  // Whether the cut near `side` keeps the limits: the other side gets all else.
  [[nodiscard]] bool balanced(std::uint32_t side) const {
    for (std::uint32_t d = 0; d != t_.dimensions(); ++d) {
      const std::int64_t own = side_weight_[side][d];
      const std::int64_t others = t_.weight(part_[0], d) + t_.weight(part_[1], d) - own;
      if (own > limit(side, d) || others > limit(1 - side, d)) return false;
      if (!limits_.minimum.empty() && (own < limits_.minimum[part_[side]] || others < limits_.minimum[part_[1 - side]]))
        return false;
    }
    return true;
  }
  [[nodiscard]] move_list moves(std::uint32_t side) const {
    move_list list;
    for (std::uint32_t n = 0; n != vertex_.size(); ++n) {
      const std::uint32_t from = n < second_ ? 0 : 1;
      const std::uint32_t to = side == 0 ? (net_.from_source(n) ? 0 : 1) : (net_.to_sink(n) ? 1 : 0);
      if (to != from) list.emplace_back(vertex_[n], part_[to]);
    }
    return list;
  }

  // The lighter side takes in one vertex more: one that the other does not reach, so that the flow stays maximal; of
  // those one that was on this side before, far from the old cut. Then all that it reaches stays with it. If there is
  // none, vertices that the other side reaches, after some flows twice as many each time.
  bool pierce(bool& is_maximal) {
    const std::uint32_t side = side_weight_[0][0] * limit(1, 0) <= side_weight_[1][0] * limit(0, 0) ? 0 : 1;
    const auto is_own = [&](std::uint32_t n) { return side == 0 ? net_.from_source(n) : net_.to_sink(n); };
    const auto others = [&](std::uint32_t n) { return side == 0 ? net_.to_sink(n) : net_.from_source(n); };
    for (std::uint32_t& i = next_[side]; i != vertex_.size(); ++i) {
      const std::uint32_t n = by_distance(side, i);
      if (is_own(n) || others(n)) continue;
      net_.extend(side == 1, n, [&](std::uint32_t u) {
        if (u < vertex_.size()) add_weight(side, u, 1);
      });
      is_maximal = true;
      return true;
    }
    is_maximal = false;
    std::uint32_t wanted = 1u << (flows_ < single_flows ? 0 : std::min(flows_ - single_flows, 20u));
    bool found = false;
    for (std::uint32_t i = 0; i != vertex_.size(); ++i) {
      const std::uint32_t n = by_distance(side, i);
      if (!is_own(n)) {
        if (wanted == 0 || (side == 0 ? net_.is_sink(n) : net_.is_source(n))) continue;
        --wanted;
        found = true;
      } else if (side == 0 ? net_.is_source(n) : net_.is_sink(n)) {
        continue;
      }
      side == 0 ? net_.make_source(n) : net_.make_sink(n);
    }
    return found;
  }
  // The nodes of the side's own vertices, far from the old cut first, then those of the other side, near it first.
  [[nodiscard]] std::uint32_t by_distance(std::uint32_t side, std::uint32_t i) const {
    const auto all = static_cast<std::uint32_t>(vertex_.size());
    const std::uint32_t first = side == 0 ? 0 : second_, last = side == 0 ? second_ : all;
    if (i < last - first) return last - 1 - i;
    return i - (last - first) + (side == 0 ? second_ : 0);
  }

  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
  static constexpr std::uint64_t largest_net = 1000;  // of the search for the region
  static constexpr std::uint32_t most_steps = 1000;
  static constexpr std::uint32_t single_flows = 4;  // before several vertices are taken in at once

  const gain_table& t_;
  const balance_limits& limits_;
  const objective_weights objective_;
  const double size_of_region_;
  std::array<std::uint32_t, 2> part_{};
  std::vector<std::uint32_t> vertex_;  // of the region: per node its vertex, those of the first part first
  std::uint32_t second_ = 0;           // the first node of the second part
  std::vector<std::uint32_t> node_;    // per vertex, in the region
  std::vector<std::uint32_t> seen_net_, index_of_net_;
  std::vector<local_net> nets_;
  std::vector<std::uint32_t> pin_;  // nodes in the nets, net by net
  std::uint32_t stamp_ = 0;
  std::int64_t cut_ = 0;
  std::uint32_t flows_ = 0;  // maximum flows of this pair
  flow_network net_;
  std::array<std::vector<std::int64_t>, 2> side_weight_;
  std::array<std::uint32_t, 2> next_{};  // per side, in by_distance(): those before it are on one of the sides
};

}  // namespace amorph::hypergraph
