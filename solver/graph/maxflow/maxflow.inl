// Maximum flow by push-relabel: the network, then excess to the sink, then what cannot get there back to the source.
//
// How this differs from the IIIT report, section IX: see README.md.
#pragma once

#include <optional>
#include <utility>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/common/strategy_choice.hpp"
#include "solver/graph/maxflow/core.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#include "solver/graph/maxflow/network.hpp"
#include "solver/graph/maxflow/pulse.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/maxflow/pulse_round.cuh"
#else
#include "solver/graph/maxflow/highest_label.hpp"
#endif

namespace amorph::maxflow {

struct start_height {
  std::uint32_t *height, *at_height;
  std::uint32_t root, top;
  AMORPH_BODY void operator()(std::size_t v) const {
    height[v] = v == root ? 0 : top;
    at_height[v] = 0;
  }
};
struct is_active {
  pulse_state s;
  AMORPH_BODY bool operator()(std::size_t v) const {
    return s.excess[v] > 0 && s.height[v] < s.top() && !s.is_end(static_cast<std::uint32_t>(v));
  }
};
// Intended race: all who set `any` set it to the same 1, and it is read after the step.
struct note_active {
  is_active active;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (active(v)) atomic_store(any, 1);
  }
};
// All that the source's arcs can take leaves it at once.
struct saturate_source {
  pulse_state s;
  std::uint32_t source;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t e = s.net.begin[source] + i;
    const std::int64_t amount = s.net.capacity[e];
    s.residual[e] = 0;
    s.residual[s.net.opposite[e]] = s.net.both[e];
    s.excess[s.net.to[e]] += amount;  // rows have no vertex twice
  }
};
struct discharge_listed {
  pulse_state s;
  const std::uint32_t* list;
  bool may_lift;
  list_claims claim;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t i) const {
    discharge(s, team, list[i], may_lift, claim);
  }
};
struct settle_listed {
  pulse_state s;
  const std::uint32_t* list;
  AMORPH_BODY void operator()(std::size_t i) const { settle(s, list[i]); }
};
struct discharge_each {
  pulse_state s;
  bool may_lift;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t v) const {
    discharge(s, team, static_cast<std::uint32_t>(v), may_lift, no_claims{});
  }
};
// Intended race: on `any`, as above; the look before it spares most of the stores.
struct settle_each {
  pulse_state s;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (s.is_end(static_cast<std::uint32_t>(v))) return;
    if (settle(s, static_cast<std::uint32_t>(v)) && atomic_load(any) == 0) atomic_store(any, 1);
  }
};
struct cannot_reach {
  const std::uint32_t* height;
  std::uint32_t top;
  unsigned char* sink_side;
  AMORPH_BODY void operator()(std::size_t v) const { sink_side[v] = height[v] < top ? 1 : 0; }
};
// What arcs between two vertices carry together is shared out to them in their order; undirected ones that stand in the
// other's row take what is left, against their direction. A row has one owner in each of the two turns.
template <class Weight> struct share_out {
  csr graph;
  detail::capacity_of<Weight> capacity;
  network_view net;
  std::int64_t* left;  // residual before; what is to be shared out, afterwards
  std::int64_t* arc_flow;
  bool against;
  AMORPH_BODY void operator()(std::size_t v) const {
    const auto from = static_cast<std::uint32_t>(v);
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      if (!against) arc_flow[e] = 0;
      if (graph.to[e] == from) continue;
      const std::uint64_t there = detail::place_of(net.begin, net.to, from, graph.to[e]);
      const std::uint64_t at = against ? net.opposite[there] : there;
      const std::int64_t room = capacity(e) - (arc_flow[e] < 0 ? -arc_flow[e] : arc_flow[e]);
      const std::int64_t amount = left[at] < room ? left[at] : room;
      if (amount <= 0) continue;
      left[at] -= amount;
      arc_flow[e] += against ? -amount : amount;
    }
  }
};
struct carried {
  const std::int64_t *capacity, *residual;
  std::int64_t* left;
  AMORPH_BODY void operator()(std::size_t e) const { left[e] = capacity[e] - residual[e]; }
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const maxflow::problem& problem, run_request& run)
      : exec_(exec),
        problem_(problem),
        graph_(exec, problem.graph),
        net_(exec, graph_, problem.undirected != 0, problem.most),
        residual_(exec, net_.arcs()),
        excess_(exec, n()),
        arrived_(exec, n()),
        height_(exec, n()),
        lifted_(exec, n()),
        listed_(exec, n()),
        at_height_(exec, n()),
        front_(exec, n()),
        next_(exec, n()),
        sink_side_(exec, n()),
        count_(exec, 3) {
    strategy_ = static_cast<strategy>(run.strategy);
    if (strategy_ == strategy::automatic) strategy_ = fastest();
    if (Exec::on_device && strategy_ == strategy::highest)
      throw error(status::bad_input, "the strategy 'highest' runs on the CPU alone");
    run.strategy = static_cast<std::uint32_t>(strategy_);
    s_ = {net_.view(),
          residual_.data(),
          excess_.data(),
          arrived_.data(),
          height_.data(),
          lifted_.data(),
          listed_.data(),
          at_height_.data(),
          0,
          0};
#if !AMORPH_DEVICE_COMPILER
    if (strategy_ == strategy::highest) highest_.emplace(exec, n());
#endif
  }

  void solve() {
    pulses_ = global_relabels_ = pulse_ = 0;
    exec_.template copy<std::int64_t>(span<const std::int64_t>(s_.net.capacity, net_.arcs()), residual_.span());
    exec_.fill(excess_.span(), 0);
    exec_.fill(arrived_.span(), 0);
    exec_.fill(lifted_.span(), 0);
    exec_.fill(listed_.span(), 0);
    const std::uint64_t first = exec_.read(s_.net.begin + problem_.source);
    const std::uint64_t last = exec_.read(s_.net.begin + problem_.source + 1);
    exec_.for_each(last - first, saturate_source{s_, problem_.source});
    move_excess(problem_.sink, problem_.source);
    exec_.for_each(n(), cannot_reach{height_.data(), s_.top(), sink_side_.data()});
    move_excess(problem_.source, problem_.sink);
  }

  void finish(answer& answer) {
    // What stands at the sink: it arrived, or came straight from the source.
    answer.flow = exec_.read(excess_.data() + problem_.sink) + exec_.read(arrived_.data() + problem_.sink);
    answer.pulses = pulses_;
    answer.global_relabels = global_relabels_;
    exec_.template copy_out<unsigned char>(sink_side_.span(), span<unsigned char>(answer.sink_side, n()));
    if (answer.arc_flow == nullptr) return;
#if !AMORPH_DEVICE_COMPILER
    highest_.reset();  // its memory serves the arcs
#endif
    if (graph_.kind() == weight_kind::int64)
      tell_arcs<std::int64_t>(answer.arc_flow);
    else
      tell_arcs<std::int32_t>(answer.arc_flow);
  }

 private:
  [[nodiscard]] std::uint32_t n() const { return graph_.graph().vertices; }

  [[nodiscard]] strategy fastest() {
#if AMORPH_DEVICE_COMPILER
    return strategy::pulse;  // which is the leanest there
#else
    const candidate<strategy> by_height{strategy::highest, highest_label_run::bytes(n())},
        by_list{strategy::pulse, scratch_for(n())}, by_mask{strategy::mask, 0};
    return first_that_fits(exec_, {by_height, by_list, by_mask});
#endif
  }

  // Rounds, until nobody who has excess can reach the root.
  void move_excess(std::uint32_t root, std::uint32_t other) {
    s_.root = root;
    s_.other = other;
    switch (strategy_) {
      case strategy::highest:
#if !AMORPH_DEVICE_COMPILER
        highest_->run(s_, pulses_, global_relabels_);
#endif
        return;
      case strategy::mask:
        while (mask_round()) {}
        return;
      default:
        while (list_round()) {}
    }
  }

  // Heights are the distances to the root in the residual network; returns the largest, and one more.
  std::uint32_t relabel() {
    exec_.report("global relabelling", ++global_relabels_);
    exec_.for_each(n(), start_height{height_.data(), at_height_.data(), s_.root, s_.top()});
    const csr rows{n(), span<const std::uint64_t>(s_.net.begin, n() + std::size_t{1}),
                   span<const std::uint32_t>(s_.net.to, net_.arcs())};
    front_.assign(s_.root);
    std::uint32_t level = 0;
    for (; !front_.empty(); ++level) {
      exec_.write(at_height_.data() + level, static_cast<std::uint32_t>(front_.size()));
      advance(exec_, rows, front_, next_, fit_balance<Exec>, reach_back{s_, level + 1});
      front_.swap(next_);
    }
    return level;
  }
  [[nodiscard]] std::uint32_t pulses_after(std::uint32_t depth) const {
    const std::uint64_t given = std::uint64_t{problem_.relabels} * problem_.pushes;
    if (given == 0) return pulses_for_depth(depth);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(given, std::uint32_t{1} << 30));
  }

  bool mask_round() {
    const std::uint32_t pulses = pulses_after(relabel());
    bool any = true;
    exec_.write(count_.data(), 0);
    // A look at the flag costs a round trip: once a relabelling step.
    exec_.for_each(n(), note_active{is_active{s_}, count_.data()});
    if (exec_.read(count_.data()) == 0) return false;
    for (std::uint32_t p = 0; p < pulses && any; ++p) {
      const bool may_lift = (p + 1) % problem_.pushes == 0;
      if (may_lift) exec_.write(count_.data(), 0);
      exec_.for_each_team(n(), discharge_each{s_, may_lift});
      exec_.for_each(n(), settle_each{s_, count_.data()});
      if (may_lift) any = exec_.read(count_.data()) != 0;
      ++pulses_;
    }
    return true;
  }

