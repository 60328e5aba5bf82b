// Refinement by transactions, in place of refiner.hpp's loop and for the same contract ("Efficient Transactional-Memory-based
// Implementation of Morph Algorithms on GPU", section 4.4.3). A step:
//   propose  boundary vertices whose best move gains, or loses little (refine.hpp), sorted by gain;
//   ranges   those who gain first, then those who lose nothing or little, each range against what the one before it left;
//   move     an outer transaction holds the vertex and looks at the neighbours that may move too; it finds the gain as
//            things stand at that one moment. An inner one changes the weights of the two parts, which everybody wants, and
//            holds them no longer than that takes: the vertex goes if its new part keeps within bounds, else both are undone;
//   take     connections are counted anew where something moved, and the best partition is kept.
// Neighbours outside the range do not move meanwhile, so the rest of a row is summed up before, a team to a row, and a
// transaction has few items. Who has more rivals than it can hold waits until the others of the range have ended, most of whom
// are rivals no more; where most have (dense graphs), the range is halved, down to one task, who has none.
//
// First come steps that may lose, to get out of local minima: a vertex counts rivals of higher gain as moved while they have
// not made up their minds (Jet's afterburner asks the same of all at once), and a part may grow beyond its limit, by ten
// times its share in the first step and soon by a tenth, which rebalancing makes up for between steps. Every third of
// them goes from the lowest gain to the highest: who counts on others goes before them, and they find it there. Last
// come steps that must gain by the parts as they are and keep within the limits, until the cut no longer falls.
//
// How it differs from the thesis: it sorts rows by part and sums them by segmented prefix sums, here they are tallied
// (tally.hpp); its outer transactions mark all neighbours, these look at rivals alone; it moves for gains alone, from a range of
// high gains that it extends downward (how far at a time it leaves open), where here the two ranges part at a gain of 0; it
// lets no part grow beyond its limit.
#pragma once

#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/transactions.hpp"
#include "partitioner/multilevel/refinement/refiner.hpp"

namespace amorph::partition {

// What a range's tasks know of their vertices: where each wants to go, what the neighbours that stay bring it, and its
// rivals: neighbours that may move meanwhile. The weight of an edge to one of higher gain is negative.
struct rival_table {
  static constexpr uint32_t most = 12;
  uint32_t tasks;  // there is room for
  bool by_task;    // a task's rivals side by side: what a CPU wants
  uint32_t *to, *count, *rival;
  int32_t *rest, *weight, *gain;  // gain: as the transaction found it
  AMORPH_HD size_t place(uint32_t task, uint32_t i) const {
    return by_task ? size_t{task} * most + i : size_t{i} * tasks + task;
  }
};

struct find_rivals {
  graph_view graph;
  const uint32_t* part;
  const offer* offers;
  const vertex_state* state;
  uint32_t step;
  const uint32_t *list, *order;  // a candidate's place among all by gain
  const uint32_t* next;          // the first after these tasks, or null:
  uint32_t end;                  // none before this place
  bool ascending;                // which is by rising gain
  rival_table table;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const auto task = static_cast<uint32_t>(i);
    const uint32_t v = list[i], mine = part[v], to = offers[v].to, place = order[v];
    const uint64_t begin = graph.begin[v], end_of_row = graph.begin[v + 1];
    const uint32_t upto = next != nullptr ? order[*next] : end;
    int32_t rest = 0;
    uint32_t rivals = 0;
    for (uint64_t first = begin; first < end_of_row; first += team.size()) {
      const uint64_t e = first + team.rank();
      bool may_move = false;
      arc a{v, 0};
      if (e < end_of_row) {
        a = graph.at(e);
        may_move = offers[a.to].to != none && state[a.to].moved != step && order[a.to] < upto;
        const uint32_t p = part[a.to];
        if (!may_move) rest += p == to ? a.weight : p == mine ? -a.weight : 0;
      }
      uint32_t all;
      const uint32_t at = rivals + team.exclusive_scan(may_move ? 1u : 0u, all);
      if (may_move && at < rival_table::most) {
        table.rival[table.place(task, at)] = a.to;
        table.weight[table.place(task, at)] = (order[a.to] < place) != ascending ? -a.weight : a.weight;
      }
      rivals += all;
    }
    rest = team.reduce_add(rest);
    if (team.rank() != 0) return;
    table.to[task] = to;
    table.rest[task] = rest;
    table.count[task] = rivals;
  }
};
struct has_few_rivals {
  const uint32_t* count;
  AMORPH_BODY bool operator()(size_t i) const { return count[i] <= rival_table::most; }
};
struct is_undecided {
  const offer* offers;
  const vertex_state* state;
  uint32_t step;
  AMORPH_BODY bool operator()(uint32_t v) const { return offers[v].to != none && state[v].moved != step; }
};

