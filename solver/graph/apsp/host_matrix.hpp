// The distance matrix in host memory, as `streamed` works on it: filling, totals and the overflow check, by threads of
// the host whatever the executor.
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/apsp/host_table.hpp"
#include "solver/graph/apsp/totals.hpp"

namespace amorph::apsp {

class host_matrix {
 public:
  // `table`: vertices * vertices elements.
  host_matrix(const weighted_csr& graph, std::uint32_t* table, unsigned threads)
      : graph_(graph), table_(table), n_(graph.graph.vertices), threads_(threads) {}

  // The distances over paths of one arc at most.
  void store_arcs() {
    for_rows_on_host(n_, threads_, [this](std::size_t first, std::size_t last, unsigned) {
      std::fill(table_ + first * n_, table_ + last * n_, unreached);
      for_each_arc(first, last, [this](std::size_t from, std::uint64_t e, std::uint32_t to) {
        std::uint32_t& d = table_[from * n_ + to];
        d = std::min(d, weight(e));
      });
      for (std::size_t v = first; v != last; ++v) table_[v * n_ + v] = 0;
    });
  }

  [[nodiscard]] matrix_totals totals() const {
    struct alignas(64) totals_of_part : matrix_totals {};
    std::vector<totals_of_part> of(threads_);
    for_rows_on_host(n_, threads_, [&](std::size_t first, std::size_t last, unsigned part) {
      totals_of_part totals;
      for (std::size_t i = first * n_; i != last * n_; ++i)
        if (const std::uint32_t d = table_[i]; d != unreached) {
          ++totals.pairs;
          totals.sum += d;
          totals.largest = std::max(totals.largest, d);
        }
      of[part] = totals;
    });
    matrix_totals all;
    for (const totals_of_part& part : of) all.add(part);
    return all;
  }

  // Whether an arc leads from a reached vertex of a row to an unreached one.
  [[nodiscard]] bool has_overflow() const {
    bool found = false;
    for (std::size_t s = 0; s != n_ && !found; ++s)
      for_each_arc(0, n_, [&](std::size_t from, std::uint64_t, std::uint32_t to) {
        found |= table_[s * n_ + from] != unreached && table_[s * n_ + to] == unreached;
      });
    return found;
  }

  void copy_out(std::uint32_t* to) const {
    if (to != table_) std::copy(table_, table_ + n_ * n_, to);
  }

 private:
  [[nodiscard]] std::uint32_t weight(std::uint64_t e) const {
    switch (graph_.kind) {
      case weight_kind::none: return 1;
      case weight_kind::int64: return static_cast<std::uint32_t>(static_cast<const std::int64_t*>(graph_.weight)[e]);
      default: return static_cast<std::uint32_t>(static_cast<const std::int32_t*>(graph_.weight)[e]);
    }
  }
  template <class F> void for_each_arc(std::size_t first, std::size_t last, F f) const {
    for (std::size_t v = first; v != last; ++v)
      for (std::uint64_t e = graph_.graph.begin[v]; e != graph_.graph.begin[v + 1]; ++e) f(v, e, graph_.graph.to[e]);
  }

  weighted_csr graph_;
  std::uint32_t* table_;
  std::size_t n_;
  unsigned threads_;
};

}  // namespace amorph::apsp
