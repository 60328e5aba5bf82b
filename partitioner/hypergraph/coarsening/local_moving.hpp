// One level of the Louvain method: nodes move to the neighbouring community of largest modularity gain, in sub-rounds
// of random nodes that see the communities before the sub-round (Gottesbueren and Hamann, "Deterministic parallel
// hypergraph partitioning", 2022). Sums are of integers, so that they do not depend on their order.
#pragma once

#include <cstring>
#include <vector>

#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/hypergraph/coarsening/community_graph.hpp"

namespace amorph::hypergraph {

struct moving_state {
  uint32_t* community;        // per node
  const int64_t* volume;      // per node, internal weight included
  int64_t* community_volume;  // per node that names a community
  uint32_t* active;           // per node: a neighbour has moved since it was looked at
  uint32_t* next;             // per node, in order of sub-rounds: the community that it moves to
  const uint32_t* order;      // the nodes in order of sub-rounds
  double total;               // volume
};

template <class Team, class Graph> struct choose_community {
  Graph g;
  moving_state s;
  tally_slot* slots;
  size_t first;

  AMORPH_BODY void operator()(const Team& team, size_t i) const {
    const uint32_t v = s.order[first + i], own = s.community[v];
    const bool looks = s.active[v] != 0;
    team.sync();
    const uint32_t to = looks ? best(team, v, own) : own;
    if (team.rank() != 0) return;
    s.next[first + i] = to;
    s.active[v] = 0;
  }

 private:
  // Gains in the order of the numbers that their bits are.
  AMORPH_BODY static int64_t rank_of(double gain) {
    int64_t bits = 0;
    std::memcpy(&bits, &gain, sizeof bits);
    return bits < 0 ? bits ^ 0x7fffffffffffffff : bits;
  }
  // Of equal gains the smallest number.
  AMORPH_BODY uint32_t best(const Team& team, uint32_t v, uint32_t own) const {
    const auto volume = static_cast<double>(s.volume[v]);
    const double share = volume / s.total;
    community_tally<Team> sums(team, slots, g.arcs(v));
    int64_t held = 0, most = rank_of(-1e300);
    uint32_t found = none;
    do {
      g.for_each_arc(team, v, [&](uint32_t u, int64_t w) { sums.add(s.community[u], w); });
      sums.drain([&](uint32_t c, int64_t w) {
        if (c == own) {
          held = w;
          return;
        }
        const int64_t rank = rank_of(static_cast<double>(w) - share * static_cast<double>(s.community_volume[c]));
        if (rank > most || (rank == most && c < found)) most = rank, found = c;
      });
    } while (sums.next());
    held = team.reduce_add(held);
    const int64_t all_most = team.reduce_max(most);
    found = team.reduce_min(most == all_most ? found : none);
    const auto rest = static_cast<double>(s.community_volume[own] - s.volume[v]);
    const int64_t stays = rank_of(static_cast<double>(held) - share * rest);
    return found != none && (all_most > stays || (all_most == stays && found < own)) ? found : own;
  }
};

template <class Team, class Graph> struct enter_community {
  Graph g;
  moving_state s;
  size_t first;
  uint64_t* moved;

  AMORPH_BODY void operator()(const Team& team, size_t i) const {
    const uint32_t v = s.order[first + i], from = s.community[v], to = s.next[first + i];
    team.sync();  // all have read the community before it changes
    if (from == to) return;
    if (team.rank() == 0) {
      atomic_add(&s.community_volume[from], -s.volume[v]);
      atomic_add(&s.community_volume[to], s.volume[v]);
      s.community[v] = to;
      atomic_add(moved, uint64_t{1});
    }
    uint32_t* const active = s.active;
    g.for_each_arc(team, v, [active](uint32_t u, int64_t) { atomic_store(&active[u], 1u); });
  }
};

// The community of each node, named by a node. `volume` is per node.
template <class Exec, class Graph> class local_moving {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using team = typename Exec::team;

 public:
  local_moving(Exec& exec, const Graph& g, span<const int64_t> volume, tally_slot* slots, uint64_t seed)
      : exec_(exec),
        g_(g),
        slots_(slots),
        community_(exec, g.nodes()),
        active_(exec, g.nodes()),
        next_(exec, g.nodes()),
        order_(exec, g.nodes()),
        volume_(exec, g.nodes()),
        moved_(exec, 1) {
    const auto total = reduce(exec, volume, int64_t{0});
    state_ = {community_.data(),         volume.data(), volume_.data(), active_.data(), next_.data(), order_.data(),
              static_cast<double>(total)};
    exec.template copy<int64_t>(volume, volume_.span());
    start(seed);
  }

  buffer<uint32_t> run() {
    const uint32_t passes = g_.nodes() > large ? passes_of_large : passes_of_small;
    for (uint32_t pass = 0; pass != passes; ++pass) {
      exec_.write(moved_.data(), uint64_t{0});
      for (uint32_t r = 0; r != sub_rounds_of_moving; ++r) {
        const size_t first = first_[r], n = first_[r + 1] - first;
        exec_.for_each_team(n, choose_community<team, Graph>{g_, state_, slots_, first});
        exec_.for_each_team(n, enter_community<team, Graph>{g_, state_, first, moved_.data()});
      }
      if (exec_.read(moved_.data()) <= g_.nodes() / 100) break;
    }
    return std::move(community_);
  }

  // Sub-rounds of random nodes, each in ascending order, which is that of memory. (Public because nvcc allows no device
  // lambda in a private member function.)
  void start(uint64_t seed) {
    const moving_state s = state_;
    const uint32_t n = g_.nodes();
    uint32_t *const key = next_.data(), *const order = order_.data();
    exec_.for_each(
        n, AMORPH_LAMBDA(size_t v) {
          s.community[v] = static_cast<uint32_t>(v);
          s.active[v] = 1;
          key[v] = static_cast<uint32_t>(hash(seed ^ v) % sub_rounds_of_moving);
          order[v] = static_cast<uint32_t>(v);
        });
    sort_pairs(exec_, next_.span(), order_.span(), 0, static_cast<unsigned>(std::bit_width(sub_rounds_of_moving - 1)));
    buffer<uint32_t> bounds(exec_, sub_rounds_of_moving + size_t{1});
    uint32_t* const bound = bounds.data();
    exec_.for_each(
        bounds.size(), AMORPH_LAMBDA(size_t r) {
          uint32_t low = 0, high = n;
          while (low != high) {
            const uint32_t middle = low + (high - low) / 2;
            if (key[middle] < r)
              low = middle + 1;
            else
              high = middle;
          }
          bound[r] = low;
        });
    first_.resize(bounds.size());
    exec_.template copy_out<uint32_t>(bounds.span(), span<uint32_t>(first_));
  }

  static constexpr uint32_t sub_rounds_of_moving = 16;

 private:
  static constexpr uint32_t large = 1u << 19;  // nodes; the last passes move few of them
  static constexpr uint32_t passes_of_large = 3, passes_of_small = 5;

  Exec& exec_;
  const Graph g_;
  tally_slot* const slots_;
  buffer<uint32_t> community_, active_, next_, order_;
  buffer<int64_t> volume_;
  buffer<uint64_t> moved_;
  std::vector<uint32_t> first_;  // of each sub-round in order_
  moving_state state_{};
};

}  // namespace amorph::hypergraph
