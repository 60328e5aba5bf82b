// Running many transactions (transaction.hpp) until each has committed, or found that there is nothing to do.
//
//   transactions<Exec, contention::priority, 2> accounts(exec, items, tasks);      // at most 2 items a transaction
//   transaction_statistics s = accounts.run(n, transfer{money, from, to});         // transfer's operator()(tx, task)
//
// A body may be called several times for a task, and several tasks' bodies run at once. It returns true to commit, false when
// there is nothing to do for its task; what else it writes, to places of its task alone, counts from its last call.
//
// Inner transactions, for words so hot that who holds them for long stops all others: a body may have a second part,
//   template <class Tx> bool inner(Tx& tx, std::uint32_t task) const;
// called with the same transaction when all that the first part opened is locked and what it looked at still stands. What the
// second part opens is held for as long as it takes to write it. Where the second part is lost it alone is undone and tried
// again, up to 8 times, unless what the first part looked at has changed: then the whole is lost at once. Both commit together.
// It returns false when there is nothing to do any more: then both are undone.
//
// Progress. Work goes in rounds, parted by the ends of loops. In a round each task that is left is tried up to 4 times; who has
// no luck is put into a list for the next round, so nobody ever waits for another, in a warp or between them. At a round's
// end the first task that is left, the one of the greatest priority, runs alone: nobody marks or locks, so it ends. Hence each
// round ends a task, a task before which k others are left ends within k + 1 rounds, and n tasks within n rounds, however they
// conflict and under every policy: no live-lock, no starvation. (Among those that race, the one of the greatest key is never
// outranked: under contention::priority it fails only where a lesser one has a lock, and that one is about to commit or to give up.)
// Each round is O(tasks left), so n tasks that all conflict are O(n^2) work.
//
// Back-off, without waiting: after a round with far more tries in vain than tasks that ended half as many tasks run at a time,
// one after the other on each thread that is left; after one with few, twice as many. (Tasks that want one of k words: some
// k at a time get through, and more are in each other's way.) The first round of a run has all at once, for those with
// nothing to do; from the second on holds what was found out, by the run before too.
//
// Inner tries are bounded too, but not ordered: two that want each other's words may both use theirs up, and are left for later.
// A body that opens them in one order, whatever its task, rules that out.
//
// What may not end even alone is a transaction too large for its set, or one that asks for another try: it may, once others
// have committed. So when a round ended nobody, those that are left run one after another, some thousands a launch, until a
// launch ends one; then rounds go on. If all of them have had their turn and none ended, nothing ever will, and run() throws.
//
// Which tasks meet, and so the order in which they commit, is up to chance; on one CPU thread it is that of the tasks' numbers.
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

// One thread's, for some of its tasks, until they are added up: so few that 32 bits count their tries. `ended`: tasks, those
// that opened nothing among them.
struct transaction_counts {
  std::uint32_t ended = 0, commits = 0, idle = 0, aborts[abort_causes] = {}, inner_aborts = 0, max_items = 0;
  std::uint64_t items = 0;
  AMORPH_HD void count_abort(abort_cause cause) {
    AMORPH_UNROLL
    for (unsigned i = 0; i != abort_causes; ++i) aborts[i] += static_cast<unsigned>(cause) == i + 1 ? 1 : 0;
  }
};

// In an executor's memory: what the counts come to, and how the round goes.
struct transaction_state {
  std::uint64_t ended, commits, idle, aborts[abort_causes], inner_aborts, items, max_items, alone;
  std::uint64_t left[2];  // how many tasks are in each list
  std::uint32_t first;    // the first task that is left in this round
  std::uint32_t skip;     // the one that then ended alone: it stands in the list still

  template <class Team> AMORPH_BODY void add(Team team, const transaction_counts& c) {
    add_one(team, &ended, c.ended);
    add_one(team, &commits, c.commits);
    add_one(team, &idle, c.idle);
    AMORPH_UNROLL
    for (unsigned i = 0; i != abort_causes; ++i) add_one(team, &aborts[i], c.aborts[i]);
    add_one(team, &inner_aborts, c.inner_aborts);
    add_one(team, &items, c.items);
    const std::uint32_t most = team.reduce_max(c.max_items);
    if (team.rank() == 0 && most > atomic_load(&max_items)) atomic_max(&max_items, std::uint64_t{most});
  }

