// The analysis, as a page: "Morph Algorithms on GPUs" (PPoPP 2013), sections 4 and 6.4, in two phases a round,
//
//   propagate   pull points-to sets along copy edges until none grows;
//   evaluate    turn loads and stores into copy edges for the objects that are new;
//
// until a round adds no edge. Differences from the paper: sets are hash-consed (sets.hpp); offset constraints act in the
// propagate phase, each as a variable of its own; cycles of copy edges are collapsed between the phases (cycles.hpp),
// and what hybrid cycle detection foretold (Hardekopf and Lin, PLDI 2007) is merged before edges are made. Each phase
// ends in a state that does not depend on the order of work, so rounds, edges and answers are the same on every machine.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "solver/andersen/core.hpp"
#include "solver/andersen/cycles/cycles.hpp"
#include "solver/andersen/propagate/copy_graph.hpp"
#include "solver/andersen/propagate/evaluate.hpp"
#include "solver/andersen/propagate/propagate.hpp"
#include "solver/andersen/result_copy.hpp"
#include "solver/andersen/sets/set_pool.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/andersen/cycles/persistent_collapse.hpp"
#include "solver/andersen/propagate/persistent_propagate.hpp"
#endif

namespace amorph::andersen {

template <class Exec> class wave {
  template <class T> using buffer = typename Exec::template buffer<T>;

  // Growing costs a device more than room does.
  static constexpr uint64_t room = Exec::on_device ? 8 : 1;

  // What the host reads in one piece.
  struct counters {
    set_counters sets;
    uint32_t memo_full;
    uint64_t new_edges;
    uint32_t edges_full;
    uint32_t flag;        // something changed
    uint32_t changed[3];  // the same, for loops on the device
    uint32_t step;        // of propagation, the last
    uint64_t listed[18];  // ids at work
    uint64_t grew;        // sets that grew in this round
    uint64_t merged;      // variables merged
  };

 public:
  wave(Exec& exec, const core_problem& in)
      : exec_(exec),
        in_(in),
        variables_(in.variables),
        ids_(in.variables + static_cast<uint32_t>(in.shifts.size)),
        counters_(zeroed(exec)),
        pool_(exec, &counters_.data()->sets, room * (4096 + 2 * in.facts.size),
              room * (4096 + 2 * in.facts.size + in.variables / 8), room * (16384 + 4 * in.facts.size + in.variables)),
        graph_(exec, in.variables, ids_, &counters_.data()->new_edges, &counters_.data()->edges_full,
               room * std::max<uint64_t>(65536, in.copies.size + in.shifts.size)),
        set_(exec, ids_),
        rep_(copy_in(in.rep)),
        before_(exec, in.variables),
        shifts_(copy_in(in.shifts)),
        shift_seen_(exec, in.shifts.size),
        constraints_(exec, in.loads.size + in.stores.size),
        done_(exec, in.loads.size + in.stores.size),
        hybrid_(copy_in(in.hybrid)),
        hybrid_done_(exec, in.hybrid.size),
        hybrid_group_(copy_in(in.hybrid_group)),
        hybrid_waits_(exec, in.hybrid_groups),
        work_(exec, std::max<uint64_t>({uint64_t{2} * ids_, constraints_.size(), in.hybrid.size, 1})),
        claimed_(exec, Exec::on_device ? ids_ : 0),
        source_(exec, claimed_.size()),
        late_(exec, claimed_.size()),
        extent_(copy_in(in.extent)),
        object_slot_(copy_in(in.object_slot)),
        object_first_(copy_in(in.object_first)),
        object_count_(copy_in(in.object_count)),
        displacement_(exec, in.moves.size * in.slot_layout.size),
        memo_(exec, room * 65536, &counters_.data()->memo_full),
        bases_(in.objects / bits_per_element + 1),
        cell_(exec, exec.team_count() * bases_),
        sum_(exec, cell_.size() * words_per_element),
        mark_(exec, cell_.size()),
        list_(exec, cell_.size()),
        colours_(exec, 0),
        cycle_edges_(exec, 0),
        result_(exec, in.overlap != 0) {
    exec.template copy_in<pair32>({in.loads.data, in.loads.size}, constraints_.span().subspan(0, in.loads.size));
    exec.template copy_in<pair32>({in.stores.data, in.stores.size},
                                  constraints_.span().subspan(in.loads.size, in.stores.size));
    exec.template fill<uint32_t>(set_.span(), empty_set);
    exec.template fill<uint32_t>(shift_seen_.span(), empty_set);
    exec.template fill<uint32_t>(done_.span(), empty_set);
    exec.template fill<uint32_t>(hybrid_done_.span(), empty_set);
    exec.template fill<uint32_t>(claimed_.span(), 0);
    exec.template fill<uint32_t>(cell_.span(), no_set);
    exec.template fill<uint64_t>(sum_.span(), 0);
    exec.template fill<uint32_t>(mark_.span(), 0);
    tabulate();
  }

  void solve() {
    initial_sets();
    bool merged = false;
    uint64_t added = initial_edges();
    do {
      ++stats_.rounds;
      time(stats_.collapse_ms, [&] {
        graph_.rebuild(added, merged, rep_.data(), before_.data(), set_.data());
        exec_.template copy<uint32_t>(rep_.span(), before_.span());
        if constexpr (!Exec::on_device) order();
      });
      time(stats_.propagate_ms, [&] { propagate(); });
      time(stats_.collapse_ms, [&] { merged = collapse(); });
      time(stats_.collapse_ms, [&] { merged |= hybrid(); });
      if (in_.overlap != 0) time(stats_.transfer_ms, [&] { result_.copy_on(pool_.view(), look().sets); });
      time(stats_.evaluate_ms, [&] { added = evaluate(); });
      stats_.edges_added += added;
      if (exec_.control().report != nullptr) {
        const round_progress now{graph_.edges(), look().grew};
        exec_.report(round_phase, stats_.rounds, 0, &now);
      }
    } while (added != 0 || merged);
  }

  // --- Phases -------------------------------------------------------------------------------------------------------

  // Where each move takes each slot.
  void tabulate() {
    if (displacement_.empty()) return;
    const buffer<move> moves = copy_in(in_.moves);
    const buffer<uint64_t> slot_place = copy_in(in_.slot_place);
    const buffer<layout> layouts = copy_in(in_.layouts);
    const buffer<uint32_t> slot_stride = copy_in(in_.slot_stride), slot_layout = copy_in(in_.slot_layout),
                           slot_of_word = copy_in(in_.slot_of_word);
    exec_.for_each(displacement_.size(),
                   tabulate_moves{moves.data(), slot_place.data(), slot_stride.data(), slot_layout.data(),
                                  layouts.data(), slot_of_word.data(), slot_layout.size(), displacement_.data()});
  }

  // Each variable's own address-of facts.
  void initial_sets() {
    buffer<uint64_t> facts(exec_, span<const uint64_t>(in_.facts.data, in_.facts.size));
    buffer<uint64_t> heads(exec_, in_.facts.size);  // facts are sorted: where each variable's begin
    const uint64_t* fact = facts.data();
    const uint64_t n = in_.facts.size;
    const uint64_t rows =
        n == 0 ? 0
               : select_indices(
                     exec_, n, AMORPH_LAMBDA(std::size_t i) { return i == 0 || fact[i] >> 32 != fact[i - 1] >> 32; },
                     heads.span());
    const uint64_t* head = heads.data();
    for (bool again = rows != 0; again;) {
      const pull_state state = view();
      exec_.for_each_team(
          rows, AMORPH_LAMBDA(typename Exec::team team, std::size_t r) {
            const uint64_t begin = head[r], end = r + 1 == rows ? n : head[r + 1];
            const uint32_t v = static_cast<uint32_t>(fact[begin] >> 32);
            if (state.set[v] != empty_set) return;
            merge<typename Exec::team> sum(team, state.store, state.scratch);
            for (uint64_t i = begin + team.rank(); i < end; i += team.size())
              sum.add_objects(static_cast<uint32_t>(fact[i]), 1);
            sum.settle();
            const uint32_t made = sum.finish(true);
            if (made != no_set && team.rank() == 0) state.set[v] = made;
          });
      again = grow_if_full(look());
    }
  }

  // Copies, and each shift's edge to its destination; how many.
  uint64_t initial_edges() {
    buffer<uint64_t> copies(exec_, span<const uint64_t>(in_.copies.data, in_.copies.size));
    const uint64_t* copy = copies.data();
    const shift* moved = shifts_.data();
    const uint32_t* rep = rep_.data();
    const uint64_t n = in_.copies.size;
    const uint32_t variables = variables_;
    for (;;) {
      const edge_table edges = graph_.additions();
      exec_.for_each(
          n + in_.shifts.size, AMORPH_LAMBDA(std::size_t i) {
            if (i >= n) {
              edges.add(edge_key(rep[moved[i - n].dst], static_cast<uint32_t>(variables + (i - n))));
              return;
            }
            const uint32_t dst = rep[copy[i] >> 32], src = rep[static_cast<uint32_t>(copy[i])];
            if (dst != src) edges.add(edge_key(dst, src));
          });
      const counters seen = look();
      if (seen.edges_full == 0) return seen.new_edges;
      graph_.grow(seen.new_edges);
    }
  }

  void propagate() {
    exec_.write(&counters_.data()->grew, uint64_t{0});
#if AMORPH_DEVICE_COMPILER
    if constexpr (Exec::on_device)
      propagate_by_worklist();
    else
#endif
      propagate_by_sweeps();
  }

  // Topology-driven: all ids, sources first, each reading what the ones before it have just found.
  void propagate_by_sweeps() {
    for (;;) {
      ++stats_.steps;
      const pull_state state = view();
      uint32_t* flag = &counters_.data()->flag;
      uint64_t* grew = &counters_.data()->grew;
      const uint32_t* order = order_.data();
      exec_.write(flag, 0u);
      exec_.for_each_team(
          order_.size(), AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
            if (!state.pull(team, order[i])) return;
            if (atomic_load(flag) == 0) atomic_store(flag, 1);
            atomic_add(grew, 1);
          });
      const counters seen = look();
      if (!grow_if_full(seen) && seen.flag == 0) return;
    }
  }

#if AMORPH_DEVICE_COMPILER
  // Blocks as wide as measured best: most unions of sets that reach over many bases keep more warps busy.
  void propagate_by_worklist() {
    constexpr uint64_t many_bases = 128;
    if (bases_ < many_bases)
      propagate_by_blocks<256>();
    else
      propagate_by_blocks<512>();
  }

