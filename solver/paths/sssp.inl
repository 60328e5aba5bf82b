// Shortest paths from sources: labels that only fall, in several orders of work.
#pragma once

#include <cmath>
#include <limits>

#include "amorph/graph/split_rows.hpp"
#include "amorph/operators/advance.hpp"
#include "amorph/operators/lengths.hpp"
#include "amorph/paths.hpp"
#include "core.hpp"
#include "device_graph.hpp"
#include "tight_tree.hpp"
#include "two_lists.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/operators/waves.cuh"
#endif

namespace amorph::paths {

template <class Label> struct start_at {
  const std::uint32_t* source;
  Label* label;
  AMORPH_BODY void operator()(std::size_t i) const { label[source[i]] = 0; }
};

// IIIT report, section VI, first kernel: a masked vertex lowers its neighbours' new labels.
template <class Length> struct mask_relax {
  using label = typename Length::label;
  csr graph;
  Length length;
  const label* at;
  label* lower;
  std::uint32_t* front;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (front[v] == 0) return;
    front[v] = 0;
    const label d = at[v];
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      label sum;
      if (length(d, e, sum) && sum < atomic_load(&lower[graph.to[e]])) atomic_min(&lower[graph.to[e]], sum);
    }
  }
};
// Second kernel: what fell is the label now, and its vertex is masked.
template <class Label> struct mask_update {
  Label *at, *lower;
  std::uint32_t *front, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (lower[v] >= at[v]) return;
    at[v] = lower[v];
    front[v] = 1;
    atomic_store(any, 1);
  }
};
struct mark_source {
  const std::uint32_t* source;
  std::uint32_t* front;
  AMORPH_BODY void operator()(std::size_t i) const { front[source[i]] = 1; }
};

// No atomics but loads and stores of whole words. Intended race: two threads may both find a neighbour's label too large
// and the larger of their values may be what stays; the step then counts as one that changed something, and the next step
// visits every arc again, so a lost value is found again. Labels of the last step, in which no arc changed any, are the
// least ones. A label never rises above what it was before the step began: every value written is below one read in it.
template <class Length> struct plain_relax {
  using label = typename Length::label;
  Length length;
  label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const label d = atomic_load(&at[from]);
    label sum;
    if (d == unreached_label || !length(d, e, sum) || sum >= atomic_load(&at[to])) return;
    atomic_store(&at[to], sum);
    atomic_store(any, 1);
  }
  static constexpr label unreached_label = amorph::unreached<label>;
};

// Where an arc leads: nowhere, or to the list at hand (1), or to the list of what waits (2); a vertex stands once in each.
template <class Length> struct relax_once {
  using label = typename Length::label;
  Length length;
  label* at;
  std::uint32_t *listed, *waits;  // the turn in which a vertex was listed; whether it waits
  std::uint32_t turn;
  label end;
  AMORPH_BODY unsigned operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    label sum;
    if (!length(atomic_load(&at[from]), e, sum) || sum >= atomic_load(&at[to]) || atomic_min(&at[to], sum) <= sum)
      return 0;
    if (sum < end) return atomic_exchange(&listed[to], turn) != turn ? 1 : 0;
    return atomic_exchange(&waits[to], 1) == 0 ? 2 : 0;
  }
};
template <class Length> struct relax_or_not {
  relax_once<Length> f;
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    return f(from, e, to) == 1;
  }
};
template <class Label> struct waits_on {
  const Label* at;
  std::uint32_t* waits;
  Label end;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return at[v] >= end; }
};
template <class Label> struct comes_now {
  const Label* at;
  Label begin, end;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return at[v] >= begin && at[v] < end; }
};
struct waits_no_more {
  const std::uint32_t* list;
  std::uint32_t* waits;
  AMORPH_BODY void operator()(std::size_t i) const { waits[list[i]] = 0; }
};
template <class Label> struct label_of {
  const Label* at;
  const std::uint32_t* list;
  AMORPH_BODY Label operator()(std::size_t i) const { return at[list[i]]; }
};

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
// Whether an arc leads out of what was reached: its sum had no place in a label.
template <class Label> struct leads_beyond {
  const Label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    if (at[from] != amorph::unreached<Label> && at[to] == amorph::unreached<Label>) atomic_store(any, 1);
  }
};

