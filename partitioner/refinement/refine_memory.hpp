// The memory of refinement: per-part arrays for all levels, and per-vertex arrays of one level.
#pragma once

#include <numeric>
#include <optional>

#include "partitioner/refinement/refine_view.hpp"

namespace amorph::partition {

// Per-part arrays, shared by all levels: part weights, limits, and scratch.
template <class Exec, class Balance = part_balance> class refine_memory {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  refine_memory(Exec& exec, uint32_t parts, span<const int64_t> target, span<const int64_t> limit)
      : refine_memory(exec, parts, target, limit, std::accumulate(target.begin(), target.end(), int64_t{0})) {}
  // `total`: weight of all vertices. `balance`: the members of the balance beside weights, targets and limits.
  refine_memory(Exec& exec, uint32_t parts, span<const int64_t> target, span<const int64_t> limit, int64_t total,
                const Balance& balance = {})
      : balance_(balance),
        total_(total),
        weight_(exec, target.size()),
        target_(exec, target),
        given_limit_(exec, limit),
        limit_(exec, target.size()),
        class_weight_(exec, size_t{parts} * classes),
        share_weight_(exec, size_t{parts} * shares),
        left_(exec, parts),
        demand_(exec, target.size()),
        capacity_prefix_(exec, parts),
        last_class_(exec, parts),
        last_share_(exec, parts),
        sum_(exec, 1),
        tallies_(exec, parts + size_t{1}) {
    exec.template fill<int64_t>(class_weight_.span(), 0);
    exec.template fill<int64_t>(share_weight_.span(), 0);
  }
  [[nodiscard]] span<int64_t> weight() const { return weight_.span(); }
  [[nodiscard]] span<int64_t> given_limit() const { return given_limit_.span(); }
  // With the limits as they were given.
  [[nodiscard]] Balance given_balance() const {
    Balance balance = balance_;
    balance.weight = weight_.data();
    balance.target = target_.data();
    balance.limit = given_limit_.data();
    balance.parts = static_cast<uint32_t>(last_class_.size());
    return balance;
  }
  [[nodiscard]] tally_memory tallies() const { return tallies_.view(); }
  void give(Exec& exec, refine_view<Exec, Balance>& view, proposal* proposals) {
    exec.write(sum_.data(), quality{});
    view.balance = balance_;
    view.balance.weight = weight_.data();
    view.balance.target = target_.data();
    view.balance.limit = limit_.data();
    view.balance.parts = view.rule.parts;
    view.out = {proposals,          class_weight_.data(), share_weight_.data(),
                last_class_.data(), last_share_.data(),   left_.data()};
    view.capacity_prefix = capacity_prefix_.data();
    view.given_limit = given_limit_.data();
    view.demand = demand_.data();
    view.total = total_;
    view.sum = sum_.data();
    view.tallies = tallies_.view();
  }

 private:
  Balance balance_;
  int64_t total_;
  buffer<int64_t> weight_, target_, given_limit_, limit_, class_weight_, share_weight_, left_, demand_,
      capacity_prefix_;
  buffer<uint32_t> last_class_, last_share_;
  buffer<quality> sum_;
  tally_scratch<Exec> tallies_;
};

// A level's partition, and flags of its boundary vertices, if known.
template <class Exec> struct refined {
  typename Exec::template buffer<uint32_t> part;
  std::optional<typename Exec::template buffer<unsigned char>> boundary;
};

// Per-vertex arrays of one level.
template <class Exec, class Balance = part_balance> class refine_arrays {
  using words = typename Exec::template buffer<uint32_t>;

 public:
  // `map` leads to the vertices of the level that `coarse` belongs to, and is overwritten; without it, `coarse` is a
  // partition of this level.
  refine_arrays(Exec& exec, const graph_view& graph, uint64_t arcs, refine_rule rule,
                refine_memory<Exec, Balance>& memory, std::optional<span<uint32_t>> map, const refined<Exec>& coarse)
      : fine{words(exec, graph.vertices), typename Exec::template buffer<unsigned char>(exec, graph.vertices)},
        kept_(exec, graph.vertices),
        state_(exec, graph.vertices),
        proposals_(exec, graph.vertices),
        changed_(exec, graph, arcs),
        candidates_(exec, graph, arcs),
        next_candidates_(exec, graph, arcs, Exec::on_device),
        boundary_(exec, graph.vertices),
        displaced_(exec, graph.vertices) {
    if (!map) own_stamp_.emplace(exec, graph.vertices);
    view.graph = graph;
    view.rule = rule;
    memory.give(exec, view, proposals_.data());
    view.changed = changed_.view();
    view.candidates = candidates_.view();
    view.next_candidates = next_candidates_.view();
    view.boundary = boundary_.view();
    view.displaced = displaced_.view();
    view.projection = {graph,
                       map ? map->data() : nullptr,
                       coarse.part.data(),
                       coarse.boundary ? coarse.boundary->data() : nullptr,
                       rule.parts - 1,
                       fine.part.data(),
                       kept_.data(),
                       state_.data(),
                       proposals_.data(),
                       map ? map->data() : own_stamp_->data(),
                       fine.boundary->data(),
                       view.changed};
  }
  refined<Exec> fine;
  refine_view<Exec, Balance> view{};

 private:
  words kept_;
  std::optional<words> own_stamp_;  // without a map whose memory it could take
  typename Exec::template buffer<vertex_state> state_;
  typename Exec::template buffer<proposal> proposals_;
  row_lists_memory<Exec> changed_, candidates_, next_candidates_;
  append_list<Exec> boundary_, displaced_;
};

}  // namespace amorph::partition
