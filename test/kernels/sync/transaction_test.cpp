// Transactions under every policy: invariant sums, serialisable histories, patterns that invite live-lock, and tasks
// that depend on others. All run concurrently; the checks hold for every order.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "test/kernels/sync/policies.hpp"

namespace amorph::test {
namespace {

constexpr std::uint32_t many = short_run ? 3000 : 30000;

// A delay between the steps of a transaction, different per task, so that others interleave.
template <class T> AMORPH_BODY void linger(const T* word, std::uint32_t t) {
  for (std::uint32_t i = 0; i != t % 4 * 60; ++i) (void)atomic_load(word);
}

// Every task moves money between two accounts, if the first has it.
struct transfer {
  std::int64_t* money;
  const std::uint32_t *from, *to;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (!tx.open(from[t], to[t])) return false;
    const std::int64_t some = 1 + t % 5, has = tx.load(&money[from[t]]);
    linger(&money[from[t]], t);
    if (has < some) return false;
    tx.store(&money[from[t]], has - some);
    return tx.store(&money[to[t]], tx.load(&money[to[t]]) + some);
  }
};

struct transfers {
  std::string name;
  std::uint32_t accounts;
  std::vector<std::uint32_t> from, to;
};
transfers pattern(const char* name, std::uint32_t tasks, std::uint32_t accounts, auto ends) {
  transfers p{name, accounts, {}, {}};
  for (std::uint32_t t = 0; t != tasks; ++t) {
    const auto [a, b] = ends(t);
    p.from.push_back(a);
    p.to.push_back(b);
  }
  return p;
}
std::vector<transfers> patterns() {
  using ends = std::pair<std::uint32_t, std::uint32_t>;
  std::mt19937 random(5);
  const std::uint32_t few = many / 10;  // conflicting tasks run one by one
  return {
      pattern("random", many, 1000, [&](std::uint32_t) { return ends(random() % 1000, random() % 1000); }),
      pattern("few accounts", few, 7, [&](std::uint32_t) { return ends(random() % 7, random() % 7); }),
      pattern("all on one", few, 1, [](std::uint32_t) { return ends(0, 0); }),
      pattern("all from one", few, few, [](std::uint32_t t) { return ends(0, t); }),
      pattern("opposite orders", few, 2, [](std::uint32_t t) { return ends(t % 2, 1 - t % 2); }),
      pattern("cycles of pairs", few, 32, [](std::uint32_t t) { return ends(t % 32, (t + 1) % 32); }),
      pattern("a ring", many, many, [](std::uint32_t t) { return ends(t, (t + 1) % many); }),
      pattern("a ring, turned round", many, many, [](std::uint32_t t) { return ends((t + 1) % many, t); }),
  };
}

template <class Policy> void sums_stay(exec& e, Policy) {
  for (const transfers& p : patterns()) {
    SCOPED_TRACE(p.name);
    const auto n = static_cast<std::uint32_t>(p.from.size());
    buffer<std::int64_t> money(e, p.accounts);
    e.fill(money.span(), 3);
    buffer<std::uint32_t> from(e, p.from), to(e, p.to);
    transactions<exec, Policy::value, 2> run(e, p.accounts, n);
    const transaction_statistics s = run.run(n, transfer{money.data(), from.data(), to.data()});
    ASSERT_EQ(s.commits + s.no_ops, n);
    ASSERT_LE(s.rounds, n);
    ASSERT_GT(s.commits, 0u);
    ASSERT_GE(s.items, s.commits);
    ASSERT_LE(s.max_items, 2u);
    const auto has = to_host(e, money);
    ASSERT_EQ(std::accumulate(has.begin(), has.end(), std::int64_t{0}), std::int64_t{3} * p.accounts);
    for (const std::int64_t x : has) ASSERT_GE(x, 0);
    if (e.threads() == 1 && !exec::on_device) {
      ASSERT_EQ(s.all_aborts(), 0u) << "no conflicts";
    }
    const transaction_statistics again = run.run(n, transfer{money.data(), from.data(), to.data()});
    ASSERT_EQ(again.commits + again.no_ops, n) << "entries are reusable";
  }
}

// A history: every task writes some items and reads others, where the word of an item counts its writes, and notes what
// it saw. It is serialisable if the precedence graph has no cycle.
constexpr unsigned in_history = 5;
struct note_history {
  std::uint32_t* changed;     // per item
  const std::uint32_t* item;  // in_history per task
  std::uint32_t* saw;
  AMORPH_HD static bool changes(std::uint32_t t, unsigned i) { return (t + i) % 3 != 0 && t % 7 != 0; }

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    for (unsigned i = 0; i != in_history; ++i) {
      const std::uint32_t x = item[t * in_history + i];
      if (!(changes(t, i) ? tx.open(x) : tx.open_read(x))) return false;
      const std::uint32_t now = tx.load(&changed[x]);
      linger(&changed[x], t);
      saw[t * in_history + i] = now;
      if (changes(t, i) && !tx.store(&changed[x], now + 1)) return false;
    }
    return true;
  }
};

