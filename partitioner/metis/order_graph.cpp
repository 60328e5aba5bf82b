// METIS_NodeND, METIS_NodeNDP, METIS_ComputeVertexSeparator, METIS_NodeRefine: computed by METIS, on a normalised copy
// of the graph (caller_graph), because METIS renumbers arrays in inverse.
#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/metis/boundary.hpp"
#include "partitioner/metis/caller_graph.hpp"
#include "partitioner/metis/metis.h"
#include "partitioner/metis/metis_library.hpp"
#include "partitioner/metis/option_array.hpp"

namespace amorph::metis {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw error(status::bad_input, what); }

// METIS checks these too, but reports errors on stdout.
void check_order_options(const idx_t* options) {
  struct rule {
    moptions_et which;
    idx_t low, high;
    const char* name;
  };
  static constexpr rule rules[] = {
      {METIS_OPTION_OBJTYPE, METIS_OBJTYPE_NODE, METIS_OBJTYPE_NODE, "METIS_OPTION_OBJTYPE"},
      {METIS_OPTION_CTYPE, METIS_CTYPE_RM, METIS_CTYPE_SHEM, "METIS_OPTION_CTYPE"},
      {METIS_OPTION_IPTYPE, METIS_IPTYPE_EDGE, METIS_IPTYPE_NODE, "METIS_OPTION_IPTYPE"},
      {METIS_OPTION_RTYPE, METIS_RTYPE_SEP2SIDED, METIS_RTYPE_SEP1SIDED, "METIS_OPTION_RTYPE"},
      {METIS_OPTION_NITER, 1, IDX_MAX, "METIS_OPTION_NITER"},
      {METIS_OPTION_COMPRESS, 0, 1, "METIS_OPTION_COMPRESS"},
      {METIS_OPTION_CCORDER, 0, 1, "METIS_OPTION_CCORDER"},
      {METIS_OPTION_PFACTOR, 0, IDX_MAX, "METIS_OPTION_PFACTOR"},
      {METIS_OPTION_NSEPS, 1, IDX_MAX, "METIS_OPTION_NSEPS"},
      {METIS_OPTION_UFACTOR, 1, IDX_MAX, "METIS_OPTION_UFACTOR"}};
  for (const rule& r : rules) {
    const idx_t value = entry(options, r.which, r.low);
    if (value < r.low || value > r.high) refuse(std::string(r.name) + " is " + std::to_string(value));
  }
}

// A writable copy of the graph, numbered from 0, and its options.
struct graph_copy {
  idx_t vertices = 0;
  std::vector<idx_t> begin, to, weight;
  idx_t options[METIS_NOPTIONS];
  idx_t base = 0;

  graph_copy(idx_t n, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* caller_options);
  idx_t* weights() { return weight.empty() ? nullptr : weight.data(); }
  void copy_out(idx_t* out, const std::vector<idx_t>& values, idx_t shift) const {
    for (idx_t v = 0; v != vertices; ++v) out[v] = values[static_cast<std::size_t>(v)] + shift;
  }
};

graph_copy::graph_copy(idx_t n, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* caller_options)
    : vertices(n), base(numbering(caller_options)) {
  require_size(n, "nvtxs");
  check_order_options(caller_options);
  for (idx_t i = 0; i != METIS_NOPTIONS; ++i) options[i] = caller_options == nullptr ? -1 : caller_options[i];
  options[METIS_OPTION_NUMBERING] = 0;
  if (n == 0) return;
  caller_arrays from;
  from.vertices = n;
  from.begin = xadj;
  from.to = adjncy;
  from.vertex_weight = vwgt;
  from.numbering = base;
  cpu_exec exec(read_environment().threads);
  const caller_graph graph(exec, from, partition::objective::cut);
  const partition::graph& g = graph.view();
  if (g.to.size() >= static_cast<std::size_t>(IDX_MAX)) refuse("the number of adjacency entries exceeds 32 bits");
  begin.assign(g.begin.begin(), g.begin.end());
  to.assign(g.to.begin(), g.to.end());
  if (to.empty()) to.push_back(0);
  weight.assign(g.vertex_weight.begin(), g.vertex_weight.end());
}

void require_ok(int code) {
  if (code == METIS_OK) return;
  if (code == METIS_ERROR_INPUT) throw error(status::bad_input, "METIS refused an option");
  if (code == METIS_ERROR_MEMORY) throw error(status::out_of_memory, "METIS ran out of memory");
  throw error(status::internal, "METIS failed");
}

