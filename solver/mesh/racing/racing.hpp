// The papers' ways to part cavities: who goes on, and what new elements are called, is up to chance. The mesh that comes out
// differs from run to run; what holds of it does not.
//
// "Morph Algorithms on GPUs" (PPoPP 2013), section 7.3: race, prioritycheck, check in a persistent kernel, barriers between.
// The IISc report (2013), section 5.4: stages of launches; what three phases leave over is parted by atomics, its cavities
// found anew only where they were damaged. Section 5.2 (work stealing): new triangles are judged by all threads alike;
// section 5.3 (dynamic parallelism): by a kernel that the thread that made them launches (child_judging.cu).
// Section 7.4 of the former (adaptive parallelism): it doubles the threads in each of the first rounds, which are those with
// the most conflicts. Here so many tasks go in a round: twice as many after one in which a third has won, half as many
// after one in which less than a sixth has.
//
// A task marks its cavity and the triangles across the boundary, all its own. How this differs from the papers: keys are by
// urgency first, or there would be a quarter more points; where three phases part nobody, one task goes on (core's
// race_and_resolve), where atomics part nobody, a round by priorities follows.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/grid.hpp"
#include "solver/mesh/refine/rounds.hpp"

namespace amorph::mesh::refining {

inline constexpr std::uint32_t least_tasks = 1024;  // in a round, where that is adapted

// Where kernels count.
struct chance_state {
  std::uint32_t waiting, next;       // in the work lists
  std::uint32_t points, triangles;   // of the mesh; points may run past the most allowed
  std::uint32_t round, first_round;  // of the list
  std::uint32_t won, left;           // of the tasks
  std::uint32_t fresh;               // new triangles to be judged
  std::uint32_t overflows, given_up;
  std::uint32_t tasks, unused;  // of the next round, where that is adapted
  std::uint64_t tried;
};
struct made_range {
  std::uint32_t first, count;
};

struct chance_view {
  find_cavity find;
  insert_point insert;
  claims_view claims;
  proposal* proposals;
  std::uint32_t *list, *next, *fresh;
  std::uint32_t* listed;  // a triangle: the first round of the list that led to its last entry
  chance_state* state;
  std::uint32_t most_points, round, first_round;
  bool share_judging;

  AMORPH_BODY std::uint64_t key(std::size_t i) const {
    return key_of(list[i], find.mesh.triangles[list[i]].marks, round);
  }
  AMORPH_BODY bool swept(std::size_t i) const { return find.mesh.triangles[list[i]].made >= first_round; }
  // Once each: in several stages a place may come to hold several bad triangles.
  AMORPH_BODY bool first_to_list(std::uint32_t t) const {
    return atomic_exchange(&listed[t], first_round) != first_round;
  }
  AMORPH_BODY void put(std::uint32_t t) const {
    if (first_to_list(t)) next[atomic_add(&state->next, 1)] = t;
  }
};

struct find_task {
  chance_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    v.proposals[i] = {};
    v.proposals[i].what = fate::won;  // nothing to do: another cavity has swept it away and left a good triangle
    if (!mark::wanting(v.find.mesh.triangles[v.list[i]].marks)) return;
    v.proposals[i] = v.find(v.list[i], i);
    v.proposals[i].found = v.round;
  }
};
struct key_of_task {
  chance_view v;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return v.key(i); }
};
struct wanted_by_task {
  chance_view v;
  template <class F> AMORPH_BODY void operator()(std::size_t i, F f) const {
    const proposal& p = v.proposals[i];
    if (p.what != fate::lost) return;
    const auto column = v.find.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      if (!f(std::uint64_t{column.at(cavity_store::triangles, j)})) return;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const handle s = column.at(cavity_store::across, j);
      if (s != none && !f(std::uint64_t{triangle_of(s)})) return;
    }
  }
};

// The winner puts its point in; bad triangles that it made go to the next list, or all to where they are to be judged.
struct take_task {
  chance_view v;
  AMORPH_BODY made_range operator()(std::size_t i) const {
    proposal& p = v.proposals[i];
    if (p.what != fate::lost) return {0, 0};
    const std::uint32_t me = atomic_add(&v.state->points, 1);
    if (me >= v.most_points) return {0, 0};
    const std::uint32_t fresh = atomic_add(&v.state->triangles, p.edges - p.triangles);
    p.what = fate::won;
    v.insert(i, p, me, fresh);
    atomic_add(&v.state->won, 1);
    if (!v.share_judging) {
      insert_point::each_bad(v.find.store.column(i), p, fresh, [&](std::uint32_t made) { v.put(made); });
      return {0, 0};
    }
    const made_range made = {atomic_add(&v.state->fresh, p.edges), p.edges};
    std::uint32_t at = made.first;
    insert_point::each_bad(v.find.store.column(i), p, fresh, [&](std::uint32_t t) { v.fresh[at++] = t; });
    return made;
  }
};
// For winners that are to be known first.
struct take_later {
  AMORPH_BODY void operator()(std::size_t) const {}
};

