// Refinement for the communication volume, on the finest level: the sum over vertices of their size times the number
// of other parts around them.
//
// It is the connectivity of the nets that are the closed neighbourhoods of the vertices (Catalyurek and Aykanat,
// "Hypergraph-partitioning-based decomposition for parallel sparse-matrix vector multiplication", 1999). A vertex that
// leaves part a for part b saves the size of each net that it alone joins to a, and costs that of each net without b.
// Vertices that share a net would change each other's gains: of them the one of highest gain moves, which its nets
// find out (a distance-2 independent set), so that a round reduces the volume by the sum of the gains or more. A part
// that would be filled beyond its limit admits one vertex per round. When no move gains, rounds follow in which moves
// of gain 0 go one way between two parts, then the other, as in the smoothing of boundaries for the cut (refiner.hpp).
// The answer does not depend on the order of work.
#pragma once

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "partitioner/refinement/volume_steps.hpp"

namespace amorph::partition {

// Memory: 12 bytes per vertex, and during a round 28 per vertex near a boundary and 8 per part of its neighbourhood.
template <class Exec, class Balance> class volume_refiner {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using words = buffer<uint32_t>;

 public:
  // `balance.limit` are the given limits, which no move exceeds. O(n + m) work.
  volume_refiner(Exec& exec, const graph_view& graph, const int32_t* size, const Balance& balance,
                 const tally_memory& memory, uint32_t* part)
      : exec_(exec),
        graph_(graph),
        size_(size),
        balance_(balance),
        memory_(memory),
        part_(part),
        boundary_(exec, graph.vertices),
        place_(exec, graph.vertices),
        demand_(exec, balance.entries()),
        first_(exec, balance.parts),
        progress_(exec, 1) {
    flag_boundary_vertices();
  }

  // Returns a lower bound of how much the volume has fallen.
  int64_t run(uint32_t seed, unsigned effort) {
    for (unsigned round = 0; round != 4 * effort; ++round) {
      const volume_progress now = step(hash32(seed + round), {});
      if (now.gain <= now.volume / 4000) break;
    }
    for (unsigned turn = 0; turn < effort * turns / 10; turn += 2) {
      const uint32_t key = hash32(seed ^ turn) | 1;
      const int64_t before = fallen_;
      flag_boundary_vertices();
      int64_t volume = 0;
      for (const bool reversed : {false, true})
        for (unsigned i = 0; i != steps_per_turn; ++i) {
          const volume_progress now = step(hash32(key + 2 * i + (reversed ? 1 : 0)), {key, reversed});
          volume = now.volume;
          if (now.moved == 0) break;
        }
      if (fallen_ - before <= volume / 200) break;
    }
    return fallen_;
  }

 private:
  static constexpr unsigned turns = 24, steps_per_turn = 6;

  // Steps add those that they bring to a boundary, and do not remove any.
  void flag_boundary_vertices() {
    exec_.for_each_team(graph_.vertices, find_boundary{graph_, part_, boundary_.data()});
    exec_.template fill<uint32_t>(place_.span(), none);
  }

  // O(n), and the parts around the neighbours of boundary vertices.
  volume_progress step(uint32_t seed, one_way way) {
    exec_.check_stop();
    const uint32_t n = graph_.vertices, parts = balance_.parts;
    words listed(exec_, n);
    const size_t count = select_indices(exec_, n, has_short_list{graph_, boundary_.data(), parts}, listed.span());
    if (count == 0) return {};
    buffer<uint64_t> begin(exec_, count + 1), claim(exec_, count);
    offsets_of(exec_, count, entries_of_row{graph_, listed.data(), parts}, begin.span());
    buffer<uint64_t> entry(exec_, exec_.read(begin.data() + count));
    words length(exec_, count);
    buffer<proposal> proposals(exec_, count);
    const neighbourhood_parts nets{graph_,        part_,        size_,         listed.data(),
                                   place_.data(), begin.data(), length.data(), entry.data()};
    const volume_claims claims{nets, proposals.data(), claim.data(), seed};
    exec_.for_each_team(count, list_parts{nets, parts, memory_});
    exec_.for_each_team(count, propose_for_volume<Balance>{nets, balance_, memory_, proposals.data(), way});
    exec_.template fill<uint64_t>(claim.span(), 0);
    exec_.template fill<uint64_t>(first_.span(), 0);
    exec_.template fill<int64_t>(demand_.span(), 0);
    exec_.write(progress_.data(), volume_progress{});
    reduce_into<int64_t>(exec_, count, volume_of_listed{nets}, &progress_.data()->volume, 0);
    exec_.for_each_team(count, claim_nets{claims});
    exec_.for_each_team(count, keep_independent<Balance>{claims, balance_, demand_.data(), first_.data()});
    exec_.for_each(count, admit_for_volume<Balance>{claims, balance_, demand_.data(), first_.data()});
    exec_.for_each_team(
        count, move_for_volume<Balance>{nets, balance_, proposals.data(), part_, boundary_.data(), progress_.data()});
    const volume_progress done = exec_.read(progress_.data());
    fallen_ += done.gain;
    return done;
  }

  Exec& exec_;
  const graph_view graph_;
  const int32_t* size_;
  const Balance balance_;
  const tally_memory memory_;
  uint32_t* part_;
  words boundary_, place_;  // flags; positions in the list of a round
  buffer<int64_t> demand_;
  buffer<uint64_t> first_;
  buffer<volume_progress> progress_;
  int64_t fallen_ = 0;
};

}  // namespace amorph::partition
