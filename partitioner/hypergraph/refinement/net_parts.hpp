// The parts of each net, with its number of pins in each.
//
// A net has a list of its parts in as many words as it has pins: one pass over the pins recounts it. Nets of more pins
// have a counter per part in the same words, which moves increment and decrement, so that no step scans them. Together
// 8 bytes per pin, however many parts there are.
#pragma once

#include "partitioner/common/rows.hpp"
#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/level.hpp"

namespace amorph::hypergraph {

struct net_parts {
  static constexpr uint64_t longest_list = 512;  // pins of a net that is recounted

  uint32_t parts;
  const uint64_t* net_begin;
  uint64_t* word;       // net_begin[nets]; of lists: pins << 32 | part
  uint32_t* lambda;     // per net: the number of its parts
  uint32_t* signature;  // per net: of its parts with what gains depend on

  AMORPH_HD uint64_t size(uint32_t e) const { return net_begin[e + size_t{1}] - net_begin[e]; }
  AMORPH_HD bool has_counters(uint32_t e) const { return size(e) > longest_list && size(e) >= parts; }
  AMORPH_HD uint64_t* counter(uint32_t e, uint32_t part) const { return &word[net_begin[e] + part]; }

  AMORPH_HD uint32_t pins_in(uint32_t e, uint32_t part) const {
    if (has_counters(e)) return static_cast<uint32_t>(*counter(e, part));
    const uint64_t* const list = word + net_begin[e];
    for (uint32_t i = 0; i != lambda[e]; ++i)
      if (static_cast<uint32_t>(list[i]) == part) return static_cast<uint32_t>(list[i] >> 32);
    return 0;
  }
  // f(part, pins) for each part of the net.
  template <class F> AMORPH_HD void for_each(uint32_t e, F f) const {
    const uint64_t* const list = word + net_begin[e];
    if (has_counters(e)) {
      for (uint32_t p = 0; p != parts; ++p)
        if (list[p] != 0) f(p, static_cast<uint32_t>(list[p]));
    } else {
      for (uint32_t i = 0; i != lambda[e]; ++i) f(static_cast<uint32_t>(list[i]), static_cast<uint32_t>(list[i] >> 32));
    }
  }
  // Lists the parts anew.
  AMORPH_HD void recount(uint32_t e, const uint32_t* pin, const uint32_t* part) const {
    uint64_t* const list = word + net_begin[e];
    uint32_t n = 0;
    for (uint64_t j = net_begin[e]; j != net_begin[e + size_t{1}]; ++j) {
      const uint32_t p = part[pin[j]];
      uint32_t i = 0;
      while (i != n && static_cast<uint32_t>(list[i]) != p) ++i;
      list[i] = i == n ? uint64_t{1} << 32 | p : list[i] + (uint64_t{1} << 32);
      if (i == n) ++n;
    }
    lambda[e] = n;
  }
};

AMORPH_HD inline int64_t cost_of_net(objective_weights objective, int32_t weight, uint32_t lambda) {
  return lambda < 2 ? 0 : weight * (objective.connectivity * (int64_t{lambda} - 1) + objective.cut);
}

struct clear_nets {
  net_parts nets;
  uint32_t* stamp;
  AMORPH_BODY void operator()(size_t i) const {
    const auto e = static_cast<uint32_t>(i);
    nets.lambda[e] = 1;
    nets.signature[e] = 0;
    stamp[e] = 0;
    if (nets.has_counters(e))
      for (uint32_t p = 0; p != nets.parts; ++p) *nets.counter(e, p) = 0;
  }
};
// Counts v in the nets that have counters.
struct count_in_nets {
  hypergraph_view g;
  net_parts nets;
  const uint32_t* part;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    for (uint64_t j = g.vertex_begin[v] + team.rank(), end = g.vertex_begin[v + size_t{1}]; j < end; j += team.size())
      if (nets.has_counters(g.net[j])) atomic_add(nets.counter(g.net[j], part[v]), uint64_t{1});
  }
};
// Brings the list of a net up to date; lists the net if gains of its pins may have changed. Returns, from one member,
// the increase of the cost of the net.
template <class Exec> struct recount_net {
  hypergraph_view g;
  net_parts nets;
  objective_weights objective;
  const uint32_t* part;
  bool lists;
  partition::row_lists<Exec> changed;
  template <class Team> AMORPH_BODY int64_t operator()(Team team, uint32_t e) const {
    if (team.rank() != 0) return 0;
    const uint32_t before = nets.lambda[e];
    const auto size = static_cast<uint32_t>(nets.size(e));
    if (!nets.has_counters(e)) nets.recount(e, g.pin, part);
    uint32_t lambda = 0, signature = 0;
    nets.for_each(e, [&](uint32_t p, uint32_t pins) {
      ++lambda;
      const uint32_t kind = (pins == 1 ? 1u : 0u) | (pins + 1 == size ? 2u : 0u) | (pins == size ? 4u : 0u);
      signature += hash32(p << 3 | kind);
    });
    nets.lambda[e] = lambda;
    if (lists && signature != nets.signature[e]) changed.append(team, e);
    nets.signature[e] = signature;
    const int32_t weight = g.weight_of_net(e);
    return cost_of_net(objective, weight, lambda) - cost_of_net(objective, weight, before);
  }
};
template <class Body> struct each_net {
  Body body;
  template <class Team> AMORPH_BODY int64_t operator()(Team team, size_t e) const {
    return body(team, static_cast<uint32_t>(e));
  }
};

}  // namespace amorph::hypergraph
