// The simple undirected graph that underlies the input: each neighbour once per row, no loops.
#pragma once

#include "amorph/kernels/graph/build.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/steps.hpp"

namespace amorph::kcore {

// Intended race: all threads that find a fault set the same word to 1; it is read after the step.
struct find_disorder {
  const std::uint64_t* begin;
  const std::uint32_t* to;
  std::uint32_t* found;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t target) const {
    if (target == from || (e != begin[from] && to[e - 1] >= target)) atomic_store(found, 1);
  }
};
struct ends_of_arc {
  const std::uint32_t *from, *to;
  AMORPH_BODY edge_ends operator()(std::size_t e) const { return {from[e], to[e]}; }
};

template <class Exec> class simple_graph {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  simple_graph(Exec& exec, const weighted_csr& host) : device_(exec, without_weights(host)), view_(device_.graph()) {
    if (device_.undirected() && !has_disorder(exec)) return;
    buffer<std::uint32_t> from(exec, view_.edges());
    device_.write_origins(from.span());
    built_ = build_csr(exec, view_.vertices, view_.edges(), ends_of_arc{from.data(), view_.to.data()},
                       {!device_.undirected(), false, true});
    view_ = built_.view();
  }
  [[nodiscard]] const csr& view() const { return view_; }

 private:
  static weighted_csr without_weights(const weighted_csr& graph) {
    return {graph.graph, weight_kind::none, nullptr, graph.undirected};
  }
  bool has_disorder(Exec& exec) {
    buffer<std::uint32_t> found(exec, 1);
    exec.write(found.data(), 0);
    for_each_edge(exec, view_, fit_balance<Exec>, find_disorder{view_.begin.data(), view_.to.data(), found.data()});
    return exec.read(found.data()) != 0;
  }

  device_graph<Exec> device_;
  csr_buffers<Exec> built_;
  csr view_;
};

}  // namespace amorph::kcore
