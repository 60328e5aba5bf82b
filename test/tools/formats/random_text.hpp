// Random graphs as METIS files.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace amorph::test {

// A graph as a file, weighted in any way.
inline std::string random_text(std::mt19937_64& random, std::uint32_t vertices, std::uint64_t edges,
                               const std::string& gap = " ") {
  auto below = [&](std::uint64_t n) { return random() % n; };
  const bool sizes = below(3) == 0, weights = below(3) == 0, edge_weights = below(2) == 0;
  const std::uint64_t constraints = weights ? 1 + below(3) : 0;
  auto value = [&](std::uint64_t low) { return std::to_string(below(5) == 0 ? 2147483647 : low + below(200)); };
  std::vector<std::string> rows(vertices);
  for (std::string& row : rows) {
    if (sizes) row += value(0) + ' ';
    for (std::uint64_t c = 0; c != constraints; ++c) row += value(0) + ' ';
  }
  std::uint64_t taken = 0;
  for (std::uint64_t e = 0; e != edges && vertices > 1; ++e) {
    const std::uint64_t u = below(vertices), v = below(vertices);
    if (u == v) continue;
    std::string w;
    if (edge_weights) (w += ' ') += value(1);
    rows[u] += std::to_string(v + 1) + w + (below(20) == 0 ? "  " : gap);
    rows[v] += std::to_string(u + 1) + w + (below(20) == 0 ? "\t" : gap);
    ++taken;
  }
  std::string text = std::to_string(vertices) + ' ' + std::to_string(taken);
  if (sizes || weights || edge_weights || below(2) == 0) {
    const std::string format = std::to_string(100 * sizes + 10 * weights + edge_weights);
    text += ' ';
    if (below(2) == 0) text.append(3 - format.size(), '0');
    text += format;
    if (weights && (constraints > 1 || below(2) == 0)) text += ' ' + std::to_string(constraints);
  }
  const bool crlf = below(4) == 0;
  text += crlf ? "\r\n" : "\n";
  for (const std::string& row : rows) {
    if (below(30) == 0) text += "% 1 2 3\n";
    text += row;
    text += crlf ? "\r\n" : "\n";
  }
  if (!rows.empty() && !rows.back().empty() && below(4) == 0) text.pop_back();
  return text;
}

}  // namespace amorph::test
