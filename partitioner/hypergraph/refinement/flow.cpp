// Pairs of parts are refined by minimum cuts in a region around their cut (Heuer, Sanders, Schlag, "Network flow-based
// refinement for multilevel hypergraph partitioning", SEA 2018).
#include "partitioner/hypergraph/refinement/flow.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "partitioner/hypergraph/refinement/pair_cut.hpp"

namespace amorph::hypergraph {
namespace {

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