template <class Policy> void history_has_an_order(exec& e, Policy) {
  const std::uint32_t n = many / 5;
  for (const std::uint32_t items : {10u, 300u, 20000u}) {
    SCOPED_TRACE(items);
    std::mt19937 random(items);
    std::vector<std::uint32_t> wanted(std::size_t{n} * in_history);
    for (std::uint32_t t = 0; t != n; ++t)  // distinct ones, in any order
      for (unsigned i = 0; i != in_history; ++i) {
        auto* const mine = &wanted[std::size_t{t} * in_history];
        do mine[i] = random() % items;
        while (std::find(mine, mine + i, mine[i]) != mine + i);
      }
    buffer<std::uint32_t> changed(e, items), item(e, wanted), saw(e, wanted.size());
    e.fill(changed.span(), 0);
    transactions<exec, Policy::value, in_history> run(e, items, n);
    const transaction_statistics s = run.run(n, note_history{changed.data(), item.data(), saw.data()});
    ASSERT_EQ(s.commits, n);
    ASSERT_EQ(s.items, std::uint64_t{n} * in_history);
    const auto seen = to_host(e, saw), last = to_host(e, changed);

    // writer[x][v]: the task that read version v of item x and wrote it; reader likewise.
    std::vector<std::vector<std::uint32_t>> writer(items);
    std::vector<std::vector<std::vector<std::uint32_t>>> reader(items);
    constexpr std::uint32_t no_writer = ~std::uint32_t{0};
    for (std::uint32_t x = 0; x != items; ++x) {
      writer[x].assign(last[x], no_writer);
      reader[x].resize(last[x] + std::size_t{1});
    }
    for (std::uint32_t t = 0; t != n; ++t)
      for (unsigned i = 0; i != in_history; ++i) {
        const std::uint32_t x = wanted[std::size_t{t} * in_history + i], v = seen[std::size_t{t} * in_history + i];
        if (!note_history::changes(t, i)) {
          ASSERT_LE(v, last[x]);
          reader[x][v].push_back(t);
          continue;
        }
        ASSERT_LT(v, last[x]);
        ASSERT_EQ(writer[x][v], no_writer) << "two tasks found item " << x << " in the same version and wrote it";
        writer[x][v] = t;
      }
    std::vector<std::vector<std::uint32_t>> before(n);
    std::vector<std::uint32_t> waits(n, 0);
    const auto precedes = [&](std::uint32_t a, std::uint32_t b) {
      before[a].push_back(b);
      ++waits[b];
    };
    for (std::uint32_t x = 0; x != items; ++x)
      for (std::uint32_t v = 0; v != last[x] + 1; ++v) {
        ASSERT_TRUE(v == last[x] || writer[x][v] != no_writer) << "a version of item " << x << " without a writer";
        if (v + 1 < last[x]) precedes(writer[x][v], writer[x][v + 1]);
        for (const std::uint32_t r : reader[x][v]) {
          if (v != 0) precedes(writer[x][v - 1], r);
          if (v != last[x]) precedes(r, writer[x][v]);
        }
      }
    std::vector<std::uint32_t> order;
    for (std::uint32_t t = 0; t != n; ++t)
      if (waits[t] == 0) order.push_back(t);
    for (std::size_t i = 0; i != order.size(); ++i)
      for (const std::uint32_t b : before[order[i]])
        if (--waits[b] == 0) order.push_back(b);
    ASSERT_EQ(order.size(), n) << "a cycle in the precedence graph";
  }
}

