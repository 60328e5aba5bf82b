// Many near-far searches side by side on a device: each share of the blocks runs one persistent search after another
// (solver/graph/common/persistent_search.cuh), each share with its own barrier. Compiled by nvcc only.
#pragma once

#include <algorithm>

#include "amorph/kernels/staging/available.hpp"
#include "solver/graph/common/persistent_search.cuh"
#include "solver/graph/distances/widen.hpp"

namespace amorph::distances {

// Words between the arrival counters of two shares: each has a cache line of its own.
inline constexpr unsigned arrival_stride = 32;

template <class Length, class Out> struct search_shares_kernel {
  using label = typename Length::label;
  detail::search_kernel<Length, grid_share> first;  // with the arrays of share 0; the others' follow
  const std::uint32_t* source;
  std::uint32_t sources, shares;
  unsigned* arrivals;
  Out* out;

  __device__ void operator()(whole_grid) const {
    __shared__ detail::block_queues<label> q;
    const unsigned blocks = gridDim.x / shares, share = blockIdx.x / blocks;
    if (share >= shares) return;
    grid_share grid(blocks, arrivals + share * arrival_stride);
    const detail::search_kernel<Length, grid_share> search = of_share(share);
    const std::size_t n = search.graph.vertices;
    for (std::uint32_t s = share; s < sources; s += shares) {
      for (std::size_t v = grid.thread(); v < n; v += grid.threads())
        search.best[v] = v == source[s] ? 0 : amorph::unreached<label>;
      if (grid.first()) start(search, source[s]);
      grid.sync();
      search.run(grid, q);
      grid.sync();
      for (std::size_t v = grid.thread(); v < n; v += grid.threads())
        out[s * n + v] = widened<Out>(atomic_load(&search.best[v]));
      grid.sync();
    }
  }

 private:
  __device__ detail::search_kernel<Length, grid_share> of_share(unsigned share) const {
    detail::search_kernel<Length, grid_share> search = first;
    const std::size_t list = share * std::size_t{4} * search.lists.capacity;
    search.best += share * std::size_t{search.graph.vertices};
    search.lists.counters += share;
    for (auto* lists : {search.lists.near, search.lists.far})
      for (int i = 0; i != 2; ++i) {
        lists[i].vertex += list;
        lists[i].label += list;
      }
    return search;
  }
  __device__ static void start(const detail::search_kernel<Length, grid_share>& search, std::uint32_t from) {
    auto& counters = *search.lists.counters;
    for (int i = 0; i != 3; ++i) {
      atomic_store(&counters.near_count[i], i == 0 ? 1 : 0);
      atomic_store(&counters.far_count[i], 0);
      atomic_store(&counters.near_full[i], 0);
      atomic_store(&counters.far_full[i], 0);
      atomic_store(&counters.min_far[i], amorph::unreached<label>);
    }
    search.lists.near[0].vertex[0] = from;
    search.lists.near[0].label[0] = 0;
  }
};

template <class Length> class search_shares {
  using label = typename Length::label;
  template <class T> using buffer = amorph::buffer<T, cuda_exec>;

 public:
  search_shares(cuda_exec& exec, const csr& graph, std::uint32_t sources)
      : exec_(exec),
        graph_(graph),
        capacity_(static_cast<std::uint32_t>(std::min<std::uint64_t>(graph.vertices + std::uint64_t{1024}, ~0U))),
        shares_(shares(exec, graph, sources)),
        best_(exec, shares_ * std::size_t{graph.vertices}),
        listed_(exec, shares_ * std::size_t{4} * capacity_),
        labels_(exec, shares_ * std::size_t{4} * capacity_),
        counters_(exec, shares_),
        arrivals_(exec, shares_ * arrival_stride),
        targets_(exec, graph.vertices),
        words_(exec, detail::has_weights<Length> ? graph.vertices : 0) {}

  // Row i of `out` gets the distances from source i; window above 0. One launch per round of all shares, so that a stop
  // request is seen between them.
  template <class Out> void run(Length length, span<const std::uint32_t> sources, label window, Out* out) {
    if (!packed_)
      exec_.for_each(graph_.vertices, detail::pack_adjacency<Length>{graph_, length, targets_.data(), words_.data()});
    packed_ = true;
    search_shares_kernel<Length, Out> body{
        {graph_, length, targets_.data(), words_.data(), best_.data(), window, {capacity_, {}, {}, counters_.data()}},
        nullptr,
        0,
        shares_,
        arrivals_.data(),
        nullptr};
    for (std::size_t i = 0; i != 2; ++i) {
      body.first.lists.near[i] = {listed_.data() + i * capacity_, labels_.data() + i * capacity_};
      body.first.lists.far[i] = {listed_.data() + (2 + i) * capacity_, labels_.data() + (2 + i) * capacity_};
    }
    for (std::size_t first = 0; first < sources.size(); first += shares_) {
      exec_.report("sources", first, sources.size());
      exec_.check_stop();
      exec_.fill(arrivals_.span(), 0);
      body.source = sources.data() + first;
      body.sources = static_cast<std::uint32_t>(std::min<std::size_t>(shares_, sources.size() - first));
      body.out = out + first * graph_.vertices;
      persistent(exec_, body, most_blocks);
      if (sources.size() > shares_) exec_.sync();
    }
  }

 private:
  static constexpr int most_blocks = 4;  // per multiprocessor, if registers allow; more hide more latency

  // Limited by sources, multiprocessors and free memory.
  static std::uint32_t shares(cuda_exec& exec, const csr& graph, std::uint32_t sources) {
    const std::uint64_t n = graph.vertices;
    const std::uint64_t packed =
        n * (sizeof(detail::packed_targets) +
             (detail::has_weights<Length> ? sizeof(detail::packed_words<typename Length::word_type>) : 0));
    const std::uint64_t each = n * sizeof(label) + 4 * (n + 1024) * (sizeof(std::uint32_t) + sizeof(label)) + 64;
    const std::uint64_t left = available_memory(exec) / 8 * 7;
    const std::uint64_t fit = left > packed ? (left - packed) / each : 0;
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        std::min<std::uint64_t>(sources, exec.multiprocessors()), 1, std::max<std::uint64_t>(fit, 1)));
  }

  cuda_exec& exec_;
  csr graph_;
  std::uint32_t capacity_, shares_;
  buffer<label> best_;
  buffer<std::uint32_t> listed_;
  buffer<label> labels_;
  buffer<detail::search_counters<label>> counters_;
  buffer<unsigned> arrivals_;
  bool packed_ = false;  // the adjacency lists
  buffer<detail::packed_targets> targets_;
  buffer<detail::packed_words<typename Length::word_type>> words_;
};

}  // namespace amorph::distances
