// Contraction: the next coarser graph from a matching ("Efficient Transactional-Memory-based Implementation of Morph
// Algorithms on GPU", section 4.4.2): number the pairs by a prefix sum, join the pairs' rows, add up what became
// parallel, and drop what became a loop. The thesis sorts the joined rows; here each is summed in a small hash table
// (tally.hpp), and only rows too long for one are sorted.
#pragma once

#include <algorithm>
#include <limits>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/segmented.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/multilevel/level.hpp"
#include "partitioner/multilevel/refinement/tally.hpp"

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
    for (uint64_t e = fine.begin[v] + team.rank(), end = fine.begin[v + 1]; e < end; e += team.size()) {
      const arc a = fine.at(e);
      if (const uint32_t to = map[a.to]; to != c && to != none) sums.add(to, a.weight);
    }
  }
};

// Writes the arcs of a coarse graph.
struct arc_writer {
  uint32_t* words;
  int32_t* weight;
  arc_format format;
  AMORPH_BODY void write(uint64_t at, uint32_t to, int32_t sum) const {
    words[at] = format.pack(to, sum);
    if (!format.packed()) weight[at] = sum;
  }
};

#if !AMORPH_DEVICE_COMPILER
// On the CPU each thread writes the rows of one piece of the coarse vertices, one after the other, into room for as
// many arcs as they can have; then the pieces close up.
template <class Exec>
void join_all(Exec& exec, const join_rows& join, span<const uint64_t> bound, level<Exec>& coarse) {
  const size_t n = coarse.vertices, pieces = exec.threads() == 1 ? 1 : 4 * size_t{exec.threads()};
  typename Exec::template buffer<uint64_t> first(exec, n + 1);
  offsets(exec, bound, first.span());
  const uint64_t room = *(first.data() + n);
  size_t slots = 16;
  const uint64_t most = reduce(exec, bound, uint64_t{0}, maximum<uint64_t>{});
  while (slots < 2 * most) slots *= 2;
  tally_room<Exec> memory(exec, slots);
  const arc_format format = coarse.view.format;
  typename Exec::template buffer<uint32_t> words(exec, room);
  typename Exec::template buffer<int32_t> weight(exec, format.packed() ? 0 : room);
  typename Exec::template buffer<uint64_t> size(exec, n);
  const auto piece_begin = [n, pieces](size_t p) { return n * p / pieces; };
  const tally_memory view = memory.view();
  const arc_writer writer{words.data(), weight.data(), format};
  exec.for_each_team(pieces, [=, first = first.data(), size = size.data()](thread_team team, size_t p) {
    if (piece_begin(p) == piece_begin(p + 1)) return;
    uint64_t at = first[piece_begin(p)];
    for (size_t c = piece_begin(p); c != piece_begin(p + 1); ++c) {
      row_tally<thread_team> sums(team, view, first[c + 1] - first[c]);
      join(team, static_cast<uint32_t>(c), sums);
      size[c] = sums.count();
      sums.for_each([&](uint32_t key, int32_t sum) { writer.write(at++, key, sum); });
    }
  });
  coarse.begin = typename Exec::template buffer<uint64_t>(exec, n + 1);
  offsets(exec, size.span(), coarse.begin.span());
  coarse.arcs = *(coarse.begin.data() + n);
  if (pieces == 1) {
    coarse.words = std::move(words);
    coarse.edge_weight = std::move(weight);
    return;
  }
  coarse.words = typename Exec::template buffer<uint32_t>(exec, coarse.arcs);
  coarse.edge_weight = typename Exec::template buffer<int32_t>(exec, format.packed() ? 0 : coarse.arcs);
  exec.for_each_team(
      pieces, [=, begin = coarse.begin.data(), first = first.data(), from = words.data(), from_weight = weight.data(),
               to = coarse.words.data(), weight = coarse.edge_weight.data()](thread_team, size_t p) {
        const uint64_t b = begin[piece_begin(p)], e = begin[piece_begin(p + 1)], f = first[piece_begin(p)];
        std::copy(from + f, from + f + (e - b), to + b);
        if (!format.packed()) std::copy(from_weight + f, from_weight + f + (e - b), weight + b);
      });
}
#else
// On the device a warp joins a row twice: once to count what it holds, once to write it. Long rows are sorted.
struct is_long {
  const uint64_t* bound;
  AMORPH_BODY bool operator()(size_t c) const { return bound[c] > detail::table_fill<32>; }
};
struct join_short {
  join_rows join;
  const uint64_t* bound;
  uint64_t* size;         // counting
  const uint64_t* begin;  // writing; null: counting
  arc_writer to;
  AMORPH_BODY void operator()(warp_team team, size_t c) const {
    if (bound[c] > detail::table_fill<32>) return;
    detail::hashed_sums<32> sums(static_cast<uint32_t>(bound[c]));
    sums.clear();
    join(team, static_cast<uint32_t>(c), sums);
    const uint32_t n = sums.for_each_ranked([&](uint32_t rank, uint32_t key, int32_t sum) {
      if (begin != nullptr) to.write(begin[c] + rank, key, sum);
    });
    if (begin == nullptr && team.rank() == 0) size[c] = n;
  }
};
// The entries of the long rows, one after the other: key = number of the long row << 32 | coarse neighbour, or `none`
// for what became a loop, or leads to what is left out.
struct lay_out_long {
  graph_view fine;
  const uint32_t *leader, *mate, *map, *rows;
  const uint64_t* first;
  uint64_t* key;
  int32_t* weight;
  AMORPH_BODY void operator()(warp_team team, size_t r) const {
    const uint32_t c = rows[r], v = leader[c], u = mate[v];
    const uint64_t length = fine.begin[v + 1] - fine.begin[v];
    lay_out(team, v, c, r, first[r]);
    if (u != none) lay_out(team, u, c, r, first[r] + length);
  }
  AMORPH_BODY void lay_out(warp_team team, uint32_t v, uint32_t c, size_t r, uint64_t at) const {
    const uint64_t begin = fine.begin[v], length = fine.begin[v + 1] - begin;
    for (uint64_t i = team.rank(); i < length; i += team.size()) {
      const arc a = fine.at(begin + i);
      const uint32_t neighbour = map[a.to];
      key[at + i] = static_cast<uint64_t>(r) << 32 | (neighbour == c ? none : neighbour);
      weight[at + i] = a.weight;
    }
  }
};
struct gather_bound {
  const uint32_t* rows;
  const uint64_t* bound;
  uint64_t* to;
  AMORPH_BODY void operator()(size_t r) const { to[r] = bound[rows[r]]; }
};
struct is_first_of_key {
  const uint64_t* key;
  AMORPH_BODY bool operator()(size_t i) const { return i == 0 || key[i] != key[i - 1]; }
};
// How many distinct neighbours each long row has. Heads ascend, so the first of a row is found by search later.
struct count_heads {
  const uint64_t *key, *head;
  const uint32_t* rows;
  uint64_t* size;
  AMORPH_BODY void operator()(size_t h) const {
    const uint64_t k = key[head[h]];
    if (static_cast<uint32_t>(k) != none) atomic_add(&size[rows[k >> 32]], 1);
  }
};
struct write_long {
  const uint64_t *key, *head, *begin;
  const int32_t* sum;
  const uint32_t* rows;
  uint64_t heads;
  arc_writer to;
  AMORPH_BODY void operator()(size_t h) const {
    const uint64_t k = key[head[h]], row = k >> 32;
    if (static_cast<uint32_t>(k) == none) return;
    uint64_t low = 0, high = h;  // the row's first head
    while (low != high) {
      const uint64_t middle = low + (high - low) / 2;
      if (key[head[middle]] >> 32 < row)
        low = middle + 1;
      else
        high = middle;
    }
    to.write(begin[rows[row]] + (h - low), static_cast<uint32_t>(k), sum[h]);
  }
};

