// Near-far (Davidson, Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source shortest paths",
// IPDPS 2014): labels below the window's end are processed at once, the others wait in a list that is filtered when the
// window moves. Here a vertex is in a list at most once, so lists have capacity n, and the window jumps to the minimum
// far label.
#pragma once

#include <algorithm>

#include "amorph/kernels/operators/two_level_frontier.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/sssp/state.hpp"

namespace amorph::sssp {

// Appends the target of an arc to no list (0), to the near list (1) or to the far list (2); to each at most once.
template <class Length> struct relax_once {
  using label = typename Length::label;
  Length length;
  label* at;
  std::uint32_t *listed, *waits;  // the turn in which a vertex was listed; whether it is in the far list
  std::uint32_t turn;
  label end;
  AMORPH_BODY unsigned operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    label sum;
    if (!lowers(length, at, from, e, to, sum)) return 0;
    if (sum < end) return atomic_exchange(&listed[to], turn) != turn ? 1 : 0;
    return atomic_exchange(&waits[to], 1) == 0 ? 2 : 0;
  }
};
template <class Label> struct lies_within {
  const Label* at;
  Label begin, end;
  AMORPH_BODY bool operator()(std::uint32_t v) const { return at[v] >= begin && at[v] < end; }
};
template <class Label> struct label_of {
  const Label* at;
  const std::uint32_t* list;
  AMORPH_BODY Label operator()(std::size_t i) const { return at[list[i]]; }
};

template <class Exec, class Length> class near_far_search final : public search {
  using label = typename Length::label;

 public:
  explicit near_far_search(search_state<Exec, Length>& s)
      : s_(s),
        listed_(s.exec, s.graph.vertices),
        waits_(s.exec, s.graph.vertices),
        min_(s.exec, 1),
        front_(s.exec, s.graph.vertices),
        next_(s.exec, s.graph.vertices),
        wait_(s.exec, s.graph.vertices),
        filtered_(s.exec, s.graph.vertices),
        lists_(s.exec) {}
  [[nodiscard]] static std::uint64_t bytes(const Exec& exec, const csr& graph) {
    const std::uint64_t n = graph.vertices;
    return 2 * n * sizeof(std::uint32_t) + 2 * frontier<Exec>::bytes(exec, n, Exec::on_device) +
           2 * frontier<Exec>::bytes(exec, n, false) + scratch_for(n);
  }

  void run() override {
    Exec& exec = s_.exec;
    exec.fill(listed_.span(), 0);
    exec.fill(waits_.span(), 0);
    front_.copy(s_.source);
    std::uint64_t waiting = 0;
    std::uint32_t turn = 1;
    for (label begin = 0, end = Length::sum(0, s_.window);;) {
      for (; !front_.empty(); ++turn) {
        exec.report("step", turn);
        if (turn == 0) exec.fill(listed_.span(), ~std::uint32_t{0});  // the counter has wrapped around
        waiting = lists_.advance(s_.graph, front_, next_, wait_, waiting, fit_balance<Exec>,
                                 relax_once<Length>{s_.length, s_.at.data(), listed_.data(), waits_.data(), turn, end});
        front_.swap(next_);
      }
      if (waiting == 0) return;
      begin = end;
      const span<const std::uint32_t> list(wait_.data(), waiting);
      filter(list, begin, amorph::unreached<label>, filtered_);  // drops vertices that were processed
      exec.for_each(waiting, store_at_listed<std::uint32_t>{list.data(), waits_.data(), 0});
      if (filtered_.empty()) return;
      const label first = min_waiting();
      end = std::max<label>(Length::sum(first, s_.window), first + 1);
      filter(filtered_.vertices(), begin, end, front_);
      filter(filtered_.vertices(), end, amorph::unreached<label>, wait_);
      waiting = wait_.size();
      exec.for_each(waiting, store_at_listed<std::uint32_t>{wait_.data(), waits_.data(), 1});
    }
  }

 private:
  void filter(span<const std::uint32_t> list, label begin, label end, frontier<Exec>& to) {
    std::uint64_t* count = to.begin_writing();
    select(s_.exec, list, lies_within<label>{s_.at.data(), begin, end}, span<std::uint32_t>(to.data(), to.capacity()),
           count);
    to.end_writing();
  }
  label min_waiting() {
    reduce_into<label>(s_.exec, filtered_.size(), label_of<label>{s_.at.data(), filtered_.data()}, min_.data(),
                       amorph::unreached<label>, minimum<label>{});
    return s_.exec.read(min_.data());
  }

  search_state<Exec, Length>& s_;
  typename Exec::template buffer<std::uint32_t> listed_, waits_;
  typename Exec::template buffer<label> min_;
  frontier<Exec> front_, next_, wait_, filtered_;
  two_level_frontier<Exec> lists_;
};

}  // namespace amorph::sssp