#if AMORPH_DEVICE_COMPILER
  bool list_round() {
    ++global_relabels_;
    // Pulses are numbered through both phases, so that what is listed for one is never taken for another.
    buffer<round_outcome> outcome(exec_, 1);
    exec_.write(outcome.data(), round_outcome{0, 0, pulse_});
    const std::uint64_t given = std::uint64_t{problem_.relabels} * problem_.pushes;
    pulse_round body{s_,
                     {front_.data(), next_.data()},
                     count_.data(),
                     outcome.data(),
                     problem_.pushes,
                     given == 0 ? 0 : pulses_after(0)};
    persistent(exec_, body, 1);
    const auto now = exec_.read(outcome.data());
    pulses_ += now.pulse - pulse_;
    pulse_ = now.pulse;
    keep_numbers_small();
    return now.active != 0;
  }
#else
  bool list_round() {
    const std::uint32_t pulses = pulses_after(relabel());
    std::uint32_t* lists[2] = {front_.data(), next_.data()};
    std::uint32_t* const count = count_.data();
    count[pulse_ % 2] = static_cast<std::uint32_t>(
        select_indices(exec_, n(), is_active{s_}, span<std::uint32_t>(lists[pulse_ % 2], n())));
    if (count[pulse_ % 2] == 0) return false;
    for (std::uint32_t p = 0; p != pulses && count[pulse_ % 2] != 0; ++p, ++pulse_, ++pulses_) {
      const unsigned here = pulse_ % 2, there = 1 - here;
      count[there] = 0;
      const list_claims claim{{lists[there], count + there}, listed_.data(), pulse_ + 1};
      exec_.for_each_team(count[here], discharge_listed{s_, lists[here], (pulse_ + 1) % problem_.pushes == 0, claim});
      exec_.for_each(count[there], settle_listed{s_, lists[there]});
    }
    keep_numbers_small();
    return true;
  }
