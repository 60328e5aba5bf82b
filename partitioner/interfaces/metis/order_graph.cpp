// METIS_NodeND, METIS_NodeNDP, METIS_ComputeVertexSeparator, METIS_NodeRefine.
#include <algorithm>
#include <limits>
#include <optional>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/interfaces/metis/boundary.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/metis/metis.h"
#include "partitioner/interfaces/metis/option_array.hpp"
#include "partitioner/ordering/ordering.hpp"

namespace amorph::metis {
namespace {

constexpr idx_t max_32_bits = std::numeric_limits<std::int32_t>::max();

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
      {METIS_OPTION_NITER, 1, max_32_bits, "METIS_OPTION_NITER"},
      {METIS_OPTION_COMPRESS, 0, 1, "METIS_OPTION_COMPRESS"},
      {METIS_OPTION_CCORDER, 0, 1, "METIS_OPTION_CCORDER"},
      {METIS_OPTION_PFACTOR, 0, max_32_bits, "METIS_OPTION_PFACTOR"},
      {METIS_OPTION_NSEPS, 1, max_32_bits, "METIS_OPTION_NSEPS"},
      {METIS_OPTION_UFACTOR, 1, max_32_bits, "METIS_OPTION_UFACTOR"}};
  for (const rule& r : rules) {
    const idx_t value = entry(options, r.which, r.low);
    if (value < r.low || value > r.high) refuse(std::string(r.name) + " is " + std::to_string(value));
  }
}

ordering::options decode_order_options(const idx_t* options) {
  check_order_options(options);
  ordering::options o;
  const environment env = read_environment();
  o.run = env;
  o.preset = env.preset;
  o.imbalance = 1 + entry(options, METIS_OPTION_UFACTOR, 200) / 1000.0;
  o.refinement = static_cast<std::uint32_t>(entry(options, METIS_OPTION_NITER, 10));
  o.attempts = static_cast<std::uint32_t>(entry(options, METIS_OPTION_NSEPS, 1));
  o.random_matching = entry(options, METIS_OPTION_CTYPE, METIS_CTYPE_SHEM) == METIS_CTYPE_RM;
  o.two_hop = entry(options, METIS_OPTION_NO2HOP, 0) == 0;
  o.one_sided = entry(options, METIS_OPTION_RTYPE, METIS_RTYPE_SEP1SIDED) == METIS_RTYPE_SEP1SIDED;
  o.compress = entry(options, METIS_OPTION_COMPRESS, 1) == 1;
  o.components = entry(options, METIS_OPTION_CCORDER, 0) == 1;
  o.prune = 0.1 * entry(options, METIS_OPTION_PFACTOR, 0);
  o.seed = static_cast<std::uint32_t>(std::max<idx_t>(0, entry(options, METIS_OPTION_SEED, 0)));
  return o;
}

// The caller's graph, validated, and its options.
struct order_input {
  idx_t base = 0;
  ordering::options options;
  std::optional<caller_graph> graph;  // none without vertices

  order_input(idx_t n, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* caller_options)
      : base(numbering(caller_options)) {
    require_size(n, "nvtxs");
    options = decode_order_options(caller_options);
    if (n == 0) return;
    caller_arrays from;
    from.vertices = n;
    from.begin = xadj;
    from.to = adjncy;
    from.vertex_weight = vwgt;
    from.numbering = base;
    cpu_exec exec(options.run.threads);
    graph.emplace(exec, from, partition::objective::cut);
  }
};

// perm[k]: the vertex in position k; iperm its inverse.
void write_order(const std::vector<std::uint32_t>& order, idx_t base, idx_t* perm, idx_t* iperm) {
  for (std::size_t k = 0; k != order.size(); ++k) {
    perm[k] = static_cast<idx_t>(order[k]) + base;
    iperm[order[k]] = static_cast<idx_t>(k) + base;
  }
}

void order(const idx_t* nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* options,
           idx_t* perm, idx_t* iperm) {
  const order_input in(dereference(nvtxs, "nvtxs"), xadj, adjncy, vwgt, options);
  if (!in.graph) return;
  dereference(perm, "perm");
  dereference(iperm, "iperm");
  write_order(ordering::order(in.graph->view(), in.options).order, in.base, perm, iperm);
}

