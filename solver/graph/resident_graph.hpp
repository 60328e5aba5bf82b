// A graph that is checked and uploaded once, for many runs in a context.
#pragma once

#include "solver/graph/common/checks.hpp"
#include "solver/run/context.hpp"

namespace amorph {

class resident_graph {
 public:
  // The host's arrays must keep their values as long as this lives, and this must not outlive the context. Copies are
  // the caller's own in device memory, or null: they are made as needed. O(n + m).
  // error: as check_graph(), no_device, out_of_memory.
  resident_graph(context& in, const weighted_csr& graph, const void* begin_copy = nullptr,
                 const void* to_copy = nullptr, const void* weight_copy = nullptr)
      : graph_(graph),
        begin_(in, graph.graph.begin, begin_copy),
        to_(in, graph.graph.to, to_copy),
        weight_(in,
                span<const unsigned char>(static_cast<const unsigned char*>(graph.weight),
                                          graph.weight != nullptr ? graph.graph.edges() * size_of(graph.kind) : 0),
                weight_copy) {
    check_graph(graph, in.run());
  }

  [[nodiscard]] const weighted_csr& view() const { return graph_; }

 private:
  weighted_csr graph_;
  resident_array begin_, to_, weight_;
};

}  // namespace amorph
