// A transaction: reads and writes of words shared by many threads that take effect atomically or not at all (Herlihy,
// Moss 1993; in software: Shavit, Touitou 1995). Words belong to items 0 .. n-1, which the caller numbers freely (a
// vertex and its words); every item has a tracking entry of 32 bits.
//
//  template <class Tx> bool operator()(Tx& tx, std::uint32_t task) const {     // a body, run by transactions.hpp
//    if (!tx.open(from, to)) return false;                                     // aborted: retried later
//    if (tx.load(&money[from]) == 0) return false;                             // nothing to do: not retried
//    tx.store(&money[from], tx.load(&money[from]) - 1);
//    return tx.store(&money[to], tx.load(&money[to]) + 1);                     // commit
//  }
//
// Rules for bodies:
// - Open an item before loading or storing its words. Items of which no word is written may be opened by open_read():
//   no difference for policies under which reads are writes, cheaper where reads are invisible.
// - Load and store those words through the transaction. Writes are buffered until commit.
// - Store to no word of an item that was only opened by open_read(). The transaction does not know which word belongs
//   to which item, so nothing prevents it: where reads are invisible, such a store is made without a lock, and it or a
//   concurrent one is lost. (Builds without NDEBUG assert that something was opened before a store.)
// - Once open() or open_read() has returned false, or store() for lack of capacity, the transaction is aborted, and the
//   result of the body is ignored. Until then every value read was written by a committed transaction or is initial,
//   but two values may stem from different moments: a body must terminate and stay within bounds whatever it reads.
// - The values that a decision depends on are validated before it counts, also for "nothing to do".
//
// The order of steps follows PR-STM (Shen et al. 2015) and section 3.1.2 of "Efficient Transactional-Memory-based
// Implementation of Morph Algorithms on GPU"; transaction_policy.hpp has the sources. Every item is marked or its
// version remembered; then the write set is locked, which fails if a mark was lost; then the read set is validated;
// then the writes are made visible, and finally the entries are released. A transaction that fails in any step releases
// its own marks and locks, and waits for no other.
//
// Four places need an order that atomics on single words do not provide:
// - From an entry to the words: what was written before the entry was released is visible. One fence before the first
//   load after items were opened, however many there were (acquire()).
// - From the words to the entries validated afterwards: had a word changed, so had its entry (validate()).
// - From locks to the words written after them: a reader of such a word finds the lock, or what it was released to,
//   when it validates. Not needed if all readers hold the lock (pessimistic); see commit().
// - From the locks of a transaction to the validation of its read set: of two transactions each of which writes what
//   the other has read, one finds the lock of the other. This one is a full fence on the host too; the other three are
//   free on x86; see commit().
//
// Why committed transactions are serialisable: between the last lock and the first release the whole write set is
// locked by the transaction, and its read set has the versions that it read, or (where reads are writes) is locked too.
// So all values read are valid at that moment, and no other transaction reads the written values before they are
// released.
#pragma once

#include <cassert>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/sync/transaction_policy.hpp"

