#include "solver/graph/bfs/traversal.hpp"

#include <algorithm>
#include <array>

#include "solver/graph/bfs/core.hpp"
#include "solver/run/strategy_names.hpp"

namespace amorph::traversal {
namespace {

constexpr strategy_names<strategy, 14> names = {{{"auto", strategy::automatic},
                                                 {"mask", strategy::mask},
                                                 {"compacted", strategy::compacted},
                                                 {"worklist", strategy::worklist},
                                                 {"local-queues", strategy::local_queues},
                                                 {"prefix-sum", strategy::prefix_sum},
                                                 {"scatter-gather", strategy::scatter_gather},
                                                 {"donation", strategy::donation},
                                                 {"children", strategy::children},
                                                 {"duplicates", strategy::duplicates},
                                                 {"unique", strategy::unique},
                                                 {"split", strategy::split},
                                                 {"direction", strategy::direction},
                                                 {"persistent", strategy::persistent}}};

}  // namespace

std::optional<strategy> parse_strategy(std::string_view word) noexcept { return strategy_of(names, word); }
std::string_view to_string(strategy s) noexcept { return name_of(names, s); }

bfs_result bfs(const weighted_csr& graph, span<const std::uint32_t> sources, const bfs_options& how) {
  check_graph(graph);
  const std::vector<std::uint32_t> distinct = distinct_sources(graph, sources);
  bfs_result r;
  r.level.resize(graph.graph.vertices);
  if (how.parents) r.parent.resize(graph.graph.vertices);
  const bfs_problem problem{distinct.data(), static_cast<std::uint32_t>(distinct.size()), how.parents ? 1u : 0u};
  bfs_answer answer{r.level.data(), r.parent.data()};
  std::uint32_t ran = 0;
  dispatch("bfs", bfs_version, bfs_on_cpu(), graph, how.run, static_cast<std::uint32_t>(how.how), problem, answer,
           r.stats, ran);
  r.stats.strategy = to_string(static_cast<strategy>(ran));
  for (const std::uint32_t l : r.level)
    if (l != unreached) {
      ++r.reached;
      r.depth = std::max(r.depth, l);
    }
  return r;
}

stcon_result stcon(const weighted_csr& graph, std::uint32_t from, std::uint32_t to, const run_options& how) {
  check_graph(graph);
  const std::array<std::uint32_t, 2> ends = {from, to};
  (void)distinct_sources(graph, ends);
  stcon_result r;
  const stcon_problem problem{from, to};
  stcon_answer answer{};
  std::uint32_t ran = 0;
  dispatch("stcon", stcon_version, stcon_on_cpu(), graph, how, 0, problem, answer, r.stats, ran);
  r.stats.strategy = "coloured";
  r.distance = answer.distance;
  r.visited = answer.visited;
  return r;
}

}  // namespace amorph::traversal
