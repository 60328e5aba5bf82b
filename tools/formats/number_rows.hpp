// Writes tables of numbers: rows are formatted by threads, in pieces that are written in order.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/host_graph.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph {

// A row under construction, in memory that is large enough. A blank precedes each number but the first.
class row_text {
 public:
  explicit row_text(char* at) : at_(at), begin_(at) {}

  template <class T> row_text& operator<<(T number) {
    if (at_ != begin_) *at_++ = ' ';
    at_ = std::to_chars(at_, at_ + max_number, number).ptr;  // of a double: the shortest that reads back the same
    return *this;
  }
  char* end() {
    *at_++ = '\n';
    return at_;
  }

  static constexpr std::size_t max_number = 24;  // -2.2250738585072014e-308
  static constexpr std::size_t bytes(std::size_t numbers) { return (max_number + 1) * numbers + 1; }

 private:
  char* at_;
  char* begin_;
};

// Calls row(i, text) for i in 0 .. n-1, concurrently and in no order; each puts at most `numbers` numbers. While one
// thread writes some pieces, the others format the next ones. Throws std::bad_alloc.
template <class Row> void write_rows(output_file& out, std::size_t n, std::size_t numbers, unsigned threads, Row row) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 19;  // at most
  const std::size_t row_bytes = row_text::bytes(numbers), rows = std::max<std::size_t>(1, piece_bytes / row_bytes);
  cpu_exec exec(n <= rows ? 1 : threads);
  const std::size_t pieces = std::min(4 * std::size_t{exec.threads()}, (n + rows - 1) / rows);
  struct batch {
    host_array<char> text;
    std::vector<std::size_t> size;  // of each piece
  };
  batch formatted, written;
  for (batch* b : {&formatted, &written}) {
    b->text.resize(pieces * rows * row_bytes);
    b->size.assign(pieces, 0);
  }
  const auto write = [&] {
    for (std::size_t piece = 0; piece != pieces; ++piece)
      out.write(std::string_view(written.text.data() + piece * rows * row_bytes, written.size[piece]));
  };
  const auto format = [&](std::size_t first, std::size_t piece) {
    char* const begin = formatted.text.data() + piece * rows * row_bytes;
    char* at = begin;
    const std::size_t from = std::min(n, first + piece * rows), to = std::min(n, from + rows);
    for (std::size_t i = from; i != to; ++i) {
      row_text line(at);
      row(i, line);
      at = line.end();
    }
    formatted.size[piece] = static_cast<std::size_t>(at - begin);
  };
  for (std::size_t first = 0; first < n && !out.failed(); first += pieces * rows) {
    exec.ranges(pieces + 1, 1, [&](std::size_t item, std::size_t last, unsigned) {
      for (; item != last; ++item) item == 0 ? write() : format(first, item - 1);
    });
    std::swap(formatted, written);
  }
  write();
}

}  // namespace amorph
