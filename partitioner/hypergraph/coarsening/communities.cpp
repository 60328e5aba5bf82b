// The Louvain method (Blondel, Guillaume, Lambiotte, Lefebvre, 2008) on the bipartite graph of vertices and nets (Heuer
// and Schlag, "Improving coarsening schemes for hypergraph partitioning by exploiting community structure", 2017).
//
// Nodes move to the neighbouring community of largest modularity gain, in sub-rounds of random nodes that see the
// communities before the sub-round (Gottesbueren and Hamann, "Deterministic parallel hypergraph partitioning", 2022).
// Weights are integers, so that sums do not depend on their order.
#include "partitioner/hypergraph/coarsening/communities.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::hypergraph {
namespace {

struct arc {
  std::uint32_t to;
  std::int64_t weight;
};

struct weighted {
  std::vector<std::uint64_t> begin{0};
  std::vector<arc> arcs;
  std::vector<std::int64_t> volume;  // per node, with what is inside it

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(volume.size()); }
};

// A net counts with its weight at each pin, divided by its pins if `by_size`.
weighted bipartite(const netlist& n, bool by_size) {
  constexpr std::uint64_t largest_net = 1000;  // larger ones, such as clocks, say little about their pins
  constexpr std::int64_t unit = 1024;          // for the fractions
  const std::uint32_t nodes = n.vertices + n.nets;
  weighted g;
  g.begin.assign(nodes + std::size_t{1}, 0);
  const auto counts = [&](std::uint32_t e) { return n.net_begin[e + std::size_t{1}] - n.net_begin[e] <= largest_net; };
  for (std::uint32_t e = 0; e != n.nets; ++e) {
    if (!counts(e)) continue;
    g.begin[n.vertices + e + std::size_t{1}] = n.net_begin[e + 1] - n.net_begin[e];
    for (std::uint64_t i = n.net_begin[e]; i != n.net_begin[e + 1]; ++i) ++g.begin[n.pin[i] + std::size_t{1}];
  }
  std::partial_sum(g.begin.begin(), g.begin.end(), g.begin.begin());
  g.arcs.resize(g.begin.back());
  g.volume.assign(nodes, 0);
  std::vector<std::uint64_t> next(g.begin.begin(), g.begin.end() - 1);
  for (std::uint32_t e = 0; e != n.nets; ++e)
    for (std::uint64_t i = n.net_begin[e]; counts(e) && i != n.net_begin[e + 1]; ++i) {
      const std::int64_t full = n.net_weight.empty() ? 1 : n.net_weight[e];
      const auto pins = static_cast<std::int64_t>(n.net_begin[e + 1] - n.net_begin[e]);
      const std::int64_t w = by_size ? std::max<std::int64_t>(1, unit * full / pins) : full;
      const std::uint32_t v = n.pin[i], node = n.vertices + e;
      g.arcs[next[v]++] = {node, w};
      g.arcs[next[node]++] = {v, w};
      g.volume[v] += w;
      g.volume[node] += w;
    }
  return g;
}

// Sums of weights by community, for one thread.
class tally {
 public:
  explicit tally(std::uint32_t communities) : weight_(communities, 0) {}
  void add(std::uint32_t c, std::int64_t w) {
    if (weight_[c] == 0) used_.push_back(c);
    weight_[c] += w;
  }
  [[nodiscard]] std::int64_t of(std::uint32_t c) const { return weight_[c]; }
  [[nodiscard]] const std::vector<std::uint32_t>& used() const { return used_; }
  void clear() {
    for (const std::uint32_t c : used_) weight_[c] = 0;
    used_.clear();
  }

 private:
  std::vector<std::int64_t> weight_;
  std::vector<std::uint32_t> used_;
};