// For one type of label and weight.
template <class Exec, class Length> class sssp_solver {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr balance shared_out = Exec::on_device ? balance::edge : balance::warp;

 public:
  using label = typename Length::label;

  sssp_solver(Exec& exec, const csr& graph, Length length, span<const std::uint32_t> source, strategy how, label window)
      : exec_(exec),
        graph_(graph),
        length_(length),
        source_(source),
        how_(how),
        window_(window),
        at_(exec, graph.vertices),
        any_(exec, 1),
        front_(exec, 0),
        next_(exec, 0),
        wait_(exec, 0),
        sifted_(exec, 0) {
    const std::uint32_t n = graph.vertices;
    if (how == strategy::mask) {
      lower_ = buffer<label>(exec, n);
      listed_ = buffer<std::uint32_t>(exec, n);
    }
    if (how == strategy::split) {
      split_.emplace_back(exec, graph, split_bound(exec, graph));
      pieces_.emplace_back(exec, split_.front().pieces().vertices);
    }
    if (how == strategy::worklist || how == strategy::split || how == strategy::near_far) {
      listed_ = buffer<std::uint32_t>(exec, n);
      waits_ = buffer<std::uint32_t>(exec, n);
      for (frontier<Exec>* f : {&front_, &next_, &wait_, &sifted_}) *f = frontier<Exec>(exec, n);
    }
#if AMORPH_DEVICE_COMPILER
    if (how == strategy::persistent) waves_.emplace_back(exec, n);
#endif
  }

  void solve() {
    if (source_.empty()) return;  // the graph has no vertices
    exec_.fill(at_.span(), amorph::unreached<label>);
    exec_.for_each(source_.size(), start_at<label>{source_.data(), at_.data()});
    switch (how_) {
      case strategy::mask: return by_mask();
      case strategy::topology: return by_topology();
      case strategy::worklist: return by_windows(amorph::unreached<label>);
      case strategy::split: return by_splitting();
      case strategy::persistent:
#if AMORPH_DEVICE_COMPILER
        return waves_.front().run(graph_, length_, at_.span(), source_, window_);
#endif
      default: return by_windows(window_);
    }
  }

  // Whether a distance had no place in a label.
  [[nodiscard]] bool overflowed() {
    exec_.write(any_.data(), 0);
    for_each_edge(exec_, graph_, balance::edge, leads_beyond<label>{at_.data(), any_.data()});
    return exec_.read(any_.data()) != 0;
  }

  void finish(sssp_answer& answer, bool parents) {
    const std::size_t n = graph_.vertices;
    {
      buffer<std::uint64_t> wide(exec_, n);
      exec_.for_each(n, widen<label>{at_.data(), wide.data()});
      exec_.template copy_out<std::uint64_t>(wide.span(), span<std::uint64_t>(answer.distance, n));
    }
    if (!parents) return;
    buffer<std::uint32_t> parent(exec_, n);
    tight_tree(exec_, graph_, length_, at_.span(), source_, parent.span());
    exec_.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }

 private:
  void start_list() {
    std::uint32_t* count = front_.begin_writing();
    exec_.copy(source_, span<std::uint32_t>(front_.data(), source_.size()));
    exec_.write(count, static_cast<std::uint32_t>(source_.size()));
    front_.end_writing();
  }
  void by_mask() {
    exec_.copy(at_.span(), lower_.span());
    exec_.fill(listed_.span(), 0);
    exec_.for_each(source_.size(), mark_source{source_.data(), listed_.data()});
    do {
      exec_.write(any_.data(), 0);
      exec_.for_each(graph_.vertices, mask_relax<Length>{graph_, length_, at_.data(), lower_.data(), listed_.data()});
      exec_.for_each(graph_.vertices, mask_update<label>{at_.data(), lower_.data(), listed_.data(), any_.data()});
    } while (exec_.read(any_.data()) != 0);
  }
  void by_topology() {
    do {
      exec_.write(any_.data(), 0);
      for_each_edge(exec_, graph_, balance::warp, plain_relax<Length>{length_, at_.data(), any_.data()});
    } while (exec_.read(any_.data()) != 0);
  }

  // The same list with a thread a piece of a row.
  void by_splitting() {
    split_rows<Exec>& split = split_.front();
    exec_.fill(listed_.span(), 0);
    exec_.fill(waits_.span(), 0);
    start_list();
    for (std::uint32_t turn = 1; !front_.empty(); ++turn) {
      if (turn == 0) exec_.fill(listed_.span(), ~std::uint32_t{0});  // all numbers have had their turn
      split.expand(front_, pieces_.front());
      const relax_once<Length> relax{length_,       at_.data(), listed_.data(),
                                     waits_.data(), turn,       amorph::unreached<label>};
      amorph::advance(exec_, split.pieces(), pieces_.front(), next_, balance::thread,
                      split.of_owner(relax_or_not<Length>{relax}));
      front_.swap(next_);
    }
  }

  // Near-far (Davidson, Baxter, Garland, Owens, IPDPS 2014): what falls below the window's end goes on at once, the rest
  // waits in a list that is sifted when the window moves on. Here a vertex stands in a list once, so lists have n places.
  void by_windows(label width) {
    exec_.fill(listed_.span(), 0);
    exec_.fill(waits_.span(), 0);
    start_list();
    label begin = 0, end = width == amorph::unreached<label> ? width : Length::sum(0, width);
    two_lists<Exec> lists(exec_);
    std::uint32_t waiting = 0;
    for (std::uint32_t turn = 1;;) {
      for (; !front_.empty(); ++turn) {
        if (turn == 0) exec_.fill(listed_.span(), ~std::uint32_t{0});  // all numbers have had their turn
        waiting = lists.advance(graph_, front_, next_, wait_, waiting, shared_out,
                                relax_once<Length>{length_, at_.data(), listed_.data(), waits_.data(), turn, end});
        front_.swap(next_);
      }
      if (waiting == 0) return;
      // The next window starts at the least label that waits.
      typename Exec::template buffer<label> least(exec_, 1);
      const span<const std::uint32_t> list(wait_.data(), waiting);
      begin = end;
      sift(list, comes_now<label>{at_.data(), begin, amorph::unreached<label>}, sifted_);  // drops what was handled
      if (sifted_.empty()) {
        exec_.for_each(waiting, waits_no_more{list.data(), waits_.data()});
        return;
      }
      reduce_into<label>(exec_, sifted_.size(), label_of<label>{at_.data(), sifted_.data()}, least.data(),
                         amorph::unreached<label>, minimum<label>{});
      const label first = exec_.read(least.data());
      end = std::max<label>(Length::sum(first, width), first + 1);
      exec_.for_each(waiting, waits_no_more{list.data(), waits_.data()});
      sift(sifted_.vertices(), comes_now<label>{at_.data(), begin, end}, front_);
      sift(sifted_.vertices(), waits_on<label>{at_.data(), waits_.data(), end}, wait_);
      waiting = wait_.size();
      exec_.for_each(waiting, mark_source{wait_.data(), waits_.data()});
    }
  }
  template <class Keep> void sift(span<const std::uint32_t> list, Keep keep, frontier<Exec>& to) {
    std::uint32_t* count = to.begin_writing();
    select(exec_, list, keep, span<std::uint32_t>(to.data(), to.capacity()), count);
    to.end_writing();
  }

  Exec& exec_;
  csr graph_;
  Length length_;
  span<const std::uint32_t> source_;
  strategy how_;
  label window_;
  buffer<label> at_, lower_;
  buffer<std::uint32_t> any_, listed_, waits_;
  frontier<Exec> front_, next_, wait_, sifted_;
  std::vector<split_rows<Exec>> split_;  // at most one, as those below
  std::vector<frontier<Exec>> pieces_;
#if AMORPH_DEVICE_COMPILER
  std::vector<waves<Length>> waves_;
#endif
};

