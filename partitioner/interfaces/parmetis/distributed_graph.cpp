#include "partitioner/interfaces/parmetis/distributed_graph.hpp"

#include <bit>
#include <string>

#include "amorph/kernels/base/refuse.hpp"

namespace amorph::parmetis {
namespace {

void require_not_negative(const idx_t* values, std::size_t count, const char* name) {
  if (values == nullptr) return;
  for (std::size_t i = 0; i != count; ++i)
    if (values[i] < 0) refuse(std::string(name) + ": expected 0 or more, found " + std::to_string(values[i]));
}

}  // namespace

distribution check_distribution(const communicator& c, const idx_t* vtxdist, idx_t base, const char* name) {
  if (vtxdist == nullptr) refuse(std::string(name) + " is null");
  distribution d;
  d.first.push_back(0);
  if (vtxdist[0] != base) refuse(std::string(name) + " does not begin with " + std::to_string(base));
  for (int r = 0; r != c.size(); ++r) {
    if (vtxdist[r + 1] < vtxdist[r]) refuse(std::string(name) + " descends at process " + std::to_string(r));
    d.first.push_back(std::int64_t{vtxdist[r + 1]} - base);
  }
  return d;
}

void fingerprint::add_real(double value) { add(std::bit_cast<std::int64_t>(value)); }

void fingerprint::require_equal(const communicator& c) const {
  const auto low = c.reduce(sum_, MPI_MIN), high = c.reduce(sum_, MPI_MAX);
  if (low != high)
    refuse("the processes disagree on vtxdist, wgtflag, numflag, ncon, nparts, tpwgts, ubvec, options or the like");
}

std::int64_t distributed_graph::share_bytes(int processes) const {
  std::int64_t bytes = 8 * (total() + 1) + 4 * all_arcs;
  if (has_vwgt) bytes += 4 * constraints * total();
  if (has_adjwgt) bytes += 4 * all_arcs;
  return bytes / processes;
}

void check_arrays(const communicator& c, distributed_graph& g) {
  g.local = static_cast<idx_t>(g.vertices.count(c.rank()));
  g.arcs = 0;
  if (g.local == 0) {
    static constexpr idx_t none[2] = {0, 0};
    g.xadj = none;  // its arrays may be null
    return;
  }
  if (g.xadj == nullptr) refuse("xadj is null");
  if (g.xadj[0] != g.base) refuse("xadj does not begin with " + std::to_string(g.base));
  for (idx_t v = 0; v != g.local; ++v)
    if (g.xadj[v + 1] < g.xadj[v]) refuse("xadj descends at local vertex " + std::to_string(v));
  g.arcs = g.begin(g.local);
  if (g.arcs != 0 && g.adjncy == nullptr) refuse("adjncy is null");
  for (std::int64_t e = 0; e != g.arcs; ++e)
    if (g.neighbour(e) < 0 || g.neighbour(e) >= g.total())
      refuse("adjncy: vertex " + std::to_string(g.adjncy[e]) + " is out of range");
  if (g.has_vwgt && g.vwgt == nullptr) refuse("wgtflag announces vertex weights, and vwgt is null");
  if (g.has_adjwgt && g.arcs != 0 && g.adjwgt == nullptr) refuse("wgtflag announces edge weights, and adjwgt is null");
  if (!g.has_vwgt) g.vwgt = nullptr;
  if (!g.has_adjwgt) g.adjwgt = nullptr;
  const auto n = static_cast<std::size_t>(g.local);
  require_not_negative(g.vwgt, n * static_cast<std::size_t>(g.constraints), "vwgt");
  require_not_negative(g.vsize, n, "vsize");
  require_not_negative(g.adjwgt, static_cast<std::size_t>(g.arcs), "adjwgt");
}

}  // namespace amorph::parmetis
