// The caller's graph in an executor's memory: copied to a device unless it is resident there, used in place on the CPU.
#pragma once

#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "amorph/kernels/memory/input_array.hpp"
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
    static constexpr std::uint64_t none = 0;  // the offsets of a graph without vertices
    begin_ = {exec, host.graph.begin.empty() ? span<const std::uint64_t>(&none, 1) : host.graph.begin};
    to_ = {exec, host.graph.to};
    if (host.weight != nullptr)
      weight_ = {exec, span<const unsigned char>(static_cast<const unsigned char*>(host.weight),
                                                 host.graph.edges() * size_of(kind_))};
    view_ = {host.graph.vertices, begin_.span(), to_.span()};
    if (begin_.resident() && (to_.resident() || view_.edges() == 0)) resident_ = host;
  }

  // True if `host` is the resident graph that this was built from.
  [[nodiscard]] bool is_resident(const weighted_csr& host) const {
    const weighted_csr& own = resident_;
    return own.graph.begin.data() != nullptr && own.graph.begin.data() == host.graph.begin.data() &&
           own.graph.to.data() == host.graph.to.data() && own.graph.vertices == host.graph.vertices &&
           own.graph.edges() == host.graph.edges() && own.kind == host.kind && own.weight == host.weight &&
           (own.weight == nullptr || weight_.resident()) && own.undirected == host.undirected;
  }

  [[nodiscard]] const csr& graph() const { return view_; }
  [[nodiscard]] weight_kind kind() const { return kind_; }
  template <class T> [[nodiscard]] const T* weight() const { return reinterpret_cast<const T*>(weight_.data()); }
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
  input_array<std::uint64_t, Exec> begin_;
  input_array<std::uint32_t, Exec> to_;
  input_array<unsigned char, Exec> weight_;
  csr view_;
  weighted_csr resident_;  // the host's arrays, if they are resident
  csr_buffers<Exec> transpose_;
};

}  // namespace amorph
