// One run: from options to a request; the answer is verified and written. Answers follow DIMACS's conventions: 'c'
// starts a comment, 's' the solution's figures, then a line per item.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "amorph/kernels/base/stopwatch.hpp"
#include "tools/commands/amorph-graph/graph.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/max_degree_vertex.hpp"
#include "tools/formats/negative_arc.hpp"
#include "tools/terminal/progress_line.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::graph_tool {
namespace {

bool takes_pair(const graph::algorithm& a) {
  return a.needs.ends == graph::ends::pair || a.needs.ends == graph::ends::network;
}

// Options are checked before the graph is read; only whether the graph has a vertex is checked afterwards.
[[noreturn]] void refuse_vertex(const char* option, const std::string& expected, const std::string& found) {
  refuse("option '--" + std::string(option) + "': expected " + expected + ", found '" + found + "'");
}
std::optional<std::uint64_t> vertex_number(const std::string& word) {
  std::uint64_t n = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  return code == std::errc() && end == word.data() + word.size() ? std::optional(n) : std::nullopt;
}
std::uint32_t vertex(const weighted_graph& g, const std::string& word, const char* option) {
  if (const auto n = vertex_number(word); n && *n >= g.base && *n - g.base < g.vertices)
    return static_cast<std::uint32_t>(*n - g.base);
  refuse_vertex(option,
                g.vertices == 0 ? "a graph with vertices"
                                : "a vertex (" + std::to_string(g.base) + " .. " +
                                      std::to_string(g.base + std::uint64_t{g.vertices} - 1) + ")",
                word);
}

// The words of --source, or the default.
std::vector<std::string> source_words(const config& c) {
  if (c.source.empty()) return {max_degree};
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= c.source.size();) {
    const std::size_t comma = std::min(c.source.find(',', from), c.source.size());
    words.push_back(c.source.substr(from, comma - from));
    from = comma + 1;
  }
  return words;
}
std::vector<std::uint32_t> sources(const config& c, const weighted_graph& g) {
  const std::vector<std::string> words = source_words(c);
  if (g.vertices == 0 && words == std::vector<std::string>{max_degree}) return {};
  std::vector<std::uint32_t> list;
  list.reserve(words.size());
  for (const std::string& word : words)
    list.push_back(word == max_degree && g.vertices != 0 ? max_degree_vertex(g) : vertex(g, word, "source"));
  return list;
}

double real_value(const algorithm_option& o) {
  double x = 0;
  const char *begin = o.real.data(), *end = begin + o.real.size();
  const auto [stop, code] = std::from_chars(begin, end, x);
  const graph::option_info& i = *o.info;
  const bool fits =
      code == std::errc() && stop == end && std::isfinite(x) && x <= i.high && (i.above ? x > i.low : x >= i.low);
  if (fits) return x;
  std::string expected =
      i.above ? "a number above " + graph::shortest(i.low) : "a number from " + graph::shortest(i.low);
  if (std::isfinite(i.high)) expected += " to " + graph::shortest(i.high);
  refuse("option '--" + std::string(i.name) + "': expected " + expected + ", found '" + o.real + "'");
}
double value_of(const algorithm_option& o) {
  switch (o.info->kind) {
    case graph::option_kind::flag: return o.flag ? 1 : 0;
    case graph::option_kind::integer: return static_cast<double>(o.integer);
    case graph::option_kind::real: break;
  }
  return real_value(o);
}

std::uint32_t strategy_of(const config& c, const graph::algorithm& a) {
  if (const auto found = a.strategy_named(c.strategy)) return *found;
  std::string all;
  for (const graph::strategy_info& s : a.strategies) all.append(all.empty() ? "" : ", ").append(s.name);
  refuse("option '--strategy': expected one of " + all + ", found '" + c.strategy + "'");
}

// "near-far, persistent" holds "near-far".
bool lists(std::string_view names, std::string_view name) {
  for (std::size_t from = 0; from < names.size();) {
    const std::size_t comma = std::min(names.find(", ", from), names.size());
    if (names.substr(from, comma - from) == name) return true;
    from = comma + 2;
  }
  return false;
}

// For binary files; text files are refused by their reader, with the line.
void require_weights(const config& c, const weighted_graph& g, const graph::needs& needs) {
  if (needs.integer_weights && g.kind == weight_kind::float32)
    refuse(std::string(input_name(c.input)) + ": expected integers, found a " + needs.weight_name + " that is a float");
  if (!needs.no_negative_weights || ignores_weights(c, needs)) return;
  if (const std::string why = negative_arc(g, needs.weight_name, static_cast<unsigned>(c.threads)); !why.empty())
    refuse(std::string(input_name(c.input)) + ": " + why);
}

