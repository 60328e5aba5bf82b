// Writes graphs and partitions.
#include <string>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/number_rows.hpp"

namespace amorph::graph_file {

void write_metis(output_file& out, const metis_rows& g, unsigned threads) {
  const bool weights = !g.vertex_weight.empty(), sizes = !g.vertex_size.empty(), edges = !g.edge_weight.empty();
  const std::size_t constraints = weights ? g.constraints : 0, before = constraints + sizes;
  std::string head = std::to_string(g.vertices) + ' ' + std::to_string(g.to.size() / 2);
  if (weights || sizes || edges) {
    ((head += ' ') += sizes ? '1' : '0') += weights ? '1' : '0';
    head += edges ? '1' : '0';
    if (weights && constraints != 1) (head += ' ') += std::to_string(constraints);
  }
  out.write(head += '\n');
  write_rows(
      out, g.vertices,
      [&](std::size_t v) { return static_cast<std::size_t>(g.begin[v]) * (edges ? 2 : 1) + v * before; }, threads,
      [&](std::size_t v, row_text& row) {
        if (sizes) row << g.vertex_size[v];
        for (std::size_t c = 0; c != constraints; ++c) row << g.vertex_weight[v * constraints + c];
        for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
          row << std::uint64_t{g.to[e]} + 1;
          if (edges) row << g.edge_weight[e];
        }
      });
}

void write_partition(output_file& out, span<const std::uint32_t> part, unsigned threads) {
  write_rows(out, part.size(), 1, threads, [&](std::size_t v, row_text& row) { row << part[v]; });
}

status write_metis(const std::string& path, const metis_rows& g, std::string& message, unsigned threads) noexcept {
  return guarded(message, [&] {
    output_file out;
    if (const status s = out.open(path, message); s != status::ok) return s;
    write_metis(out, g, threads);
    return out.commit(message);
  });
}

}  // namespace amorph::graph_file
