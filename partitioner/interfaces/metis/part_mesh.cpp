// METIS_MeshToDual, METIS_MeshToNodal, METIS_PartMeshDual, METIS_PartMeshNodal.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/metis/mesh.hpp"
#include "partitioner/interfaces/metis/metis.h"
#include "partitioner/interfaces/metis/part_graph.hpp"

namespace amorph::metis {
namespace {

// The caller's mesh, validated and numbered from 0.
struct caller_mesh {
  mesh view;
  caller_mesh(const idx_t* ne, const idx_t* nn, const idx_t* eptr, const idx_t* eind, idx_t base);

 private:
  host_array<std::uint64_t> begin_;
  host_array<std::uint32_t> node_;
};

caller_mesh::caller_mesh(const idx_t* ne, const idx_t* nn, const idx_t* eptr, const idx_t* eind, idx_t base) {
  require_size(dereference(ne, "ne"), "ne");
  require_size(dereference(nn, "nn"), "nn");
  const auto elements = static_cast<std::size_t>(*ne);
  dereference(eptr, "eptr");
  if (eptr[0] != base) refuse("eptr does not begin with " + std::to_string(base));
  begin_.resize(elements + 1);
  begin_[0] = 0;
  for (std::size_t e = 0; e != elements; ++e) {
    if (eptr[e + 1] < eptr[e]) refuse("eptr descends at element " + std::to_string(e + static_cast<std::size_t>(base)));
    begin_[e + 1] = static_cast<std::uint64_t>(eptr[e + 1] - base);
  }
  node_.resize(begin_[elements]);
  if (!node_.empty()) dereference(eind, "eind");
  for (std::size_t i = 0; i != node_.size(); ++i) {
    const std::int64_t v = std::int64_t{eind[i]} - base;
    if (v < 0 || v >= *nn) refuse("node " + std::to_string(eind[i]) + " is out of range");
    node_[i] = static_cast<std::uint32_t>(v);
  }
  view = {as_count(*ne, "ne"), as_count(*nn, "nn"), begin_, node_};
}

// Arrays from malloc, because programs release them by free() as well as by METIS_Free.
struct free_deleter {
  void operator()(idx_t* p) const { std::free(p); }
};
using c_array = std::unique_ptr<idx_t[], free_deleter>;

c_array allocate(std::size_t count) {
  c_array p(static_cast<idx_t*>(std::malloc(std::max<std::size_t>(count, 1) * sizeof(idx_t))));
  if (!p) throw std::bad_alloc();
  return p;
}

void copy_to_caller(cpu_exec& exec, const host_graph& g, idx_t base, idx_t** r_xadj, idx_t** r_adjncy) {
  dereference(r_xadj, "r_xadj");
  dereference(r_adjncy, "r_adjncy");
  if (g.to.size() > static_cast<std::size_t>(IDX_MAX - base))
    throw error(status::out_of_memory, "the number of adjacency entries exceeds 32 bits");
  c_array begin = allocate(g.begin.size()), to = allocate(g.to.size());
  exec.for_each(g.begin.size(),
                [b = begin.get(), &g, base](std::size_t i) { b[i] = static_cast<idx_t>(g.begin[i]) + base; });
  exec.for_each(g.to.size(), [t = to.get(), &g, base](std::size_t i) { t[i] = static_cast<idx_t>(g.to[i]) + base; });
  *r_xadj = begin.release();
  *r_adjncy = to.release();
}

idx_t number_flag(const idx_t* numflag) {
  const idx_t base = dereference(numflag, "numflag");
  if (base != 0 && base != 1) refuse("numflag: expected 0 or 1, found " + std::to_string(base));
  return base;
}

std::uint32_t at_least_one(const idx_t* ncommon) {
  return as_count(std::max<idx_t>(dereference(ncommon, "ncommon"), 1), "ncommon");
}

struct mesh_call {
  const idx_t *ne, *nn, *eptr, *eind, *weight, *size;
  std::optional<std::uint32_t> common;  // for the dual graph; empty for the nodal graph
  const idx_t* parts;
  const real_t* targets;
  const idx_t* options;
  idx_t *objective, *epart, *npart;
};

void part_mesh(const mesh_call& call) {
  const bool dual = call.common.has_value();
  const auto scheme = entry(call.options, METIS_OPTION_PTYPE, METIS_PTYPE_KWAY) == METIS_PTYPE_KWAY
                          ? partition::scheme::kway
                          : partition::scheme::recursive;
  array_options a = decode(call.options, scheme, 1);
  if (dereference(call.parts, "nparts") <= 0)
    refuse("nparts: expected 1 or more, found " + std::to_string(*call.parts));
  a.options.parts = as_count(*call.parts, "nparts");
  a.options.constraints = 1;
  check_number_of_parts(a.options.parts,
                        std::max<idx_t>(0, dual ? dereference(call.ne, "ne") : dereference(call.nn, "nn")));
  set_targets(a.options, call.targets);
  set_imbalance(a.options, nullptr);
  const environment env = read_environment();
  dereference(call.objective, "objval");
  const caller_mesh mesh(call.ne, call.nn, call.eptr, call.eind, a.numbering);
  cpu_exec exec(env.threads);
  host_graph g = dual ? dual_graph(exec, mesh.view, *call.common) : nodal_graph(exec, mesh.view);

  partition::graph weighted{g.vertices, g.begin, g.to, {}, {}, {}};
  host_array<std::int32_t> weights, sizes;
  std::vector<std::uint32_t> divided;
  idx_t objective = 0;
  if (g.vertices != 0) {
    exact_weights exact;
    weighted.vertex_weight = weights_of_32_bits(exec, call.weight, g.vertices, 1, weights, exact.vertex);
    if (!row_of(a.options.objective).of_edges())
      weighted.vertex_size = weights_of_32_bits(exec, call.size, g.vertices, 1, sizes, exact.size);
    bool any_nonzero = call.weight == nullptr;
    for (const auto w : weighted.vertex_weight) {
      if (w < 0) refuse("a vertex weight is negative");
      any_nonzero = any_nonzero || w != 0;
    }
    if (!any_nonzero) weighted.vertex_weight = {};  // all zero: unit weights
    for (const auto s : weighted.vertex_size)
      if (s < 0) refuse("a vertex size is negative");
    partition::result r = divide_for_caller(weighted, exact, a, env);
    objective = objective_of(r);
    divided = std::move(r.part);
  }
  std::vector<std::uint32_t> other;
  if (dual) {
    const inverse_mesh around_nodes = invert(mesh.view);
    other = induce(around_nodes.begin, around_nodes.element, divided, a.options.parts, a.options.target);
  } else {
    other = induce(mesh.view.begin, mesh.view.node, divided, a.options.parts, a.options.target);
  }
  const auto& elements = dual ? divided : other;
  const auto& nodes = dual ? other : divided;
  if (!elements.empty()) dereference(call.epart, "epart");
  if (!nodes.empty()) dereference(call.npart, "npart");
  for (std::size_t i = 0; i != elements.size(); ++i) call.epart[i] = static_cast<idx_t>(elements[i]) + a.numbering;
  for (std::size_t i = 0; i != nodes.size(); ++i) call.npart[i] = static_cast<idx_t>(nodes[i]) + a.numbering;
  *call.objective = objective;
}

// METIS's mesh partitioning reports every failure as METIS_ERROR.
int part_mesh_code(const char* function, const idx_t* options, auto call) {
  const int code = as_metis_code(function, options, call);
  return code == METIS_OK ? METIS_OK : METIS_ERROR;
}

}  // namespace
}  // namespace amorph::metis

