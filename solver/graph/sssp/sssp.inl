// Shortest paths from sources: which strategy, for which type of weights and sums, and what comes before and after.
#pragma once

#include <limits>
#include <memory>

#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/common/strategy_choice.hpp"
#include "solver/graph/common/tight_tree.hpp"
#include "solver/graph/sssp/core.hpp"
#include "solver/graph/sssp/lists.hpp"
#include "solver/graph/sssp/masks.hpp"
#include "solver/graph/sssp/near_far.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/common/waves.cuh"
#endif

namespace amorph::sssp {

template <class Weight> struct weight_value {
  const Weight* weight;
  AMORPH_BODY double operator()(std::size_t e) const { return static_cast<double>(weight[e]); }
};
template <class Label> struct widen {
  const Label* from;
  std::uint64_t* to;
  AMORPH_BODY void operator()(std::size_t v) const {
    to[v] = from[v] == amorph::unreached<Label> ? ~std::uint64_t{0} : from[v];
  }
};
// Whether an arc leads out of what was reached: its sum had no place in a label. Intended race: all who set `any` set it to 1.
template <class Label> struct leads_beyond {
  const Label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    if (at[from] != amorph::unreached<Label> && at[to] == amorph::unreached<Label>) atomic_store(any, 1);
  }
};

#if AMORPH_DEVICE_COMPILER
// Near-far in one launch.
template <class Length> class wave_search final : public search {
 public:
  explicit wave_search(search_state<cuda_exec, Length>& s) : s_(s), waves_(s.exec, s.graph.vertices) {}
  void run() override { waves_.run(s_.graph, s_.length, s_.at, s_.source, s_.window); }

 private:
  search_state<cuda_exec, Length>& s_;
  waves<Length> waves_;
};
#endif

