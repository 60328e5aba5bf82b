// What the functions of problems share: options turned into values, verification, lines of answers.
#pragma once

#include <charconv>

#include "amorph/busiest_vertex.hpp"
#include "amorph/input_file.hpp"
#include "amorph/run_command.hpp"
#include "amorph/strategies.hpp"
#include "graph.hpp"

namespace amorph::graph_tool {

[[nodiscard]] inline run_options how_to_run(const config& c) {
  run_options how;
  how.where = *parse_backend(c.backend);
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

[[nodiscard]] inline std::uint32_t vertex(const weighted_graph& g, const std::string& word, const char* option) {
  std::uint64_t n = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size() || n < g.base || n - g.base >= g.vertices) {
    std::string range = "a vertex";
    if (g.vertices != 0)
      range += " (" + std::to_string(g.base) + " .. " + std::to_string(g.base + std::uint64_t{g.vertices} - 1) + ")";
    refuse("option '--" + std::string(option) + "': expected " + range + ", found '" + word + "'");
  }
  return static_cast<std::uint32_t>(n - g.base);
}

[[nodiscard]] inline std::vector<std::uint32_t> sources(const config& c, const weighted_graph& g) {
  if (c.source == "max-degree") {
    if (g.vertices == 0) return {};
    return {busiest_vertex(g)};
  }
  std::vector<std::uint32_t> list;
  for (std::size_t from = 0; from <= c.source.size();) {
    const std::size_t comma = std::min(c.source.find(',', from), c.source.size());
    list.push_back(vertex(g, c.source.substr(from, comma - from), "source"));
    from = comma + 1;
  }
  return list;
}

template <class Check> void verify(const config& c, outcome& o, Check check) {
  if (!c.verify) return;
  const stopwatch time;
  if (const std::string why = check(); !why.empty()) throw error(status::internal, "verification failed: " + why);
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

// What problems.cpp and flows.cpp solve.
void flow_through(const config& c, const weighted_graph& g, outcome& o, output_file* out);
void pair_up(const config& c, const weighted_graph& g, outcome& o, output_file* out);

}  // namespace amorph::graph_tool
