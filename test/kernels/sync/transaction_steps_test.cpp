// Two or three transactions, step by step, on one thread: interleavings, and which transaction has to abort. What is
// merely likely under concurrency is certain here, under every policy.
#include "test/kernels/sync/policies.hpp"

namespace amorph::test {
namespace {

constexpr unsigned most_said = 16;
constexpr std::uint32_t no = 0, yes = 1;

// The results of the steps of a script, in order, and whether all items were released at the end.
struct notes {
  std::uint32_t *entry, *word, *said;
  std::uint32_t count = 0;
  AMORPH_HD void operator()(std::uint32_t x) { said[count++] = x; }
  AMORPH_HD void operator()(abort_cause why) { said[count++] = static_cast<std::uint32_t>(why); }
};
using said = std::vector<std::uint32_t>;
constexpr std::uint32_t of(abort_cause why) { return static_cast<std::uint32_t>(why); }

template <class Script> struct play {
  Script script;
  notes n;
  AMORPH_BODY void operator()() const {
    notes mine = n;
    script(mine);
    mine.said[most_said] = mine.count;
  }
};

constexpr std::uint32_t items = 3;
template <contention contention_policy> using tx_of = transaction<contention_policy, items>;
template <contention contention_policy> struct take_all {
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> tx(n.entry, 1);  // of lowest priority
    n(tx.open(0, 1, 2));
    n(tx.commit());
  }
};

// The results of a script, on 3 items with one word each, initially 0.
template <class Script> said played(exec& e, buffer<std::uint32_t>& entry, Script script) {
  buffer<std::uint32_t> word(e, items), out(e, most_said + 1);
  e.fill(word.span(), 0);
  e.fill(out.span(), 0);
  e.single(play<Script>{script, {entry.data(), word.data(), out.data()}});
  said all = to_host(e, out);
  all.resize(all[most_said]);
  return all;
}
template <contention contention_policy, class Script> said played(exec& e, Script script) {
  buffer<std::uint32_t> entry(e, items);
  e.fill(entry.span(), 0);
  said all = played(e, entry, script);
  EXPECT_EQ(played(e, entry, take_all<contention_policy>{}), (said{yes, yes})) << "an item was not released";
  return all;
}

// A reads an item, B writes it. Either B or A has priority.
template <contention contention_policy> struct change_what_was_read {
  bool b_first;
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> a(n.entry, b_first ? 5 : 9), b(n.entry, 7);
    n(a.open_read(0));
    n(a.load(&n.word[0]));
    n(b.open(0) && b.store(&n.word[0], 7) && b.commit());
    n(b.cause());
    b.roll_back();
    n(a.validate());
    n(a.cause());
    n(a.commit());
    a.roll_back();
    n(n.word[0]);
  }
};
template <class Policy> void a_change_is_noticed(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  for (const bool b_first : {true, false}) {
    SCOPED_TRACE(b_first ? "the writer goes before" : "the reader goes before");
    const said s = played<contention_policy>(e, change_what_was_read<contention_policy>{b_first});
    const auto b_wins = [&](abort_cause why) { return said{yes, 0, yes, of(abort_cause::none), no, of(why), no, 7}; };
    const auto a_wins = [&](abort_cause why) { return said{yes, 0, no, of(why), yes, of(abort_cause::none), yes, 0}; };
    if (contention_policy == contention::pessimistic)
      EXPECT_EQ(s, a_wins(abort_cause::lock));
    else if (contention_policy == contention::priority)
      EXPECT_EQ(s, b_first ? b_wins(abort_cause::priority) : a_wins(abort_cause::priority));
    else
      EXPECT_EQ(s, b_wins(abort_cause::change));
  }
}

// Both write an item that both have read.
template <contention contention_policy> struct change_together {
  bool b_first;
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> a(n.entry, b_first ? 5 : 9), b(n.entry, 7);
    n(a.open(0) && a.store(&n.word[0], a.load(&n.word[0]) + 1));
    n(b.open(0) && b.store(&n.word[0], b.load(&n.word[0]) + 10) && b.commit());
    n(b.cause());
    b.roll_back();
    n(a.commit());
    n(a.cause());
    a.roll_back();
    n(n.word[0]);
  }
};
template <class Policy> void one_of_two_changes_counts(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  for (const bool b_first : {true, false}) {
    SCOPED_TRACE(b_first ? "the second goes before" : "the first goes before");
    const said s = played<contention_policy>(e, change_together<contention_policy>{b_first});
    const auto b_wins = [&](abort_cause why) { return said{yes, yes, of(abort_cause::none), no, of(why), 10}; };
    const auto a_wins = [&](abort_cause why) { return said{yes, no, of(why), yes, of(abort_cause::none), 1}; };
    if (contention_policy == contention::priority)
      EXPECT_EQ(s, b_first ? b_wins(abort_cause::priority) : a_wins(abort_cause::priority));
    else if (contention_policy == contention::block)
      EXPECT_EQ(s, b_wins(abort_cause::change));
    else
      EXPECT_EQ(s, a_wins(abort_cause::lock));
  }
}

