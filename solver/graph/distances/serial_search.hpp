// Sequential near-far search (Davidson, Baxter, Garland, Owens, IPDPS 2014); on a CPU each thread runs its own.
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/kernels/graph/csr.hpp"
#include "solver/graph/common/lengths.hpp"

namespace amorph::distances {

template <class Length> class alignas(64) serial_search {
 public:
  using label = typename Length::label;

  // best[v]: the minimum over all paths from the source to v, or unreached. Calls poll() once per window.
  template <class Poll>
  void run(const csr& graph, Length length, std::uint32_t source, label window, span<label> best, Poll poll) {
    std::fill(best.begin(), best.end(), amorph::unreached<label>);
    best[source] = 0;
    near_.assign(1, {source, 0});
    far_.clear();
    for (label end = Length::sum(0, window); !near_.empty(); end = next_window(best, end, window)) {
      for (std::size_t i = 0; i != near_.size(); ++i) relax(graph, length, near_[i], end, best);
      near_.clear();
      poll();
    }
  }

 private:
  struct labelled {
    std::uint32_t vertex;
    label at;
  };

  void relax(const csr& graph, Length length, labelled from, label end, span<label> best) {
    if (best[from.vertex] < from.at) return;  // a newer entry exists
    for (std::uint64_t e = graph.begin[from.vertex]; e != graph.begin[from.vertex + std::size_t{1}]; ++e) {
      const std::uint32_t to = graph.to[e];
      label at;
      if (!length(from.at, e, at) || at >= best[to]) continue;
      best[to] = at;
      (at < end ? near_ : far_).push_back({to, at});
    }
  }
  // Moves the vertices of the next non-empty window from far to near. Returns its end.
  label next_window(span<label> best, label end, label window) {
    label minimum = amorph::unreached<label>;
    std::erase_if(far_, [&](const labelled& l) { return best[l.vertex] < l.at; });
    for (const labelled& l : far_) minimum = std::min(minimum, l.at);
    label next = Length::sum(std::max(end, minimum), window);
    if (next <= minimum) next = minimum + 1;  // the window is too narrow for the precision of large labels
    std::erase_if(far_, [&](const labelled& l) {
      if (l.at >= next) return false;
      near_.push_back(l);
      return true;
    });
    return next;
  }

  std::vector<labelled> near_, far_;
};

}  // namespace amorph::distances
