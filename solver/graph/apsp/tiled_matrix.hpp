// The distance matrix in an executor's memory, padded to whole tiles with infinity.
#pragma once

#include <algorithm>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/apsp/min_plus.hpp"
#include "solver/graph/apsp/streamed.hpp"
#include "solver/graph/apsp/totals.hpp"
#include "solver/graph/common/device_graph.hpp"

namespace amorph::apsp {

// The minimum of parallel arcs; self-loops are ignored.
template <class Weight> struct store_arc {
  const Weight* weight;
  std::uint32_t* distance;
  std::size_t pitch;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const std::uint32_t w = weight == nullptr ? 1u : static_cast<std::uint32_t>(weight[e]);
    if (from != to) atomic_min(&distance[from * pitch + to], w);
  }
};
struct store_zero {
  std::uint32_t* distance;
  std::size_t pitch;
  AMORPH_BODY void operator()(std::size_t v) const { distance[v * pitch + v] = 0; }
};
struct is_reached {
  const std::uint32_t* distance;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return distance[i] != unreached ? 1 : 0; }
};
struct reached_distance {
  const std::uint32_t* distance;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return distance[i] != unreached ? distance[i] : 0; }
};
// A team per source: is there an arc from a reached vertex to an unreached one? Intended race: all threads that find
// one set `found` to 1.
struct find_overflow {
  csr graph;
  const std::uint32_t* distance;
  std::size_t pitch;
  std::uint32_t* found;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t source) const {
    const std::uint32_t* row = distance + source * pitch;
    for (std::size_t v = team.rank(); v < graph.vertices; v += Team::size()) {
      if (row[v] == unreached) continue;
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e)
        if (row[graph.to[e]] == unreached) atomic_store(found, 1);
    }
  }
};

// f(weights), which are null in a graph without.
template <class Exec, class F> void with_weights(const device_graph<Exec>& graph, F f) {
  if (graph.kind() == weight_kind::int64)
    f(graph.template weight<std::int64_t>());
  else
    f(graph.template weight<std::int32_t>());
}

template <class Exec> class tiled_matrix {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr unsigned tile = min_plus<Exec>::tile;

 public:
  // No memory yet.
  tiled_matrix(Exec& exec, std::size_t vertices)
      : exec_(exec), n_(vertices), tiles_((n_ + tile - 1) / tile), pitch_(tiles_ * tile), found_(exec, 1) {}
  void allocate() { distance_ = buffer<std::uint32_t>(exec_, pitch_ * pitch_); }

  [[nodiscard]] std::size_t tiles() const { return tiles_; }
  [[nodiscard]] matrix view() { return {distance_.data(), pitch_, tiles_}; }

  void clear() { exec_.fill(distance_.span(), unreached); }
  // The distances over paths of one arc at most.
  void store_arcs(const device_graph<Exec>& graph) {
    clear();
    with_weights(graph, [&]<class Weight>(const Weight* weight) {
      for_each_edge(exec_, graph.graph(), balance::edge, store_arc<Weight>{weight, distance_.data(), pitch_});
    });
    exec_.for_each(n_, store_zero{distance_.data(), pitch_});
  }

  [[nodiscard]] matrix_totals totals() {
    const std::size_t all = pitch_ * pitch_;  // padding is unreached
    buffer<std::uint64_t> figures(exec_, 2);
    reduce_into<std::uint64_t>(exec_, all, is_reached{distance_.data()}, figures.data(), 0);
    reduce_into<std::uint64_t>(exec_, all, reached_distance{distance_.data()}, figures.data() + 1, 0,
                               maximum<std::uint64_t>{});
    return {exec_.read(figures.data()), sum_of(all), static_cast<std::uint32_t>(exec_.read(figures.data() + 1))};
  }

  // Whether an arc leads from a reached vertex of a row to an unreached one.
  [[nodiscard]] bool has_overflow(const csr& graph) {
    exec_.write(found_.data(), 0);
    exec_.for_each_team(n_, find_overflow{graph, distance_.data(), pitch_, found_.data()});
    return exec_.read(found_.data()) != 0;
  }

  // Without the padding, to host memory.
  void copy_out(std::uint32_t* to) {
    if (pitch_ == n_) return exec_.template copy_out<std::uint32_t>(distance_.span(), span<std::uint32_t>(to, n_ * n_));
    if constexpr (!Exec::on_device) return exec_.for_each(n_ * n_, block_copy{{distance_.data(), pitch_, 0}, to, n_});
    buffer<std::uint32_t> rows(exec_, copy_scratch(n_));
    const std::size_t at_once = rows_at_once(n_);
    for (std::size_t first = 0; first < n_; first += at_once) {
      const std::size_t count = std::min(n_ - first, at_once);
      const matrix from{distance_.data() + first * pitch_, pitch_, 0};
      exec_.for_each(count * n_, block_copy{from, rows.data(), n_});
      exec_.template copy_out<std::uint32_t>(span<const std::uint32_t>(rows.data(), count * n_),
                                             span<std::uint32_t>(to + first * n_, count * n_));
    }
  }
  // The elements that copy_out() needs on a device.
  [[nodiscard]] static std::size_t copy_scratch(std::size_t n) { return n * rows_at_once(n); }

 private:
  [[nodiscard]] static std::size_t rows_at_once(std::size_t n) { return std::min<std::size_t>(n, 1024); }

  // Distances are below 2^31, so sums of 2^32 of them fit into 64 bits.
  [[nodiscard]] unsigned __int128 sum_of(std::size_t count) {
    constexpr std::size_t part = std::size_t{1} << 32;
    buffer<std::uint64_t> sum(exec_, 1);
    unsigned __int128 all = 0;
    for (std::size_t first = 0; first < count; first += part) {
      reduce_into<std::uint64_t>(exec_, std::min(part, count - first), reached_distance{distance_.data() + first},
                                 sum.data(), 0);
      all += exec_.read(sum.data());
    }
    return all;
  }

  Exec& exec_;
  std::size_t n_, tiles_, pitch_;
  buffer<std::uint32_t> found_, distance_;
};

}  // namespace amorph::apsp
