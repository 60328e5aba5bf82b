// Executors, teams, atomics and buffers.
#include <fstream>

#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/sync/atomic.hpp"

#include "test/kernels/test_exec.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/sync/persistent.cuh"
#endif

namespace amorph::test {
namespace {

void each_item_once(exec& e) {
  for (std::size_t n : sizes()) {
    buffer<std::uint32_t> seen(e, n);
    buffer<std::uint64_t> count(e, 1);
    const auto s = seen.span();
    auto all_are = [&](std::uint32_t x) { return to_host(e, seen) == std::vector<std::uint32_t>(n, x); };
    e.fill(seen.span(), 0);
    e.for_each(n, AMORPH_LAMBDA(std::size_t i) { ++s[i]; });
    ASSERT_TRUE(all_are(1)) << n;
    e.for_each_team(
        n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
          if (t.rank() == 0) ++s[i];
        });
    ASSERT_TRUE(all_are(2)) << n;
    e.write(count.data(), n);
    e.for_each_counted(count.data(), n + 1000, AMORPH_LAMBDA(std::size_t i) { ++s[i]; });
    ASSERT_TRUE(all_are(3)) << n;
    e.for_each_team_counted(
        count.data(), n + 1000, AMORPH_LAMBDA(exec::team t, std::size_t i) {
          if (t.rank() == 0) ++s[i];
        });
    ASSERT_TRUE(all_are(4)) << n;
  }
}

// Concurrent teams have distinct numbers below team_count(), so that their scratch is private.
void teams_own_their_scratch(exec& e) {
  const std::size_t n = 100000;
  buffer<std::uint32_t> scratch(e, std::size_t{e.team_count()} * 32), wrong(e, 1);
  e.fill(wrong.span(), 0);
  const auto mine = scratch.span();
  auto* bad = wrong.data();
  const unsigned teams = e.team_count();
  e.for_each_team(
      n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
        if (t.index() >= teams) {
          atomic_add(bad, 1u);
          return;
        }
        std::uint32_t* slice = &mine[t.index() * 32u];
        for (unsigned k = t.rank(); k < 32; k += t.size()) slice[k] = static_cast<std::uint32_t>(i) + k;
        t.sync();
        for (unsigned k = t.rank(); k < 32; k += t.size())
          if (slice[31 - k] != static_cast<std::uint32_t>(i) + 31 - k) atomic_add(bad, 1u);
        t.sync();
      });
  ASSERT_EQ(e.read(wrong.data()), 0u);
}

// Collective functions against their definition, recomputed from the inputs of all members.
template <class T> void team_words(exec& e) {
  const std::size_t n = 1000;
  const auto host = values<T>(n * 32, 4);
  buffer<T> in(e, host), out(e, n * 8);
  const auto x = in.span(), y = out.span();
  e.for_each_team(
      n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
        const T mine = x[i * 32 + t.rank()];
        const T add = t.reduce_add(mine), any = t.reduce_or(mine), low = t.reduce_min(mine), high = t.reduce_max(mine);
        T total;
        const T before = t.exclusive_scan(mine, total);
        const T last = t.broadcast(before, t.size() - 1);
        const bool is_odd = (mine & 1) != 0;
        const std::uint32_t odd = t.ballot(is_odd);
        const T some_or_all = (t.any(is_odd) ? T{1} : T{0}) | (t.all(is_odd) ? T{2} : T{0});
        if (t.rank() == t.size() - 1) {  // every member has the results
          T* to = &y[i * 8];
          to[0] = add, to[1] = any, to[2] = low, to[3] = high, to[4] = total, to[5] = last, to[6] = static_cast<T>(odd);
          to[7] = some_or_all;
        }
      });
  const auto got = to_host(e, out);
  constexpr unsigned size = AMORPH_DEVICE_COMPILER ? 32 : 1;
  using U = std::make_unsigned_t<T>;
  for (std::size_t i = 0; i != n; ++i) {
    const T* v = &host[i * 32];
    U add = 0, any = 0, last = 0;
    std::uint32_t odd = 0;
    for (unsigned r = 0; r != size; ++r)
      last = add, add += static_cast<U>(v[r]), any |= static_cast<U>(v[r]),
      odd |= static_cast<std::uint32_t>(v[r] & 1) << r;
    const std::uint32_t full = size == 32 ? 0xffffffffu : 1u;
    ASSERT_EQ(got[i * 8 + 0], static_cast<T>(add));
    ASSERT_EQ(got[i * 8 + 1], static_cast<T>(any));
    ASSERT_EQ(got[i * 8 + 2], *std::min_element(v, v + size));
    ASSERT_EQ(got[i * 8 + 3], *std::max_element(v, v + size));
    ASSERT_EQ(got[i * 8 + 4], static_cast<T>(add));
    ASSERT_EQ(got[i * 8 + 5], static_cast<T>(last));
    ASSERT_EQ(got[i * 8 + 6], static_cast<T>(odd));
    ASSERT_EQ(got[i * 8 + 7], (odd != 0 ? T{1} : T{0}) | (odd == full ? T{2} : T{0}));
  }
}

