// Communities of a hypergraph: groups of vertices with more nets inside than chance would have. Coarsening does not
// contract across them, which keeps the structure that good partitions follow.
//
// The Louvain method (Blondel, Guillaume, Lambiotte, Lefebvre, 2008): local moving, then the same on the graph of
// communities, until these no longer merge.
#pragma once

#include "partitioner/hypergraph/coarsening/local_moving.hpp"

namespace amorph::hypergraph {

// Sums the arcs of a community's members by community. Without `to`, counts the communities only.
template <class Team, class Graph> struct join_communities {
  Graph g;
  const uint32_t* number;  // per node: of its community
  const uint32_t* member;  // nodes by community
  const uint64_t* first;   // per community, in member
  uint32_t count;
  tally_slot* slots;
  uint32_t* size;
  const uint64_t* begin;
  uint32_t* to;
  int64_t* weight;

  AMORPH_BODY void operator()(const Team& team, size_t i) const {
    const auto c = static_cast<uint32_t>(i);
    uint64_t arcs = 0;
    for (uint64_t m = first[c] + team.rank(); m < first[c + size_t{1}]; m += team.size()) arcs += g.arcs(member[m]);
    arcs = team.reduce_add(arcs);
    community_tally<Team> sums(team, slots, arcs < count ? arcs : count);
    uint32_t found = 0;
    do {
      for (uint64_t m = first[c]; m != first[c + size_t{1}]; ++m)
        g.for_each_arc(team, member[m], [&](uint32_t u, int64_t w) { sums.add(number[u], w); });
      if (to != nullptr)
        found += sums.write(c, to + begin[c] + found, weight + begin[c] + found);
      else
        sums.drain([&](uint32_t d, int64_t) { found += d != c ? 1 : 0; });
    } while (sums.next());
    if (to != nullptr) return;
    found = team.reduce_add(found);
    if (team.rank() == 0) size[c] = found;
  }
};

template <class Exec> class community_search {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using team = typename Exec::team;

 public:
  explicit community_search(Exec& exec) : exec_(exec), slots_(exec, size_t{exec.team_count()} * tally_slot::each) {
    exec.fill(slots_.span(), {0, none, 0});
  }

  // The community of each vertex.
  buffer<uint32_t> run(const bipartite_view& first, uint64_t seed) {
    of_ = buffer<uint32_t>(exec_, first.g.vertices);
    sum_volumes(first);
    uint64_t level = 0;
    if (!merge(first, hash(seed + level))) return std::move(of_);
    while (merge(community_view{count_, begin_.data(), to_.data(), weight_.data()}, hash(seed + ++level))) {}
    return std::move(of_);
  }

  // (Public because nvcc allows no device lambda in a private member function.)
  void sum_volumes(const bipartite_view& g) {
    volume_ = buffer<int64_t>(exec_, g.nodes());
    int64_t* const volume = volume_.data();
    uint32_t* const of = of_.data();
    exec_.for_each(of_.size(), AMORPH_LAMBDA(size_t v) { of[v] = static_cast<uint32_t>(v); });
    exec_.for_each_team(
        g.nodes(), AMORPH_LAMBDA(const team& t, size_t i) {
          int64_t sum = 0;
          g.for_each_arc(t, static_cast<uint32_t>(i), [&](uint32_t, int64_t w) { sum += w; });
          sum = t.reduce_add(sum);
          if (t.rank() == 0) volume[i] = sum;
        });
  }

  // Finds communities of g and makes them the graph; false if there are too many for that.
  template <class Graph> bool merge(const Graph& g, uint64_t seed) {
    buffer<uint32_t> community = local_moving<Exec, Graph>(exec_, g, volume_.span(), slots_.data(), seed).run();
    const uint32_t count = number(community);
    if (count >= g.nodes() - g.nodes() / 50) return false;
    uint32_t* const of = of_.data();
    const uint32_t* const numbers = community.data();
    exec_.for_each(of_.size(), AMORPH_LAMBDA(size_t v) { of[v] = numbers[of[v]]; });
    contract(g, community, count);
    return true;
  }

  // Numbers the communities in the order of their first nodes; returns how many there are.
  uint32_t number(buffer<uint32_t>& community) {
    const size_t n = community.size();
    buffer<uint32_t> lowest(exec_, n), rank(exec_, n + 1);
    exec_.fill(lowest.span(), none);
    uint32_t *const of = community.data(), *const low = lowest.data();
    exec_.for_each(n, AMORPH_LAMBDA(size_t v) { atomic_min(&low[of[v]], static_cast<uint32_t>(v)); });
    offsets_of(exec_, n, AMORPH_LAMBDA(size_t v) { return uint32_t{low[of[v]] == v}; }, rank.span());
    const uint32_t* const ranks = rank.data();
    exec_.for_each(n, AMORPH_LAMBDA(size_t v) { of[v] = ranks[low[of[v]]]; });
    return exec_.read(ranks + n);
  }

  template <class Graph> void contract(const Graph& g, const buffer<uint32_t>& community, uint32_t count) {
    const uint32_t n = g.nodes();
    buffer<uint32_t> member(exec_, n), size(exec_, count);
    buffer<uint64_t> first(exec_, count + size_t{1}), begin(exec_, count + size_t{1});
    buffer<int64_t> volume(exec_, count);
    group(community, member, first, volume);
    join_communities<team, Graph> join{g,           community.data(), member.data(), first.data(), count, slots_.data(),
                                       size.data(), nullptr,          nullptr,       nullptr};
    exec_.for_each_team(count, join);
    offsets(exec_, size.span(), begin.span());
    const uint64_t arcs = exec_.read(begin.data() + count);
    buffer<uint32_t> to(exec_, arcs);
    buffer<int64_t> weight(exec_, arcs);
    join.begin = begin.data();
    join.to = to.data();
    join.weight = weight.data();
    if (arcs != 0) exec_.for_each_team(count, join);
    count_ = count;
    begin_ = std::move(begin);
    to_ = std::move(to);
    weight_ = std::move(weight);
    volume_ = std::move(volume);
  }
  // Lists the nodes by community, and sums their volumes.
  void group(const buffer<uint32_t>& community, buffer<uint32_t>& member, buffer<uint64_t>& first,
             buffer<int64_t>& volume) {
    const size_t n = community.size(), count = volume.size();
    buffer<uint32_t> keys(exec_, n);
    exec_.fill(volume.span(), 0);
    uint32_t *const key = keys.data(), *const node = member.data();
    uint64_t* const begin = first.data();
    const uint32_t* const of = community.data();
    int64_t* const sum = volume.data();
    const int64_t* const fine = volume_.data();
    exec_.for_each(
        n, AMORPH_LAMBDA(size_t v) {
          key[v] = of[v];
          node[v] = static_cast<uint32_t>(v);
          atomic_add(&sum[of[v]], fine[v]);
        });
    sort_pairs(exec_, keys.span(), member.span(), 0, static_cast<unsigned>(std::bit_width(count)));
    exec_.for_each(
        n, AMORPH_LAMBDA(size_t i) {
          if (i == 0 || key[i] != key[i - 1]) begin[key[i]] = i;
          if (i + 1 == n) begin[count] = n;
        });
  }

 private:
  Exec& exec_;
  buffer<tally_slot> slots_;
  buffer<uint32_t> of_;     // per vertex
  buffer<int64_t> volume_;  // per node of the graph
  uint32_t count_ = 0;      // nodes
  buffer<uint64_t> begin_;
  buffer<uint32_t> to_;
  buffer<int64_t> weight_;
};

// The community of each vertex. Nets count alike, or less the more pins they have (`by_size`): which is better depends
// on the netlist. Deterministic. O(pins) per pass.
template <class Exec>
typename Exec::template buffer<uint32_t> find_communities(Exec& exec, const hypergraph_view& g, bool by_size,
                                                          uint64_t seed) {
  return community_search<Exec>(exec).run({g, by_size}, seed);
}

}  // namespace amorph::hypergraph
