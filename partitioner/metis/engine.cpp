#include "partitioner/metis/engine.hpp"

#include <algorithm>
#include <vector>

#include "amorph/kernels/base/error.hpp"

namespace amorph::metis {
namespace {

bool has_empty_part(const partition::result& r, std::uint32_t parts) {
  std::vector<bool> used(parts, false);
  for (const std::uint32_t p : r.part) used[p] = true;
  return std::find(used.begin(), used.end(), false) != used.end();
}

// Replaces a partition in which METIS left parts empty, as it does with few vertices per part, by our partition for the
// edge cut, if supported. (The communication volume is close to the cut there: neighbours of a vertex rarely share a
// part.)
void divide_for_cut(const partition::graph& g, partition::options o, answer& a) {
  o.objective = partition::objective::cut;
  if (!partition::unsupported(g, o).empty()) return;
  a.result = partition::divide(g, o);
  a.ran = engine::amorph;
  a.remark = "METIS left parts empty: minimised the edge cut instead of the communication volume";
}

void refuse_transactions(const partition::options& o, const std::string& reason) {
  if (o.match_by == partition::synchronisation::transactions || o.refine_by == partition::synchronisation::transactions)
    throw error(
        status::bad_input,
        std::string("transactions (stm) are not available in METIS, which is needed here (").append(reason) + ")");
}

}  // namespace

std::optional<engine> parse_engine(std::string_view word) noexcept {
  if (word == "amorph") return engine::amorph;
  if (word == "metis") return engine::metis;
  return std::nullopt;
}

answer divide(const partition::graph& g, const partition::options& o, engine requested,
              const metis_parameters& parameters) {
  answer a;
  a.ran = requested;
  if (g.vertices <= o.parts && o.parts > 1) {
    a.ran = engine::amorph;
    a.result = partition::one_vertex_per_part(g, o);
    return a;
  }
  if (requested == engine::amorph) {
    const std::string reason = partition::unsupported(g, o);
    if (reason.empty()) {
      a.result = partition::divide(g, o);
      a.remark = a.result.stats.remark;
      return a;
    }
    refuse_transactions(o, reason);
    a.ran = engine::metis;
    a.remark = "computed by METIS: " + reason;
  }
  a.result = divide_with_metis(g, o, parameters);
  if (requested == engine::amorph && o.objective == partition::objective::volume && has_empty_part(a.result, o.parts))
    divide_for_cut(g, o, a);
  return a;
}

}  // namespace amorph::metis
