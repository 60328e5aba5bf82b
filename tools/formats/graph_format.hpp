// A format of graphs: a row, which stands in the source of its reader and writer, NAME_format.cpp, as NAME_format, and
// whose NAME is in the list in CMakeLists.txt. Commands, their help texts, --format, messages and tests iterate over
// the list.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "amorph/kernels/base/span.hpp"
#include "tools/formats/arc_text.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/output_file.hpp"
#include "tools/formats/text_source.hpp"

namespace amorph::arc_file {

// The input of a reader: a source, from its beginning.
struct graph_input {
  text_source& source;
  const std::string& name;  // in messages
  cpu_exec& exec;
  const read_options& options;
  input_text text{};

  // Loads all of it. Throws error.
  [[nodiscard]] arc_text lines(char comment);
};

// The destination of a writer: an open file, or a count of the bytes that it would take.
class text_sink {
 public:
  explicit text_sink(output_file* to = nullptr, unsigned threads = 1) : to_(to), threads_(threads) {}
  void write(std::string_view text) { to_ != nullptr ? to_->write(text) : void(bytes_ += text.size()); }
  void write(char c) { write(std::string_view(&c, 1)); }
  template <class T> void write_number(T n) {
    if (to_ != nullptr) return to_->write_number(n);
    std::array<char, 24> digits{};
    bytes_ +=
        static_cast<std::uint64_t>(std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr - digits.data());
  }
  [[nodiscard]] bool failed() const { return to_ != nullptr && to_->failed(); }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // only without a file
  // For writers that format rows in parallel.
  [[nodiscard]] output_file* file() const { return to_; }
  [[nodiscard]] unsigned threads() const { return threads_; }

 private:
  output_file* to_;
  unsigned threads_;
  std::uint64_t bytes_ = 0;
};

// How a text tells the number of vertices.
enum class vertex_count : std::uint8_t {
  rows,       // each vertex takes bytes
  announced,  // by a number, so that readers have to bound it (plausible_vertices)
  numbers     // by the largest number of a vertex; bounded, too
};

struct graph_format {
  const char* name;                           // of --format
  const char* title;                          // in messages and help texts, plural
  const char* lines;                          // for help texts: the contents of a file
  std::array<std::string_view, 5> endings{};  // of file names; the first is recommended
  std::array<std::string_view, 2> marks{};    // beginnings of texts, after empty lines, in either case
  bool always_marked = true;                  // every text has one of them
  // Whether a text that begins with a mark is of this format; null: it is.
  bool (*recognised)(std::string_view start) = nullptr;

  vertex_count vertices = vertex_count::announced;
  bool directed = true;  // holds directed graphs
  bool vertex_weights = false;
  bool matrices = false;  // its files are matrices, which are netlists, too
  bool ends = false;      // holds source and sink: in files with this ending, or, without, in all
  std::string_view network_ending{};
  bool simple = false;  // the reader obeys read_options::simple itself

  void (*read)(graph_input& in, flow_network& to);
  void (*write)(text_sink& out, const flow_network& network, bool with_ends);
  // Why this format cannot hold the graph; "" if it can. Null: it holds every graph.
  std::string (*fault)(const weighted_graph& g) = nullptr;

  // The length of the longest mark that a text begins with; 0: none.
  [[nodiscard]] std::size_t mark_of(std::string_view start) const;
};

inline constexpr std::size_t recognised_bytes = std::size_t{1} << 16;  // of the beginning of a text

[[nodiscard]] span<const graph_format* const> graph_formats();

// The format of a text that begins with `start` and is in a file of that name; null: unknown. By the
// longest mark; if there is none, by the name. `for_partition`: of names, only endings_that_count() do, and otherwise
// METIS's format is assumed.
[[nodiscard]] const graph_format* recognise(std::string_view start, std::string_view name, bool for_partition);
[[nodiscard]] std::string beginnings(const graph_format& f);  // "'a' or 'b'"

// A line per arc, `before` and "FROM TO[ WEIGHT]", with vertices numbered from `first`.
void write_arcs(text_sink& out, const weighted_graph& g, std::string_view before, std::uint64_t first, bool weights);
void write_weight(text_sink& out, const weighted_graph& g, std::uint64_t e);  // after a blank

}  // namespace amorph::arc_file
