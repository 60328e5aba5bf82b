// All-pairs shortest paths. Blocked Floyd-Warshall (Venkataraman, Sahni, Mukhopadhyaya 2003; Katz, Kider 2008): for
// each tile of pivots on the diagonal
//   close   the tile itself, by Floyd-Warshall;
//   panels  the tiles of its row and column, by products with it;
//   trail   all other tiles, by products of a column tile and a row tile.
// The other strategies: recursive halves (R-Kleene), a search from each vertex, and blocks of a matrix on the host.
// Blocked strategies consist of the products of min_plus.hpp.
#pragma once

#include <optional>

#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/apsp/core.hpp"
#include "solver/graph/apsp/host_matrix.hpp"
#include "solver/graph/apsp/strategies.hpp"
#include "solver/graph/common/followed_loop.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/apsp/min_plus.cuh"
#else
#include "solver/graph/apsp/min_plus_cpu.hpp"
#endif

namespace amorph::apsp {

template <class Exec> class core {
  using products = min_plus<Exec>;
  using buffer = typename Exec::template buffer<std::uint32_t>;
  static constexpr unsigned tile = products::tile;

 public:
  core(Exec& exec, const apsp::problem& problem, run_request& run)
      : exec_(exec),
        problem_(problem),
        graph_(exec, problem.graph),
        n_(problem.graph.graph.vertices),
        matrix_(exec, n_) {
    strategy_ = choose_strategy(exec, graph_.graph(), static_cast<strategy>(run.strategy), matrix_bytes(n_, tile),
                                problem.table != nullptr);
    run.strategy = static_cast<std::uint32_t>(strategy_);
    // Allocates all memory, so that a shortage is reported before anything is computed.
    if (strategy_ == strategy::streamed) {
      std::uint32_t* const table = problem.table != nullptr ? problem.table : own_table();
      table_.emplace(problem.graph, table, host_threads(Exec::on_device ? run.threads : exec.threads()));
      if (n_ != 0) streamed_.emplace(exec, table, n_);
    } else {
      matrix_.allocate();
      scratch_ = buffer(exec, scratch_elements(exec, strategy_, n_));
    }
  }

  void solve() {
    if (n_ == 0) return;
    switch (strategy_) {
      case strategy::streamed: table_->store_arcs(); return streamed_->run();
      case strategy::from_sssp: matrix_.clear(); return search_from_each();
      case strategy::recursive: matrix_.store_arcs(graph_); return close_all();
      default: matrix_.store_arcs(graph_); return floyd_warshall(matrix_.view());
    }
  }

  void finish(answer& answer) {
    matrix_totals totals;
    if (n_ != 0) {
      scratch_.release();  // its memory is reused
      totals = table_ ? table_->totals() : matrix_.totals();
      // Distances below infinity are right. If one exceeds it, a vertex on its path is at most the largest weight away
      // from infinity.
      if (std::uint64_t{totals.largest} + problem_.max_weight >= unreached &&
          (table_ ? table_->has_overflow() : matrix_.has_overflow(graph_.graph())))
        throw error(status::bad_input, "a distance exceeds " + std::to_string(unreached - 1));
      if (answer.distance != nullptr) table_ ? table_->copy_out(answer.distance) : matrix_.copy_out(answer.distance);
    }
    totals.store(answer);
  }

 private:
  void floyd_warshall(const matrix& m) {
    const reach_flags reach{scratch_.data(), scratch_.data() + m.tiles};
    for (std::size_t k = 0; k != m.tiles; ++k) {
      exec_.report("pivot", k, m.tiles);
      products::close(exec_, m, k);
      products::panels(exec_, m, k, reach);
      products::trail(exec_, m, k, reach);
    }
  }

  // Each step of the recursion copies four blocks.
  void close_all() {
    const std::size_t all = 4 * (matrix_.tiles() - 1);
    std::size_t copied = 0;
    exec_.report("blocks", 0, all);
    close_square(exec_, matrix_.view(), matrix_.tiles(), [&](const matrix& m, std::size_t rows, std::size_t columns) {
      exec_.report("blocks", ++copied, all);
      return copy_of(m, rows, columns);
    });
  }

  void search_from_each() {
    exec_.fill(scratch_.span(), 0);
    const matrix m = matrix_.view();
    with_weights(graph_, [&]<class Weight>(const Weight* weight) {
      for_each_team_followed(
          exec_, "sources", n_,
          search_from<Weight>{graph_.graph(), weight, problem_.window, m.data, m.pitch, scratch_.data()});
    });
  }

  matrix copy_of(const matrix& from, std::size_t rows, std::size_t columns) {
    const std::size_t width = columns * tile;
    exec_.for_each(rows * tile * width, block_copy{from, scratch_.data(), width});
    return {scratch_.data(), width, 0};
  }

  // The matrix of `streamed` if the caller wants no distances: the executor's memory on the CPU, else the host's.
  [[nodiscard]] std::uint32_t* own_table() {
    if constexpr (!Exec::on_device) {
      own_buffer_ = buffer(exec_, n_ * n_);
      return own_buffer_.data();
    }
    need_host_memory(n_);
    own_table_.resize(n_ * n_);
    return own_table_.data();
  }

  Exec& exec_;
  problem problem_;
  device_graph<Exec> graph_;
  std::size_t n_;
  tiled_matrix<Exec> matrix_;
  buffer scratch_, own_buffer_;
  host_array<std::uint32_t> own_table_;
  std::optional<host_matrix> table_;  // streamed
  std::optional<streamed_run<Exec>> streamed_;
  apsp::strategy strategy_ = strategy::automatic;
};

}  // namespace amorph::apsp
