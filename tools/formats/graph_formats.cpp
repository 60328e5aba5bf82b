// The table of graph formats, and what their readers and writers share.
#include "tools/formats/graph_format.hpp"

#include <algorithm>
#include <charconv>

#include "tools/formats/arc_binary.hpp"

namespace amorph::arc_file {
namespace {

// clang-format off: a table.
constexpr std::array<graph_format, 5> table = {{
    {format::binary, "binary", "Amorph's binary form (.amg)", {".amg"},
     is_binary, read_binary, nullptr, nullptr},
    {format::matrix_market, "mtx", "MatrixMarket (.mtx)", {".mtx"},
     [](std::string_view text) { return text.starts_with("%%MatrixMarket"); }, read_matrix, write_matrix, nullptr},
    {format::dimacs, "dimacs", "DIMACS (.gr, .max)", {".gr", ".max"},
     [](std::string_view text) { return text.starts_with("p "); }, read_dimacs, write_dimacs, nullptr},
    {format::edges, "edges", "SNAP's edge lists (.txt, .el, .wel, .edges, .snap)",
     {".txt", ".el", ".wel", ".edges", ".snap"},
     [](std::string_view text) { return text.starts_with("#"); }, read_edge_list, write_edge_list, nullptr},
    {format::metis, "metis", "METIS format (.graph, .metis)", {".graph", ".metis"},
     [](std::string_view text) { return text.starts_with("%"); }, read_metis_arcs, write_metis_arcs, metis_fault}}};
// clang-format on

}  // namespace

span<const graph_format> graph_formats() { return table; }

const graph_format& row_of(format id) {
  return *std::find_if(table.begin(), table.end(), [&](const graph_format& f) { return f.id == id; });
}

std::optional<format> parse_format(std::string_view word) noexcept {
  if (word == "auto") return format::automatic;
  for (const graph_format& f : table)
    if (word == f.name) return f.id;
  return std::nullopt;
}

bool ends_in(std::string_view path, std::string_view ending) noexcept {
  if (path.ends_with(".gz") || path.ends_with(".xz")) path.remove_suffix(3);
  return path.ends_with(ending);
}

format format_of(std::string_view path) noexcept {
  for (const graph_format& f : table)
    for (const std::string_view ending : f.endings)
      if (!ending.empty() && ends_in(path, ending)) return f.id;
  return format::automatic;
}

std::vector<const char*> format_names() {
  std::vector<const char*> names{"auto"};
  for (const graph_format& f : table) names.push_back(f.name);
  return names;
}

std::string described_formats() {
  std::string text;
  for (const graph_format& f : table) {
    if (&f != table.begin()) text += &f == &table.back() ? " or " : ", ";
    text += f.described;
  }
  return text;
}

format format_of_content(std::string_view text) noexcept {
  while (text.starts_with('\n') || text.starts_with('c'))  // empty lines, and DIMACS's comments
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  for (const graph_format& f : table)
    if (f.recognised(text)) return f.id;
  return format::automatic;
}

std::string_view graph_input::text() {
  if (path == nullptr) return given;
  std::string message;
  if (const status s = read_file(*path, file, message, &exec, options.max_bytes); s != status::ok)
    throw error(s, message);
  given = file.view();
  path = nullptr;  // the standard input can be read only once
  return given;
}

arc_text graph_input::lines(char comment) {
  return {text(),
          name,
          comment,
          exec,
          std::max<std::size_t>(1, options.piece_bytes),
          options.no_negative_weights,
          options.integral_weights};
}

void write_weight(text_sink& out, const weighted_graph& g, std::uint64_t e) {
  out.write(' ');
  switch (g.kind) {
    case weight_kind::none: return out.write('1');
    case weight_kind::int32: return out.write_number(std::int64_t{g.weight32[e]});
    case weight_kind::int64: return out.write_number(g.weight64[e]);
    case weight_kind::float32:
    case weight_kind::float64: break;
  }
  // The shortest text that reads back the same; the point marks a float.
  std::array<char, 32> text{};
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), g.weight_float[e]).ptr;
  const std::string_view shortest(text.data(), static_cast<std::size_t>(end - text.data()));
  out.write(shortest);
  if (shortest.find_first_of(".e") == std::string_view::npos) out.write(".0");
}

void write_arcs(text_sink& out, const weighted_graph& g, std::string_view before, std::uint64_t first, bool weights) {
  for (std::uint32_t v = 0; v != g.vertices && !out.failed(); ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      out.write(before);
      out.write_number(v + first);
      out.write(' ');
      out.write_number(g.to[e] + first);
      if (weights) write_weight(out, g, e);
      out.write('\n');
    }
}

}  // namespace amorph::arc_file
