// Which of many tasks may go on at once, when each wants items that others want too: the cavities of a mesh, the vertices
// to put in a list.
//
//   claims<Exec> marks(exec, items, tasks);
//   race_and_resolve_all(exec, marks.view(), n, conflict::priority, key, wanted, take);   // take(task): it has all it wants
//   race_and_resolve_any(exec, marks.view(), n, conflict::priority, key, wanted, take);   // take(task, item): each it has
//
// key(task): 64 bits, another for each task of the round (priority_key makes one of a priority and a number); the greater
// wins. wanted(task, f): calls f(item) for the task's items, the same ones each time, and stops when f returns false; an
// item may come twice.
//
// "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali; PPoPP 2013), section 7.3, three phases with a barrier between:
//   race            each task marks its items with its key; the last to write stays
//   prioritycheck   a task that finds a lesser key puts its own over it
//   check           a task whose marks have all stayed has won; nothing is written, so all see the same
// "Atomic-free Irregular Computations on GPUs" (the same; GPGPU 2013), section 3.2, adds that a task may take what it gets.
//
// conflict::three_phase is the paper's, plain loads and stores: who wins is up to chance, and all may lose where three or
// more overlap; then the one of the greatest key goes on alone (the paper leaves open which).
// conflict::priority makes the second phase an atomic maximum. So an item ends with the greatest key of all who want it,
// winners are the same on every backend and number of threads, and the greatest key of all always wins: no round
// without progress. For "any" the paper has no second phase; three_phase does not either.
//
// Winners share no item. O(items wanted) work a phase. Marks need no clearing between rounds: every mark that a round looks
// at, the same round has written. Intended races, in three_phase: two tasks write an item's mark in one phase, and read it
// while the other writes; all accesses are single words, and only the check, which nobody writes in, decides.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/grid.hpp"

namespace amorph {

enum class conflict : std::uint8_t { priority, three_phase };

// The greater priority wins; of equal ones, the lower number.
AMORPH_HD constexpr std::uint64_t priority_key(std::uint32_t priority, std::uint32_t number) {
  return std::uint64_t{priority} << 32 | ~number;
}

// For algorithms that have the phases in loops of their own: a barrier between each two.
struct claims_view {
  std::uint64_t* mark;    // an item's: a key
  std::uint8_t* won;      // a task's, after race_and_resolve_all
  std::uint64_t* rescue;  // whether somebody won; the greatest key, where nobody did

  AMORPH_HD void race(std::uint64_t item, std::uint64_t key) const { atomic_store(&mark[item], key); }
  AMORPH_HD void prioritycheck(std::uint64_t item, std::uint64_t key, conflict how) const {
    if (atomic_load(&mark[item]) >= key) return;
    if (how == conflict::priority)
      atomic_max(&mark[item], key);
    else
      atomic_store(&mark[item], key);
  }
  AMORPH_HD bool check(std::uint64_t item, std::uint64_t key) const { return atomic_load(&mark[item]) == key; }
};

// Room for marks on `items` items and for rounds of at most `tasks` tasks: 8 bytes and 1 byte each.
template <class Exec> class claims {
 public:
  claims(Exec& exec, std::uint64_t items, std::size_t tasks)
      : mark_(exec, items), won_(exec, tasks), rescue_(exec, 2) {}
  [[nodiscard]] claims_view view() const { return {mark_.data(), won_.data(), rescue_.data()}; }
  // Between rounds; what was marked is forgotten.
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
    const std::uint64_t mine = key(task);
    wanted(task, [&](std::uint64_t item) {
      claims.race(item, mine);
      return true;
    });
  }
};
template <class Key, class Wanted> struct prioritycheck_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  conflict how;
  AMORPH_BODY void operator()(std::size_t task) const {
    const std::uint64_t mine = key(task);
    wanted(task, [&](std::uint64_t item) {
      claims.prioritycheck(item, mine, how);
      return true;
    });
  }
};
template <class Key, class Wanted> struct check_all_phase {
  claims_view claims;
  Key key;
  Wanted wanted;
  AMORPH_BODY void operator()(std::size_t task) const {
    const std::uint64_t mine = key(task);
    bool all = true;
    wanted(task, [&](std::uint64_t item) { return all = claims.check(item, mine); });
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
    const std::uint64_t mine = key(task);
    wanted(task, [&](std::uint64_t item) {
      if (claims.check(item, mine)) take(task, item);
      return true;
    });
  }
};

// Loops follow one another by themselves on an executor; on a grid a barrier parts them.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Where> AMORPH_HD void end_of_phase([[maybe_unused]] Where& where) {
  if constexpr (requires { Where::first(); }) where.sync();
}

}  // namespace detail

// `where` is an executor (nothing is waited for), or the grid within a persistent_over (every thread calls it; ends with a
// barrier). take(task) is called for the winners after all have been found, so it may change what `wanted` reads.
// Afterwards claims.won[task] says who won, until the next round.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Where, class Key, class Wanted, class Take>
AMORPH_HD void race_and_resolve_all(Where& where, claims_view claims, std::size_t tasks, conflict how, Key key,
                                    Wanted wanted, Take take) {
  where.for_each(tasks, detail::race_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(where);
  where.for_each(tasks, detail::prioritycheck_phase<Key, Wanted>{claims, key, wanted, how});
  detail::end_of_phase(where);
  where.for_each(tasks, detail::check_all_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(where);
  if (how == conflict::three_phase) {
    where.for_each(tasks, detail::rescue_phase<Key>{claims, key});
    detail::end_of_phase(where);
  }
  where.for_each(tasks, detail::take_all_phase<Key, Take>{claims, key, take});
  detail::end_of_phase(where);
}

// Each item that somebody wants is taken by exactly one task, once for each time that task names it. take(task, item) does
// not change what `wanted` reads.
#if AMORPH_DEVICE_COMPILER
#pragma nv_exec_check_disable
#endif
template <class Where, class Key, class Wanted, class Take>
AMORPH_HD void race_and_resolve_any(Where& where, claims_view claims, std::size_t tasks, conflict how, Key key,
                                    Wanted wanted, Take take) {
  where.for_each(tasks, detail::race_phase<Key, Wanted>{claims, key, wanted});
  detail::end_of_phase(where);
  if (how == conflict::priority) {
    where.for_each(tasks, detail::prioritycheck_phase<Key, Wanted>{claims, key, wanted, how});
    detail::end_of_phase(where);
  }
  where.for_each(tasks, detail::take_any_phase<Key, Wanted, Take>{claims, key, wanted, take});
  detail::end_of_phase(where);
}

}  // namespace amorph
