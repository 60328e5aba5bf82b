// One level's refinement: the loop over the steps of refine.hpp and rebalance.hpp, in one call of the grid. A step has a few
// phases of little work; on the device the whole loop is one launch (thousands of launches and hundreds of looks from the
// host would cost several times the work), and every thread decides alike what comes next.
//
// Jet tolerates losses alike until a dozen steps bring nothing better. Here the tolerance falls from step to step and ends
// with steps that must gain, as annealing does. Between two of the steps that tolerate losses comes one of rebalancing at
// most, where Jet rebalances until the parts fit: that halves the steps, and the cut stays what it was. Small levels cost
// little and have more steps; the finest, on which boundaries become smooth, has the most. Last come the steps of
// within.hpp, from the best partition.
// The best partition seen is the result, the least excess over the limits first. Where rebalancing cannot keep the limits
// (a vertex outweighs its part, weights do not pack), the weights of the best partition become the limits of the parts
// that are too heavy, on this level alone, and refinement goes on within these.
#pragma once

#include "partitioner/multilevel/refinement/rebalance.hpp"
#include "partitioner/multilevel/refinement/refine.hpp"
#include "partitioner/multilevel/refinement/within.hpp"

namespace amorph::partition {

struct refine_rule {
  uint32_t parts;
  uint32_t effort;  // METIS's niter: 10 is usual; 0: balance alone
  bool finest;
  uint32_t seed;
};

// A level's steps: some that may lose, less and less, then some within the limits that must gain.
struct annealing {
  unsigned steps, steps_within;
  float most;  // the tolerance of the first
  AMORPH_HD annealing(refine_rule rule, uint32_t vertices) {
    const bool small = vertices < 50000;
    steps = rule.effort * (rule.finest ? 36 : small ? 24 : 8) / 10;
    steps_within = rule.effort * (rule.finest ? 40 : 4) / 10;
    most = small && !rule.finest ? 1.0f : 0.75f;
  }
  AMORPH_HD float tolerance(unsigned step) const {
    return most * static_cast<float>(steps - step) / static_cast<float>(steps);
  }
  static constexpr unsigned idle_within = 2;  // steps that bring hardly anything are the last
  AMORPH_HD static bool is_idle(int64_t before, int64_t after) { return after >= before - before / 2000; }
};

// How good a partition is: the excess of the parts over their limits counts first. `cut` is twice the cut.
struct quality {
  int64_t excess, cut;
};

// A level's vertices take their parts from the next coarser level's. Lists whose surroundings are to be looked at: who may
// be on the boundary, and the loose.
template <class Exec> struct project {
  graph_view graph;
  const uint32_t *map, *coarse_part;  // map: null where the parts are the level's own
  const unsigned char* coarse;        // whose flags are those of the boundary; null: all are looked at
  uint32_t last_part;                 // of those that the coarser level lacks
  uint32_t *part, *kept;
  vertex_state* state;
  offer* offers;
  uint32_t* stamp;  // may be where the map is
  unsigned char* flags;
  row_lists<Exec> changed;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const auto v = static_cast<uint32_t>(i);
    const uint32_t c = map != nullptr ? map[v] : v;
    part[v] = kept[v] = c != none ? coarse_part[c] : last_part;
    state[v] = {0, 0, none, 0};
    offers[v] = {none, 0};
    stamp[v] = 0;
    flags[v] = 0;
    if (coarse == nullptr || c == none || (coarse[c] & is_seen) != 0 || loose(graph, v)) changed.append(team, v);
  }
};
struct add_excess {
  part_room room;
  quality* to;
  AMORPH_BODY void operator()(size_t i) const {
    const auto p = static_cast<uint32_t>(i);
    if (room.heavy(p)) atomic_add(&to->excess, room.weight[p] - room.limit[p]);
  }
};
struct take_limits {
  part_room room;
  const int64_t* given;
  AMORPH_BODY void operator()(size_t p) const { room.limit[p] = given[p]; }
};
struct raise_limits {
  part_room room;
  AMORPH_BODY void operator()(size_t p) const {
    if (room.weight[p] > room.limit[p]) room.limit[p] = room.weight[p];
  }
};
// What the next finer level asks of this one.
template <class Exec> struct flag_boundary {
  typename append_list<Exec>::view_type seen;
  const vertex_state* state;
  unsigned char* flags;
  AMORPH_BODY void operator()(size_t i) const { flags[seen[i]] = state[seen[i]].best != none ? is_seen : 0; }
};
template <class Exec> struct keep_strayed {
  typename append_list<Exec>::view_type strayed;
  const uint32_t* part;
  uint32_t* kept;
  unsigned char* flags;
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = strayed[i];
    kept[v] = part[v];
    flags[v] &= static_cast<unsigned char>(~has_strayed);
  }
};

