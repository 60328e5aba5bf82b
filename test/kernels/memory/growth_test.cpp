// Growing and shrinking storage: all growth strategies produce the same contents, exhaustion is an error and not a
// crash, and the three kinds of deletion keep the remaining elements.
#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/memory/chunks.hpp"
#include "amorph/kernels/memory/deletion.hpp"
#include "amorph/kernels/memory/growable.hpp"
#include "amorph/kernels/memory/recycle.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

// Item i appends i % 4 elements of value i; items that overflow are processed again.
template <class View> struct append_some {
  View view;
  std::uint8_t* done;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (done[i] != 0) return;
    const std::uint64_t at = view.append(i % 4);
    if (at == append_overflow) return;
    for (std::uint64_t k = 0; k != i % 4; ++k) view[at + k] = static_cast<std::uint32_t>(i);
    done[i] = 1;
  }
};

int append_all(exec& e, growable<std::uint32_t, exec>& store, std::size_t n) {
  buffer<std::uint8_t> done(e, n);
  e.fill(done.span(), 0);
  int rounds = 0;
  do {
    store.prepare(3 * n);
    e.for_each(n, append_some<growable_view<std::uint32_t>>{store.view(), done.data()});
    ++rounds;
  } while (!store.settle());
  return rounds;
}

std::vector<std::uint32_t> sorted_contents(exec& e, const growable<std::uint32_t, exec>& store) {
  std::vector<std::uint32_t> host(store.size());
  e.copy_out(store.span(), span<std::uint32_t>(host));
  std::sort(host.begin(), host.end());
  return host;
}

void every_growth_holds_all(exec& e) {
  for (std::size_t n : sizes()) {
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i != n; ++i) expected.insert(expected.end(), i % 4, static_cast<std::uint32_t>(i));
    for (growth strategy : {growth::preallocated, growth::host_grown, growth::kernel_reported}) {
      SCOPED_TRACE("n " + std::to_string(n) + " growth " + std::to_string(static_cast<int>(strategy)));
      growable<std::uint32_t, exec> store(e, strategy, strategy == growth::preallocated ? expected.size() : 2);
      const int rounds = append_all(e, store, n);
      ASSERT_EQ(sorted_contents(e, store), expected);
      ASSERT_LE(rounds, 2);  // the whole missing capacity is reported at once
      append_all(e, store, 0);
      ASSERT_EQ(store.size(), expected.size());
      store.truncate(store.size() / 2);
      append_all(e, store, 0);
      ASSERT_EQ(store.size(), expected.size() / 2);
    }
  }
  EXPECT_EQ(e.memory().current(), 0u);
}

void growth_is_amortised(exec& e) {
  growable<std::uint32_t, exec> store(e, growth::kernel_reported, 1);
  int grown = 0;
  for (int step = 0; step != 2000; ++step) {
    grown += append_all(e, store, 3) - 1;  // three elements per step
  }
  EXPECT_EQ(store.size(), 6000u);
  EXPECT_LE(grown, 25);  // log of 6000 to the base 1.5
}

status status_of(exec& e, growth strategy, std::uint64_t capacity, std::uint64_t limit, std::size_t n) {
  try {
    growable<std::uint32_t, exec> store(e, strategy, capacity, limit);
    append_all(e, store, n);
  } catch (const error& failure) {
    EXPECT_NE(std::string(failure.what()).find("needs "), std::string::npos) << failure.what();
    return failure.code();
  }
  return status::ok;
}

void exhaustion_is_an_error(exec& e) {
  EXPECT_EQ(status_of(e, growth::preallocated, 6, append_overflow, 4), status::ok);  // 0 + 1 + 2 + 3
  EXPECT_EQ(status_of(e, growth::preallocated, 5, append_overflow, 4), status::out_of_memory);
  EXPECT_EQ(status_of(e, growth::kernel_reported, 0, 6, 4), status::ok);
  EXPECT_EQ(status_of(e, growth::kernel_reported, 0, 5, 4), status::out_of_memory);
  EXPECT_EQ(status_of(e, growth::host_grown, 0, 11, 4), status::out_of_memory);  // the bound was 12
  const auto before = e.memory().limit();
  e.memory().limit(1 << 20);
  try {
    growable<std::uint32_t, exec> store(e, growth::kernel_reported, 16);
    append_all(e, store, 300000);
    ADD_FAILURE() << "1.7 MiB fitted in 1 MiB";
  } catch (const error& failure) {
    EXPECT_EQ(failure.code(), status::out_of_memory);
  }
  e.memory().limit(before);
  EXPECT_EQ(e.memory().current(), 0u);
}

struct append_one {
  growable_view<std::uint32_t> view;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t at = view.append();
    if (at != append_overflow) view[at] = static_cast<std::uint32_t>(i);
  }
};
void wrong_bound_is_a_defect(exec& e) {
  growable<std::uint32_t, exec> store(e, growth::host_grown, 0);
  store.prepare(10);
  e.for_each(11, append_one{store.view()});
  try {
    (void)store.settle();
    ADD_FAILURE() << "eleven elements fitted in a capacity of ten";
  } catch (const error& failure) {
    EXPECT_EQ(failure.code(), status::internal);
  }
}