template <class Exec>
void join_all(Exec& exec, const join_rows& join, span<const uint64_t> bound, level<Exec>& coarse) {
  const size_t n = coarse.vertices;
  typename Exec::template buffer<uint64_t> size(exec, n);
  exec.template fill<uint64_t>(size.span(), 0);
  exec.for_each_team(n, join_short{join, bound.data(), size.data(), nullptr, {}});

  typename Exec::template buffer<uint32_t> rows(exec, n);
  const size_t longs = select_indices(exec, n, is_long{bound.data()}, rows.span());
  typename Exec::template buffer<uint64_t> key(exec, 0), head(exec, 0);
  typename Exec::template buffer<int32_t> sum(exec, 0);
  size_t heads = 0;
  if (longs != 0) {
    typename Exec::template buffer<uint64_t> length(exec, longs), first(exec, longs + 1);
    exec.for_each(longs, gather_bound{rows.data(), bound.data(), length.data()});
    offsets(exec, length.span(), first.span());
    const uint64_t entries = exec.read(first.data() + longs);
    key.resize_discard(entries);
    typename Exec::template buffer<int32_t> weight(exec, entries);
    exec.for_each_team(longs, lay_out_long{join.fine, join.leader, join.mate, join.map, rows.data(), first.data(),
                                           key.data(), weight.data()});
    sort_pairs(exec, key.span(), weight.span());
    head.resize_discard(entries + 1);
    heads = select_indices(exec, entries, is_first_of_key{key.data()}, head.span());
    exec.write(head.data() + heads, entries);
    sum.resize_discard(heads);
    segmented_reduce(exec, weight.span(), head.span().subspan(0, heads + 1), sum.span());
    exec.for_each(heads, count_heads{key.data(), head.data(), rows.data(), size.data()});
  }

  coarse.begin = typename Exec::template buffer<uint64_t>(exec, n + 1);
  offsets(exec, size.span(), coarse.begin.span());
  coarse.arcs = exec.read(coarse.begin.data() + n);
  const arc_format format = coarse.view.format;
  coarse.words = typename Exec::template buffer<uint32_t>(exec, coarse.arcs);
  coarse.edge_weight = typename Exec::template buffer<int32_t>(exec, format.packed() ? 0 : coarse.arcs);
  const arc_writer to{coarse.words.data(), coarse.edge_weight.data(), format};
  exec.for_each_team(n, join_short{join, bound.data(), nullptr, coarse.begin.data(), to});
  exec.for_each(heads, write_long{key.data(), head.data(), coarse.begin.data(), sum.data(), rows.data(), heads, to});
}
#endif

