// amorph-partition-check GRAPH PARTFILE K [OPTION]...: verifies a partition, from the two files only. It shares no code
// with the partitioner or the readers: everything is in this file and in metis_files.hpp, single-threaded and as simple
// as possible.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <new>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "tools/checkers/programs/metis_files.hpp"

namespace {

using namespace amorph::check;

const char* const usage =
    R"(Usage: amorph-partition-check GRAPH PARTFILE K [OPTION]...

Computes cut, volume, balance and more of a partition of a METIS graph into K parts, and prints them as key=value
lines. Files may be compressed by gzip; PARTFILE has a line per vertex with its part, 0 .. K-1.

  --cut N, --volume N   the cut and the communication volume must be N
  --most-cut N          the cut must be at most N
  --hierarchy A:B:...   with --distances D:E:..., prints the communication cost: the sum over edges of weight times the
                        distance of their parts; A parts have distance D, A*B parts E at most, and so on
  --cost N              that must be N
  --ufactor U           for each constraint, each part must weigh at most the larger of 1 + U/1000 times its target,
                        and its target plus (1 - 1/K) times the heaviest vertex, which some partition always meets
  --tpwgts FILE         target weights: lines 'PART[-PART] [: CONSTRAINT[-CONSTRAINT]] = FRACTION'; parts without a
                        line share the remainder
  --fixed FILE          a line per vertex with the part where it must be, or -1
  --groups FILE         a line per vertex with a number, or -1: vertices of one number must be in one part
  --contiguous          each part must be connected
  --no-empty            each part must have a vertex
  --help

Exit codes: 0 all demands are met; 1 usage error, or unreadable or invalid file; 3 out of memory; 4 a demand is
not met.
)";

std::vector<std::int64_t> read_column(const char* path, std::size_t vertices) {
  std::ifstream in(path);
  std::vector<std::int64_t> column;
  for (std::int64_t n = 0; in >> n;) column.push_back(n);
  if (!in.eof() || column.size() != vertices)
    end(1, std::string(path) + ": expected " + std::to_string(vertices) + " numbers");
  return column;
}

std::vector<std::size_t> read_partition(const char* path, std::size_t vertices, std::size_t parts) {
  lines in(path);
  std::vector<std::int64_t> row;
  std::vector<std::size_t> part;
  while (in.next(row)) {
    if (row.size() != 1) in.fail("expected one part");
    if (row[0] < 0 || row[0] >= static_cast<std::int64_t>(parts))
      in.fail("expected a part below " + std::to_string(parts));
    part.push_back(static_cast<std::size_t>(row[0]));
  }
  if (part.size() != vertices)
    in.fail("expected " + std::to_string(vertices) + " parts, found " + std::to_string(part.size()));
  return part;
}

// target[part * constraints + c]
std::vector<double> read_targets(const char* path, std::size_t parts, std::size_t constraints) {
  std::vector<double> target(parts * constraints, path == nullptr ? 1.0 / static_cast<double>(parts) : -1);
  if (path == nullptr) return target;
  std::ifstream in(path);
  if (!in) end(1, std::string(path) + ": cannot read");
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    auto fail = [&] {
      end(1, std::string(path) + ":" + std::to_string(number) + ": expected PART[-PART] [: C[-C]] = FRACTION");
    };
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '%') continue;
    const std::size_t equals = line.find('='), colon = line.find(':');
    if (equals == std::string::npos || (colon != std::string::npos && colon > equals)) fail();
    auto range = [&](const std::string& text, std::size_t limit) {
      unsigned long first = 0, last = 0;
      char rest = 0;
      const int n = std::sscanf(text.c_str(), " %lu - %lu %c", &first, &last, &rest);
      if (n == 1) last = first;
      if (n < 1 || n > 2 || first > last || last >= limit) fail();
      return std::pair<std::size_t, std::size_t>(first, last);
    };
    const auto [p0, p1] = range(line.substr(0, std::min(colon, equals)), parts);
    const auto [c0, c1] = colon == std::string::npos ? std::pair<std::size_t, std::size_t>(0, constraints - 1)
                                                     : range(line.substr(colon + 1, equals - colon - 1), constraints);
    const double fraction = std::atof(line.c_str() + equals + 1);
    if (!(fraction > 0)) fail();
    for (std::size_t p = p0; p <= p1; ++p)
      for (std::size_t c = c0; c <= c1; ++c) target[p * constraints + c] = fraction;
  }
  for (std::size_t c = 0; c != constraints; ++c) {
    double sum = 0;
    std::size_t open = 0;
    for (std::size_t p = 0; p != parts; ++p) {
      const double t = target[p * constraints + c];
      t < 0 ? void(++open) : void(sum += t);
    }
    if (open != 0 && sum >= 1)
      end(1, std::string(path) + ": the fractions leave nothing for the parts that are not named");
    for (std::size_t p = 0; p != parts; ++p) {
      double& t = target[p * constraints + c];
      t = t < 0 ? (1 - sum) / static_cast<double>(open) : open == 0 ? t / sum : t;
    }
  }
  return target;
}

