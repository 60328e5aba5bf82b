// An advance whose arcs lead to one of two lists: the next one at hand, and one that waits and grows.
#pragma once

#include "amorph/operators/advance.hpp"

namespace amorph::paths {

namespace detail = amorph::detail;

// f(from, e, to): 0 nothing, 1 the first list, 2 the second. As visit_and_append, twice.
template <class F> struct visit_and_split {
  F f;
  std::uint32_t* out[2];
  std::uint32_t* count[2];
  detail::visit_queue* queues;  // CPU: two a team

  template <class Team>
  AMORPH_BODY void operator()(Team team, bool active, std::uint32_t from, std::uint64_t edge, std::uint32_t to) const {
    const unsigned where = active ? f(from, edge, to) : 0;
    if constexpr (Team::size() == 1) {
      if (where == 0) return;
      detail::visit_queue& q = queues[2 * team.index() + where - 1];
      if (q.size == detail::queue_size) flush(q, where - 1);
      q.vertices[q.size++] = to;
    } else {
#if defined(__CUDA_ARCH__)
      for (unsigned list = 0; list != 2; ++list) {
        const std::uint32_t members = team.ballot(where == list + 1);
        if (members == 0) continue;
        std::uint32_t base = 0;
        if (team.rank() == 0) base = atomic_add(count[list], static_cast<std::uint32_t>(__popc(members)));
        base = team.broadcast(base) + static_cast<std::uint32_t>(__popc(members & ((1u << team.rank()) - 1)));
        if (where == list + 1) out[list][base] = to;
      }
#endif
    }
  }
  AMORPH_HD void flush(detail::visit_queue& q, unsigned list) const {
    const std::uint32_t base = atomic_add(count[list], q.size);
    for (std::uint32_t i = 0; i != q.size; ++i) out[list][base + i] = q.vertices[i];
    q.size = 0;
  }
};

template <class Exec> class two_lists {
 public:
  explicit two_lists(Exec& exec)
      : exec_(&exec), counts_(exec, 2), queues_(exec, Exec::on_device ? 0 : 2 * std::size_t{exec.team_count()}) {}

  // `next` is made; `wait`, of which `waiting` places are taken, is added to. Returns how many are taken now. Both have
  // room for all that f sends there. A round trip on the device.
  template <class F>
  std::uint32_t advance(const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, frontier<Exec>& wait,
                        std::uint32_t waiting, balance how, F f) {
    exec_->write(counts_.data() + 1, waiting);
    const visit_and_split<F> visit{
        f, {next.data(), wait.data()}, {next.begin_writing(), counts_.data() + 1}, queues_.data()};
    const std::size_t queues = queues_.size();
    for (std::size_t q = 0; q != queues; ++q) queues_.data()[q].size = 0;
    detail::visit_listed(*exec_, graph, front.vertices(), how, visit);
    for (std::size_t q = 0; q != queues; ++q) visit.flush(queues_.data()[q], q % 2);
    next.end_writing();
    return exec_->read(counts_.data() + 1);
  }

 private:
  Exec* exec_;
  typename Exec::template buffer<std::uint32_t> counts_;
  typename Exec::template buffer<detail::visit_queue> queues_;
};

}  // namespace amorph::paths
