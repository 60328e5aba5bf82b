// The state that search strategies share: the graph, the levels.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/common/marks.hpp"

namespace amorph::bfs {

template <class Exec> struct search_state {
  Exec& exec;
  csr graph;
  span<const std::uint32_t> source;  // at least one
  span<std::uint32_t> level;         // when a search starts: 0 at the sources, unreached elsewhere
};

// A strategy, with the memory that it needs.
class search {
 public:
  virtual ~search() = default;
  virtual void run() = 0;
  [[nodiscard]] virtual bool sets_first_levels() const { return false; }  // levels need no initial values
};

struct has_level {
  const std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::size_t v) const { return level[v] == depth; }
};
// Gives an unreached vertex its level; true for exactly one of several threads. (The load before the exchange races
// with it; the exchange decides.)
struct claim {
  std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    return atomic_load(&level[to]) == unreached && atomic_cas(&level[to], unreached, depth) == unreached;
  }
};
// The same with loads and stores of words only. Intended race: several threads find a vertex unreached and write the
// same level; the result does not depend on their order, but each of them returns true.
struct reach {
  std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    if (atomic_load(&level[to]) != unreached) return false;
    atomic_store(&level[to], depth);
    return true;
  }
};

}  // namespace amorph::bfs