// First come, first served; who does not get all gives all back.
struct mark_by_atomics {
  chance_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t mine = v.key(i);
    const wanted_by_task wanted{v};
    bool all = v.proposals[i].what == fate::lost;
    if (all)
      wanted(i, [&](std::uint64_t item) {
        const std::uint64_t seen = atomic_load(&v.claims.mark[item]);
        if (seen == mine) return true;
        return all = seen >> 44 != v.round && atomic_cas(&v.claims.mark[item], seen, mine) == seen;
      });
    if (!all)
      wanted(i, [&](std::uint64_t item) {
        if (atomic_load(&v.claims.mark[item]) == mine) atomic_store(&v.claims.mark[item], 0);
        return true;
      });
    v.claims.won[i] = all ? 1 : 0;
  }
};
struct take_marked {
  chance_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (v.claims.won[i] != 0) take_task{v}(i);
  }
};

// After a stage: tasks that have been swept away are done; damaged cavities are found anew, others used again.
struct repair {
  chance_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = v.proposals[i];
    if (p.what != fate::lost) return;
    if (v.swept(i)) {
      p.what = fate::won;  // by another
      return;
    }
    bool damaged = false;
    wanted_by_task{v}(i, [&](std::uint64_t item) {
      damaged = v.find.mesh.triangles[item].made >= p.found;
      return !damaged;
    });
    if (damaged) find_task{v}(i);
    if (v.proposals[i].what == fate::lost) atomic_add(&v.state->left, 1);
  }
};

// What a task leaves for the next list: its triangle, where that is still there and bad.
struct pass_on {
  chance_view v;
  std::uint32_t run;  // so many entries of the list had a task
  AMORPH_BODY void operator()(std::size_t i) const {
    if (v.swept(i)) return;
    std::uint32_t& marks = v.find.mesh.triangles[v.list[i]].marks;
    if (!mark::wanting(marks)) return;
    const fate what = i < run ? v.proposals[i].what : fate::lost;
    if (given_up(what)) {
      marks = mark::left(marks, reason(what));
      atomic_add(&v.state->given_up, 1);
    } else if (what == fate::overflow) {
      marks |= mark::large;  // for rounds by priority, afterwards
      atomic_add(&v.state->overflows, 1);
    } else {
      v.put(v.list[i]);
    }
  }
};
// Of what has been made in one stage, or, with `all_stages`, in several: then a place may come twice, and is judged once.
struct judge_fresh {
  chance_view v;
  bool all_stages;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t at = v.fresh[i];
    if (all_stages && !v.first_to_list(at)) return;
    triangle& t = v.find.mesh.triangles[at];
    t.marks = v.find.judging(t.corner, t.next, t.marks & mark::segments, v.find.mesh.areas.of(at));
    if (mark::wanting(t.marks) && (all_stages || v.first_to_list(at))) v.next[atomic_add(&v.state->next, 1)] = at;
  }
};

#if AMORPH_DEVICE_COMPILER
// take_task for those of `tasks` that have won; each winner launches a kernel to judge what it made.
void take_with_children(cuda_exec& exec, const chance_view& v, std::size_t tasks);
#endif

AMORPH_BODY inline void adapt(chance_state& s, std::uint32_t run, std::uint32_t won, std::uint32_t most) {
  if (3 * std::uint64_t{won} >= run && run == s.tasks) s.tasks = s.tasks < most / 2 ? 2 * s.tasks : most;
  if (6 * std::uint64_t{won} < run) s.tasks = run / 2 > least_tasks ? run / 2 : least_tasks;
}
AMORPH_BODY inline void turn_over(chance_state& s) {
  s.waiting = s.next;
  s.next = s.fresh = s.left = 0;
  s.first_round = ++s.round;
}

// The persistent kernel: rounds until the list is empty, the mesh's room is used up, or the host wants a look.
template <class Exec> struct three_phase_loop {
  chance_view view;
  std::uint32_t most_tasks, room_points, room_triangles, rounds;
  bool adaptive;

  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    chance_view v = view;
    conflict how = conflict::three_phase;
    for (std::uint32_t r = 0; r != rounds; ++r) {
      const std::uint32_t n = atomic_load(&v.state->waiting), tasks = atomic_load(&v.state->tasks),
                          most = adaptive && tasks < most_tasks ? tasks : most_tasks, run = n < most ? n : most;
      const std::uint32_t points = atomic_load(&v.state->points), triangles = atomic_load(&v.state->triangles);
      v.round = v.first_round = v.insert.round = atomic_load(&v.state->round);
      v.find.triangles = triangles;
      if (n == 0 || v.round >= most_rounds || points >= v.most_points || points + run > room_points ||
          triangles + 2 * run > room_triangles)
        return;
      const std::uint32_t won = atomic_load(&v.state->won);
      grid.for_each(run, find_task{v});
      grid.sync();
      race_and_resolve_all(grid, v.claims, run, how, key_of_task{v}, wanted_by_task{v}, take_task{v});
      how = atomic_load(&v.state->won) == won ? conflict::priority : conflict::three_phase;
      grid.for_each(n, pass_on{v, run});
      grid.sync();
      if (grid.first()) {
        v.state->tried += run;
        if (adaptive) adapt(*v.state, run, v.state->won - won, most_tasks);
        turn_over(*v.state);
      }
      grid.sync();
      std::uint32_t* const other = v.list;
      v.list = v.next;
      v.next = other;
    }
  }
};

struct end_of_list {
  chance_state* state;
  std::uint32_t run;
  AMORPH_BODY void operator()() const {
    state->tried += run;
    turn_over(*state);
  }
};
struct start_stage {
  chance_state* state;
  AMORPH_BODY void operator()() const {
    ++state->round;
    state->left = 0;
  }
};

}  // namespace amorph::mesh::refining
