// Betweenness centrality (Brandes, J. Math. Sociology 2001) from many sources, in batches that fit into memory.
#pragma once

#include <algorithm>

#include "amorph/kernels/staging/available.hpp"
#include "solver/graph/betweenness/betweenness.hpp"
#include "solver/graph/betweenness/core.hpp"
#include "solver/graph/betweenness/searches.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"

namespace amorph::betweenness {

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::uint64_t bytes_per_item = 24;
  // Enough to saturate a device; more gives no speedup.
  static constexpr std::uint64_t enough_items = std::uint64_t{1} << 25;

 public:
  core(Exec& exec, const betweenness::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        enters_(device_.transpose()),
        sources_(problem.sources),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)),
        score_(exec, problem.graph.graph.vertices),
        size_(exec, 3),
        overflow_(exec, 1) {
    const std::uint64_t n = enters_.vertices;
    strategy_ = static_cast<strategy>(run.strategy);
    if (Exec::on_device)
      strategy_ = strategy::levels;
    else if (strategy_ == strategy::automatic)
      strategy_ = sources_ >= exec.threads() ? strategy::sources : strategy::levels;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (n == 0 || sources_ == 0) return;
    batch_ = std::min(sources_, batch_that_fits());
    const std::uint64_t items = batch_ * n;
    level_ = buffer<std::uint32_t>(exec, items);
    items_ = buffer<std::uint32_t>(exec, items);
    word_ = buffer<scaled_word>(exec, items);
    dependency_ = buffer<double>(exec, items);
    if (strategy_ == strategy::sources) to_successor_ = buffer<std::uint64_t>(exec, exec.threads() * words_of_arcs());
    if (strategy_ == strategy::levels) {
      begin_ = buffer<level_size>(exec, n + 2);
      if constexpr (Exec::on_device) long_paths_ = has_long_paths(exec, device_.graph(), source_.span());
    }
  }

  void solve() {
    exec_.fill(score_.span(), 0.0);
    exec_.write(overflow_.data(), 0);
    if (batch_ == 0) return;
    for (std::uint64_t done = 0; done < sources_; done += batch_) {
      run_batch(done, std::min(batch_, sources_ - done));
      exec_.report("sources", std::min(done + batch_, sources_), sources_);
    }
    if (exec_.read(overflow_.data()) != 0)
      throw error(status::bad_input, "expected fewer than 2^131000 shortest paths between two vertices");
  }

  void finish(answer& answer) {
    exec_.template copy_out<double>(score_.span(), span<double>(answer.score, score_.size()));
  }

 private:
  // At least one, which throws out_of_memory if it is too much. Item numbers have 32 bits.
  [[nodiscard]] std::uint64_t batch_that_fits() {
    const std::uint64_t n = enters_.vertices, available = available_memory(exec_),
                        marks = strategy_ == strategy::sources ? 8 * exec_.threads() * words_of_arcs() : 0,
                        fit = (available > marks ? available - marks : 0) / 5 * 4 / (bytes_per_item * n);
    const std::uint64_t enough = strategy_ == strategy::sources ? 4 * std::uint64_t{exec_.threads()}
                                                                : std::max<std::uint64_t>(4, enough_items / n);
    return std::max<std::uint64_t>(1, std::min({fit, enough, 0xffffffffu / n}));
  }

  [[nodiscard]] std::uint64_t words_of_arcs() const { return device_.graph().edges() / 64 + 1; }

  void run_batch(std::uint64_t first, std::uint64_t batch) {
    const std::uint32_t n = enters_.vertices;
    const auto items = static_cast<std::uint32_t>(batch * n);
    const search_data data{device_.graph(),    enters_,         device_.undirected(), level_.data(), word_.data(),
                           dependency_.data(), overflow_.data()};
    exec_.fill(level_.span().subspan(0, items), no_level);
    if (strategy_ == strategy::sources) {
      each_alone(data, first, batch);
    } else {
      exec_.fill(size_.span(), level_size{0, 0});
      exec_.for_each(batch, start_search{data, {items_.data(), 0, items - 1, size_.data()}, source_.data() + first});
      // Steps of long paths are small, and a barrier among fewer threads is faster.
      const std::size_t threads = long_paths_ ? std::size_t{exec_.team_count()} * 4 : items;
      persistent_over(exec_, std::min<std::size_t>(threads, items),
                      search_batch<Exec>{data, items_.data(), items, size_.data(), begin_.data()});
    }
    exec_.for_each(
        n, add_dependencies{level_.data(), dependency_.data(), n, static_cast<std::uint32_t>(batch), score_.data()});
  }

  void each_alone([[maybe_unused]] const search_data& data, [[maybe_unused]] std::uint64_t first,
                  [[maybe_unused]] std::uint64_t batch) {
    if constexpr (!Exec::on_device) {
      const std::uint32_t n = enters_.vertices;
      exec_.ranges(batch, 1, [this, data, first, n](std::size_t from, std::size_t to, unsigned thread) {
        std::uint64_t* to_successor = to_successor_.data() + thread * words_of_arcs();
        for (std::size_t s = from; s != to; ++s) {
          exec_.check_stop();
          search_alone{data, to_successor}(static_cast<std::uint32_t>(s * n), source_.data()[first + s],
                                           items_.data() + s * n);
        }
      });
    }
  }

  Exec& exec_;
  device_graph<Exec> device_;
  csr enters_;
  std::uint64_t sources_, batch_ = 0;
  strategy strategy_;
  bool long_paths_ = false;
  buffer<std::uint32_t> source_;
  buffer<double> score_, dependency_;
  buffer<std::uint32_t> level_, items_;
  buffer<scaled_word> word_;
  buffer<std::uint64_t> to_successor_;  // a bit per arc, for each thread
  buffer<level_size> size_, begin_;
  buffer<std::uint32_t> overflow_;
};

}  // namespace amorph::betweenness
