// race_and_resolve: the winners are checked against the definition, for calls from the host and from within a grid.
#include <algorithm>
#include <set>

#include "amorph/kernels/sync/race_and_resolve.hpp"

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

// Tasks and the items they want, as rows.
struct wishes {
  std::vector<std::uint32_t> begin{0}, item;
  std::uint32_t items = 1;
  void add(std::vector<std::uint32_t> wanted) {
    for (const std::uint32_t w : wanted) items = std::max(items, w + 1);
    item.insert(item.end(), wanted.begin(), wanted.end());
    begin.push_back(static_cast<std::uint32_t>(item.size()));
  }
  [[nodiscard]] std::size_t tasks() const { return begin.size() - 1; }
  [[nodiscard]] std::vector<std::uint32_t> of(std::size_t t) const {
    return {item.begin() + begin[t], item.begin() + begin[t + 1]};
  }
};

wishes random_wishes(std::size_t tasks, std::uint32_t items, unsigned most, unsigned seed) {
  std::mt19937 random(seed);
  wishes w;
  for (std::size_t t = 0; t != tasks; ++t) {
    std::vector<std::uint32_t> wanted(random() % (most + 1));  // including none, and duplicates
    for (auto& x : wanted) x = random() % items;
    w.add(wanted);
  }
  w.items = items;
  return w;
}

std::vector<std::pair<const char*, wishes>> many_wishes() {
  std::vector<std::pair<const char*, wishes>> all;
  wishes one, chain, star, ring;
  one.add({0});
  all.emplace_back("one task", one);
  const std::uint32_t n = short_run ? 500 : 20000;
  for (std::uint32_t i = 0; i != n; ++i) {
    chain.add({i, i + 1});
    star.add({0, i});
    ring.add({i, (i + 1) % n, (i + 7) % n});
  }
  all.emplace_back("each overlaps with the next", chain);
  all.emplace_back("all want one item", star);
  all.emplace_back("a ring of triples", ring);
  all.emplace_back("few items", random_wishes(n, 50, 5, 1));
  all.emplace_back("as many items as tasks", random_wishes(n, n, 6, 2));
  all.emplace_back("many items", random_wishes(n, 40 * n, 8, 3));
  return all;
}

struct list_of_tasks {  // of a round
  const std::uint32_t *task, *begin, *item;
  template <class F> AMORPH_BODY void operator()(std::size_t i, F f) const {
    for (std::uint32_t at = begin[task[i]]; at != begin[task[i] + 1]; ++at)
      if (!f(std::uint64_t{item[at]})) return;
  }
};
struct key_of_task {
  const std::uint32_t *task, *priority;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return priority_key(priority[task[i]], task[i]); }
};
struct note_task {
  const std::uint32_t* task;
  std::uint32_t* times;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_add(&times[task[i]], 1u); }
};
struct note_item {
  const std::uint32_t* task;
  std::uint32_t *owner, *times;
  AMORPH_BODY void operator()(std::size_t i, std::uint64_t item) const {
    owner[item] = task[i];
    atomic_add(&times[item], 1u);
  }
};

// The same within one launch.
template <class Take> struct all_in_grid {
  claims_view claims;
  std::size_t tasks;
  conflict strategy;
  key_of_task key;
  list_of_tasks wanted;
  Take take;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    race_and_resolve_all(grid, claims, tasks, strategy, key, wanted, take);
  }
};
template <class Take> struct any_in_grid {
  claims_view claims;
  std::size_t tasks;
  conflict strategy;
  key_of_task key;
  list_of_tasks wanted;
  Take take;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    race_and_resolve_any(grid, claims, tasks, strategy, key, wanted, take);
  }
};

std::vector<std::uint32_t> priorities(std::size_t n) {
  std::vector<std::uint32_t> p(n);
  std::mt19937 random(7);
  for (auto& x : p) x = random() % 5;  // ties
  return p;
}