// Among members with the same x, the one of lowest rank leads.
void one_leads_for_each_value(exec& e) {
  const std::size_t n = 1000;
  const auto host = values<std::uint32_t>(n * 32, 4);
  buffer<std::uint32_t> in(e, host), out(e, n);
  const auto x = in.span(), y = out.span();
  e.for_each_team(
      n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
        const std::uint32_t leaders = t.ballot(t.leads(x[i * 32 + t.rank()] % 8));
        if (t.rank() == 0) y[i] = leaders;
      });
  const auto got = to_host(e, out);
  constexpr unsigned size = AMORPH_DEVICE_COMPILER ? 32 : 1;
  for (std::size_t i = 0; i != n; ++i) {
    std::uint32_t seen = 0, leaders = 0;
    for (unsigned r = 0; r != size; ++r) {
      const std::uint32_t bit = 1u << (host[i * 32 + r] % 8);
      if ((seen & bit) == 0) leaders |= 1u << r;
      seen |= bit;
    }
    ASSERT_EQ(got[i], leaders) << i;
  }
}

template <class T> void atomics_lose_nothing(exec& e) {
  const std::size_t n = 50000;
  const auto host = values<T>(n, 4);
  std::vector<T> start = {0, std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), 0, static_cast<T>(-1), 0, 0};
  buffer<T> in(e, host), word(e, start), unique(e, n);
  const auto x = in.span();
  T* w = word.data();
  e.for_each(
      n, AMORPH_LAMBDA(std::size_t i) {
        atomic_add(&w[0], x[i]);
        atomic_min(&w[1], x[i]);
        atomic_max(&w[2], x[i]);
        atomic_or(&w[3], static_cast<T>(x[i] & 0x55));
        atomic_and(&w[4], static_cast<T>(x[i] | 0xf0));
        for (T seen = atomic_load(&w[5]);;) {  // an increment by compare and swap
          T was = atomic_cas(&w[5], seen, static_cast<T>(seen + 1));
          if (was == seen) break;
          seen = was;
        }
        atomic_store(&w[6], atomic_exchange(&w[6], static_cast<T>(i)));
      });
  const auto got = to_host(e, word);
  using U = std::make_unsigned_t<T>;
  U sum = 0;
  T all_or = 0, all_and = static_cast<T>(-1);
  for (T v : host) sum += static_cast<U>(v), all_or |= static_cast<T>(v & 0x55), all_and &= static_cast<T>(v | 0xf0);
  EXPECT_EQ(got[0], static_cast<T>(sum));
  EXPECT_EQ(got[1], *std::min_element(host.begin(), host.end()));
  EXPECT_EQ(got[2], *std::max_element(host.begin(), host.end()));
  EXPECT_EQ(got[3], all_or);
  EXPECT_EQ(got[4], all_and);
  EXPECT_EQ(got[5], static_cast<T>(n));
  EXPECT_LT(static_cast<U>(got[6]), n);
}

