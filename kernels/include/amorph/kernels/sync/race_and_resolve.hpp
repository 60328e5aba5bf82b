// Conflict resolution among many tasks that need overlapping sets of items: the cavities of a mesh, the vertices to
// append to a list. The winners share no item.
//
//  claims<Exec> marks(exec, items, tasks);
//  race_and_resolve_all(exec, marks.view(), n, conflict::priority, key, wanted, take);
//      // take(task): the task holds all its items
//  race_and_resolve_any(exec, marks.view(), n, conflict::priority, key, wanted, take);
//      // take(task, item): the task holds this item
//
// key(task): 64 bits, different for every task of the round (priority_key makes one of a priority and a number); the
// maximum wins. wanted(task, f): calls f(item) for the items of the task, the same ones each time, and stops if f
// returns false; duplicates are allowed.
//
// "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali; PPoPP 2013), section 7.3: three phases with a barrier between
// them.
//  race            every task marks its items with its key; the last write stays
//  prioritycheck   a task that finds a smaller key overwrites it with its own
//  check           a task all of whose marks stayed has won; nothing is written, so all tasks see the same marks
// "Atomic-free Irregular Computations on GPUs" (the same authors; GPGPU 2013), section 3.2, lets a task take the items
// it gets.
//
// conflict::three_phase is that of the paper, with plain loads and stores: the winners depend on timing, and there may
// be none if three or more tasks overlap; then the task of the maximum key runs alone (the paper leaves this open).
// conflict::priority makes the second phase an atomic maximum. Every item then ends with the maximum key of all tasks
// that want it, the winners are the same on every backend and number of threads, and the task of the maximum key always
// wins: every round makes progress. For "any" neither the paper nor three_phase has a second phase.
//
// O(items wanted) work per phase. Marks need no clearing between rounds, because every mark that a round reads was
// written in that round. Intended races in three_phase: two tasks may write the mark of an item in one phase, or one
// may read it while the other writes. All accesses are single words, and only the check decides, during which no task
// writes.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph {

enum class conflict : std::uint8_t { priority, three_phase };

// The higher priority wins; ties are broken by the lower number.
AMORPH_HD constexpr std::uint64_t priority_key(std::uint32_t priority, std::uint32_t number) {
  return std::uint64_t{priority} << 32 | ~number;
}

// For algorithms that run the phases in their own loops, with a barrier between two phases.
struct claims_view {
  std::uint64_t* mark;    // per item: a key
  std::uint8_t* won;      // per task, after race_and_resolve_all
  std::uint64_t* rescue;  // whether a task won; the maximum key if none did

  AMORPH_HD void race(std::uint64_t item, std::uint64_t key) const { atomic_store(&mark[item], key); }
  AMORPH_HD void prioritycheck(std::uint64_t item, std::uint64_t key, conflict strategy) const {
    if (atomic_load(&mark[item]) >= key) return;
    if (strategy == conflict::priority)
      atomic_max(&mark[item], key);
    else
      atomic_store(&mark[item], key);
  }
  AMORPH_HD bool check(std::uint64_t item, std::uint64_t key) const { return atomic_load(&mark[item]) == key; }
};

// Marks for `items` items and rounds of at most `tasks` tasks: 8 bytes and 1 byte each.
template <class Exec> class claims {
 public:
  claims(Exec& exec, std::uint64_t items, std::size_t tasks)
      : mark_(exec, items), won_(exec, tasks), rescue_(exec, 2) {}
  [[nodiscard]] claims_view view() const { return {mark_.data(), won_.data(), rescue_.data()}; }
  // Between rounds; discards the marks.
  void resize(std::uint64_t items, std::size_t tasks) {
    mark_.resize_discard(items);
    won_.resize_discard(tasks);
  }

 private:
  typename Exec::template buffer<std::uint64_t> mark_;
  typename Exec::template buffer<std::uint8_t> won_;
  typename Exec::template buffer<std::uint64_t> rescue_;
};

