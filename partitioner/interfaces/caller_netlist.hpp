// The netlist of a caller of hMETIS's or KaHyPar's functions: their arrays become ours, checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hmetis {

template <class T> T* require(T* pointer, const char* name) {
  if (pointer == nullptr) refuse(std::string(name) + " is NULL");
  return pointer;
}

// Duplicate pins of a net are merged, and null weights are 1. Throws error(bad_input) that names the net or the vertex.
class caller_netlist {
 public:
  template <class Offset, class Pin>
  caller_netlist(std::uint32_t vertices, std::uint32_t nets, const int* vertex_weight, const int* net_weight,
                 const Offset* begin, const Pin* pin);

  [[nodiscard]] hypergraph::netlist view() const {
    const auto or_empty = [](const int* weight, std::size_t n) {
      return weight == nullptr ? span<const std::int32_t>() : span<const std::int32_t>(weight, n);
    };
    return {vertices_, nets_, begin_, pin_, or_empty(net_weight_, nets_), or_empty(vertex_weight_, vertices_), 1, 0};
  }

 private:
  void check() const;

  std::uint32_t vertices_, nets_;
  const int *vertex_weight_, *net_weight_;
  std::vector<std::uint64_t> begin_{0};
  std::vector<std::uint32_t> pin_;
};

template <class Offset, class Pin>
caller_netlist::caller_netlist(std::uint32_t vertices, std::uint32_t nets, const int* vertex_weight,
                               const int* net_weight, const Offset* begin, const Pin* pin)
    : vertices_(vertices), nets_(nets), vertex_weight_(vertex_weight), net_weight_(net_weight) {
  if (nets != 0) require(begin, "the array of offsets");
  if (nets != 0 && begin[nets] != begin[0]) require(pin, "the array of pins");
  std::vector<std::uint32_t> last_net(vertices, nets);
  for (std::uint32_t e = 0; e != nets; ++e) {
    if (begin[e + std::size_t{1}] < begin[e] || begin[e] < 0)
      refuse("the offsets of net " + std::to_string(e) + " are out of order");
    for (Offset i = begin[e]; i != begin[e + std::size_t{1}]; ++i) {
      const auto v = static_cast<std::uint32_t>(pin[i]);
      if (v >= vertices)
        refuse("net " + std::to_string(e) + " has a pin on vertex " + std::to_string(pin[i]) + " of " +
               std::to_string(vertices));
      if (last_net[v] != e) pin_.push_back(v);
      last_net[v] = e;
    }
    begin_.push_back(pin_.size());
  }
  check();
}

// $AMORPH_HMETIS_PRESET and the variables that all libraries read: preset, backend, device and threads. Throws
// environment_error.
void read_environment(hypergraph::options& o);

// Runs body(); an exception becomes a line on stderr. False if it threw.
bool run(const char* function, void (*body)(void*), void* context) noexcept;
template <class Body> bool run(const char* function, Body body) noexcept {
  return run(function, [](void* b) { (*static_cast<Body*>(b))(); }, &body);
}

}  // namespace amorph::hmetis