template <class Exec> class sssp_core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  sssp_core(Exec& exec, const weighted_csr& graph, const sssp_problem& problem, core_run& run)
      : exec_(exec),
        device_(exec, graph),
        problem_(problem),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)) {
    how_ = static_cast<strategy>(run.strategy);
    if (how_ == strategy::automatic)
      how_ = Exec::on_device && device_.looks_long() ? strategy::persistent : strategy::near_far;
    if (!Exec::on_device && how_ == strategy::persistent) how_ = strategy::near_far;
    run.strategy = static_cast<std::uint32_t>(how_);
    const double width = window();
    switch (graph.kind) {
      case weight_kind::none:
      case weight_kind::int32:
        narrow_.emplace_back(exec, device_.graph(), narrow_length{device_.template weight<std::uint32_t>()},
                             source_.span(), how_, whole_window<std::uint32_t>(width));
        break;
      case weight_kind::int64: make_wide(); break;
      case weight_kind::float32:
        real_.emplace_back(exec, device_.graph(), real_length{device_.template weight<float>()}, source_.span(), how_,
                           real_length::of(width));
        break;
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
      make_wide();
    }
    for (auto& s : wide_) s.solve();
    for (auto& s : wide32_) s.solve();
  }

  void finish(sssp_answer& answer) {
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

  void make_wide() {
    const std::uint64_t width = whole_window<std::uint64_t>(window());
    if (device_.kind() == weight_kind::int64)
      wide_.emplace_back(exec_, device_.graph(), wide_length{device_.template weight<std::uint64_t>()}, source_.span(),
                         how_, width);
    else
      wide32_.emplace_back(exec_, device_.graph(), wide32_length{device_.template weight<std::uint32_t>()},
                           source_.span(), how_, width);
  }

  // 32 mean weights over the mean degree (the same paper's rule): what 32 threads find work for. Four times that where a
  // window costs two barriers of the grid: measured on road maps, from 12,500 to 50,000 a window, 26.6 to 21.4 ms. A
  // CPU's few threads need less to do at once, and the less the more arcs a vertex has.
  double window() {
    if (window_ != 0) return window_;
    const std::uint64_t m = device_.graph().edges();
    window_ = problem_.window;
    if (window_ > 0 || m == 0) return window_ = window_ > 0 ? window_ : 1;
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
    window_ = mean * (how_ == strategy::persistent ? 128 / degree
                      : Exec::on_device            ? 32 / degree
                                                   : 64 / degree / degree);
    return window_ = window_ > 0 ? window_ : 1;  // all weights are 0
  }
  template <class T> static T whole_window(double width) {
    constexpr auto most = static_cast<double>(std::numeric_limits<T>::max() / 4);
    return width >= most ? std::numeric_limits<T>::max() / 4 : static_cast<T>(std::max(1.0, width));
  }

  Exec& exec_;
  device_graph<Exec> device_;
  sssp_problem problem_;
  buffer<std::uint32_t> source_;
  strategy how_;
  double window_ = 0;
  bool checked_ = false;                                  // distances from this source fit
  std::vector<sssp_solver<Exec, narrow_length>> narrow_;  // of the four, the one in use has an element
  std::vector<sssp_solver<Exec, wide32_length>> wide32_;
  std::vector<sssp_solver<Exec, wide_length>> wide_;
  std::vector<sssp_solver<Exec, real_length>> real_;
};

}  // namespace amorph::paths
