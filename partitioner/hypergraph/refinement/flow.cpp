// Pairs of parts are refined by minimum cuts in a region around their cut (Heuer, Sanders, Schlag, "Network flow-based
// refinement for multilevel hypergraph partitioning", SEA 2018). A net is a pair of nodes with an arc of its weight. If
// the minimum cut is unbalanced, the lighter side takes in a vertex of the other, and the flow is augmented, until the
// cut is balanced or no better than the old one (Gottesbueren, Hamann, Schlag, Wagner, "Advanced flow-based multilevel
// hypergraph partitioning", SEA 2020).
#include "partitioner/hypergraph/refinement/flow.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "partitioner/hypergraph/refinement/flow_network.hpp"

namespace amorph::hypergraph {
namespace {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

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
        seen_net_(table.graph().nets, 0) {}

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
  // What cutting the net between the two parts costs.
  [[nodiscard]] std::int32_t capacity(std::uint32_t e) const {
    const core_hypergraph& h = t_.graph();
    const std::int32_t w = h.net_weight != nullptr ? h.net_weight[e] : 1;
    const bool inside = pins(e, 0) + pins(e, 1) == h.net_begin[e + std::size_t{1}] - h.net_begin[e];
    return w * (objective_.connectivity + (inside ? objective_.cut : 0));
  }
  [[nodiscard]] std::uint32_t pins(std::uint32_t e, std::uint32_t side) const { return t_.pins_in(e, part_[side]); }
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
        if (pins(e, 0) != 0 && pins(e, 1) != 0 && capacity(e) != 0 && first_visit(e)) for_pins(e, take);
      for (std::size_t i = first; i != vertex_.size() && weight < most; ++i)
        for_nets(vertex_[i], [&](std::uint32_t e) {
          if (first_visit(e) && pins(e, s) <= largest_net) for_pins(e, take);
        });
      if (s == 0) second_ = static_cast<std::uint32_t>(vertex_.size());
    }
  }
  // What may move without leaving the limits, several times: most cuts are near the old one.
  [[nodiscard]] double weight_of_region(std::uint32_t side) const {
    const auto other = static_cast<double>(limit(1 - side, 0)), mine = static_cast<double>(limit(side, 0));
    const auto total = static_cast<double>(t_.weight(part_[0]) + t_.weight(part_[1]));
    const double share = total * other / std::max(1.0, mine + other);  // of the other part
    const double most =
        share + size_of_region_ * std::max(1.0, other - share) - static_cast<double>(t_.weight(part_[1 - side]));
    return std::min(most, static_cast<double>(t_.weight(part_[side])) * 0.9);
  }

  // Nodes: the vertices of the region, then two per net, in and out.
  void build() {
    nets_.clear();
    ++stamp_;
    for (const std::uint32_t v : vertex_)
      for_nets(v, [&](std::uint32_t e) {
        if (first_visit(e) && capacity(e) != 0) nets_.push_back(e);
      });
    auto nodes = static_cast<std::uint32_t>(vertex_.size());
    net_.clear(nodes + 2 * static_cast<std::uint32_t>(nets_.size()));
    cut_ = 0;
    for (const std::uint32_t e : nets_) add_net(e, nodes), nodes += 2;
    net_.finish();
  }
  void add_net(std::uint32_t e, std::uint32_t in) {
    std::array<std::uint32_t, 2> inside{};
    for_pins(e, [&](std::uint32_t v) {
      if (node_[v] != nowhere) ++inside[t_.part(v) == part_[0] ? 0 : 1];
    });
    const bool at_source = pins(e, 0) != inside[0], at_sink = pins(e, 1) != inside[1];
    if (at_source && at_sink) return;  // always cut
    if (inside[0] + inside[1] + (at_source || at_sink ? 1 : 0) < 2) return;
    const std::int32_t c = capacity(e);
    if (pins(e, 0) != 0 && pins(e, 1) != 0) cut_ += c;
    net_.add(in, in + 1, c);
    for_pins(e, [&](std::uint32_t v) {
      if (node_[v] == nowhere) return;
      net_.add(node_[v], in, flow_network::unlimited);
      net_.add(in + 1, node_[v], flow_network::unlimited);
    });
    if (at_source) net_.make_source(in);
    if (at_sink) net_.make_sink(in + 1);
  }

  move_list find_cut() {
    bool is_maximal = false;
    for (std::uint32_t steps = 0; steps != most_steps; ++steps) {
      if (!is_maximal) {
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
      const std::int64_t mine = side_weight_[side][d];
      const std::int64_t others = t_.weight(part_[0], d) + t_.weight(part_[1], d) - mine;
      if (mine > limit(side, d) || others > limit(1 - side, d)) return false;
      if (!limits_.minimum.empty() &&
          (mine < limits_.minimum[part_[side]] || others < limits_.minimum[part_[1 - side]]))
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
  // those one that was on this side before, far from the old cut. Then all that it reaches stays with it.
  bool pierce(bool& is_maximal) {
    const std::uint32_t side = side_weight_[0][0] * limit(1, 0) <= side_weight_[1][0] * limit(0, 0) ? 0 : 1;
    const auto mine = [&](std::uint32_t n) { return side == 0 ? net_.from_source(n) : net_.to_sink(n); };
    const auto others = [&](std::uint32_t n) { return side == 0 ? net_.to_sink(n) : net_.from_source(n); };
    for (std::uint32_t& i = next_[side]; i != vertex_.size(); ++i) {
      const std::uint32_t n = by_distance(side, i);
      if (mine(n) || others(n)) continue;
      net_.extend(side == 1, n, [&](std::uint32_t u) {
        if (u < vertex_.size()) add_weight(side, u, 1);
      });
      is_maximal = true;
      return true;
    }
    is_maximal = false;
    std::uint32_t found = nowhere;
    for (std::uint32_t i = 0; i != vertex_.size(); ++i) {
      const std::uint32_t n = by_distance(side, i);
      if (!mine(n)) {
        if (found == nowhere && !(side == 0 ? net_.is_sink(n) : net_.is_source(n))) found = n;
      } else if (!(side == 0 ? net_.is_source(n) : net_.is_sink(n))) {
        side == 0 ? net_.make_source(n) : net_.make_sink(n);
      }
    }
    if (found == nowhere) return false;
    side == 0 ? net_.make_source(found) : net_.make_sink(found);
    return true;
  }
  // The nodes of the side's own vertices, far from the old cut first, then those of the other side, near it first.
  [[nodiscard]] std::uint32_t by_distance(std::uint32_t side, std::uint32_t i) const {
    const auto all = static_cast<std::uint32_t>(vertex_.size());
    const std::uint32_t first = side == 0 ? 0 : second_, last = side == 0 ? second_ : all;
    if (i < last - first) return last - 1 - i;
    return i - (last - first) + (side == 0 ? second_ : 0);
  }

  static constexpr std::uint32_t largest_net = 1000;  // of the search for the region
  static constexpr std::uint32_t most_steps = 1000;

  const gain_table& t_;
  const balance_limits& limits_;
  const objective_weights objective_;
  const double size_of_region_;
  std::array<std::uint32_t, 2> part_{};
  std::vector<std::uint32_t> vertex_;  // of the region: per node its vertex, those of the first part first
  std::uint32_t second_ = 0;           // the first node of the second part
  std::vector<std::uint32_t> node_;    // per vertex, in the region
  std::vector<std::uint32_t> seen_net_, nets_;
  std::uint32_t stamp_ = 0;
  std::int64_t cut_ = 0;
  flow_network net_;
  std::array<std::vector<std::int64_t>, 2> side_weight_;
  std::array<std::uint32_t, 2> next_{};  // per side, in by_distance(): what is before is mine or the other's
};

// The nets between each pair of parts, of which one is active.
std::vector<std::vector<std::uint32_t>> nets_by_pair(const gain_table& t, const std::vector<bool>& active) {
  const std::uint32_t k = t.parts();
  std::vector<std::vector<std::uint32_t>> nets(std::size_t{k} * k);
  std::vector<std::uint32_t> joined;
  for (std::uint32_t e = 0; e != t.graph().nets; ++e) {
    joined.clear();
    for (std::uint32_t p = 0; p != k; ++p)
      if (t.pins_in(e, p) != 0) joined.push_back(p);
    for (std::size_t i = 0; i != joined.size(); ++i)
      for (std::size_t j = i + 1; j != joined.size(); ++j)
        if (active[joined[i]] || active[joined[j]]) nets[std::size_t{joined[i]} * k + joined[j]].push_back(e);
  }
  return nets;
}

// Moves; takes all back if that is a loss, as costs of moves can make it.
std::int64_t apply_moves(gain_table& t, const pair_cut::move_list& moves) {
  std::int64_t gained = 0;
  std::vector<std::uint32_t> from;
  for (const auto& [v, to] : moves) {
    from.push_back(t.part(v));
    gained += t.gain(v, to);
    t.move(v, to);
  }
  if (gained > 0) return gained;
  for (std::size_t i = moves.size(); i != 0; --i) t.move(moves[i - 1].first, from[i - 1]);
  return 0;
}

// The pairs of round r of a tournament of k parts: each part is in one pair at most, and in k rounds all meet.
std::vector<std::array<std::uint32_t, 2>> pairs_of_round(std::uint32_t k, std::uint32_t r) {
  std::vector<std::array<std::uint32_t, 2>> pairs;
  for (std::uint32_t a = 0; a != k; ++a) {
    const std::uint32_t b = (r + k - a) % k;
    if (a < b) pairs.push_back({a, b});
  }
  return pairs;
}

}  // namespace

std::int64_t refine_by_flow(cpu_exec& exec, gain_table& table, const balance_limits& limits,
                            const flow_options& options, const partition::stop_check& check_stop) {
  const std::uint32_t k = table.parts();
  std::vector<pair_cut> cuts;
  for (unsigned i = 0; i != exec.threads(); ++i) cuts.emplace_back(table, limits, options.region);
  std::int64_t all = 0;
  std::vector<bool> active(k, true);
  for (std::uint32_t round = 0; round != options.rounds; ++round) {
    std::vector<bool> changed(k, false);
    const std::vector<std::vector<std::uint32_t>> nets = nets_by_pair(table, active);
    for (std::uint32_t r = 0; r != k; ++r) {
      // The cuts of disjoint pairs do not depend on each other, so that all are found before any is applied.
      const std::vector<std::array<std::uint32_t, 2>> pairs = pairs_of_round(k, r);
      std::vector<pair_cut::move_list> moves(pairs.size());
      check_stop();
      exec.ranges(pairs.size(), 1, [&](std::size_t first, std::size_t last, unsigned thread) {
        for (std::size_t i = first; i != last; ++i)
          if (const auto& between = nets[std::size_t{pairs[i][0]} * k + pairs[i][1]]; !between.empty())
            moves[i] = cuts[thread].run(pairs[i][0], pairs[i][1], between);
      });
      for (std::size_t i = 0; i != pairs.size(); ++i) {
        const std::int64_t gained = apply_moves(table, moves[i]);
        all += gained;
        if (gained > 0) changed[pairs[i][0]] = changed[pairs[i][1]] = true;
      }
    }
    if (std::find(changed.begin(), changed.end(), true) == changed.end()) break;
    active = std::move(changed);
  }
  return all;
}

}  // namespace amorph::hypergraph