 private:
  template <class Team, class T> AMORPH_BODY static void add_one(Team team, std::uint64_t* to, T mine) {
    const T all = team.reduce_add(mine);
    if (team.rank() == 0 && all != 0) atomic_add(to, std::uint64_t{all});
  }
};
inline constexpr std::uint32_t no_task = ~std::uint32_t{0};

// Tries a task once.
template <contention policy_name, unsigned items, unsigned changes, class Body> struct transaction_try {
  using tx_type = transaction<policy_name, items, changes>;
  static constexpr unsigned inner_tries = 8;

  std::uint32_t* entry;
  Body body;

  // Whether the task has ended. The lower its number, the greater its priority.
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
    if (idle && size != 0) ++c.idle;
    tx.roll_back();
    c.ended += idle ? 1 : 0;
    return idle;
  }

 private:
  // Commits, unless it is lost. False: the inner transaction found nothing to do.
  AMORPH_BODY bool end(tx_type& tx, std::uint32_t task, unsigned& size, transaction_counts& c) const {
    if constexpr (requires { body.inner(tx, task); }) {
      if (!tx.lock_opened()) return true;
      const auto outer = tx.nest();
      for (unsigned i = 0;; ++i) {
        // What the outer one only looked at may have changed meanwhile: then no inner one helps.
        if (!policy_of<policy_name>::type::reads_are_writes && !tx.validate()) return true;
        const bool wanted = body.inner(tx, task);
        if (!wanted && !tx.aborted()) return false;
        size = tx.items();
        if ((!tx.aborted() && tx.commit()) || i + 1 == inner_tries) return true;
        ++c.inner_aborts;
        tx.roll_back(outer);
      }
    } else {
      tx.commit();
      return true;
    }
  }
};

// A round: the tasks of a list (0 .. n-1 where there is none), those that do not end go into the other list.
template <class Try> struct transaction_round {
  static constexpr unsigned tries = 4;

  Try attempt;
  const std::uint32_t* list;
  std::uint32_t n;
  std::uint32_t* left;
  unsigned which;
  transaction_state* state;

  // The tasks at places first .. last-1 of the list, one after the other; as many for each of a team.
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
// A thread's share of a round on the CPU.
template <class Round> struct round_of_thread {
  static constexpr std::size_t at_a_time = 1 << 16;  // what transaction_counts may count
  Round round;
  AMORPH_BODY void operator()(std::size_t first, std::size_t last, unsigned thread) const {
    Round mine = round;  // whose address nobody has: its members stay in registers
    for (std::size_t next; first != last; first = next) {
      transaction_counts c;
      next = last - first < at_a_time ? last : first + at_a_time;
      mine(thread_team(thread), first, next, c);
      mine.state->add(thread_team(thread), c);
    }
  }
};
// A round on the device. Teams take tiles of it: tasks with numbers near each other often want the same items, so a lane takes
// `each` of them, one after the other. Of a team's lanes the first `lanes` have tasks. What they count is added up for some
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
// The same for the first thread of each block alone.
template <class Teams> struct first_of_block {
  static constexpr unsigned block = 256;
  Teams teams;
  AMORPH_BODY void operator()(std::size_t thread) const {
    if (thread % block == 0) teams(thread_team(0), thread / block);
  }
};

// The first task that is left runs alone.
template <class Try> struct first_alone {
  Try attempt;
  unsigned which;
  transaction_state* state;

  AMORPH_BODY void operator()() const {
    transaction_counts c;
    state->skip = no_task;
    state->left[1 - which] = 0;  // the next round's
    if (state->first != no_task && attempt(state->first, c)) state->skip = state->first;
    state->first = no_task;
    state->alone += c.ended;
    state->add(thread_team(0), c);
  }
};
// Those that are left run one after another: `at_a_time` of them, from the one at `first` on.
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
    while (kept != last && n != last) left[kept++] = left[--n];  // the list's last take their places
    state->left[which] = kept != last ? kept : n;
    state->alone += c.ended;
    state->add(thread_team(0), c);
  }
};

}  // namespace detail

