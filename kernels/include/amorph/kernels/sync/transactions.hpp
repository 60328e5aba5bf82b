// Runs many transactions (transaction.hpp) until each has committed or found nothing to do.
//
//  transactions<Exec, contention::priority, 2> accounts(exec, items, tasks);      // at most 2 items per transaction
//  transaction_statistics s = accounts.run(n, transfer{money, from, to});         // operator()(tx, task) of transfer
//
// A body may be called several times per task, and the bodies of several tasks run concurrently. It returns true to
// commit, false if there is nothing to do for its task; what it writes elsewhere, to memory of its task only, counts
// from its last call.
//
// Inner transactions, for words so contended that a transaction that holds them for long blocks all others: a body may
// have a second part,
//  template <class Tx> bool inner(Tx& tx, std::uint32_t task) const;
// called with the same transaction once all items that the first part opened are locked and its read set is valid. The
// items that the second part opens are held only while they are written. If the second part is aborted it alone is
// rolled back and retried, up to 8 times, unless the read set of the first part has changed: then the whole transaction
// is aborted. Both parts commit together. The second part returns false if there is nothing left to do: then both are
// rolled back.
//
// Progress. Work proceeds in rounds, separated by the ends of loops. In a round every remaining task is attempted up to
// 4 times; if all attempts abort, it is appended to the list for the next round, so that no task ever waits for
// another, within a warp or between warps. At the end of a round the first remaining task, which has the highest
// priority, runs alone: with no other marks or locks, it completes. Hence every round completes a task, a task preceded
// by k remaining ones completes within k + 1 rounds, and n tasks within n rounds, whatever the conflicts and the
// policy: no live-lock and no starvation. (Among concurrent tasks the one of the highest key is never outranked: under
// contention::priority it aborts only where another holds a lock, and that one is about to commit or to abort.) A round
// takes O(remaining tasks), so n tasks that all conflict take O(n^2) work.
//
// Back-off without waiting: after a round with far more aborts than completed tasks, half as many tasks run
// concurrently, one after the other on every remaining thread; after one with few aborts, twice as many. (Of tasks that
// need one of k words about k at a time succeed, and more obstruct each other.) The first round of a run is fully
// concurrent, for tasks with nothing to do; later rounds use the adapted degree of concurrency, which persists between
// runs.
//
// Inner attempts are bounded but not ordered: two transactions that need words of each other may both exhaust theirs,
// and are deferred. A body that opens inner items in one global order avoids that.
//
// A task may fail to complete even alone: if it exceeds its maximum of items or writes, or calls retry(), which may
// succeed once others have committed. So if a round completes no task, the remaining ones run serially, some thousands
// per launch, until a launch completes one; then rounds continue. If all have had their turn and none completed, none
// ever will, and run() throws.
//
// Which tasks conflict, and so the order of commits, is not deterministic; on one CPU thread it is the order of task
// numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/exec/team.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/sync/transaction.hpp"
#include "amorph/kernels/sync/transaction_statistics.hpp"

namespace amorph {

namespace detail {

// Counts of one thread for some of its tasks, before they are added up: few enough for 32 bits. `ended`: completed
// tasks, including those that opened nothing.
struct transaction_counts {
  std::uint32_t ended = 0, commits = 0, no_ops = 0, aborts[abort_causes] = {}, nested_aborts = 0, max_items = 0;
  std::uint64_t items = 0;
  AMORPH_HD void count_abort(abort_cause cause) {
    AMORPH_UNROLL
    for (unsigned i = 0; i != abort_causes; ++i) aborts[i] += static_cast<unsigned>(cause) == i + 1 ? 1 : 0;
  }
};

// In the memory of the executor: the accumulated counts and the state of the round.
struct transaction_state {
  std::uint64_t ended, commits, no_ops, aborts[abort_causes], nested_aborts, items, max_items, alone;
  std::uint64_t left[2];  // number of tasks in each list
  std::uint32_t first;    // the first remaining task of this round
  std::uint32_t skip;     // the task that then completed alone, still in the list

  template <class Team> AMORPH_BODY void add(Team team, const transaction_counts& c) {
    add_one(team, &ended, c.ended);
    add_one(team, &commits, c.commits);
    add_one(team, &no_ops, c.no_ops);
    AMORPH_UNROLL
    for (unsigned i = 0; i != abort_causes; ++i) add_one(team, &aborts[i], c.aborts[i]);
    add_one(team, &nested_aborts, c.nested_aborts);
    add_one(team, &items, c.items);
    const std::uint32_t most = team.reduce_max(c.max_items);
    if (team.rank() == 0 && most > atomic_load(&max_items)) atomic_max(&max_items, std::uint64_t{most});
  }

