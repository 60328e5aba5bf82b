// Graphs whose communities are sought, and sums of arc weights by community.
//
// The first graph has the vertices and nets of a hypergraph as nodes, and an arc both ways per pin (Heuer and Schlag,
// "Improving coarsening schemes for hypergraph partitioning by exploiting community structure", 2017). It is not built.
#pragma once

#include <bit>

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/level.hpp"

namespace amorph::hypergraph {

// Nodes 0 .. vertices - 1 are vertices, the others nets.
struct bipartite_view {
  static constexpr int64_t largest_net = 1000;  // pins; larger ones, such as clocks, say little about their pins
  static constexpr int64_t unit = 1024;         // for fractions

  hypergraph_view g;
  bool by_size;  // a net counts by its weight over its pins

  AMORPH_HD uint32_t nodes() const { return g.vertices + g.nets; }
  // Of each arc of the net; 0: it has none.
  AMORPH_HD int64_t weight_of_net(uint32_t e) const {
    const auto pins = static_cast<int64_t>(g.net_begin[e + size_t{1}] - g.net_begin[e]);
    const int64_t full = g.weight_of_net(e);
    if (pins > largest_net) return 0;
    return !by_size ? full : unit * full > pins ? unit * full / pins : 1;
  }
  // The number of arcs, or more.
  AMORPH_HD uint64_t arcs(uint32_t x) const {
    if (x < g.vertices) return g.vertex_begin[x + size_t{1}] - g.vertex_begin[x];
    const size_t e = x - g.vertices;
    const uint64_t pins = g.net_begin[e + 1] - g.net_begin[e];
    return pins > static_cast<uint64_t>(largest_net) ? 0 : pins;
  }
  // f(node, weight), each arc by one member of the team.
  template <class Team, class F> AMORPH_BODY void for_each_arc(const Team& team, uint32_t x, F f) const {
    if (x < g.vertices) {
      for (uint64_t j = g.vertex_begin[x] + team.rank(), end = g.vertex_begin[x + size_t{1}]; j < end; j += team.size())
        if (const int64_t w = weight_of_net(g.net[j]); w != 0) f(g.vertices + g.net[j], w);
      return;
    }
    const uint32_t e = x - g.vertices;
    const int64_t w = weight_of_net(e);
    if (w == 0) return;
    for (uint64_t i = g.net_begin[e] + team.rank(), end = g.net_begin[e + size_t{1}]; i < end; i += team.size())
      f(g.pin[i], w);
  }
};

// A node per community of a finer graph.
struct community_view {
  uint32_t count;
  const uint64_t* begin;  // count + 1
  const uint32_t* to;
  const int64_t* weight;

  AMORPH_HD uint32_t nodes() const { return count; }
  AMORPH_HD uint64_t arcs(uint32_t x) const { return begin[x + size_t{1}] - begin[x]; }
  template <class Team, class F> AMORPH_BODY void for_each_arc(const Team& team, uint32_t x, F f) const {
    for (uint64_t j = begin[x] + team.rank(), end = begin[x + size_t{1}]; j < end; j += team.size())
      f(to[j], weight[j]);
  }
};

// A slot of open addressing; a team owns tally_slot::each of them.
struct tally_slot {
  static constexpr uint32_t each = 1u << 12;  // power of 2

  int64_t sum;
  uint32_t key;   // none: free
  uint32_t used;  // on the CPU, of the i-th slot: the i-th one that was taken
};

// Sums by community over the arcs of one node. What does not fit in the team's slots, all of them free, is divided into
// passes over the arcs by a hash of the community, so that sums are exact. All members of the team call each function
// but add().
template <class Team> class community_tally {
 public:
  AMORPH_BODY community_tally(const Team& team, tally_slot* slots, uint64_t arcs)
      : team_(team),
        slot_(slots + size_t{team.index()} * tally_slot::each),
        passes_(static_cast<uint32_t>(arcs / (tally_slot::each / 2) + 1)) {
    while (size_ < 2 * arcs && size_ < tally_slot::each) size_ *= 2, --shift_;
  }

  AMORPH_BODY bool next() { return ++pass_ < passes_; }
  AMORPH_BODY void add(uint32_t community, int64_t w) {
    if (passes_ > 1 && hash32(community) % passes_ != pass_) return;
    uint32_t at = community * 0x9e3779b1u >> shift_;
    for (uint32_t tries = 0; tries != size_; ++tries, at = (at + 1) & (size_ - 1)) {
      tally_slot& s = slot_[at];
      if constexpr (Team::size() == 1) {
        if (s.key == none) s.key = community, slot_[used_++].used = at;
        if (s.key != community) continue;
        s.sum += w;
      } else {
        uint32_t was = atomic_load(&s.key);
        if (was == none) was = atomic_cas(&s.key, none, community);
        if (was != none && was != community) continue;
        atomic_add(&s.sum, w);
      }
      return;
    }
  }
  // f(community, sum) once for each, by one member, and frees the slots.
  template <class F> AMORPH_BODY void drain(F f) {
    team_.sync();
    for (uint32_t i = team_.rank(), n = last(); i < n; i += team_.size()) {
      const tally_slot s = free(i);
      if (s.key != none) f(s.key, s.sum);
    }
    used_ = 0;
    team_.sync();
  }
  // Writes the sums of other communities and frees the slots; returns their number.
  AMORPH_BODY uint32_t write(uint32_t own, uint32_t* to, int64_t* weight) {
    team_.sync();
    uint32_t written = 0;
    for (uint32_t base = 0, n = last(); base < n; base += team_.size()) {
      const uint32_t i = base + team_.rank();
      const tally_slot s = i < n ? free(i) : tally_slot{0, none, 0};
      const bool goes = s.key != none && s.key != own;
      uint32_t found = 0;
      const uint32_t at = written + team_.exclusive_scan(uint32_t{goes}, found);
      written += found;
      if (goes) to[at] = s.key, weight[at] = s.sum;
    }
    used_ = 0;
    team_.sync();
    return written;
  }

 private:
  // The slots to look through: on the CPU the taken ones, on a device all.
  AMORPH_BODY uint32_t last() const { return Team::size() == 1 ? used_ : size_; }
  AMORPH_BODY tally_slot free(uint32_t i) const {
    tally_slot& s = slot_[Team::size() == 1 ? slot_[i].used : i];
    const tally_slot was = s;
    s.key = none;
    s.sum = 0;
    return was;
  }

  const Team& team_;
  tally_slot* const slot_;
  const uint32_t passes_;
  uint32_t size_ = 4, shift_ = 30, pass_ = 0, used_ = 0;
};

}  // namespace amorph::hypergraph