void order(const idx_t* nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* options,
           idx_t* perm, idx_t* iperm) {
  graph_copy g(dereference(nvtxs, "nvtxs"), xadj, adjncy, vwgt, options);
  if (g.vertices == 0) return;
  dereference(perm, "perm");
  dereference(iperm, "iperm");
  std::vector<idx_t> order(static_cast<std::size_t>(g.vertices)), inverse(order.size());
  const metis_library& metis = metis_library::require();
  {
    const inside_metis lock;
    require_ok(
        metis.node_nd(&g.vertices, g.begin.data(), g.to.data(), g.weights(), g.options, order.data(), inverse.data()));
  }
  g.copy_out(perm, order, g.base);
  g.copy_out(iperm, inverse, g.base);
}

void order_parallel(idx_t nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, idx_t npes,
                    const idx_t* options, idx_t* perm, idx_t* iperm, idx_t* sizes) {
  graph_copy g(nvtxs, xadj, adjncy, vwgt, options);
  if (npes < 1) refuse("npes: expected 1 or more, found " + std::to_string(npes));
  dereference(sizes, "sizes");
  if (g.vertices == 0) return;
  dereference(perm, "perm");
  dereference(iperm, "iperm");
  std::vector<idx_t> order(static_cast<std::size_t>(g.vertices)), inverse(order.size());
  const metis_library& metis = metis_library::require();
  {
    const inside_metis lock;
    require_ok(metis.node_ndp(g.vertices, g.begin.data(), g.to.data(), g.weights(), npes, g.options, order.data(),
                              inverse.data(), sizes));
  }
  g.copy_out(perm, order, g.base);
  g.copy_out(iperm, inverse, g.base);
}

void separate(const idx_t* nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* options,
              idx_t* sepsize, idx_t* part) {
  graph_copy g(dereference(nvtxs, "nvtxs"), xadj, adjncy, vwgt, options);
  dereference(sepsize, "sepsize");
  if (g.vertices == 0) {
    *sepsize = 0;
    return;
  }
  dereference(part, "part");
  std::vector<idx_t> side(static_cast<std::size_t>(g.vertices));
  idx_t size = 0;
  const metis_library& metis = metis_library::require();
  {
    const inside_metis lock;
    require_ok(metis.separator(&g.vertices, g.begin.data(), g.to.data(), g.weights(), g.options, &size, side.data()));
  }
  g.copy_out(part, side, 0);  // sides are 0, 1 and 2 under any numbering
  *sepsize = size;
}

void refine(idx_t nvtxs, const idx_t* xadj, const idx_t* vwgt, const idx_t* adjncy, idx_t* where, idx_t* hmarker,
            real_t ubfactor) {
  graph_copy g(nvtxs, xadj, adjncy, vwgt, nullptr);
  if (g.vertices == 0) return;
  dereference(where, "where");
  dereference(hmarker, "hmarker");
  for (idx_t v = 0; v != g.vertices; ++v)
    if (where[v] < 0 || where[v] > 2) refuse("where: expected 0 .. 2, found " + std::to_string(where[v]));
  if (g.weight.empty()) g.weight.assign(static_cast<std::size_t>(g.vertices), 1);
  const metis_library& metis = metis_library::require();
  const inside_metis lock;
  require_ok(metis.node_refine(g.vertices, g.begin.data(), g.weight.data(), g.to.data(), where, hmarker, ubfactor));
}

}  // namespace
}  // namespace amorph::metis

extern "C" {

int METIS_NodeND(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* perm, idx_t* iperm) {
  using namespace amorph::metis;
  if (inside_metis::this_thread()) return metis_library::get().node_nd(nvtxs, xadj, adjncy, vwgt, options, perm, iperm);
  return as_metis_code("METIS_NodeND", options, [&] { order(nvtxs, xadj, adjncy, vwgt, options, perm, iperm); });
}

int METIS_NodeNDP(idx_t nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t npes, idx_t* options, idx_t* perm,
                  idx_t* iperm, idx_t* sizes) {
  using namespace amorph::metis;
  return as_metis_code("METIS_NodeNDP", options,
                       [&] { order_parallel(nvtxs, xadj, adjncy, vwgt, npes, options, perm, iperm, sizes); });
}

int METIS_ComputeVertexSeparator(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* sepsize,
                                 idx_t* part) {
  using namespace amorph::metis;
  if (inside_metis::this_thread())
    return metis_library::get().separator(nvtxs, xadj, adjncy, vwgt, options, sepsize, part);
  return as_metis_code("METIS_ComputeVertexSeparator", options,
                       [&] { separate(nvtxs, xadj, adjncy, vwgt, options, sepsize, part); });
}

int METIS_NodeRefine(idx_t nvtxs, idx_t* xadj, idx_t* vwgt, idx_t* adjncy, idx_t* where, idx_t* hmarker,
                     real_t ubfactor) {
  using namespace amorph::metis;
  return as_metis_code("METIS_NodeRefine", nullptr,
                       [&] { refine(nvtxs, xadj, vwgt, adjncy, where, hmarker, ubfactor); });
}

}  // extern "C"