#endif
  // Pulses have 32-bit numbers; when these near their end all begin anew.
  void keep_numbers_small() {
    if (pulse_ < (std::uint32_t{1} << 31)) return;
    pulse_ = 0;
    exec_.fill(listed_.span(), 0);
  }

  template <class Weight> void tell_arcs(std::int64_t* to) {
    const std::uint64_t m = graph_.graph().edges();
    buffer<std::int64_t> left(exec_, net_.arcs()), arc_flow(exec_, m);
    exec_.for_each(net_.arcs(), carried{s_.net.capacity, residual_.data(), left.data()});
    share_out<Weight> share{
        graph_.graph(), {graph_.template weight<Weight>(), problem_.most}, s_.net, left.data(), arc_flow.data(), false};
    exec_.for_each(n(), share);
    share.against = true;
    if (problem_.undirected != 0) exec_.for_each(n(), share);
    exec_.template copy_out<std::int64_t>(arc_flow.span(), span<std::int64_t>(to, m));
  }

  Exec& exec_;
  problem problem_;
  device_graph<Exec> graph_;
  network<Exec> net_;
  buffer<std::int64_t> residual_, excess_, arrived_;
  buffer<std::uint32_t> height_, lifted_, listed_, at_height_;
  frontier<Exec> front_, next_;
  buffer<unsigned char> sink_side_;
  buffer<std::uint32_t> count_;
  pulse_state s_{};
#if !AMORPH_DEVICE_COMPILER
  std::optional<highest_label_run> highest_;
#endif
  maxflow::strategy strategy_ = strategy::automatic;
  std::uint64_t pulses_ = 0, global_relabels_ = 0;
  std::uint32_t pulse_ = 0;
};

}  // namespace amorph::maxflow