// Tracking entries for `items` items, and room for `tasks` tasks that are left over: 4 bytes an item, 8 a task. Each
// transaction opens at most `max_items` items and changes at most `max_changes` words. error: bad_input, when `tasks` is
// 2^31 - 1 or more (a key has 31 bits), before any memory is taken; out_of_memory.
template <class Exec, contention policy_name, unsigned max_items, unsigned max_changes = max_items> class transactions {
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

  // How many tasks run at a time from a run's second round on, as found out so far.
  [[nodiscard]] std::size_t at_once() const { return at_once_; }

  // Tasks 0 .. n-1, n at most the room there is; ends when all have ended. A round trip a round on the device. error:
  // internal, when no task that is left can ever end.
  template <class Body> transaction_statistics run(std::uint32_t n, Body body) {
    using attempt_type = detail::transaction_try<policy_name, max_items, max_changes, Body>;
    if (n > left_[0].size()) throw error(status::internal, "more transactions than there is room for");
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
    sum.idle = s.idle;
    std::copy(std::begin(s.aborts), std::end(s.aborts), sum.aborts);
    sum.inner_aborts = s.inner_aborts;
    sum.items = s.items;
    sum.max_items = s.max_items;
    sum.alone = s.alone;
    return sum;
  }

 private:
  // How many tasks this machine can run at a time, or more.
  [[nodiscard]] std::size_t most_at_once() const {
    if constexpr (Exec::on_device)
      return std::size_t{exec_.team_count()} * (policy_name == contention::block ? 1 : Exec::team::size());
    else
      return exec_.threads();
  }
  template <class Try>
  void round(const Try& attempt, const std::uint32_t* list, std::uint32_t n, unsigned which, std::size_t at_once) {
    const detail::transaction_round<Try> body{attempt, list, n, left_[which].data(), which, state_.data()};
    if constexpr (Exec::on_device) {
      constexpr std::size_t turns = 4096;  // of a thread in a launch, about, at most
      using shares = detail::round_of_teams<detail::transaction_round<Try>>;
      const std::size_t teams = exec_.team_count();
      at_once = std::max(at_once, (n + turns - 1) / turns);
      const std::size_t each = std::clamp<std::size_t>(n / (2 * at_once), 1, 8);
      if constexpr (policy_name == contention::block) {
        using first = detail::first_of_block<shares>;
        const std::size_t tiles = (n + each - 1) / each, blocks = std::min(tiles, at_once);
        exec_.for_each(blocks * first::block, first{{body, tiles, blocks, each, 1}});
      } else {
        const auto lanes = static_cast<unsigned>(std::clamp<std::size_t>(at_once / teams, 1, Exec::team::size()));
        const std::size_t tiles = (n + each * lanes - 1) / (each * lanes);
        // All that there are have more shares than teams, so that none works much longer than the others.
        const std::size_t workers = std::min(tiles, at_once >= most_at_once() ? 8 * teams : at_once / lanes);
        exec_.for_each_team(workers, shares{body, tiles, workers, each, lanes});
      }
    } else {
      // Small ranges, so that a few hundred tasks, each of which may take a while, are not all one thread's.
      std::size_t grain = std::clamp<std::size_t>(n / (8 * std::size_t{exec_.threads()}), 1, 32);
      // (Ranges are halved while they are longer than this: some have half of it.)
      if (at_once < exec_.threads()) grain = std::max(grain, (n + at_once - 1) / at_once);
      exec_.ranges(n, grain, detail::round_of_thread<detail::transaction_round<Try>>{body});
    }
  }
  // What is left after a round that ended nobody, until a launch ends somebody.
  template <class Try>
  detail::transaction_state in_turn(const Try& attempt, unsigned which, const detail::transaction_state& before) {
    using some = detail::some_in_turn<Try>;
    for (std::uint64_t first = 0; first < before.left[which]; first += some::at_a_time) {
      exec_.single(some{attempt, left_[which].data(), which, state_.data(), first});
      const detail::transaction_state s = exec_.read(state_.data());
      if (s.ended != before.ended) return s;
    }
    throw error(status::internal,
                "transactions that cannot end: larger than their sets, or asking for another try for ever");
  }
  // Of a run's first round, which has all at once, it counts only when that went well.
  void back_off(const detail::transaction_state& s, const detail::transaction_state& before, bool first) {
    constexpr std::uint64_t too_many = 64, few = 32;  // tries in vain for each task that ended
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
