#include "solver/graph/stcon/stcon.hpp"

#include <array>

#include "solver/graph/common/checks.hpp"
#include "solver/graph/stcon/core.hpp"
#include "solver/run/dispatch.hpp"
#include "solver/run/strategy_names.hpp"

namespace amorph::stcon {
namespace {
constexpr strategy_names<strategy, 2> names = {{{"auto", strategy::automatic}, {"coloured", strategy::coloured}}};
}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(strategy s) noexcept { return name_of(names, s); }

result solve(const weighted_csr& graph, std::uint32_t from, std::uint32_t to, const options& options) {
  check_graph(graph);
  const std::array<std::uint32_t, 2> ends = {from, to};
  (void)distinct_sources(graph, ends);
  answer answer{};
  result r;
  (void)dispatch("stcon", cpu_entry(), options.run, 0, problem{graph, from, to}, answer, r.stats);
  r.stats.strategy = to_string(strategy::coloured);
  r.distance = answer.distance;
  r.visited = answer.visited;
  return r;
}

}  // namespace amorph::stcon
