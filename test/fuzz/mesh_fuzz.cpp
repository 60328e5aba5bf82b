// The readers of meshes and netlists: whatever the bytes, they end with what is sound or with one line of explanation.
// The first byte chooses: 'm' a mesh, 'y' a netlist of Yosys, 'x' a matrix, else a netlist of hMETIS.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/formats/graph_file.hpp"
#include "tools/formats/named_netlist.hpp"

namespace {

using namespace amorph;

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, detail.c_str());
  std::abort();
}

void require_rows(const host_array<std::uint64_t>& begin, const host_array<std::uint32_t>& ids, std::size_t rows,
                  std::uint32_t limit) {
  require(begin.size() == rows + 1 && begin.front() == 0 && begin.back() == ids.size(), "offsets", "");
  for (std::size_t i = 0; i != rows; ++i) require(begin[i] < begin[i + 1], "an empty row", std::to_string(i));
  for (const std::uint32_t id : ids) require(id < limit, "out of range", std::to_string(id));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::string message;
  status s = status::ok;
  if (*data == 'm') {
    graph_file::mesh m;
    if (s = graph_file::parse_mesh(text, "m", m, message, 1); s == status::ok) {
      require_rows(m.begin, m.node, m.elements, m.nodes);
      require(m.element_weight.empty() || m.element_weight.size() == std::size_t{m.elements} * m.constraints, "weights",
              "");
    }
  } else if (*data == 'y' || *data == 'x') {
    named_netlist::netlist n;
    s = *data == 'y' ? named_netlist::parse_yosys(text, "y", {"", true}, n, message)
                     : named_netlist::parse_matrix(text, "x", named_netlist::matrix_nets::rows, n, message);
    for (std::uint32_t e = 0; s == status::ok && e != n.nets(); ++e)
      require(n.begin[e] + 2 <= n.begin[e + 1], "a net of one pin", std::to_string(e));
    for (const std::uint32_t v : n.pin) require(s != status::ok || v < n.vertices(), "a pin", std::to_string(v));
  } else {
    graph_file::netlist h;
    if (s = graph_file::parse_netlist(text, "h", h, message); s == status::ok) {
      require_rows(h.begin, h.pin, h.nets, h.vertices);
      require(h.net_weight.empty() || h.net_weight.size() == h.nets, "net weights", "");
      require(h.vertex_weight.empty() || h.vertex_weight.size() == h.vertices, "vertex weights", "");
    }
  }
  require(s == status::ok ? message.empty()
                          : s == status::bad_input && !message.empty() && message.find('\n') == std::string::npos,
          "not one line", message);
  return 0;
}
