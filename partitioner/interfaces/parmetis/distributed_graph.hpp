// The graph that the processes pass to ParMETIS's functions, checked on all of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "partitioner/interfaces/metis/metis.h"
#include "partitioner/interfaces/parmetis/communicator.hpp"

namespace amorph::parmetis {

// Which vertices, or elements, each process has: first[r] .. first[r + 1] - 1, from 0. O(log p) to find the owner.
struct distribution {
  std::vector<std::int64_t> first;  // processes + 1
  [[nodiscard]] std::int64_t total() const { return first.back(); }
  [[nodiscard]] std::int64_t begin(int rank) const { return first[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::int64_t count(int rank) const { return begin(rank + 1) - begin(rank); }
  [[nodiscard]] int owner(std::int64_t v) const {
    return static_cast<int>(std::upper_bound(first.begin(), first.end(), v) - first.begin()) - 1;
  }
};

// Throws bad_input: null, not ascending, does not begin with `base`. Not collective.
[[nodiscard]] distribution check_distribution(const communicator& c, const idx_t* vtxdist, idx_t base,
                                              const char* name);

// A checksum of the arguments that must be equal on all processes.
class fingerprint {
 public:
  void add(std::int64_t value) { sum_ = (sum_ ^ static_cast<std::uint64_t>(value)) * 0x100000001b3ULL + (sum_ >> 29); }
  void add_real(double value);
  // Collective: throws bad_input if it differs between processes.
  void require_equal(const communicator& c) const;

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

struct distributed_graph {
  idx_t base = 0;  // of vertices, positions in adjncy, and parts
  idx_t constraints = 1;
  distribution vertices;
  idx_t local = 0;        // vertices here
  std::int64_t arcs = 0;  // entries of adjncy here
  std::int64_t all_arcs = 0;
  const idx_t *xadj = nullptr, *adjncy = nullptr;
  const idx_t *vwgt = nullptr, *adjwgt = nullptr, *vsize = nullptr;  // may be null; where one is not, has_... says so
  bool has_vwgt = false, has_adjwgt = false;                         // the same on all processes

  [[nodiscard]] std::int64_t total() const { return vertices.total(); }
  [[nodiscard]] std::int64_t begin(idx_t v) const { return std::int64_t{xadj[v]} - base; }
  [[nodiscard]] std::int64_t neighbour(std::int64_t e) const { return std::int64_t{adjncy[e]} - base; }
  [[nodiscard]] idx_t edge_weight(std::int64_t e) const { return adjwgt == nullptr ? 1 : adjwgt[e]; }
  [[nodiscard]] idx_t vertex_weight(idx_t v) const { return vwgt == nullptr ? 1 : vwgt[v]; }  // one constraint
  // Bytes of its rows as one process would hold them, divided by the processes: a fair share.
  [[nodiscard]] std::int64_t share_bytes(int processes) const;
};

// Throws bad_input for the arrays of this process: null, offsets that descend, neighbours out of range, negative
// weights. Not collective. `g` has base, constraints, has_... and vertices set. O(n + m).
void check_arrays(const communicator& c, distributed_graph& g);

}  // namespace amorph::parmetis
