// Reads and writes the binary form of weighted graphs. Header and file size are checked before memory is allocated, or
// arrays grow with the bytes read if the size is unknown, so a damaged header cannot exhaust memory.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "amorph/kernels/base/byte_text.hpp"
#include "tools/formats/binary_header.hpp"
#include "tools/formats/graph_format.hpp"

namespace amorph::arc_file {
namespace {

constexpr std::string_view magic = "amorphg1";

struct header {
  char magic[8];
  std::uint32_t vertices, kind;
  std::uint64_t arcs;
  std::uint32_t base, has_ends, source, sink, unused[6];
};
static_assert(sizeof(header) == 64);

void read_binary(graph_input& in, flow_network& to) {
  text_source& source = in.source;
  const std::string& name = in.name;
  cpu_exec& exec = in.exec;
  if (in.options.max_bytes != 0 && source.size() > in.options.max_bytes)
    throw error(status::out_of_memory,
                name + ": the graph takes more than the memory limit of " + byte_text(in.options.max_bytes));
  header h{};
  if (source.read(reinterpret_cast<char*>(&h), sizeof h) != sizeof h ||
      std::string_view(h.magic, sizeof h.magic) != magic)
    refuse_binary(name, "it is not a graph in the binary format");
  if (h.kind > 3 || h.vertices == ~std::uint32_t{0} || h.base > 1 ||
      std::any_of(std::begin(h.unused), std::end(h.unused), [](std::uint32_t word) { return word != 0; }))
    refuse_binary(name, "the header is damaged");
  if (h.has_ends == 0 ? h.source != 0 || h.sink != 0
                      : h.has_ends != 1 || h.source >= h.vertices || h.sink >= h.vertices || h.source == h.sink)
    refuse_binary(name, "the header is damaged");
  to.has_ends = h.has_ends != 0;
  to.source = h.source;
  to.sink = h.sink;
  const auto kind = static_cast<weight_kind>(h.kind);
  const unsigned __int128 bytes = sizeof h + (static_cast<unsigned __int128>(h.vertices) + 1) * 8 +
                                  static_cast<unsigned __int128>(h.arcs) * (4 + size_of(kind));
  if (source.size() != 0 && bytes != source.size())
    refuse_binary(name, "the size of the file does not match its header");
  if (h.arcs > std::uint64_t{1} << 48) refuse_binary(name, "the header is damaged");
  weighted_graph& g = to.graph;
  g.vertices = h.vertices;
  g.base = h.base;
  g.kind = kind;
  read_array(source, name, exec, h.vertices + std::uint64_t{1}, g.begin);
  read_array(source, name, exec, h.arcs, g.to);
  if (kind == weight_kind::int32) read_array(source, name, exec, h.arcs, g.weight32);
  if (kind == weight_kind::int64) read_array(source, name, exec, h.arcs, g.weight64);
  if (kind == weight_kind::float32) read_array(source, name, exec, h.arcs, g.weight_float);
  char extra = 0;
  if (source.read(&extra, 1) != 0) refuse_binary(name, "data after the arrays");
  std::atomic<bool> ascends{g.begin[0] == 0 && g.begin[h.vertices] == h.arcs}, inside{true}, finite{true};
  exec.for_each(h.vertices, [&](std::size_t v) {
    if (g.begin[v] > g.begin[v + 1]) ascends.store(false, std::memory_order_relaxed);
  });
  exec.for_each(h.arcs, [&](std::size_t e) {
    if (g.to[e] >= g.vertices) inside.store(false, std::memory_order_relaxed);
    if (kind == weight_kind::float32 && !std::isfinite(g.weight_float[e]))
      finite.store(false, std::memory_order_relaxed);
  });
  if (!ascends) refuse_binary(name, "the offsets are damaged");
  if (!inside) refuse_binary(name, "the target of an arc does not exist");
  if (!finite) refuse_binary(name, "a weight is not a finite number");
}

void write_binary(text_sink& out, const flow_network& network, bool with_ends) {
  const weighted_csr g = network.graph.view();
  header h{};
  std::memcpy(h.magic, magic.data(), sizeof h.magic);
  h.vertices = g.graph.vertices;
  h.kind = static_cast<std::uint32_t>(g.kind);
  h.arcs = g.graph.edges();
  h.base = network.graph.base;
  if (with_ends) {
    h.has_ends = 1;
    h.source = network.source;
    h.sink = network.sink;
  }
  out.write(bytes_of(&h, sizeof h));
  const std::uint64_t none = 0;
  out.write(g.graph.begin.empty() ? bytes_of(&none, sizeof none)
                                  : bytes_of(g.graph.begin.data(), g.graph.begin.size_bytes()));
  out.write(bytes_of(g.graph.to.data(), g.graph.to.size_bytes()));
  if (g.kind != weight_kind::none) out.write(bytes_of(g.weight, h.arcs * size_of(g.kind)));
}

}  // namespace

std::optional<std::uint64_t> arcs_of_binary(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return std::nullopt;  // what is read of a pipe is gone
  header h{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(&h), sizeof h) || std::string_view(h.magic, sizeof h.magic) != magic)
    return std::nullopt;
  return std::min<std::uint64_t>(h.arcs, std::filesystem::file_size(path, none) / sizeof(std::uint32_t));
}

const graph_format binary_format{
    .name = "binary",
    .title = "Amorph's binary files",
    .lines = "a header of 64 bytes, then the arrays as in memory, little-endian; it loads at disk speed",
    .endings = {".amg"},
    .marks = {magic},
    .vertices = vertex_count::rows,
    .ends = true,
    .read = read_binary,
    .write = write_binary};

}  // namespace amorph::arc_file
