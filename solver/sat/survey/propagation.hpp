// Unit propagation with a work list: only clauses of variables that have just been given a value are looked at.
//
// A pass looks for unit clauses where the values of the pass before made a literal false, then gives all variables that
// these force their values at once. A variable that is forced both ways is a conflict, and so is a clause without free
// literals. Lists come in an order of chance, but who is in them does not: the same values everywhere.
#pragma once

#include "amorph/kernels/sync/append_list.hpp"
#include "solver/sat/survey/decimation.hpp"

namespace amorph::sat {

struct propagation_counters {
  std::uint32_t conflicts;
};

// Clauses that force a variable put it into a list, once.
template <class List> struct force_units {
  decimation_view d;
  List forced;
  propagation_counters* counters;

  AMORPH_BODY void look_at(thread_team team, std::uint32_t clause) const {
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
template <class List> struct look_at_all {
  force_units<List> force;
  const std::uint32_t* clauses;
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const { force.look_at(team, clauses[i]); }
};
template <class List> struct look_around {
  force_units<List> force;
  List valued;  // in the pass before
  AMORPH_BODY void operator()(thread_team team, std::size_t i) const {
    const survey_view& s = force.d.s;
    const literal not_now = make_literal(valued[i], s.value[valued[i]] == truth::yes);
    for (std::uint32_t o = s.graph.occurrence_begin[not_now], end = s.graph.occurrence_begin[not_now + 1]; o != end;
         ++o)
      force.look_at(team, s.graph.clause_of(s.graph.occurrences[o]));
  }
};
template <class List> struct obey_clauses {
  decimation_view d;
  List forced;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = forced[i];
    d.assign(v, d.forced[v] == decimation_view::forces(make_literal(v, false)));
    d.forced[v] = 0;
  }
};

// Fixes variables, if `fix` has any, and what follows from that.
template <class Exec> struct fix_and_propagate {
  using list = typename append_list<Exec>::view_type;
  decimation_view d;
  const std::uint32_t *variables, *boundary;  // the free ones; those of the boundary bin
  std::size_t variable_count, boundary_count;
  std::uint32_t bin;             // variables beyond it are fixed, and those of `boundary`
  const std::uint32_t* clauses;  // all of these may be units; null: only clauses around the fixed variables
  std::size_t clause_count;
  list now, next;
  propagation_counters* counters;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(variable_count, fix_certain<list>{d, variables, bin, now});
    grid.for_each_single(boundary_count, fix_listed<list>{d, boundary, now});
    now.collect(grid);
    grid.sync();
    list front = now, forced = next;
    if (clauses != nullptr)
      grid.for_each_single(clause_count, look_at_all<list>{{d, forced, counters}, clauses});
    else
      grid.for_each_single(front.size(), look_around<list>{{d, forced, counters}, front});
    for (;;) {
      forced.collect(grid);
      grid.sync();
      if (grid.first()) front.clear();
      const std::size_t found = forced.size();
      if (found == 0 || atomic_load(&counters->conflicts) != 0) break;
      grid.for_each(found, obey_clauses<list>{d, forced});
      grid.sync();
      const list other = front;
      front = forced;
      forced = other;
      grid.for_each_single(front.size(), look_around<list>{{d, forced, counters}, front});
    }
    grid.sync();
    if (grid.first()) forced.clear();
  }
};

}  // namespace amorph::sat
