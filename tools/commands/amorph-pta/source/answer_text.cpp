// Answers as text in columns, and as JSON.
#include <algorithm>
#include <filesystem>

#include "tools/base/utf8.hpp"
#include "tools/commands/amorph-pta/source/answers.hpp"

namespace amorph::pta {

namespace {

std::string shown(const source_location& at) {
  if (at.file.empty()) return {};
  std::error_code ignored;
  const std::filesystem::path near = std::filesystem::proximate(at.file, ignored);
  std::string text = ignored || near.string().starts_with("..") ? at.file : near.string();
  if (at.line != 0) text.append(":").append(std::to_string(at.line));
  if (at.column != 0) text.append(":").append(std::to_string(at.column));
  return text;
}

// One line of the text: an item, or the items of a block.
struct row {
  std::string name, kind, place;
};

constexpr std::size_t fields_shown = 8;

// The items from `begin` that are fields of one block.
std::size_t end_of_block(const std::vector<item>& items, std::size_t begin) {
  std::size_t end = begin + 1;
  while (!items[begin].block.empty() && items[begin].kind != "function" && end != items.size() &&
         items[end].block == items[begin].block)
    ++end;
  return end;
}

row row_of(const std::vector<item>& items, std::size_t begin, std::size_t end) {
  const item& first = items[begin];
  row r{one_line(first.name), first.call.empty() ? first.kind : first.call + " " + first.kind,
        one_line(shown(first.location))};
  if (end - begin == 1) return r;
  // block{.a, .b}; the start of the block has no field.
  std::string fields;
  for (std::size_t i = begin; i != std::min(end, begin + fields_shown); ++i) {
    const std::string field = items[i].name.substr(std::min(items[i].name.size(), first.block.size()));
    fields.append(fields.empty() ? "" : ", ").append(field.empty() ? "start" : one_line(field));
  }
  if (end - begin > fields_shown)
    fields.append(", and ").append(std::to_string(end - begin - fields_shown)).append(" more");
  r.name = one_line(first.block) + "{" + fields + "}";
  return r;
}

}  // namespace

std::string text(const answer& a, std::size_t limit) {
  std::string out = a.query;
  if (!a.argument.empty()) out.append(" ").append(one_line(a.argument));
  out += ':';
  if (!a.verdict.empty()) out.append(" ").append(a.verdict);
  if (a.items.empty() && a.verdict.empty()) out += " none";
  if (!a.note.empty())
    out.append(" (").append(one_line(a.note)).append(")");
  else if (a.items.empty() && a.query == "points-to")
    out += " (null, undefined, an absolute address, or never executed)";
  out += '\n';
  std::vector<row> rows;
  std::size_t at = 0;
  while (at != a.items.size() && (limit == 0 || rows.size() != limit)) {
    const std::size_t end = end_of_block(a.items, at);
    rows.push_back(row_of(a.items, at, end));
    at = end;
  }
  // Text after a long name, as templates have, is on a line of its own, so that the columns stay.
  constexpr std::size_t max_width = 60;
  std::size_t name_width = 0, kind_width = 0;
  for (const row& r : rows) {
    if (r.name.size() <= max_width) name_width = std::max(name_width, r.name.size());
    kind_width = std::max(kind_width, r.kind.size());
  }
  for (const row& r : rows) {
    std::string rest(r.name.size() > max_width ? name_width : name_width - r.name.size(), ' ');
    rest.append("  ").append(r.kind).append(kind_width - r.kind.size(), ' ').append("  ").append(r.place);
    rest.erase(rest.find_last_not_of(' ') + 1);
    out.append("  ").append(r.name);
    if (!rest.empty()) out.append(r.name.size() > max_width ? "\n  " : "").append(rest);
    out += '\n';
  }
  if (at != a.items.size())
    out += "  ... " + std::to_string(a.items.size() - at) + " more of " + std::to_string(a.items.size()) +
           "; --limit 0 lists them all\n";
  return out;
}

void write(json_writer& j, const answer& a) {
  j.begin_object();
  j.field("query", a.query);
  j.field("argument", a.argument);
  if (!a.error.empty()) {
    j.field("error", a.error);
    j.end_object();
    return;
  }
  if (!a.verdict.empty()) j.field("answer", a.verdict);
  if (!a.note.empty()) j.field("note", a.note);
  j.key("items");
  j.begin_array();
  for (const item& i : a.items) {
    j.begin_object();
    j.field("name", i.name);
    j.field("kind", i.kind);
    if (!i.symbol.empty()) j.field("symbol", i.symbol);
    if (!i.call.empty()) j.field("call", i.call);
    if (!i.location.file.empty()) j.field("file", i.location.file);
    if (i.location.line != 0) j.field("line", i.location.line);
    if (i.location.column != 0) j.field("column", i.location.column);
    j.end_object();
  }
  j.end_array();
  j.end_object();
}

}  // namespace amorph::pta
