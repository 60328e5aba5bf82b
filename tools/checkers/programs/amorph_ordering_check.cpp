// amorph-ordering-check GRAPH IPERM [OPTION]...: verifies an ordering, from the two files only. It shares no code with
// the orderings or the readers, and eliminates the vertices one by one.
#include <cerrno>
#include <iterator>
#include <new>
#include <set>

#include "tools/checkers/programs/metis_files.hpp"

namespace {

using namespace amorph::check;

const char* const usage =
    R"(Usage: amorph-ordering-check GRAPH IPERM [OPTION]...

Eliminates the vertices of a METIS graph in the order of IPERM, which has a line per vertex with its position, 0 .. n-1,
and prints the entries of the Cholesky factor below the diagonal and the sum of c (c - 1) over its columns, c being the
entries of a column below the diagonal, as key=value lines. Needs memory for the factor. Files may be compressed.

  --nonzeros N, --operations N   these must be the numbers
  --most-operations N            there must be at most so many
  --help

Exit codes: 0 all demands are met; 1 usage error, or unreadable or invalid file; 3 out of memory; 4 a demand is
not met.
)";

std::vector<std::size_t> read_positions(const char* path, std::size_t n) {
  lines in(path);
  std::vector<std::int64_t> row;
  std::vector<std::size_t> position;
  std::vector<bool> used(n, false);
  while (in.next(row)) {
    if (row.size() != 1 || position.size() == n) in.fail("expected a position per vertex");
    const auto p = static_cast<std::size_t>(row[0]);
    if (p >= n || used[p]) in.fail("expected each position 0 .. n-1 once");
    used[p] = true;
    position.push_back(p);
  }
  if (position.size() != n) in.fail("expected " + std::to_string(n) + " positions");
  return position;
}

struct cost {
  std::uint64_t nonzeros = 0, operations = 0;
};

// A vertex's later neighbours are joined with those of the first among them, which then stand for the clique.
cost eliminate(const graph& g, const std::vector<std::size_t>& position) {
  std::vector<std::set<std::size_t>> later(g.vertices);
  for (std::size_t v = 0; v != g.vertices; ++v)
    for (std::size_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      if (const std::size_t u = position[static_cast<std::size_t>(g.to[e].vertex)]; u > position[v])
        later[position[v]].insert(u);
  cost c;
  for (auto& row : later) {
    c.nonzeros += row.size();
    if (row.empty()) continue;
    c.operations += row.size() * (row.size() - 1);
    auto& parent = later[*row.begin()];
    parent.insert(std::next(row.begin()), row.end());
    row.clear();
  }
  return c;
}

std::uint64_t number(const char* text) {
  char* rest = nullptr;
  errno = 0;
  const auto n = std::strtoull(text, &rest, 10);
  if (*text < '0' || *text > '9' || *rest != 0 || errno != 0)
    end(1, std::string("expected a number, found '") + text + "'");
  return n;
}

}  // namespace

int main(int argc, char** argv) try {
  program = "amorph-ordering-check";
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (const std::string& w : words)
    if (w == "--help") return std::fputs(usage, stdout) < 0;
  if (words.size() < 2 || words.size() % 2 != 0) end(1, "expected GRAPH IPERM [OPTION N]...; see --help");
  const graph g = read_graph(argv[1]);
  check_symmetry(argv[1], g);
  const cost c = eliminate(g, read_positions(argv[2], g.vertices));
  std::printf("nonzeros=%llu\noperations=%llu\n", static_cast<unsigned long long>(c.nonzeros),
              static_cast<unsigned long long>(c.operations));
  bool met = true;
  for (std::size_t i = 2; i != words.size(); i += 2) {
    const std::uint64_t demanded = number(words[i + 1].c_str());
    bool holds = false;
    if (words[i] == "--nonzeros")
      holds = c.nonzeros == demanded;
    else if (words[i] == "--operations")
      holds = c.operations == demanded;
    else if (words[i] == "--most-operations")
      holds = c.operations <= demanded;
    else
      end(1, "unknown option '" + words[i] + "'");
    if (!holds) std::fprintf(stderr, "%s: %s %s is not met\n", program, words[i].c_str(), words[i + 1].c_str());
    met &= holds;
  }
  return met ? 0 : 4;
} catch (const std::bad_alloc&) {
  std::fputs("amorph-ordering-check: out of memory\n", stderr);
  return 3;
}
