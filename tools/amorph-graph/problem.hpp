// What the functions of problems share: options turned into values, verification, lines of answers.
#pragma once

#include <charconv>

#include "tools/amorph-graph/graph.hpp"
#include "tools/formats/busiest_vertex.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::graph_tool {

[[nodiscard]] inline run_options how_to_run(const config& c) {
  run_options how;
  how.backend = *parse_backend(c.backend);
  how.threads = static_cast<unsigned>(c.threads);
  how.memory_limit = c.memory_limit;
  how.repeat = static_cast<unsigned>(c.repeat);
  return how;
}

template <class Strategy> Strategy strategy_of(const config& c) {
  if (const auto found = strategy_named<Strategy>(c.strategy)) return *found;
  refuse("option '--strategy': expected one of " + strategy_list<Strategy>() + ", found '" + c.strategy + "'");
}

// What a solver refuses is something about the graph, so its message names the file.
template <class Solve> auto solve_on(const config& c, Solve solve) {
  try {
    return solve();
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    refuse(std::string(input_name(c.input)) + ": " + e.what());
  }
}

// Faults of an option are told before the graph is read, those of a vertex that it has not when it is there.
[[noreturn]] inline void refuse_vertex(const char* option, const std::string& expected, const std::string& found) {
  refuse("option '--" + std::string(option) + "': expected " + expected + ", found '" + found + "'");
}
[[nodiscard]] inline std::optional<std::uint64_t> vertex_number(const std::string& word) {
  std::uint64_t n = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  return code == std::errc() && end == word.data() + word.size() ? std::optional(n) : std::nullopt;
}

[[nodiscard]] inline std::uint32_t vertex(const weighted_graph& g, const std::string& word, const char* option) {
  if (const auto n = vertex_number(word); n && *n >= g.base && *n - g.base < g.vertices)
    return static_cast<std::uint32_t>(*n - g.base);
  refuse_vertex(option,
                g.vertices == 0 ? "a graph with vertices"
                                : "a vertex (" + std::to_string(g.base) + " .. " +
                                      std::to_string(g.base + std::uint64_t{g.vertices} - 1) + ")",
                word);
}

// The words of --source, or the default.
[[nodiscard]] inline std::vector<std::string> source_words(const config& c) {
  if (c.source.empty()) return {busiest};
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= c.source.size();) {
    const std::size_t comma = std::min(c.source.find(',', from), c.source.size());
    words.push_back(c.source.substr(from, comma - from));
    from = comma + 1;
  }
  return words;
}
[[nodiscard]] inline std::vector<std::uint32_t> sources(const config& c, const weighted_graph& g) {
  const std::vector<std::string> words = source_words(c);
  if (g.vertices == 0 && words == std::vector<std::string>{busiest}) return {};
  std::vector<std::uint32_t> list;
  list.reserve(words.size());
  for (const std::string& word : words)
    list.push_back(word == busiest && g.vertices != 0 ? busiest_vertex(g) : vertex(g, word, "source"));
  return list;
}

template <class Check> void verify(const config& c, outcome& o, Check check) {
  if (!c.verify) return;
  const stopwatch time;
  if (const std::string why = check(); !why.empty())
    throw error(status::internal, "verification failed: " + why + " (vertices counted from 0)");
  o.verify_ms = time.ms();
  o.verified = true;
}

// A line of words and numbers.
class line {
 public:
  line(output_file& out, const char* word) : out_(out) { out_.write(word); }
  line& operator<<(std::uint64_t n) {
    out_.write(' ');
    out_.write_number(n);
    return *this;
  }
  line& operator<<(const std::string& word) {
    out_.write(' ');
    out_.write(word);
    return *this;
  }
  ~line() { out_.write('\n'); }

 private:
  output_file& out_;
};

// What problems.cpp and flows.cpp solve. check_... throw error(bad_input) for options that mean nothing to it.
void check_flow(const config& c);
void flow_through(const config& c, const weighted_graph& g, outcome& o, output_file* out);
void check_pairs(const config& c);
void pair_up(const config& c, const weighted_graph& g, outcome& o, output_file* out);

// Ends have to be somewhere.
inline void require_vertices(const config& c, const weighted_graph& g) {
  if (g.vertices == 0) refuse(std::string(input_name(c.input)) + ": expected a graph with vertices");
}

}  // namespace amorph::graph_tool