// For one type of label and weight.
template <class Exec, class Length> class solver {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  using label = typename Length::label;

  solver(Exec& exec, const csr& graph, Length length, span<const std::uint32_t> source, strategy how)
      : at_(exec, graph.vertices),
        any_(exec, 1),
        s_(new search_state<Exec, Length>{exec, graph, length, source, 0, at_.span()}),
        strategy_(how) {}
  // The default: the fastest that there is memory for. On a device, where paths are short, a list with places by prefix sums
  // needs half the time of near-far on skewed graphs, whose counters are what all wait for, and a tenth more at worst
  // (measured: R-MAT, uniform, geometric graphs, grids); who asks for a window means near-far.
  void choose([[maybe_unused]] bool long_paths, [[maybe_unused]] bool windowed) {
    Exec& exec = s_->exec;
    const csr& graph = s_->graph;
    const std::uint64_t listed = list_search<Exec, Length, plain_step<Exec, balance>>::bytes(graph);
    const candidate<strategy> near_far{strategy::near_far, near_far_search<Exec, Length>::bytes(exec, graph)},
        by_list{strategy::worklist, listed + bytes_of_lists(exec, graph)}, by_arcs{strategy::topology, 0};
#if AMORPH_DEVICE_COMPILER
    if (long_paths) {
      strategy_ = first_that_fits(
          exec, {{strategy::persistent, waves<Length>::bytes(graph.vertices)}, near_far, by_list, by_arcs});
      return;
    }
    if (!windowed) {
      strategy_ = first_that_fits(
          exec, {{strategy::prefix_sum, listed + bytes_of_lists_by_sums(exec, graph)}, near_far, by_list, by_arcs});
      return;
    }
#endif
    strategy_ = first_that_fits(exec, {near_far, by_list, by_arcs});
  }
  [[nodiscard]] strategy chosen() const { return strategy_; }

  // Takes the strategy's memory.
  void prepare(label window) {
    s_->window = window;
    if (!s_->source.empty()) search_ = make(strategy_);  // else the graph has no vertices
  }

  void solve() {
    if (search_ == nullptr) return;
    s_->exec.fill(at_.span(), amorph::unreached<label>);
    s_->exec.for_each(s_->source.size(), store_at_listed<label>{s_->source.data(), at_.data(), 0});
    search_->run();
  }

  // Whether a distance had no place in a label.
  [[nodiscard]] bool overflowed() {
    s_->exec.fill(any_.span(), 0);
    for_each_edge(s_->exec, s_->graph, balance::edge, leads_beyond<label>{at_.data(), any_.data()});
    return s_->exec.read(any_.data()) != 0;
  }

  void finish(answer& answer, bool parents) {
    Exec& exec = s_->exec;
    const std::size_t n = s_->graph.vertices;
    search_ = nullptr;  // its memory serves what follows
    {
      buffer<std::uint64_t> wide(exec, n);
      exec.for_each(n, widen<label>{at_.data(), wide.data()});
      exec.template copy_out<std::uint64_t>(wide.span(), span<std::uint64_t>(answer.distance, n));
    }
    if (!parents) return;
    buffer<std::uint32_t> parent(exec, n);
    tight_tree(exec, s_->graph, s_->length, at_.span(), s_->source, parent.span());
    exec.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }

 private:
  std::unique_ptr<search> make(strategy how) {
    using by_balance = list_search<Exec, Length, plain_step<Exec, balance>>;
    using by_insertion = list_search<Exec, Length, plain_step<Exec, insertion>>;
    switch (how) {
      case strategy::mask: return std::make_unique<mask_search<Exec, Length>>(*s_);
      case strategy::topology: return std::make_unique<topology_search<Exec, Length>>(*s_);
      case strategy::worklist: return std::make_unique<by_balance>(*s_, fit_balance<Exec>);
      case strategy::prefix_sum: return std::make_unique<by_insertion>(*s_, insertion::prefix_sum);
      case strategy::donation: return std::make_unique<by_balance>(*s_, balance::donate);
      case strategy::split: return std::make_unique<list_search<Exec, Length, splitting_step<Exec>>>(*s_);
#if AMORPH_DEVICE_COMPILER
      case strategy::children: return std::make_unique<list_search<cuda_exec, Length, children_step>>(*s_);
      case strategy::persistent: return std::make_unique<wave_search<Length>>(*s_);
#endif
      default: return std::make_unique<near_far_search<Exec, Length>>(*s_);
    }
  }

  buffer<label> at_;
  buffer<std::uint32_t> any_;
  std::unique_ptr<search_state<Exec, Length>> s_;
  sssp::strategy strategy_;
  std::unique_ptr<search> search_;
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const sssp::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        problem_(problem),
        run_(run),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)),
        asked_(static_cast<strategy>(run.strategy)) {
    if (Exec::on_device && asked_ == strategy::automatic)
      long_paths_ = has_long_paths(exec, device_.graph(), source_.span());
    if (!Exec::on_device && asked_ == strategy::persistent) asked_ = strategy::near_far;
    if (!Exec::on_device && asked_ == strategy::children) asked_ = strategy::donation;
    switch (problem.graph.kind) {
      case weight_kind::none:
      case weight_kind::int32: add(narrow_, narrow_length{device_.template weight<std::uint32_t>()}); break;
      case weight_kind::int64: add(wide_, wide_length{device_.template weight<std::uint64_t>()}); break;
      case weight_kind::float32: add(real_, real_length{device_.template weight<float>()}); break;
    }
  }

  // 32-bit labels until a distance does not fit into them; then, and from then on, 64-bit ones.
  void solve() {
    for (auto& s : real_) return s.solve();
    if (wide_.empty() && wide32_.empty()) {
      narrow_.front().solve();
      if (checked_) return;
      checked_ = true;
      if (!narrow_.front().overflowed()) return;
      narrow_.clear();
      add(wide32_, wide32_length{device_.template weight<std::uint32_t>()});
    }
    for (auto& s : wide_) s.solve();
    for (auto& s : wide32_) s.solve();
  }

  void finish(answer& answer) {
    const bool parents = problem_.parents != 0;
    auto beyond = [](bool overflowed) {
      if (overflowed) throw error(status::bad_input, "a distance exceeds 64 bits");
    };
    for (auto& s : narrow_) s.finish(answer, parents);
    for (auto& s : real_) s.finish(answer, parents);
    for (auto& s : wide_) {
      beyond(s.overflowed());
      s.finish(answer, parents);
    }
    for (auto& s : wide32_) {
      beyond(s.overflowed());
      s.finish(answer, parents);
    }
  }

 private:
  using narrow_length = whole_length<std::uint32_t, std::uint32_t>;
  using wide32_length = whole_length<std::uint32_t, std::uint64_t>;
  using wide_length = whole_length<std::uint64_t, std::uint64_t>;

  // The one solver that is in use. Labels of another width need other room, so its strategy is chosen then.
  template <class Length> void add(std::vector<solver<Exec, Length>>& to, Length length) {
    using label = typename Length::label;
    solver<Exec, Length>& solver = to.emplace_back(exec_, device_.graph(), length, source_.span(), asked_);
    if (asked_ == strategy::automatic) solver.choose(long_paths_, problem_.window > 0);
    run_.strategy = static_cast<std::uint32_t>(solver.chosen());
    const bool windowed = solver.chosen() == strategy::near_far || solver.chosen() == strategy::persistent;
    const double width = windowed ? window(solver.chosen()) : 1;
    if constexpr (std::is_same_v<Length, real_length>)
      solver.prepare(real_length::of(width));
    else
      solver.prepare(whole_window<label>(width));
  }

  // 32 mean weights over the mean degree (the same paper's rule): what 32 threads find work for. Four times that where a
  // window costs two barriers of the grid: measured on road maps, from 12,500 to 50,000 a window, 26.6 to 21.4 ms. A
  // CPU's few threads need less to do at once, and the less the more arcs a vertex has.
  double window(strategy how) {
    const std::uint64_t m = device_.graph().edges();
    if (problem_.window > 0 || m == 0) return problem_.window > 0 ? problem_.window : 1;
    buffer<double> sum(exec_, 1);
    double total = static_cast<double>(m);
    auto add = [&](auto values) {
      reduce_into<double>(exec_, m, values, sum.data(), 0.0);
      total = exec_.read(sum.data());
    };
    if (device_.kind() == weight_kind::int32) add(weight_value<std::int32_t>{device_.template weight<std::int32_t>()});
    if (device_.kind() == weight_kind::int64) add(weight_value<std::int64_t>{device_.template weight<std::int64_t>()});
    if (device_.kind() == weight_kind::float32) add(weight_value<float>{device_.template weight<float>()});
    const double mean = total / static_cast<double>(m);
    const double degree = std::max(1.0, static_cast<double>(m) / device_.graph().vertices);
    const double width = mean * (how == strategy::persistent ? 128 / degree
                                 : Exec::on_device           ? 32 / degree
                                                             : 64 / degree / degree);
    return width > 0 ? width : 1;  // all weights are 0
  }
  template <class T> static T whole_window(double width) {
    constexpr auto most = static_cast<double>(std::numeric_limits<T>::max() / 4);
    return width >= most ? std::numeric_limits<T>::max() / 4 : static_cast<T>(std::max(1.0, width));
  }

  Exec& exec_;
  device_graph<Exec> device_;
  problem problem_;
  run_request& run_;
  buffer<std::uint32_t> source_;
  strategy asked_;
  bool long_paths_ = false;
  bool checked_ = false;                             // distances from this source fit
  std::vector<solver<Exec, narrow_length>> narrow_;  // of the four, the one in use has an element
  std::vector<solver<Exec, wide32_length>> wide32_;
  std::vector<solver<Exec, wide_length>> wide_;
  std::vector<solver<Exec, real_length>> real_;
};

}  // namespace amorph::sssp