// All that the loop works on, in the executor's memory.
template <class Exec> struct refine_view {
  using list = typename append_list<Exec>::view_type;
  graph_view graph;
  refine_rule rule;
  part_room room;
  project<Exec> projection;
  tally_memory tallies;
  row_lists<Exec> changed, candidates;
  list seen, strayed;
  exits out;
  int64_t* room_upto;
  const int64_t* given_limit;
  int64_t total;  // of all vertices
  quality* sum;   // cut: of the partition at hand
};

// What the loop knows from step to step, every thread alike.
struct loop_state {
  quality now_{}, best_{};
  uint32_t step_ = 2, propagated_ = 1, turn_ = 0;  // propagated_: the last step that was one of label propagation
  bool moved_ = false, kept_ = false, raised_ = false;
};

// The loop, as each thread of the device runs it. Numbers of lists are read between two barriers in which nobody changes
// them; a list is cleared a barrier after that.
template <class Exec, class Team, class Grid> class refine_loop : protected loop_state {
 public:
  AMORPH_BODY refine_loop(const refine_view<Exec>& view, Grid grid, const loop_state& upto = {})
      : loop_state(upto), w_(view), p_(view.projection), grid_(grid) {}

  AMORPH_BODY void run() {
    begin();
    const annealing how(w_.rule, w_.graph.vertices);
    for (unsigned i = 0; i != how.steps; ++i) {
      if (now_.excess > 0) rebalance(0);
      if (!propagate(how.tolerance(i))) break;
      // Where parts attract far more than they may hold, what rebalancing makes of it is no good start.
      if (i == 0 && now_.excess > w_.total / 32) {
        restore();
        gain_within();
        restore();
      }
    }
    for (unsigned idle = 0; w_.rule.effort != 0 && idle != idle_steps && fit();) {
      const int64_t before = best_.cut;
      if (!propagate(must_gain)) break;
      idle = best_.cut < before - before / 1000 ? 0 : idle + 1;
    }
    balance();
    restore();
    gain_within();
    end();
  }

 protected:
  static constexpr float must_gain = -1;
  static constexpr unsigned balance_attempts = 6, idle_steps = 2;
  // From here on every other step of label propagation leaves full parts alone, which saves most of the rebalancing (a
  // third of the time at 64 parts) at the same cut, and who moved in one rests in the next, even if rebalancing comes between:
  // grids in space cut 3% less. Few parts are all full, and would keep the shapes that they have: 8 cut a tenth more.
  static constexpr uint32_t many_parts = 32;

  AMORPH_BODY void begin() {
    grid_.for_each_single(w_.graph.vertices, p_);
    grid_.for_each(w_.rule.parts, take_limits{w_.room, w_.given_limit});
    w_.changed.collect(grid_);
    grid_.sync();
    look();
    best_ = now_;
  }
  // With the best partition.
  AMORPH_BODY void end() {
    restore();
    grid_.for_each(w_.seen.size(), flag_boundary<Exec>{w_.seen, p_.state, p_.flags});
  }
  // Takes in what changed.
  AMORPH_BODY void look() {
    w_.changed.template add_up<Team>(
        grid_, &w_.sum->cut,
        look_around<Exec>{w_.graph, p_.part, p_.state, w_.rule.parts, w_.tallies, p_.flags, w_.seen});
    w_.seen.collect(grid_);
    grid_.for_each(w_.rule.parts, add_excess{w_.room, w_.sum});
    if (grid_.first()) w_.candidates.clear();
    grid_.sync();
    now_ = *w_.sum;
    moved_ = !w_.changed.empty();
  }
  // What look() read may be set back, a barrier later.
  AMORPH_BODY void looked() {
    if (!grid_.first()) return;
    w_.changed.clear();
    w_.sum->excess = 0;
    if (kept_) w_.strayed.clear();
  }
  // Takes in a step; false when nothing moved.
  AMORPH_BODY bool settle() {
    kept_ = false;
    w_.changed.collect(grid_);
    w_.strayed.collect(grid_);
    grid_.sync();
    ++step_;
    look();
    if (now_.excess < best_.excess || (now_.excess == best_.excess && now_.cut < best_.cut)) {
      best_ = now_;
      grid_.for_each(w_.strayed.size(), keep_strayed<Exec>{w_.strayed, p_.part, p_.kept, p_.flags});
      kept_ = true;
    }
    return moved_;
  }

  // Who wishes to move, and where to.
  AMORPH_BODY void propose(float tolerance) {
    const bool many = w_.rule.parts >= many_parts;
    grid_.for_each_single(w_.seen.size(), find_candidates<Exec>{w_.seen, p_.part, p_.state, p_.offers, w_.candidates,
                                                                w_.graph, many ? propagated_ : step_ - 1, tolerance,
                                                                w_.room, many && turn_++ % 2 == 0});
    w_.candidates.collect(grid_);
    grid_.sync();
    looked();
    propagated_ = step_;
  }
  // One step of label propagation; false when nothing moved.
  AMORPH_BODY bool propagate(float tolerance) {
    propose(tolerance);
    w_.candidates.template for_each<Team>(grid_,
                                          afterburner{w_.graph, p_.part, p_.offers, p_.state, step_, w_.room, false});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_, move_candidates<Exec>{moving(), p_.state, p_.offers});
    return settle();
  }

  // Steps within the limits, from the best partition, until two bring hardly anything.
  AMORPH_BODY void gain_within() {
    const annealing how(w_.rule, w_.graph.vertices);
    for (unsigned i = 0, idle = 0; i != how.steps_within && idle != how.idle_within; ++i) {
      const int64_t before = best_.cut;
      if (!step_within()) return;
      balance();  // those who were admitted may be a few too many
      idle = how.is_idle(before, best_.cut) ? idle + 1 : 0;
    }
  }
  // The same, of those who would gain, to parts that have room for them.
  AMORPH_BODY void propose_within() {
    int64_t* const wanted = w_.out.left;
    grid_.for_each(w_.rule.parts, nothing_wanted{wanted});
    grid_.for_each_single(w_.seen.size(), find_gaining<Exec>{w_.seen, p_.state, w_.candidates});
    w_.candidates.collect(grid_);
    grid_.sync();
    looked();
    w_.candidates.template for_each<Team>(
        grid_, choose_with_room{w_.graph, p_.part, p_.state, w_.room, w_.tallies, p_.offers, wanted});
    grid_.sync();
  }
  // False when nothing moved.
  AMORPH_BODY bool step_within() {
    propose_within();
    w_.candidates.for_each_vertex(grid_, admit{w_.room, p_.offers, w_.out.left, w_.rule.seed + step_});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_,
                                          afterburner{w_.graph, p_.part, p_.offers, p_.state, step_, w_.room, true});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_, move_candidates<Exec>{moving(), p_.state, p_.offers});
    return settle();
  }

  // Rebalances until no part is too heavy; false when that does not come about.
  AMORPH_BODY bool balance() {
    for (unsigned i = 0; now_.excess > 0; ++i) {
      if (i == balance_attempts) return false;
      if (!rebalance(i) && i % 3 == 2) return false;
    }
    return true;
  }
  // The same, with limits that can be kept.
  AMORPH_BODY bool fit() {
    if (balance()) return true;
    if (raised_) return false;
    raised_ = true;
    restore();
    grid_.for_each(w_.rule.parts, raise_limits{w_.room});
    grid_.sync();
    now_.excess = best_.excess = 0;
    return true;
  }
  // One step of rebalancing; false when nothing moved.
  AMORPH_BODY bool rebalance(unsigned attempt) {
    const bool strong = attempt % 3 == 2;
    const exits& out = w_.out;
    if (strong) grid_.template for_each_team<Team>(1, sum_room{w_.room, w_.room_upto});
    grid_.for_each_single(strong ? w_.graph.vertices : w_.seen.size(),
                          find_leaving<Exec>{w_.graph, p_.part, p_.state, w_.room, w_.seen, strong, w_.candidates});
    w_.candidates.collect(grid_);
    grid_.sync();
    looked();
    w_.candidates.template for_each<Team>(
        grid_, find_exit{w_.graph, p_.part, p_.state, w_.room, w_.tallies, out, w_.rule.seed + step_, attempt != 0,
                         strong ? w_.room_upto : nullptr});
    grid_.sync();
    grid_.template for_each_team<Team>(w_.rule.parts, cut_classes{w_.room, out});
    grid_.sync();
    w_.candidates.for_each_vertex(grid_, weigh_share{w_.graph, p_.part, out});
    grid_.sync();
    grid_.template for_each_team<Team>(w_.rule.parts, cut_shares{out});
    grid_.sync();
    w_.candidates.template for_each<Team>(grid_, leave<Exec>{moving(), out});
    return settle();
  }

  // The best partition again, with what is known of its boundary.
  AMORPH_BODY void restore() {
    grid_.sync();
    looked();
    grid_.sync();
    grid_.template for_each_team<Team>(w_.strayed.size(), move_back<Exec>{moving(), p_.kept});
    w_.changed.collect(grid_);
    grid_.sync();
    ++step_;
    look();
  }

  AMORPH_BODY mover<Exec> moving() const {
    return {w_.graph, p_.part, w_.room.weight, p_.stamp, step_, w_.changed, p_.flags, w_.strayed};
  }

  const refine_view<Exec>& w_;
  const project<Exec>& p_;
  Grid grid_;
};

