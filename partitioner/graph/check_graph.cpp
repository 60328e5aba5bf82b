#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/symmetry.hpp"
#include "partitioner/common/partition.hpp"

namespace amorph::partition {
namespace {

// The first of `values` below `low`, as a line; `name` with the vertex's number.
std::string first_below(span<const std::int32_t> values, std::int32_t low, std::uint32_t constraints,
                        std::uint32_t base, const char* name) {
  for (std::size_t i = 0; i != values.size(); ++i)
    if (values[i] < low)
      return "vertex " + std::to_string(i / constraints + base) + ": expected a " + name + " of " +
             std::to_string(low) + " or more, found " + std::to_string(values[i]);
  return "";
}

std::string wrong_size(const char* what, std::size_t found, std::uint64_t expected) {
  if (found == 0 || found == expected) return "";
  return "expected " + std::to_string(expected) + " " + what + ", found " + std::to_string(found);
}

}  // namespace

std::string check_graph(const graph& g, std::uint32_t constraints, std::uint32_t base, unsigned threads) {
  std::string wrong = wrong_size("vertex weights", g.vertex_weight.size(), std::uint64_t{g.vertices} * constraints);
  if (wrong.empty()) wrong = wrong_size("vertex sizes", g.vertex_size.size(), g.vertices);
  if (wrong.empty()) wrong = wrong_size("edge weights", g.edge_weight.size(), g.to.size());
  if (wrong.empty()) wrong = first_below(g.vertex_weight, 0, constraints, base, "weight");
  if (wrong.empty()) wrong = first_below(g.vertex_size, 0, 1, base, "size");
  if (!wrong.empty()) return wrong;
  cpu_exec exec(threads);
  const csr rows{g.vertices, g.begin, g.to};
  if (wrong = describe(find_fault(exec, rows, g.edge_weight), base); !wrong.empty()) return wrong;
  for (std::uint32_t v = 0; v != g.vertices && !g.edge_weight.empty(); ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (g.edge_weight[e] < 1)
        return "vertex " + std::to_string(std::uint64_t{v} + base) + ": expected an edge weight of 1 or more, found " +
               std::to_string(g.edge_weight[e]);
  return "";
}

}  // namespace amorph::partition