// Each reads what the other writes: in no serial order could both have read 0.
template <contention contention_policy> struct change_what_the_other_reads {
  bool lock_first;  // both lock before either commits
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> a(n.entry, 5), b(n.entry, 7);
    bool a_goes = a.open_read(0) && a.open(1) && a.store(&n.word[1], a.load(&n.word[0]) + 1);
    bool b_goes = b.open_read(1) && b.open(0) && b.store(&n.word[0], b.load(&n.word[1]) + 1);
    if (lock_first) {
      a_goes = a_goes && a.lock_opened();
      b_goes = b_goes && b.lock_opened();
    }
    n(a_goes && a.commit());
    a.roll_back();
    n(b_goes && b.commit());
    b.roll_back();
    n(n.word[0]);
    n(n.word[1]);
  }
};
template <class Policy> void what_each_reads_of_the_other(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  for (const bool lock_first : {false, true}) {
    SCOPED_TRACE(lock_first ? "both lock, then both commit" : "one after the other");
    const said s = played<contention_policy>(e, change_what_the_other_reads<contention_policy>{lock_first});
    if (contention_policy == contention::priority)
      EXPECT_EQ(s, (said{no, yes, 1, 0}));
    else if (contention_policy == contention::block && lock_first)
      EXPECT_EQ(s, (said{no, yes, 1, 0}));  // A aborts because of the lock of B, which can then commit
    else
      EXPECT_EQ(s, (said{yes, no, 0, 1}));
  }
}

// A reads one word before and one after B writes both.
template <contention contention_policy> struct read_at_two_moments {
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> a(n.entry, 5), b(n.entry, 7);
    n(a.open_read(0));
    n(a.load(&n.word[0]));
    n(b.open(0, 1) && b.store(&n.word[0], 7) && b.store(&n.word[1], 7) && b.commit());
    b.roll_back();
    n(a.open_read(1));
    n(a.load(&n.word[1]));
    n(a.validate());
    a.roll_back();
  }
};
template <class Policy> void two_moments_are_noticed(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  const said s = played<contention_policy>(e, read_at_two_moments<contention_policy>{});
  if (contention_policy == contention::pessimistic)
    EXPECT_EQ(s, (said{yes, 0, no, yes, 0, yes}));
  else
    EXPECT_EQ(s, (said{yes, 0, yes, yes, 7, no}));
}

// An inner transaction writes what the outer one wrote, is rolled back and retried, while others intervene.
template <contention contention_policy> struct undo_an_inner_one {
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> outer(n.entry, 5), b(n.entry, 7), c(n.entry, 8);
    n(outer.open(0) && outer.store(&n.word[0], 50) && outer.lock_opened());
    const auto from = outer.nest();
    n(outer.open(1) && outer.store(&n.word[1], 60) && outer.store(&n.word[0], 90) && outer.store(&n.word[0], 91));
    n(outer.load(&n.word[0]));
    outer.retry();
    outer.roll_back(from);
    n(outer.aborted());
    n(outer.load(&n.word[0]));
    n(b.open(0));  // still locked
    n(b.cause());
    b.roll_back();
    n(c.open(1) && c.store(&n.word[1], 20) && c.commit());  // released
    n(outer.open(1) && outer.store(&n.word[1], outer.load(&n.word[1]) + 1) &&
      outer.store(&n.word[0], outer.load(&n.word[0]) + 1));
    n(outer.load(&n.word[0]));
    n(outer.commit());
    n(n.word[0]);
    n(n.word[1]);
  }
};
template <class Policy> void an_inner_one_is_undone(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  EXPECT_EQ(played<contention_policy>(e, undo_an_inner_one<contention_policy>{}),
            (said{yes, yes, 91, no, 50, no, of(abort_cause::lock), yes, yes, 51, yes, 51, 21}));
}