// Words with an invariant sum, and tasks that only read them: what they found at the end was of one moment.
constexpr unsigned in_sum = 4;
struct shift_or_watch {
  std::uint32_t *word, *sum;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (t % 2 == 0) {
      const std::uint32_t a = t / 2 % in_sum, b = (a + 1 + t / 8 % (in_sum - 1)) % in_sum;
      if (!tx.open(a)) return false;
      linger(&word[a], t / 2);
      return tx.open(b) && tx.store(&word[a], tx.load(&word[a]) - 1) && tx.store(&word[b], tx.load(&word[b]) + 1);
    }
    std::uint32_t all = 0;
    for (std::uint32_t i = 0; i != in_sum; ++i) {
      if (!tx.open_read((i + t) % in_sum)) return false;
      all += tx.load(&word[(i + t) % in_sum]);
      linger(word, t / 2);
    }
    sum[t] = all;
    return t % 4 == 1;  // commit and nothing-to-do are equivalent here
  }
};
template <class Policy> void watchers_see_one_moment(exec& e, Policy) {
  const std::uint32_t n = many / 8 * 8;
  buffer<std::uint32_t> word(e, in_sum), sum(e, n);
  e.fill(word.span(), n);
  transactions<exec, Policy::value, in_sum> run(e, in_sum, n);
  const transaction_statistics s = run.run(n, shift_or_watch{word.data(), sum.data()});
  ASSERT_EQ(s.commits + s.no_ops, n);
  ASSERT_EQ(s.no_ops, n / 4);
  const auto saw = to_host(e, sum);
  for (std::uint32_t t = 1; t < n; t += 2) ASSERT_EQ(saw[t], in_sum * n) << t;
}

// One task, the last and so of lowest priority, needs every item; the others need one each and some of them are always
// running.
constexpr unsigned all_items = 16;
struct one_against_all {
  std::uint32_t* word;
  std::uint32_t n;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    const bool large = t + 1 == n;
    for (std::uint32_t i = large ? 0 : t % all_items; i != all_items; ++i) {
      if (!tx.open(i) || !tx.store(&word[i], tx.load(&word[i]) + 1)) return false;
      if (!large) break;
    }
    return true;
  }
};
template <class Policy> void nobody_starves(exec& e, Policy) {
  const std::uint32_t n = many / 10 / all_items * all_items + 1;
  buffer<std::uint32_t> word(e, all_items);
  e.fill(word.span(), 0);
  transactions<exec, Policy::value, all_items> run(e, all_items, n);
  const transaction_statistics s = run.run(n, one_against_all{word.data(), n});
  ASSERT_EQ(s.commits, n);
  ASSERT_EQ(s.max_items, all_items);
  ASSERT_LE(s.rounds, n);
  for (const std::uint32_t x : to_host(e, word)) ASSERT_EQ(x, n / all_items + 1);
}

// Tasks that can only complete after their predecessor: every round completes one, and more if they run in a favourable
// order.
struct after_the_other {
  std::uint32_t* next;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (!tx.open(0)) return false;
    if (tx.load(next) != t) return tx.retry();
    return tx.store(next, t + 1);
  }
};
// The last task must be first, so that the first cannot complete alone: then all run serially until it is found.
struct before_the_other {
  std::uint32_t* next;
  std::uint32_t n;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (!tx.open(0)) return false;
    if (tx.load(next) != n - 1 - t) return tx.retry();
    return tx.store(next, n - t);
  }
};
template <class Policy> void tasks_wait_for_others(exec& e, Policy) {
  const std::uint32_t n = 200;
  buffer<std::uint32_t> next(e, 1);
  transactions<exec, Policy::value, 1> run(e, 1, n);
  e.fill(next.span(), 0);
  const transaction_statistics up = run.run(n, after_the_other{next.data()});
  ASSERT_EQ(up.commits, n);
  ASSERT_EQ(e.read(next.data()), n);
  e.fill(next.span(), 0);
  const transaction_statistics down = run.run(n, before_the_other{next.data(), n});
  ASSERT_EQ(down.commits, n);
  ASSERT_LE(down.rounds, n);
  ASSERT_EQ(e.read(next.data()), n);
  if (!exec::on_device && e.threads() == 1) {
    ASSERT_GT(down.aborts[static_cast<unsigned>(abort_cause::requested) - 1], 0u);
  }
  // Waiting for something that never happens ends with an error, and releases the entries.
  e.fill(next.span(), n + 1);
  EXPECT_THROW((void)run.run(n, after_the_other{next.data()}), error);
  e.fill(next.span(), 0);
  ASSERT_EQ(run.run(n, after_the_other{next.data()}).commits, n);
}