 private:
  template <class Team, class T> AMORPH_BODY static void add_one(Team team, std::uint64_t* to, T own) {
    const T all = team.reduce_add(own);
    if (team.rank() == 0 && all != 0) atomic_add(to, std::uint64_t{all});
  }
};
inline constexpr std::uint32_t no_task = ~std::uint32_t{0};

// One attempt at a task.
template <contention contention_policy, unsigned items, unsigned changes, class Body> struct transaction_try {
  using tx_type = transaction<contention_policy, items, changes>;
  static constexpr unsigned inner_tries = 8;

  std::uint32_t* entry;
  Body body;

  // Whether the task has completed. Lower task numbers have higher priority.
  AMORPH_BODY bool operator()(std::uint32_t task, transaction_counts& c) const {
    tx_type tx(entry, entry_lock - 1 - task);
    bool wanted = body(tx, task) && !tx.aborted();
    unsigned size = tx.items();
    if (wanted) wanted = end(tx, task, size, c);
    if (wanted && !tx.aborted()) {
      ++c.ended;
      ++c.commits;
      c.items += size;
      c.max_items = c.max_items < size ? size : c.max_items;
      return true;
    }
    const bool idle = !tx.aborted() && (size == 0 || tx.validate());
    if (!idle) c.count_abort(tx.cause());
    if (idle && size != 0) ++c.no_ops;
    tx.roll_back();
    c.ended += idle ? 1 : 0;
    return idle;
  }

 private:
  // Commits, unless aborted. False: the inner transaction found nothing to do.
  AMORPH_BODY bool end(tx_type& tx, std::uint32_t task, unsigned& size, transaction_counts& c) const {
    if constexpr (requires { body.inner(tx, task); }) {
      if (!tx.lock_opened()) return true;
      const auto outer = tx.nest();
      for (unsigned i = 0;; ++i) {
        // If the read set of the outer transaction has changed, retrying the inner one is futile.
        if (!policy_of<contention_policy>::type::reads_are_writes && !tx.validate()) return true;
        const bool wanted = body.inner(tx, task);
        if (!wanted && !tx.aborted()) return false;
        size = tx.items();
        if ((!tx.aborted() && tx.commit()) || i + 1 == inner_tries) return true;
        ++c.nested_aborts;
        tx.roll_back(outer);
      }
    } else {
      tx.commit();
      return true;
    }
  }
};

// A round: attempts the tasks of a list (0 .. n-1 if null); those that do not complete go to the other list.
template <class Try> struct transaction_round {
  static constexpr unsigned tries = 4;

  Try attempt;
  const std::uint32_t* list;
  std::uint32_t n;
  std::uint32_t* left;
  unsigned which;
  transaction_state* state;

  // The tasks at positions first .. last-1 of the list, serially; the same number for every member of a team.
  template <class Team>
  AMORPH_BODY void operator()(Team team, std::size_t first, std::size_t last, transaction_counts& c) const {
    const std::uint32_t skip = state->skip;
    for (std::size_t at = first; at != last; ++at) {
      std::uint32_t task = no_task;
      if (at < n) task = list != nullptr ? list[at] : static_cast<std::uint32_t>(at);
      bool again = task != no_task && task != skip;
      if (again)
        for (unsigned k = 0; k != tries && again; ++k) again = !attempt(task, c);
      keep(team, again, task);
    }
  }

 private:
  template <class Team> AMORPH_BODY void keep(Team team, bool again, std::uint32_t task) const {
    std::uint32_t all = 0;
    const std::uint32_t place = team.exclusive_scan(again ? 1u : 0u, all);
    if (all == 0) return;
    std::uint64_t at = 0;
    if (team.rank() == 0) at = atomic_add(&state->left[which], std::uint64_t{all});
    at = team.broadcast(at) + place;
    if (again) left[at] = task;
    const std::uint32_t first = team.reduce_min(again ? task : no_task);
    if (team.rank() == 0 && first < atomic_load(&state->first)) atomic_min(&state->first, first);
  }
};
// The share of a CPU thread.
template <class Round> struct round_of_thread {
  static constexpr std::size_t at_a_time = 1 << 16;  // what transaction_counts can count
  Round round;
  AMORPH_BODY void operator()(std::size_t first, std::size_t last, unsigned thread) const {
    Round local = round;  // a copy whose address does not escape: its members stay in registers
    for (std::size_t next; first != last; first = next) {
      transaction_counts c;
      next = last - first < at_a_time ? last : first + at_a_time;
      local(thread_team(thread), first, next, c);
      local.state->add(thread_team(thread), c);
    }
  }
};
// A round on the device. Teams process tiles: tasks with adjacent numbers often need the same items, so a lane takes
// `each` of them, one after the other. The first `lanes` lanes of a team have tasks. Counts are added up for several
// tiles at a time, `workers` apart.
template <class Round> struct round_of_teams {
  Round round;
  std::size_t tiles, workers, each;
  unsigned lanes;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t worker) const {
    transaction_counts c;
    for (std::size_t t = worker; t < tiles; t += workers) {
      const std::size_t first = team.rank() < lanes ? (t * lanes + team.rank()) * each : round.n;
      round(team, first, first + each, c);
    }
    round.state->add(team, c);
  }
};
// The same for the first thread of each block only.
template <class Teams> struct first_of_block {
  static constexpr unsigned block = 256;
  Teams teams;
  AMORPH_BODY void operator()(std::size_t thread) const {
    if (thread % block == 0) teams(thread_team(0), thread / block);
  }
};

// The first remaining task runs alone.
template <class Try> struct first_alone {
  Try attempt;
  unsigned which;
  transaction_state* state;

  AMORPH_BODY void operator()() const {
    transaction_counts c;
    state->skip = no_task;
    state->left[1 - which] = 0;  // of the next round
    if (state->first != no_task && attempt(state->first, c)) state->skip = state->first;
    state->first = no_task;
    state->alone += c.ended;
    state->add(thread_team(0), c);
  }
};
// The remaining tasks run serially: `at_a_time` of them, from position `first` on.
template <class Try> struct some_in_turn {
  static constexpr std::uint64_t at_a_time = 4096;
  Try attempt;
  std::uint32_t* left;
  unsigned which;
  transaction_state* state;
  std::uint64_t first;

  AMORPH_BODY void operator()() const {
    transaction_counts c;
    std::uint64_t n = state->left[which], kept = first;
    const std::uint64_t last = n - first < at_a_time ? n : first + at_a_time;
    for (std::uint64_t i = first; i != last; ++i)
      if (!attempt(left[i], c)) left[kept++] = left[i];
    while (kept != last && n != last) left[kept++] = left[--n];  // filled from the end of the list
    state->left[which] = kept != last ? kept : n;
    state->alone += c.ended;
    state->add(thread_team(0), c);
  }
};

}  // namespace detail

