// A transaction: reads and changes of words that many threads share, all of them at one moment or none. Words belong to items
// 0 .. n-1, which the caller numbers as it likes (a vertex and its words); each item has a tracking entry of 32 bits.
//
//   template <class Tx> bool operator()(Tx& tx, std::uint32_t task) const {     // a body, of transactions.hpp
//     if (!tx.open(from, to)) return false;                                     // lost; tried again later
//     if (tx.load(&money[from]) == 0) return false;                             // nothing to do; not tried again
//     tx.store(&money[from], tx.load(&money[from]) - 1);
//     return tx.store(&money[to], tx.load(&money[to]) + 1);                     // commit
//   }
//
// What a body does:
//   - It opens an item before it loads or stores the item's words. An item of which it changes no word it may look at instead:
//     the same where reads are writes, less to pay where they are invisible.
//   - It loads and stores those words through the transaction. Changes are kept aside until commit.
//   - It stores to no word of an item that it has only looked at. Which word is whose nobody else knows, so nothing stops it:
//     where reads are invisible such a store is made without a lock, and it or another's change to the word is lost. (Builds
//     without NDEBUG stop at a store before anything was opened.)
//   - Once open() or look() has said no, or store() for want of room, the transaction is lost: what the body does or returns no
//     longer counts. Until then each value that it has read is one that a committed transaction wrote, or that was there in the
//     beginning, but two values may be of different moments: a body ends whatever it reads, and stays in bounds.
//   - What it decides on is checked before it counts, "nothing to do" too.
//
// The order of things (after PR-STM and the thesis's section 3.1.2; transaction_policy.hpp has the sources): every item is
// marked or its version remembered; then what is to change is locked, which fails if a mark was lost meanwhile; then what was
// only looked at is checked; then changes are written, and after that entries are released. A transaction that fails anywhere
// takes back its own marks and locks, and waits for nobody.
//
// Four places need an order that atomics on single words do not give:
//   - From an entry to the words: what was written before the entry was released is seen. One fence before the first load after
//     items were opened, however many these were (see()).
//   - From the words to the entries that are checked after: had one been changed, so had its entry (check()).
//   - From locks to the words written after them: who reads such a word finds the lock, or what it was released to, when it
//     checks. Where all who read hold the lock (pessimistic) nobody is there to be told (commit()).
//   - From a transaction's locks to its look at what it only read: of two that change what the other has read one finds the
//     other's lock. This one is a full fence on the host too, where the other three cost nothing on x86 (commit()).
//
// Why committed transactions have an order, as if each had run alone: at the moment between the last lock and the
// first release all that it changes is locked by it, and what it looked at has the version that it read, or (where reads
// are writes) is locked too. So all it read is true at that one moment, and nobody reads what it writes before it is released.
#pragma once

#include <cassert>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/sync/transaction_policy.hpp"

namespace amorph {

// At most `max_items` items and `max_changes` changed words, 32 items at the most: they are kept in registers or on the
// stack. Words are 4 or 8 bytes. O(items) for each call.
template <contention policy_name, unsigned max_items, unsigned max_changes = max_items> class transaction {
  static_assert(max_items >= 1 && max_items <= 32, "amorph: a transaction holds its items in 32 bits");
  using policy = typename detail::policy_of<policy_name>::type;

 public:
  // entry: an item's, all 0 in the beginning, used by transactions of one policy only. key: in 1 .. 2^31 - 1, of this
  // one alone among those that run at a time; the greater has priority.
  AMORPH_HD transaction(std::uint32_t* entry, std::uint32_t key) : entry_(entry), key_(key) {}

  // The items, so that this transaction may load and store their words; false when it is lost.
  template <class... Item> AMORPH_HD bool open(Item... item) {
    return (open_item(static_cast<std::uint32_t>(item), true) && ...);
  }
  // So that it may load them.
  template <class... Item> AMORPH_HD bool open_read(Item... item) {
    return (open_item(static_cast<std::uint32_t>(item), policy::reads_are_writes) && ...);
  }

  // What this transaction stored last, else what is there.
  template <class T> AMORPH_HD T load(const T* p) {
    const auto at = address(p);
    AMORPH_UNROLL
    for (unsigned k = 0; k != max_changes; ++k) {
      const unsigned i = max_changes - 1 - k;  // an inner transaction's change of a word stands behind the outer one's
      if (i < changes_ && at_[i] == at) return static_cast<T>(value_[i]);
    }
    acquire();
    return atomic_load(p);
  }
  // False when there is no room for another change: the transaction is lost then.
  template <class T> AMORPH_HD bool store(T* p, std::type_identity_t<T> x) {
    assert(aborted() || opened_ != 0);  // a store to what was only looked at, if to anything
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
  // To be tried again, for what it read does not suit it: a list it followed has changed, another has to come first.
  AMORPH_HD bool retry() { return fail(abort_cause::requested); }

  [[nodiscard]] AMORPH_HD bool aborted() const { return cause_ != abort_cause::none; }
  [[nodiscard]] AMORPH_HD abort_cause cause() const { return cause_; }
  [[nodiscard]] AMORPH_HD unsigned items() const { return items_; }

  // The steps of whoever runs bodies: transactions.hpp.

  // Locks what was opened; false when it is lost.
  AMORPH_HD bool lock_opened() {
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_items; ++i)
      if (i < items_ && !aborted() && (opened_ & ~locked_ & bit(i)) != 0) lock(i);
    return !aborted();
  }
  // Whether all that was read still stands; false when it is lost.
  AMORPH_HD bool validate() {
    if (aborted()) return false;
    detail::transaction_fence<detail::fence::reads>();
    return valid();
  }
  // All changes at once, and gives the items back; false when it is lost: then it is for the caller to roll back.
  AMORPH_HD bool commit() {
    if (!lock_opened()) return false;
    if (!policy::reads_are_writes && !locked_all()) {
      detail::transaction_fence<detail::fence::full>();
      if (!valid()) return false;
    } else if (policy_name != contention::pessimistic) {
      detail::transaction_fence<detail::fence::writes>();
    }
    AMORPH_UNROLL
    for (unsigned i = 0; i != max_changes; ++i)
      if (i < changes_) write(at_[i], value_[i]);
    release({}, true);
    items_ = changes_ = base_ = 0;
    return true;
  }

  // Where an inner transaction begins. Rolling back to there leaves the outer one as it was, with its marks and locks: a word
  // that both stored to has the outer one's value again. (Such a word takes the room of two changes.)
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
  // A word's address, the lowest bit set for words of 8 bytes.
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
    if constexpr (policy_name != contention::pessimistic) {
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
  // All that has been marked or locked since.
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
  unsigned items_ = 0, changes_ = 0, base_ = 0;  // base: changes of the outer transaction
  bool unacquired_ = false;                      // items were opened since the last fence
  abort_cause cause_ = abort_cause::none;
  std::uint32_t item_[max_items] = {},
                seen_[max_items] = {};  // (read under their number alone; compilers do not see it)
  std::uintptr_t at_[max_changes] = {};
  std::uint64_t value_[max_changes] = {};
};

}  // namespace amorph
