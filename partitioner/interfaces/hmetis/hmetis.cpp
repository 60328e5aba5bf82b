// HMETIS_PartRecursive and HMETIS_PartKway.
#include "partitioner/interfaces/hmetis/hmetis.h"

#include <algorithm>

#include "partitioner/hypergraph/balance.hpp"
#include "partitioner/interfaces/caller_netlist.hpp"

namespace {

using namespace amorph;
using namespace amorph::hmetis;

struct call {
  int vertices, nets;
  const int *vertex_weight, *begin, *pin, *net_weight;
  int parts, ubfactor;
  const int* options;
  int *part, *objective;
};

enum class kind : bool { recursive, kway };

int expect(const char* name, int value, int low, int high) {
  if (value < low || value > high)
    refuse(std::string(name) + ": expected " + std::to_string(low) + " .. " + std::to_string(high) + ", found " +
           std::to_string(value));
  return value;
}

hypergraph::options decode(const call& c, kind k) {
  constexpr int most = 1 << 28;
  hypergraph::options o;
  o.parts = static_cast<std::uint32_t>(expect("nparts", c.parts, 1, most));
  o.objective = hypergraph::objective::cut;
  if (c.options == nullptr || c.options[0] == 0) return o;
  o.runs = static_cast<std::uint32_t>(expect("options[1] (Nruns)", c.options[1], 1, most));
  (void)expect("options[2] (CType)", c.options[2], 1, 5);
  if (k == kind::recursive)
    (void)expect("options[3] (RType)", c.options[3], 1, 3);
  else
    o.objective = hypergraph::objective_of_otype(static_cast<std::uint32_t>(
        expect("options[3] (OType)", c.options[3], 1, static_cast<int>(hypergraph::most_otype()))));
  if (expect("options[4] (Vcycle)", c.options[4], 0, 3) == 0) o.vcycles = 0;
  o.seed = static_cast<std::uint64_t>(std::max(0, c.options[7]));
  if (k == kind::recursive && c.options[6] != 0) o.fixed = {c.part, static_cast<std::size_t>(c.vertices)};
  return o;
}

void divide(const call& c, kind k) {
  require(c.objective, "edgecut");
  const int vertices = expect("nvtxs", c.vertices, 0, 1 << 30), nets = expect("nhedges", c.nets, 0, 1 << 30);
  if (vertices != 0) require(c.part, "part");
  const caller_netlist all(static_cast<std::uint32_t>(vertices), static_cast<std::uint32_t>(nets), c.vertex_weight,
                           c.net_weight, c.begin, c.pin);
  const hypergraph::netlist n = all.view();
  hypergraph::options o = decode(c, k);
  read_environment(o);
  if (k == kind::kway) {
    o.imbalance = expect("ubfactor", c.ubfactor, 0, 1000) / 100.0;
  } else {
    const hypergraph::part_bounds b =
        hypergraph::bounds_of_bisections(n, o.parts, expect("ubfactor", c.ubfactor, 0, 49));
    o.maximum = b.maximum;
    o.minimum = b.minimum;
  }
  const hypergraph::result r = hypergraph::divide(n, o);
  std::copy(r.part.begin(), r.part.end(), c.part);
  *c.objective = static_cast<int>(std::min<std::int64_t>(r.measured.of(o.objective), 0x7fffffff));
}

void run_call(const char* function, const call& c, kind k) {
  if (!hmetis::run(function, [&] { divide(c, k); }) && c.objective != nullptr) *c.objective = -1;
}

}  // namespace

extern "C" {

void HMETIS_PartRecursive(int nvtxs, int nhedges, int* vwgts, int* eptr, int* eind, int* hewgts, int nparts,
                          int ubfactor, int* options, int* part, int* edgecut) {
  run_call("HMETIS_PartRecursive",
           {nvtxs, nhedges, vwgts, eptr, eind, hewgts, nparts, ubfactor, options, part, edgecut}, kind::recursive);
}

void HMETIS_PartKway(int nvtxs, int nhedges, int* vwgts, int* eptr, int* eind, int* hewgts, int nparts, int ubfactor,
                     int* options, int* part, int* edgecut) {
  run_call("HMETIS_PartKway", {nvtxs, nhedges, vwgts, eptr, eind, hewgts, nparts, ubfactor, options, part, edgecut},
           kind::kway);
}

}  // extern "C"
