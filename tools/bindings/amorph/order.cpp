#include <algorithm>
#include <bit>
#include <cmath>

#include "partitioner/ordering/elimination.hpp"
#include "partitioner/ordering/ordering.hpp"
#include "tools/bindings/amorph/handles.hpp"
#include "tools/bindings/amorph/partition_graph.hpp"

using namespace amorph;
using namespace amorph::c_interface;

namespace {

ordering::options options_of(const amorph_order_options& o, const run_options& run) {
  if (o.imbalance != 0 && !(o.imbalance >= 1 && std::isfinite(o.imbalance)))
    refuse("expected an imbalance of 1 or more");
  if (!(o.prune >= 0)) refuse("expected a multiple of the mean degree for prune");
  if (!std::has_single_bit(std::max(1U, o.domains)))
    refuse("expected a power of 2 as the number of domains, found " + std::to_string(o.domains));
  ordering::options all;
  all.run = run;
  if (o.imbalance != 0) all.imbalance = o.imbalance;
  all.prune = o.prune;
  all.attempts = std::max(1U, o.attempts);
  all.domains = std::max(1U, o.domains);
  all.compress = o.uncompressed == 0;
  all.components = o.components != 0;
  all.seed = o.seed;
  if (o.preset < 0 || o.preset > 1) refuse("preset: expected 0 or 1, found " + std::to_string(o.preset));
  all.preset = static_cast<ordering::preset>(o.preset);
  return all;
}

}  // namespace

extern "C" amorph_status amorph_order(amorph_context* context, const amorph_partition_graph* graph,
                                      const amorph_order_options* options, uint32_t* order, uint32_t* sizes,
                                      amorph_order_figures* figures) {
  return run([&] {
    require(context, "a context");
    const amorph_partition_graph g = require_struct(graph, "graph");
    const ordering::options all = options_of(
        options == nullptr ? amorph_order_options() : require_struct(options, "amorph_order_options"), context->run);
    if (g.vertices != 0) require(order, "a place for the order");
    check_result(figures, "amorph_order_figures");
    const partition::graph view = checked_graph(g, 1, all.run.threads);
    const ordering::result found = ordering::order(view, all);
    std::copy(found.order.begin(), found.order.end(), order);
    if (sizes != nullptr) std::copy(found.sizes.begin(), found.sizes.end(), sizes);
    if (figures == nullptr) return;
    const ordering::factor_cost cost = ordering::cost_of(view, found.order);
    write_struct<amorph_order_figures>({0, cost.nonzeros, cost.operations}, figures, "amorph_order_figures");
  });
}
