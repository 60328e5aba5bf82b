// Boykov, Kolmogorov (PAMI 2004): grow a tree until it meets the other one, augment, adopt the orphans.
#include "solver/graph/maxflow/search_trees.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "solver/graph/maxflow/network.hpp"

namespace amorph::maxflow {

search_trees::search_trees(cpu_exec& exec, const problem& p)
    : exec_(exec),
      problem_(p),
      begin_(p.graph.graph.begin.data()),
      to_(p.graph.graph.to.data()),
      n_(p.graph.graph.vertices),
      work_limit_(4 * (p.graph.graph.edges() + n_)),
      flow_(exec, p.graph.graph.edges()),
      state_(exec, n_),
      lists_(exec, lists * std::size_t{n_}),
      parent_arc_(exec, n_),
      parent_(lists_.data() + 2 * std::size_t{n_}),
      distance_(parent_ + n_),
      stamp_(distance_ + n_) {
  queue_[source_side].place = lists_.data();
  queue_[sink_side].place = lists_.data() + n_;
  find_sources_of_sink();
}

// The sink's row has them all if the sums of capacities agree. Otherwise a pass over all rows.
void search_trees::find_sources_of_sink() {
  const std::uint32_t sink = problem_.sink;
  __int128 sum = 0;
  for (std::uint64_t e = begin_[sink]; e != end(sink); ++e)
    if (const std::uint64_t in = arc(to_[e], sink); to_[e] != sink && in != none)
      sum += capacity_of(problem_.graph, in);
  if (sum >= problem_.in_capacity) return;
  for (std::uint32_t v = 0; v != n_; ++v)
    if (v != sink && arc(v, sink) != none) to_sink_.push_back(v);
}

bool search_trees::suits(const problem& p) { return p.undirected == 0 && p.is_gated == 0; }

std::uint64_t search_trees::bytes(const csr& g) {
  return sparse_flow::bytes(g.edges()) + (1 + lists * sizeof(std::uint32_t) + 8) * std::uint64_t{g.vertices};
}

bool search_trees::run() {
  start();
  exec_.report("search trees", 0, 1);
  exec_.check_stop();
  while (!ended()) {
    const bool from_sink = !can_grow(source_side) || (can_grow(sink_side) && work_[sink_side] <= work_[source_side]);
    if (!grow(from_sink ? sink_side : source_side) || takes_long()) return false;
  }
  mark_sink_side();
  exec_.report("search trees", 1, 1);
  return sink_is_saturated() || (problem_.any_cut != 0 && source_is_saturated()) || cut_equals_flow();
}

void search_trees::start() {
  flow_.clear();
  std::fill_n(state_.data(), n_, static_cast<unsigned char>(0));
  value_ = 0;
  paths_ = steps_ = 0;
  time_ = 0;
  for (const side s : {source_side, sink_side}) {
    queue_[s].first = queue_[s].count = 0;
    work_[s] = 0;
    join(root_of(s), s, root_of(s), none);
  }
  saturate_paths_of_two_arcs();
}

// In images, where each pixel is joined to both terminals, these are most of the flow, and need no trees.
void search_trees::saturate_paths_of_two_arcs() {
  const std::uint32_t source = problem_.source;
  for (std::uint64_t e = begin_[source]; e != end(source); ++e) {
    const std::uint32_t v = to_[e];
    if (v == source || v == problem_.sink) continue;
    state_.data()[v] = static_cast<unsigned char>(state_.data()[v] | next_to_source);
    const std::uint64_t on = arc(v, problem_.sink);
    const std::int64_t amount = on == none ? 0 : std::min(capacity(e), capacity(on));
    if (amount == 0) continue;
    (void)push(e, arc(v, source), amount);
    (void)push(on, arc(problem_.sink, v), amount);
    value_ += amount;
    ++paths_;
  }
}

// The sink's tree, when complete, is the smallest sink side of all minimum cuts.
bool search_trees::ended() {
  if (sink_is_saturated() || !can_grow(sink_side)) return true;
  return problem_.any_cut != 0 && (source_is_saturated() || !can_grow(source_side));
}

// The arc between two vertices, or none.
std::uint64_t search_trees::arc(std::uint32_t from, std::uint32_t to) const {
  const std::uint64_t e = detail::find_arc(begin_, to_, from, to);
  return e != end(from) && to_[e] == to ? e : none;
}

// The vertices that may hang on v in that side's tree.
span<const std::uint32_t> search_trees::neighbours(side s, std::uint32_t v) const {
  if (s == sink_side && v == problem_.sink && !to_sink_.empty()) return {to_sink_.data(), to_sink_.size()};
  return {to_ + begin_[v], end(v) - begin_[v]};
}

// The arc that carries flow if neighbour `to`, at this place in v's row, is a child of v in that side's tree.
std::uint64_t search_trees::arc_away(side s, std::uint32_t v, std::uint32_t to, std::uint64_t place) const {
  return s == source_side ? begin_[v] + place : arc(to, v);
}
// Whether v is a child of the other end of its arc e.
std::uint64_t search_trees::arc_to(side s, std::uint32_t v, std::uint64_t e) const {
  return s == source_side ? arc(to_[e], v) : e;
}

void search_trees::enqueue(std::uint32_t v, side s) {
  const auto flag = static_cast<unsigned char>(queued << s);
  ring& q = queue_[s];
  if ((state_.data()[v] & flag) != 0) {
    q.first_again = q.first_again || q.place[q.first] == v;
    return;
  }
  state_.data()[v] = static_cast<unsigned char>(state_.data()[v] | flag);
  const std::uint32_t before_end = n_ - q.first;
  q.place[q.count < before_end ? q.first + q.count : q.count - before_end] = v;
  ++q.count;
}

void search_trees::dequeue(side s) {
  ring& q = queue_[s];
  unsigned char& state = state_.data()[q.place[q.first]];
  state = static_cast<unsigned char>(state & ~(queued << s));
  q.first = q.first + 1 == n_ ? 0 : q.first + 1;
  --q.count;
}

// Drops vertices that have left the tree.
bool search_trees::can_grow(side s) {
  const ring& q = queue_[s];
  while (q.count != 0 && !is_in(q.place[q.first], s)) dequeue(s);
  return q.count != 0;
}

void search_trees::join(std::uint32_t v, side s, std::uint32_t parent, std::uint64_t by) {
  state_.data()[v] = static_cast<unsigned char>((state_.data()[v] & ~in_tree) | tree_of(s));
  parent_[v] = parent;
  parent_arc_.data()[v] = by;
  stamp_[v] = parent == v ? 0 : stamp_[parent];
  distance_[v] = parent == v ? 0 : distance_[parent] + 1;
  enqueue(v, s);
}

// Grows the tree from the first vertex of its queue, and augments where it meets the other one. False: as run().
bool search_trees::grow(side s) {
  constexpr std::uint64_t steps_between_checks = 4096;
  ring& q = queue_[s];
  const std::uint32_t v = q.place[q.first];
  q.first_again = false;
  if (++steps_ % steps_between_checks == 0) exec_.check_stop();
  const span<const std::uint32_t> all = neighbours(s, v);
  for (std::size_t i = 0; i != all.size();) {
    ++work_[s];
    const std::uint32_t to = all[i];
    const std::uint64_t by = is_in(to, s) ? none : arc_away(s, v, to, i);
    if (!has_residual(by)) {
      ++i;
    } else if (!is_in(to, other(s))) {
      join(to, s, v, by);
      ++i;
    } else {  // there may be another path over the same arc
      if (!augment(s == source_side ? v : to, by, s == source_side ? to : v)) return false;
      if (ended() || takes_long() || !is_in(v, s)) return true;
    }
  }
  dequeue(s);
  if (q.first_again) enqueue(v, s);  // an arc before the last one has become residual
  return true;
}

// f(v, parent, arc) for each vertex from v to its root, except the root.
template <class F> void search_trees::for_each_above(std::uint32_t v, side s, F f) {
  for (; v != root_of(s); v = parent_[v]) {
    ++work_[s];
    f(v, parent_[v], parent_arc_.data()[v]);
  }
}

// Pushes along the path over arc `between`. False if an arc has no reverse: nothing is pushed then.
bool search_trees::augment(std::uint32_t from, std::uint64_t between, std::uint32_t to) {
  const auto residual = [&](std::uint64_t e) { return capacity(e) - flow_[e]; };
  std::int64_t amount = residual(between);
  bool paired = is_one_way(from, to) || arc(to, from) != none;
  for_each_above(from, source_side, [&](std::uint32_t v, std::uint32_t parent, std::uint64_t e) {
    amount = std::min(amount, residual(e));
    paired = paired && (is_one_way(parent, v) || arc(v, parent) != none);
  });
  for_each_above(to, sink_side, [&](std::uint32_t v, std::uint32_t parent, std::uint64_t e) {
    amount = std::min(amount, residual(e));
    paired = paired && (is_one_way(v, parent) || arc(parent, v) != none);
  });
  if (!paired) return false;
  exec_.report("augmenting paths", ++paths_);
  value_ += amount;
  (void)push(between, arc(to, from), amount);
  orphans_.clear();
  for_each_above(from, source_side, [&](std::uint32_t v, std::uint32_t parent, std::uint64_t e) {
    if (push(e, arc(v, parent), amount)) orphans_.emplace_back(v, source_side);
  });
  for_each_above(to, sink_side, [&](std::uint32_t v, std::uint32_t parent, std::uint64_t e) {
    if (push(e, arc(parent, v), amount)) orphans_.emplace_back(v, sink_side);
  });
  for (const auto& [v, s] : orphans_) parent_arc_.data()[v] = none;
  if (sink_is_saturated() || (problem_.any_cut != 0 && source_is_saturated())) return true;
  if (source_is_saturated()) drop_source_tree();
  adopt();
  return true;
}

// Returns whether the arc is saturated.
bool search_trees::push(std::uint64_t e, std::uint64_t back, std::int64_t amount) {
  flow_.add(e, amount);
  if (back != none) flow_.add(back, -amount);
  return flow_[e] == capacity(e);
}

// No path is left: only the sink's tree is completed.
void search_trees::drop_source_tree() {
  for (std::uint32_t v = 0; v != n_; ++v)
    if (is_in(v, source_side)) state_.data()[v] = static_cast<unsigned char>(state_.data()[v] & ~in_tree);
}

// Gives each orphan a new parent in its tree, or removes it, which makes its children orphans.
void search_trees::adopt() {
  ++time_;
  for (std::size_t i = 0; i != orphans_.size(); ++i) {
    const auto [v, s] = orphans_[i];
    if (is_in(v, s)) adopt(v, s);
  }
}

void search_trees::adopt(std::uint32_t v, side s) {
  std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max(), parent = v;
  std::uint64_t by = none;
  const std::uint32_t source = problem_.source;
  if (s == source_side && (state_.data()[v] & next_to_source) != 0) {  // v's row may lack the source
    if (const std::uint64_t e = arc(source, v); has_residual(e)) {
      set_parent(v, source, e, 1);
      return;
    }
  }
  for (std::uint64_t e = begin_[v]; e != end(v); ++e) {
    ++work_[s];
    const std::uint32_t u = to_[e];
    if (u == v || !is_in(u, s)) continue;
    if (s == sink_side && u != problem_.sink && this->arc(u, v) == none) continue;  // u's row lacks its child
    const std::uint64_t arc = arc_to(s, v, e);
    if (!has_residual(arc) || !leads_to_root(u, s) || distance_[u] >= nearest) continue;
    nearest = distance_[u];
    parent = u;
    by = arc;
  }
  if (by == none) {
    remove(v, s);
    return;
  }
  set_parent(v, parent, by, nearest + 1);
}

void search_trees::set_parent(std::uint32_t v, std::uint32_t parent, std::uint64_t by, std::uint32_t distance) {
  parent_[v] = parent;
  parent_arc_.data()[v] = by;
  stamp_[v] = time_;
  distance_[v] = distance;
}

void search_trees::remove(std::uint32_t v, side s) {
  for (std::uint64_t e = begin_[v]; e != end(v); ++e) {
    ++work_[s];
    const std::uint32_t u = to_[e];
    if (u == v || !is_in(u, s)) continue;
    if (has_residual(arc_to(s, v, e))) enqueue(u, s);  // it may grow to v again
    if (u == root_of(s) || parent_arc_.data()[u] == none || parent_[u] != v) continue;
    parent_arc_.data()[u] = none;
    orphans_.emplace_back(u, s);
  }
  state_.data()[v] = static_cast<unsigned char>(state_.data()[v] & ~in_tree);
}

// Whether no vertex from u to the root is an orphan. Vertices with the current stamp have been tested.
bool search_trees::leads_to_root(std::uint32_t u, side s) {
  std::uint32_t v = u, steps = 0;
  for (; v != root_of(s) && stamp_[v] != time_; v = parent_[v], ++steps) {
    ++work_[s];
    if (parent_arc_.data()[v] == none) return false;
  }
  std::uint32_t distance = (v == root_of(s) ? 0 : distance_[v]) + steps;
  for (v = u; v != root_of(s) && stamp_[v] != time_; v = parent_[v]) {
    stamp_[v] = time_;
    distance_[v] = distance--;
  }
  return true;
}

// Leaves the sides of the cut in the states.
void search_trees::mark_sink_side() {
  const bool by_source = problem_.any_cut != 0 && source_is_saturated();
  if (sink_is_saturated() || by_source) {
    std::fill_n(state_.data(), n_, by_source ? in_sink_tree : in_source_tree);
    state_.data()[problem_.source] = in_source_tree;
    state_.data()[problem_.sink] = in_sink_tree;
  } else if (can_grow(sink_side)) {  // the source's tree is complete
    for (std::uint32_t v = 0; v != n_; ++v) state_.data()[v] = is_in(v, source_side) ? in_source_tree : in_sink_tree;
  }
}

// False if arcs into the sink side were missed that have no reverse.
bool search_trees::cut_equals_flow() {
  std::mutex adding;
  __int128 cut = 0;
  exec_.ranges(n_, 4096, [&](std::size_t first, std::size_t last, unsigned) {
    __int128 sum = 0;
    for (std::size_t v = first; v != last; ++v) {
      if (on_sink_side(static_cast<std::uint32_t>(v))) continue;
      for (std::uint64_t e = begin_[v]; e != begin_[v + 1]; ++e)
        if (on_sink_side(to_[e])) sum += capacity(e);
    }
    const std::lock_guard<std::mutex> lock(adding);
    cut += sum;
  });
  return cut == value_;
}

}  // namespace amorph::maxflow
