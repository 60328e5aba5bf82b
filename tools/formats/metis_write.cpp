// Writes graphs and partitions: threads turn stretches of rows into text, which goes to the file in order.
#include <algorithm>
#include <charconv>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::size_t piece_numbers = std::size_t{1} << 15, longest_number = 12;  // with a blank

class row_text {
 public:
  void start(std::size_t numbers) {
    bytes_.resize(numbers * longest_number);
    here_ = bytes_.data();
  }
  template <class T> void number(T n, char behind) {
    here_ = std::to_chars(here_, here_ + longest_number, n).ptr;
    *here_++ = behind;
  }
  // The blank after the last number, if any, becomes the end of the line.
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

// Writes `rows` rows; weigh(r) is how many numbers the rows before r have, with one more for each row; row(text, r)
// appends one.
template <class Weigh, class Row>
void write_rows(output_file& out, cpu_exec& exec, std::size_t rows, Weigh weigh, Row row) {
  std::vector<row_text> texts(4 * exec.threads());
  std::vector<std::size_t> bounds;
  // Behind the row at which `more` numbers are reached.
  auto reach = [&](std::size_t first, std::size_t more) {
    std::size_t low = first + 1, high = rows;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (weigh(middle) - weigh(first) < more)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  for (std::size_t first = 0; first != rows && !out.failed();) {
    bounds.assign(1, first);
    while (first != rows && bounds.size() <= texts.size()) bounds.push_back(first = reach(first, piece_numbers));
    exec.ranges(bounds.size() - 1, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) {
        texts[a].start(weigh(bounds[a + 1]) - weigh(bounds[a]));
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

template <class Fill> status write_whole(const std::string& path, std::string& message, Fill fill) noexcept {
  return guarded(message, [&] {
    output_file out;
    if (const status s = out.open(path, message); s != status::ok) return s;
    fill(out);
    return out.commit(message);
  });
}

}  // namespace

status write_metis(const std::string& path, const host_graph& g, std::string& message, unsigned threads) noexcept {
  return write_whole(path, message, [&](output_file& out) { write_metis(out, g, threads); });
}

status write_partition(const std::string& path, span<const std::uint32_t> part, std::string& message,
                       unsigned threads) noexcept {
  return write_whole(path, message, [&](output_file& out) { write_partition(out, part, threads); });
}

}  // namespace amorph::graph_file
