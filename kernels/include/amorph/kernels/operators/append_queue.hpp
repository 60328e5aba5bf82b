// Implementation of advance.hpp: appending to lists with one atomic addition per team and step; on the CPU, one per
// `queue_size` elements of a thread, which wait in a queue of its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::detail {

inline constexpr std::uint32_t queue_size = 1023;
struct visit_queue {
  std::uint32_t size;
  std::uint32_t vertices[queue_size];
};

// The end of a list that many threads append to.
struct append_target {
  std::uint32_t* out;
  std::uint64_t* count;
  std::uint64_t capacity;

  // The members with `wanted` append `v`; called by all members of a team.
  template <class Team>
  AMORPH_BODY void append([[maybe_unused]] Team team, bool wanted, std::uint32_t v, visit_queue* queue) const {
    if constexpr (Team::size() == 1) {
      if (!wanted) return;
      if (queue->size == queue_size) flush(*queue);
      queue->vertices[queue->size++] = v;
    } else {
#if defined(__CUDA_ARCH__)
      const std::uint32_t members = team.ballot(wanted);
      if (members == 0) return;
      std::uint64_t base = 0;
      if (team.rank() == 0) base = atomic_add(count, static_cast<std::uint64_t>(__popc(members)));
      base = team.broadcast(base) + static_cast<std::uint32_t>(__popc(members & ((1u << team.rank()) - 1)));
      if (wanted && base < capacity) out[base] = v;
#endif
    }
  }
  AMORPH_HD void flush(visit_queue& q) const {
    const std::uint64_t base = atomic_add(count, static_cast<std::uint64_t>(q.size));
    for (std::uint32_t i = 0; i != q.size && base + i < capacity; ++i) out[base + i] = q.vertices[i];
    q.size = 0;
  }
};

// The queues of the CPU threads, `each` per thread; none on a device. Allocated on first use and kept.
template <class Exec> class visit_queues {
 public:
  explicit visit_queues(std::size_t each) : each_(each) {}

  // All queues, emptied (also after an advance that ended with an exception).
  [[nodiscard]] visit_queue* emptied(Exec& exec) {
    if constexpr (!Exec::on_device) {
      if (queues_.empty()) queues_ = typename Exec::template buffer<visit_queue>(exec, each_ * exec.team_count());
      for (visit_queue& q : queues_.span()) q.size = 0;
    }
    return queues_.data();
  }
  // Appends the remaining elements to lists[0], lists[1], ... in turn.
  void flush(const append_target* lists) const {
    if constexpr (!Exec::on_device)
      for (std::size_t q = 0; q != queues_.size(); ++q) lists[q % each_].flush(queues_.data()[q]);
  }
  [[nodiscard]] static std::uint64_t bytes(const Exec& exec, std::size_t each) {
    return Exec::on_device ? 0 : each * exec.team_count() * sizeof(visit_queue);
  }

 private:
  std::size_t each_;
  typename Exec::template buffer<visit_queue> queues_;
};

}  // namespace amorph::detail