// Owner o appends the numbers o, o + 1, ... until it has (o * 37) % 100 of them; owners without a chunk are processed
// again.
constexpr unsigned in_chunk = 7;
using lists_view = chunk_lists_view<std::uint32_t, in_chunk>;
struct append_numbers {
  lists_view lists;
  AMORPH_BODY void operator()(std::size_t o) const {
    while (lists.size(o) != o * 37 % 100)
      if (!lists.append(o, static_cast<std::uint32_t>(o + lists.size(o)))) return;
  }
};
struct check_numbers {
  lists_view lists;
  std::uint32_t* wrong;
  AMORPH_BODY void operator()(std::size_t o) const {
    std::uint64_t k = 0;
    bool good = lists.size(o) == o * 37 % 100;
    lists.for_each(o, [&](std::uint32_t x) { good = good && x == o + k++; });
    if (!good || k != lists.size(o)) atomic_add(wrong, 1u);
  }
};
struct clear_odd {
  lists_view lists;
  AMORPH_BODY void operator()(std::size_t o) const {
    if (o % 2 == 1) lists.clear(o);
  }
};
// Deletes a list and begins another in one step: chunks are allocated and freed concurrently.
struct begin_anew {
  lists_view lists;
  std::uint32_t* failed;
  AMORPH_BODY void operator()(std::size_t o) const {
    lists.clear(o);
    for (std::uint32_t k = 0; k != o * 37 % 100; ++k)
      if (!lists.append(o, static_cast<std::uint32_t>(o) + k)) atomic_add(failed, 1u);
  }
};

void chunks_hold_all(exec& e) {
  for (std::size_t owners : {std::size_t{1}, std::size_t{33}, std::size_t{5000}}) {
    buffer<std::uint32_t> wrong(e, 1);
    chunk_lists<std::uint32_t, in_chunk, exec> lists(e, owners, 0, 64);
    auto fill_lists = [&] {
      int rounds = 0;
      do {
        e.for_each(owners, append_numbers{lists.view()});
        ++rounds;
      } while (!lists.settle());
      return rounds;
    };
    auto wrong_lists = [&] {
      e.fill(wrong.span(), 0);
      e.for_each(owners, check_numbers{lists.view(), wrong.data()});
      return e.read(wrong.data());
    };
    ASSERT_GE(fill_lists(), owners == 1 ? 1 : 2);  // initially there are no chunks; owner 0 needs none
    ASSERT_EQ(wrong_lists(), 0u);
    // Freed chunks are reused: refilling the lists needs no more memory.
    std::uint64_t chunks = lists.chunks();
    e.for_each(owners, clear_odd{lists.view()});
    ASSERT_TRUE(lists.settle());
    ASSERT_EQ(fill_lists(), 1);
    ASSERT_EQ(wrong_lists(), 0u);
    ASSERT_EQ(lists.chunks(), chunks);
    // A step that frees and allocates needs memory for both, and no more when it is repeated.
    for (int turn = 0; turn != 10; ++turn) {
      lists.prepare(owners * 15);
      if (turn == 0) chunks = lists.chunks();
      e.fill(wrong.span(), 0);
      e.for_each(owners, begin_anew{lists.view(), wrong.data()});
      ASSERT_TRUE(lists.settle());
      ASSERT_EQ(e.read(wrong.data()), 0u);
      ASSERT_EQ(wrong_lists(), 0u);
    }
    ASSERT_EQ(lists.chunks(), chunks);
    // A step cannot fail after prepare.
    chunk_lists<std::uint32_t, in_chunk, exec> ready(e, owners, 0, 64);
    ready.prepare(owners * 15);
    e.for_each(owners, append_numbers{ready.view()});
    ASSERT_TRUE(ready.settle());
  }
  EXPECT_EQ(e.memory().current(), 0u);
}

void chunk_exhaustion_is_an_error(exec& e) {
  const auto before = e.memory().limit();
  e.memory().limit(1 << 20);
  try {
    chunk_lists<std::uint32_t, in_chunk, exec> lists(e, 20000);
    do e.for_each(20000, append_numbers{lists.view()});
    while (!lists.settle());
    ADD_FAILURE() << "5 MiB fitted in 1 MiB";
  } catch (const error& failure) {
    EXPECT_EQ(failure.code(), status::out_of_memory);
  }
  e.memory().limit(before);
  using lists_of_int = chunk_lists<int, 4, exec>;
  EXPECT_THROW(lists_of_int(e, 1, std::uint64_t{1} << 32), error);
  EXPECT_THROW(lists_of_int(e, 1, 1, 48), error);
  EXPECT_EQ(e.memory().current(), 0u);
}

// Marks every element of `gone` twice; counts first marks.
struct mark_twice {
  marks_view marks;
  const std::uint32_t* gone;
  std::uint32_t* firsts;
  AMORPH_BODY void operator()(std::size_t i) const {
    for (int k = 0; k != 2; ++k)
      if (marks.mark(gone[i])) atomic_add(firsts, 1u);
  }
};