// Data written before a release is visible after the acquire that reads it: every item publishes the neighbour of its
// slot only after it sees that slot published.
void release_publishes(exec& e) {
  const std::size_t n = 20000;
  buffer<std::uint32_t> data(e, n), flag(e, n), wrong(e, 1);
  e.fill(data.span(), 0);
  e.fill(flag.span(), 0);
  e.fill(wrong.span(), 0);
  const auto d = data.span(), f = flag.span();
  auto* bad = wrong.data();
  e.for_each(
      n, AMORPH_LAMBDA(std::size_t i) {
        d[i] = static_cast<std::uint32_t>(i) + 1;
        atomic_store_release(&f[i], 1u);
        const std::size_t other = (i * 7919) % d.size();
        if (atomic_load_acquire(&f[other]) != 0 && d[other] != other + 1) atomic_add(bad, 1u);
      });
  ASSERT_EQ(e.read(wrong.data()), 0u);
}

// Many threads claim the same words; the thread whose entry is published wrote it before, and all others read it
// complete.
void claims_are_published(exec& e) {
  const std::size_t n = 20000, words = 64;
  buffer<std::uint32_t> entry(e, n), head(e, words), wrong(e, 1);
  e.fill(entry.span(), 0);
  e.fill(head.span(), 0);
  e.fill(wrong.span(), 0);
  const auto d = entry.span(), h = head.span();
  auto* bad = wrong.data();
  e.for_each(
      n, AMORPH_LAMBDA(std::size_t i) {
        d[i] = static_cast<std::uint32_t>(i) + 1;
        const std::uint32_t was = atomic_publish(&h[i % words], 0u, static_cast<std::uint32_t>(i) + 1);
        if (was != 0 && d[was - 1] != was) atomic_add(bad, 1u);
        const std::uint32_t ahead = atomic_load_ahead(&h[(i + 1) % words]);
        acquire_ahead();
        if (ahead != 0 && d[ahead - 1] != ahead) atomic_add(bad, 1u);
      });
  ASSERT_EQ(e.read(wrong.data()), 0u);
  const auto won = to_host(e, head);
  for (std::size_t w = 0; w != words; ++w) {
    ASSERT_NE(won[w], 0u);
    ASSERT_EQ((won[w] - 1) % words, w);
  }
}

void copies_and_buffers(exec& e) {
  for (std::size_t n : sizes()) {
    const auto host = values<std::uint64_t>(n, 4);
    buffer<std::uint64_t> a(e, host), b(e, n);
    e.copy(a.span(), b.span());
    ASSERT_EQ(to_host(e, b), host);
    b.resize(n / 2);
    b.resize(2 * n + 1);  // contents are kept, also beyond the former capacity
    ASSERT_EQ(b.size(), 2 * n + 1);
    auto kept = to_host(e, b);
    kept.resize(n / 2);
    ASSERT_EQ(kept, std::vector<std::uint64_t>(host.begin(), host.begin() + static_cast<std::ptrdiff_t>(n / 2)));
    e.fill(b.span(), 0x0102030405060708u);
    ASSERT_EQ(to_host(e, b), std::vector<std::uint64_t>(2 * n + 1, 0x0102030405060708u));
    e.write(b.data() + n, 42);
    ASSERT_EQ(e.read(b.data() + n), 42u);
    buffer<std::uint64_t> moved(std::move(b));
    ASSERT_EQ(b.size(), 0u);  // NOLINT(bugprone-use-after-move): a moved-from buffer is empty
    ASSERT_EQ(moved.size(), 2 * n + 1);
  }
  ASSERT_EQ(e.memory().current(), 0u);
  ASSERT_GE(e.memory().peak(), sizeof(std::uint64_t) * 4 * sizes().back());
}

void limits_hold(exec& e) {
  auto code = [&](std::size_t n) {
    try {
      buffer<std::uint64_t> b(e, n);
    } catch (const error& failure) {
      EXPECT_FALSE(std::string(failure.what()).empty());
      return failure.code();
    }
    return status::ok;
  };
  const auto before = e.memory().limit();
  e.memory().limit(1 << 20);
  EXPECT_EQ(code(1 << 17), status::ok);
  EXPECT_EQ(code((1 << 17) + 1), status::out_of_memory);
  EXPECT_EQ(code(~std::size_t{0} / 4), status::out_of_memory);  // bytes beyond 64 bits
  EXPECT_EQ(code(~std::size_t{0} / 8), status::out_of_memory);
  e.memory().limit(before);
  EXPECT_EQ(code(std::size_t{1} << 45), status::out_of_memory);  // more than any machine has
  EXPECT_EQ(code(1), status::ok);                                // the executor remains usable
  EXPECT_EQ(e.memory().current(), 0u);
}