// Items are the vertices and, behind them, the parts.
struct move_by_gain {
  graph_view graph;
  uint32_t* part;
  vertex_state* state;
  offer* offers;
  part_room room;
  rival_table table;
  const uint32_t *list, *pick;  // tasks are these of the list, or all
  uint32_t step;
  bool must_gain;  // by the parts as they are
  float beyond;    // its limit a part may grow, by this share of its target

  template <class Tx> AMORPH_BODY bool operator()(Tx& tx, uint32_t task) const {
    const uint32_t i = pick != nullptr ? pick[task] : task, v = list[i], to = table.to[i];
    if (!tx.open(v)) return false;
    const uint32_t mine = tx.load(&part[v]);
    int32_t gain = table.rest[i];
    for (uint32_t r = 0; r != table.count[i]; ++r) {
      const uint32_t u = table.rival[table.place(i, r)];
      const int32_t w = table.weight[table.place(i, r)];
      if (!tx.open_read(u)) return false;
      uint32_t p = tx.load(&part[u]);
      if (w < 0 && !must_gain)
        if (const uint32_t wish = atomic_load(&offers[u].to); wish != none) p = wish;
      const int32_t strength = w < 0 ? -w : w;
      gain += p == to ? strength : p == mine ? -strength : 0;
    }
    if (gain < 0) return stays(v);
    table.gain[i] = gain;
    return tx.store(&part[v], to) && tx.store(&state[v].moved, step);
  }
  // Opens the part of the lower number first, whichever way the vertex goes. Parts are locked at first sight: of all inner
  // transactions that hold one, the one that holds the highest has both of its parts or finds the other free, and ends,
  // unless one that then holds a higher comes between. So some one always gets through; in the order of the move, two
  // in opposite directions could each hold what the other wants until both have used up their tries.
  template <class Tx> AMORPH_BODY bool inner(Tx& tx, uint32_t task) const {
    const uint32_t i = pick != nullptr ? pick[task] : task, v = list[i], to = table.to[i];
    const uint32_t from = atomic_load(&part[v]);  // still, for the outer one has not committed
    if (!tx.open(graph.vertices + (from < to ? from : to), graph.vertices + (from < to ? to : from))) return false;
    const int32_t weight = graph.weight(v);
    const int64_t here = tx.load(&room.weight[from]), there = tx.load(&room.weight[to]);
    const int64_t excess = there + weight - room.limit[to];
    const bool fits =
        static_cast<float>(excess) <= beyond * static_cast<float>(room.target[to]) && here >= room.target[from] / 2;
    const bool better =
        !must_gain || table.gain[i] > 0 || there - room.target[to] + 2 * int64_t{weight} <= here - room.target[from];
    if (!fits || !better) return stays(v);
    return tx.store(&room.weight[from], here - weight) && tx.store(&room.weight[to], there + weight);
  }

 private:
  // Others may learn of it before it is sure: it is what they guess by, not what they count on.
  AMORPH_BODY bool stays(uint32_t v) const {
    atomic_store(&offers[v].to, none);
    return false;
  }
};

// After the transactions: who has moved tells its neighbours, and no candidate keeps its wish.
template <class Exec> struct tell_of_moves {
  mover<Exec> how;
  const vertex_state* state;
  offer* offers;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    if (state[v].moved == how.step) how.tell(team, v);
    if (team.rank() == 0) offers[v].to = none;
  }
};

// What is between the transactions: stages of the loop of refiner.hpp, a launch each.
enum class refine_stage : uint8_t { begin, propose, propose_within, take, best, end };

struct staged_state {
  loop_state loop;
  uint64_t rows, longs;  // candidates
};

