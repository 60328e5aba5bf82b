// The graph of parts: how much is cut between any two of them. Known to all processes.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/footprint.hpp"

namespace amorph::parmetis {

struct quotient {
  std::map<std::pair<idx_t, idx_t>, std::int64_t> cut;  // of parts p < q
  std::vector<std::int64_t> entries;                    // vertices and arcs of each part
  [[nodiscard]] std::int64_t total_cut() const;
};

// The parts of neighbours on other processes are asked for in blocks. Collective.
[[nodiscard]] quotient make_quotient(const communicator& c, const problem& p, const idx_t* part, footprint& memory);

// The process of each part, so that pairs of parts with large cuts that are not in `done` meet, and no process gets
// much more than its share of entries. The same on all processes; adds the pairs that meet to `done`.
[[nodiscard]] std::vector<int> group_parts(const quotient& q, int processes,
                                           std::map<std::pair<idx_t, idx_t>, int>& done);

}  // namespace amorph::parmetis
