// Sorts each row, then looks up the reverse of each edge by binary search. Messages are those of METIS's graphchk.
#include "tools/commands/metis/check_graph_file.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "tools/commands/metis/report.hpp"

namespace amorph::metis {
namespace {

using row_entry = std::pair<std::uint32_t, std::int32_t>;  // neighbour, weight

std::int32_t weight(const host_graph& g, std::uint64_t e) { return g.edge_weight.empty() ? 1 : g.edge_weight[e]; }

void sort_rows(host_graph& g) {
  std::vector<row_entry> row;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::uint64_t first = g.begin[v], last = g.begin[v + std::size_t{1}];
    if (std::is_sorted(g.to.data() + first, g.to.data() + last) && g.edge_weight.empty()) continue;
    row.clear();
    for (std::uint64_t e = first; e != last; ++e) row.emplace_back(g.to[e], weight(g, e));
    std::sort(row.begin(), row.end());
    for (std::uint64_t e = first; e != last; ++e) {
      g.to[e] = row[e - first].first;
      if (!g.edge_weight.empty()) g.edge_weight[e] = row[e - first].second;
    }
  }
}

// The place of `to` in the row of `from`, the first of several; the row's end if it is not there.
std::uint64_t find(const host_graph& g, std::uint32_t from, std::uint32_t to) {
  const auto* first = g.to.data() + g.begin[from];
  const auto* last = g.to.data() + g.begin[from + std::size_t{1}];
  const auto* at = std::lower_bound(first, last, to);
  return at != last && *at == to ? static_cast<std::uint64_t>(at - g.to.data()) : g.begin[from + std::size_t{1}];
}

}  // namespace

findings find_faults(host_graph& g) {
  sort_rows(g);
  findings f;
  auto report = [&f](const std::string& line) {
    if (f.faults++ < most_lines) f.lines += line;
  };
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t u = g.to[e];
      if (u == v) {
        report(text("Vertex %u contains a self-loop!\n", v + 1));
        continue;
      }
      if (e != g.begin[v] && g.to[e - 1] == u) continue;
      std::uint64_t again = e;
      while (again + 1 != g.begin[v + std::size_t{1}] && g.to[again + 1] == u) ++again;
      if (again != e)
        report(text("Edge %u from vertex %u is repeated %llu times\n", u + 1, v + 1,
                    static_cast<unsigned long long>(again - e)));
      const std::uint64_t back = find(g, u, v);
      if (back == g.begin[u + std::size_t{1}])
        report(text("Missing edge: (%u %u)!\n", u + 1, v + 1));
      else if (weight(g, back) != weight(g, e))
        report(text("Edges (u:%u v:%u wgt:%d) and (v:%u u:%u wgt:%d) do not have the same weight!\n", v + 1, u + 1,
                    weight(g, e), u + 1, v + 1, weight(g, back)));
    }
  return f;
}

host_graph corrected(const host_graph& g) {
  std::vector<std::vector<row_entry>> missing(g.vertices);
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (const std::uint32_t u = g.to[e]; find(g, u, v) == g.begin[u + std::size_t{1}])
        missing[u].emplace_back(v, weight(g, e));
  host_graph r;
  r.vertices = g.vertices;
  r.constraints = g.constraints;
  r.vertex_weight = g.vertex_weight;
  r.vertex_size = g.vertex_size;
  r.begin.assign(1, 0);
  std::vector<row_entry> row;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    row = std::move(missing[v]);
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::uint32_t u = g.to[e];
      const std::uint64_t back = find(g, u, v);
      const bool both = back != g.begin[u + std::size_t{1}];
      if (u != v) row.emplace_back(u, both ? std::min(weight(g, e), weight(g, back)) : weight(g, e));
    }
    std::sort(row.begin(), row.end());
    for (std::size_t i = 0; i != row.size(); ++i) {
      if (i != 0 && row[i].first == row[i - 1].first) continue;
      r.to.push_back(row[i].first);
      if (!g.edge_weight.empty()) r.edge_weight.push_back(row[i].second);
    }
    r.begin.push_back(r.to.size());
  }
  return r;
}

}  // namespace amorph::metis
