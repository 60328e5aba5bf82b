// A maximal independent set of an undirected graph: no two members are neighbours, and every other vertex has a member
// as neighbour. "A Simple Parallel Algorithm for the Maximal Independent Set Problem" (Luby, SIAM J. Comput. 1986),
// with one random order for all rounds (Blelloch, Fineman, Shun, SPAA 2012): a vertex joins when it precedes all
// undecided neighbours. O(log^2 n) rounds with high probability; the same set on every backend and number of threads.
#pragma once

#include <cstdint>

#include "amorph/kernels/operators/neighbor_reduce.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::examples {

enum class membership : std::uint32_t { undecided, in, out };

// Not 0; ties are broken by the vertex number.
struct random_priority {
  std::uint64_t seed;
  AMORPH_BODY std::uint64_t operator()(std::uint32_t v) const {
    return hash(seed ^ v) >> 32 << 32 | (v + std::uint64_t{1});
  }
};

template <class Exec>
typename Exec::template buffer<membership> maximal_independent_set(Exec& exec, csr graph, std::uint64_t seed) {
  typename Exec::template buffer<membership> states(exec, graph.vertices);
  typename Exec::template buffer<std::uint64_t> counts(exec, 1);
  membership* state = states.data();
  exec.fill(states.span(), membership::undecided);
  neighbor_reducer<Exec, std::uint64_t> reducer(exec, graph);
  const random_priority priority{seed};
  // Intended races: a state that changes during a pass does not change what the pass reads of it.
  for (std::uint64_t undecided = graph.vertices; undecided != 0;) {
    reducer(
        AMORPH_LAMBDA(std::uint32_t v, std::uint64_t, std::uint32_t u) {
          return u != v && atomic_load(&state[u]) != membership::out ? priority(u) : 0;
        },
        AMORPH_LAMBDA(std::uint32_t v, std::uint64_t highest) {
          if (state[v] == membership::undecided && priority(v) > highest) atomic_store(&state[v], membership::in);
        },
        0, maximum<std::uint64_t>{});
    reducer(
        AMORPH_LAMBDA(std::uint32_t v, std::uint64_t, std::uint32_t u) {
          return std::uint64_t{u != v && atomic_load(&state[u]) == membership::in};
        },
        AMORPH_LAMBDA(std::uint32_t v, std::uint64_t members) {
          if (state[v] == membership::undecided && members != 0) atomic_store(&state[v], membership::out);
        });
    reduce_into<std::uint64_t>(
        exec, graph.vertices, AMORPH_LAMBDA(std::size_t v) { return std::uint64_t{state[v] == membership::undecided}; },
        counts.data(), 0);
    undecided = exec.read(counts.data());
  }
  return states;
}

}  // namespace amorph::examples
