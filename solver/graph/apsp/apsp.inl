// All pairs: a page a strategy, in the words of min_plus.hpp.
#pragma once

#include <optional>
#include <vector>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/apsp/core.hpp"
#include "solver/graph/apsp/host_table.hpp"
#include "solver/graph/apsp/searches.hpp"
#include "solver/graph/apsp/streamed.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/strategy_choice.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/apsp/min_plus.cuh"
#else
#include "solver/graph/apsp/min_plus_cpu.hpp"
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
// A team a source: is there an arc from who is reached to who is not? Intended race: all who find one set `found` to 1.
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

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using words = min_plus<Exec>;
  static constexpr unsigned tile = words::tile;

 public:
  core(Exec& exec, const apsp::problem& problem, run_request& run)
      : exec_(exec),
        problem_(problem),
        graph_(exec, problem.graph),
        n_(problem.graph.graph.vertices),
        tiles_((n_ + tile - 1) / tile),
        pitch_(tiles_ * tile),
        threads_(host_threads(Exec::on_device ? run.threads : exec.threads())),
        found_(exec, 1) {
    const std::uint64_t matrix = matrix_bytes(n_, tile);
    strategy_ = choose(static_cast<strategy>(run.strategy), matrix);
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (strategy_ == strategy::streamed) {
      host_ = problem.graph;
      table_ = problem.table == nullptr ? own_table() : problem.table;
      if (n_ != 0) streamed_.emplace(exec, table_, n_);
      return;
    }
    // All memory now: what does not fit is told before anything is computed.
    distance_ = buffer<std::uint32_t>(exec, pitch_ * pitch_);
    if (strategy_ == strategy::blocked) reach_ = buffer<std::uint32_t>(exec, words_beside(strategy_));
    if (strategy_ == strategy::recursive) copy_ = buffer<std::uint32_t>(exec, words_beside(strategy_));
    if (strategy_ == strategy::from_sssp) scratch_ = buffer<std::uint32_t>(exec, words_beside(strategy_));
  }

  void solve() {
    if (n_ == 0) return;
    if (strategy_ == strategy::streamed) {
      fill_table();
      return streamed_->run();
    }
    exec_.fill(distance_.span(), unreached);
    exec_.write(found_.data(), 0);
    if (strategy_ == strategy::from_sssp) {
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
    if (strategy_ == strategy::recursive)
      close_square(exec_, all, tiles_, [this](const matrix& m, std::size_t rows, std::size_t columns) {
        return copy_of(m, rows, columns);
      });
    else
      by_pivots(all);
  }

  void finish(answer& answer) {
    answer.pairs = answer.sum = answer.sum_high = answer.largest = 0;
    if (n_ == 0) return;
    if (strategy_ == strategy::streamed) return finish_table(answer);
    for (auto* memory : {&reach_, &copy_, &scratch_}) memory->release();  // serves what follows
    buffer<std::uint64_t> figures(exec_, 3);
    const std::size_t all = pitch_ * pitch_;  // what pads the matrix is unreached
    reduce_into<std::uint64_t>(exec_, all, is_reached{distance_.data()}, figures.data(), 0);
    reduce_into<std::uint64_t>(exec_, all, reached_distance{distance_.data()}, figures.data() + 2, 0,
                               maximum<std::uint64_t>{});
    answer.pairs = exec_.read(figures.data());
    tell(answer, sum_of(all));
    const std::uint64_t largest = exec_.read(figures.data() + 2);
    answer.largest = static_cast<std::uint32_t>(largest);
    // Distances up to infinity are right. Were one beyond it, some vertex on the way would lie within the last weight of it.
    if (may_overflow(largest)) {
      exec_.for_each_team(n_, find_overflow{graph_.graph(), distance_.data(), pitch_, found_.data()});
      if (exec_.read(found_.data()) != 0) overflowed();
    }
    if (answer.distance != nullptr) bring_back(answer.distance);
  }

 private:
  // n^3 paths of two arcs against n searches over m arcs; the factors are what machines did.
  [[nodiscard]] bool few_arcs() const {
    const std::uint64_t factor = Exec::on_device ? 2000 : 200;
    return n_ > 1024 && n_ * n_ > factor * (graph_.graph().edges() + n_);
  }
  // By default the fastest that there is memory for. Where a device cannot hold the matrix it stays on the host, whichever
  // of the blocked ones was asked for.
  [[nodiscard]] strategy choose(strategy asked, std::uint64_t matrix) {
    auto with = [&](strategy how) {
      const std::size_t afterwards = Exec::on_device && problem_.table != nullptr ? n_ * rows_at_once() : 0;
      const std::uint64_t beside = std::max(words_beside(how), afterwards) * sizeof(std::uint32_t);
      return candidate<strategy>{how, matrix + beside + scratch_for(matrix / 32)};
    };
    const candidate<strategy> blocked = with(strategy::blocked);
    // The last resort: of a few tiles a row and a column, with what passes by, are more than the whole matrix.
    const std::uint64_t matrix_alone = matrix + words_beside(strategy::blocked) * sizeof(std::uint32_t);
    const candidate<strategy> leanest{
        streamed_run<Exec>::least_bytes(n_) < matrix_alone ? strategy::streamed : strategy::blocked, 0};
    if (asked == strategy::automatic && !Exec::on_device && problem_.table == nullptr)  // the host's is the executor's
      return few_arcs() ? first_that_fits(exec_, {with(strategy::from_sssp), blocked}) : strategy::blocked;
    if (asked == strategy::automatic)
      return few_arcs() ? first_that_fits(exec_, {with(strategy::from_sssp), blocked, leanest})
                        : first_that_fits(exec_, {blocked, leanest});
    if (Exec::on_device && (asked == strategy::blocked || asked == strategy::recursive))
      return first_that_fits(exec_, {with(asked), candidate<strategy>{strategy::streamed, 0}});
    return asked;
  }
  // Memory of ours for a matrix on the host; on the CPU it is the executor's.
  [[nodiscard]] std::uint32_t* own_table() {
    if constexpr (!Exec::on_device) {
      distance_ = buffer<std::uint32_t>(exec_, n_ * n_);
      return distance_.data();
    }
    need_host_memory(n_);
    own_table_.resize(n_ * n_);
    return own_table_.data();
  }
  // Of 32 bits, beside the matrix.
  [[nodiscard]] std::size_t words_beside(strategy how) const {
    switch (how) {
      case strategy::recursive: return (tiles_ / 2) * ((tiles_ + 1) / 2) * tile * tile;
      case strategy::from_sssp:
        return std::min<std::size_t>(exec_.team_count(), std::max<std::size_t>(n_, 1)) *
               (search_words * n_ + search_counters);
      default: return 2 * tiles_;
    }
  }
  [[nodiscard]] bool may_overflow(std::uint64_t largest) const { return largest + problem_.most >= unreached; }
  [[noreturn]] static void overflowed() {
    throw error(status::bad_input, "a distance exceeds " + std::to_string(unreached - 1));
  }

  // The same on the host, for the table that stands there.
  [[nodiscard]] std::uint32_t host_weight(std::uint64_t e) const {
    if (host_.kind == weight_kind::int64)
      return static_cast<std::uint32_t>(static_cast<const std::int64_t*>(host_.weight)[e]);
    return host_.kind == weight_kind::none
               ? 1u
               : static_cast<std::uint32_t>(static_cast<const std::int32_t*>(host_.weight)[e]);
  }
  template <class F> void for_each_host_arc(std::size_t first, std::size_t last, F f) const {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = host_.graph.begin[v]; e != host_.graph.begin[v + 1]; ++e) f(v, e, host_.graph.to[e]);
  }
  void fill_table() {
    for_rows_on_host(n_, threads_, [this](std::size_t first, std::size_t last, unsigned) {
      std::fill(table_ + first * n_, table_ + last * n_, unreached);
      for_each_host_arc(first, last, [this](std::size_t from, std::uint64_t e, std::uint32_t to) {
        std::uint32_t& d = table_[from * n_ + to];
        d = std::min(d, host_weight(e));
      });
      for (std::size_t v = first; v != last; ++v) table_[v * n_ + v] = 0;
    });
  }
  void finish_table(answer& answer) {
    struct alignas(64) figures {
      std::uint64_t pairs = 0;
      unsigned __int128 sum = 0;
      std::uint32_t largest = 0;
    };
    std::vector<figures> of(threads_);
    for_rows_on_host(n_, threads_, [&](std::size_t first, std::size_t last, unsigned part) {
      figures mine;
      for (std::size_t i = first * n_; i != last * n_; ++i)
        if (const std::uint32_t d = table_[i]; d != unreached) {
          ++mine.pairs;
          mine.sum += d;
          mine.largest = std::max(mine.largest, d);
        }
      of[part] = mine;
    });
    unsigned __int128 sum = 0;
    for (const figures& f : of) {
      answer.pairs += f.pairs;
      sum += f.sum;
      answer.largest = std::max(answer.largest, f.largest);
    }
    tell(answer, sum);
    if (may_overflow(answer.largest))
      for (std::size_t s = 0; s != n_; ++s)
        for_each_host_arc(0, n_, [this, s](std::size_t from, std::uint64_t, std::uint32_t to) {
          if (table_[s * n_ + from] != unreached && table_[s * n_ + to] == unreached) overflowed();
        });
    if (answer.distance != nullptr && answer.distance != table_) std::copy(table_, table_ + n_ * n_, answer.distance);
  }

  // Of the first `count` elements. Each is below 2^31, so 2^32 of them add up within 64 bits.
  unsigned __int128 sum_of(std::size_t count) {
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
  static void tell(answer& answer, unsigned __int128 sum) {
    answer.sum = static_cast<std::uint64_t>(sum);
    answer.sum_high = static_cast<std::uint64_t>(sum >> 64);
  }

  template <class F> void with_weights(F f) const {
    if (graph_.kind() == weight_kind::int64)
      f(graph_.template weight<std::int64_t>());
    else
      f(graph_.template weight<std::int32_t>());
  }
  template <class Weight> void search(const Weight* weight) {
    exec_.for_each_team(
        n_, search_from<Weight>{graph_.graph(), weight, problem_.window, distance_.data(), pitch_, scratch_.data()});
  }

  void by_pivots(const matrix& m) {
    const reach_flags reach{reach_.data(), reach_.data() + tiles_};
    for (std::size_t k = 0; k != tiles_; ++k) {
      exec_.report("pivot", k, tiles_);
      words::close(exec_, m, k);
      words::panels(exec_, m, k, reach);
      words::trail(exec_, m, k, reach);
    }
  }

  matrix copy_of(const matrix& from, std::size_t rows, std::size_t columns) {
    const std::size_t width = columns * tile;
    exec_.for_each(rows * tile * width, block_copy{from, copy_.data(), width});
    return {copy_.data(), width, 0};
  }

  void bring_back(std::uint32_t* to) {
    if (pitch_ == n_) return exec_.template copy_out<std::uint32_t>(distance_.span(), span<std::uint32_t>(to, n_ * n_));
    if constexpr (!Exec::on_device) return exec_.for_each(n_ * n_, block_copy{{distance_.data(), pitch_, 0}, to, n_});
    buffer<std::uint32_t> rows(exec_, n_ * rows_at_once());
    for (std::size_t first = 0; first < n_; first += rows_at_once()) {
      const std::size_t count = std::min(n_ - first, rows_at_once());
      const matrix from{distance_.data() + first * pitch_, pitch_, 0};
      exec_.for_each(count * n_, block_copy{from, rows.data(), n_});
      exec_.template copy_out<std::uint32_t>(span<const std::uint32_t>(rows.data(), count * n_),
                                             span<std::uint32_t>(to + first * n_, count * n_));
    }
  }
  [[nodiscard]] std::size_t rows_at_once() const { return std::min<std::size_t>(n_, 1024); }

  Exec& exec_;
  problem problem_;
  device_graph<Exec> graph_;
  std::size_t n_, tiles_, pitch_;
  unsigned threads_;  // of loops on the host
  buffer<std::uint32_t> found_, distance_, reach_, copy_, scratch_;
  weighted_csr host_;
  host_array<std::uint32_t> own_table_;
  std::uint32_t* table_ = nullptr;
  std::optional<streamed_run<Exec>> streamed_;
  apsp::strategy strategy_ = strategy::automatic;
};

}  // namespace amorph::apsp
