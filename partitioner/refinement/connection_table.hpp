// The weight of the edges from each vertex to each part, kept up to date by the moves, as Jet keeps it: a recount then
// reads a row of the table in place of an adjacency list. It pays where the lists of neighbours, which a move has
// recounted, are longer than rows; elsewhere, and on the device, lists are summed.
#pragma once

#include <algorithm>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "partitioner/refinement/label_propagation.hpp"

namespace amorph::partition {

struct connectivity {
  int32_t own = 0, other = 0;
  uint64_t best = 0;  // the highest rank of another part (rank_part); 0: none
};

template <class Exec> struct connection_table {
  int32_t* weight = nullptr;  // per vertex and part; null: there is no table
  uint32_t parts = 0;
  bool threads = false;  // several change it

  [[nodiscard]] AMORPH_HD bool kept() const { return !Exec::on_device && weight != nullptr; }
  [[nodiscard]] AMORPH_HD const int32_t* row(uint32_t v) const { return weight + size_t{v} * parts; }

  // O(parts + degree)
  void count(const graph_view& graph, const uint32_t* part, uint32_t v) const {
    int32_t* const to = weight + size_t{v} * parts;
    for (uint32_t p = 0; p != parts; ++p) to[p] = 0;
    for (uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const arc a = graph.at(e);
      to[part[a.to]] += a.weight;
    }
    if (graph.anchors.holds(v)) to[graph.anchors.part[v]] += graph.anchors.weight[v];
  }
  // A neighbour of v across an edge of weight w moves.
  void change(uint32_t v, uint32_t from, uint32_t to, int32_t w) const {
    int32_t* const at = weight + size_t{v} * parts;
    if (threads) {
      atomic_add(at + from, -w);
      atomic_add(at + to, w);
    } else {
      at[from] -= w;
      at[to] += w;
    }
  }
  [[nodiscard, gnu::noinline]] connectivity of(uint32_t v, uint32_t own_part) const {
    const int32_t* const w = row(v);
    const int32_t own = w[own_part];
    int32_t all = 0, most = 0;
    for (uint32_t p = 0; p != parts; ++p) {
      all += w[p];
      const int32_t there = p != own_part ? w[p] : 0;
      most = there > most ? there : most;
    }
    uint64_t best = 0;
    if (most != 0)
      for (uint32_t p = 0; p != parts; ++p) {
        const uint64_t rank = p != own_part && w[p] == most ? rank_part(most, p, v) : 0;
        best = rank > best ? rank : best;
      }
    return {own, all - own, best};
  }
  template <class Counts> [[nodiscard]] uint64_t best_of(uint32_t v, Counts counts) const {
    const int32_t* const w = row(v);
    uint64_t best = 0;
    for (uint32_t p = 0; p != parts; ++p) {
      if (w[p] == 0 || !counts(p)) continue;
      const uint64_t rank = rank_part(w[p], p, v);
      best = rank > best ? rank : best;
    }
    return best;
  }
};

struct square_of_degree {
  const uint64_t* begin;
  double operator()(size_t v) const {
    const auto degree = static_cast<double>(begin[v + 1] - begin[v]);
    return degree * degree;
  }
};

template <class Exec> class connection_table_memory {
 public:
  connection_table_memory(Exec& exec, const graph_view& graph, uint64_t arcs, uint32_t parts)
      : weight_(exec, 0), parts_(parts) {
    if constexpr (!Exec::on_device) threads_ = exec.threads() != 1;
    if (!pays(exec, graph, arcs, parts)) return;
    try {
      weight_.resize_discard(size_t{graph.vertices} * parts);
    } catch (const error& e) {  // the lists do
      if (e.code() != status::out_of_memory) throw;
    }
  }
  [[nodiscard]] connection_table<Exec> view() const {
    return {weight_.size() != 0 ? weight_.data() : nullptr, parts_, threads_};
  }

 private:
  // The mean degree of a neighbour is that of a vertex weighed by its degree. Memory, and the time to clear it, are
  // bounded.
  static bool pays([[maybe_unused]] Exec& exec, [[maybe_unused]] const graph_view& graph,
                   [[maybe_unused]] uint64_t arcs, [[maybe_unused]] uint32_t parts) {
    if constexpr (Exec::on_device) {
      return false;
    } else {
      if (size_t{graph.vertices} * parts > most_entries * arcs) return false;
      typename Exec::template buffer<double> squares(exec, 1);
      reduce_into<double>(exec, graph.vertices, square_of_degree{graph.begin}, squares.data(), 0);
      return exec.read(squares.data()) >= static_cast<double>(arcs) * std::max<double>(parts, shortest);
    }
  }
  static constexpr double shortest = 12;       // mean degree of neighbours
  static constexpr uint64_t most_entries = 4;  // per arc

  typename Exec::template buffer<int32_t> weight_;
  uint32_t parts_;
  bool threads_ = false;
};

}  // namespace amorph::partition
