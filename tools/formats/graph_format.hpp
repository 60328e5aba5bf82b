// The formats of graphs: a row each, in graph_formats.cpp. Commands, their help texts and --format iterate over the
// rows; a new format is a value of `format`, a row, and a source with its reader and its writer.
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

namespace amorph::arc_file {

// The source of a reader: a file, which it may stream, or a text in memory.
struct graph_input {
  const std::string* path;  // null: `given` is the text
  std::string_view given;
  const std::string& name;  // in messages
  cpu_exec& exec;
  const read_options& options;
  input_text file{};

  // All of it. Throws error.
  [[nodiscard]] std::string_view text();
  [[nodiscard]] arc_text lines(char comment);
};

// The destination of a writer: an open file, or a count of the bytes that it would take.
class text_sink {
 public:
  explicit text_sink(output_file* to = nullptr) : to_(to) {}
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

 private:
  output_file* to_;
  std::uint64_t bytes_ = 0;
};

struct graph_format {
  format id;
  const char* name;       // of --format
  const char* described;  // in help texts, with its file endings
  std::array<std::string_view, 5> endings;
  bool (*recognised)(std::string_view text);  // by how it begins, after empty lines and lines of DIMACS comments
  // `ends`, if not null, contains `g` and receives source and sink.
  void (*read)(graph_input& in, weighted_graph& g, flow_network* ends);
  void (*write)(text_sink& out, const flow_network& network, bool with_ends);  // null: binary
  // Why this format cannot hold the graph; "" if it can. Null: it holds every graph.
  std::string (*fault)(const weighted_graph& g);
};

// In the order in which content is examined.
[[nodiscard]] span<const graph_format> graph_formats();
[[nodiscard]] const graph_format& row_of(format id);  // not `automatic`

// A line per arc, `before` and "FROM TO[ WEIGHT]", with vertices numbered from `first`.
void write_arcs(text_sink& out, const weighted_graph& g, std::string_view before, std::uint64_t first, bool weights);
void write_weight(text_sink& out, const weighted_graph& g, std::uint64_t e);  // after a blank

// The readers and writers of the rows.
void read_metis_arcs(graph_input& in, weighted_graph& g, flow_network* ends);
void write_metis_arcs(text_sink& out, const flow_network& network, bool with_ends);
[[nodiscard]] std::string metis_fault(const weighted_graph& g);
void read_dimacs(graph_input& in, weighted_graph& g, flow_network* ends);
void write_dimacs(text_sink& out, const flow_network& network, bool with_ends);
void read_edge_list(graph_input& in, weighted_graph& g, flow_network* ends);
void write_edge_list(text_sink& out, const flow_network& network, bool with_ends);
void read_matrix(graph_input& in, weighted_graph& g, flow_network* ends);
void write_matrix(text_sink& out, const flow_network& network, bool with_ends);
void read_binary(graph_input& in, weighted_graph& g, flow_network* ends);

}  // namespace amorph::arc_file
