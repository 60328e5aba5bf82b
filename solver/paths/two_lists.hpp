// An advance whose arcs lead to one of two lists: the next one at hand, and one that waits and grows.
#pragma once

#include "amorph/operators/advance.hpp"

namespace amorph::paths {

namespace detail = amorph::detail;

// f(from, e, to): 0 nothing, 1 the first list, 2 the second.
template <class F> struct visit_and_split {
  F f;
  detail::list_end list[2];
  detail::visit_queue* queues;  // CPU: two a team
  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to,
                              std::uint64_t) const {
    const unsigned where = active ? f(from, edge, to) : 0;
    list[0].append(team, where == 1, to, queues + 2 * std::size_t{team.index()});
    list[1].append(team, where == 2, to, queues + 2 * std::size_t{team.index()} + 1);
  }
};

struct list_counts {
  std::uint64_t next, waiting;
};

template <class Exec> class two_lists {
 public:
  explicit two_lists(Exec& exec) : exec_(&exec), counts_(exec, 1), queues_(exec, 2) {}

  // `next` is made; `wait`, of which `waiting` places are taken, is added to. Returns how many are taken now. Both have
  // room for all that f sends there. A round trip on the device.
  template <class F>
  std::uint64_t advance(const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, frontier<Exec>& wait,
                        std::uint64_t waiting, balance how, F f) {
    exec_->write(counts_.data(), list_counts{0, waiting});
    list_counts* counts = counts_.data();
    const visit_and_split<F> visit{
        f,
        {{next.data(), &counts->next, next.capacity()}, {wait.data(), &counts->waiting, wait.capacity()}},
        queues_.data()};
    detail::visit_listed(*exec_, graph, front, how, visit);
    queues_.flush(visit.list, 2);
    const list_counts now = exec_->read(counts);
    next.written(now.next);
    return now.waiting;
  }

 private:
  Exec* exec_;
  typename Exec::template buffer<list_counts> counts_;
  detail::visit_queues<Exec> queues_;
};

}  // namespace amorph::paths
