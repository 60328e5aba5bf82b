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

// At most `most_items` items and `most_changes` changed words, 32 items at the most: they are kept in registers or on the
// stack. Words are 4 or 8 bytes. O(items) for each call.
template <contention how, unsigned most_items, unsigned most_changes = most_items> class transaction {
  static_assert(most_items >= 1 && most_items <= 32, "amorph: a transaction holds its items in 32 bits");
  using policy = typename detail::policy_of<how>::type;

 public:
  // entry: an item's, all 0 in the beginning, used by transactions of one policy only. key: in 1 .. 2^31 - 1, of this
  // one alone among those that run at a time; the greater has priority.
  AMORPH_HD transaction(std::uint32_t* entry, std::uint32_t key) : entry_(entry), key_(key) {}

  // The items, so that this transaction may load and store their words; false when it is lost.
  template <class... Item> AMORPH_HD bool open(Item... item) {
    return (note(static_cast<std::uint32_t>(item), true) && ...);
  }
  // So that it may load them.
  template <class... Item> AMORPH_HD bool look(Item... item) {
    return (note(static_cast<std::uint32_t>(item), policy::reads_are_writes) && ...);
  }

  // What this transaction stored last, else what is there.
  template <class T> AMORPH_HD T load(const T* p) {
    const auto at = address(p);
    AMORPH_UNROLL
    for (unsigned k = 0; k != most_changes; ++k) {
      const unsigned i = most_changes - 1 - k;  // an inner transaction's change of a word stands behind the outer one's
      if (i < changes_ && at_[i] == at) return static_cast<T>(value_[i]);
    }
    see();
    return atomic_load(p);
  }
  // False when there is no room for another change: the transaction is lost then.
  template <class T> AMORPH_HD bool store(T* p, std::type_identity_t<T> x) {
    assert(lost() || opened_ != 0);  // a store to what was only looked at, if to anything
    const auto at = address(p);
    unsigned place = changes_;
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_changes; ++i)
      if (i >= base_ && i < changes_ && at_[i] == at) place = i;
    if (place == most_changes) return lose(lost_to::size);
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_changes; ++i)
      if (i == place) {
        at_[i] = at;
        value_[i] = static_cast<std::uint64_t>(x);
      }
    if (place == changes_) ++changes_;
    return true;
  }
  // To be tried again, for what it read does not suit it: a list it followed has changed, another has to come first.
  AMORPH_HD bool retry() { return lose(lost_to::itself); }

  [[nodiscard]] AMORPH_HD bool lost() const { return why_ != lost_to::nobody; }
  [[nodiscard]] AMORPH_HD lost_to why() const { return why_; }
  [[nodiscard]] AMORPH_HD unsigned items() const { return items_; }

  // The steps of whoever runs bodies: transactions.hpp.

  // Locks what was opened; false when it is lost.
  AMORPH_HD bool hold() {
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_items; ++i)
      if (i < items_ && !lost() && (opened_ & ~held_ & bit(i)) != 0) hold(i);
    return !lost();
  }
  // Whether all that was read still stands; false when it is lost.
  AMORPH_HD bool check() {
    if (lost()) return false;
    detail::transaction_fence<detail::fence::reads>();
    return stands();
  }
  // All changes at once, and gives the items back; false when it is lost: then it is for the caller to roll back.
  AMORPH_HD bool commit() {
    if (!hold()) return false;
    if (!policy::reads_are_writes && !holds_all()) {
      detail::transaction_fence<detail::fence::full>();
      if (!stands()) return false;
    } else if (how != contention::pessimistic) {
      detail::transaction_fence<detail::fence::writes>();
    }
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_changes; ++i)
      if (i < changes_) write(at_[i], value_[i]);
    give_back({}, true);
    items_ = changes_ = base_ = 0;
    return true;
  }

  // Where an inner transaction begins. Rolling back to there leaves the outer one as it was, with its marks and locks: a word
  // that both stored to has the outer one's value again. (Such a word takes the room of two changes.)
  struct savepoint {
    unsigned items = 0, changes = 0;
    std::uint32_t opened = 0, held = 0;
  };
  AMORPH_HD savepoint nest() {
    base_ = changes_;
    return {items_, changes_, opened_, held_};
  }
  AMORPH_HD void roll_back(savepoint to = {}) {
    give_back(to, false);
    items_ = to.items;
    changes_ = base_ = to.changes;
    why_ = lost_to::nobody;
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

  AMORPH_HD bool lose(lost_to why) {
    if (!lost()) why_ = why;
    return false;
  }
  AMORPH_HD void hold(unsigned i) {
    why_ = policy::hold(&entry_[item_[i]], key_, seen_[i]);
    if (!lost()) held_ |= bit(i);
  }
  [[nodiscard]] AMORPH_HD bool holds_all() const { return items_ == 0 || held_ == ~0u >> (32 - items_); }
  AMORPH_HD bool stands() {
    if constexpr (how != contention::pessimistic) {
      AMORPH_UNROLL
      for (unsigned i = 0; i != most_items; ++i)
        if (i < items_ && (held_ & bit(i)) == 0 && !policy::stands(&entry_[item_[i]], seen_[i]))
          why_ = policy::reads_are_writes ? lost_to::priority : lost_to::change;
    }
    return !lost();
  }
  AMORPH_HD bool note(std::uint32_t item, bool open) {
    if (lost()) return false;
    unseen_ = true;
    unsigned place = items_;
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_items; ++i)
      if (i < items_ && item_[i] == item) place = i;
    if (place == most_items) return lose(lost_to::size);
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_items; ++i) {
      if (i != place) continue;
      if (i == items_) {
        item_[i] = item;
        why_ = policy::look(&entry_[item], key_, seen_[i]);
        if (lost()) return false;
        ++items_;
      }
      if (open) {
        opened_ |= bit(i);
        if (policy::holds_at_once && (held_ & bit(i)) == 0) hold(i);
      }
    }
    return !lost();
  }
  AMORPH_HD void see() {
    if (!unseen_) return;
    unseen_ = false;
    detail::transaction_fence<detail::fence::reads>();
  }
  // All that has been marked or locked since.
  AMORPH_HD void give_back(savepoint since, bool changed) {
#if defined(__CUDA_ARCH__)
    if (changed) memory_fence();  // one for all
#endif
    AMORPH_UNROLL
    for (unsigned i = 0; i != most_items; ++i) {
      if (i >= items_) continue;
      std::uint32_t* entry = &entry_[item_[i]];
      if ((held_ & ~since.held & bit(i)) == 0) {
        if (i >= since.items) policy::leave(entry, key_);
        continue;
      }
#if defined(__CUDA_ARCH__)
      atomic_store(entry, policy::released(seen_[i], changed));
#else
      atomic_store_release(entry, policy::released(seen_[i], changed));
#endif
    }
    opened_ = since.opened;
    held_ = since.held;
  }

  std::uint32_t* entry_;
  std::uint32_t key_, opened_ = 0, held_ = 0;
  unsigned items_ = 0, changes_ = 0, base_ = 0;  // base: changes of the outer transaction
  bool unseen_ = false;                          // items were opened since the last fence
  lost_to why_ = lost_to::nobody;
  std::uint32_t item_[most_items] = {},
                seen_[most_items] = {};  // (read under their number alone; compilers do not see it)
  std::uintptr_t at_[most_changes] = {};
  std::uint64_t value_[most_changes] = {};
};

}  // namespace amorph
