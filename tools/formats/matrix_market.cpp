// Reads MatrixMarket's entries on all threads, as arcs, and makes the graph of a matrix of them.
#include "tools/formats/matrix_market.hpp"

#include <array>

#include "tools/base/counted.hpp"

namespace amorph::arc_file {
namespace {

// The words that a first line may have. `graph`: the values do not matter.
struct known_head {
  const char* expected;
  std::array<std::array<std::string_view, 5>, 5> words;
};
constexpr known_head weighted_head{
    "'%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric'",
    {{{"%%matrixmarket"}, {"matrix"}, {"coordinate"}, {"real", "integer", "pattern"}, {"general", "symmetric"}}}};
constexpr known_head pattern_head{"'%%MatrixMarket matrix coordinate FIELD SYMMETRY'",
                                  {{{"%%matrixmarket"},
                                    {"matrix"},
                                    {"coordinate"},
                                    {"real", "integer", "pattern", "complex", "double"},
                                    {"general", "symmetric", "skew-symmetric", "hermitian"}}}};

struct matrix_head {
  std::string field, symmetry;
  [[nodiscard]] bool both_ways() const { return symmetry != "general"; }
  [[nodiscard]] unsigned numbers() const { return field == "pattern" ? 0 : field == "complex" ? 2 : 1; }
};
// Consumes the first line, whose words are case-insensitive.
matrix_head read_matrix_head(const arc_text& from, text_reader& in, const known_head& known) {
  const std::string_view line = in.rest_of_line();
  std::array<std::string, std::tuple_size_v<decltype(known.words)> + 1> words;
  for (std::size_t at = 0, i = 0; i != words.size(); ++i) {
    at = std::min(line.find_first_not_of(" \t", at), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words[i] = line.substr(at, end - at);
    for (char& c : words[i]) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const bool valid = i == known.words.size() ? words[i].empty()
                                               : !words[i].empty() && std::count(known.words[i].begin(),
                                                                                 known.words[i].end(), words[i]) != 0;
    if (!valid) text_reader(from.text.substr(at), from.name, from.comment).fail(known.expected);
    at = end;
  }
  return {words[3], words[4]};
}

struct square_matrix {
  matrix_head head;
  std::uint32_t rows = 0;
  std::vector<arc_list> entries;
};
// Reads what follows the first line. Without `weighted`, values are read and dropped.
void read_entries(const arc_text& from_text, text_reader in, bool weighted, square_matrix& m) {
  in.require_line("the numbers of rows, columns and entries");
  const text_reader sizes = in;
  const std::uint32_t rows = m.rows = read_vertices(in, "the number of rows");
  in.space("the number of columns");
  if (read_vertices(in, "the number of columns") != rows) sizes.fail_plain("expected a square matrix, as for a graph");
  in.space("the number of entries");
  const std::uint64_t entries = read_count(in, "the number of entries");
  in.end_line();
  weight_rule rule = from_text.rule("a value");
  if (m.head.field == "integer" && !rule.integer) {
    rule.integer = true;
    rule.integer_because = ", as the first line says";
  }
  const auto read_entry = [&, numbers = m.head.numbers()](text_reader& at, arc_list& arcs) {
    const std::uint32_t from = at.number32(1, rows, "a row") - 1;
    at.space("a column");
    const std::uint32_t to = at.number32(1, rows, "a column") - 1;
    arcs.add(from, to);
    for (unsigned n = 0; n != numbers; ++n) {
      at.space(rule.name);
      if (weighted)
        arcs.weigh(at, rule);
      else
        (void)at.real(rule.name);
    }
    at.end_line();
  };
  m.entries = read_pieces(from_text, in, entries, read_entry);
  if (!m.entries.empty()) return;
  arc_list& arcs = m.entries.emplace_back();
  while (in.next_line()) {
    if (arcs.size() == entries) in.fail("the end of the file after " + counted(entries, "entry", "entries"));
    read_entry(in, arcs);
  }
  require_all(in, arcs.size(), entries, "entry");
}

bool repeats(host_array<std::uint32_t>& row) {
  std::sort(row.begin(), row.end());
  return std::adjacent_find(row.begin(), row.end()) != row.end();
}

// Whether METIS's format can hold the graph with its weights, each edge once.
bool fits_metis(cpu_exec& exec, const weighted_graph& g) {
  if (g.kind != weight_kind::int32 || !is_undirected(exec, g.view())) return false;
  std::atomic<bool> fits{true};
  exec.ranges(g.vertices, 4096, [&](std::size_t v, std::size_t last, unsigned) {
    host_array<std::uint32_t> row;
    for (; v != last && fits.load(std::memory_order_relaxed); ++v) {
      row.assign(g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                 g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v + 1]));
      const bool loop = std::count(row.begin(), row.end(), static_cast<std::uint32_t>(v)) != 0;
      const bool weights = std::all_of(g.weight32.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                                       g.weight32.begin() + static_cast<std::ptrdiff_t>(g.begin[v + 1]),
                                       [](std::int32_t w) { return w > 0; });
      if (loop || !weights || repeats(row)) fits = false;
    }
  });
  return fits;
}

// Drops weights and self-loops, and leaves each neighbour once, in ascending order. Whether there were self-loops.
bool make_simple(cpu_exec& exec, weighted_graph& g) {
  g.kind = weight_kind::none;
  g.weight32 = {};
  g.weight64 = {};
  host_array<std::uint64_t> degree(g.vertices);
  std::atomic<bool> loops{false};
  exec.ranges(g.vertices, 4096, [&](std::size_t v, std::size_t last, unsigned) {
    for (; v != last; ++v) {
      std::uint32_t *const from = g.to.data() + g.begin[v], *const all = g.to.data() + g.begin[v + 1];
      std::uint32_t* const to = std::remove(from, all, static_cast<std::uint32_t>(v));
      if (to != all) loops.store(true, std::memory_order_relaxed);
      std::sort(from, to);
      degree[v] = static_cast<std::uint64_t>(std::unique(from, to) - from);
    }
  });
  std::uint64_t at = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    std::copy_n(g.to.data() + g.begin[v], degree[v], g.to.data() + at);
    g.begin[v] = at;
    at += degree[v];
  }
  g.begin[g.vertices] = at;
  g.to.resize(at);
  return loops;
}

}  // namespace

void read_matrix_market(const arc_text& from, weighted_graph& g) {
  text_reader in = from.reader();
  square_matrix m;
  m.head = read_matrix_head(from, in, weighted_head);
  read_entries(from, in, true, m);
  to_rows(from.exec, m.entries, m.rows, 1, m.head.both_ways(), g);
}

std::string read_matrix_graph(const arc_text& from, bool both_ways, weighted_graph& g) {
  text_reader in = from.reader();
  square_matrix m;
  m.head = read_matrix_head(from, in, pattern_head);
  const bool weighted = m.head.field == "integer" && (m.head.symmetry == "general" || m.head.symmetry == "symmetric");
  read_entries(from, in, weighted, m);
  if (weighted) {
    to_rows(from.exec, m.entries, m.rows, 1, m.head.both_ways(), g);
    if (both_ways && !is_undirected(from.exec, g.view())) add_reverse_arcs(g);
    if (fits_metis(from.exec, g)) return "";
  }
  to_rows(from.exec, m.entries, m.rows, 1, true, g);
  const bool diagonal = make_simple(from.exec, g), values = m.head.numbers() != 0;
  if (!values) return diagonal ? "the diagonal of the matrix is not written" : "";
  return diagonal ? "the values and the diagonal of the matrix are not written"
                  : "the values of the matrix are not written";
}

}  // namespace amorph::arc_file
