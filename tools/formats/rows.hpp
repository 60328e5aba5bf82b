// Texts of rows of numbers, as METIS's graphs and meshes are: read in one pass over the bytes, by many threads.
//
// A text comes in stretches of whole lines (row_stretches). Each is cut in pieces, and threads parse these into arrays
// of their own (row_piece). The parser knows well-formed lines alone and stops at the first that is not; explain_row
// reads that line again, slowly, and finds the words for what is wrong with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "tools/formats/text_reader.hpp"
#include "tools/formats/text_source.hpp"

namespace amorph::graph_file {

inline constexpr std::size_t piece_bytes = std::size_t{1} << 19, line_padding = 16;
inline constexpr std::uint32_t most_weight = std::numeric_limits<std::int32_t>::max();

// What a row holds: a size, weights, then ids, each perhaps with a weight.
struct row_format {
  std::uint32_t constraints = 1, most_id = 0;  // ids are 1 .. most_id
  bool sizes = false, weights = false, id_weights = false;
  bool empty_rows = true;  // a row may hold no id
  const char* id_name = "a neighbour";
  const char* weight_name = "a vertex weight";

  [[nodiscard]] std::size_t before_ids() const { return sizes + (weights ? std::size_t{constraints} : 0); }
};

// Throws the error in the row at `in`, if there is one.
void explain_row(text_reader& in, const row_format& format);

// Whole lines, many at a time; the last has its newline even where the text does not.
class row_stretches {
 public:
  row_stretches(text_source& source, cpu_exec& exec) : source_(source), exec_(exec) {
    const std::size_t most = 4 * exec.threads() * piece_bytes,
                      all = source.size() + 2;  // a newline; a byte to see the end
    bytes_.resize((source.size() != 0 && all < most ? all : most) + line_padding);
  }

  bool next(const char*& first, const char*& last);  // false at the end of the text

 private:
  text_source& source_;
  cpu_exec& exec_;
  host_array<char> bytes_;
  std::size_t used_ = 0, taken_ = 0;
  bool ended_ = false;
};

// Lines of the text, and what a thread made of them.
struct row_piece {
  const char *first = nullptr, *last = nullptr;
  host_array<std::uint32_t> degree, ids;  // `degree`: how many ids each row has that was read; they start from 0
  host_array<std::int32_t> id_weight, weight, size;
  std::uint64_t count = 0;            // the sum of `degree`
  std::vector<std::size_t> bare;      // rows that hold nothing where something is asked for: wrong, or the end
  std::vector<std::size_t> comments;  // the row that each comment precedes
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
