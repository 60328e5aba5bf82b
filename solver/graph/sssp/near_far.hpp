// Near-far (Davidson, Baxter, Garland, Owens, "Work-efficient parallel GPU methods for single-source shortest paths", IPDPS
// 2014): what falls below the window's end goes on at once, the rest waits in a list that is sifted when the window moves
// on. Here a vertex stands in a list once, so lists have n places, and the window jumps to the least label that waits.
#pragma once

#include <algorithm>

#include "amorph/kernels/operators/two_level_frontier.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/sssp/state.hpp"

namespace amorph::sssp {

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
        least_(s.exec, 1),
        front_(s.exec, s.graph.vertices),
        next_(s.exec, s.graph.vertices),
        wait_(s.exec, s.graph.vertices),
        sifted_(s.exec, s.graph.vertices),
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
        if (turn == 0) exec.fill(listed_.span(), ~std::uint32_t{0});  // all numbers have had their turn
        waiting = lists_.advance(s_.graph, front_, next_, wait_, waiting, fit_balance<Exec>,
                                 relax_once<Length>{s_.length, s_.at.data(), listed_.data(), waits_.data(), turn, end});
        front_.swap(next_);
      }
      if (waiting == 0) return;
      begin = end;
      const span<const std::uint32_t> list(wait_.data(), waiting);
      sift(list, begin, amorph::unreached<label>, sifted_);  // drops what was handled
      exec.for_each(waiting, store_at_listed<std::uint32_t>{list.data(), waits_.data(), 0});
      if (sifted_.empty()) return;
      const label first = least_waiting();
      end = std::max<label>(Length::sum(first, s_.window), first + 1);
      sift(sifted_.vertices(), begin, end, front_);
      sift(sifted_.vertices(), end, amorph::unreached<label>, wait_);
      waiting = wait_.size();
      exec.for_each(waiting, store_at_listed<std::uint32_t>{wait_.data(), waits_.data(), 1});
    }
  }

 private:
  void sift(span<const std::uint32_t> list, label begin, label end, frontier<Exec>& to) {
    std::uint64_t* count = to.begin_writing();
    select(s_.exec, list, lies_within<label>{s_.at.data(), begin, end}, span<std::uint32_t>(to.data(), to.capacity()),
           count);
    to.end_writing();
  }
  label least_waiting() {
    reduce_into<label>(s_.exec, sifted_.size(), label_of<label>{s_.at.data(), sifted_.data()}, least_.data(),
                       amorph::unreached<label>, minimum<label>{});
    return s_.exec.read(least_.data());
  }

  search_state<Exec, Length>& s_;
  typename Exec::template buffer<std::uint32_t> listed_, waits_;
  typename Exec::template buffer<label> least_;
  frontier<Exec> front_, next_, wait_, sifted_;
  two_level_frontier<Exec> lists_;
};

}  // namespace amorph::sssp