template <class Exec, class Team> struct refine_body {
  static constexpr unsigned blocks_each = 4;  // on a multiprocessor, by as few registers as that takes
  refine_view<Exec> view;
  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    refine_loop<Exec, Team, Grid>(view, grid).run();
  }
};

// What the levels' refinements use in turn: a partition's weights, and sums for each part.
template <class Exec> class refine_memory {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  refine_memory(Exec& exec, uint32_t parts, span<const int64_t> target, span<const int64_t> limit)
      : parts_(parts),
        weight_(exec, parts),
        target_(exec, target),
        given_limit_(exec, limit),
        limit_(exec, parts),
        exit_weight_(exec, size_t{parts} * (classes + shares)),
        left_(exec, parts),
        room_upto_(exec, parts),
        last_(exec, size_t{parts} * 2),
        sum_(exec, 1),
        tallies_(exec, parts) {
    exec.template fill<int64_t>(exit_weight_.span(), 0);
    for (const int64_t t : target) total_ += t;
  }
  [[nodiscard]] span<int64_t> weight() const { return weight_.span(); }
  [[nodiscard]] span<int64_t> given_limit() const { return given_limit_.span(); }
  void give(Exec& exec, refine_view<Exec>& view, offer* offers) {
    exec.write(sum_.data(), quality{});
    view.room = {weight_.data(), target_.data(), limit_.data(), view.rule.parts};
    view.out = {offers,       exit_weight_.data(),   exit_weight_.data() + size_t{parts_} * classes,
                last_.data(), last_.data() + parts_, left_.data()};
    view.room_upto = room_upto_.data();
    view.given_limit = given_limit_.data();
    view.total = total_;
    view.sum = sum_.data();
    view.tallies = tallies_.view();
  }

 private:
  uint32_t parts_;
  int64_t total_ = 0;
  buffer<int64_t> weight_, target_, given_limit_, limit_, exit_weight_, left_, room_upto_;
  buffer<uint32_t> last_;
  buffer<quality> sum_;
  tally_room<Exec> tallies_;
};

