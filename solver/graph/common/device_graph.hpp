// The caller's graph in an executor's memory: copied to a device, used in place on the CPU.
#pragma once

#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph {

namespace detail {
struct store_from {
  std::uint32_t* from;
  AMORPH_BODY void operator()(std::uint32_t v, std::uint64_t e, std::uint32_t) const { from[e] = v; }
};
struct reversed_arc {
  const std::uint32_t *from, *to;
  AMORPH_BODY edge_ends operator()(std::size_t e) const { return {to[e], from[e]}; }
};
}  // namespace detail

template <class Exec> class device_graph {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  device_graph(Exec& exec, const weighted_csr& host) : exec_(&exec), undirected_(host.undirected), kind_(host.kind) {
    const std::size_t n = host.graph.vertices, m = host.graph.edges();
    if constexpr (Exec::on_device) {
      begin_ = buffer<std::uint64_t>(exec, n + 1);
      if (host.graph.begin.empty())
        exec.template fill<std::uint64_t>(begin_.span(), 0);
      else
        exec.template copy_in<std::uint64_t>(host.graph.begin, begin_.span());
      to_ = buffer<std::uint32_t>(exec, host.graph.to);
      if (host.weight != nullptr && m != 0) {
        weight_ = buffer<unsigned char>(exec, m * size_of(kind_));
        exec.template copy_in<unsigned char>(
            span<const unsigned char>(static_cast<const unsigned char*>(host.weight), m * size_of(kind_)),
            weight_.span());
      }
      view_ = {host.graph.vertices, begin_.span(), to_.span()};
      weights_ = weight_.data();
    } else {
      static constexpr std::uint64_t none = 0;
      view_ = host.graph;
      if (view_.begin.empty()) view_.begin = span<const std::uint64_t>(&none, 1);
      weights_ = host.weight;
    }
  }

  [[nodiscard]] const csr& graph() const { return view_; }
  [[nodiscard]] weight_kind kind() const { return kind_; }
  template <class T> [[nodiscard]] const T* weight() const { return static_cast<const T*>(weights_); }
  [[nodiscard]] bool undirected() const { return undirected_; }

  // from[e]: the source of arc e. O(n + m).
  void write_origins(span<std::uint32_t> from) const {
    for_each_edge(*exec_, view_, balance::edge, detail::store_from{from.data()});
  }

  // The memory of transpose(): its peak, and what it keeps.
  struct transpose_bytes {
    std::uint64_t peak = 0, kept = 0;
  };
  [[nodiscard]] transpose_bytes bytes_of_transpose() const {
    if (undirected_ || transpose_.begin.size() != 0) return {};
    const std::uint64_t n = view_.vertices, m = view_.edges();
    return {21 * m + 8 * (n + 1) + scratch_for(n + m), 4 * m + 8 * (n + 1)};
  }
  // The transpose: the graph itself if it is undirected, otherwise built once. O(m), scratch of 16 bytes per arc.
  [[nodiscard]] csr transpose() {
    if (undirected_) return view_;
    if (transpose_.begin.size() == 0) {
      buffer<std::uint32_t> from(*exec_, view_.edges());
      write_origins(from.span());
      transpose_ = build_csr(*exec_, view_.vertices, view_.edges(), detail::reversed_arc{from.data(), view_.to.data()},
                             {false, true, false});
    }
    return transpose_.view();
  }

 private:
  Exec* exec_;
  bool undirected_;
  weight_kind kind_;
  buffer<std::uint64_t> begin_;
  buffer<std::uint32_t> to_;
  buffer<unsigned char> weight_;
  csr view_;
  const void* weights_ = nullptr;
  csr_buffers<Exec> transpose_;
};

}  // namespace amorph
