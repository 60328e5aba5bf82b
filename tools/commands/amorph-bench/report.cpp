// Rows as lines on a terminal, as Markdown and as JSON.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "amorph/version.hpp"
#include "tools/base/json.hpp"
#include "tools/base/utf8.hpp"
#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/commands/amorph-bench/numbers.hpp"
#include "tools/commands/amorph-bench/presets.hpp"
#include "tools/generators/graph_family.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::bench {
namespace {

struct column {
  const char* name;
  int width;  // below 0: to the left
};
constexpr std::size_t aborted_column = 8;  // of tables with transactions alone
constexpr std::array<column, 10> columns = {{{"problem", -11},
                                             {"input", -24},
                                             {"vertices", 10},
                                             {"arcs", 11},
                                             {"strategy", -20},
                                             {"device", -16},
                                             {"ms", 9},
                                             {"min", 9},
                                             {"aborted", 8},
                                             {"rate", -18}}};
using cells = std::array<std::string, columns.size()>;

// The last cell has the rate, or the reason why there is none.
cells cells_of(const row& r) {
  const bool there = r.what == row::state::measured;
  const std::string rate = r.rate() != 0 ? significant(r.rate()) + "M " + r.found.unit + "/s" : std::string();
  const bool chosen = there && r.found.run.strategy != r.strategy;
  return {r.problem,
          one_line(r.input),
          std::to_string(r.vertices),
          std::to_string(r.arcs),
          r.strategy + (chosen ? " (" + r.found.run.strategy + ")" : ""),
          there ? r.device() : std::string(to_string(r.on.backend)),
          there ? significant(r.median()) : "-",
          there ? significant(r.minimum()) : "-",
          r.aborted(),
          there ? rate + (r.verified ? rate.empty() ? "verified" : ", verified" : "")
                : (r.what == row::state::failed ? "failed: " : "refused: ") + one_line(r.reason)};
}

// Of UTF-8: bytes that do not continue one.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string line_of(const cells& c, bool aborted) {
  std::string line;
  for (std::size_t i = 0; i != columns.size(); ++i) {
    if (i == aborted_column && !aborted) continue;
    const auto width = static_cast<std::size_t>(std::abs(columns[i].width));
    const std::string pad(width - std::min(characters(c[i]), width), ' ');
    line += columns[i].width < 0 ? c[i] + pad : pad + c[i];
    line += "  ";
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string markdown_line(const cells& c, bool aborted) {
  std::string line = "|";
  for (std::size_t i = 0; i != columns.size(); ++i) {
    if (i == aborted_column && !aborted) continue;
    line += ' ';
    for (const char byte : c[i]) {
      if (byte == '|') line += '\\';
      line += byte;
    }
    line += " |";
  }
  return line + "\n";
}

cells heads() {
  cells c;
  for (std::size_t i = 0; i != columns.size(); ++i) c[i] = columns[i].name;
  return c;
}

const char* name_of(row::state what) {
  switch (what) {
    case row::state::measured: return "measured";
    case row::state::refused: return "refused";
    case row::state::failed: break;
  }
  return "failed";
}

}  // namespace

std::string significant(double x) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), x < 10 ? "%.3f" : x < 100 ? "%.2f" : x < 1000 ? "%.1f" : "%.0f", x);
  return text.data();
}

std::string row::aborted() const {
  for (const figure& f : found.figures)
    if (f.name == "abort_rate") return significant(100 * std::get<double>(f.value)) + "%";
  return what == state::measured ? "-" : "";
}

std::string table_head(bool aborted) { return line_of(heads(), aborted); }
std::string table_line(const row& r, bool aborted) { return line_of(cells_of(r), aborted); }

std::string markdown(const std::vector<row>& rows, bool aborted) {
  std::string text = markdown_line(heads(), aborted);
  text += "|";
  for (std::size_t i = 0; i != columns.size(); ++i)
    if (i != aborted_column || aborted) text += columns[i].width < 0 ? " --- |" : " ---: |";
  text += '\n';
  for (const row& r : rows) text += markdown_line(cells_of(r), aborted);
  return text;
}

std::string json(const plan& p, const std::string& preset, const std::vector<row>& rows) {
  json_writer j;
  j.begin_object();
  j.field("tool", "amorph-bench");
  j.field("version", AMORPH_VERSION);
  if (!preset.empty()) j.field("preset", preset);
  j.field("repeat", p.settings.repeat);
  j.field("seed", p.settings.seed);
  j.field("weights", p.settings.weights);
  j.key("rows");
  j.begin_array();
  for (const row& r : rows) {
    j.begin_object();
    j.field("problem", r.problem);
    j.field("input", r.input);
    j.field("vertices", r.vertices);
    j.field("arcs", r.arcs);
    j.field("strategy", r.strategy);
    j.field("state", name_of(r.what));
    if (r.what == row::state::measured) {
      j.field("ran", r.found.run.strategy);
      write_backend(j, r.found.run);
      j.field("ms", r.median());
      j.field("min_ms", r.minimum());
      j.field("load_ms", r.found.run.load_ms);
      j.field("finish_ms", r.found.run.finish_ms);
      j.field("peak_bytes", r.found.run.peak_bytes);
      if (r.rate() != 0) {
        j.field("rate", r.rate());
        j.field("unit", std::string("M ") + r.found.unit + "/s");
      }
      j.field("verified", r.verified);
      for (const figure& f : r.found.figures) {
        j.key(f.name);
        j.number(f.text());
      }
      j.list("ms_each", r.found.run.ms);
      if (!r.found.profile.empty()) j.list("profile", r.found.profile);
    } else {
      j.field("backend", to_string(r.on.backend));
      j.field("reason", r.reason);
    }
    j.end_object();
  }
  j.end_array();
  j.end_object();
  return j.text();
}

std::string list(const std::vector<problem>& problems) {
  std::string text = "Problems and their strategies\n";
  for (const problem& p : problems) {
    text += "  " + p.name + ": " + p.help + "\n   ";
    for (const std::string& s : p.all_strategies()) text += " " + s;
    text += '\n';
  }
  text += "Inputs: files, and\n";
  for (const graph_family::family& f : graph_family::all()) {
    std::string shown = f.shown;
    for (char& c : shown) c = c == ' ' ? 'x' : c;
    text += "  " + std::string(f.name) + ":" + shown + "\n";
  }
  text += "  points:N (a mesh)\n  @K after one joins a source and a sink to K vertices each\nPresets\n";
  for (const preset& p : presets()) text += "  " + std::string(p.name) + ": " + p.help + "\n";
  return text;
}

}  // namespace amorph::bench