template <class Exec, class Team, class Grid> class staged_loop : refine_loop<Exec, Team, Grid> {
  using base = refine_loop<Exec, Team, Grid>;
  using base::w_, base::p_, base::grid_, base::now_, base::kept_;

 public:
  AMORPH_BODY staged_loop(const refine_view<Exec>& view, Grid grid, const loop_state& upto) : base(view, grid, upto) {}

  AMORPH_BODY void run(refine_stage stage, float tolerance) {
    switch (stage) {
      case refine_stage::begin:
        this->begin();
        if (now_.excess > 0) this->fit();
        break;
      case refine_stage::propose:
        if (now_.excess > 0) this->rebalance(0);
        this->propose(tolerance);
        break;
      case refine_stage::propose_within: this->propose_within(); break;
      case refine_stage::take:
        w_.candidates.template for_each<Team>(grid_, tell_of_moves<Exec>{this->moving(), p_.state, p_.offers});
        this->settle();
        break;
      case refine_stage::best:
        this->fit();
        this->restore();
        break;
      case refine_stage::end: this->end(); break;
    }
  }
  AMORPH_BODY staged_state state() const {
    return {*this, w_.candidates.rows.size(), Exec::on_device ? w_.candidates.longs.size() : 0};
  }
};
template <class Exec, class Team> struct staged_body {
  static constexpr unsigned blocks_each = 4;
  refine_view<Exec> view;
  staged_state* state;
  refine_stage stage;
  float tolerance;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    staged_loop<Exec, Team, Grid> loop(view, grid, state->loop);
    loop.run(stage, tolerance);
    grid.sync();
    const staged_state after = loop.state();
    if (grid.first()) *state = after;
  }
};

// The candidates of both lists, and keys to sort them by gain; those without a wish come last.
inline constexpr uint32_t key_of_no_gain = 0x7fffffffu;
template <class Exec> struct list_candidates {
  row_lists<Exec> candidates;
  uint64_t rows;
  const offer* offers;
  bool ascending;
  uint32_t *list, *key;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = i < rows ? candidates.rows[i] : candidates.longs[i - rows];
    const auto gain = static_cast<uint32_t>(offers[v].gain);
    list[i] = v;
    key[i] = offers[v].to == none ? none : ascending ? key_of_no_gain + gain : key_of_no_gain - gain;
  }
};
// Where the two ranges end in the sorted list.
struct range_ends {
  uint32_t first = 0, second = 0;
};
struct number_candidates {
  const uint32_t *list, *key;
  size_t n;
  bool ascending;
  uint32_t* order;
  range_ends* ends;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t mine = key[i], next = i + 1 != n ? key[i + 1] : none;
    order[list[i]] = static_cast<uint32_t>(i);
    if (is_of_first(mine) && !is_of_first(next)) ends->first = static_cast<uint32_t>(i + 1);
    if (mine != none && next == none) ends->second = static_cast<uint32_t>(i + 1);
  }
  AMORPH_BODY bool is_of_first(uint32_t k) const { return ascending ? k <= key_of_no_gain : k < key_of_no_gain; }
};

