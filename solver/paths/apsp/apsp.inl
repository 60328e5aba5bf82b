// All pairs: a page a strategy, in the words of min_plus.hpp.
#pragma once

#include "amorph/apsp.hpp"
#include "amorph/operators/advance.hpp"
#include "amorph/primitives/reduce.hpp"
#include "core.hpp"
#include "device_graph.hpp"
#include "searches.hpp"
#if AMORPH_DEVICE_COMPILER
#include "min_plus.cuh"
#else
#include "min_plus_cpu.hpp"
#endif

namespace amorph::apsp {

// The least of parallel arcs; loops say no more than the 0 of the diagonal.
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
// A team a source: is there an arc from who is reached to who is not?
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

struct block_copy {
  matrix from;
  std::uint32_t* to;
  std::size_t width;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = from.data[i / width * from.pitch + i % width]; }
};

template <class Exec> class apsp_core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using words = min_plus<Exec>;
  static constexpr unsigned tile = words::tile;

 public:
  apsp_core(Exec& exec, const weighted_csr& graph, const apsp_problem& problem, core_run& run)
      : exec_(exec),
        problem_(problem),
        graph_(exec, graph),
        n_(graph.graph.vertices),
        tiles_((n_ + tile - 1) / tile),
        pitch_(tiles_ * tile),
        found_(exec, 1) {
    how_ = static_cast<strategy>(run.strategy);
    if (how_ == strategy::automatic) how_ = few_arcs() ? strategy::from_sssp : strategy::blocked;
    run.strategy = static_cast<std::uint32_t>(how_);
    // All memory now: what does not fit is told before anything is computed.
    distance_ = buffer<std::uint32_t>(exec, pitch_ * pitch_);
    if (how_ == strategy::blocked) reach_ = buffer<std::uint32_t>(exec, 2 * tiles_);
    if (how_ == strategy::recursive)
      copy_ = buffer<std::uint32_t>(exec, (tiles_ / 2) * ((tiles_ + 1) / 2) * tile * tile);
    if (how_ == strategy::from_sssp)
      scratch_ = buffer<std::uint32_t>(
          exec, std::min<std::size_t>(exec.team_count(), std::max<std::size_t>(n_, 1)) * scratch_each());
  }

  void solve() {
    if (n_ == 0) return;
    exec_.fill(distance_.span(), unreached);
    exec_.write(found_.data(), 0);
    if (how_ == strategy::from_sssp) {
      exec_.fill(scratch_.span(), 0);
      with_weights([&](auto* weight) { search(weight); });
      return;
    }
    with_weights([&](auto* weight) {
      for_each_edge(
          exec_, graph_.graph(), balance::edge,
          store_arc<std::remove_const_t<std::remove_pointer_t<decltype(weight)>>>{weight, distance_.data(), pitch_});
    });
    exec_.for_each(n_, store_zero{distance_.data(), pitch_});
    const matrix all{distance_.data(), pitch_, tiles_};
    if (how_ == strategy::recursive)
      close(all, tiles_);
    else
      by_pivots(all);
  }

  void finish(apsp_answer& answer) {
    answer.pairs = answer.sum = answer.largest = 0;
    if (n_ == 0) return;
    buffer<std::uint64_t> figures(exec_, 3);
    const std::size_t all = pitch_ * pitch_;  // what pads the matrix is unreached
    reduce_into<std::uint64_t>(exec_, all, is_reached{distance_.data()}, figures.data(), 0);
    reduce_into<std::uint64_t>(exec_, all, reached_distance{distance_.data()}, figures.data() + 1, 0);
    reduce_into<std::uint64_t>(exec_, all, reached_distance{distance_.data()}, figures.data() + 2, 0,
                               maximum<std::uint64_t>{});
    answer.pairs = exec_.read(figures.data());
    answer.sum = exec_.read(figures.data() + 1);
    const std::uint64_t largest = exec_.read(figures.data() + 2);
    answer.largest = static_cast<std::uint32_t>(largest);
    // Distances up to infinity are right. Were one beyond it, some vertex on the way would lie within the last weight of it.
    if (largest + problem_.most >= unreached) {
      exec_.for_each_team(n_, find_overflow{graph_.graph(), distance_.data(), pitch_, found_.data()});
      if (exec_.read(found_.data()) != 0)
        throw error(status::bad_input, "a distance exceeds " + std::to_string(unreached - 1));
    }
    if (answer.distance != nullptr) bring_back(answer.distance);
  }

 private:
  // n^3 paths of two arcs against n searches over m arcs; the factors are what machines did.
  [[nodiscard]] bool few_arcs() const {
    const std::uint64_t factor = Exec::on_device ? 2000 : 200;
    return n_ > 1024 && n_ * n_ > factor * (graph_.graph().edges() + n_);
  }
  [[nodiscard]] std::size_t scratch_each() const { return search_words * n_ + search_counters; }

  template <class F> void with_weights(F f) const {
    if (graph_.kind() == weight_kind::int64)
      f(graph_.template weight<std::int64_t>());
    else
      f(graph_.template weight<std::int32_t>());
  }
  template <class Weight> void search(const Weight* weight) {
    exec_.for_each_team(n_, search_from<Weight>{graph_.graph(), weight, problem_.window, distance_.data(), pitch_,
                                                scratch_.data(), found_.data()});
  }

  void by_pivots(const matrix& m) {
    const reach_flags reach{reach_.data(), reach_.data() + tiles_};
    for (std::size_t k = 0; k != tiles_; ++k) {
      words::close(exec_, m, k);
      words::panels(exec_, m, k, reach);
      words::trail(exec_, m, k, reach);
    }
  }

  // The square of `tiles` tiles at m's corner: A B over C D.
  void close(const matrix& m, std::size_t tiles) {
    if (tiles == 1) return words::close(exec_, m, 0);
    const std::size_t p = tiles / 2, q = tiles - p;
    const matrix a = m, b = m.at<tile>(0, p), c = m.at<tile>(p, 0), d = m.at<tile>(p, p);
    close(a, p);
    words::product(exec_, b, a, copy_of(b, p, q), p, q, p);
    words::product(exec_, c, copy_of(c, q, p), a, q, p, p);
    words::product(exec_, d, c, b, q, q, p);
    close(d, q);
    words::product(exec_, b, copy_of(b, p, q), d, p, q, q);
    words::product(exec_, c, d, copy_of(c, q, p), q, p, q);
    words::product(exec_, a, b, c, p, p, q);
  }
  // Products are not in place: the factor that is overwritten is read from a copy.
  matrix copy_of(const matrix& from, std::size_t rows, std::size_t columns) {
    const std::size_t width = columns * tile;
    exec_.for_each(rows * tile * width, block_copy{from, copy_.data(), width});
    return {copy_.data(), width, 0};
  }

  void bring_back(std::uint32_t* to) {
    if (pitch_ == n_) return exec_.template copy_out<std::uint32_t>(distance_.span(), span<std::uint32_t>(to, n_ * n_));
    buffer<std::uint32_t> rows(exec_, n_ * std::min<std::size_t>(n_, 1024));
    for (std::size_t first = 0; first < n_; first += 1024) {
      const std::size_t count = std::min<std::size_t>(n_ - first, 1024);
      const matrix from{distance_.data() + first * pitch_, pitch_, 0};
      exec_.for_each(count * n_, block_copy{from, rows.data(), n_});
      exec_.template copy_out<std::uint32_t>(span<const std::uint32_t>(rows.data(), count * n_),
                                             span<std::uint32_t>(to + first * n_, count * n_));
    }
  }

  Exec& exec_;
  apsp_problem problem_;
  device_graph<Exec> graph_;
  std::size_t n_, tiles_, pitch_;
  buffer<std::uint32_t> found_, distance_, reach_, copy_, scratch_;
  strategy how_ = strategy::automatic;
};

}  // namespace amorph::apsp
