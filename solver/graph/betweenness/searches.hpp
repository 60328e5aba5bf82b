// Brandes's two passes for a batch of sources. Each source has a copy of all vertices: item s * n + v is vertex v in
// the search of the batch's source s.
//
// Forward, a vertex of level d first adds up the path counts of its predecessors, which were complete at the end of
// the previous step, and then claims its unvisited neighbours: one barrier per level. Backward, it adds up the values
// of its successors, (1 + dependency) / paths, which have replaced their path counts.
//
// Items of a level are listed in the order of their claims, on which no result depends: those with short rows from the
// list's start upwards, those with long rows, each of which a team processes together, from its end downwards.
//
// Intended races: a level is read while others claim it, by a compare-and-swap from "none" to the next level; the steps
// test only for "none", which the exchange tests again, and for the previous level.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/graph/betweenness/scaled.hpp"

namespace amorph::betweenness {

inline constexpr std::uint32_t no_level = ~std::uint32_t{0};

struct level_size {
  std::uint32_t shorts, longs;
};

struct search_data {
  csr leaves, enters;  // the graph, and its reverse: the same if it is undirected
  bool undirected;
  std::uint32_t* level;  // per item
  scaled_word* word;     // number of shortest paths from the source; then (1 + dependency) / paths
  double* dependency;
  std::uint32_t* overflow;

  [[nodiscard]] AMORPH_BODY bool has_long_row(std::uint32_t v) const {
    return leaves.degree(v) > short_row || (!undirected && enters.degree(v) > short_row);
  }
  AMORPH_BODY void store_paths(std::uint32_t item, scaled paths) const {
    if (paths.exponent > exponent_limit) {
      atomic_store(overflow, 1);
      paths = {1, 0};
    }
    word[item] = pack(paths);
  }
  // `sum`: over the successors' values.
  AMORPH_BODY void store_dependency(std::uint32_t item, scaled sum) const {
    const scaled paths = unpack(word[item]);
    const std::int32_t exponent = paths.exponent + sum.exponent;
    // The product is below n: a smaller sum adds nothing, and a larger one is an error that `overflow` has reported.
    const double own =
        sum.value == 0 || exponent < -1000 || exponent > 1000 ? 0 : paths.value * sum.value * power_of_two(exponent);
    dependency[item] = own;
    word[item] = pack({(1 + own) / paths.value, -paths.exponent});
  }
};

// A word per arc of a row whose other end has a certain level.
struct word_at_level {
  const std::uint32_t *to, *level;  // of this source
  const scaled_word* word;
  std::uint32_t wanted;
  AMORPH_BODY scaled_word operator()(std::uint64_t i) const {
    const std::uint32_t u = to[i];
    return atomic_load(&level[u]) == wanted ? word[u] : 0;
  }
};

// The lists of claimed items.
struct item_list {
  std::uint32_t* items;
  std::uint32_t first_short, last_long;  // of the level that is being written
  level_size* size;
  // Lanes of a warp that append at the same time share one atomic addition.
  AMORPH_BODY static std::uint32_t take(std::uint32_t* counter) {
#if defined(__CUDA_ARCH__)
    const unsigned here = __activemask(), lane = threadIdx.x & 31u;
    const int leader = __ffs(static_cast<int>(here)) - 1;
    std::uint32_t at = 0;
    if (static_cast<int>(lane) == leader) at = atomic_add(counter, static_cast<std::uint32_t>(__popc(here)));
    return __shfl_sync(here, at, leader) + static_cast<std::uint32_t>(__popc(here & ((1u << lane) - 1)));
#else
    return atomic_add(counter, 1);
#endif
  }
  AMORPH_BODY void append(std::uint32_t item, bool is_long) const {
    if (is_long)
      items[last_long - take(&size->longs)] = item;
    else
      items[first_short + take(&size->shorts)] = item;
  }
};

// The step of one vertex, for a team, or for a single thread if its row is short.
struct forward_step {
  search_data data;
  item_list next;
  std::uint32_t depth;

