// A hypergraph of the multilevel hierarchy, and the view that kernels get.
#pragma once

#include <bit>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph::hypergraph {

using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint32_t;
using std::uint64_t;

inline constexpr uint32_t none = ~uint32_t{0};

// In the executor's memory. Pins of a net and nets of a vertex are in ascending order, except for the pins of the
// finest level, whose order is the caller's.
struct hypergraph_view {
  uint32_t vertices, nets;
  const uint64_t* net_begin;
  const uint32_t* pin;
  const uint64_t* vertex_begin;
  const uint32_t* net;
  const int32_t* net_weight;     // null: all 1
  const int32_t* vertex_weight;  // null: all 1
  const int32_t* fixed;          // null: none
  const uint32_t* guard;         // null: none
  const int32_t* move_cost;      // null: all 0
  uint32_t dimensions;
  const int32_t* weights;  // null: vertex_weight is the only one

  AMORPH_HD int32_t weight_of_net(size_t e) const { return net_weight != nullptr ? net_weight[e] : 1; }
  AMORPH_HD int32_t weight(size_t v) const { return vertex_weight != nullptr ? vertex_weight[v] : 1; }
  AMORPH_HD int32_t part_of_fixed(size_t v) const { return fixed != nullptr ? fixed[v] : -1; }
  AMORPH_HD uint32_t guard_of(size_t v) const { return guard != nullptr ? guard[v] : 0; }
};

template <class Exec> struct level {
  template <class T> using buffer = typename Exec::template buffer<T>;

  uint64_t pins = 0;
  buffer<uint64_t> net_begin, vertex_begin;
  buffer<uint32_t> pin, net;
  buffer<int32_t> net_weight, vertex_weight, fixed, move_cost, weights;
  buffer<uint32_t> guard;
  buffer<uint32_t> map;  // to the vertices of the next coarser level
  hypergraph_view view{};
};

// Fills vertex_begin and net from net_begin and pin. O(pins) per 8 bits of a vertex number.
template <class Exec> void transpose(Exec& exec, level<Exec>& l) {
  const uint32_t vertices = l.view.vertices;
  const uint64_t* const net_begin = l.view.net_begin;
  const uint32_t* const pin = l.view.pin;
  typename Exec::template buffer<uint32_t> keys(exec, l.pins), degree(exec, vertices);
  l.net = typename Exec::template buffer<uint32_t>(exec, l.pins);
  l.vertex_begin = typename Exec::template buffer<uint64_t>(exec, vertices + size_t{1});
  exec.fill(degree.span(), 0);
  uint32_t* const key = keys.data();
  uint32_t* const count = degree.data();
  uint32_t* const net = l.net.data();
  exec.for_each_team(
      l.view.nets, AMORPH_LAMBDA(typename Exec::team team, size_t e) {
        for (uint64_t i = net_begin[e] + team.rank(), end = net_begin[e + 1]; i < end; i += team.size()) {
          key[i] = pin[i];
          net[i] = static_cast<uint32_t>(e);
          atomic_add(&count[pin[i]], 1u);
        }
      });
  offsets(exec, degree.span(), l.vertex_begin.span());
  sort_pairs(exec, keys.span(), l.net.span(), 0, static_cast<unsigned>(std::bit_width(vertices)));
  l.view.vertex_begin = l.vertex_begin.data();
  l.view.net = l.net.data();
}

}  // namespace amorph::hypergraph