  template <unsigned Block> void propagate_by_blocks() {
    using phase = propagate_persistently<Block>;
    counters* c = counters_.data();
    const std::size_t tables = block_pull<Block>::table_bytes(bases_);
    for (;;) {
      exec_.template fill<uint64_t>({c->listed, 18}, 0);
      persistent(exec_,
                 phase{view(), graph_.keys(), graph_.id_bits(), graph_.edges(), in_.shifts.size, claimed_.data(), step_,
                       source_.data(), work_.data(), work_.size(), late_.data(),
                       reinterpret_cast<typename phase::shares*>(c->listed), &c->grew, &c->step, tables != 0},
                 32, tables);
      const counters seen = look();
      stats_.steps += seen.step - step_;
      step_ = seen.step;
      if (!grow_if_full(seen)) return;
    }
  }
#endif

  // Sources first, and the components (CPU).
  void order() { strongly_connected(graph_.view(), variables_, ids_, component_, order_); }

  // Merges cycles; true when there were any.
  bool collapse() {
    if (in_.collapse_cycles == 0) return false;
#if AMORPH_DEVICE_COMPILER
    if constexpr (Exec::on_device)
      return collapse_equal_sets();
    else
#endif
      return collapse_components();
  }

  bool collapse_components() {
    uint64_t merged = 0;
    for (uint32_t v = 0; v != variables_; ++v)
      if (rep_.data()[v] == v && component_[v] != v) {
        rep_.data()[v] = component_[v];
        ++merged;
      }
    if (merged != 0) flatten();
    stats_.collapsed += merged;
    return merged != 0;
  }

#if AMORPH_DEVICE_COMPILER
  bool collapse_equal_sets() {
    colours_.resize_discard(uint64_t{4} * variables_);
    cycle_edges_.resize_discard(2 * graph_.edges());
    uint32_t* colours = colours_.data();
    uint64_t* edges = cycle_edges_.data();
    counters* c = counters_.data();
    exec_.template fill<uint64_t>({c->listed, 3}, 0);
    exec_.write(&c->merged, uint64_t{0});
    persistent(
        exec_,
        collapse_persistently{{colours, colours + variables_, colours + 2 * variables_, colours + 3 * variables_},
                              graph_.keys(),
                              graph_.id_bits(),
                              graph_.edges(),
                              variables_,
                              set_.data(),
                              rep_.data(),
                              edges,
                              edges + graph_.edges(),
                              c->listed,
                              c->changed,
                              &c->merged},
        2);
    const uint64_t merged = exec_.read(&c->merged);
    stats_.collapsed += merged;
    return merged != 0;
  }
#endif

