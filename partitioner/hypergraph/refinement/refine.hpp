// Refinement of one level on the executor, with its memory.
#pragma once

#include <algorithm>

#include "partitioner/hypergraph/refinement/hypergraph_model.hpp"
#include "partitioner/refinement/refiner.hpp"

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

  // Does not synchronise with the device.
  void run(const level<Exec>& l, bool finest, uint32_t seed, buffer<uint32_t>& part) {
    const hypergraph_view& g = l.view;
    const partition::graph_view vertices{g.vertices, g.vertex_begin, nullptr, g.vertex_weight, nullptr};
    const partition::graph_view nets{g.nets, g.net_begin, nullptr, nullptr, nullptr};
    const partition::refine_rule rule{parts_, effort, finest, partition::pace::standard, seed};
    const partition::refined<Exec> start{std::move(part), std::nullopt};
    partition::refine_arrays<Exec> arrays(exec_, vertices, l.pins, rule, memory_, std::nullopt, start);
    buffer<uint32_t> net_stamp(exec_, g.nets), lambda(exec_, g.nets), signature(exec_, g.nets);
    buffer<uint64_t> word(exec_, l.pins);
    const partition::row_lists_memory<Exec> touched(exec_, nets, l.pins), changed_nets(exec_, nets, l.pins);
    refine(std::max(g.vertices, g.nets),
           hypergraph_model<Exec>{arrays.view,
                                  g,
                                  {parts_, g.net_begin, word.data(), lambda.data(), signature.data()},
                                  objective_,
                                  net_stamp.data(),
                                  touched.view(),
                                  changed_nets.view()});
    part = std::move(arrays.fine.part);
  }

 private:
  static constexpr uint32_t effort = 10;

  void refine(size_t items, const hypergraph_model<Exec>& model) {
#if AMORPH_DEVICE_COMPILER
    persistent_over(exec_, items * 8, partition::refine_body<hypergraph_model<Exec>, tile_team<8>>{model});
#else
    persistent_over(exec_, items, partition::refine_body<hypergraph_model<Exec>, thread_team>{model});
#endif
  }

  Exec& exec_;
  const uint32_t parts_;
  const objective_weights objective_;
  partition::refine_memory<Exec> memory_;
};

}  // namespace amorph::hypergraph
