// A list of the vertices whose labels fell, each once a step: with several ways to share out edges, and to find places in
// the list.
#pragma once

#include "amorph/graph/split_rows.hpp"
#include "sssp_state.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/operators/child_kernels.hpp"
#endif

namespace amorph::paths {

// Of those who lower a vertex's label in a turn, the first lists it.
template <class Length> struct relax_and_list {
  using label = typename Length::label;
  Length length;
  label* at;
  std::uint32_t* listed;  // the turn in which a vertex was listed last
  std::uint32_t turn;
  AMORPH_BODY bool operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    label sum;
    return lowers(length, at, from, e, to, sum) && atomic_exchange(&listed[to], turn) != turn;
  }
};

// The turns of a list. step(front, next, relax) is an advance.
template <class Exec, class Length> class sssp_turns {
 public:
  explicit sssp_turns(sssp_state<Exec, Length>& s)
      : s_(s), listed_(s.exec, s.graph.vertices), front_(s.exec, s.graph.vertices), next_(s.exec, s.graph.vertices) {}
  template <class Step> void run(Step step) {
    s_.exec.fill(listed_.span(), 0);
    front_.copy(s_.source);
    for (std::uint32_t turn = 1; !front_.empty(); ++turn) {
      if (turn == 0) s_.exec.fill(listed_.span(), ~std::uint32_t{0});  // all numbers have had their turn
      step(front_, next_, relax_and_list<Length>{s_.length, s_.at.data(), listed_.data(), turn});
      front_.swap(next_);
    }
  }

 private:
  sssp_state<Exec, Length>& s_;
  typename Exec::template buffer<std::uint32_t> listed_;
  frontier<Exec> front_, next_;
};

// `Way` is a balance or an insertion.
template <class Exec, class Length, class Way> class sssp_by_list final : public sssp_way {
 public:
  sssp_by_list(sssp_state<Exec, Length>& s, Way way) : s_(s), way_(way), turns_(s) {}
  void run() override {
    turns_.run(
        [this](const auto& front, auto& next, auto relax) { advance(s_.exec, s_.graph, front, next, way_, relax); });
  }

 private:
  sssp_state<Exec, Length>& s_;
  Way way_;
  sssp_turns<Exec, Length> turns_;
};

// IISc report, section 4.2: a thread a piece of a row.
template <class Exec, class Length> class sssp_by_splitting final : public sssp_way {
 public:
  explicit sssp_by_splitting(sssp_state<Exec, Length>& s)
      : s_(s),
        split_(s.exec, s.graph, split_bound(s.exec, s.graph)),
        pieces_(s.exec, split_.pieces().vertices),
        turns_(s) {}
  void run() override {
    turns_.run([this](const auto& front, auto& next, auto relax) {
      split_.expand(front, pieces_);
      advance(s_.exec, split_.pieces(), pieces_, next, balance::thread, split_.of_owner(relax));
    });
  }

 private:
  sssp_state<Exec, Length>& s_;
  split_rows<Exec> split_;
  frontier<Exec> pieces_;
  sssp_turns<Exec, Length> turns_;
};

#if AMORPH_DEVICE_COMPILER
// Section 4.3: a thread a row, and a kernel of its own for one that is longer than most.
template <class Length> class sssp_by_children final : public sssp_way {
 public:
  explicit sssp_by_children(sssp_state<cuda_exec, Length>& s) : s_(s), most_(split_bound(s.exec, s.graph)), turns_(s) {}
  void run() override {
    turns_.run([this](const auto& front, auto& next, auto relax) {
      advance_by_children(s_.exec, s_.graph, front, next, most_, relax);
    });
  }

 private:
  sssp_state<cuda_exec, Length>& s_;
  std::uint64_t most_;
  sssp_turns<cuda_exec, Length> turns_;
};
#endif

}  // namespace amorph::paths
