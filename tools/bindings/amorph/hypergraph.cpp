// Hypergraphs in the C interface: partitioning, and the objectives of a given partition.
#include <algorithm>
#include <cmath>

#include "partitioner/hypergraph/check_input.hpp"
#include "partitioner/hypergraph/partition.hpp"
#include "tools/bindings/amorph/handles.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

template <class T> span<const T> array(const T* data, std::size_t size) {
  return data == nullptr ? span<const T>() : span<const T>(data, size);
}
template <class T> std::vector<T> copy(const T* data, std::size_t size) {
  return data == nullptr ? std::vector<T>() : std::vector<T>(data, data + size);
}

hypergraph::netlist view_of(const amorph_hypergraph& h) {
  if (h.nets != 0) require(h.net_begin, "net_begin");
  const std::uint64_t pins = h.nets == 0 ? 0 : h.net_begin[h.nets];
  if (pins != 0) require(h.pin, "pins");
  static constexpr std::uint64_t no_nets = 0;
  const std::uint32_t dimensions = std::max(1U, h.dimensions);
  const hypergraph::netlist n{h.vertices,
                              h.nets,
                              {h.nets == 0 ? &no_nets : h.net_begin, h.nets + std::size_t{1}},
                              array(h.pin, pins),
                              array(h.net_weight, h.nets),
                              array(h.vertex_weight, std::size_t{h.vertices} * dimensions),
                              dimensions,
                              0,
                              {}};
  if (const std::string fault = hypergraph::check_netlist(n); !fault.empty()) refuse(fault);
  return n;
}

hypergraph::options options_of(const amorph_hypergraph_options& o, const hypergraph::netlist& n,
                               const run_options& run) {
  hypergraph::options all;
  all.run = run;
  all.parts = o.parts;
  all.objective = row_number<hypergraph::objective>("objective", o.objective, hypergraph::objectives);
  all.preset = row_number<partition::preset>("preset", o.preset, partition::presets);
  if (!std::isfinite(o.imbalance)) refuse("imbalance: expected a finite number");
  if (o.imbalance != 0) all.imbalance = std::max(0.0, o.imbalance);
  all.share = copy(o.share, o.parts);
  all.maximum = copy(o.maximum, std::size_t{o.parts} * n.dimensions);
  all.minimum = copy(o.minimum, o.parts);
  all.fixed = array(o.fixed, n.vertices);
  all.group = array(o.group, n.vertices);
  all.start = array(o.start, n.vertices);
  all.move_cost = array(o.move_cost, n.vertices);
  all.runs = std::max(1U, o.runs);
  if (o.vcycles != 0) all.vcycles = std::max(0, o.vcycles);
  all.seed = o.seed;
  return all;
}

amorph_hypergraph_figures figures_of(const hypergraph::quality& q, bool balanced, std::uint32_t moved) {
  return {0, q.cut, q.km1, q.soed, q.cut_nets, q.imbalance, balanced ? 1 : 0, moved};
}

}  // namespace

extern "C" amorph_status amorph_hypergraph_partition(amorph_context* context, const amorph_hypergraph* hypergraph,
                                                     const amorph_hypergraph_options* options, uint32_t* part,
                                                     amorph_hypergraph_figures* figures) {
  return run([&] {
    require(context, "a context");
    const hypergraph::netlist n = view_of(require_struct(hypergraph, "hypergraph"));
    const amorph_hypergraph_options o = require_struct(options, "amorph_hypergraph_options");
    if (n.vertices != 0) require(part, "a place for the parts");
    check_result(figures, "amorph_hypergraph_figures");
    const hypergraph::result found = hypergraph::divide(n, options_of(o, n, context->run));
    std::copy(found.part.begin(), found.part.end(), part);
    if (figures != nullptr)
      write_struct(figures_of(found.measured, found.balanced, found.moved), figures, "amorph_hypergraph_figures");
  });
}

extern "C" amorph_status amorph_hypergraph_evaluate(const amorph_hypergraph* hypergraph, uint32_t parts,
                                                    const uint32_t* part, amorph_hypergraph_figures* figures,
                                                    int64_t* weights) {
  return run([&] {
    const hypergraph::netlist n = view_of(require_struct(hypergraph, "hypergraph"));
    if (parts < 1) refuse("expected 1 part or more");
    if (n.vertices != 0) require(part, "the parts");
    for (std::uint32_t v = 0; v != n.vertices; ++v)
      if (part[v] >= parts)
        refuse("vertex " + std::to_string(v) + " is in part " + std::to_string(part[v]) + " of " +
               std::to_string(parts));
    const hypergraph::quality q = hypergraph::measure(n, parts, {part, n.vertices});
    if (figures != nullptr) write_struct(figures_of(q, true, 0), figures, "amorph_hypergraph_figures");
    if (weights != nullptr) std::copy(q.part_weight.begin(), q.part_weight.end(), weights);
  });
}