class local_moving {
 public:
  local_moving(cpu_exec& exec, const weighted& g, std::uint64_t seed)
      : exec_(exec),
        g_(g),
        community_(g.nodes()),
        next_(g.nodes()),
        order_(g.nodes()),
        active_(g.nodes(), 1),
        volume_(g.volume),
        tallies_(exec.threads(), tally(g.nodes())) {
    std::iota(community_.begin(), community_.end(), 0u);
    total_ = static_cast<double>(std::accumulate(volume_.begin(), volume_.end(), std::int64_t{0}));
    // Random sub-rounds, each in ascending order of nodes, which is that of memory.
    const auto sub_round_of = [&](std::uint32_t v) { return hash(seed ^ v) % sub_rounds; };
    for (std::uint32_t v = 0; v != g.nodes(); ++v) ++first_[sub_round_of(v) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::array<std::size_t, sub_rounds + 1> next = first_;
    for (std::uint32_t v = 0; v != g.nodes(); ++v) order_[next[sub_round_of(v)]++] = v;
  }

  std::vector<std::uint32_t> run(const partition::stop_check& check_stop) {
    for (std::uint32_t pass = 0; pass != passes; ++pass) {
      check_stop();
      std::size_t moved = 0;
      for (std::size_t r = 0; r != sub_rounds; ++r) moved += sub_round(first_[r], first_[r + 1]);
      if (moved <= order_.size() / 100) break;
    }
    return std::move(community_);
  }

 private:
  static constexpr std::uint32_t passes = 5;
  static constexpr std::size_t sub_rounds = 16;

  // Nodes without a neighbour that has moved since they were looked at stay.
  std::size_t sub_round(std::size_t first, std::size_t last) {
    exec_.ranges(last - first, 512, [&](std::size_t a, std::size_t b, unsigned thread) {
      for (; a != b; ++a) {
        const std::uint32_t v = order_[first + a];
        next_[first + a] = active_[v] != 0 ? best(v, tallies_[thread]) : community_[v];
      }
    });
    std::size_t moved = 0;
    for (std::size_t i = first; i != last; ++i) active_[order_[i]] = 0;
    for (std::size_t i = first; i != last; ++i) {
      const std::uint32_t v = order_[i];
      if (next_[i] == community_[v]) continue;
      volume_[community_[v]] -= g_.volume[v];
      volume_[next_[i]] += g_.volume[v];
      community_[v] = next_[i];
      for (std::uint64_t j = g_.begin[v]; j != g_.begin[v + std::size_t{1}]; ++j) active_[g_.arcs[j].to] = 1;
      ++moved;
    }
    return moved;
  }

  std::uint32_t best(std::uint32_t v, tally& t) const {
    for (std::uint64_t i = g_.begin[v]; i != g_.begin[v + 1]; ++i) t.add(community_[g_.arcs[i].to], g_.arcs[i].weight);
    const std::uint32_t own = community_[v];
    const double share = static_cast<double>(g_.volume[v]) / total_;
    std::uint32_t found = own;
    double most = static_cast<double>(t.of(own)) - share * static_cast<double>(volume_[own] - g_.volume[v]);
    for (const std::uint32_t c : t.used()) {
      if (c == own) continue;
      const double gain = static_cast<double>(t.of(c)) - share * static_cast<double>(volume_[c]);
      if (gain > most || (gain == most && c < found)) found = c, most = gain;
    }
    t.clear();
    return found;
  }

  cpu_exec& exec_;
  const weighted& g_;
  std::vector<std::uint32_t> community_, next_, order_;
  std::array<std::size_t, sub_rounds + 1> first_{};  // of each sub-round in order_
  std::vector<std::uint8_t> active_;
  std::vector<std::int64_t> volume_;
  std::vector<tally> tallies_;
  double total_ = 0;
};

// Numbers the communities from 0, in the order of their first nodes.
std::uint32_t renumber(std::vector<std::uint32_t>& community) {
  constexpr std::uint32_t unseen = ~std::uint32_t{0};
  std::vector<std::uint32_t> number(community.size(), unseen);
  std::uint32_t count = 0;
  for (std::uint32_t& c : community) {
    if (number[c] == unseen) number[c] = count++;
    c = number[c];
  }
  return count;
}

weighted contract(const weighted& g, const std::vector<std::uint32_t>& community, std::uint32_t count) {
  std::vector<std::uint64_t> first(count + std::size_t{1}, 0);
  for (const std::uint32_t c : community) ++first[c + std::size_t{1}];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::uint32_t> member(community.size());
  std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t v = 0; v != g.nodes(); ++v) member[next[community[v]]++] = v;
  weighted coarse;
  coarse.volume.assign(count, 0);
  tally t(count);
  for (std::uint32_t c = 0; c != count; ++c) {
    for (std::uint64_t m = first[c]; m != first[c + 1]; ++m) {
      const std::uint32_t v = member[m];
      coarse.volume[c] += g.volume[v];
      for (std::uint64_t i = g.begin[v]; i != g.begin[v + 1]; ++i)
        if (community[g.arcs[i].to] != c) t.add(community[g.arcs[i].to], g.arcs[i].weight);
    }
    for (const std::uint32_t d : t.used()) coarse.arcs.push_back({d, t.of(d)});
    coarse.begin.push_back(coarse.arcs.size());
    t.clear();
  }
  return coarse;
}

}  // namespace

std::vector<std::uint32_t> find_communities(cpu_exec& exec, const netlist& n, bool by_size, std::uint64_t seed,
                                            const partition::stop_check& check_stop) {
  std::vector<std::uint32_t> of(n.vertices);
  std::iota(of.begin(), of.end(), 0u);
  weighted g = bipartite(n, by_size);
  for (std::uint64_t level = 0;; ++level) {
    std::vector<std::uint32_t> community = local_moving(exec, g, hash(seed + level)).run(check_stop);
    const std::uint32_t count = renumber(community);
    if (count >= g.nodes() - g.nodes() / 50) break;
    for (std::uint32_t& c : of) c = community[c];
    g = contract(g, community, count);
  }
  return of;
}

}  // namespace amorph::hypergraph
