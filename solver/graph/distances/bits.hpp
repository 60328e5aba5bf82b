// Then, Kaufmann, Chirigati et al., "The More the Merrier: Efficient Multi-Source Graph Traversal" (VLDB 2014): 64
// searches proceed level by level together, each with one bit of a word, so that an arc is visited once for all
// searches whose frontiers contain its vertex.
//
// How this differs: while the frontier is small, its vertices are a list and push their bits along their arcs; while it
// has more than a 15th of the arcs, every vertex pulls the bits of its neighbours, load-balanced by neighbour-reduce.
#pragma once

#include <algorithm>
#include <memory>

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/operators/neighbor_reduce.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/marks.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/distances/distances.hpp"

namespace amorph::distances {

// Per vertex, a bit per search.
struct search_bits {
  std::uint64_t *seen, *visit, *next;  // reached; reached at this level; reached at the next one
};
struct push_bits {
  search_bits bits;
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    const std::uint64_t fresh = bits.visit[from] & ~bits.seen[to];
    if (fresh == 0 || (fresh & ~atomic_load(&bits.next[to])) == 0) return false;
    return atomic_or(&bits.next[to], fresh) == 0;
  }
};
struct pulled_bits {
  const std::uint64_t* visit;
  AMORPH_BODY std::uint64_t operator()(std::uint32_t, std::uint64_t, std::uint32_t from) const { return visit[from]; }
};
// All searches with a frontier have reached it.
struct seen_by_all {
  const std::uint64_t *seen, *running;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return (*running & ~seen[v]) == 0; }
};
struct keep_fresh {
  search_bits bits;
  AMORPH_BODY void operator()(std::uint32_t v, std::uint64_t all) const { bits.next[v] = all & ~bits.seen[v]; }
};
struct either {
  AMORPH_BODY std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a | b; }
};
struct is_next {
  const std::uint64_t* next;
  AMORPH_BODY bool operator()(std::size_t v) const { return next[v] != 0; }
};
// Commits the next level of the listed vertices and writes their distances.
template <bool OnDevice> struct settle {
  search_bits bits;
  const std::uint32_t* list;
  std::uint64_t* running;  // the searches that reach a listed vertex
  std::uint32_t* hops;     // rows of `vertices`
  std::size_t vertices;
  std::uint32_t depth;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = list[i];
    const std::uint64_t fresh = bits.next[v];
    bits.seen[v] |= fresh;
    bits.visit[v] = fresh;
    bits.next[v] = 0;
    if ((fresh & ~atomic_load(running)) != 0) atomic_or(running, fresh);
    if constexpr (OnDevice) {  // row by row, so that the stores of a warp, of vertices close by, coalesce
      for (unsigned b = 0; b != 64; ++b)
        if ((fresh >> b & 1) != 0) hops[b * vertices + v] = depth;
    } else {
      for (std::uint64_t left = fresh; left != 0; left &= left - 1) hops[lowest_bit(left) * vertices + v] = depth;
    }
  }
};
struct start_bits {
  search_bits bits;
  const std::uint32_t* source;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_or(&bits.next[source[i]], std::uint64_t{1} << i); }
};

template <class Exec> class bit_searches {
  using words = typename Exec::template buffer<std::uint64_t>;

 public:
  bit_searches(Exec& exec, device_graph<Exec>& device)
      : exec_(exec),
        graph_(device.graph()),
        pull_(exec, device.transpose()),
        seen_(exec, graph_.vertices),
        visit_(exec, graph_.vertices),
        next_(exec, graph_.vertices),
        running_(exec, 1),
        front_(exec, graph_.vertices),
        found_(exec, graph_.vertices) {}

  // From at most 64 sources; row i of `hops`, which is all ones, gets the levels of source i.
  void run(span<const std::uint32_t> sources, std::uint32_t* hops) {
    const search_bits bits{seen_.data(), visit_.data(), next_.data()};
    for (words* w : {&seen_, &visit_, &next_}) exec_.fill(w->span(), 0);
    exec_.for_each(sources.size(), start_bits{bits, sources.data()});
    compact(exec_, graph_.vertices, is_next{bits.next}, found_);
    for (std::uint32_t depth = 0; !found_.empty(); ++depth) {
      exec_.report("level", depth);
      exec_.for_each(front_.size(), store_at_listed<std::uint64_t>{front_.data(), bits.visit, 0});
      exec_.fill(running_.span(), 0);
      exec_.for_each(found_.size(),
                     settle<Exec::on_device>{bits, found_.data(), running_.data(), hops, graph_.vertices, depth});
      front_.swap(found_);
      if (front_.edges(graph_) > graph_.edges() / 15) {
        pull_(pulled_bits{bits.visit}, keep_fresh{bits}, std::uint64_t{0}, either{},
              seen_by_all{bits.seen, running_.data()});
        compact(exec_, graph_.vertices, is_next{bits.next}, found_);
      } else {
        advance_and_count(exec_, graph_, front_, found_, fit_balance<Exec>, push_bits{bits});
      }
    }
    front_.written(0);
  }

 private:
  Exec& exec_;
  csr graph_;
  neighbor_reducer<Exec, std::uint64_t> pull_;
  words seen_, visit_, next_, running_;
  frontier<Exec> front_, found_;
};

}  // namespace amorph::distances
