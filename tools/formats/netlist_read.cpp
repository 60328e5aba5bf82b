// Reads netlists in hMETIS's format, fixed vertices and partitions.
#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::uint32_t max_weight = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t max_ids = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr char formats[] = "a format of 0, 1, 10 or 11";

// Drops the pins of the last net that it has already, without changing the order of the others.
void merge_duplicates(netlist& n, std::uint32_t net, std::vector<std::uint32_t>& distinct) {
  const std::size_t first = n.begin.back();
  distinct.assign(n.pin.begin() + static_cast<std::ptrdiff_t>(first), n.pin.end());
  std::sort(distinct.begin(), distinct.end());
  if (std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end()) return;
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<bool> seen(distinct.size());
  std::size_t kept = first;
  for (std::size_t i = first; i != n.pin.size(); ++i) {
    const auto at = std::lower_bound(distinct.begin(), distinct.end(), n.pin[i]) - distinct.begin();
    if (!seen[static_cast<std::size_t>(at)]) n.pin[kept++] = n.pin[i];
    seen[static_cast<std::size_t>(at)] = true;
  }
  if (n.duplicate_pins == 0) n.first_duplicate_net = net;
  n.duplicate_pins += n.pin.size() - kept;
  n.pin.resize(kept);
}

void read_from(text_reader in, std::uint32_t weights_per_vertex, netlist& result) {
  result = {};
  if (!in.next_row()) in.fail("the number of nets");
  in.blanks();
  result.nets = in.number32(0, max_ids, "the number of nets");
  in.blanks();
  result.vertices = in.number32(0, max_ids, "the number of vertices");
  std::int64_t format = 0;
  if (!in.at_line_end()) {
    const text_reader at_format = in;
    format = in.signed_number(formats);
    if (format != 0 && format != 1 && format != 10 && format != 11) at_format.fail(formats);
  }
  in.end_row();
  result.begin.push_back(0);
  std::vector<std::uint32_t> scratch;
  for (std::uint32_t i = 0; i != result.nets; ++i) {
    if (!in.next_row()) in.fail("the pins of net " + std::to_string(i + 1) + " of " + std::to_string(result.nets));
    in.blanks();
    if (format % 10 == 1)
      result.net_weight.push_back(static_cast<std::int32_t>(in.number(1, max_weight, "a net's weight")));
    if (in.at_line_end()) in.fail("a pin");
    while (!in.at_line_end()) result.pin.push_back(in.number32(1, result.vertices, "a pin") - 1);
    in.end_row();
    merge_duplicates(result, i, scratch);
    result.begin.push_back(result.pin.size());
  }
  for (std::uint32_t v = 0; format >= 10 && v != result.vertices; ++v) {
    if (!in.next_row())
      in.fail("the weight of vertex " + std::to_string(v + 1) + " of " + std::to_string(result.vertices));
    for (std::uint32_t i = 0; i != weights_per_vertex; ++i) {
      in.blanks();
      result.vertex_weight.push_back(static_cast<std::int32_t>(in.number(0, max_weight, "a vertex weight")));
    }
    in.end_row();
  }
  while (in.next_row()) in.end_row("the end of the file");
}

// A line per vertex with its part; -1, if allowed, for none.
void read_text(std::string_view text, std::string_view name, std::uint32_t weights_per_vertex, netlist& result) {
  try {
    read_from(text_reader(text, name, '%'), weights_per_vertex, result);
  } catch (const error& e) {
    if (!text.starts_with("%%MatrixMarket") || e.code() != status::bad_input) throw;
    throw error(e.code(), std::string(e.what()) +
                              "; the file is in MatrixMarket's format, which amorph-gen convert changes to hMETIS's");
  }
}

void read_parts_from(text_reader in, const part_format& f, std::vector<std::int32_t>& part) {
  const std::string what = "a " + std::string(f.what) + " (" + std::string(f.may_be_free ? "-1" : "0") + " .. " +
                           std::to_string(f.parts - 1) + ")";
  std::unordered_map<std::int32_t, std::int64_t> part_of_group;
  part.clear();
  while (in.next_line()) {
    if (part.size() == f.vertices) in.fail("the end of the file after " + std::to_string(f.vertices) + " vertices");
    const text_reader at = in;
    const std::int64_t p = in.signed_number(what.c_str());
    if (p < (f.may_be_free ? -1 : 0) || p >= static_cast<std::int64_t>(f.parts)) at.fail(what);
    if (const std::int32_t group = f.group.empty() ? -1 : f.group[part.size()]; group != -1 && p != -1)
      if (const std::int64_t first = part_of_group.try_emplace(group, p).first->second; first != p)
        at.fail("part " + std::to_string(first) + ", that of group " + std::to_string(group));
    part.push_back(static_cast<std::int32_t>(p));
    in.end_line();
  }
  if (part.size() != f.vertices)
    in.fail("the " + std::string(f.what) + " of vertex " + std::to_string(part.size() + 1) + " of " +
            std::to_string(f.vertices));
}

// `columns` numbers on each line.
void read_numbers_from(text_reader in, const number_format& f, std::vector<double>& number) {
  const auto [rows, columns, weights] = f;
  const char* const what = weights ? "a weight of 1 or more" : "a number above 0";
  const std::string wanted = std::to_string(rows) + (rows == 1 ? " line" : " lines");
  number.clear();
  for (std::uint32_t row = 0; in.next_line(); ++row) {
    if (row == rows) in.fail("the end of the file after " + wanted);
    for (std::uint32_t i = 0; i != columns; ++i) {
      in.blanks();
      const text_reader at = in;
      number.push_back(in.real(what));
      if (!(weights ? number.back() >= 1 : number.back() > 0)) at.fail(what);
    }
    in.end_line();
  }
  if (number.size() != std::size_t{rows} * columns) in.fail(wanted);
}

}  // namespace

status read_numbers(const std::string& path, const number_format& format, std::vector<double>& number,
                    std::string& message) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_numbers_from(text_reader(text.view(), input_name(path), '%'), format, number);
    return s;
  });
}

status read_parts(const std::string& path, const part_format& format, std::vector<std::int32_t>& part,
                  std::string& message) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_parts_from(text_reader(text.view(), input_name(path), '%'), format, part);
    return s;
  });
}

status parse_parts(std::string_view text, const std::string& name, const part_format& format,
                   std::vector<std::int32_t>& part, std::string& message) noexcept {
  return guarded(message, [&] { read_parts_from(text_reader(text, name, '%'), format, part); });
}

status read_netlist(const std::string& path, netlist& result, std::string& message,
                    std::uint32_t weights_per_vertex) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_text(text.view(), input_name(path), weights_per_vertex, result);
    return s;
  });
}

status parse_netlist(std::string_view text, const std::string& name, netlist& result, std::string& message,
                     std::uint32_t weights_per_vertex) noexcept {
  return guarded(message, [&] { read_text(text, name, weights_per_vertex, result); });
}

}  // namespace amorph::graph_file
