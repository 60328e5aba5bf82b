// Arguments that all processes pass alike, the environment, and the choice between one process and all.
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "amorph/kernels/base/refuse.hpp"
#include "partitioner/interfaces/metis/option_array.hpp"
#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/preset_variable.hpp"
#include "solver/run/environment.hpp"

namespace amorph::parmetis {
namespace {

constexpr std::int64_t max_32_bits = std::numeric_limits<std::int32_t>::max();

idx_t argument(const idx_t* p, idx_t low, idx_t high, const char* name) {
  if (p == nullptr) refuse(std::string(name) + " is null");
  if (*p < low || *p > high)
    refuse(std::string(name) + ": expected " + std::to_string(low) + " .. " + std::to_string(high) + ", found " +
           std::to_string(*p));
  return *p;
}

bool is_coupled(const communicator& c, const problem& p) {
  return p.asked.coupling == 1 && p.options.parts == static_cast<std::uint32_t>(c.size());
}

void check_start(const problem& p) {
  for (idx_t v = 0; v != p.graph.local; ++v)
    if (const std::int64_t part = std::int64_t{p.part[v]} - p.graph.base; part < 0 || part >= p.options.parts)
      refuse("part: expected " + std::to_string(p.graph.base) + " .. " +
             std::to_string(p.options.parts - 1 + static_cast<std::uint32_t>(p.graph.base)) + ", found " +
             std::to_string(p.part[v]));
}

std::vector<idx_t> move_costs_of(const problem& p, double itr) {
  std::vector<idx_t> cost(static_cast<std::size_t>(p.graph.local));
  for (std::size_t v = 0; v != cost.size(); ++v) {
    const double size = p.graph.vsize == nullptr ? 1 : p.graph.vsize[v];
    cost[v] = static_cast<idx_t>(std::min<double>(std::round(size / itr), max_32_bits));
  }
  return cost;
}

// Throws bad_input; not collective.
void decode(const communicator& c, const graph_call& call, problem& p, fingerprint& same) {
  constexpr idx_t any = std::numeric_limits<idx_t>::max();
  const environment env = read_environment();
  p.gather_limit = env.gather_limit;
  p.options.run = env.run;
  p.options.preset = env.preset;
  distributed_graph& g = p.graph;
  g.base = argument(call.numflag, 0, 1, "numflag");
  const idx_t flags = argument(call.wgtflag, 0, 3, "wgtflag");
  g.has_adjwgt = (flags & 1) != 0;
  g.has_vwgt = (flags & 2) != 0;
  g.constraints = argument(call.ncon, 1, any, "ncon");
  p.options.constraints = static_cast<std::uint32_t>(g.constraints);
  p.options.parts = static_cast<std::uint32_t>(argument(call.nparts, 1, any, "nparts"));
  if (std::int64_t{g.constraints} * p.options.parts > max_32_bits) refuse("ncon * nparts exceeds 32 bits");
  g.vertices = check_distribution(c, call.vtxdist, g.base, "vtxdist");
  p.asked = read_options(call.options, call.improves);
  if (!call.improves) p.asked.coupling = 0;
  p.options.seed = static_cast<std::uint32_t>(p.asked.seed);
  if (call.edgecut == nullptr) refuse("edgecut is null");
  metis::set_targets(p.options, call.tpwgts);
  p.options.imbalance = {1.05f};
  metis::set_imbalance(p.options, call.ubvec);
  g.xadj = call.xadj;
  g.adjncy = call.adjncy;
  g.vwgt = call.vwgt;
  g.vsize = call.vsize;
  g.adjwgt = call.adjwgt;
  check_arrays(c, g);
  if (g.local != 0 && call.part == nullptr) refuse("part is null");
  p.improves = call.improves;
  p.costs = call.itr != nullptr;
  p.part = call.part;
  if (p.improves && !is_coupled(c, p)) check_start(p);
  if (p.costs && !(*call.itr > 0)) refuse("ipc2redist: expected more than 0");
  if (p.costs) p.move_cost = move_costs_of(p, static_cast<double>(*call.itr));

  for (const idx_t value : {flags, g.base, g.constraints, static_cast<idx_t>(p.options.parts), p.asked.debug_level,
                            p.asked.seed, p.asked.coupling})
    same.add(value);
  for (const std::int64_t first : g.vertices.first) same.add(first);
  for (const float target : p.options.target) same.add_real(static_cast<double>(target));
  for (const float tolerance : p.options.imbalance) same.add_real(static_cast<double>(tolerance));
  if (p.costs) same.add_real(static_cast<double>(*call.itr));
}

}  // namespace

environment read_environment() {
  environment e;
  e.run = read_run_environment();
  read_preset("AMORPH_METIS_PRESET", e.preset);
  read_variable("AMORPH_PARMETIS_GATHER_LIMIT", "a number of adjacency entries, 0 or more", [&](auto text) {
    const auto r = std::from_chars(text.data(), text.data() + text.size(), e.gather_limit);
    return r.ec == std::errc() && r.ptr == text.data() + text.size() && e.gather_limit >= 0;
  });
  return e;
}

bool is_gathered(const communicator& c, const environment& env, std::int64_t vertices, std::int64_t arcs,
                 std::int64_t constraints) {
  if (c.size() == 1) return true;
  std::int32_t gathered = 0;
  if (c.is_root()) {
    // The gathered arrays, the core's, and its coarser graphs.
    const std::int64_t bytes = 24 * arcs + (40 + 8 * constraints) * vertices;
    const std::int64_t memory = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
    gathered = (env.gather_limit >= 0 ? arcs <= env.gather_limit : bytes <= memory / 2) ? 1 : 0;
  }
  c.broadcast(gathered);
  return gathered != 0 && fits_counts(vertices, arcs, constraints);
}
bool fits_counts(std::int64_t vertices, std::int64_t arcs, std::int64_t constraints) {
  return arcs <= max_32_bits && constraints * vertices <= max_32_bits;
}

caller_options read_options(const idx_t* options, bool has_coupling) {
  caller_options o;
  o.coupling = 1;
  if (options == nullptr || options[0] == 0) return o;
  o.debug_level = options[1];
  o.seed = options[2];
  if (has_coupling) {
    if (options[3] != 1 && options[3] != 2)
      refuse("options[3]: expected PARMETIS_PSR_COUPLED or _UNCOUPLED, found " + std::to_string(options[3]));
    o.coupling = options[3];
  }
  return o;
}

problem check_call(const communicator& c, const graph_call& call) {
  problem p;
  fingerprint same;
  c.together([&] { decode(c, call, p, same); });
  same.require_equal(c);
  p.graph.all_arcs = c.sum(p.graph.arcs);
  // Nothing is wrong: from here on the caller's array may change.
  for (idx_t v = 0; v != p.graph.local && p.improves; ++v)
    p.part[v] = is_coupled(c, p) ? c.rank() : p.part[v] - p.graph.base;
  return p;
}

}  // namespace amorph::parmetis