void order_domains(idx_t nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, idx_t npes,
                   const idx_t* options, idx_t* perm, idx_t* iperm, idx_t* sizes) {
  order_input in(nvtxs, xadj, adjncy, vwgt, options);
  if (npes < 1) refuse("npes: expected 1 or more, found " + std::to_string(npes));
  dereference(sizes, "sizes");
  if (in.graph) {
    dereference(perm, "perm");
    dereference(iperm, "iperm");
  }
  std::fill_n(sizes, 2 * static_cast<std::size_t>(npes) - 1, 0);
  if (!in.graph) return;
  in.options.domains = as_count(npes, "npes");
  const ordering::result r = ordering::order(in.graph->view(), in.options);
  write_order(r.order, in.base, perm, iperm);
  std::copy(r.sizes.begin(), r.sizes.end(), sizes);
  if (npes == 1) sizes[0] = nvtxs;
}

void separate(const idx_t* nvtxs, const idx_t* xadj, const idx_t* adjncy, const idx_t* vwgt, const idx_t* options,
              idx_t* sepsize, idx_t* part) {
  const order_input in(dereference(nvtxs, "nvtxs"), xadj, adjncy, vwgt, options);
  dereference(sepsize, "sepsize");
  if (!in.graph) {
    *sepsize = 0;
    return;
  }
  dereference(part, "part");
  const ordering::separator s = ordering::separate(in.graph->view(), in.options);
  std::copy(s.side.begin(), s.side.end(), part);  // 0, 1 and 2 under any numbering
  std::int64_t weight = s.weight;
  if (const idx_t* const exact = in.graph->exact().vertex; exact != nullptr) {
    weight = 0;
    for (std::size_t v = 0; v != s.side.size(); ++v)
      if (s.side[v] == 2) weight = exact[v] > IDX_MAX - weight ? IDX_MAX : weight + exact[v];
  }
  *sepsize = static_cast<idx_t>(std::min<std::int64_t>(weight, IDX_MAX));
}

void refine(idx_t nvtxs, const idx_t* xadj, const idx_t* vwgt, const idx_t* adjncy, idx_t* where, const idx_t* hmarker,
            real_t ubfactor) {
  order_input in(nvtxs, xadj, adjncy, vwgt, nullptr);
  if (!in.graph) return;
  dereference(where, "where");
  dereference(hmarker, "hmarker");
  if (!(ubfactor > 0)) refuse("ubfactor: expected more than 0");
  const partition::graph& g = in.graph->view();
  ordering::separator s;
  for (idx_t v = 0; v != nvtxs; ++v) {
    if (where[v] < 0 || where[v] > 2) refuse("where: expected 0 .. 2, found " + std::to_string(where[v]));
    s.side.push_back(static_cast<std::uint8_t>(where[v]));
  }
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (s.side[v] + s.side[g.to[e]] == 1) refuse("where: expected a separator, found adjacent vertices in 0 and 1");
  in.options.imbalance = static_cast<double>(ubfactor);
  host_array<std::int32_t> own;
  cpu_exec exec(in.options.run.threads);
  ordering::refine_separator(g, as_32_bits(exec, hmarker, g.vertices, "hmarker", own), in.options, s);
  std::copy(s.side.begin(), s.side.end(), where);
}

}  // namespace
}  // namespace amorph::metis

extern "C" {

int METIS_NodeND(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* perm, idx_t* iperm) {
  using namespace amorph::metis;
  return as_metis_code("METIS_NodeND", options, [&] { order(nvtxs, xadj, adjncy, vwgt, options, perm, iperm); });
}

int METIS_NodeNDP(idx_t nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t npes, idx_t* options, idx_t* perm,
                  idx_t* iperm, idx_t* sizes) {
  using namespace amorph::metis;
  return as_metis_code("METIS_NodeNDP", options,
                       [&] { order_domains(nvtxs, xadj, adjncy, vwgt, npes, options, perm, iperm, sizes); });
}

int METIS_ComputeVertexSeparator(idx_t* nvtxs, idx_t* xadj, idx_t* adjncy, idx_t* vwgt, idx_t* options, idx_t* sepsize,
                                 idx_t* part) {
  using namespace amorph::metis;
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
