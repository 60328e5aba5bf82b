// Unit propagation over several devices: a pass finds the unit clauses of each shard, then the shards send each other
// the literals that these force. So all shards assign the same variables in each pass.
#pragma once

#include <utility>

#include "solver/sat/survey/propagation.hpp"
#include "solver/sat/survey/sharded/state.hpp"

namespace amorph::sat {

template <class Exec> struct fix_chosen {
  using list = typename append_list<Exec>::view_type;
  decimation_view d;
  const std::uint32_t *variables, *boundary;  // the free variables; those to fix of the boundary bin
  std::size_t variable_count, boundary_count;
  std::uint32_t bin;
  list fixed;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(variable_count, fix_beyond<list>{d, variables, bin, fixed});
    grid.for_each_single(boundary_count, fix_listed<list>{d, boundary, fixed});
    fixed.collect(grid);
  }
};
template <class Exec> struct find_units {
  using list = typename append_list<Exec>::view_type;
  force_units<list> force;
  const std::uint32_t* clauses;  // all of these may be units; null: only clauses of the assigned variables
  std::size_t clause_count;
  list assigned;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    if (clauses != nullptr)
      grid.for_each_single(clause_count, examine_all<list>{force, clauses});
    else
      grid.for_each_single(assigned.size(), examine_neighbours<list>{force, assigned});
    force.forced.collect(grid);
  }
};

// The literals that this shard's clauses force.
template <class List> struct pack_forced {
  const std::uint32_t* forced;
  List list;
  literal* out;
  AMORPH_BODY void operator()(std::size_t i) const {
    out[i] = make_literal(list[i], forced[list[i]] == decimation_view::forces(make_literal(list[i], true)));
  }
};
// Lists the variables that another shard's clauses force.
template <class Exec> struct merge_forced {
  using list = typename append_list<Exec>::view_type;
  struct merge {
    std::uint32_t* forced;
    const literal* literals;
    list all;
    shard_counters* counters;
    AMORPH_BODY void operator()(thread_team team, std::size_t i) const {
      const std::uint32_t v = variable_of(literals[i]), bit = decimation_view::forces(literals[i]);
      const std::uint32_t before = atomic_or(&forced[v], bit);
      if (before == 0) all.append(team, v);
      if (before != 0 && before != bit) atomic_store(&counters->units.conflicts, 1u);
    }
  };
  merge body;
  std::size_t count;

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    grid.for_each_single(count, body);
    body.all.collect(grid);
  }
};
template <class List> struct clear_list {
  List list;
  AMORPH_BODY void operator()() const { list.clear(); }
};

template <class Exec> class sharded_propagation {
 public:
  sharded_propagation(Exec&, sharded_state<Exec>& state) : state_(state), found_(state.count()) {}

  // As unit_propagation's.
  void examine_all_clauses() { all_clauses_ = true; }
  [[nodiscard]] bool run() { return run({0, 0}, false, 0); }
  [[nodiscard]] bool fix(cut at, std::uint64_t boundary) { return run(at, at.from_bin != 0, boundary); }

 private:
  using shard = typename sharded_state<Exec>::shard;
  using list = typename append_list<Exec>::view_type;

  bool run(cut at, bool fixes, std::uint64_t boundary) {
    state_.each([&](shard& s, unsigned) {
      for (append_list<Exec>& l : s.lists) clear(s, l.view());
      s.exec.write(s.counters.data(), shard_counters{});
      const std::size_t n = fixes ? s.state.variables.size() : 0;
      if (n + boundary != 0)
        persistent_over(s.exec, n + boundary,
                        fix_chosen<Exec>{s.state.decimation(nullptr), s.state.variables.data(),
                                         s.state.variables.scratch().data(), n, boundary, at.bin, s.lists[0].view()});
    });
    unsigned turn = 0;  // which list has the variables that were assigned last
    for (bool first = true;; first = false) {
      find_units_of(turn, first && all_clauses_);
      if (!read_found(1 - turn)) return false;
      if (total_ == 0) break;
      exchange(1 - turn);
      state_.each([&](shard& s, unsigned) {
        s.exec.for_each_counted(s.lists[1 - turn].view().counts, s.state.variables.size(),
                                assign_forced<list>{s.state.decimation(nullptr), s.lists[1 - turn].view()});
        clear(s, s.lists[turn].view());
      });
      turn = 1 - turn;
    }
    all_clauses_ = false;
    return true;
  }

  static void clear(shard& s, const list& l) { s.exec.single(clear_list<list>{l}); }

  void find_units_of(unsigned turn, bool all) {
    state_.each([&](shard& s, unsigned) {
      const list assigned = s.lists[turn].view(), forced = s.lists[1 - turn].view();
      const std::size_t most = all ? s.state.clauses.size() : s.state.variables.size();
      persistent_over(s.exec, most,
                      find_units<Exec>{{s.state.decimation(nullptr), forced, &s.counters.data()->units},
                                       all ? s.state.clauses.data() : nullptr,
                                       most,
                                       assigned});
    });
  }

  // How many variables each shard's clauses force. False after a conflict, of the exchange before or of this pass.
  bool read_found(unsigned which) {
    bool conflict = false;
    total_ = 0;
    state_.each([&](shard& s, unsigned i) {
      found_[i] = s.exec.read(s.lists[which].view().counts);
      total_ += found_[i];
      conflict |= s.exec.read(s.counters.data()).units.conflicts != 0;
    });
    return !conflict;
  }

  // The first half of a shard's exchange memory is what it sends, the second half what it gets.
  void exchange(unsigned which) {
    state_.join();
    state_.each([&](shard& s, unsigned i) {
      s.exec.for_each(found_[i], pack_forced<list>{s.state.forced.data(), s.lists[which].view(),
                                                   state_.link().template exchange<literal>(i)});
    });
    for (unsigned from = 0; from != state_.count(); ++from) {
      if (found_[from] == 0) continue;
      state_.join();
      const std::size_t inbox = state_.variables() * sizeof(literal), bytes = found_[from] * sizeof(literal);
      for (unsigned to = 0; to != state_.count(); ++to)
        if (to != from) {
          state_.link().send(from, to, 0, inbox, bytes);
          state_.link().order(from, to);
        }
      state_.each([&](shard& s, unsigned i) {
        if (i == from) return;
        const literal* const got = state_.link().template exchange<literal>(i) + state_.variables();
        persistent_over(
            s.exec, found_[from],
            merge_forced<Exec>{{s.state.forced.data(), got, s.lists[which].view(), s.counters.data()}, found_[from]});
      });
    }
  }

  sharded_state<Exec>& state_;
  std::vector<std::uint64_t> found_;
  std::uint64_t total_ = 0;
  bool all_clauses_ = true;
};

}  // namespace amorph::sat
