// Problem and answer as they cross the C boundary.
#pragma once

#include <cstdint>

#include "solver/run/core_run.hpp"

namespace amorph::flow {

struct flow_problem {
  std::uint32_t source, sink;
  std::uint32_t undirected, arc_flow, pushes, relabels;
  std::int64_t most;  // no arc need take more
};
struct flow_answer {
  std::int64_t flow;
  unsigned char* sink_side;  // vertices
  std::int64_t* arc_flow;    // arcs, or null
  std::uint64_t pulses, global_relabels;
};
inline constexpr std::uint32_t flow_version = 1;

[[nodiscard]] core_entry* flow_on_cpu();

}  // namespace amorph::flow
