// Sets that teams mark and sums that teams add to, loop after loop.
#include <algorithm>

#include "amorph/sync/mark_set.hpp"
#include "amorph/sync/team_sums.hpp"

#include "test_exec.hpp"

namespace amorph::test {
namespace {

std::vector<std::uint32_t> taken(exec& e, mark_set<exec>& set) {
  const counted_list list = set.take();
  EXPECT_LE(e.read(list.count), list.most);
  std::vector<std::uint32_t> items(e.read(list.count));
  e.copy_out(span<const std::uint32_t>(list.items, items.size()), span<std::uint32_t>(items));
  std::sort(items.begin(), items.end());
  return items;
}

// Item i marks `step` * i and what follows it, by every member: items are marked by several, within a team and beyond.
void each_marked_item_once(exec& e) {
  for (const std::size_t n : sizes()) {
    mark_set<exec> set(e, n);
    ASSERT_EQ(taken(e, set), std::vector<std::uint32_t>()) << "nothing was marked";
    for (const std::size_t step : {std::size_t{1}, std::size_t{3}, n / 2 + 1, n + 1, std::size_t{1}}) {
      const std::size_t items = n / step + (n % step != 0 ? 1 : 0);
      const auto view = set.view();
      e.for_each_team(
          items, AMORPH_LAMBDA(exec::team t, std::size_t i) {
            view.mark(t, static_cast<std::uint32_t>(i * step));
            const std::size_t next = i * step + 1;
            if (next < n) view.mark(t, static_cast<std::uint32_t>(next));
          });
      std::vector<std::uint32_t> expected;
      for (std::size_t i = 0; i != n; ++i)
        if (i % step <= 1) expected.push_back(static_cast<std::uint32_t>(i));
      ASSERT_EQ(taken(e, set), expected) << n << " by " << step;
    }
    ASSERT_EQ(taken(e, set), std::vector<std::uint32_t>()) << "taking empties the set";
  }
}

// Marks of several loops, and of all teams at one time on the same items, gather until they are taken.
void marks_gather(exec& e) {
  const std::size_t n = 5000, loops = 4;
  mark_set<exec> set(e, n);
  for (std::size_t loop = 0; loop != loops; ++loop) {
    const auto view = set.view();
    e.for_each_team(
        100000, AMORPH_LAMBDA(exec::team t, std::size_t i) {
          if (t.rank() == 0) view.mark(t, static_cast<std::uint32_t>(i * 7919 % 1000 * 5 + loop));
        });
  }
  std::vector<std::uint32_t> expected;
  for (std::size_t i = 0; i != n; ++i)
    if (i % 5 < loops) expected.push_back(static_cast<std::uint32_t>(i));
  ASSERT_EQ(taken(e, set), expected);
}

// The list that is taken drives the next loop without the host's knowing its length.
void a_taken_list_is_a_loop(exec& e) {
  const std::size_t n = 70000;
  mark_set<exec> set(e, n);
  buffer<std::uint32_t> seen(e, n);
  e.fill(seen.span(), 0);
  const auto s = seen.span();
  const auto view = set.view();
  e.for_each_team(
      n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
        if (t.rank() == 0 && i % 3 == 0) view.mark(t, static_cast<std::uint32_t>(i));
      });
  const counted_list list = set.take();
  const std::uint32_t* items = list.items;
  e.for_each_counted(list.count, list.most, AMORPH_LAMBDA(std::size_t i) { ++s[items[i]]; });
  const auto got = to_host(e, seen);
  for (std::size_t i = 0; i != n; ++i) ASSERT_EQ(got[i], i % 3 == 0 ? 1u : 0u) << i;
}

// Team i adds value[i] to bin i % bins; sums are taken by single threads and by whole teams, and are 0 after that.
template <class T> void sums_lose_nothing(exec& e) {
  for (const std::size_t bins : {1, 2, 7, 8, 9, 64, 1000})  // few, on more than one line, and about what counts as few
    for (const std::size_t n : sizes()) {
      if (n > 100000) continue;
      auto host = values<T>(n, 4);
      for (T& v : host) v /= 1 << 20;  // the sums fit
      buffer<T> value(e, host), out(e, bins);
      team_sums<exec, T> sums(e, bins);
      std::vector<T> expected(bins, 0);
      const auto x = value.span(), y = out.span();
      const auto view = sums.view();
      for (const bool by_teams : {false, true}) {
        e.for_each_team(
            n, AMORPH_LAMBDA(exec::team t, std::size_t i) {
              if (t.rank() == 0) view.add(t, i % bins, x[i]);
            });
        std::fill(expected.begin(), expected.end(), 0);
        for (std::size_t i = 0; i != n; ++i) expected[i % bins] += host[i];
        if (by_teams)
          e.for_each_team(
              bins, AMORPH_LAMBDA(exec::team t, std::size_t b) {
                const T sum = view.take(t, b);
                if (t.rank() == t.size() - 1) y[b] = sum;  // every member has it
              });
        else
          e.for_each(bins, AMORPH_LAMBDA(std::size_t b) { y[b] = view.take(b); });
        ASSERT_EQ(to_host(e, out), expected) << bins << " bins, " << n << " values";
      }
      e.for_each(bins, AMORPH_LAMBDA(std::size_t b) { y[b] = view.take(b); });
      ASSERT_EQ(to_host(e, out), std::vector<T>(bins, 0)) << "taken before";
    }
}

}  // namespace

TEST(MarkSet, EachMarkedItemOnce) { on_each_executor(each_marked_item_once); }
TEST(MarkSet, MarksGather) { on_each_executor(marks_gather); }
TEST(MarkSet, ATakenListIsALoop) { on_each_executor(a_taken_list_is_a_loop); }
TEST(TeamSums, LoseNothing) {
  on_each_executor([](exec& e) {
    sums_lose_nothing<std::int64_t>(e);
    sums_lose_nothing<std::uint32_t>(e);
  });
}

}  // namespace amorph::test