// Calls retry() at the first calls of a task.
struct at_the_next_call {
  std::uint32_t *calls, often;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    return tx.open(t) && (calls[t]++ < often ? tx.retry() : true);
  }
};
template <class Policy> void who_asks_is_tried_again(exec& e, Policy) {
  const std::uint32_t n = 50;
  buffer<std::uint32_t> calls(e, n);
  transactions<exec, Policy::value, 1> run(e, n, n);
  // A round has four attempts; then the first task runs alone. If that completes none either, all run serially.
  for (const std::uint32_t often : {0u, 3u, 4u, 5u}) {
    SCOPED_TRACE(often);
    e.fill(calls.span(), 0);
    const transaction_statistics s = run.run(n, at_the_next_call{calls.data(), often});
    ASSERT_EQ(s.commits, n);
    for (const std::uint32_t c : to_host(e, calls)) ASSERT_EQ(c, often + 1);
    ASSERT_EQ(s.aborts[static_cast<unsigned>(abort_cause::requested) - 1], n * often);
    ASSERT_EQ(s.all_aborts(), n * often);
    if (often < 4) {
      ASSERT_EQ(s.rounds, 1u);
      ASSERT_EQ(s.alone, 0u);
    } else {
      ASSERT_GT(s.rounds, 1u);
      ASSERT_GT(s.alone, 0u);
      if (often == 4) {
        ASSERT_EQ(s.alone, 1u) << "the second round completes all";
      }
    }
  }
}

// One task completes per round and all others abort, until all complete in one. Counts how many run in the last ten
// rounds.
struct one_ends_a_round {
  std::uint32_t *calls, *running, *most;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    const std::uint32_t at_once = atomic_add(running, 1) + 1, call = ++calls[t];
    linger(running, t);
    if (call > 4 * 30) atomic_max(most, at_once);
    atomic_add(running, ~0u);
    return tx.open(t) && (call < 4 * (t + 1) && call < 4 * 40 ? tx.retry() : true);
  }
};
// Nothing to do, but the first task retries for some calls.
struct idle {
  std::uint32_t* calls;
  std::uint32_t in_vain;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (!tx.open(t)) return false;
    if (t == 0 && calls[0]++ < in_vain) tx.retry();
    return false;
  }
};
template <class Policy> void fewer_run_at_a_time(exec& e, Policy) {
  const std::uint32_t n = 100;
  buffer<std::uint32_t> calls(e, n), words(e, 2);
  transactions<exec, Policy::value, 1> run(e, n, n);
  const std::size_t all = run.at_once();
  e.fill(calls.span(), 0);
  ASSERT_EQ(run.run(n, idle{calls.data(), 6}).rounds, 2u);
  ASSERT_EQ(run.at_once(), all) << "few aborts do not reduce concurrency, though nothing commits";

  e.fill(calls.span(), 0);
  e.fill(words.span(), 0);
  ASSERT_EQ(run.run(n, one_ends_a_round{calls.data(), words.data(), words.data() + 1}).commits, n);
  ASSERT_EQ(e.read(words.data() + 1), 1u) << "after rounds of aborts one runs at a time";
  ASSERT_LE(run.at_once(), 2u) << "and the next run starts from there";

  for (std::size_t now = run.at_once(); now != all; now = run.at_once()) {
    (void)run.run(n, idle{calls.data(), 0});
    ASSERT_EQ(run.at_once(), std::min(2 * now, all)) << "success raises concurrency, though nothing commits";
  }
}

