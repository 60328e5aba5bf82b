// The papers' racing strategies: which cavity wins, and how new elements are numbered, depends on timing. The mesh
// differs from run to run; its properties do not.
//
// "Morph Algorithms on GPUs" (PPoPP 2013), section 7.3: race, priority check and check in a persistent kernel, with
// grid barriers between them. Section 7.4, adaptive parallelism: there, the number of threads doubles in each of the
// first rounds, which have the most conflicts; here the number of tasks per round doubles after a round in which a
// third of the tasks win, and halves after one in which less than a sixth do. IISc report (2013), section 5.4, two
// stages: tasks that lost in three phases are resolved by atomics, and only invalidated cavities are found again.
// Section 5.2, work stealing: all threads together classify the new triangles; section 5.3, dynamic parallelism: child
// kernels do (child_classification.cu).
//
// A task marks its cavity and the triangles across its boundary. How this differs from the papers: keys are ordered by
// urgency first, otherwise there would be a quarter more points; if no task wins in three phases, one is chosen (the
// core's race_and_resolve), and if none wins by atomics, a stage by priority follows.
#pragma once

#include <cstdint>

#include "amorph/kernels/sync/grid.hpp"
#include "solver/mesh/refine/rounds.hpp"

namespace amorph::mesh::refining {

inline constexpr std::uint32_t min_tasks = 1024;  // per round, with adaptive parallelism

// Counters of the kernels.
struct racing_state {
  std::uint32_t waiting, next;       // entries of this and the next worklist
  std::uint32_t points, triangles;   // of the mesh; points may exceed the maximum
  std::uint32_t round, first_round;  // of this worklist
  std::uint32_t won, left;           // tasks
  std::uint32_t fresh;               // new triangles to be classified
  std::uint32_t overflows, unrefinable;
  std::uint32_t tasks, unused;  // of the next round, with adaptive parallelism
  std::uint64_t tried;
};
struct made_range {
  std::uint32_t first, count;
};

struct racing_view {
  find_cavity find;
  insert_point insert;
  claims_view claims;
  proposal* proposals;
  std::uint32_t *list, *next, *fresh;
  std::uint32_t* listed;  // per triangle: the first round of the worklist that last listed it
  racing_state* state;
  std::uint32_t max_points, round, first_round;
  bool share_classification;

  AMORPH_BODY std::uint64_t key(std::size_t i) const {
    return key_of(list[i], find.mesh.triangles[list[i]].marks, round);
  }
  // Whether a winner has replaced the task's triangle.
  AMORPH_BODY bool replaced(std::size_t i) const { return find.mesh.triangles[list[i]].made >= first_round; }
  // Each slot is listed once, though several bad triangles may occupy it over the stages.
  AMORPH_BODY bool first_to_list(std::uint32_t t) const {
    return atomic_exchange(&listed[t], first_round) != first_round;
  }
  AMORPH_BODY void append(std::uint32_t t) const {
    if (first_to_list(t)) next[atomic_add(&state->next, 1)] = t;
  }
};

struct find_task {
  racing_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    v.proposals[i] = {};
    v.proposals[i].result = fate::won;  // nothing to do: another cavity's retriangulation put a good triangle here
    if (!mark::wanting(v.find.mesh.triangles[v.list[i]].marks)) return;
    v.proposals[i] = v.find(v.list[i], i);
    v.proposals[i].found = v.round;
  }
};
struct key_of_task {
  racing_view v;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return v.key(i); }
};
// The triangles that a task claims.
struct claims_of_task {
  racing_view v;
  template <class F> AMORPH_BODY void operator()(std::size_t i, F f) const {
    const proposal& p = v.proposals[i];
    if (p.result != fate::lost) return;
    const auto column = v.find.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      if (!f(std::uint64_t{column.at(cavity_store::triangles, j)})) return;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const handle s = column.at(cavity_store::across, j);
      if (s != none && !f(std::uint64_t{triangle_of(s)})) return;
    }
  }
};

// A winner inserts its point. Bad triangles among the new ones go to the next worklist, or all new ones to the list of
// those to be classified.
struct insert_winner {
  racing_view v;
  AMORPH_BODY made_range operator()(std::size_t i) const {
    proposal& p = v.proposals[i];
    if (p.result != fate::lost) return {0, 0};
    const std::uint32_t me = atomic_add(&v.state->points, 1);
    if (me >= v.max_points) return {0, 0};
    const std::uint32_t fresh = atomic_add(&v.state->triangles, p.edges - p.triangles);
    p.result = fate::won;
    v.insert(i, p, me, fresh);
    atomic_add(&v.state->won, 1);
    if (!v.share_classification) {
      insert_point::each_bad(v.find.store.column(i), p, fresh, [&](std::uint32_t made) { v.append(made); });
      return {0, 0};
    }
    const made_range made = {atomic_add(&v.state->fresh, p.edges), p.edges};
    std::uint32_t at = made.first;
    insert_point::each_bad(v.find.store.column(i), p, fresh, [&](std::uint32_t t) { v.fresh[at++] = t; });
    return made;
  }
};
// Winners insert their points later.
struct insert_later {
  AMORPH_BODY void operator()(std::size_t) const {}
};