template <class Exec> class transactional_refinement {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  transactional_refinement(Exec& exec, uint64_t arcs, refine_arrays<Exec>& arrays, transaction_statistics& statistics)
      : exec_(exec),
        arcs_(arcs),
        view_(arrays.view),
        statistics_(statistics),
        n_(view_.graph.vertices),
        state_(exec, 1),
        ends_(exec, 1),
        order_(exec, n_),
        moves_(exec, n_ + view_.rule.parts, n_) {
    exec.write(state_.data(), staged_state{});
  }

  void run() {
    const annealing how(view_.rule, n_);
    go(refine_stage::begin);
    for (unsigned i = 0; i != how.steps; ++i)
      if (!step({false, i % 3 == 2, how.tolerance(i), beyond(how.tolerance(i) / how.most)})) break;
    go(refine_stage::best);
    for (unsigned i = 0, idle = 0; i != how.steps_within && idle != how.idle_within; ++i) {
      const int64_t before = now_.loop.best_.cut;
      if (!step({true, false, 0, 0})) break;
      idle = how.is_idle(before, now_.loop.best_.cut) ? idle + 1 : 0;
    }
    go(refine_stage::end);
  }

 private:
  struct step_rule {
    bool must_gain, ascending;
    float tolerance, beyond;
  };
  // Where shares differ much, a part of a small share may hold what belongs into a large one: only when much of it comes at
  // once do the others follow. `left`: of the annealing, from 1 down to 0.
  static float beyond(float left) {
    const float squared = left * left, fourth = squared * squared;
    return 0.1f + 9.9f * fourth * fourth;
  }

  void go(refine_stage stage, float tolerance = 0) {
    refine_over<staged_body>(exec_, view_, arcs_, state_.data(), stage, tolerance);
    if (stage != refine_stage::end) now_ = exec_.read(state_.data());
  }

  // False when nothing moved.
  bool step(step_rule how) {
    go(how.must_gain ? refine_stage::propose_within : refine_stage::propose, how.tolerance);
    const range_ends ends = sort_candidates(how.ascending);
    move_range(0, ends.first, how);
    move_range(ends.first, ends.second, how);
    go(refine_stage::take);
    return now_.loop.moved_;
  }

  // Those with a wish come first.
  range_ends sort_candidates(bool ascending) {
    const size_t n = now_.rows + now_.longs;
    if (n == 0) return {};
    list_.resize_discard(n);
    key_.resize_discard(n);
    exec_.for_each(n, list_candidates<Exec>{view_.candidates, now_.rows, view_.projection.offers, ascending,
                                            list_.data(), key_.data()});
    sort_pairs(exec_, key_.span(), list_.span());
    exec_.write(ends_.data(), range_ends{});
    exec_.for_each(n, number_candidates{list_.data(), key_.data(), n, ascending, order_.data(), ends_.data()});
    return exec_.read(ends_.data());
  }

  // Those of the sorted list from `first` to `end`: all at once, or, where most have too many rivals for that, half of them
  // before the others, and so on. What is put off is an abort by size. With r rivals each, some r / 6 runs.
  void move_range(uint32_t first, uint32_t end, step_rule how) {
    const project<Exec>& p = view_.projection;
    const uint32_t step = now_.loop.step_, *list = list_.data() + first;
    uint32_t left = end - first;
    unsigned which = 0;
    for (uint32_t tasks = left; left != 0;) {
      tasks = std::min(tasks, left);
      const rival_table table = room_for(tasks);
      exec_.for_each_team(tasks, find_rivals{view_.graph, p.part, p.offers, p.state, step, list, order_.data(),
                                             tasks == left ? nullptr : list + tasks, end, how.ascending, table});
      const auto few = static_cast<uint32_t>(select_indices(exec_, tasks, has_few_rivals{table.count}, pick_.span()));
      statistics_.aborts[static_cast<unsigned>(abort_cause::capacity) - 1] += tasks - few;
      if (few != 0)
        statistics_ +=
            moves_.run(few, move_by_gain{view_.graph, p.part, p.state, p.offers, view_.room, table, list,
                                         few == tasks ? nullptr : pick_.data(), step, how.must_gain, how.beyond});
      if (few == tasks) {
        list += tasks;
        left -= tasks;
        tasks *= 2;
        continue;
      }
      if (few != 0) {
        buffer<uint32_t>& late = late_[which];
        which = 1 - which;
        late.resize_discard(left);
        left = static_cast<uint32_t>(
            select(exec_, span<const uint32_t>(list, left), is_undecided{p.offers, p.state, step}, late.span()));
        list = late.data();
      }
      if (few < tasks / 2) tasks /= 2;
    }
  }
  rival_table room_for(uint32_t tasks) {
    for (buffer<uint32_t>* b : {&to_, &count_, &pick_}) b->resize_discard(tasks);
    for (buffer<int32_t>* b : {&rest_, &gain_}) b->resize_discard(tasks);
    rival_.resize_discard(size_t{tasks} * rival_table::most);
    weight_.resize_discard(size_t{tasks} * rival_table::most);
    return {tasks,         !Exec::on_device, to_.data(),     count_.data(),
            rival_.data(), rest_.data(),     weight_.data(), gain_.data()};
  }

  Exec& exec_;
  uint64_t arcs_;
  const refine_view<Exec>& view_;
  transaction_statistics& statistics_;
  uint32_t n_;
  staged_state now_{};
  buffer<staged_state> state_;
  buffer<range_ends> ends_;
  buffer<uint32_t> order_;
  transactions<Exec, contention::invisible, rival_table::most + 3, 4> moves_;
  buffer<uint32_t> list_{exec_}, key_{exec_}, to_{exec_}, count_{exec_}, pick_{exec_}, rival_{exec_},
      late_[2]{buffer<uint32_t>(exec_), buffer<uint32_t>(exec_)};
  buffer<int32_t> rest_{exec_}, weight_{exec_}, gain_{exec_};
};

// As refine(), by transactions: another partition each time. Adds to `statistics`. On a device a few round trips a step.
template <class Exec>
refined<Exec> refine_by_transactions(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule,
                                     refine_memory<Exec>& memory, span<uint32_t> map, const refined<Exec>& coarse,
                                     transaction_statistics& statistics) {
  refine_arrays<Exec> arrays(exec, graph, arcs, rule, memory, map, coarse);
  transactional_refinement<Exec>(exec, arcs, arrays, statistics).run();
  return std::move(arrays.fine);
}

}  // namespace amorph::partition
