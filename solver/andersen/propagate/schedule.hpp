// Which ids the propagate phase visits, and in which order: those with a changed input, on the CPU in topological
// order; the device keeps worklists of them.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

namespace amorph::andersen {

// Of the graph of ids: a variable's predecessors are those by copy edges, a shift's is its source.
struct topological_order {
  // Per variable: the minimum id of its strongly connected component of copy edges.
  std::vector<std::uint32_t> component;
  // The ids that have predecessors. Each follows its predecessors unless they are on a cycle with it.
  std::vector<std::uint32_t> order;
  struct loop {
    std::uint32_t begin, end;
  };
  std::vector<loop> loops;  // the positions in the order of the strongly connected components of several ids
  // The positions of the ids that read the set of id i, ascending: successors[successor_begin[i]] and following, up to
  // successor_begin[i + 1].
  std::vector<std::uint32_t> successor_begin, successors;
  std::vector<std::uint64_t> pending;           // a bit per position: an input may have changed
  std::vector<std::uint32_t> low, left, inner;  // of the search
};

// The work of one step of the device's propagation: the numbers of listed items, and of those that were taken.
struct step_work {
  std::uint64_t warp_items, block_items, warp_taken, block_taken;
  std::uint64_t deferred;
  std::uint64_t shift_grew;  // not 0: a shift grew when the lists were made
};

template <class Exec> struct device_worklists {
  device_worklists(Exec& exec, std::uint32_t ids) : claimed(exec, ids), source(exec, ids), deferred(exec, ids) {
    exec.template fill<std::uint32_t>(claimed.span(), 0);
  }
  typename Exec::template buffer<std::uint32_t> claimed;   // per id: the last step that listed it
  typename Exec::template buffer<std::uint32_t> source;    // per listed id: the set to add or to shift
  typename Exec::template buffer<std::uint32_t> deferred;  // ids that wait for a result that another computes
  std::uint32_t last_step = 0;                             // over all rounds
};

template <class Exec>
using propagation_schedule = std::conditional_t<Exec::on_device, device_worklists<Exec>, topological_order>;

template <class Exec>
propagation_schedule<Exec> make_schedule([[maybe_unused]] Exec& exec, [[maybe_unused]] std::uint32_t ids) {
  if constexpr (Exec::on_device)
    return {exec, ids};
  else
    return {};
}

}  // namespace amorph::andersen
