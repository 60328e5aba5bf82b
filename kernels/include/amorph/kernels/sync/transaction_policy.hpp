// Behind transaction.hpp: what a tracking entry means, and who gives way when two transactions want one item. An entry is
// 32 bits: the lock, and below it who has marked the item, or how often it was changed. 0: nobody, never.
//
//   priority     the transaction of the greatest key marks, over the marks of lesser ones, and locks when it commits
//                (PR-STM: Shen, Sharp, Blewitt, Ushaw, Morgan, Euro-Par 2015; "Efficient Transactional-Memory-based
//                Implementation of Morph Algorithms on GPU", section 3.1.2). Reads are writes.
//   pessimistic  who comes first locks at first sight, who comes later aborts and backs off (lightweight STM:
//                Holey, Zhai, ICPP 2014). Reads are writes.
//   invisible    reads leave no trace: they remember the item's version, and commit checks it; writes lock at first sight
//                (the same). For items that many read and few write.
//   block        versions too, locks when it commits, and one transaction a block of the device at a time (Cederman,
//                Tsigas, Chaudhry, EGPGV 2010).
// How they differ from the papers: marking is one atomic maximum, which cannot fail for a reason that has gone; changes are
// kept aside until commit under all of them; nobody waits: back-off is fewer at a time (under all policies, when
// nearly all is in vain: transactions.hpp), and where Cederman's readers wait for a lock, ours abort.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"

namespace amorph {

enum class contention : std::uint8_t { priority, pessimistic, invisible, block };

namespace detail {

// Fences. reads: what was read before it is older than what is read or released after. writes: who sees what is written after
// it sees what was written before. full: what was written before it is seen before what is read after is read. The first
// two are free on x86; a device has one fence for all three. (ThreadSanitizer sees no fences, and GCC objects to them
// there. All that these order are words read and written by atomics, so there is nothing for it to miss.)
enum class fence : std::uint8_t { reads, writes, full };
template <fence what> AMORPH_HD void transaction_fence() {
#if defined(__CUDA_ARCH__)
  memory_fence();
#else
#if defined(__SANITIZE_THREAD__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
#endif
  __atomic_thread_fence(what == fence::reads    ? __ATOMIC_ACQUIRE
                        : what == fence::writes ? __ATOMIC_RELEASE
                                                : __ATOMIC_SEQ_CST);
#if defined(__SANITIZE_THREAD__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
#endif
}

inline constexpr std::uint32_t entry_lock = 0x80000000u;

// Four steps on an entry. look: the first sight of an item; `seen` is what the others are told. hold: locks it. leave and
// release: undo the first, or both; `changed`: what the item guards was. key: in 1 .. 2^31 - 1, of this transaction alone
// among all that run. All are single atomics; the transaction adds the fences.
struct by_priority {
  static constexpr bool locks_eagerly = false, reads_are_writes = true;
  AMORPH_HD static abort_cause touch(std::uint32_t* entry, std::uint32_t key, std::uint32_t& seen) {
    const std::uint32_t was = atomic_max(entry, key);  // a locked entry is above every key
    seen = key;
    if (was <= key) return abort_cause::none;
    return (was & entry_lock) != 0 ? abort_cause::lock : abort_cause::priority;
  }
  AMORPH_HD static abort_cause lock(std::uint32_t* entry, std::uint32_t key, std::uint32_t) {
    return atomic_cas(entry, key, key | entry_lock) == key ? abort_cause::none : abort_cause::priority;
  }
  AMORPH_HD static bool valid(const std::uint32_t* entry, std::uint32_t seen) { return atomic_load(entry) == seen; }
  AMORPH_HD static void unmark(std::uint32_t* entry, std::uint32_t key) { atomic_cas(entry, key, 0); }
  AMORPH_HD static std::uint32_t released(std::uint32_t, bool) { return 0; }
};

struct by_arrival {
  static constexpr bool locks_eagerly = true, reads_are_writes = true;
  AMORPH_HD static abort_cause touch(std::uint32_t*, std::uint32_t, std::uint32_t& seen) {
    seen = 0;
    return abort_cause::none;
  }
  AMORPH_HD static abort_cause lock(std::uint32_t* entry, std::uint32_t key, std::uint32_t) {
    return atomic_cas(entry, 0, key | entry_lock) == 0 ? abort_cause::none : abort_cause::lock;
  }
  AMORPH_HD static bool valid(const std::uint32_t*, std::uint32_t) { return true; }
  AMORPH_HD static void unmark(std::uint32_t*, std::uint32_t) {}
  AMORPH_HD static std::uint32_t released(std::uint32_t, bool) { return 0; }
};

// Versions wrap after 2^31 changes: a reader that a transaction outlasts so many of them on one item would not notice.
template <bool eager> struct by_version {
  static constexpr bool locks_eagerly = eager, reads_are_writes = false;
  AMORPH_HD static abort_cause touch(std::uint32_t* entry, std::uint32_t, std::uint32_t& seen) {
    seen = atomic_load(entry);
    return (seen & entry_lock) == 0 ? abort_cause::none : abort_cause::lock;
  }
  AMORPH_HD static abort_cause lock(std::uint32_t* entry, std::uint32_t, std::uint32_t seen) {
    const std::uint32_t was = atomic_cas(entry, seen, seen | entry_lock);
    if (was == seen) return abort_cause::none;
    return (was & entry_lock) != 0 ? abort_cause::lock : abort_cause::change;
  }
  AMORPH_HD static bool valid(const std::uint32_t* entry, std::uint32_t seen) { return atomic_load(entry) == seen; }
  AMORPH_HD static void unmark(std::uint32_t*, std::uint32_t) {}
  AMORPH_HD static std::uint32_t released(std::uint32_t seen, bool changed) {
    return changed ? (seen + 1) & ~entry_lock : seen;
  }
};

template <contention policy_name> struct policy_of;
template <> struct policy_of<contention::priority> {
  using type = by_priority;
};
template <> struct policy_of<contention::pessimistic> {
  using type = by_arrival;
};
template <> struct policy_of<contention::invisible> {
  using type = by_version<true>;
};
template <> struct policy_of<contention::block> {
  using type = by_version<false>;
};

}  // namespace detail
}  // namespace amorph