namespace detail {

template <class Key, class Wanted> struct race_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  AMORPH_BODY void operator()(std::size_t task) const {
    if (task == 0) claims.rescue[0] = claims.rescue[1] = 0;
    const std::uint64_t own_key = key(task);
    wanted(task, [&](std::uint64_t item) {
      claims.race(item, own_key);
      return true;
    });
  }
};
template <class Key, class Wanted> struct prioritycheck_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  conflict strategy;
  AMORPH_BODY void operator()(std::size_t task) const {
    const std::uint64_t own_key = key(task);
    wanted(task, [&](std::uint64_t item) {
      claims.prioritycheck(item, own_key, strategy);
      return true;
    });
  }
};
template <class Key, class Wanted> struct check_all_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  AMORPH_BODY void operator()(std::size_t task) const {
    const std::uint64_t own_key = key(task);
    bool all = true;
    wanted(task, [&](std::uint64_t item) { return all = claims.check(item, own_key); });
    claims.won[task] = all ? 1 : 0;
    if (all && atomic_load(&claims.rescue[0]) == 0) atomic_store(&claims.rescue[0], 1);
  }
};
template <class Key> struct rescue_phase {
  claims_view claims;
  Key key;
  AMORPH_BODY void operator()(std::size_t task) const {
    if (claims.rescue[0] == 0) atomic_max(&claims.rescue[1], key(task));
  }
};
template <class Key, class Take> struct take_all_phase {
  claims_view claims;
  Key key;
  Take take;
  AMORPH_BODY void operator()(std::size_t task) const {
    if (claims.rescue[0] == 0) claims.won[task] = key(task) == claims.rescue[1] ? 1 : 0;
    if (claims.won[task] != 0) take(task);
  }
};
template <class Key, class Wanted, class Take> struct take_any_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  Take take;
  AMORPH_BODY void operator()(std::size_t task) const {
    const std::uint64_t own_key = key(task);
    wanted(task, [&](std::uint64_t item) {
      if (claims.check(item, own_key)) take(task, item);
      return true;
    });
  }
};

// Loops of an executor are ordered by themselves; those of a grid need a barrier.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Loops> AMORPH_HD void end_of_phase([[maybe_unused]] Loops& loops) {
  if constexpr (requires { Loops::first(); }) loops.sync();
}

}  // namespace detail

// `loops` is an executor (asynchronous), or the grid within a persistent_over (all threads call it; ends with a
// barrier). take(task) is called for the winners after all of them are known, so that it may change what `wanted`
// reads. Afterwards claims.won[task] tells the winners, until the next round.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Loops, class Key, class Wanted, class Take>
AMORPH_HD void race_and_resolve_all(Loops& loops, claims_view claims, std::size_t tasks, conflict strategy, Key key,
                                    Wanted wanted, Take take) {
  loops.for_each(tasks, detail::race_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(loops);
  loops.for_each(tasks, detail::prioritycheck_phase<Key, Wanted>{claims, key, wanted, strategy});
  detail::end_of_phase(loops);
  loops.for_each(tasks, detail::check_all_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(loops);
  if (strategy == conflict::three_phase) {
    loops.for_each(tasks, detail::rescue_phase<Key>{claims, key});
    detail::end_of_phase(loops);
  }
  loops.for_each(tasks, detail::take_all_phase<Key, Take>{claims, key, take});
  detail::end_of_phase(loops);
}

// Every item that is wanted is taken by exactly one task, once for each time that the task names it. take(task, item)
// does not change what `wanted` reads.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Loops, class Key, class Wanted, class Take>
AMORPH_HD void race_and_resolve_any(Loops& loops, claims_view claims, std::size_t tasks, conflict strategy, Key key,
                                    Wanted wanted, Take take) {
  loops.for_each(tasks, detail::race_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(loops);
  if (strategy == conflict::priority) {
    loops.for_each(tasks, detail::prioritycheck_phase<Key, Wanted>{claims, key, wanted, strategy});
    detail::end_of_phase(loops);
  }
  loops.for_each(tasks, detail::take_any_phase<Key, Wanted, Take>{claims, key, wanted, take});
  detail::end_of_phase(loops);
}

}  // namespace amorph