extern "C" {

int METIS_MeshToDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* ncommon, idx_t* numflag, idx_t** r_xadj,
                     idx_t** r_adjncy) {
  using namespace amorph::metis;
  return as_metis_code("METIS_MeshToDual", nullptr, [&] {
    const idx_t base = number_flag(numflag);
    const caller_mesh mesh(ne, nn, eptr, eind, base);
    amorph::cpu_exec exec(read_environment().threads);
    copy_to_caller(exec, dual_graph(exec, mesh.view, at_least_one(ncommon)), base, r_xadj, r_adjncy);
  });
}

int METIS_MeshToNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* numflag, idx_t** r_xadj,
                      idx_t** r_adjncy) {
  using namespace amorph::metis;
  return as_metis_code("METIS_MeshToNodal", nullptr, [&] {
    const idx_t base = number_flag(numflag);
    const caller_mesh mesh(ne, nn, eptr, eind, base);
    amorph::cpu_exec exec(read_environment().threads);
    copy_to_caller(exec, nodal_graph(exec, mesh.view), base, r_xadj, r_adjncy);
  });
}

int METIS_PartMeshDual(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* ncommon,
                       idx_t* nparts, real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart) {
  using namespace amorph::metis;
  return part_mesh_code("METIS_PartMeshDual", options, [&] {
    part_mesh({ne, nn, eptr, eind, vwgt, vsize, at_least_one(ncommon), nparts, tpwgts, options, objval, epart, npart});
  });
}

int METIS_PartMeshNodal(idx_t* ne, idx_t* nn, idx_t* eptr, idx_t* eind, idx_t* vwgt, idx_t* vsize, idx_t* nparts,
                        real_t* tpwgts, idx_t* options, idx_t* objval, idx_t* epart, idx_t* npart) {
  using namespace amorph::metis;
  return part_mesh_code("METIS_PartMeshNodal", options, [&] {
    part_mesh({ne, nn, eptr, eind, vwgt, vsize, {}, nparts, tpwgts, options, objval, epart, npart});
  });
}

}  // extern "C"
