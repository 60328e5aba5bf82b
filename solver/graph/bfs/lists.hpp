// Frontiers as lists of vertices, each claimed by one thread, with several load-balance and insertion strategies.
#pragma once

#include "solver/graph/bfs/state.hpp"
#include "solver/graph/common/steps.hpp"

namespace amorph::bfs {

// `Step` is one of steps.hpp.
template <class Exec, class Step> class list_search final : public search {
 public:
  template <class... Options>
  explicit list_search(search_state<Exec>& s, Options... options)
      : s_(s), step_(s.exec, s.graph, options...), front_(s.exec, s.graph.vertices), next_(s.exec, s.graph.vertices) {}
  void run() override {
    front_.copy(s_.source);
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      s_.exec.report("level", depth);
      step_(s_.exec, s_.graph, front_, next_, claim{s_.level.data(), depth});
      front_.swap(next_);
    }
  }

 private:
  search_state<Exec>& s_;
  Step step_;
  frontier<Exec> front_, next_;
};

}  // namespace amorph::bfs