// O(n + m) expected work. A vertex that is its own mate is left out, if `some_left_out`. Sets fine.map, `none` for what is
// left out; the order of entries within a coarse row is not fixed.
template <class Exec>
level<Exec> contract(Exec& exec, level<Exec>& fine, span<const uint32_t> mate, bool some_left_out = false) {
  using words = typename Exec::template buffer<uint32_t>;
  level<Exec> coarse;
  words leader(exec, fine.vertices);
  coarse.vertices = static_cast<uint32_t>(select_indices(exec, fine.vertices, is_leader{mate.data()}, leader.span()));
  fine.map = words(exec, fine.vertices);
  if (some_left_out) exec.template fill<uint32_t>(fine.map.span(), none);
  coarse.vertex_weight = typename Exec::template buffer<int32_t>(exec, coarse.vertices);
  typename Exec::template buffer<uint64_t> bound(exec, coarse.vertices);
  exec.for_each(coarse.vertices, number_pair{leader.data(), mate.data(), fine.map.data(), fine.view,
                                             coarse.vertex_weight.data(), bound.data()});
  // Four arcs at most become one, if none did before; else as many as a row has.
  const uint64_t longest = reduce(exec, span<const uint64_t>(bound.span()), uint64_t{0}, maximum<uint64_t>{});
  const uint64_t merged = fine.simple ? std::min<uint64_t>(4, longest) : longest;
  coarse.simple = true;
  coarse.heaviest_edge = std::min<uint64_t>(merged * fine.heaviest_edge, std::numeric_limits<int32_t>::max());
  coarse.view.format = arc_format::for_graph(coarse.vertices, coarse.heaviest_edge);
  join_all(exec, join_rows{fine.view, leader.data(), mate.data(), fine.map.data()}, span<const uint64_t>(bound.span()),
           coarse);
  coarse.view = {coarse.vertices,           coarse.begin.data(), coarse.words.data(), coarse.vertex_weight.data(),
                 coarse.edge_weight.data(), coarse.view.format};
  if (!fine.simple)
    coarse.heaviest_edge = static_cast<uint64_t>(arc_weights(exec, coarse.view, coarse.arcs, maximum<int64_t>{}));
  return coarse;
}

}  // namespace amorph::partition