// Numbers separated by colons.
std::vector<std::int64_t> colon_list(const char* text) {
  std::vector<std::int64_t> list;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ':');) {
    char* rest = nullptr;
    list.push_back(std::strtoll(word.c_str(), &rest, 10));
    if (word.empty() || *rest != 0 || list.back() < 0)
      end(1, std::string("expected numbers separated by colons, found '") + text + "'");
  }
  return list;
}

// Between two parts: of the first level whose groups hold both.
std::int64_t distance(std::size_t p, std::size_t q, const std::vector<std::int64_t>& sizes,
                      const std::vector<std::int64_t>& distances) {
  if (p == q) return 0;
  for (std::size_t level = 0; level != sizes.size(); ++level) {
    p /= static_cast<std::size_t>(sizes[level]);
    q /= static_cast<std::size_t>(sizes[level]);
    if (p == q) return distances[level];
  }
  end(1, "the hierarchy has fewer cores than there are parts");
}

std::int64_t communication_cost(const graph& g, const std::vector<std::size_t>& part,
                                const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& distances) {
  std::int64_t twice = 0;
  for (std::size_t v = 0; v != g.vertices; ++v)
    for (std::size_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      twice += g.to[e].weight * distance(part[v], part[static_cast<std::size_t>(g.to[e].vertex)], sizes, distances);
  return twice / 2;
}

struct demands {
  bool cut = false, most_cut = false, volume = false, balance = false, contiguous = false, no_empty = false;
  bool cost = false;
  std::int64_t cut_is = 0, most_cut_is = 0, volume_is = 0, ufactor = 0;
  std::int64_t cost_is = 0;
  std::vector<std::int64_t> hierarchy = {}, distances = {};
  const char *targets = nullptr, *fixed = nullptr, *groups = nullptr;
};

// Connected components of the graph without its cut edges, by part.
std::vector<std::size_t> components(const graph& g, const std::vector<std::size_t>& part, std::size_t parts) {
  std::vector<std::size_t> count(parts, 0), stack;
  std::vector<bool> seen(g.vertices, false);
  for (std::size_t start = 0; start != g.vertices; ++start) {
    if (seen[start]) continue;
    ++count[part[start]];
    seen[start] = true;
    stack.push_back(start);
    while (!stack.empty()) {
      const std::size_t v = stack.back();
      stack.pop_back();
      for (std::size_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
        const auto u = static_cast<std::size_t>(g.to[e].vertex);
        if (seen[u] || part[u] != part[v]) continue;
        seen[u] = true;
        stack.push_back(u);
      }
    }
  }
  return count;
}

// Counts of one pass over the edges.
struct counts {
  std::int64_t cut = 0, volume = 0;
  std::size_t cut_edges = 0, boundary = 0;
  std::vector<std::size_t> vertices;          // per part
  std::vector<std::int64_t> weight;           // weight[part * constraints + c]
  std::vector<std::int64_t> total, heaviest;  // per constraint
  std::size_t most_connected = 0;             // most other parts that one part has edges to
};

counts count(const graph& g, const std::vector<std::size_t>& part, std::size_t parts) {
  counts n;
  n.vertices.assign(parts, 0);
  n.weight.assign(parts * g.constraints, 0);
  n.total.assign(g.constraints, 0);
  n.heaviest.assign(g.constraints, 0);
  std::vector<std::size_t> mark(parts, g.vertices);  // the vertex that saw a part last
  std::vector<std::vector<std::size_t>> connected(parts);
  for (std::size_t v = 0; v != g.vertices; ++v) {
    std::int64_t others = 0;
    mark[part[v]] = v;
    for (std::size_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
      const std::size_t p = part[static_cast<std::size_t>(g.to[e].vertex)];
      if (p == part[v]) continue;
      n.cut += g.to[e].weight;
      ++n.cut_edges;
      if (mark[p] != v) {
        mark[p] = v;
        ++others;
        connected[part[v]].push_back(p);
      }
    }
    n.volume += g.size[v] * others;
    if (others != 0) ++n.boundary;
    ++n.vertices[part[v]];
    for (std::size_t c = 0; c != g.constraints; ++c) {
      const std::int64_t w = g.weight[v * g.constraints + c];
      n.weight[part[v] * g.constraints + c] += w;
      n.total[c] += w;
      n.heaviest[c] = std::max(n.heaviest[c], w);
    }
  }
  n.cut /= 2;
  n.cut_edges /= 2;
  for (auto& list : connected) {
    std::sort(list.begin(), list.end());
    n.most_connected =
        std::max(n.most_connected, static_cast<std::size_t>(std::unique(list.begin(), list.end()) - list.begin()));
  }
  return n;
}

// Prints demands that are not met, and remembers that there were any.
class checker {
 public:
  void demand(bool met, const std::string& what) {
    if (met) return;
    std::fprintf(stderr, "amorph-partition-check: %s\n", what.c_str());
    code_ = 4;
  }
  void demand(const char* what, std::int64_t is, std::int64_t expected, bool met) {
    demand(met, std::string("the ") + what + " is " + std::to_string(is) + ", expected " + std::to_string(expected));
  }
  void demand(const std::string& what, std::int64_t is, std::int64_t expected) {
    demand(is == expected, "the " + what + " is " + std::to_string(is) + ", expected " + std::to_string(expected));
  }
  [[nodiscard]] int code() const { return code_; }

 private:
  int code_ = 0;
};

// The largest ratio of a part's weight to its target, per constraint. With d.balance, each part must keep its limit.
std::vector<double> balance_of(const graph& g, const counts& n, const std::vector<double>& target, std::size_t parts,
                               const demands& d, checker& j) {
  std::vector<double> balance(g.constraints, 0);
  for (std::size_t c = 0; c != g.constraints; ++c)
    for (std::size_t p = 0; p != parts; ++p) {
      const std::int64_t weight = n.weight[p * g.constraints + c];
      const double aim = target[p * g.constraints + c] * static_cast<double>(n.total[c]);
      const auto has = static_cast<double>(weight);
      if (aim > 0) balance[c] = std::max(balance[c], has / aim);
      if (!d.balance) continue;
      const double limit = std::max(aim * (1 + static_cast<double>(d.ufactor) / 1000),
                                    aim + static_cast<double>(n.heaviest[c]) * (1 - 1 / static_cast<double>(parts)));
      j.demand(has <= limit * (1 + 1e-6), "part " + std::to_string(p) + " weighs " + std::to_string(weight) +
                                              " in constraint " + std::to_string(c) + ", expected at most " +
                                              std::to_string(limit));
    }
  return balance;
}

int verify(const char* graph_path, const char* part_path, std::size_t parts, const demands& d) {
  const graph g = read_graph(graph_path);
  check_symmetry(graph_path, g);
  const std::vector<std::size_t> part = read_partition(part_path, g.vertices, parts);
  const std::vector<double> target = read_targets(d.targets, parts, g.constraints);
  checker j;
  const counts n = count(g, part, parts);
  const std::vector<double> balance = balance_of(g, n, target, parts, d, j);
  const std::vector<std::size_t> part_components = components(g, part, parts);
  const auto empty = static_cast<std::size_t>(std::count(n.vertices.begin(), n.vertices.end(), 0u));
  const bool contiguous =
      std::all_of(part_components.begin(), part_components.end(), [](std::size_t c) { return c <= 1; });

  std::printf("vertices=%zu\nedges=%zu\nconstraints=%zu\nparts=%zu\n", g.vertices, g.edges, g.constraints, parts);
  std::printf("cut=%lld\ncut_edges=%zu\nvolume=%lld\n", static_cast<long long>(n.cut), n.cut_edges,
              static_cast<long long>(n.volume));
  std::printf("balance=%.6f\n", *std::max_element(balance.begin(), balance.end()));
  for (std::size_t c = 0; g.constraints > 1 && c != g.constraints; ++c)
    std::printf("balance_%zu=%.6f\n", c, balance[c]);
  std::printf("smallest_part=%zu\nlargest_part=%zu\nempty_parts=%zu\n",
              *std::min_element(n.vertices.begin(), n.vertices.end()),
              *std::max_element(n.vertices.begin(), n.vertices.end()), empty);
  std::printf("components=%zu\ncontiguous=%s\n",
              std::accumulate(part_components.begin(), part_components.end(), std::size_t{0}),
              contiguous ? "yes" : "no");
  std::printf("boundary_vertices=%zu\nmost_connections=%zu\n", n.boundary, n.most_connected);

  if (d.fixed != nullptr) {
    const std::vector<std::int64_t> fixed = read_column(d.fixed, g.vertices);
    for (std::size_t v = 0; v != g.vertices; ++v)
      if (fixed[v] != -1)
        j.demand("part of vertex " + std::to_string(v + 1), static_cast<std::int64_t>(part[v]), fixed[v]);
  }
  if (d.groups != nullptr) {
    const std::vector<std::int64_t> group = read_column(d.groups, g.vertices);
    std::map<std::int64_t, std::size_t> part_of;
    for (std::size_t v = 0; v != g.vertices; ++v)
      if (group[v] != -1)
        j.demand(part_of.emplace(group[v], part[v]).first->second == part[v],
                 "vertex " + std::to_string(v + 1) + " is not in the part of its group");
  }
  if (!d.hierarchy.empty()) {
    const std::int64_t cost = communication_cost(g, part, d.hierarchy, d.distances);
    std::printf("cost=%lld\n", static_cast<long long>(cost));
    if (d.cost) j.demand("communication cost", cost, d.cost_is, cost == d.cost_is);
  }
  if (d.cut) j.demand("cut", n.cut, d.cut_is, n.cut == d.cut_is);
  if (d.most_cut) j.demand("cut", n.cut, d.most_cut_is, n.cut <= d.most_cut_is);
  if (d.volume) j.demand("volume", n.volume, d.volume_is, n.volume == d.volume_is);
  if (d.no_empty) j.demand(empty == 0, std::to_string(empty) + " parts are empty");
  if (d.contiguous) j.demand(contiguous, "a part is not connected");
  return j.code();
}

std::int64_t number(const char* what, const char* text) {
  char* rest = nullptr;
  errno = 0;
  const long long n = std::strtoll(text, &rest, 10);
  if (*text == 0 || *rest != 0 || errno != 0 || n < 0)
    end(1, std::string(what) + ": expected a number of 0 or more, found '" + text + "'");
  return n;
}

}  // namespace

