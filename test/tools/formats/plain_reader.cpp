// METIS's manual, section 4.1.1, read line by line: the header and its format digits, a line per vertex, then the check
// that each edge stands on both its lines with the same weight.
#include "test/tools/formats/plain_reader.hpp"

#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace amorph::test {
namespace {

// The words of a line between blanks and tabs; a carriage return at the end belongs to its end.
std::vector<std::string> words(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> all(1);
  for (const char c : line)
    if (c != ' ' && c != '\t')
      all.back() += c;
    else if (!all.back().empty())
      all.emplace_back();
  if (all.back().empty()) all.pop_back();
  return all;
}

std::optional<std::int64_t> number(const std::string& word, std::int64_t low, std::int64_t high) {
  if (word.empty()) return std::nullopt;
  __int128 n = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    n = n * 10 + (c - '0');
    if (n > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  }
  if (n < low || n > high) return std::nullopt;
  return static_cast<std::int64_t>(n);
}

// A zero with a sign is one, to METIS as well.
std::string without_sign(const std::string& word) {
  const bool zero = word.size() > 1 && word.find_first_not_of('0', 1) == std::string::npos;
  return zero && word[0] == '-' ? word.substr(1) : word;
}

}  // namespace

std::optional<host_graph> read_plainly(const std::string& text) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  std::istringstream in(text);
  auto next = [&](std::string& line) {
    while (std::getline(in, line))
      if (line.empty() || line[0] != '%') return true;
    return false;
  };
  std::string line;
  if (!next(line)) return std::nullopt;
  const auto head = words(line);
  if (head.size() < 2 || head.size() > 4) return std::nullopt;
  const auto n = number(head[0], 0, 4294967294), m = number(head[1], 0, std::int64_t{1} << 40);
  const auto format = head.size() > 2 ? number(without_sign(head[2]), 0, 111) : 0;
  const bool counted = head.size() > 3;
  const auto constraints = counted ? number(head[3], 0, 1 << 20) : 0;
  if (!n || !m || !format || !constraints) return std::nullopt;
  if (*format % 10 > 1 || *format / 10 % 10 > 1) return std::nullopt;
  const bool sizes = *format / 100 == 1, weights = *format / 10 % 10 == 1, edge_weights = *format % 10 == 1;
  if (counted && weights != (*constraints > 0)) return std::nullopt;

  host_graph g;
  g.vertices = static_cast<std::uint32_t>(*n);
  g.constraints = counted && weights ? static_cast<std::uint32_t>(*constraints) : 1;
  g.begin.push_back(0);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::multiset<std::int64_t>> edges;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    if (!next(line)) return std::nullopt;
    const auto row = words(line);
    std::size_t at = 0;
    auto take = [&](std::int64_t low, std::int64_t high) {
      return at < row.size() ? number(row[at++], low, high) : std::nullopt;
    };
    if (sizes) {
      const auto s = take(0, most);
      if (!s) return std::nullopt;
      g.vertex_size.push_back(static_cast<std::int32_t>(*s));
    }
    for (std::uint32_t c = 0; weights && c != g.constraints; ++c) {
      const auto w = take(0, most);
      if (!w) return std::nullopt;
      g.vertex_weight.push_back(static_cast<std::int32_t>(*w));
    }
    while (at < row.size()) {
      const auto u = take(1, *n), w = edge_weights ? take(1, most) : 1;
      if (!u || !w || *u - 1 == v) return std::nullopt;
      g.to.push_back(static_cast<std::uint32_t>(*u - 1));
      if (edge_weights) g.edge_weight.push_back(static_cast<std::int32_t>(*w));
      edges[{v, g.to.back()}].insert(*w);
    }
    g.begin.push_back(g.to.size());
  }
  while (next(line))
    if (!words(line).empty()) return std::nullopt;
  if (g.to.size() != 2 * static_cast<std::uint64_t>(*m)) return std::nullopt;
  for (const auto& [ends, weight] : edges) {
    const auto back = edges.find({ends.second, ends.first});
    if (back == edges.end() || back->second != weight) return std::nullopt;
  }
  return g;
}

std::string text_of(const host_graph& g) {
  std::ostringstream out;
  out << g.vertices << ' ' << g.constraints << '\n';
  auto list = [&](const char* name, const auto& values) {
    out << name;
    for (const auto x : values) out << ' ' << x;
    out << '\n';
  };
  list("begin", g.begin);
  list("to", g.to);
  list("vertex weights", g.vertex_weight);
  list("sizes", g.vertex_size);
  list("edge weights", g.edge_weight);
  return out.str();
}

}  // namespace amorph::test