void deletion_keeps_the_rest(exec& e) {
  for (std::size_t n : sizes()) {
    std::mt19937_64 random(n);
    std::vector<std::uint32_t> gone;
    for (std::size_t i = 0; i != n; ++i)
      if (random() % 3 == 0) gone.push_back(static_cast<std::uint32_t>(i));
    std::shuffle(gone.begin(), gone.end(), random);
    buffer<std::uint32_t> gone_there(e, gone), firsts(e, 1);
    e.fill(firsts.span(), 0);
    marks<exec> marked(e, n);
    e.for_each(gone.size(), mark_twice{marked.view(), gone_there.data(), firsts.data()});
    ASSERT_EQ(e.read(firsts.data()), gone.size());

    std::sort(gone.begin(), gone.end());
    buffer<std::uint32_t> listed(e, n);
    listed.resize(marked.list(true, listed.span()));
    ASSERT_EQ(to_host(e, listed), gone);

    // Explicit: attributes are compacted; old numbers map to new ones.
    const auto host = values<std::uint64_t>(n, 4);
    buffer<std::uint64_t> attribute(e, host);
    compaction<std::uint32_t, exec> after(e, marked);
    after.apply(attribute);
    const auto moved = to_host(e, attribute);
    std::vector<std::uint32_t> renumber(n);
    e.copy_out(after.renumber(), span<std::uint32_t>(renumber));
    const std::set<std::uint32_t> lost(gone.begin(), gone.end());
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i != n; ++i) {
      if (lost.count(i) != 0) {
        ASSERT_EQ(renumber[i], after.deleted);
        continue;
      }
      ASSERT_EQ(renumber[i], next);
      ASSERT_EQ(moved[next++], host[i]);
    }
    ASSERT_EQ(after.size(), next);
    buffer<std::uint32_t> of_others(e, n + 1);
    EXPECT_THROW(after.apply(of_others), error);

    // Marks grow with the elements.
    marked.resize(n + 100);
    buffer<std::uint32_t> all(e, n + 100);
    ASSERT_EQ(marked.list(true, all.span()), gone.size());
  }
}

struct place_new {
  recycled_view<std::uint32_t> places;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t k) const { to[k] = places.place(k); }
};
void places_are_recycled_in_order(exec& e) {
  recycler<std::uint32_t, exec> places(e, 100);
  auto make = [&](std::size_t count) {
    buffer<std::uint32_t> to(e, count);
    e.for_each(count, place_new{places.view(), to.data()});
    places.take(count);
    return to_host(e, to);
  };
  auto release = [&](std::vector<std::uint32_t> free) {
    buffer<std::uint32_t> there(e, free);
    places.release(there.span());
  };
  using list = std::vector<std::uint32_t>;
  EXPECT_EQ(make(2), (list{100, 101}));
  release({3, 50, 101});
  EXPECT_EQ(make(2), (list{3, 50}));
  release({7});
  EXPECT_EQ(places.available(), 2u);
  EXPECT_EQ(make(4), (list{101, 7, 102, 103}));
  EXPECT_EQ(places.end(), 104u);
  EXPECT_EQ(make(0), list{});
  release({});
  EXPECT_THROW(places.take(std::uint64_t{1} << 32), error);
}

}  // namespace

TEST(ByteText, NothingReadsAsZero) {
  EXPECT_EQ(byte_text(0), "0 bytes");
  EXPECT_EQ(byte_text(1), "1 byte");
  EXPECT_EQ(byte_text(1000), "1000 bytes");
  EXPECT_EQ(byte_text(102400), "100 KiB");
  EXPECT_EQ(byte_text(102401), "101 KiB");
  EXPECT_EQ(byte_text(1 << 20), "1 MiB");
  EXPECT_EQ(byte_text(3 << 19), "1536 KiB");
  EXPECT_EQ(byte_text((16 << 20) + 1), "17 MiB");
  EXPECT_EQ(byte_text(~std::uint64_t{0}), "17592186044416 MiB");
}

TEST(Growable, EveryGrowthHoldsAll) { on_each_executor(every_growth_holds_all); }
TEST(Growable, GrowthIsAmortised) { on_each_executor(growth_is_amortised); }
TEST(Growable, ExhaustionIsAnError) { on_each_executor(exhaustion_is_an_error); }
TEST(Growable, WrongBoundIsADefect) { on_each_executor(wrong_bound_is_a_defect); }
TEST(Chunks, HoldAll) { on_each_executor(chunks_hold_all); }
TEST(Chunks, ExhaustionIsAnError) { on_each_executor(chunk_exhaustion_is_an_error); }
TEST(Deletion, KeepsTheRest) { on_each_executor(deletion_keeps_the_rest); }
TEST(Deletion, PlacesAreRecycledInOrder) { on_each_executor(places_are_recycled_in_order); }

}  // namespace amorph::test