  // What offline analysis foretold: everything that `pointer` points to is equal to y; true when anything was merged.
  bool hybrid() {
    if (in_.hybrid.size == 0) return false;
    constexpr uint64_t pieces = Exec::on_device ? 16 : 1;
    const set_store store = pool_.view();
    const pair32* pairs = hybrid_.data();
    const uint32_t* set = set_.data();
    uint32_t *rep = rep_.data(), *done = hybrid_done_.data();
    uint64_t* merged = &counters_.data()->merged;
    uint32_t* pointees = work_.data();  // as they are before anything is merged here
    exec_.write(merged, uint64_t{0});
    const uint32_t* group = hybrid_group_.data();
    uint32_t* waits = hybrid_waits_.data();
    exec_.template fill<uint32_t>(hybrid_waits_.span(), 0);
    exec_.for_each(
        in_.hybrid.size, AMORPH_LAMBDA(std::size_t k) {
          pointees[k] = set[rep[pairs[k].first]];
          if (!store.any_object(pointees[k])) atomic_store(&waits[group[k]], 1);
        });
    exec_.for_each_team(
        pieces * in_.hybrid.size, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
          const uint64_t k = i / pieces;
          const uint32_t now = pointees[k], y = pairs[k].second;
          if (now == done[k] || waits[group[k]] != 0) return;
          store.for_each_new_word(i % pieces * team.size() + team.rank(), pieces * team.size(), now, done[k],
                                  [&](uint32_t start, uint64_t bits) {
                                    for (; bits != 0; bits &= bits - 1) {
                                      const uint32_t object = start + lowest_bit(bits);
                                      if (object != integer_object && disjoint_sets{rep}.unite(object, y))
                                        atomic_add(merged, 1);
                                    }
                                  });
        });
    exec_.for_each(
        in_.hybrid.size, AMORPH_LAMBDA(std::size_t k) {
          if (waits[group[k]] == 0) done[k] = pointees[k];
        });
    const uint64_t count = exec_.read(merged);
    if (count != 0) flatten();
    stats_.collapsed += count;
    return count != 0;
  }

  // New edges from loads and stores; how many. A pointer's new objects are dealt out to several teams of a device.
  uint64_t evaluate() {
    const uint64_t n = constraints_.size();
    constexpr uint64_t pieces = Exec::on_device ? 4 : 1;
    exec_.write(&counters_.data()->new_edges, uint64_t{0});
    for (;;) {
      const evaluate_state state{pool_.view(),        graph_.additions(), rep_.data(), set_.data(),
                                 constraints_.data(), in_.loads.size,     done_.data()};
      uint64_t* listed = counters_.data()->listed;
      uint32_t* work = work_.data();
      exec_.write(listed, uint64_t{0});
      exec_.for_each(
          n, AMORPH_LAMBDA(std::size_t c) {
            if (state.stale(c)) work[atomic_add(listed, pieces) / pieces] = static_cast<uint32_t>(c);
          });
      exec_.for_each_team_counted(
          listed, pieces * n, AMORPH_LAMBDA(typename Exec::team team, std::size_t i) {
            state.evaluate(team, work[i / pieces], i % pieces, pieces);
          });
      exec_.for_each(n, AMORPH_LAMBDA(std::size_t c) { state.settle(c); });
      const counters seen = look();
      if (seen.edges_full == 0) return seen.new_edges;
      graph_.grow(seen.new_edges);
    }
  }

  // --- Parts --------------------------------------------------------------------------------------------------------

  // Every variable straight to its representative.
  void flatten() {
    uint32_t* rep = rep_.data();
    exec_.for_each(
        variables_,
        AMORPH_LAMBDA(std::size_t v) { atomic_store(&rep[v], disjoint_sets{rep}.root(static_cast<uint32_t>(v))); });
  }

  [[nodiscard]] pull_state view() const {
    return {pool_.view(),
            {cell_.data(), sum_.data(), mark_.data(), list_.data(), bases_},
            graph_.view(),
            {extent_.data(), in_.object_slot.size == 0 ? nullptr : object_slot_.data(), object_first_.data(),
             object_count_.data(), displacement_.data(), in_.slot_layout.size},
            memo_.view(),
            shifts_.data(),
            shift_seen_.data(),
            rep_.data(),
            set_.data(),
            variables_};
  }

  [[nodiscard]] counters look() { return exec_.read(counters_.data()); }

  bool grow_if_full(const counters& seen) {
    if (seen.memo_full != 0) memo_.grow();
    if (seen.sets.full == 0) return seen.memo_full != 0;
    result_.settle();  // nothing may still be read from where it stands now
    pool_.grow(seen.sets);
    return true;
  }

  core_result result() {
    uint32_t* rep = rep_.data();
    const uint32_t* set = set_.data();
    uint32_t* out = work_.data();
    exec_.for_each(variables_, AMORPH_LAMBDA(std::size_t v) { out[v] = set[rep[v]]; });
    core_result result{};
    time(stats_.transfer_ms,
         [&] { result_.finish(pool_.view(), look().sets, span<const uint32_t>(out, variables_), result); });
    stats_.edges = graph_.edges();
    result.stats = stats_;
    return result;
  }

  template <class F> void time(double& ms, F f) {
    const stopwatch watch;
    f();
    ms += watch.ms();
  }

  static buffer<counters> zeroed(Exec& exec) {
    static_assert(sizeof(counters) % sizeof(uint64_t) == 0);
    buffer<counters> made(exec, 1);
    exec.template fill<uint64_t>({reinterpret_cast<uint64_t*>(made.data()), sizeof(counters) / sizeof(uint64_t)}, 0);
    return made;
  }
  template <class T> buffer<T> copy_in(host_array<T> a) { return buffer<T>(exec_, span<const T>(a.data, a.size)); }

 private:
  Exec& exec_;
  const core_problem& in_;
  uint32_t variables_, ids_;
  buffer<counters> counters_;
  set_pool<Exec> pool_;
  copy_graph<Exec> graph_;
  buffer<uint32_t> set_, rep_, before_;
  buffer<shift> shifts_;
  buffer<uint32_t> shift_seen_;
  buffer<pair32> constraints_;
  buffer<uint32_t> done_;
  buffer<pair32> hybrid_;
  buffer<uint32_t> hybrid_done_, hybrid_group_, hybrid_waits_, work_, claimed_, source_, late_;
  buffer<uint32_t> extent_, object_slot_, object_first_, object_count_;
  buffer<std::int32_t> displacement_;
  memo_memory<Exec> memo_;
  uint64_t bases_;
  buffer<uint32_t> cell_;
  buffer<uint64_t> sum_;
  buffer<uint32_t> mark_;
  buffer<uint64_t> list_;
  buffer<uint32_t> colours_;
  buffer<uint64_t> cycle_edges_;
  result_copy<Exec> result_;
  std::vector<uint32_t> component_, order_;
  uint32_t step_ = 0;  // of propagation on the device, the last
  core_statistics stats_{};
};

// Each run starts from the problem: solving is what changes all of a wave's memory.
template <class Exec> class core {
 public:
  core(Exec& exec, const core_problem& in, const run_request&) : exec_(exec), in_(in) {}
  void solve() {
    wave_.reset();
    wave_.emplace(exec_, in_).solve();
  }
  void finish(core_answer& answer) {
    const core_result result = wave_->result();
    answer.take(answer.context, &result);
  }

 private:
  Exec& exec_;
  const core_problem& in_;
  std::optional<wave<Exec>> wave_;
};

}  // namespace amorph::andersen
