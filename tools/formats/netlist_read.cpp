// Reads netlists in hMETIS's format.
#include <limits>

#include "amorph/kernels/backend/boundary.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::graph_file {
namespace {

constexpr std::uint32_t max_weight = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t max_ids = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr char formats[] = "a format of 0, 1, 10 or 11";

void read_from(text_reader in, netlist& result) {
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
  for (std::uint32_t i = 0; i != result.nets; ++i) {
    if (!in.next_row()) in.fail("the pins of net " + std::to_string(i + 1) + " of " + std::to_string(result.nets));
    in.blanks();
    if (format % 10 == 1)
      result.net_weight.push_back(static_cast<std::int32_t>(in.number(1, max_weight, "a net's weight")));
    if (in.at_line_end()) in.fail("a pin");
    while (!in.at_line_end()) result.pin.push_back(in.number32(1, result.vertices, "a pin") - 1);
    in.end_row();
    result.begin.push_back(result.pin.size());
  }
  for (std::uint32_t v = 0; format >= 10 && v != result.vertices; ++v) {
    if (!in.next_row())
      in.fail("the weight of vertex " + std::to_string(v + 1) + " of " + std::to_string(result.vertices));
    in.blanks();
    result.vertex_weight.push_back(static_cast<std::int32_t>(in.number(0, max_weight, "a vertex weight")));
    in.end_row();
  }
  while (in.next_row()) in.end_row("the end of the file");
}

}  // namespace

status read_netlist(const std::string& path, netlist& result, std::string& message) noexcept {
  return guarded(message, [&] {
    input_text text;
    const status s = read_file(path, text, message);
    if (s == status::ok) read_from(text_reader(text.view(), input_name(path), '%'), result);
    return s;
  });
}

status parse_netlist(std::string_view text, const std::string& name, netlist& result, std::string& message) noexcept {
  return guarded(message, [&] { read_from(text_reader(text, name, '%'), result); });
}

}  // namespace amorph::graph_file
