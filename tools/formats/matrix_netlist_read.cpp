// Sparse matrices in MatrixMarket's format as netlists (Catalyurek and Aykanat, "Hypergraph-partitioning-based
// decomposition for parallel sparse-matrix vector multiplication", 1999: the row-net and the column-net model).
#include <algorithm>
#include <array>
#include <limits>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/named_netlist.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::named_netlist {
namespace {

constexpr std::uint32_t max_ids = std::numeric_limits<std::uint32_t>::max() - 1;

struct header {
  std::uint32_t numbers = 0;  // per entry, after its place
  bool symmetric = false;     // in any sense: each entry off the diagonal stands for two
};

std::string lower(std::string_view word) {
  std::string s(word);
  for (char& c : s) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return s;
}

header read_header(text_reader& in) {
  constexpr char banner[] = "'%%MatrixMarket matrix coordinate FIELD SYMMETRY'";
  if (in.left() == 0) in.fail(banner);
  const text_reader at = in;
  std::array<std::string, 5> word;
  for (std::string& w : word) {
    w = lower(in.word());
    in.blanks();
  }
  header h;
  if (word[0] != "%%matrixmarket" || word[1] != "matrix") at.fail_plain("expected " + std::string(banner));
  if (word[2] == "array") at.fail_plain("a dense matrix ('array') has no sparse rows; expected 'coordinate'");
  if (word[2] != "coordinate") at.fail_plain("expected 'coordinate', found '" + word[2] + "'");
  if (word[3] == "real" || word[3] == "integer" || word[3] == "double")
    h.numbers = 1;
  else if (word[3] == "complex")
    h.numbers = 2;
  else if (word[3] != "pattern")
    at.fail_plain("expected a field real, integer, complex or pattern, found '" + word[3] + "'");
  h.symmetric = word[4] == "symmetric" || word[4] == "skew-symmetric" || word[4] == "hermitian";
  if (!h.symmetric && word[4] != "general")
    at.fail_plain("expected a symmetry general, symmetric, skew-symmetric or hermitian, found '" + word[4] + "'");
  in.end_row();
  return h;
}

void read_from(text_reader in, matrix_nets nets, netlist& result) {
  result = {};
  const header h = read_header(in);
  in.require_line("the numbers of rows, columns and entries");
  const text_reader at_size = in;
  const std::uint32_t rows = in.number32(0, max_ids, "the number of rows");
  in.blanks();
  const std::uint32_t columns = in.number32(0, max_ids, "the number of columns");
  in.blanks();
  const std::uint64_t entries = in.number(0, std::numeric_limits<std::int64_t>::max(), "the number of entries");
  in.end_line();
  if (h.symmetric && rows != columns) at_size.fail_plain("a symmetric matrix has as many rows as columns");
  if (entries > in.left()) in.fail_plain("expected " + std::to_string(entries) + " entries, but the file is too short");
  const bool by_rows = nets == matrix_nets::rows;
  const std::uint64_t plausible = std::max<std::uint64_t>(std::uint64_t{1} << 24, 64 * in.size());
  if (std::max(rows, columns) > plausible)
    at_size.fail_plain("so large a matrix is implausible for a file of this size");
  std::vector<std::array<std::uint32_t, 2>> entry;  // net, vertex
  for (std::uint64_t i = 0; i != entries; ++i) {
    if (!in.next_line()) in.fail("entry " + std::to_string(i + 1) + " of " + std::to_string(entries));
    const std::uint32_t r = in.number32(1, rows, "a row") - 1;
    in.blanks();
    const std::uint32_t c = in.number32(1, columns, "a column") - 1;
    for (std::uint32_t n = 0; n != h.numbers; ++n) {
      in.blanks();
      (void)in.real("a number");
    }
    in.end_line();
    entry.push_back({by_rows ? r : c, by_rows ? c : r});
    if (h.symmetric && r != c) entry.push_back({by_rows ? c : r, by_rows ? r : c});
  }
  if (in.next_line()) in.fail("the end of the file");
  std::sort(entry.begin(), entry.end());
  entry.erase(std::unique(entry.begin(), entry.end()), entry.end());
  const std::uint32_t vertices = by_rows ? columns : rows;
  result.weight.assign(vertices, 0);
  for (std::uint32_t v = 0; v != vertices; ++v) result.name.push_back(std::to_string(v + 1));
  for (std::size_t i = 0; i != entry.size(); ++i) {
    result.pin.push_back(entry[i][1]);
    ++result.weight[entry[i][1]];
    if (i + 1 == entry.size() || entry[i + 1][0] != entry[i][0]) result.end_net();
  }
}

}  // namespace

void netlist::end_net() {
  const auto first = pin.begin() + static_cast<std::ptrdiff_t>(begin.back());
  std::sort(first, pin.end());
  pin.erase(std::unique(first, pin.end()), pin.end());
  if (pin.size() - begin.back() < 2)
    pin.resize(begin.back());
  else
    begin.push_back(pin.size());
}

status parse_matrix(std::string_view text, const std::string& name, matrix_nets nets, netlist& result,
                    std::string& message) noexcept {
  return guarded(message, [&] { read_from(text_reader(text, name, '%'), nets, result); });
}

status read_matrix(const std::string& path, matrix_nets nets, netlist& result, std::string& message) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_from(text_reader(text.view(), input_name(path), '%'), nets, result);
    return s;
  });
}

}  // namespace amorph::named_netlist
