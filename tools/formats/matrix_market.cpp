// Reads MatrixMarket's entries on all threads, as arcs, and makes the graph of a matrix of them.
#include "tools/formats/matrix_market.hpp"

#include <array>

#include "tools/base/counted.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/simple_graph.hpp"

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

}  // namespace

void read_matrix(graph_input& input, weighted_graph& g, flow_network*) {
  const arc_text from = input.lines('%');
  if (input.options.simple || input.options.matrix_graph != nullptr) {
    std::string lost = read_matrix_graph(from, input.options.both_ways, g);
    if (input.options.matrix_graph != nullptr) *input.options.matrix_graph = std::move(lost);
    return;
  }
  text_reader in = from.reader();
  square_matrix m;
  m.head = read_matrix_head(from, in, weighted_head);
  read_entries(from, in, true, m);
  to_rows(from.exec, m.entries, m.rows, 1, m.head.both_ways(), g);
}

void write_matrix(text_sink& out, const flow_network& network, bool) {
  const weighted_graph& g = network.graph;
  const bool weighted = g.kind != weight_kind::none;
  out.write("%%MatrixMarket matrix coordinate ");
  out.write(!weighted ? "pattern" : g.kind == weight_kind::float32 ? "real" : "integer");
  out.write(" general\n");
  out.write_number(std::uint64_t{g.vertices});
  out.write(' ');
  out.write_number(std::uint64_t{g.vertices});
  out.write(' ');
  out.write_number(std::uint64_t{g.to.size()});
  out.write('\n');
  write_arcs(out, g, "", 1, weighted);
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
