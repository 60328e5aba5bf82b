// Builds a graph from edges in any order: sort, merge, compress to rows. Written in terms of the primitives, so it runs
// on any executor.
//
//  auto graph = build_csr(exec, vertices, edges, AMORPH_LAMBDA(std::size_t i) { return edge_ends{..}; }, options);
//
// O(edges) work (a radix sort of vertex pairs), with scratch of 16 bytes per directed edge, 32 with weights. The result
// depends on the edges only: rows are ascending, and duplicate edges are merged or keep their order.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/graph/edge_keys.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/segmented.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"

namespace amorph {

struct edge_ends {
  std::uint32_t from, to;
};

struct build_options {
  bool symmetrise = true;  // store each edge in the rows of both ends
  bool loops = false;      // keep self-loops (one entry each, even when symmetrised)
  bool merge = true;       // merge duplicate edges and add their weights
};

// A graph in an executor's memory.
template <class Exec> struct csr_buffers {
  std::uint32_t vertices = 0;
  typename Exec::template buffer<std::uint64_t> begin;
  typename Exec::template buffer<std::uint32_t> to;
  typename Exec::template buffer<std::int32_t> weight;  // per edge, or empty

  [[nodiscard]] csr view() const { return {vertices, begin.span(), to.span()}; }
};

namespace detail {

template <class Ends> struct store_edge_keys {
  Ends ends;
  edge_key key;
  std::uint32_t vertices;
  build_options options;
  std::uint64_t* keys;
  AMORPH_BODY void operator()(std::size_t i) const {
    const edge_ends e = ends(i);
    const std::uint64_t dropped = key(vertices, 0);
    const bool loop = e.from == e.to;
    if (options.symmetrise) {
      keys[2 * i] = loop && !options.loops ? dropped : key(e.from, e.to);
      keys[2 * i + 1] = loop ? dropped : key(e.to, e.from);
    } else {
      keys[i] = loop && !options.loops ? dropped : key(e.from, e.to);
    }
  }
};
template <class Weight> struct store_edge_weights {
  Weight weight;
  bool twice;
  std::int32_t* weights;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::int32_t w = weight(i);
    if (twice) weights[2 * i + 1] = w;
    weights[twice ? 2 * i : i] = w;
  }
};

struct narrow_weight {
  const std::int64_t* sum;
  std::int32_t* out;
  AMORPH_BODY void operator()(std::size_t i) const { out[i] = static_cast<std::int32_t>(sum[i]); }
};

// Merges equal keys and adds their weights.
template <class Exec>
void merge_edges(Exec& exec, typename Exec::template buffer<std::uint64_t>& keys,
                 typename Exec::template buffer<std::int32_t>& weights) {
  typename Exec::template buffer<std::uint64_t> merged(exec, keys.size());
  if (weights.empty()) {
    const std::uint64_t n = unique(exec, keys.span(), merged.span());
    merged.resize_discard(n);
    keys = std::move(merged);
    return;
  }
  typename Exec::template buffer<std::uint64_t> first(exec, keys.size() + 1);
  const std::uint64_t n = select_indices(exec, keys.size(), first_of_run{keys.data()}, first.span());
  exec.write(first.data() + n, keys.size());
  first.resize_discard(n + 1);
  exec.for_each(n, gather_keys{keys.data(), first.data(), merged.data()});
  merged.resize_discard(n);
  typename Exec::template buffer<std::int64_t> sums(exec, n);
  segmented_reduce(exec, weights.span(), first.span(), sums.span());
  if (reduce(exec, sums.span(), std::int64_t{0}, maximum<std::int64_t>{}) > std::numeric_limits<std::int32_t>::max())
    throw error(status::bad_input, "the weights of duplicate edges add up to more than 2147483647");
  exec.for_each(n, narrow_weight{sums.data(), weights.data()});
  weights.resize_discard(n);
  keys = std::move(merged);
}

#ifdef AMORPH_SHARED
AMORPH_SHARED void merge_edges(cuda_exec&, buffer<std::uint64_t, cuda_exec>&, buffer<std::int32_t, cuda_exec>&);
#endif

}  // namespace detail

// The graph with the edges ends(0) .. ends(edges - 1), whose ends are below `vertices` (fewer than 2^32 - 1), and with
// the positive weights weight(i) unless Weight is no_weights. Both are functors for the backend of the executor and may
// be called more than once per edge. Throws bad_input if added weights exceed 32 bits, and out_of_memory.
struct no_weights {};
template <class Exec, class Ends, class Weight = no_weights>
[[nodiscard]] csr_buffers<Exec> build_csr(Exec& exec, std::uint32_t vertices, std::size_t edges, Ends ends,
                                          build_options options = {}, Weight weight = {}) {
  constexpr bool weighted = !std::is_same_v<Weight, no_weights>;
  const auto bits = static_cast<unsigned>(std::bit_width(vertices));
  const edge_key key{bits};
  const std::size_t entries = options.symmetrise ? 2 * edges : edges;
  typename Exec::template buffer<std::uint64_t> keys(exec, entries);
  exec.for_each(edges, detail::store_edge_keys<Ends>{ends, key, vertices, options, keys.data()});
  typename Exec::template buffer<std::int32_t> weights(exec, weighted ? entries : 0);
  if constexpr (weighted) {
    exec.for_each(edges, detail::store_edge_weights<Weight>{weight, options.symmetrise, weights.data()});
    sort_pairs(exec, keys.span(), weights.span(), 0, 2 * bits);
  } else {
    sort(exec, keys.span(), 0, 2 * bits);
  }
  // Dropped edges have weights too; they are cut off before weights are added.
  csr_buffers<Exec> graph;
  graph.vertices = vertices;
  graph.begin = typename Exec::template buffer<std::uint64_t>(exec, vertices + std::size_t{1});
  graph.to = typename Exec::template buffer<std::uint32_t>(exec);
  auto place_rows = [&] {
    exec.for_each(keys.size() + 1, store_row_begin{keys.data(), keys.size(), key, vertices, graph.begin.data()});
    return exec.read(graph.begin.data() + vertices);
  };
  std::uint64_t kept = place_rows();
  keys.resize_discard(kept);
  if (weighted) weights.resize_discard(kept);
  if (options.merge && kept != 0) {
    detail::merge_edges(exec, keys, weights);
    kept = place_rows();
  }
  graph.to.resize_discard(kept);
  exec.for_each(kept, store_row_entry{keys.data(), key, graph.to.data()});
  graph.weight = std::move(weights);
  return graph;
}

}  // namespace amorph
