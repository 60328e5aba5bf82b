// amorph-netlist-check NETLIST PARTFILE K [--fix FILE] [--most-weight N] [--most-cut N]: recounts a partition of a
// netlist in hMETIS's format, from the files only. It shares no code with the partitioner or the readers.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

const char* const usage =
    R"(Usage: amorph-netlist-check NETLIST PARTFILE K [OPTION]...

Prints cut, km1, soed and the weights of the parts as key=value lines.

  --fix FILE       vertices must be in the parts of this file
  --most-weight N  each part must weigh at most N
  --least-weight N each part must weigh at least N
  --most-cut N     the cut must be at most N
  --dimensions D   each vertex has D weights; the limits hold for all
  --limits FILE    each part must weigh at most what its line of this file has
  --groups FILE    vertices of one number, but -1, must be in one part
  --start FILE     an old partition; -1 for new vertices
  --most-moved N   at most N vertices may have left their part of --start

Exit codes: 0 all demands are met; 1 usage error or invalid file; 4 a demand is not met.
)";

[[noreturn]] void end(int code, const std::string& message) {
  std::fprintf(stderr, "amorph-netlist-check: %s\n", message.c_str());
  std::exit(code);
}

std::vector<std::vector<long long>> read_rows(const std::string& path) {
  std::ifstream in(path);
  if (!in) end(1, path + ": cannot read");
  std::vector<std::vector<long long>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '%') continue;
    std::istringstream words(line);
    rows.emplace_back();
    for (long long n; words >> n;) rows.back().push_back(n);
  }
  return rows;
}

std::vector<long long> read_column(const std::string& path, std::size_t rows, long long low, long long high) {
  std::vector<long long> column;
  for (const auto& row : read_rows(path)) {
    if (row.size() != 1 || row[0] < low || row[0] >= high) end(1, path + ": expected a part on each line");
    column.push_back(row[0]);
  }
  if (column.size() != rows) end(1, path + ": expected a line per vertex");
  return column;
}

}  // namespace

int main(int argc, char** argv) {
  const bool asked = argc == 2 && std::strcmp(argv[1], "--help") == 0;
  if (argc < 4) {
    std::fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 1;
  }
  const auto rows = read_rows(argv[1]);
  if (rows.empty() || rows[0].size() < 2) end(1, "no header");
  const auto nets = static_cast<std::size_t>(rows[0][0]), vertices = static_cast<std::size_t>(rows[0][1]);
  const long long format = rows[0].size() > 2 ? rows[0][2] : 0, parts = std::atoll(argv[3]);
  if (rows.size() != 1 + nets + (format >= 10 ? vertices : 0)) end(1, "another number of lines than announced");
  const std::vector<long long> part = read_column(argv[2], vertices, 0, parts);
  long long cut = 0, km1 = 0, soed = 0;
  for (std::size_t e = 0; e < nets; ++e) {
    const auto& row = rows[1 + e];
    const std::size_t first = format % 10 == 1 ? 1 : 0;
    const long long weight = first == 1 ? row[0] : 1;
    std::set<long long> joined;
    for (std::size_t i = first; i < row.size(); ++i) joined.insert(part[static_cast<std::size_t>(row[i] - 1)]);
    const auto lambda = static_cast<long long>(joined.size());
    if (lambda > 1) cut += weight, km1 += weight * (lambda - 1), soed += weight * lambda;
  }
  std::size_t dimensions = 1;
  for (int i = 4; i + 1 < argc; i += 2)
    if (std::strcmp(argv[i], "--dimensions") == 0) dimensions = static_cast<std::size_t>(std::atoll(argv[i + 1]));
  std::vector<long long> weight(static_cast<std::size_t>(parts) * dimensions);
  for (std::size_t v = 0; v < vertices; ++v)
    for (std::size_t d = 0; d < dimensions; ++d) {
      if (format >= 10 && rows[1 + nets + v].size() != dimensions) end(1, "another number of weights per vertex");
      weight[static_cast<std::size_t>(part[v]) * dimensions + d] += format >= 10 ? rows[1 + nets + v][d] : 1;
    }
  std::vector<long long> start;
  std::printf("cut=%lld\nkm1=%lld\nsoed=%lld\nweights=", cut, km1, soed);
  for (const long long w : weight) std::printf("%lld ", w);
  std::printf("\n");
  for (int i = 4; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    const long long n = std::atoll(argv[i + 1]);
    if (option == "--fix") {
      const auto fixed = read_column(argv[i + 1], vertices, -1, parts);
      for (std::size_t v = 0; v < vertices; ++v)
        if (fixed[v] >= 0 && fixed[v] != part[v])
          end(4, "vertex " + std::to_string(v + 1) + " is not where it is fixed");
    } else if (option == "--most-weight") {
      for (const long long w : weight)
        if (w > n) end(4, "a part weighs " + std::to_string(w));
    } else if (option == "--least-weight") {
      for (const long long w : weight)
        if (w < n) end(4, "a part weighs " + std::to_string(w));
    } else if (option == "--most-cut") {
      if (cut > n) end(4, "the cut is " + std::to_string(cut));
    } else if (option == "--limits") {
      const auto limits = read_rows(argv[i + 1]);
      for (std::size_t p = 0; p < static_cast<std::size_t>(parts); ++p)
        for (std::size_t d = 0; d < dimensions; ++d)
          if (weight[p * dimensions + d] > limits.at(p).at(d)) end(4, "part " + std::to_string(p) + " is too heavy");
    } else if (option == "--groups") {
      const auto group = read_column(argv[i + 1], vertices, -1, 1LL << 40);
      std::map<long long, long long> part_of;
      for (std::size_t v = 0; v < vertices; ++v)
        if (group[v] >= 0 && part_of.emplace(group[v], part[v]).first->second != part[v])
          end(4, "group " + std::to_string(group[v]) + " is in several parts");
    } else if (option == "--start") {
      start = read_column(argv[i + 1], vertices, -1, parts);
    } else if (option == "--most-moved") {
      long long moved = 0;
      for (std::size_t v = 0; v < start.size(); ++v)
        if (start[v] >= 0 && start[v] != part[v]) ++moved;
      if (moved > n) end(4, std::to_string(moved) + " vertices have moved");
    } else if (option != "--dimensions") {
      end(1, "unknown option " + option);
    }
  }
  return 0;
}