// No task can complete before the second one, which aborts in the first round: then some run serially, not all.
struct after_the_second {
  std::uint32_t *word, calls_in_vain;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (t == 1) {
      const bool in_vain = word[1]++ < calls_in_vain;  // whether or not it opens the item
      return tx.open(0) && (in_vain ? tx.retry() : tx.store(&word[0], 1));
    }
    if (!tx.open_read(0)) return false;
    return tx.load(&word[0]) == 0 ? tx.retry() : true;
  }
};
template <class Policy> void turns_are_bounded(exec& e, Policy) {
  constexpr std::uint32_t n = 10000, a_launch = 4096;
  buffer<std::uint32_t> word(e, 2);
  e.fill(word.span(), 0);
  transactions<exec, Policy::value, 1> run(e, 1, n);
  const transaction_statistics s = run.run(n, after_the_second{word.data(), 4});
  ASSERT_EQ(s.commits, n);
  ASSERT_GT(s.alone, 0u);
  ASSERT_LE(s.alone, a_launch + s.rounds);
  e.fill(word.span(), 0);
  EXPECT_THROW((void)run.run(n, after_the_second{word.data(), ~0u}), error);
  ASSERT_EQ(e.read(word.data() + 1), 4u + 1u) << "every task has had its turn";
  e.fill(word.span(), 0);
  ASSERT_EQ(run.run(n, after_the_second{word.data(), 0}).commits, n) << "entries are reusable";
}

// More tasks than keys are rejected before memory is allocated for them.
void tasks_are_limited(exec& e) {
  constexpr std::uint32_t beyond = 0x7fffffffu;
  const std::uint64_t before = e.memory().peak();
  try {
    const transactions<exec, contention::priority, 1> run(e, 1000000, beyond);
    ADD_FAILURE() << "accepted";
  } catch (const error& refused) {
    EXPECT_EQ(refused.code(), status::bad_input);
    EXPECT_STREQ(refused.what(), "expected fewer than 2147483647 transactions, found 2147483647");
  }
  EXPECT_EQ(e.memory().peak(), before);
}

#if !AMORPH_DEVICE_COMPILER
// Of two threads the first one opens the item, and waits until the other has made a complete attempt: one of the two
// has to abort.
struct meeting {
  std::uint32_t* word;
  std::atomic<std::size_t>* first;
  std::atomic<bool>* waited;
  std::atomic<unsigned>* attempts;  // of the other
  template <class Tx> bool operator()(Tx& tx, std::uint32_t) const {
    const std::size_t me = std::hash<std::thread::id>{}(std::this_thread::get_id()) | 1;
    std::size_t before = 0;
    const bool comes_first = first->compare_exchange_strong(before, me) || before == me;
    if (!comes_first) ++*attempts;
    if (!tx.open(0)) return false;
    const std::uint32_t now = tx.load(word);
    if (comes_first && !waited->exchange(true)) {
      const unsigned enough = *attempts + 2;  // the first of them is complete when the second begins
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (*attempts < enough && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    }
    return tx.store(word, now + 1);
  }
};
// Few but expensive tasks are distributed over threads.
template <class Policy> void threads_meet(exec& e, Policy) {
  for (const std::uint32_t n : {10u, 200u}) {
    SCOPED_TRACE(n);
    std::uint32_t word = 0;
    std::atomic<std::size_t> first{0};
    std::atomic<bool> waited{false};
    std::atomic<unsigned> attempts{0};
    transactions<exec, Policy::value, 1> run(e, 1, n);
    const transaction_statistics s = run.run(n, meeting{&word, &first, &waited, &attempts});
    ASSERT_EQ(s.commits, n);
    ASSERT_EQ(word, n);
    ASSERT_GT(s.all_aborts(), 0u);
  }
}
#endif

// A task before the last clears the words that the first one follows, whose path exceeds its maximum until then.
struct shorter_by_and_by {
  std::uint32_t *word, n;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (t != 0) return tx.open(t) && tx.store(&word[t], 0);
    for (std::uint32_t i = 1; i != n; ++i)
      if (atomic_load(&word[i]) != 0 && !tx.open(i)) return false;
    return tx.open(0) && tx.store(&word[0], 7);
  }
};
struct too_large {
  std::uint32_t* word;
  bool changes;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t) const {
    for (std::uint32_t i = 0; i != 9; ++i)
      if (!(changes ? tx.open(0) && tx.store(&word[i], 1) : tx.open(i))) return false;
    return true;
  }
};
template <class Policy> void sets_are_bounded(exec& e, Policy) {
  const std::uint32_t n = many / 10;
  buffer<std::uint32_t> word(e, n);
  e.fill(word.span(), 1);
  transactions<exec, Policy::value, 4> run(e, n, n);
  const transaction_statistics s = run.run(n, shorter_by_and_by{word.data(), n});
  ASSERT_EQ(s.commits, n);
  ASSERT_LE(s.max_items, 4u);
  const auto now = to_host(e, word);
  ASSERT_EQ(now[0], 7u);
  ASSERT_EQ(std::count(now.begin() + 1, now.end(), 0u), n - 1);
  if (!exec::on_device && e.threads() == 1) {
    ASSERT_GT(s.aborts[static_cast<unsigned>(abort_cause::capacity) - 1], 0u);
  }
  e.fill(word.span(), 0);
  for (const bool changes : {false, true}) EXPECT_THROW((void)run.run(5, too_large{word.data(), changes}), error);
  for (const std::uint32_t x : to_host(e, word)) ASSERT_EQ(x, 0u) << "no write of an aborted transaction is visible";
}