// Rounds until every task has won.
void winners_share_nothing(exec& e, const wishes& w, conflict strategy, bool in_grid) {
  const std::size_t n = w.tasks();
  const auto priority = priorities(n);
  claims<exec> marks(e, w.items, n);
  buffer<std::uint32_t> begin(e, w.begin), item(e, w.item), of(e, priority), times(e, n);
  std::vector<std::uint32_t> left(n);
  for (std::size_t t = 0; t != n; ++t) left[t] = static_cast<std::uint32_t>(t);
  for (int round = 0; !left.empty(); ++round) {
    buffer<std::uint32_t> task(e, left);
    e.fill(times.span(), 0);
    const key_of_task key{task.data(), of.data()};
    const list_of_tasks wanted{task.data(), begin.data(), item.data()};
    const note_task note{task.data(), times.data()};
    if (in_grid)
      persistent_over(e, left.size(), all_in_grid<note_task>{marks.view(), left.size(), strategy, key, wanted, note});
    else
      race_and_resolve_all(e, marks.view(), left.size(), strategy, key, wanted, note);
    const auto taken = to_host(e, times);

    std::vector<std::uint64_t> highest(w.items, 0);
    for (const std::uint32_t t : left)
      for (const std::uint32_t x : w.of(t)) highest[x] = std::max(highest[x], priority_key(priority[t], t));
    std::vector<bool> owned(w.items, false);
    std::vector<std::uint32_t> next;
    for (const std::uint32_t t : left) {
      ASSERT_LE(taken[t], 1u);
      const auto items = w.of(t);
      const bool best = std::all_of(items.begin(), items.end(),
                                    [&](std::uint32_t x) { return highest[x] == priority_key(priority[t], t); });
      if (strategy == conflict::priority) {
        ASSERT_EQ(taken[t] != 0, best) << "task " << t << " in round " << round;
      }
      if (items.empty()) {
        ASSERT_EQ(taken[t], 1u) << "wants nothing";
      }
      if (taken[t] == 0) {
        next.push_back(t);
        continue;
      }
      for (const std::uint32_t x : std::set<std::uint32_t>(items.begin(), items.end())) {
        ASSERT_FALSE(owned[x]) << "item " << x << " twice in round " << round;
        owned[x] = true;
      }
    }
    ASSERT_LT(next.size(), left.size()) << "a round without a winner";
    left = next;
    if (left.size() > 100 && round == 20) break;  // all want one item: one task per round
  }
}

void items_have_one_owner(exec& e, const wishes& w, conflict strategy, bool in_grid) {
  const std::size_t n = w.tasks();
  const auto priority = priorities(n);
  claims<exec> marks(e, 1, 1);
  marks.resize(w.items, n);
  std::vector<std::uint32_t> all(n);
  for (std::size_t t = 0; t != n; ++t) all[t] = static_cast<std::uint32_t>(t);
  buffer<std::uint32_t> begin(e, w.begin), item(e, w.item), of(e, priority), task(e, all), owner(e, w.items),
      times(e, w.items);
  e.fill(owner.span(), ~std::uint32_t{0});
  e.fill(times.span(), 0);
  const key_of_task key{task.data(), of.data()};
  const list_of_tasks wanted{task.data(), begin.data(), item.data()};
  const note_item note{task.data(), owner.data(), times.data()};
  if (in_grid)
    persistent_over(e, n, any_in_grid<note_item>{marks.view(), n, strategy, key, wanted, note});
  else
    race_and_resolve_any(e, marks.view(), n, strategy, key, wanted, note);
  const auto has = to_host(e, owner), got = to_host(e, times);

  std::vector<std::uint64_t> highest(w.items, 0);
  for (std::size_t t = 0; t != n; ++t)
    for (const std::uint32_t x : w.of(t))
      highest[x] = std::max(highest[x], priority_key(priority[t], static_cast<std::uint32_t>(t)));
  for (std::uint32_t x = 0; x != w.items; ++x) {
    ASSERT_EQ(has[x] != ~std::uint32_t{0}, highest[x] != 0) << x;
    if (highest[x] == 0) continue;
    const auto items = w.of(has[x]);
    ASSERT_EQ(got[x], std::count(items.begin(), items.end(), x)) << "taken by one task, as often as it names the item";
    if (strategy == conflict::priority) {
      ASSERT_EQ(priority_key(priority[has[x]], has[x]), highest[x]) << x;
    }
  }
}

void on_all_wishes(exec& e) {
  for (const auto& [name, w] : many_wishes())
    for (const conflict strategy : {conflict::priority, conflict::three_phase})
      for (const bool in_grid : {false, true}) {
        SCOPED_TRACE(std::string(name) + (strategy == conflict::priority ? ", priority" : ", three phases") +
                     (in_grid ? ", in one launch" : ""));
        winners_share_nothing(e, w, strategy, in_grid);
        items_have_one_owner(e, w, strategy, in_grid);
        if (testing::Test::HasFatalFailure()) return;
      }
}

}  // namespace

TEST(RaceAndResolve, WinnersShareNothing) { on_each_executor(on_all_wishes); }
TEST(RaceAndResolve, KeysOrderByPriorityThenNumber) {
  EXPECT_GT(priority_key(1, 9), priority_key(0, 0));
  EXPECT_GT(priority_key(3, 4), priority_key(3, 5));
}

}  // namespace amorph::test
