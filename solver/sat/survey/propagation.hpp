// Unit propagation with a worklist: only clauses of variables that have just been given a value are examined.
//
// A pass finds the unit clauses among those with a literal that the pass before made false, then assigns all variables
// that these force at once. A variable that is forced both ways is a conflict, and so is a clause without free
// literals. The order within a list depends on timing, its members do not: the same values on every backend.
#pragma once

#include <memory>

#include "amorph/kernels/sync/append_list.hpp"
#include "amorph/kernels/sync/grid.hpp"
#include "solver/sat/survey/state.hpp"

namespace amorph::sat {

struct propagation_counters {
  std::uint32_t conflicts;
};

// A unit clause lists the variable that it forces, once.
template <class List> struct force_units {
  decimation_view d;
  List forced;
  propagation_counters* counters;

  AMORPH_BODY void examine(thread_team team, std::uint32_t clause) const {
    const clause_state c = state_of(d.s, clause);
    if (c.satisfied || c.free > 1) return;
    if (c.free == 0) {
      atomic_store(&counters->conflicts, 1u);
      return;
    }
    const std::uint32_t bit = decimation_view::forces(c.last);
    const std::uint32_t before = atomic_or(&d.forced[variable_of(c.last)], bit);
    if (before == 0) forced.append(team, variable_of(c.last));
    if (before != 0 && before != bit) atomic_store(&counters->conflicts, 1u);
  }
};
template <class List> struct examine_all {
  force_units<List> force;
  const std::uint32_t* clauses;
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const { force.examine(team, clauses[i]); }
};
template <class List> struct examine_neighbours {
  force_units<List> force;
  List assigned;  // in the pass before
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const {
    const survey_view& s = force.d.s;
    const literal made_false = make_literal(assigned[i], s.value[assigned[i]] == truth::yes);
    for (std::uint32_t o = s.graph.occurrence_begin[made_false], end = s.graph.occurrence_begin[made_false + 1];
         o != end; ++o)
      force.examine(team, s.graph.clause_of(s.graph.occurrences[o]));
  }
};
template <class List> struct assign_forced {
  decimation_view d;
  List forced;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = forced[i];
    d.assign(v, d.forced[v] == decimation_view::forces(make_literal(v, false)));
    d.forced[v] = 0;
  }
};

// Fixes variables, then propagates units.
template <class Exec> struct fix_and_propagate {
  using list = typename append_list<Exec>::view_type;
  decimation_view d;
  const std::uint32_t *variables, *boundary;  // the free variables; those to fix of the boundary bin
  std::size_t variable_count, boundary_count;
  std::uint32_t bin;             // variables beyond this boundary bin are fixed
  const std::uint32_t* clauses;  // all of these may be units; null: only clauses of the fixed variables
  std::size_t clause_count;
  list now, next;
  propagation_counters* counters;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(variable_count, fix_beyond<list>{d, variables, bin, now});
    grid.for_each_single(boundary_count, fix_listed<list>{d, boundary, now});
    now.collect(grid);
    grid.sync();
    list frontier = now, forced = next;
    if (clauses != nullptr)
      grid.for_each_single(clause_count, examine_all<list>{{d, forced, counters}, clauses});
    else
      grid.for_each_single(frontier.size(), examine_neighbours<list>{{d, forced, counters}, frontier});
    for (;;) {
      forced.collect(grid);
      grid.sync();
      if (grid.first()) frontier.clear();
      const std::size_t found = forced.size();
      if (found == 0 || atomic_load(&counters->conflicts) != 0) break;
      grid.for_each(found, assign_forced<list>{d, forced});
      grid.sync();
      const list other = frontier;
      frontier = forced;
      forced = other;
      grid.for_each_single(frontier.size(), examine_neighbours<list>{{d, forced, counters}, frontier});
    }
    grid.sync();
    if (grid.first()) forced.clear();
  }
};

template <class Exec> class unit_propagation {
 public:
  unit_propagation(Exec& exec, survey_state<Exec>& state)
      : exec_(exec),
        state_(state),
        lists_{{exec, state.graph().variables}, {exec, state.graph().variables}},
        counters_(exec, 1) {}

  // Clauses may be units though none of their variables has just been fixed: the next call examines all of them.
  void examine_all_clauses() { all_clauses_ = true; }
  // Propagates units without fixing a variable first. Returns whether there was no conflict.
  [[nodiscard]] bool run() { return run({0, 0}, 0, 0); }
  // Fixes the free variables beyond the cut's bin and the first `boundary` of those that are listed in the variables'
  // scratch, then propagates. Returns whether there was no conflict.
  [[nodiscard]] bool fix(cut at, std::uint64_t boundary) {
    return run(at, at.from_bin != 0 ? state_.variables.size() : 0, boundary);
  }

 private:
  bool run(cut at, std::size_t variables, std::uint64_t boundary) {
    exec_.write(counters_.data(), propagation_counters{0});
    const std::size_t examined = all_clauses_ ? state_.clauses.size() : 0;
    persistent_over(
        exec_, std::max(state_.variables.size(), examined),
        fix_and_propagate<Exec>{state_.decimation(nullptr), state_.variables.data(), state_.variables.scratch().data(),
                                variables, boundary, at.bin, all_clauses_ ? state_.clauses.data() : nullptr, examined,
                                lists_[0].view(), lists_[1].view(), counters_.data()});
    if (exec_.read(counters_.data()).conflicts != 0) return false;
    all_clauses_ = false;
    return true;
  }

  Exec& exec_;
  survey_state<Exec>& state_;
  append_list<Exec> lists_[2];  // variables given a value in this pass, and in the next
  typename Exec::template buffer<propagation_counters> counters_;
  bool all_clauses_ = true;
};

}  // namespace amorph::sat
