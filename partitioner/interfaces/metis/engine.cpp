#include "partitioner/interfaces/metis/engine.hpp"

namespace amorph::metis {

std::optional<engine> parse_engine(std::string_view word) noexcept {
  if (word == "amorph") return engine::amorph;
  if (word == "metis") return engine::metis;
  return std::nullopt;
}

answer divide(const partition::graph& g, const partition::options& o, engine requested,
              const metis_parameters& parameters) {
  answer a;
  if (requested == engine::amorph) {
    a.result = partition::divide(g, o);
    a.remark = a.result.stats.remark;
  } else if (g.vertices <= o.parts && o.parts > 1) {
    a.result = partition::one_vertex_per_part(g, o);
  } else {
    a.ran = engine::metis;
    a.result = divide_with_metis(g, o, parameters);
  }
  return a;
}

}  // namespace amorph::metis
