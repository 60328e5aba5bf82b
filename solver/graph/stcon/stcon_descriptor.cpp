#include "solver/graph/algorithm.hpp"
#include "solver/graph/stcon/stcon.hpp"
#include "solver/graph/stcon/stcon_check.hpp"

namespace amorph::stcon {
namespace {

constexpr graph::strategy_info strategies[] = {
    {"auto", "coloured"}, {"coloured", "bidirectional search: two coloured frontiers, until they meet"}};

constexpr graph::column columns[] = {{"s stcon", "distance", "arcs on a shortest path, or unreachable"}};

graph::outcome run(const graph::request& r) {
  graph::outcome out =
      graph::outcome_of(solve(r.graph, r.sources[0], r.target, {r.run, static_cast<strategy>(r.strategy)}));
  const auto& found = out.as<result>();
  const bool joined = found.distance != unreached;
  out.summary = joined ? "distance " + std::to_string(found.distance) : "not connected";
  const figure distance = joined ? figure("distance", found.distance) : figure("distance", std::monostate());
  out.figures = {{"connected", joined}, distance, {"visited", found.visited}};
  return out;
}

std::string verify(const graph::request& r, graph::outcome& o) {
  return check::stcon_fault(r.graph, r.sources[0], r.target, o.as<result>().distance);
}

void rows(const graph::request&, const graph::outcome& o, graph::row_writer& out) {
  const std::uint32_t distance = o.as<result>().distance;
  out.line("s stcon");
  distance != unreached ? out.integer(std::uint64_t{distance}) : out.none("unreachable");
}

}  // namespace

extern const graph::algorithm descriptor;
const graph::algorithm descriptor{.name = "stcon",
                                  .summary = "the minimum number of arcs from one vertex to another",
                                  .paper = "IIIT report, section V",
                                  .strategies = strategies,
                                  .needs = {.ends = graph::ends::pair},
                                  .options = {},
                                  .heading = "distance, or unreachable",
                                  .columns = columns,
                                  .run = run,
                                  .verify = verify,
                                  .rows = rows,
                                  .costs = costs};

}  // namespace amorph::stcon
