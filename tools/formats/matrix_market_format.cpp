// Square matrices in MatrixMarket's format as graphs. Entries are read on all threads, as arcs.
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
// Reads the text after the first line. Without `weighted`, values are read and dropped.
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

// The parts of a matrix that its graph lacks.
struct lost_parts {
  bool values = false, diagonal = false;
};

// The undirected graph of a matrix of any field and symmetry, as partitioners and orderings take it: rows are vertices,
// and i and j are adjacent if (i, j) or (j, i) is an entry, i != j; neighbours ascend. Values are weights only of an
// integer matrix that METIS's format can hold as it is, in the file's order: positive 32-bit values, equal in both
// directions (with `both_ways`, once the missing reverse arcs are added), each entry once, none on the diagonal.
lost_parts read_matrix_graph(const arc_text& from, bool both_ways, weighted_graph& g) {
  text_reader in = from.reader();
  square_matrix m;
  m.head = read_matrix_head(from, in, pattern_head);
  const bool weighted = m.head.field == "integer" && (m.head.symmetry == "general" || m.head.symmetry == "symmetric");
  read_entries(from, in, weighted, m);
  if (weighted) {
    to_rows(from.exec, m.entries, m.rows, 1, m.head.both_ways(), g);
    if (both_ways && !is_undirected(from.exec, g.view())) add_reverse_arcs(g);
    if (fits_metis(from.exec, g)) return {};
  }
  to_rows(from.exec, m.entries, m.rows, 1, true, g);
  const bool diagonal = make_simple(from.exec, g);
  return {m.head.numbers() != 0, diagonal};
}

std::string remark_on(lost_parts lost, const read_options& o) {
  if (o.simple)
    return lost.values && !o.ignore_weights
               ? "edges have no weights: METIS's format cannot hold the values of this matrix"
               : "";
  if (!lost.values) return lost.diagonal ? "the diagonal of the matrix is dropped" : "";
  return lost.diagonal ? "the values and the diagonal of the matrix are dropped"
                       : "the values of the matrix are dropped";
}

void read_matrix(graph_input& input, flow_network& to) {
  const arc_text from = input.lines('%');
  const read_options& o = input.options;
  if (o.simple || o.matrix_graph) {
    const lost_parts lost = read_matrix_graph(from, o.both_ways, to.graph);
    if (o.remark != nullptr) *o.remark = remark_on(lost, o);
    return;
  }
  text_reader in = from.reader();
  square_matrix m;
  m.head = read_matrix_head(from, in, weighted_head);
  read_entries(from, in, true, m);
  to_rows(from.exec, m.entries, m.rows, 1, m.head.both_ways(), to.graph);
}

// METIS takes the first line of a matrix for a comment, and it may have been kept when a matrix was converted. So the
// text is a graph in METIS's format if its header follows: not three numbers, or three that are no sizes of a square
// matrix and end with a format of zeros and ones.
bool is_matrix(std::string_view start) {
  text_reader in(start, "", '%');
  std::array<std::string_view, 3> number;
  if (!in.next_line()) return true;
  for (std::string_view& n : number) {
    if (in.at_line_end()) return false;
    n = in.word();
  }
  return in.at_line_end() && (number[0] == number[1] || number[2].size() > 3 ||
                              number[2].find_first_not_of("01") != std::string_view::npos);
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

}  // namespace

const graph_format matrix_market_format{
    .name = "mtx",
    .title = "MatrixMarket files",
    .lines =
        "'%%MatrixMarket matrix coordinate FIELD SYMMETRY', '%' begins comments, 'ROWS COLUMNS ENTRIES' of a "
        "square matrix, then 'ROW COLUMN [VALUE]' per entry; FIELD is real, integer or pattern, SYMMETRY general "
        "or, for both directions, symmetric",
    .endings = {".mtx"},
    .marks = {"%%MatrixMarket"},
    .recognised = is_matrix,
    .matrices = true,
    .simple = true,
    .read = read_matrix,
    .write = write_matrix};

}  // namespace amorph::arc_file