int main(int argc, char** argv) try {
  amorph::check::program = "amorph-partition-check";
  std::vector<const char*> files;
  demands d;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--help" || word == "-h") {
      std::fputs(usage, stdout);
      return 0;
    }
    auto value = [&] {
      if (++i == argc) end(1, word + " needs a value");
      return argv[i];
    };
    auto wanted = [&](bool& on, std::int64_t& n) {
      on = true;
      n = number(word.c_str(), value());
    };
    if (word == "--cut")
      wanted(d.cut, d.cut_is);
    else if (word == "--most-cut")
      wanted(d.most_cut, d.most_cut_is);
    else if (word == "--volume")
      wanted(d.volume, d.volume_is);
    else if (word == "--cost")
      wanted(d.cost, d.cost_is);
    else if (word == "--fixed")
      d.fixed = value();
    else if (word == "--groups")
      d.groups = value();
    else if (word == "--hierarchy")
      d.hierarchy = colon_list(value());
    else if (word == "--distances")
      d.distances = colon_list(value());
    else if (word == "--ufactor")
      wanted(d.balance, d.ufactor);
    else if (word == "--tpwgts")
      d.targets = value();
    else if (word == "--contiguous")
      d.contiguous = true;
    else if (word == "--no-empty")
      d.no_empty = true;
    else if (word.size() > 1 && word[0] == '-')
      end(1, "unknown option '" + word + "'; --help lists them");
    else
      files.push_back(argv[i]);
  }
  if (files.size() != 3) end(1, "expected GRAPH PARTFILE K; --help shows the usage");
  if (d.hierarchy.size() != d.distances.size()) end(1, "expected as many distances as levels of the hierarchy");
  if (std::count(d.hierarchy.begin(), d.hierarchy.end(), 0) != 0) end(1, "expected group sizes above 0");
  const std::int64_t parts = number("K", files[2]);
  if (parts < 1 || parts > 4294967295) end(1, "expected a number of parts of 1 or more");
  return verify(files[0], files[1], static_cast<std::size_t>(parts), d);
} catch (const std::bad_alloc&) {
  end(3, "out of memory");
}
