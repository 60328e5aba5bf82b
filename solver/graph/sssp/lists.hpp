// Frontiers as lists of the vertices whose labels fell, each once per step, with several load-balance and insertion
// strategies.
#pragma once

#include "solver/graph/common/steps.hpp"
#include "solver/graph/sssp/state.hpp"

namespace amorph::sssp {

// Of the threads that lower a vertex's label in a turn, the first one lists it.
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

// `Step` is one of steps.hpp.
template <class Exec, class Length, class Step> class list_search final : public search {
 public:
  template <class... Options>
  explicit list_search(search_state<Exec, Length>& s, Options... options)
      : s_(s),
        step_(s.exec, s.graph, options...),
        listed_(s.exec, s.graph.vertices),
        front_(s.exec, s.graph.vertices),
        next_(s.exec, s.graph.vertices) {}
  // In addition to the lists.
  [[nodiscard]] static std::uint64_t bytes(const csr& graph) { return graph.vertices * sizeof(std::uint32_t); }

  void run() override {
    s_.exec.fill(listed_.span(), 0);
    front_.copy(s_.source);
    for (std::uint32_t turn = 1; !front_.empty(); ++turn) {
      s_.exec.report("step", turn);
      if (turn == 0) s_.exec.fill(listed_.span(), ~std::uint32_t{0});  // the counter has wrapped around
      step_(s_.exec, s_.graph, front_, next_, relax_and_list<Length>{s_.length, s_.at.data(), listed_.data(), turn});
      front_.swap(next_);
    }
  }

 private:
  search_state<Exec, Length>& s_;
  Step step_;
  typename Exec::template buffer<std::uint32_t> listed_;
  frontier<Exec> front_, next_;
};

}  // namespace amorph::sssp