// Vertices move to the next part by an outer transaction; the weights of the parts, few and contended, change in an
// inner one, which keeps them below a bound.
struct move_vertices {
  std::uint32_t *part, parts, vertices;
  std::int64_t *weight, most;
  AMORPH_HD static std::int64_t heavy(std::uint32_t v) { return 1 + v % 4; }

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    const std::uint32_t v = t % vertices;
    return tx.open(v) && tx.store(&part[v], (tx.load(&part[v]) + 1) % parts);
  }
  template <class Tx> AMORPH_BODY bool inner(Tx& tx, std::uint32_t t) const {
    const std::uint32_t v = t % vertices, to = tx.load(&part[v]), from = (to + parts - 1) % parts;
    if (!tx.open(vertices + from, vertices + to)) return false;
    const std::int64_t after = tx.load(&weight[to]) + heavy(v);
    if (after > most) return false;
    tx.store(&weight[to], after);
    return tx.store(&weight[from], tx.load(&weight[from]) - heavy(v));
  }
};
template <class Policy> void inner_transactions_commit_with_the_outer(exec& e, Policy) {
  const std::uint32_t n = many / 4, vertices = n / 3;
  for (const std::uint32_t parts : {2u, 50u}) {
    SCOPED_TRACE(parts);
    std::vector<std::uint32_t> start(vertices);
    std::vector<std::int64_t> weight(parts, 0);
    for (std::uint32_t v = 0; v != vertices; ++v) {
      start[v] = v * 7 % parts;
      weight[start[v]] += move_vertices::heavy(v);
    }
    const std::int64_t most = *std::max_element(weight.begin(), weight.end()) + 5;
    buffer<std::uint32_t> part(e, start);
    buffer<std::int64_t> weights(e, weight);
    transactions<exec, Policy::value, 3> run(e, vertices + parts, n);
    const transaction_statistics s = run.run(n, move_vertices{part.data(), parts, vertices, weights.data(), most});
    ASSERT_EQ(s.commits + s.no_ops, n);
    ASSERT_EQ(s.items, 3 * s.commits);
    const auto now = to_host(e, part);
    const auto has = to_host(e, weights);
    std::vector<std::int64_t> counted(parts, 0);
    for (std::uint32_t v = 0; v != vertices; ++v) counted[now[v]] += move_vertices::heavy(v);
    ASSERT_EQ(has, counted);
    for (const std::int64_t w : has) ASSERT_LE(w, most);
  }
}

// An inner transaction that retries after writing words that the outer one wrote too.
struct inner_at_the_next_call {
  std::uint32_t *word, *calls, n, often;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    return tx.open(t) && tx.store(&word[t], tx.load(&word[t]) + 1);
  }
  template <class Tx> AMORPH_BODY bool inner(Tx& tx, std::uint32_t t) const {
    if (!tx.open(n + t) || !tx.store(&word[n + t], tx.load(&word[n + t]) + 1)) return false;
    if (!tx.store(&word[t], 10 * tx.load(&word[t]))) return false;
    return calls[t]++ < often ? tx.retry() : true;
  }
};
template <class Policy> void inner_tries_are_counted(exec& e, Policy) {
  const std::uint32_t n = 300;
  buffer<std::uint32_t> word(e, 2 * n), calls(e, n);
  transactions<exec, Policy::value, 2, 3> run(e, 2 * n, n);
  for (const std::uint32_t often : {0u, 3u, 7u, 8u, 17u}) {
    SCOPED_TRACE(often);
    e.fill(word.span(), 0);
    e.fill(calls.span(), 0);
    const transaction_statistics s = run.run(n, inner_at_the_next_call{word.data(), calls.data(), n, often});
    ASSERT_EQ(s.commits, n);
    ASSERT_EQ(s.nested_aborts + s.all_aborts(), n * often);
    ASSERT_EQ(s.all_aborts(), n * (often / 8)) << "eight inner aborts abort the whole";
    ASSERT_EQ(s.items, 2 * n);
    const auto now = to_host(e, word);
    for (std::uint32_t t = 0; t != n; ++t) {
      ASSERT_EQ(now[t], 10u);
      ASSERT_EQ(now[n + t], 1u);
    }
  }
}

