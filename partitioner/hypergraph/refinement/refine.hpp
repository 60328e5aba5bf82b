// Refinement of one level on the executor, with its memory.
#pragma once

#include <algorithm>

#include "partitioner/hypergraph/refinement/label_propagation.hpp"
#include "partitioner/refinement/refine_memory.hpp"

namespace amorph::hypergraph {

struct part_limits {
  uint32_t parts;
  span<const int64_t> target, limit;  // per part
};

template <class Exec> struct add_weight {
  hypergraph_view g;
  const uint32_t* part;
  int64_t* weight;
  AMORPH_BODY void operator()(size_t v) const { atomic_add(&weight[part[v]], g.weight(v)); }
};

// Refines partitions of levels, the coarsest first, and keeps the weights of their parts from level to level.
template <class Exec> class refinement {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  refinement(Exec& exec, const part_limits& limits, objective_weights objective)
      : exec_(exec),
        parts_(limits.parts),
        objective_(objective),
        memory_(exec, limits.parts, limits.target, limits.limit) {}

  // For a partition that this has not refined before.
  void weigh(const hypergraph_view& g, const uint32_t* part) {
    exec_.template fill<int64_t>(memory_.weight(), 0);
    exec_.for_each(g.vertices, add_weight<Exec>{g, part, memory_.weight().data()});
  }
  [[nodiscard]] span<const int64_t> weights() const { return memory_.weight(); }

  // Changes `part` in place. Does not synchronise with the device.
  void run(const level<Exec>& l, bool finest, uint32_t seed, span<uint32_t> part) {
    const hypergraph_view& g = l.view;
    const partition::graph_view vertices{g.vertices, g.vertex_begin, nullptr, g.vertex_weight, nullptr};
    const partition::graph_view nets{g.nets, g.net_begin, nullptr, nullptr, nullptr};
    const uint64_t pins = l.pins;
    buffer<uint32_t> kept(exec_, g.vertices), stamp(exec_, g.vertices), net_stamp(exec_, g.nets);
    buffer<uint32_t> lambda(exec_, g.nets), signature(exec_, g.nets);
    buffer<uint64_t> word(exec_, pins);
    buffer<vertex_state> state(exec_, g.vertices);
    buffer<proposal> proposals(exec_, g.vertices);
    buffer<unsigned char> flags(exec_, g.vertices);
    const partition::row_lists_memory<Exec> changed(exec_, vertices, pins), candidates(exec_, vertices, pins);
    const partition::row_lists_memory<Exec> touched(exec_, nets, pins), changed_nets(exec_, nets, pins);
    const append_list<Exec> boundary(exec_, g.vertices), displaced(exec_, g.vertices);

    partition::refine_view<Exec> shared{};
    shared.rule = {parts_, effort, finest, partition::pace::standard, seed};
    memory_.give(exec_, shared, proposals.data());
    refine_view<Exec> view{};
    view.g = g;
    view.vertices = vertices;
    view.rule = shared.rule;
    view.objective = objective_;
    view.balance = shared.balance;
    view.nets = {parts_, g.net_begin, word.data(), lambda.data(), signature.data()};
    view.net_stamp = net_stamp.data();
    view.tallies = shared.tallies;
    view.changed = changed.view();
    view.candidates = candidates.view();
    view.touched = touched.view();
    view.changed_nets = changed_nets.view();
    view.boundary = boundary.view();
    view.displaced = displaced.view();
    view.out = shared.out;
    view.capacity_prefix = shared.capacity_prefix;
    view.given_limit = shared.given_limit;
    view.total = shared.total;
    view.sum = shared.sum;
    view.start = {vertices,     nullptr,          part.data(),  nullptr,      0,           part.data(), kept.data(),
                  state.data(), proposals.data(), stamp.data(), flags.data(), view.changed};
    start(view);
  }

 private:
  static constexpr uint32_t effort = 10;

  void start(const refine_view<Exec>& view) {
    const size_t n = std::max(view.g.vertices, view.g.nets);
#if AMORPH_DEVICE_COMPILER
    persistent_over(exec_, n * 8, refine_body<Exec, tile_team<8>>{view});
#else
    persistent_over(exec_, n, refine_body<Exec, thread_team>{view});
#endif
  }

  Exec& exec_;
  const uint32_t parts_;
  const objective_weights objective_;
  partition::refine_memory<Exec> memory_;
};

}  // namespace amorph::hypergraph
