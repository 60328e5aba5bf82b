// Rows of numbers, as in METIS's graphs and meshes, parsed in parallel in one pass over the bytes.
//
// The text is read in blocks of complete lines (line_blocks). Each block is split into pieces, which threads parse into
// separate arrays (row_piece). The parser accepts only well-formed lines and stops at the first other one; explain_row
// parses that line again, slowly, and throws the error message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "tools/formats/text_reader.hpp"
#include "tools/formats/text_source.hpp"

namespace amorph::graph_file {

inline constexpr std::size_t piece_bytes = std::size_t{1} << 19, line_padding = 16;
inline constexpr std::uint32_t max_weight = std::numeric_limits<std::int32_t>::max();

// The contents of a row: an optional size, weights, then ids, each with an optional weight.
struct row_format {
  std::uint32_t constraints = 1, max_id = 0;  // ids are 1 .. max_id
  bool sizes = false, weights = false, id_weights = false;
  bool empty_rows = true;  // a row may contain no id
  const char* id_name = "a neighbour";
  const char* weight_name = "a vertex weight";

  [[nodiscard]] std::size_t before_ids() const { return sizes + (weights ? std::size_t{constraints} : 0); }
};

// Throws the error in the row at `in`, if there is one.
void explain_row(text_reader& in, const row_format& format);

// Blocks of complete lines; the last line is given a newline if the text has none. Of a text that starts with a NUL
// byte, as no format does, only the start is read. Throws out_of_memory for a line of more than `max_bytes` (0: any
// number).
class line_blocks {
 public:
  line_blocks(text_source& source, cpu_exec& exec, std::string_view name, std::uint64_t max_bytes = 0)
      : source_(source), exec_(exec), name_(name), max_bytes_(max_bytes) {
    const std::size_t maximum = 4 * exec.threads() * piece_bytes,
                      all = source.size() + 2;  // a newline, and a byte to detect the end
    bytes_.resize((source.size() != 0 && all < maximum ? all : maximum) + line_padding);
  }

  bool next(const char*& first, const char*& last);  // false at the end of the text

 private:
  text_source& source_;
  cpu_exec& exec_;
  std::string name_;
  std::uint64_t max_bytes_;
  host_array<char> bytes_;
  std::size_t used_ = 0, taken_ = 0;
  bool ended_ = false;
};

// Some lines of the text, and the numbers parsed from them.
struct row_piece {
  const char *first = nullptr, *last = nullptr;
  host_array<std::uint32_t> degree, ids;  // `degree`: ids per parsed row; ids are numbered from 0
  host_array<std::int32_t> id_weight, weight, size;
  std::uint64_t count = 0;            // the sum of `degree`
  std::vector<std::size_t> bare;      // empty rows, where the format requires numbers: an error, or the end of the file
  std::vector<std::size_t> comments;  // per comment: the row that it precedes
  bool fault = false;                 // the row after the last one is not well formed
  std::uint64_t lines = 0;            // if there is no fault

  // Set when the sizes of all pieces are known.
  std::uint64_t first_line = 0, first_row = 0, first_id = 0;
  std::size_t rows = 0;  // that go into the result

  void parse(const row_format& format);
  [[nodiscard]] std::uint64_t line_of(std::size_t row) const;
  [[nodiscard]] std::string_view text_of(std::size_t row) const;  // with its newline
};

}  // namespace amorph::graph_file
