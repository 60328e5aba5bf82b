// Weighted graphs and networks: any bytes, read in any format, give a graph with consistent arrays or a one-line error
// that names the file; parsing in small pieces gives the same. The first byte chooses the format and `both_ways`.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/graph/common/checks.hpp"
#include "tools/formats/graph_format.hpp"

namespace {

void need(bool holds) {
  if (!holds) std::abort();
}
void need_line(amorph::status code, const std::string& message) {
  need(code == amorph::status::bad_input);
  need(message.starts_with("file:") && message.find('\n') == std::string::npos);
}
void need_sound(const amorph::weighted_graph& g) {
  need(g.begin.size() == g.vertices + std::size_t{1});
  amorph::check_graph(g.view(), {});  // throws, which ends the process
  need(g.kind != amorph::weight_kind::int32 || g.weight32.size() == g.to.size());
  need(g.kind != amorph::weight_kind::int64 || g.weight64.size() == g.to.size());
  need(g.kind != amorph::weight_kind::float32 || g.weight_float.size() == g.to.size());
}

// again(why) reads the same bytes in another way.
template <class Again>
void need_same(amorph::status code, const std::string& message, const amorph::weighted_graph& g, Again again) {
  std::string why;
  const auto [other, h] = again(why);
  need(other == code);
  if (code != amorph::status::ok) return need(why == message);
  need(h->begin == g.begin && h->to == g.to && h->kind == g.kind && h->undirected == g.undirected);
  need(h->weight32 == g.weight32 && h->weight64 == g.weight64);
  const auto bits = [](float x) {
    return std::bit_cast<std::uint32_t>(x);
  };  // the binary form may hold what equals nothing
  need(std::ranges::equal(h->weight_float, g.weight_float, {}, bits, bits));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto formats = amorph::arc_file::graph_formats();
  const std::size_t choice = data[0] % (formats.size() + 2);
  std::string message;
  if (choice == formats.size() + 1) {
    amorph::arc_file::flow_network network;
    amorph::arc_file::read_options options;
    options.format = &amorph::arc_file::dimacs_format;
    options.threads = 1;
    options.both_ways = (data[0] & 64) != 0;
    const amorph::status code = amorph::arc_file::parse_network(text, "file", network, message, options);
    amorph::arc_file::flow_network in_pieces;
    options.piece_bytes = 8;
    need_same(code, message, network.graph, [&](std::string& why) {
      const amorph::status again = amorph::arc_file::parse_network(text, "file", in_pieces, why, options);
      return std::pair{again, &in_pieces.graph};
    });
    if (code != amorph::status::ok) {
      need_line(code, message);
      return 0;
    }
    need_sound(network.graph);
    if (network.has_ends) need(network.source < network.graph.vertices && network.sink < network.graph.vertices);
    return 0;
  }
  amorph::weighted_graph g;
  amorph::arc_file::read_options options;
  options.format = choice == 0 ? nullptr : formats[choice - 1];
  options.threads = 1;
  options.both_ways = (data[0] & 64) != 0;
  const amorph::status code = amorph::arc_file::parse(text, "file", g, message, options);
  amorph::weighted_graph in_pieces;
  options.piece_bytes = 8;
  need_same(code, message, g, [&](std::string& why) {
    const amorph::status again = amorph::arc_file::parse(text, "file", in_pieces, why, options);
    return std::pair{again, &in_pieces};
  });
  if (code != amorph::status::ok) {
    need_line(code, message);
    return 0;
  }
  need_sound(g);
  need(!options.both_ways || g.undirected);
  return 0;
}
