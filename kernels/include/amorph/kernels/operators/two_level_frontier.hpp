// An advance into two lists: the next frontier, and a deferred list that grows (the near and far piles of Davidson et
// al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014).
//
//  two_level_frontier<Exec> lists(exec);
//  deferred = lists.advance(graph, front, next, wait, deferred, balance::edge, f);   // f(from, edge, to): 0, 1 or 2
#pragma once

#include "amorph/kernels/operators/advance.hpp"

namespace amorph {

namespace detail {

template <class F> struct visit_and_split {
  F f;
  append_target list[2];
  visit_queue* queues;  // CPU: two per team
  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t) const {
    const unsigned list_number = active ? f(from, edge, to) : 0;
    list[0].append(team, list_number == 1, to, queues + 2 * std::size_t{team.index()});
    list[1].append(team, list_number == 2, to, queues + 2 * std::size_t{team.index()} + 1);
  }
};

struct two_counts {
  std::uint64_t next, waiting;
};

}  // namespace detail

template <class Exec> class two_level_frontier {
 public:
  explicit two_level_frontier(Exec& exec) : exec_(&exec), counts_(exec, 1), queues_(2) {}

  // For each edge of `front`, f returns 0 (nothing), 1 (append to `next`, which starts empty) or 2 (append to `wait`,
  // which already holds `waiting` vertices). Returns the new size of `wait`. Throws error(internal) if either capacity
  // is exceeded. The order of both lists is not deterministic. One read-back.
  template <class F>
  std::uint64_t advance(const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, frontier<Exec>& wait,
                        std::uint64_t waiting, balance strategy, F f) {
    exec_->write(counts_.data(), detail::two_counts{0, waiting});
    detail::two_counts* counts = counts_.data();
    const detail::visit_and_split<F> visit{
        f,
        {{next.data(), &counts->next, next.capacity()}, {wait.data(), &counts->waiting, wait.capacity()}},
        queues_.emptied(*exec_)};
    detail::visit_listed(*exec_, graph, front, strategy, visit);
    queues_.flush(visit.list);
    const detail::two_counts now = exec_->read(counts);
    next.written(now.next);
    wait.written(now.waiting);
    return now.waiting;
  }

 private:
  Exec* exec_;
  typename Exec::template buffer<detail::two_counts> counts_;
  detail::visit_queues<Exec> queues_;
};

}  // namespace amorph
