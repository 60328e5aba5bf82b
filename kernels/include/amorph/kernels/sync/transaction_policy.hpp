// Contention policies of transaction.hpp: what a tracking entry means, and which transaction aborts if two need the
// same item. An entry has 32 bits: the lock bit, and below it the key of the transaction that marked the item, or its
// version. 0: unmarked, initial.
//
//  priority     the transaction of the highest key marks, over marks of lower ones, and locks at commit (PR-STM: Shen,
//               Sharp, Blewitt, Ushaw, Morgan, Euro-Par 2015; "Efficient Transactional-Memory-based Implementation of
//               Morph Algorithms on GPU", section 3.1.2). Reads are writes.
//  pessimistic  the first transaction locks on first access, later ones abort and back off (lightweight STM: Holey,
//               Zhai, ICPP 2014). Reads are writes.
//  invisible    reads leave no trace: they remember the version of the item, which commit validates; writes lock on
//               first access (the same paper). For items that are read often and written rarely.
//  block        versions as well, with locks at commit and one transaction per thread block at a time (Cederman,
//               Tsigas, Chaudhry, EGPGV 2010).
//
// How they differ from the papers: marking is one atomic maximum, which cannot fail spuriously; all policies buffer
// writes until commit; no transaction waits: back-off reduces the number of concurrent transactions if most attempts
// abort (all policies; transactions.hpp), and where readers of Cederman et al. wait for a lock, ours abort.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"

namespace amorph {

enum class contention : std::uint8_t { priority, pessimistic, invisible, block };

namespace detail {

// Fences. reads: earlier reads precede later reads and releases. writes: who sees a later write sees the earlier ones.
// full: earlier writes are visible before later reads. The first two are free on x86; a device has one fence for all
// three. (ThreadSanitizer does not model fences, and GCC warns about them there. Everything that these order is read
// and written by atomics, so that there are no data races to miss.)
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

// Four steps on an entry. touch: the first access to an item; `seen` is passed to the other steps. lock: locks it.
// unmark and released undo touch, or both; `changed`: a word of the item was written. key: in 1 .. 2^31 - 1, unique
// among concurrent transactions. All are single atomics; the transaction adds the fences.
struct by_priority {
  static constexpr bool locks_eagerly = false, reads_are_writes = true;
  AMORPH_HD static abort_cause touch(std::uint32_t* entry, std::uint32_t key, std::uint32_t& seen) {
    const std::uint32_t was = atomic_max(entry, key);  // a locked entry exceeds every key
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

// Versions wrap after 2^31 writes: a reader during which one item is written exactly that often would not notice.
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

template <contention contention_policy> struct policy_of;
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
