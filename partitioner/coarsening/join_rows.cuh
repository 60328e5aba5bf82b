// Joining of all adjacency lists on the device: short ones in hash tables in shared memory, long ones by sorting.
#pragma once

#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/segmented.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/coarsening/join_rows.hpp"
#include "partitioner/common/rows.hpp"

namespace amorph::partition {

// A team joins a short list twice: once to count its distinct neighbours, once to write them.
struct is_long {
  const uint64_t* bound;
  uint32_t most;
  AMORPH_BODY bool operator()(size_t c) const { return bound[c] > most; }
};
template <unsigned Lanes> struct join_short {
  join_rows join;
  const uint64_t* bound;
  uint64_t* size;         // counting
  const uint64_t* begin;  // writing; null: counting
  arc_writer to;
  AMORPH_BODY void operator()(tile_team<Lanes> team, size_t c) const {
    if (bound[c] > detail::table_fill<Lanes>) return;
    detail::hashed_sums<Lanes> sums(static_cast<uint32_t>(bound[c]));
    sums.clear();
    join(team, static_cast<uint32_t>(c), sums);
    const uint32_t n = sums.for_each_ranked([&](uint32_t rank, uint32_t key, int32_t sum) {
      if (begin != nullptr) to.write(begin[c] + rank, key, sum);
    });
    if (begin == nullptr && team.rank() == 0) size[c] = n;
  }
};
// The entries of the long lists, one after the other. Key: number of the long list << 32 | coarse neighbour, or
// `none` for self-loops and vertices that are left out.
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
// Counts the distinct neighbours of each long list. Heads ascend, so the first of a list is found later by binary
// search.
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

template <unsigned Lanes, class Exec>
void join_all_by(Exec& exec, const join_rows& join, span<const uint64_t> bound, level<Exec>& coarse) {
  const size_t n = coarse.vertices;
  typename Exec::template buffer<uint64_t> size(exec, n);
  exec.template fill<uint64_t>(size.span(), 0);
  exec.template for_each_team<tile_team<Lanes>>(n, join_short<Lanes>{join, bound.data(), size.data(), nullptr, {}});

  typename Exec::template buffer<uint32_t> rows(exec, n);
  const size_t long_rows = select_indices(exec, n, is_long{bound.data(), detail::table_fill<Lanes>}, rows.span());
  typename Exec::template buffer<uint64_t> key(exec, 0), head(exec, 0);
  typename Exec::template buffer<int32_t> sum(exec, 0);
  size_t heads = 0;
  if (long_rows != 0) {
    typename Exec::template buffer<uint64_t> length(exec, long_rows), first(exec, long_rows + 1);
    exec.for_each(long_rows, gather_bound{rows.data(), bound.data(), length.data()});
    offsets(exec, length.span(), first.span());
    const uint64_t entries = exec.read(first.data() + long_rows);
    key.resize_discard(entries);
    typename Exec::template buffer<int32_t> weight(exec, entries);
    exec.for_each_team(long_rows, lay_out_long{join.fine, join.leader, join.mate, join.map, rows.data(), first.data(),
                                               key.data(), weight.data()});
    sort_pairs(exec, key.span(), weight.span());
    head.resize_discard(entries + 1);
    heads = select_indices(exec, entries, first_of_run{key.data()}, head.span());
    exec.write(head.data() + heads, entries);
    sum.resize_discard(heads);
    segmented_reduce(exec, weight.span(), head.span().subspan(0, heads + 1), sum.span());
    exec.for_each(heads, count_heads{key.data(), head.data(), rows.data(), size.data()});
  }

  coarse.begin = typename Exec::template buffer<uint64_t>(exec, n + 1);
  offsets(exec, size.span(), coarse.begin.span());
  coarse.arcs = exec.read(coarse.begin.data() + n);
  const arc_format format = coarse.view.format;
  const bool outside = coarse.arcs > coarse.most_inside;
  coarse.words = arc_array<uint32_t, Exec>(exec, coarse.arcs, outside);
  coarse.edge_weight = arc_array<int32_t, Exec>(exec, format.packed() ? 0 : coarse.arcs, outside);
  const arc_writer to{coarse.words.data(), coarse.edge_weight.data(), format};
  exec.template for_each_team<tile_team<Lanes>>(
      n, join_short<Lanes>{join, bound.data(), nullptr, coarse.begin.data(), to});
  exec.for_each(heads, write_long{key.data(), head.data(), coarse.begin.data(), sum.data(), rows.data(), heads, to});
}

// `arcs`: of the finer graph.
template <class Exec>
void join_all(Exec& exec, const join_rows& join, uint64_t arcs, span<const uint64_t> bound, level<Exec>& coarse) {
  if (are_short(arcs, join.fine.vertices))
    join_all_by<8>(exec, join, bound, coarse);
  else
    join_all_by<32>(exec, join, bound, coarse);
}

}  // namespace amorph::partition