// First come, first served; a task that cannot claim all its triangles releases those that it has.
struct mark_by_atomics {
  racing_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint64_t own_key = v.key(i);
    const claims_of_task claimed{v};
    bool all = v.proposals[i].result == fate::lost;
    if (all)
      claimed(i, [&](std::uint64_t item) {
        const std::uint64_t seen = atomic_load(&v.claims.mark[item]);
        if (seen == own_key) return true;
        return all = seen >> 44 != v.round && atomic_cas(&v.claims.mark[item], seen, own_key) == seen;
      });
    if (!all)
      claimed(i, [&](std::uint64_t item) {
        if (atomic_load(&v.claims.mark[item]) == own_key) atomic_store(&v.claims.mark[item], 0);
        return true;
      });
    v.claims.won[i] = all ? 1 : 0;
  }
};
struct insert_marked {
  racing_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (v.claims.won[i] != 0) insert_winner{v}(i);
  }
};

// After a stage: tasks whose triangle was replaced are done; invalidated cavities are found again, the others reused.
struct repair {
  racing_view v;
  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = v.proposals[i];
    if (p.result != fate::lost) return;
    if (v.replaced(i)) {
      p.result = fate::won;  // by another
      return;
    }
    bool invalidated = false;
    claims_of_task{v}(i, [&](std::uint64_t item) {
      invalidated = v.find.mesh.triangles[item].made >= p.found;
      return !invalidated;
    });
    if (invalidated) find_task{v}(i);
    if (v.proposals[i].result == fate::lost) atomic_add(&v.state->left, 1);
  }
};

// Appends a task's triangle to the next worklist if it still exists and is bad.
struct relist {
  racing_view v;
  std::uint32_t run;  // entries of the worklist that had a task
  AMORPH_BODY void operator()(std::size_t i) const {
    if (v.replaced(i)) return;
    std::uint32_t& marks = v.find.mesh.triangles[v.list[i]].marks;
    if (!mark::wanting(marks)) return;
    const fate result = i < run ? v.proposals[i].result : fate::lost;
    if (unrefinable(result)) {
      marks = mark::left(marks, reason(result));
      atomic_add(&v.state->unrefinable, 1);
    } else if (result == fate::overflow) {
      marks |= mark::large;  // for rounds by priority afterwards
      atomic_add(&v.state->overflows, 1);
    } else {
      v.append(v.list[i]);
    }
  }
};
// Classifies the new triangles of one stage, or with `all_stages` of several: then a slot may occur twice, and is
// classified once.
struct classify_fresh {
  racing_view v;
  bool all_stages;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t at = v.fresh[i];
    if (all_stages && !v.first_to_list(at)) return;
    triangle& t = v.find.mesh.triangles[at];
    t.marks = v.find.rules.marks_of(t.corner, t.next, t.marks & mark::segments, v.find.mesh.areas.of(at));
    if (mark::wanting(t.marks) && (all_stages || v.first_to_list(at))) v.next[atomic_add(&v.state->next, 1)] = at;
  }
};

#if AMORPH_DEVICE_COMPILER
// insert_winner for the tasks that have won; child kernels classify the new triangles.
void insert_with_children(cuda_exec& exec, const racing_view& v, std::size_t tasks);
#endif

AMORPH_BODY inline void adapt(racing_state& s, std::uint32_t run, std::uint32_t won, std::uint32_t maximum) {
  if (3 * std::uint64_t{won} >= run && run == s.tasks) s.tasks = s.tasks < maximum / 2 ? 2 * s.tasks : maximum;
  if (6 * std::uint64_t{won} < run) s.tasks = run / 2 > min_tasks ? run / 2 : min_tasks;
}
AMORPH_BODY inline void next_list(racing_state& s) {
  s.waiting = s.next;
  s.next = s.fresh = s.left = 0;
  s.first_round = ++s.round;
}

// The persistent kernel: rounds until the worklist is empty, the mesh's capacity is used up, or `rounds` have passed.
template <class Exec> struct three_phase_loop {
  racing_view view;
  std::uint32_t max_tasks, point_capacity, triangle_capacity, rounds;
  bool adaptive;

  AMORPH_BODY void operator()(grid_of<Exec> grid) const {
    racing_view v = view;
    conflict resolution = conflict::three_phase;
    for (std::uint32_t r = 0; r != rounds; ++r) {
      const std::uint32_t n = atomic_load(&v.state->waiting), tasks = atomic_load(&v.state->tasks),
                          limit = adaptive && tasks < max_tasks ? tasks : max_tasks, run = n < limit ? n : limit;
      const std::uint32_t points = atomic_load(&v.state->points), triangles = atomic_load(&v.state->triangles);
      v.round = v.first_round = v.insert.round = atomic_load(&v.state->round);
      v.find.triangles = triangles;
      if (n == 0 || v.round >= max_rounds || points >= v.max_points || points + run > point_capacity ||
          triangles + 2 * run > triangle_capacity)
        return;
      const std::uint32_t won = atomic_load(&v.state->won);
      grid.for_each(run, find_task{v});
      grid.sync();
      race_and_resolve_all(grid, v.claims, run, resolution, key_of_task{v}, claims_of_task{v}, insert_winner{v});
      resolution = atomic_load(&v.state->won) == won ? conflict::priority : conflict::three_phase;
      grid.for_each(n, relist{v, run});
      grid.sync();
      if (grid.first()) {
        v.state->tried += run;
        if (adaptive) adapt(*v.state, run, v.state->won - won, max_tasks);
        next_list(*v.state);
      }
      grid.sync();
      std::uint32_t* const other = v.list;
      v.list = v.next;
      v.next = other;
    }
  }
};

struct finish_list {
  racing_state* state;
  std::uint32_t run;
  AMORPH_BODY void operator()() const {
    state->tried += run;
    next_list(*state);
  }
};
struct start_stage {
  racing_state* state;
  AMORPH_BODY void operator()() const {
    ++state->round;
    state->left = 0;
  }
};

}  // namespace amorph::mesh::refining