// Tracking entries for `items` items and lists for `tasks` deferred tasks: 4 bytes per item, 8 per task. A transaction
// opens at most `max_items` items and writes at most `max_changes` words. Throws bad_input if `tasks` is 2^31 - 1 or
// more (a key has 31 bits), before allocating, and out_of_memory.
template <class Exec, contention contention_policy, unsigned max_items, unsigned max_changes = max_items>
class transactions {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  transactions(Exec& exec, std::uint32_t items, std::uint32_t tasks)
      : exec_(admit(exec, tasks)),
        entry_(exec, items),
        state_(exec, 1),
        left_{buffer<std::uint32_t>(exec, tasks), buffer<std::uint32_t>(exec, tasks)},
        at_once_(most_at_once()) {
    exec.template fill<std::uint32_t>(entry_.span(), 0);
  }
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t items, std::uint64_t tasks) {
    return 4 * items + 8 * tasks + sizeof(detail::transaction_state);
  }

  // The degree of concurrency from the second round on, as adapted so far.
  [[nodiscard]] std::size_t at_once() const { return at_once_; }

  // Runs tasks 0 .. n-1, n at most `tasks`, until all have completed. One read-back per round. Throws internal if no
  // remaining task can ever complete.
  template <class Body> transaction_statistics run(std::uint32_t n, Body body) {
    using attempt_type = detail::transaction_try<contention_policy, max_items, max_changes, Body>;
    if (n > left_[0].size()) throw error(status::internal, "more transactions than the declared maximum");
    const attempt_type attempt{entry_.data(), body};
    detail::transaction_state s{}, before{};
    s.first = s.skip = detail::no_task;
    exec_.fill(state_.span(), s);
    transaction_statistics sum;
    const std::uint32_t* list = nullptr;
    for (unsigned which = 0; n != 0; which = 1 - which) {
      round(attempt, list, n, which, sum.rounds == 0 ? most_at_once() : at_once_);
      ++sum.rounds;
      exec_.single(detail::first_alone<attempt_type>{attempt, which, state_.data()});
      s = exec_.read(state_.data());
      if (s.ended == before.ended && s.left[which] != 0) s = in_turn(attempt, which, s);
      back_off(s, before, sum.rounds == 1);
      list = left_[which].data();
      n = static_cast<std::uint32_t>(s.left[which]);
      if (n == 1 && s.skip != detail::no_task) n = 0;
      before = s;
    }
    sum.commits = s.commits;
    sum.no_ops = s.no_ops;
    std::copy(std::begin(s.aborts), std::end(s.aborts), sum.aborts);
    sum.nested_aborts = s.nested_aborts;
    sum.items = s.items;
    sum.max_items = s.max_items;
    sum.alone = s.alone;
    return sum;
  }

 private:
  // At least the number of tasks that the executor can run concurrently.
  [[nodiscard]] std::size_t most_at_once() const {
    if constexpr (Exec::on_device)
      return std::size_t{exec_.team_count()} * (contention_policy == contention::block ? 1 : Exec::team::size());
    else
      return exec_.threads();
  }
  template <class Try>
  void round(const Try& attempt, const std::uint32_t* list, std::uint32_t n, unsigned which, std::size_t at_once) {
    const detail::transaction_round<Try> body{attempt, list, n, left_[which].data(), which, state_.data()};
    if constexpr (Exec::on_device) {
      constexpr std::size_t turns = 4096;  // approximate maximum per thread and launch
      using shares = detail::round_of_teams<detail::transaction_round<Try>>;
      const std::size_t teams = exec_.team_count();
      at_once = std::max(at_once, (n + turns - 1) / turns);
      const std::size_t each = std::clamp<std::size_t>(n / (2 * at_once), 1, 8);
      if constexpr (contention_policy == contention::block) {
        using first = detail::first_of_block<shares>;
        const std::size_t tiles = (n + each - 1) / each, blocks = std::min(tiles, at_once);
        exec_.for_each(blocks * first::block, first{{body, tiles, blocks, each, 1}});
      } else {
        const auto lanes = static_cast<unsigned>(std::clamp<std::size_t>(at_once / teams, 1, Exec::team::size()));
        const std::size_t tiles = (n + each * lanes - 1) / (each * lanes);
        // At full concurrency there are more shares than teams, for load balance.
        const std::size_t workers = std::min(tiles, at_once >= most_at_once() ? 8 * teams : at_once / lanes);
        exec_.for_each_team(workers, shares{body, tiles, workers, each, lanes});
      }
    } else {
      // Small ranges, so that a few hundred expensive tasks are distributed over all threads.
      std::size_t grain = std::clamp<std::size_t>(n / (8 * std::size_t{exec_.threads()}), 1, 32);
      // (Ranges are halved while they exceed the grain size: some have half of it.)
      if (at_once < exec_.threads()) grain = std::max(grain, (n + at_once - 1) / at_once);
      exec_.ranges(n, grain, detail::round_of_thread<detail::transaction_round<Try>>{body});
    }
  }
  // Runs the remaining tasks after a round that completed none, until a launch completes one.
  template <class Try>
  detail::transaction_state in_turn(const Try& attempt, unsigned which, const detail::transaction_state& before) {
    using some = detail::some_in_turn<Try>;
    for (std::uint64_t first = 0; first < before.left[which]; first += some::at_a_time) {
      exec_.single(some{attempt, left_[which].data(), which, state_.data(), first});
      const detail::transaction_state s = exec_.read(state_.data());
      if (s.ended != before.ended) return s;
    }
    throw error(status::internal, "transactions that cannot complete: too large for their sets, or retrying forever");
  }
  // The fully concurrent first round of a run can only raise the degree of concurrency.
  void back_off(const detail::transaction_state& s, const detail::transaction_state& before, bool first) {
    constexpr std::uint64_t too_many = 64, few = 32;  // aborts per completed task
    std::uint64_t lost = 0;
    for (unsigned i = 0; i != abort_causes; ++i) lost += s.aborts[i] - before.aborts[i];
    const std::uint64_t ended = s.ended - before.ended;
    if (lost <= few * ended)
      at_once_ = std::min(at_once_ * 2, most_at_once());
    else if (lost > too_many * ended && !first)
      at_once_ = std::max<std::size_t>(at_once_ / 2, 1);
  }

  static Exec& admit(Exec& exec, std::uint32_t tasks) {
    if (tasks >= detail::entry_lock - 1)
      throw error(status::bad_input, "expected fewer than 2147483647 transactions, found " + std::to_string(tasks));
    return exec;
  }

  Exec& exec_;
  buffer<std::uint32_t> entry_;
  buffer<detail::transaction_state> state_;
  buffer<std::uint32_t> left_[2];
  std::size_t at_once_;
};

}  // namespace amorph