namespace amorph {

// At most `max_items` items (up to 32) and `max_changes` written words, which are kept in registers or on the stack.
// Words have 4 or 8 bytes. O(items) per call.
template <contention contention_policy, unsigned max_items, unsigned max_changes = max_items> class transaction {
  static_assert(max_items >= 1 && max_items <= 32, "amorph: a transaction holds its items in 32 bits");
  using policy = typename detail::policy_of<contention_policy>::type;

 public:
  // entry: one per item, initially 0, used by transactions of one policy only. key: in 1 .. 2^31 - 1, unique among the
  // transactions that run concurrently; the higher one has priority.
  AMORPH_HD transaction(std::uint32_t* entry, std::uint32_t key) : entry_(entry), key_(key) {}

  // Opens items for loads and stores; false if the transaction is aborted.
  template <class... Item> AMORPH_HD bool open(Item... item) {
    return (open_item(static_cast<std::uint32_t>(item), true) && ...);
  }
  // Opens items for loads only.
  template <class... Item> AMORPH_HD bool open_read(Item... item) {
    return (open_item(static_cast<std::uint32_t>(item), policy::reads_are_writes) && ...);
  }

  // The value that this transaction stored last, otherwise that in memory.
  template <class T> AMORPH_HD T load(const T* p) {
    const auto at = address(p);
    AMORPH_UNROLL
    for (unsigned k = 0; k != max_changes; ++k) {
      const unsigned i = max_changes - 1 - k;  // writes of an inner transaction follow those of the outer one
      if (i < changes_ && at_[i] == at) return static_cast<T>(value_[i]);
    }
    acquire();
    return atomic_load(p);
  }
  // False, with the transaction aborted, if it would exceed max_changes.
  template <class T> AMORPH_HD bool store(T* p, std::type_identity_t<T> x) {
    assert(aborted() || opened_ != 0);  // no item was opened for stores
    const auto at = address(p);
    unsigned place = changes_;
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_changes; ++i)
      if (i >= base_ && i < changes_ && at_[i] == at) place = i;
    if (place == max_changes) return fail(abort_cause::capacity);
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_changes; ++i)
      if (i == place) {
        at_[i] = at;
        value_[i] = static_cast<std::uint64_t>(x);
      }
    if (place == changes_) ++changes_;
    return true;
  }
  // Aborts the transaction so that it is retried, because what it read does not suit it yet.
  AMORPH_HD bool retry() { return fail(abort_cause::requested); }

  [[nodiscard]] AMORPH_HD bool aborted() const { return cause_ != abort_cause::none; }
  [[nodiscard]] AMORPH_HD abort_cause cause() const { return cause_; }
  [[nodiscard]] AMORPH_HD unsigned items() const { return items_; }

  // For transactions.hpp, which runs bodies.

  // Locks the items opened by open(); false if the transaction is aborted.
  AMORPH_HD bool lock_opened() {
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_items; ++i)
      if (i < items_ && !aborted() && (opened_ & ~locked_ & bit(i)) != 0) lock(i);
    return !aborted();
  }
  // Whether the read set is unchanged; false if the transaction is aborted.
  AMORPH_HD bool validate() {
    if (aborted()) return false;
    detail::transaction_fence<detail::fence::reads>();
    return valid();
  }
  // Makes all writes visible and releases the items; false if the transaction is aborted: then the caller rolls back.
  AMORPH_HD bool commit() {
    if (!lock_opened()) return false;
    if (!policy::reads_are_writes && !locked_all()) {
      detail::transaction_fence<detail::fence::full>();
      if (!valid()) return false;
    } else if (contention_policy != contention::pessimistic) {
      detail::transaction_fence<detail::fence::writes>();
    }
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_changes; ++i)
      if (i < changes_) write(at_[i], value_[i]);
    release({}, true);
    items_ = changes_ = base_ = 0;
    return true;
  }

  // The start of an inner transaction. Rolling back to it restores the outer transaction, with its marks and locks:
  // words that both wrote have the value of the outer one again. (Such a word occupies two entries of the write set.)
  struct savepoint {
    unsigned items = 0, changes = 0;
    std::uint32_t opened = 0, locked = 0;
  };
  AMORPH_HD savepoint nest() {
    base_ = changes_;
    return {items_, changes_, opened_, locked_};
  }
  AMORPH_HD void roll_back(savepoint to = {}) {
    release(to, false);
    items_ = to.items;
    changes_ = base_ = to.changes;
    cause_ = abort_cause::none;
  }

 private:
  AMORPH_HD static constexpr std::uint32_t bit(unsigned i) { return 1u << i; }
  // The address of a word, with the lowest bit set for words of 8 bytes.
  template <class T> AMORPH_HD static std::uintptr_t address(const T* p) {
    static_assert(detail::is_atomic_word<T> && !std::is_pointer_v<T>, "amorph: words are integers of 4 or 8 bytes");
    return reinterpret_cast<std::uintptr_t>(p) | (sizeof(T) == 8 ? 1u : 0u);
  }
  AMORPH_HD static void write(std::uintptr_t at, std::uint64_t x) {
    if ((at & 1) != 0)
      atomic_store(reinterpret_cast<std::uint64_t*>(at - 1), x);
    else
      atomic_store(reinterpret_cast<std::uint32_t*>(at), static_cast<std::uint32_t>(x));
  }

  AMORPH_HD bool fail(abort_cause cause) {
    if (!aborted()) cause_ = cause;
    return false;
  }
  AMORPH_HD void lock(unsigned i) {
    cause_ = policy::lock(&entry_[item_[i]], key_, seen_[i]);
    if (!aborted()) locked_ |= bit(i);
  }
  [[nodiscard]] AMORPH_HD bool locked_all() const { return items_ == 0 || locked_ == ~0u >> (32 - items_); }
  AMORPH_HD bool valid() {
    if constexpr (contention_policy != contention::pessimistic) {
      AMORPH_UNROLL
      for (unsigned i = 0; i != max_items; ++i)
        if (i < items_ && (locked_ & bit(i)) == 0 && !policy::valid(&entry_[item_[i]], seen_[i]))
          cause_ = policy::reads_are_writes ? abort_cause::priority : abort_cause::change;
    }
    return !aborted();
  }
  AMORPH_HD bool open_item(std::uint32_t item, bool open) {
    if (aborted()) return false;
    unacquired_ = true;
    unsigned place = items_;
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_items; ++i)
      if (i < items_ && item_[i] == item) place = i;
    if (place == max_items) return fail(abort_cause::capacity);
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_items; ++i) {
      if (i != place) continue;
      if (i == items_) {
        item_[i] = item;
        cause_ = policy::touch(&entry_[item], key_, seen_[i]);
        if (aborted()) return false;
        ++items_;
      }
      if (open) {
        opened_ |= bit(i);
        if (policy::locks_eagerly && (locked_ & bit(i)) == 0) lock(i);
      }
    }
    return !aborted();
  }
  AMORPH_HD void acquire() {
    if (!unacquired_) return;
    unacquired_ = false;
    detail::transaction_fence<detail::fence::reads>();
  }
  // Releases the marks and locks acquired since the savepoint.
  AMORPH_HD void release(savepoint since, bool changed) {
#if defined(__CUDA_ARCH__)
    if (changed) memory_fence();  // one for all
#endif
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_items; ++i) {
      if (i >= items_) continue;
      std::uint32_t* entry = &entry_[item_[i]];
      if ((locked_ & ~since.locked & bit(i)) == 0) {
        if (i >= since.items) policy::unmark(entry, key_);
        continue;
      }
#if defined(__CUDA_ARCH__)
      atomic_store(entry, policy::released(seen_[i], changed));
#else
      atomic_store_release(entry, policy::released(seen_[i], changed));
#endif
    }
    opened_ = since.opened;
    locked_ = since.locked;
  }

  std::uint32_t* entry_;
  std::uint32_t key_, opened_ = 0, locked_ = 0;
  unsigned items_ = 0, changes_ = 0, base_ = 0;  // base: number of writes of the outer transaction
  bool unacquired_ = false;                      // items were opened since the last fence
  abort_cause cause_ = abort_cause::none;
  std::uint32_t item_[max_items] = {},
                seen_[max_items] = {};  // (initialised for compilers only: read below items_ only)
  std::uintptr_t at_[max_changes] = {};
  std::uint64_t value_[max_changes] = {};
};

}  // namespace amorph
