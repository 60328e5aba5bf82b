// Queries of the list of graph formats, and common code of the formats' readers and writers.
#include "tools/formats/graph_format.hpp"

#include <algorithm>
#include <charconv>

namespace amorph::arc_file {
namespace {

constexpr std::string_view plain_text = ".txt";

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i != words.size(); ++i)
    (text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") += words[i];
  return text;
}

template <class Accept> std::string endings_if(Accept accept) {
  std::vector<std::string> words;
  for (const graph_format* f : graph_formats())
    for (const std::string_view ending : f->endings)
      if (!ending.empty() && accept(*f, ending)) words.emplace_back(ending);
  return joined(words);
}

std::string described(const graph_format& f) {
  std::string text;
  for (const std::string_view ending : f.endings)
    if (!ending.empty()) (text += text.empty() ? "" : ", ") += ending;
  return f.title + (" (" + text + ")");
}

bool ends_in(std::string_view path, std::string_view ending) noexcept {
  if (path.ends_with(".gz") || path.ends_with(".xz")) path.remove_suffix(3);
  return path.ends_with(ending);
}

bool same_letter(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return lower(a) == lower(b);
}

}  // namespace

std::vector<const char*> format_names() {
  std::vector<const char*> names{"auto"};
  for (const graph_format* f : graph_formats()) names.push_back(f->name);
  return names;
}

const graph_format* find_format(std::string_view word) noexcept {
  for (const graph_format* f : graph_formats())
    if (word == f->name) return f;
  return nullptr;
}

const graph_format* format_of(std::string_view path) noexcept {
  for (const graph_format* f : graph_formats())
    for (const std::string_view ending : f->endings)
      if (!ending.empty() && ends_in(path, ending)) return f;
  return nullptr;
}

const graph_format& output_format(std::string_view path, const graph_format& fallback) noexcept {
  const graph_format* const named = format_of(path);
  return named == nullptr ? fallback : *named;
}

bool is_plain_text(std::string_view path) noexcept { return ends_in(path, plain_text); }

bool is_network_name(std::string_view path) noexcept {
  const graph_format* const f = format_of(path);
  return f != nullptr && !f->network_ending.empty() && ends_in(path, f->network_ending);
}

bool stores_ends(std::string_view path, const graph_format& fallback) noexcept {
  const graph_format& f = output_format(path, fallback);
  return f.ends && (format_of(path) == nullptr || f.network_ending.empty() || is_network_name(path));
}

std::string described_formats() {
  std::vector<std::string> words;
  for (const graph_format* f : graph_formats()) words.push_back(described(*f));
  return joined(words);
}

std::vector<std::string> described_lines() {
  std::vector<std::string> lines;
  for (const graph_format* f : graph_formats())
    lines.push_back(described(*f) + (f->always_marked ? ", which begin with " : ", which may begin with ") +
                    beginnings(*f) + ": " + f->lines + ".");
  return lines;
}

std::string beginnings(const graph_format& f) {
  std::vector<std::string> words;
  for (const std::string_view mark : f.marks)
    if (!mark.empty()) words.push_back("'" + std::string(mark) + "'");
  return joined(words);
}

std::string endings() {
  return endings_if([](const graph_format&, std::string_view) { return true; });
}
std::string endings_of_networks() {
  return endings_if([](const graph_format& f, std::string_view ending) {
    return f.ends && (f.network_ending.empty() || ending == f.network_ending);
  });
}
std::string endings_that_count() {
  return endings_if([](const graph_format& f, std::string_view ending) {
    return &f != &metis_format && !f.always_marked && ending != plain_text;
  });
}

std::size_t graph_format::mark_of(std::string_view start) const {
  start.remove_prefix(std::min(start.find_first_not_of('\n'), start.size()));
  std::size_t longest = 0;
  for (const std::string_view mark : marks)
    if (start.size() >= mark.size() && std::equal(mark.begin(), mark.end(), start.begin(), same_letter))
      longest = std::max(longest, mark.size());
  return longest;
}

const graph_format* recognise(std::string_view start, std::string_view name, bool for_partition) {
  const graph_format* const named = format_of(name);
  if (named != nullptr && named->always_marked && named->mark_of(start) != 0) return named;
  const graph_format* found = nullptr;
  std::size_t longest = 0;
  for (const graph_format* f : graph_formats())
    if (const std::size_t mark = f->mark_of(start);
        mark > longest && (f->recognised == nullptr || f->recognised(start))) {
      found = f;
      longest = mark;
    }
  if (found != nullptr) return found;
  if (!for_partition) return named;
  return named == nullptr || named->always_marked || is_plain_text(name) ? &metis_format : named;
}

arc_text graph_input::lines(char comment) {
  read_all(source, name, text, &exec, options.max_bytes);
  return {text.view(),
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
