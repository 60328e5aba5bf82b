// Writes networks as DIMACS has them.
#include <string>

#include "amorph/arc_file.hpp"
#include "amorph/output_file.hpp"

namespace amorph::arc_file {

void write_dimacs(output_file& out, const flow_network& network) noexcept {
  const weighted_graph& g = network.graph;
  const auto number = [&](std::uint64_t n, char behind) {
    out.write_number(n);
    out.write(behind);
  };
  out.write("p max ");
  number(g.vertices, ' ');
  number(g.to.size(), '\n');
  out.write("n ");
  number(std::uint64_t{network.source} + 1, ' ');
  out.write("s\nn ");
  number(std::uint64_t{network.sink} + 1, ' ');
  out.write("t\n");
  for (std::uint32_t v = 0; v != g.vertices && !out.failed(); ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      out.write("a ");
      number(std::uint64_t{v} + 1, ' ');
      number(std::uint64_t{g.to[e]} + 1, ' ');
      const std::int64_t capacity = g.kind == weight_kind::int32   ? g.weight32[e]
                                    : g.kind == weight_kind::int64 ? g.weight64[e]
                                                                   : 1;
      out.write_number(capacity);
      out.write('\n');
    }
}

}  // namespace amorph::arc_file
