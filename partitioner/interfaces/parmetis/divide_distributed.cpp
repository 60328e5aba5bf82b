// Graphs that no process can hold: PT-Scotch's partition, or the caller's, refined by the core.
#include <algorithm>
#include <cstdio>

#include "partitioner/interfaces/parmetis/call.hpp"
#include "partitioner/interfaces/parmetis/keep_names.hpp"
#include "partitioner/interfaces/parmetis/ptscotch.hpp"
#include "partitioner/interfaces/parmetis/quotient.hpp"
#include "partitioner/interfaces/parmetis/refine.hpp"

namespace amorph::parmetis {
namespace {

// PT-Scotch's partitions vary much with the seed: the better of two.
std::int64_t start_anew(const communicator& c, const problem& p, footprint& memory) {
  scotch_graph s(c, p.graph);
  std::vector<idx_t> first;
  c.together([&] { first.resize(static_cast<std::size_t>(p.graph.local)); });
  const footprint::hold held(memory, static_cast<std::int64_t>(4 * first.size()));
  s.divide(p.options, p.options.seed, first.data());
  s.divide(p.options, p.options.seed + 1, p.part);
  const std::int64_t a = make_quotient(c, p, first.data(), memory).total_cut(),
                     b = make_quotient(c, p, p.part, memory).total_cut();
  if (a <= b) std::copy(first.begin(), first.end(), p.part);
  return std::min(a, b);
}

}  // namespace

answer divide_distributed(const communicator& c, const problem& p) {
  footprint memory;
  answer a;
  bool improved = false;
  if (p.improves) {
    std::vector<idx_t> old;
    c.together([&] { old.assign(p.part, p.part + p.graph.local); });
    const footprint::hold held(memory, static_cast<std::int64_t>(4 * old.size()));
    a.cut = refine(c, p, p.part, memory);
    improved = weigh(c, p, p.part).balanced;
    if (!improved) {  // shards cannot give weight to each other
      problem anew = p;
      anew.improves = anew.costs = false;
      start_anew(c, anew, memory);
      a.cut = refine(c, anew, p.part, memory);
      keep_names(c, p, old, p.part);
    }
  } else {
    start_anew(c, p, memory);
    a.cut = refine(c, p, p.part, memory);
  }
  const part_weights w = weigh(c, p, p.part);
  const std::int64_t peak = c.maximum(memory.peak());
  char line[200] = "";
  std::snprintf(line, sizeof line, "%s on %d processes, balance %.3f, memory %.2f of a share",
                improved ? "Amorph" : "PT-Scotch and Amorph", c.size(), w.balance,
                static_cast<double>(peak) / static_cast<double>(p.graph.share_bytes(c.size())));
  a.engine = line;
  return a;
}

}  // namespace amorph::parmetis