  AMORPH_BODY void claim(std::uint32_t base, std::uint32_t u) const {
    std::uint32_t* level = &data.level[base + std::size_t{u}];
    if (atomic_load(level) != no_level || atomic_cas(level, no_level, depth + 1) != no_level) return;
    next.append(base + u, data.has_long_row(u));
  }
  template <class Team> AMORPH_BODY void visit(Team team, std::uint32_t item) const {
    const std::uint32_t n = data.leaves.vertices, v = item % n, base = item - v;
    const std::uint64_t begin = data.leaves.begin[v], degree = data.leaves.begin[v + std::size_t{1}] - begin;
    const std::uint32_t* to = data.leaves.to.data() + begin;
    if (depth != 0 && data.undirected) {  // one walk for both
      const std::uint32_t* level = data.level + base;
      const scaled paths = sum_of_row(team, degree, [this, to, level, base](std::uint64_t i) -> scaled_word {
        const std::uint32_t u = to[i], at = atomic_load(&level[u]);
        if (at == depth - 1) return data.word[base + std::size_t{u}];
        if (at == no_level) claim(base, u);
        return 0;
      });
      if (team.rank() == 0) data.store_paths(item, paths);
      return;
    }
    if (depth != 0) {
      const std::uint64_t enters = data.enters.begin[v];
      const scaled paths =
          sum_of_row(team, data.enters.begin[v + std::size_t{1}] - enters,
                     word_at_level{data.enters.to.data() + enters, data.level + base, data.word + base, depth - 1});
      if (team.rank() == 0) data.store_paths(item, paths);
    }
    for (std::uint64_t i = team.rank(); i < degree; i += Team::size()) claim(base, to[i]);
  }
};

struct backward_step {
  search_data data;
  std::uint32_t depth;
  template <class Team> AMORPH_BODY void visit(Team team, std::uint32_t item) const {
    const std::uint32_t n = data.leaves.vertices, v = item % n, base = item - v;
    const std::uint64_t begin = data.leaves.begin[v];
    const scaled sum =
        sum_of_row(team, data.leaves.begin[v + std::size_t{1}] - begin,
                   word_at_level{data.leaves.to.data() + begin, data.level + base, data.word + base, depth + 1});
    if (team.rank() == 0) data.store_dependency(item, sum);
  }
};

// Loops over a level's part of the list.
template <class Step> struct visit_shorts {
  Step step;
  const std::uint32_t* items;
  AMORPH_BODY void operator()(std::size_t i) const { step.visit(thread_team(0), items[i]); }
};
template <class Step> struct visit_longs {
  Step step;
  const std::uint32_t* last;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    const std::uint32_t item = *(last - i);
    step.visit(team, item);
    team.sync();
  }
};

// Level 0 of each search.
struct start_search {
  search_data data;
  item_list list;
  const std::uint32_t* source;
  AMORPH_BODY void operator()(std::size_t s) const {
    const std::uint32_t v = source[s];
    const auto item = static_cast<std::uint32_t>(s * data.leaves.vertices + v);
    data.level[item] = 0;
    data.word[item] = pack({1, 0});
    list.append(item, data.has_long_row(v));
  }
};

// Both passes of all searches, in one launch. Sizes rotate: one is read, the next one written, the third cleared.
template <class Exec> struct search_batch {
  search_data data;
  std::uint32_t *items, items_count;
  level_size* size;   // three; the first is level 0's
  level_size* begin;  // of each level: items before it
  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    using team = typename Exec::team;
    level_size before{0, 0};
    std::uint32_t depth = 0;
    for (;; ++depth) {
      const level_size now{atomic_load(&size[depth % 3].shorts), atomic_load(&size[depth % 3].longs)};
      if (grid.first()) {
        begin[depth] = before;
        size[(depth + 2) % 3] = {0, 0};
      }
      if (now.shorts == 0 && now.longs == 0) break;
      const level_size end{before.shorts + now.shorts, before.longs + now.longs};
      const item_list next{items, end.shorts, items_count - 1 - end.longs, &size[(depth + 1) % 3]};
      const forward_step step{data, next, depth};
      grid.for_each(now.shorts, visit_shorts<forward_step>{step, items + before.shorts});
      grid.template for_each_team<team>(now.longs,
                                        visit_longs<forward_step>{step, items + (items_count - 1 - before.longs)});
      grid.sync();
      before = end;
    }
    grid.sync();
    level_size end = before;
    while (depth > 1) {
      --depth;
      const level_size first = begin[depth];
      const backward_step step{data, depth};
      grid.for_each(end.shorts - first.shorts, visit_shorts<backward_step>{step, items + first.shorts});
      grid.template for_each_team<team>(end.longs - first.longs,
                                        visit_longs<backward_step>{step, items + (items_count - 1 - first.longs)});
      grid.sync();
      end = first;
    }
  }
};