// Words of 4 and 8 bytes side by side, signed and unsigned, written twice, and read back before commit.
struct change_words {
  std::uint32_t* small;
  std::int64_t* large;
  std::int32_t* wrong;
  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, std::uint32_t t) const {
    if (!tx.open(t)) return false;
    tx.store(&small[t], 0xfffffff0u + t % 8);
    tx.store(&large[t], -std::int64_t{1} << 40);
    tx.store(&small[t], tx.load(&small[t]) + 1);
    tx.store(&large[t], tx.load(&large[t]) - t);
    const bool as_written =
        tx.load(&small[t]) == 0xfffffff1u + t % 8 && tx.load(&large[t]) == (-std::int64_t{1} << 40) - t;
    return tx.store(wrong + t, as_written ? -1 : 1);
  }
};
template <class Policy> void words_are_of_either_size(exec& e, Policy) {
  const std::uint32_t n = 1000;
  buffer<std::uint32_t> small(e, n);
  buffer<std::int64_t> large(e, n);
  buffer<std::int32_t> wrong(e, n);
  transactions<exec, Policy::value, 1, 3> run(e, n, n);
  ASSERT_EQ(run.run(n, change_words{small.data(), large.data(), wrong.data()}).commits, n);
  const auto s = to_host(e, small);
  const auto l = to_host(e, large);
  const auto w = to_host(e, wrong);
  for (std::uint32_t t = 0; t != n; ++t) {
    ASSERT_EQ(s[t], 0xfffffff1u + t % 8);
    ASSERT_EQ(l[t], (-std::int64_t{1} << 40) - t);
    ASSERT_EQ(w[t], -1);
  }
  ASSERT_EQ(run.run(0, change_words{}).rounds, 0u);
}

}  // namespace

TEST(Transaction, SumsStay) {
  everywhere([](exec& e, auto policy) { sums_stay(e, policy); });
}
TEST(Transaction, HistoryHasAnOrder) {
  everywhere([](exec& e, auto policy) { history_has_an_order(e, policy); });
}
TEST(Transaction, WatchersSeeOneMoment) {
  everywhere([](exec& e, auto policy) { watchers_see_one_moment(e, policy); });
}
TEST(Transaction, NobodyStarves) {
  everywhere([](exec& e, auto policy) { nobody_starves(e, policy); });
}
TEST(Transaction, TasksWaitForOthers) {
  everywhere([](exec& e, auto policy) { tasks_wait_for_others(e, policy); });
}
TEST(Transaction, WhoAsksIsTriedAgain) {
  everywhere([](exec& e, auto policy) { who_asks_is_tried_again(e, policy); });
}
TEST(Transaction, BacksOff) {
  everywhere([](exec& e, auto policy) { fewer_run_at_a_time(e, policy); });
}
TEST(Transaction, TurnsAreBounded) {
  everywhere([](exec& e, auto policy) { turns_are_bounded(e, policy); });
}
TEST(Transaction, TasksAreLimited) { on_each_executor(tasks_are_limited); }
#if !AMORPH_DEVICE_COMPILER
TEST(Transaction, ThreadsMeet) {
  exec two(2);
  under_each_policy(two, [](exec& e, auto policy) { threads_meet(e, policy); });
}
#endif
TEST(Transaction, SetsAreBounded) {
  everywhere([](exec& e, auto policy) { sets_are_bounded(e, policy); });
}
TEST(Transaction, InnerCommitsWithOuter) {
  everywhere([](exec& e, auto policy) { inner_transactions_commit_with_the_outer(e, policy); });
}
TEST(Transaction, InnerTriesAreCounted) {
  everywhere([](exec& e, auto policy) { inner_tries_are_counted(e, policy); });
}
TEST(Transaction, WordsAreOfEitherSize) {
  everywhere([](exec& e, auto policy) { words_are_of_either_size(e, policy); });
}

}  // namespace amorph::test
