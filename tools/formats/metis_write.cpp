// Writes graphs and partitions: threads format ranges of rows, which are written in order.
#include <algorithm>
#include <charconv>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::size_t piece_numbers = std::size_t{1} << 15, longest_number = 12;  // characters, with a blank

class row_text {
 public:
  void start(std::size_t numbers) {
    bytes_.resize(numbers * longest_number);
    here_ = bytes_.data();
  }
  template <class T> void number(T n, char separator) {
    here_ = std::to_chars(here_, here_ + longest_number, n).ptr;
    *here_++ = separator;
  }
  // Replaces the blank after the last number, if any, by the newline.
  void end_row(bool has_numbers) {
    if (has_numbers) --here_;
    *here_++ = '\n';
  }
  [[nodiscard]] std::string_view view() const {
    return {bytes_.data(), static_cast<std::size_t>(here_ - bytes_.data())};
  }

 private:
  host_array<char> bytes_;
  char* here_ = nullptr;
};

// Writes `rows` rows. row(text, r) appends row r. size_before(r) bounds the numbers in the rows before r, plus one per
// row.
template <class SizeBefore, class Row>
void write_rows(output_file& out, cpu_exec& exec, std::size_t rows, SizeBefore size_before, Row row) {
  std::vector<row_text> texts(4 * exec.threads());
  std::vector<std::size_t> bounds;
  // The end of the shortest range from `first` with at least `more` numbers.
  auto end_of = [&](std::size_t first, std::size_t more) {
    std::size_t low = first + 1, high = rows;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (size_before(middle) - size_before(first) < more)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  for (std::size_t first = 0; first != rows && !out.failed();) {
    bounds.assign(1, first);
    while (first != rows && bounds.size() <= texts.size()) bounds.push_back(first = end_of(first, piece_numbers));
    exec.ranges(bounds.size() - 1, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) {
        texts[a].start(size_before(bounds[a + 1]) - size_before(bounds[a]));
        for (std::size_t r = bounds[a]; r != bounds[a + 1]; ++r) row(texts[a], r);
      }
    });
    for (std::size_t i = 0; i + 1 != bounds.size(); ++i) out.write(texts[i].view());
  }
}

}  // namespace

void write_metis(output_file& out, const host_graph& g, unsigned threads) {
  cpu_exec exec(threads);
  const bool weights = !g.vertex_weight.empty(), sizes = !g.vertex_size.empty(), edges = !g.edge_weight.empty();
  std::string head = std::to_string(g.vertices) + ' ' + std::to_string(g.to.size() / 2);
  if (weights || sizes || edges) {
    ((head += ' ') += sizes ? '1' : '0') += weights ? '1' : '0';
    head += edges ? '1' : '0';
    if (weights && g.constraints != 1) (head += ' ') += std::to_string(g.constraints);
  }
  out.write(head += '\n');
  const std::size_t constraints = weights ? g.constraints : 0, before = constraints + sizes;
  write_rows(
      out, exec, g.vertices,
      [&](std::size_t v) { return static_cast<std::size_t>(g.begin[v]) * (edges ? 2 : 1) + v * (before + 1); },
      [&](row_text& text, std::size_t v) {
        if (sizes) text.number(g.vertex_size[v], ' ');
        for (std::size_t c = 0; c != constraints; ++c) text.number(g.vertex_weight[v * constraints + c], ' ');
        for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) {
          text.number(std::uint64_t{g.to[e]} + 1, ' ');
          if (edges) text.number(g.edge_weight[e], ' ');
        }
        text.end_row(before != 0 || g.begin[v] != g.begin[v + 1]);
      });
}

void write_partition(output_file& out, span<const std::uint32_t> part, unsigned threads) {
  cpu_exec exec(threads);
  write_rows(
      out, exec, part.size(), [](std::size_t v) { return v; },
      [&](row_text& text, std::size_t v) { text.number(part[v], '\n'); });
}

namespace {

template <class Fill> status write_file(const std::string& path, std::string& message, Fill fill) noexcept {
  return guarded(message, [&] {
    output_file out;
    if (const status s = out.open(path, message); s != status::ok) return s;
    fill(out);
    return out.commit(message);
  });
}

}  // namespace

status write_metis(const std::string& path, const host_graph& g, std::string& message, unsigned threads) noexcept {
  return write_file(path, message, [&](output_file& out) { write_metis(out, g, threads); });
}

status write_partition(const std::string& path, span<const std::uint32_t> part, std::string& message,
                       unsigned threads) noexcept {
  return write_file(path, message, [&](output_file& out) { write_partition(out, part, threads); });
}

}  // namespace amorph::graph_file