// Writes lines of words and numbers, with the vertex numbers of the file.
class file_rows final : public graph::row_writer {
 public:
  file_rows(output_file& out, std::uint32_t base) : out_(out), base_(base) {}
  ~file_rows() override { end(); }
  file_rows& line(const char* tag) override {
    end();
    out_.write(tag);
    begun_ = true;
    return *this;
  }
  file_rows& vertex(std::uint32_t v) override { return number(std::uint64_t{v} + base_); }
  file_rows& number(std::uint64_t n) override {
    out_.write(' ');
    out_.write_number(n);
    return *this;
  }
  file_rows& integer(std::int64_t n) override {
    out_.write(' ');
    out_.write_number(n);
    return *this;
  }
  file_rows& integer(std::uint64_t n) override { return number(n); }
  file_rows& real(double x) override { return total(graph::shortest(x)); }
  file_rows& total(std::string_view number) override {
    out_.write(' ');
    out_.write(number);
    return *this;
  }
  file_rows& none(const char* word) override { return total(word); }
  [[nodiscard]] bool failed() const override { return out_.failed(); }

 private:
  void end() {
    if (begun_) out_.write('\n');
    begun_ = false;
  }
  output_file& out_;
  std::uint32_t base_;
  bool begun_ = false;
};

// A solver's refusal concerns the graph, so the message names the file.
graph::outcome run_on(const config& c, const graph::algorithm& a, const graph::request& r) {
  try {
    return a.run(r);
  } catch (const error& e) {
    if (e.code() != status::bad_input) throw;
    refuse(std::string(input_name(c.input)) + ": " + e.what());
  }
}

}  // namespace

bool ignores_weights(const config& c, const graph::needs& needs) {
  return needs.unless != nullptr && std::any_of(c.options.begin(), c.options.end(), [&](const algorithm_option& o) {
           return std::string_view(o.info->name) == needs.unless && o.flag;
         });
}

void check_options(const config& c, const graph::algorithm& a) {
  const std::vector<std::string> words = source_words(c);
  for (const std::string& word : words)
    if (word != max_degree && !vertex_number(word))
      refuse_vertex("source", "a vertex or " + std::string(max_degree), word);
  if (takes_pair(a) && words.size() != 1)
    refuse("expected one source for " + c.problem + ", found " + std::to_string(words.size()));
  if (!c.target.empty() && !vertex_number(c.target)) refuse_vertex("target", "a vertex", c.target);
  (void)strategy_of(c, a);
  if (a.needs.ends == graph::ends::pair && c.target.empty()) refuse("expected --target with " + c.problem);
  for (const algorithm_option& o : c.options) {
    if (!o.given()) continue;
    (void)value_of(o);
    const char* of = o.info->strategies;
    if (of == nullptr || c.strategy == "auto" || lists(of, c.strategy)) continue;
    std::string names = of;
    if (const std::size_t last = names.rfind(", "); last != std::string::npos) names.replace(last, 2, " and ");
    refuse("--" + std::string(o.info->name) + " is for the strategies " + names);
  }
}

void solve(const config& c, const graph::algorithm& a, const weighted_graph& g, outcome& o, output_file* out) {
  require_weights(c, g, a.needs);
  graph::request r;
  r.graph = g.view();
  r.strategy = strategy_of(c, a);
  r.rows = out != nullptr || c.verify;
  r.run.backend = *parse_backend(c.backend);
  r.run.device = static_cast<int>(c.device);
  r.run.threads = static_cast<unsigned>(c.threads);
  r.run.memory_limit = c.memory_limit;
  r.run.repeat = static_cast<unsigned>(c.repeat);
  progress_line line;
  r.run.progress = [&line, &c](const progress& p) {
    if (!line.due()) return;
    line.show(c.problem + ": " + p.phase + " " + std::to_string(p.done) +
              (p.total != 0 ? " of " + std::to_string(p.total) : ""));
  };
  if (takes_pair(a)) {
    if (a.needs.ends == graph::ends::network && c.target.empty())
      refuse(std::string(input_name(c.input)) + ": expected --target with " + c.problem +
             ", or a file that names a source and a sink");
    if (g.vertices == 0) refuse(std::string(input_name(c.input)) + ": expected a graph with vertices");
  }
  const bool chooses = a.needs.ends == graph::ends::optional_sources && c.source.empty();
  if (a.needs.ends != graph::ends::none && !chooses) o.sources = sources(c, g);
  r.sources = o.sources;
  if (takes_pair(a)) r.target = vertex(g, c.target, "target");
  if (a.needs.ends == graph::ends::network && o.sources[0] == r.target)
    refuse("expected a source and a sink that differ, found " + c.target + " for both");
  std::vector<std::optional<double>> values;
  for (const graph::option_info& info : a.options) {
    const auto given = std::find_if(c.options.begin(), c.options.end(), [&](const algorithm_option& option) {
      return std::string_view(option.info->name) == info.name && option.given();
    });
    values.push_back(given == c.options.end() ? std::nullopt : std::optional(value_of(*given)));
  }
  r.values = values;
  o.found = run_on(c, a, r);
  line.clear();
  if (c.verify) {
    const stopwatch time;
    if (const std::string why = a.verify(r, o.found); !why.empty())
      throw error(status::internal, "verification failed: " + why + " (vertices counted from 0)");
    o.verify_ms = time.ms();
    o.verified = true;
  }
  if (out == nullptr) return;
  out->write("c ");
  out->write(a.heading);
  out->write('\n');
  file_rows rows(*out, g.base);
  a.rows(r, o.found, rows);
}

}  // namespace amorph::graph_tool