// An inner transaction opens for writing what the outer one only read. Rolled back, it has not.
template <contention contention_policy> struct open_what_was_read {
  AMORPH_HD void operator()(notes& n) const {
    tx_of<contention_policy> outer(n.entry, 5), b(n.entry, 7);
    n(outer.open_read(0) && outer.open(1) && outer.lock_opened());
    const auto from = outer.nest();
    n(outer.open(0) && outer.store(&n.word[0], 90) && outer.lock_opened());
    outer.roll_back(from);
    n(outer.validate());
    n(b.open(0) && b.store(&n.word[0], 20) && b.commit());
    b.roll_back();
    n(outer.validate());
    outer.roll_back();
    n(n.word[0]);
  }
};
template <class Policy> void a_repeated_read_is_the_same(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  const said s = played<contention_policy>(e, open_what_was_read<contention_policy>{});
  if (contention_policy == contention::priority || contention_policy == contention::pessimistic)
    EXPECT_EQ(s, (said{yes, yes, yes, no, yes, 0}));
  else
    EXPECT_EQ(s, (said{yes, yes, yes, yes, no, 20}));
}

// Another transaction writes what the outer transaction read, before or during the call of the inner one.
struct outer_that_ages {
  std::uint32_t *entry, *word, *calls;
  bool before;
  template <class Tx> AMORPH_BODY void other() const {
    Tx b(entry, 0x7fffffffu);
    if (!b.open(0) || !b.store(&word[0], 7) || !b.commit()) b.roll_back();
  }
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t) const {
    if (!tx.open_read(0) || !tx.open(1) || !tx.store(&word[1], tx.load(&word[0]) + 1)) return false;
    if (before) other<Tx>();
    return true;
  }
  template <class Tx> AMORPH_BODY bool inner(Tx& tx, std::uint32_t) const {
    if (++*calls == 1 && !before) other<Tx>();
    return tx.open(2) && tx.retry();
  }
};
template <contention contention_policy> struct attempt_to_age {
  bool before;
  AMORPH_BODY void operator()(notes& n) const {
    std::uint32_t calls = 0;
    const detail::transaction_try<contention_policy, items, items, outer_that_ages> attempt{
        n.entry, {n.entry, n.word, &calls, before}};
    detail::transaction_counts c;
    n(attempt(3, c));  // of lower priority than the other
    n(calls);
    n(c.nested_aborts);
    for (const std::uint32_t a : c.aborts) n(a);
  }
};
template <class Policy> void a_stale_outer_one_ends_at_once(exec& e, Policy) {
  constexpr contention contention_policy = Policy::value;
  for (const bool before : {true, false}) {
    SCOPED_TRACE(before ? "before" : "meanwhile");
    const said s = played<contention_policy>(e, attempt_to_age<contention_policy>{before});
    if (contention_policy == contention::priority && before)
      EXPECT_EQ(s, (said{no, 0, 0, 1, 0, 0, 0, 0}));  // a mark is lost, nothing can be locked
    else if (contention_policy == contention::priority || contention_policy == contention::pessimistic)
      EXPECT_EQ(s, (said{no, 8, 7, 0, 0, 0, 0, 1}));  // its read set is locked: only its own requests conflict
    else if (before)
      EXPECT_EQ(s, (said{no, 0, 0, 0, 0, 1, 0, 0}));
    else
      EXPECT_EQ(s, (said{no, 1, 1, 0, 0, 1, 0, 0}));
  }
}

}  // namespace

TEST(TransactionSteps, AChangeIsNoticed) {
  everywhere([](exec& e, auto policy) { a_change_is_noticed(e, policy); });
}
TEST(TransactionSteps, OneOfTwoChangesCounts) {
  everywhere([](exec& e, auto policy) { one_of_two_changes_counts(e, policy); });
}
TEST(TransactionSteps, WhatEachReadsOfTheOther) {
  everywhere([](exec& e, auto policy) { what_each_reads_of_the_other(e, policy); });
}
TEST(TransactionSteps, TwoMomentsAreNoticed) {
  everywhere([](exec& e, auto policy) { two_moments_are_noticed(e, policy); });
}
TEST(TransactionSteps, AnInnerOneIsUndone) {
  everywhere([](exec& e, auto policy) { an_inner_one_is_undone(e, policy); });
}
TEST(TransactionSteps, AReadIsAReadAgain) {
  everywhere([](exec& e, auto policy) { a_repeated_read_is_the_same(e, policy); });
}
TEST(TransactionSteps, AStaleOuterOneEndsAtOnce) {
  everywhere([](exec& e, auto policy) { a_stale_outer_one_ends_at_once(e, policy); });
}

#if !defined(NDEBUG) && !AMORPH_DEVICE_COMPILER && !defined(AMORPH_TSAN)
TEST(TransactionStepsDeathTest, AStoreToWhatWasOnlyRead) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::uint32_t entry[2] = {}, word = 0;
  transaction<contention::invisible, 2> tx(entry, 1);
  ASSERT_TRUE(tx.open_read(0));
  EXPECT_DEATH((void)tx.store(&word, 1), "opened_");
}
#endif

}  // namespace amorph::test