// Both passes of one search, by one thread; its list is a queue of n items. The forward pass marks the arcs that lead
// to successors, as the GAP benchmark does (Beamer, Asanovic, Patterson 2015), so that the backward pass reads no
// levels.
struct search_alone {
  search_data data;
  std::uint64_t* to_successor;  // a bit per arc

  AMORPH_BODY void operator()(std::uint32_t base, std::uint32_t source, std::uint32_t* queue) const {
    level_size size{1, 0};
    queue[0] = base + source;
    data.level[queue[0]] = 0;
    data.word[queue[0]] = pack({1, 0});
    for (std::uint32_t i = 0; i != size.shorts; ++i) forward(queue[i], data.level[queue[i]], queue, size);
    for (std::uint32_t i = size.shorts; i-- > 1;) backward(queue[i]);
  }

 private:
  AMORPH_BODY void forward(std::uint32_t item, std::uint32_t depth, std::uint32_t* queue, level_size& size) const {
    const std::uint32_t n = data.leaves.vertices, v = item % n, base = item - v;
    const std::uint64_t begin = data.leaves.begin[v], end = data.leaves.begin[v + std::size_t{1}];
    const std::uint32_t* to = data.leaves.to.data();
    std::uint32_t* level = data.level + base;
    const scaled_word* word = data.word + base;
    // Bits of the same word that belong to other rows are set by these.
    auto follow = [this, &size, depth, level, queue, base](std::uint64_t e, std::uint32_t u, std::uint32_t at) {
      const bool claimed = at == no_level;
      if (claimed) {
        level[u] = depth + 1;
        queue[size.shorts++] = base + u;
      }
      const std::uint64_t bit = std::uint64_t{1} << (e % 64), successor = claimed || at == depth + 1 ? bit : 0;
      to_successor[e / 64] = (to_successor[e / 64] & ~bit) | successor;
    };
    if (depth != 0 && data.undirected) {  // one walk for both
      data.store_paths(item, sum_of_row(thread_team(0), end - begin, [=](std::uint64_t i) -> scaled_word {
                         const std::uint32_t u = to[begin + i], at = level[u];
                         follow(begin + i, u, at);
                         return at == depth - 1 ? word[u] : 0;
                       }));
      return;
    }
    if (depth != 0) {
      const std::uint64_t enters = data.enters.begin[v];
      data.store_paths(item, sum_of_row(thread_team(0), data.enters.begin[v + std::size_t{1}] - enters,
                                        word_at_level{data.enters.to.data() + enters, level, word, depth - 1}));
    }
    for (std::uint64_t e = begin; e != end; ++e) follow(e, to[e], level[to[e]]);
  }
  AMORPH_BODY void backward(std::uint32_t item) const {
    const std::uint32_t n = data.leaves.vertices, v = item % n;
    const std::uint64_t begin = data.leaves.begin[v], end = data.leaves.begin[v + std::size_t{1}];
    const scaled_word* word = data.word + (item - v);
    const std::uint32_t* to = data.leaves.to.data();
    data.store_dependency(item, sum_of_row(thread_team(0), end - begin, [=, this](std::uint64_t i) -> scaled_word {
                            const std::uint64_t e = begin + i;
                            return (to_successor[e / 64] >> (e % 64) & 1) != 0 ? word[to[e]] : 0;
                          }));
  }
};

// Adds the batch's dependencies to the scores, in the order of sources.
struct add_dependencies {
  const std::uint32_t* level;
  const double* dependency;
  std::uint32_t n, batch;
  double* score;
  AMORPH_BODY void operator()(std::size_t v) const {
    double sum = score[v];
    for (std::uint32_t s = 0; s != batch; ++s) {
      const std::size_t item = std::size_t{s} * n + v;
      if (level[item] != 0 && level[item] != no_level) sum += dependency[item];
    }
    score[v] = sum;
  }
};

}  // namespace amorph::betweenness