void single_runs_once(exec& e) {
  buffer<std::uint32_t> word(e, 1);
  e.fill(word.span(), 5);
  auto* w = word.data();
  e.single(AMORPH_LAMBDA() { *w += 1; });
  EXPECT_EQ(e.read(w), 6u);
}

}  // namespace

TEST(Exec, EachItemOnce) { on_each_executor(each_item_once); }
TEST(Exec, TeamsOwnTheirScratch) { on_each_executor(teams_own_their_scratch); }
TEST(Exec, SingleRunsOnce) { on_each_executor(single_runs_once); }
TEST(Exec, CopiesAndBuffers) { on_each_executor(copies_and_buffers); }
TEST(Exec, LimitsHold) { on_each_executor(limits_hold); }
TEST(Team, CollectivesEqualDefinitions) {
  on_each_executor([](exec& e) {
    team_words<std::uint32_t>(e);
    team_words<std::int32_t>(e);
    team_words<std::uint64_t>(e);
    team_words<std::int64_t>(e);
  });
}
TEST(Atomic, LosesNothing) {
  on_each_executor([](exec& e) {
    atomics_lose_nothing<std::uint32_t>(e);
    atomics_lose_nothing<std::int32_t>(e);
    atomics_lose_nothing<std::uint64_t>(e);
    atomics_lose_nothing<std::int64_t>(e);
  });
}
TEST(Team, OneLeadsForEachValue) { on_each_executor(one_leads_for_each_value); }
TEST(Atomic, ClaimsArePublished) { on_each_executor(claims_are_published); }
TEST(Atomic, ReleasePublishes) { on_each_executor(release_publishes); }

#if AMORPH_DEVICE_COMPILER
// Writes before the barrier are visible to all threads of the grid after it.
struct pass_on {
  std::uint32_t *value, *wrong;
  std::uint32_t steps;
  __device__ void operator()(whole_grid grid) const {
    const std::size_t me = grid.thread(), next = (me + 12345) % grid.threads();
    for (std::uint32_t step = 1; step <= steps; ++step) {
      value[me] = step;
      grid.sync();
      if (value[next] != step) atomic_add(wrong, 1u);
      grid.sync();
    }
    if (grid.first()) value[0] = static_cast<std::uint32_t>(grid.threads());
  }
};
TEST(Persistent, BarrierShowsAllWrites) {
  on_each_executor([](exec& e) {
    for (int most : {32, 1}) {
      buffer<std::uint32_t> value(e, std::size_t{32} * e.team_count()), wrong(e, 1);
      e.fill(wrong.span(), 0);
      persistent(e, pass_on{value.data(), wrong.data(), 200}, most);
      EXPECT_EQ(e.read(wrong.data()), 0u);
      EXPECT_LE(e.read(value.data()), value.size());
    }
  });
}
#endif

#if !AMORPH_DEVICE_COMPILER
#if !defined(AMORPH_SANITIZED)  // sanitizers keep freed memory
std::size_t resident_pages() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident;
}

// A library creates an executor per call. (oneTBB kept about 14 KiB of each arena: 40 MB here.)
TEST(Exec_release, ManyInTurnTakeNoMoreMemory) {
  auto some = [](unsigned n) {
    std::atomic<std::size_t> sum = 0;
    for (unsigned i = 0; i != n; ++i) {
      cpu_exec e(2 + i % 2);
      e.for_each(1000, [&](std::size_t j) { sum += j; });
    }
    return sum.load();
  };
  EXPECT_EQ(some(100), 100u * 499500u);
  const std::size_t before = resident_pages();
  some(3000);
  EXPECT_LT(resident_pages(), before + (std::size_t{8} << 20) / 4096);
}
#endif

TEST(Exec, ExceptionsLeaveTheLoop) {
  on_each_executor([](exec& e) {
    EXPECT_THROW(e.for_each(100000,
                            [](std::size_t i) {
                              if (i == 77777) throw error(status::internal, "seen");
                            }),
                 error);
    buffer<int> still_works(e, 10);
    e.fill(still_works.span(), 1);
    EXPECT_EQ(e.read(still_works.data()), 1);
  });
}
#endif

}  // namespace amorph::test
