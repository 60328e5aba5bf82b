// Writes tables of numbers: rows are formatted by threads, in pieces that are written in order.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
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

// Calls row(i, text) for i in 0 .. n-1, concurrently and in no order. `numbers_before(i)` bounds the numbers in the
// rows before i. While one thread writes some pieces, the others format the next ones. Throws std::bad_alloc.
template <std::invocable<std::size_t> Bound, class Row>
void write_rows(output_file& out, std::size_t n, Bound numbers_before, unsigned threads, Row row) {
  constexpr std::size_t piece_bytes = std::size_t{1} << 19;  // unless a row has more
  const auto bytes_before = [&](std::size_t i) { return row_text::bytes(numbers_before(i)) + i; };
  const auto end_of = [&](std::size_t first) {
    std::size_t low = first + 1, high = n;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      bytes_before(middle) - bytes_before(first) < piece_bytes ? low = middle + 1 : high = middle;
    }
    return low;
  };
  cpu_exec exec(bytes_before(n) <= piece_bytes ? 1 : threads);
  struct piece {
    host_array<char> text;
    std::size_t size = 0;
  };
  std::vector<piece> formatted(4 * std::size_t{exec.threads()}), written(formatted.size());
  std::vector<std::size_t> bounds;
  const auto write = [&] {
    for (const piece& p : written) out.write(std::string_view(p.text.data(), p.size));
  };
  const auto format = [&](piece& p, std::size_t first, std::size_t last) {
    const std::size_t most = bytes_before(last) - bytes_before(first);
    if (p.text.size() < most) p.text.resize(most);
    char* at = p.text.data();
    for (; first != last; ++first) {
      row_text line(at);
      row(first, line);
      at = line.end();
    }
    p.size = static_cast<std::size_t>(at - p.text.data());
  };
  for (std::size_t first = 0; first != n && !out.failed();) {
    bounds.assign(1, first);
    while (first != n && bounds.size() <= formatted.size()) bounds.push_back(first = end_of(first));
    for (piece& p : formatted) p.size = 0;
    exec.ranges(bounds.size(), 1, [&](std::size_t item, std::size_t last, unsigned) {
      for (; item != last; ++item) item == 0 ? write() : format(formatted[item - 1], bounds[item - 1], bounds[item]);
    });
    std::swap(formatted, written);
  }
  write();
}

// At most `numbers` in each row.
template <class Row> void write_rows(output_file& out, std::size_t n, std::size_t numbers, unsigned threads, Row row) {
  write_rows(out, n, [numbers](std::size_t i) { return i * numbers; }, threads, row);
}

}  // namespace amorph
