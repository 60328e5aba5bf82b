#include "partitioner/interfaces/caller_netlist.hpp"

#include <cstdio>
#include <exception>
#include <new>

#include "partitioner/interfaces/preset_variable.hpp"

namespace amorph::hmetis {

void caller_netlist::check() const {
  for (std::uint32_t e = 0; net_weight_ != nullptr && e != nets_; ++e)
    if (net_weight_[e] < 1) refuse("net " + std::to_string(e) + " weighs " + std::to_string(net_weight_[e]));
  for (std::uint32_t v = 0; vertex_weight_ != nullptr && v != vertices_; ++v)
    if (vertex_weight_[v] < 0) refuse("vertex " + std::to_string(v) + " weighs " + std::to_string(vertex_weight_[v]));
}

void read_environment(hypergraph::options& o) {
  o.run = read_run_environment();
  read_preset("AMORPH_HMETIS_PRESET", o.preset);
}

bool run(const char* function, void (*body)(void*), void* context) noexcept {
  try {
    body(context);
    return true;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: out of memory\n", function);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", function, e.what());
  } catch (...) {
    std::fprintf(stderr, "%s: internal error\n", function);
  }
  return false;
}

}  // namespace amorph::hmetis
