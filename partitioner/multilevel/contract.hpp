// Contraction: the next coarser graph from a matching ("Efficient Transactional-Memory-based Implementation of Morph
// Algorithms on GPU", section 4.4.2): number the pairs by a prefix sum, join the pairs' rows, add up what became
// parallel, and drop what became a loop. The thesis sorts the joined rows; here each is summed in a small hash table
// (tally.hpp), and only rows too long for one are sorted.
#pragma once

#include <algorithm>

#include "amorph/primitives/scan.hpp"
#include "amorph/primitives/select.hpp"
#include "level.hpp"
#include "tally.hpp"

namespace amorph::partition {

// The lower of a pair numbers it; the numbers keep the order of the vertices (and with it what locality they have).
struct is_leader {
  const uint32_t* mate;
  AMORPH_BODY bool operator()(size_t v) const { return mate[v] == none || v < mate[v]; }
};
struct number_pair {
  const uint32_t *leader, *mate;
  uint32_t* map;
  graph_view fine;
  int32_t* weight;
  uint64_t* bound;  // arcs of the joined rows
  AMORPH_BODY void operator()(size_t c) const {
    const uint32_t v = leader[c], u = mate[v];
    map[v] = static_cast<uint32_t>(c);
    weight[c] = fine.weight(v);
    bound[c] = fine.begin[v + 1] - fine.begin[v];
    if (u == none) return;
    map[u] = static_cast<uint32_t>(c);
    weight[c] += fine.weight(u);
    bound[c] += fine.begin[u + 1] - fine.begin[u];
  }
};

// The members' rows with coarse names, summed.
struct join_rows {
  graph_view fine;
  const uint32_t *leader, *mate, *map;
  template <class Team, class Tally> AMORPH_BODY void operator()(Team team, uint32_t c, Tally& sums) const {
    const uint32_t v = leader[c], u = mate[v];
    add_row(team, v, c, sums);
    if (u != none) add_row(team, u, c, sums);
  }
  template <class Team, class Tally> AMORPH_BODY void add_row(Team team, uint32_t v, uint32_t c, Tally& sums) const {
    for (uint64_t e = fine.begin[v] + team.rank(), end = fine.begin[v + 1]; e < end; e += team.size())
      if (const uint32_t to = map[fine.to[e]]; to != c) sums.add(to, fine.edge(e));
  }
};

#if !AMORPH_DEVICE_COMPILER
// On the CPU each thread writes the rows of one piece of the coarse vertices, one after the other, into room for as
// many arcs as they can have; then the pieces close up.
template <class Exec>
void join_all(Exec& exec, const join_rows& join, span<const uint64_t> bound, uint64_t most, level<Exec>& coarse) {
  const size_t n = coarse.vertices, pieces = exec.threads() == 1 ? 1 : 4 * size_t{exec.threads()};
  typename Exec::template buffer<uint64_t> first(exec, n + 1);
  offsets(exec, bound, first.span());
  const uint64_t room = *(first.data() + n);
  size_t slots = 16;
  while (slots < 2 * std::min<uint64_t>(most, room)) slots *= 2;
  tally_room<Exec> memory(exec, slots);
  typename Exec::template buffer<uint32_t> to(exec, room);
  typename Exec::template buffer<int32_t> weight(exec, room);
  typename Exec::template buffer<uint64_t> size(exec, n);
  const auto piece_begin = [n, pieces](size_t p) { return n * p / pieces; };
  const tally_memory view = memory.view();
  exec.for_each_team(pieces, [=, first = first.data(), to = to.data(), weight = weight.data(), size = size.data()](
                                 thread_team team, size_t p) {
    if (piece_begin(p) == piece_begin(p + 1)) return;
    uint64_t at = first[piece_begin(p)];
    for (size_t c = piece_begin(p); c != piece_begin(p + 1); ++c) {
      tally<thread_team> sums(team, view, first[c + 1] - first[c]);
      join(team, static_cast<uint32_t>(c), sums);
      size[c] = sums.count();
      sums.for_each([&](uint32_t key, int32_t sum) {
        to[at] = key;
        weight[at++] = sum;
      });
    }
  });
  coarse.begin = typename Exec::template buffer<uint64_t>(exec, n + 1);
  offsets(exec, size.span(), coarse.begin.span());
  coarse.arcs = *(coarse.begin.data() + n);
  if (pieces == 1) {
    coarse.to = std::move(to);
    coarse.edge_weight = std::move(weight);
    return;
  }
  coarse.to = typename Exec::template buffer<uint32_t>(exec, coarse.arcs);
  coarse.edge_weight = typename Exec::template buffer<int32_t>(exec, coarse.arcs);
  exec.for_each_team(pieces, [=, begin = coarse.begin.data(), first = first.data(), from_to = to.data(),
                              from_weight = weight.data(), to = coarse.to.data(),
                              weight = coarse.edge_weight.data()](thread_team, size_t p) {
    const uint64_t b = begin[piece_begin(p)], e = begin[piece_begin(p + 1)], f = first[piece_begin(p)];
    std::copy(from_to + f, from_to + f + (e - b), to + b);
    std::copy(from_weight + f, from_weight + f + (e - b), weight + b);
  });
}
#endif

// O(n + m) expected work. Sets fine.map; the coarse rows' order within a row is not fixed.
template <class Exec> level<Exec> contract(Exec& exec, level<Exec>& fine, span<const uint32_t> mate) {
  using words = typename Exec::template buffer<uint32_t>;
  level<Exec> coarse;
  words leader(exec, fine.vertices);
  coarse.vertices =
      static_cast<uint32_t>(select_indices(exec, fine.vertices, is_leader{mate.data()}, leader.span()));
  fine.map = words(exec, fine.vertices);
  coarse.vertex_weight = typename Exec::template buffer<int32_t>(exec, coarse.vertices);
  typename Exec::template buffer<uint64_t> bound(exec, coarse.vertices);
  exec.for_each(coarse.vertices, number_pair{leader.data(), mate.data(), fine.map.data(), fine.view,
                                             coarse.vertex_weight.data(), bound.data()});
  const uint64_t most = reduce(exec, bound.span(), uint64_t{0}, maximum<uint64_t>{});
  join_all(exec, join_rows{fine.view, leader.data(), mate.data(), fine.map.data()}, bound.span(), most, coarse);
  coarse.view = {coarse.vertices, coarse.begin.data(), coarse.to.data(), coarse.vertex_weight.data(),
                 coarse.edge_weight.data()};
  return coarse;
}

}  // namespace amorph::partition