// A level's partition, and who is on its boundary (no entries: unknown).
template <class Exec> struct refined {
  typename Exec::template buffer<uint32_t> part;
  typename Exec::template buffer<unsigned char> boundary;
};

// What one level's refinement works on.
template <class Exec> class refine_arrays {
  using words = typename Exec::template buffer<uint32_t>;

 public:
  // `map`, which is lost, leads to the vertices of the level that `coarse` is of; or is empty: then it is of this one.
  refine_arrays(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule, refine_memory<Exec>& memory,
                span<uint32_t> map, const refined<Exec>& coarse)
      : fine{words(exec, graph.vertices), typename Exec::template buffer<unsigned char>(exec, graph.vertices)},
        kept_(exec, graph.vertices),
        stamp_(exec, map.empty() ? graph.vertices : 0),
        state_(exec, graph.vertices),
        offers_(exec, graph.vertices),
        changed_(exec, graph, arcs),
        candidates_(exec, graph, arcs),
        seen_(exec, graph.vertices),
        strayed_(exec, graph.vertices) {
    view.graph = graph;
    view.rule = rule;
    memory.give(exec, view, offers_.data());
    view.changed = changed_.view();
    view.candidates = candidates_.view();
    view.seen = seen_.view();
    view.strayed = strayed_.view();
    view.projection = {graph,
                       map.empty() ? nullptr : map.data(),
                       coarse.part.data(),
                       coarse.boundary.data(),
                       rule.parts - 1,
                       fine.part.data(),
                       kept_.data(),
                       state_.data(),
                       offers_.data(),
                       map.empty() ? stamp_.data() : map.data(),
                       fine.boundary.data(),
                       view.changed};
  }
  refined<Exec> fine;
  refine_view<Exec> view{};

 private:
  words kept_, stamp_;
  typename Exec::template buffer<vertex_state> state_;
  typename Exec::template buffer<offer> offers_;
  row_lists_memory<Exec> changed_, candidates_;
  append_list<Exec> seen_, strayed_;
};

// Body<Exec, Team>(view, more...) over the grid, with as many lanes to a row as it has entries.
template <template <class, class> class Body, class Exec, class... More>
void refine_over(Exec& exec, const refine_view<Exec>& view, uint64_t arcs, More... more) {
  const size_t n = view.graph.vertices;
#if AMORPH_DEVICE_COMPILER
  if (arcs <= 12 * n)
    persistent_over(exec, n * 8, Body<Exec, tile_team<8>>{view, more...});
  else
    persistent_over(exec, n * 32, Body<Exec, warp_team>{view, more...});
#else
  (void)arcs;
  persistent_over(exec, n, Body<Exec, thread_team>{view, more...});
#endif
}

// Refines `coarse`, projected by `map`, which is lost: the next coarser level's partition; or, with no map, a partition of
// the graph itself. Waits for nothing on a device.
template <class Exec>
refined<Exec> refine(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule, refine_memory<Exec>& memory,
                     span<uint32_t> map, const refined<Exec>& coarse) {
  refine_arrays<Exec> arrays(exec, graph, arcs, rule, memory, map, coarse);
  refine_over<refine_body>(exec, arrays.view, arcs);
  return std::move(arrays.fine);
}

}  // namespace amorph::partition
