// Writes weighted graphs and networks in text formats. The binary form is in arc_binary.cpp.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "tools/base/counted.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::arc_file {
namespace {

format output_format(std::string_view path, format fallback) noexcept {
  const format named = format_of(path);
  return named == format::automatic ? fallback : named;
}
bool is_max(std::string_view path) noexcept {
  if (path.ends_with(".gz") || path.ends_with(".xz")) path.remove_suffix(3);
  return path.ends_with(".max");
}
// In DIMACS's format, names without an extension get the network form ("p max").
bool stores_ends(std::string_view path, format fallback) noexcept {
  const format form = output_format(path, fallback);
  return form == format::binary || (form == format::dimacs && (is_max(path) || format_of(path) == format::automatic));
}

// Out is an output_file, or a text_size.
template <class Out> class arc_writer {
 public:
  arc_writer(Out& out, const flow_network& network) : out_(out), network_(network), g_(network.graph) {}

  void dimacs(bool with_ends) {
    out_.write(with_ends ? "p max " : "p sp ");
    numbers({g_.vertices, g_.to.size()});
    if (with_ends) {
      out_.write("\nn ");
      numbers({network_.source + std::uint64_t{1}});
      out_.write(" s\nn ");
      numbers({network_.sink + std::uint64_t{1}});
      out_.write(" t");
    }
    out_.write('\n');
    arcs("a ", 1, true);
  }
  void matrix_market() {
    out_.write("%%MatrixMarket matrix coordinate ");
    out_.write(!weighted() ? "pattern" : g_.kind == weight_kind::float32 ? "real" : "integer");
    out_.write(" general\n");
    numbers({g_.vertices, g_.vertices, g_.to.size()});
    out_.write('\n');
    arcs("", 1, weighted());
  }
  void edges() {
    out_.write(weighted() ? "# FROM TO WEIGHT\n" : "# FROM TO\n");
    arcs("", 0, weighted());
  }
  void metis() {
    numbers({g_.vertices, g_.to.size() / 2});
    out_.write(weighted() ? " 001\n" : "\n");
    for (std::uint32_t v = 0; v != g_.vertices && !out_.failed(); ++v) {
      for (std::uint64_t e = g_.begin[v]; e != end_of(v); ++e) {
        if (e != g_.begin[v]) out_.write(' ');
        numbers({g_.to[e] + std::uint64_t{1}});
        if (weighted()) weight(e);
      }
      out_.write('\n');
    }
  }

 private:
  [[nodiscard]] bool weighted() const { return g_.kind != weight_kind::none; }
  [[nodiscard]] std::uint64_t end_of(std::uint32_t v) const { return g_.begin[v + std::size_t{1}]; }
  void numbers(std::initializer_list<std::uint64_t> all) {
    for (const std::uint64_t& n : all) {
      if (&n != all.begin()) out_.write(' ');
      out_.write_number(n);
    }
  }
  void weight(std::uint64_t e) {
    out_.write(' ');
    switch (g_.kind) {
      case weight_kind::none: return out_.write('1');
      case weight_kind::int32: return out_.write_number(std::int64_t{g_.weight32[e]});
      case weight_kind::int64: return out_.write_number(g_.weight64[e]);
      case weight_kind::float32:
      case weight_kind::float64: break;
    }
    // The shortest text that reads back the same; the point marks a float.
    std::array<char, 32> text{};
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), g_.weight_float[e]).ptr;
    const std::string_view shortest(text.data(), static_cast<std::size_t>(end - text.data()));
    out_.write(shortest);
    if (shortest.find_first_of(".e") == std::string_view::npos) out_.write(".0");
  }
  void arcs(std::string_view before, std::uint64_t first, bool weights) {
    for (std::uint32_t v = 0; v != g_.vertices && !out_.failed(); ++v)
      for (std::uint64_t e = g_.begin[v]; e != end_of(v); ++e) {
        out_.write(before);
        numbers({v + first, g_.to[e] + first});
        if (weights) weight(e);
        out_.write('\n');
      }
  }

  Out& out_;
  const flow_network& network_;
  const weighted_graph& g_;
};

// Text formats only.
template <class Out> void write_text(Out& to, const flow_network& network, std::string_view path, format fallback) {
  arc_writer out(to, network);
  switch (output_format(path, fallback)) {
    case format::metis: return out.metis();
    case format::dimacs: return out.dimacs(network.has_ends && stores_ends(path, fallback));
    case format::matrix_market: return out.matrix_market();
    case format::edges: return out.edges();
    case format::binary:
    case format::automatic: break;
  }
}

// The length of the text.
class text_size {
 public:
  void write(std::string_view text) { bytes_ += text.size(); }
  void write(char) { ++bytes_; }
  template <class T> void write_number(T n) {
    std::array<char, 24> digits{};
    bytes_ +=
        static_cast<std::uint64_t>(std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr - digits.data());
  }
  [[nodiscard]] static bool failed() { return false; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_ = 0;
};

// The number of vertices that a reader of the edge list infers: the last vertex with an arc, plus one.
std::uint32_t named_vertices(const weighted_graph& g) {
  std::uint32_t named = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    if (g.begin[v] != g.begin[v + std::size_t{1}]) named = v + 1;
  for (const std::uint32_t u : g.to) named = std::max(named, u + 1);
  return named;
}

// Readers refuse short files that announce very many vertices (plausible_vertices).
std::string too_sparse(const flow_network& network, std::string_view path, format fallback) {
  const weighted_graph& g = network.graph;
  const format form = output_format(path, fallback);
  constexpr std::uint64_t min_line = 4;  // "0 1\n"
  if (form == format::binary || form == format::metis || g.vertices <= plausible_vertices(min_line * g.to.size()))
    return "";
  text_size text;
  write_text(text, network, path, fallback);
  const std::uint64_t maximum = plausible_vertices(text.bytes());
  if ((form == format::edges ? named_vertices(g) : g.vertices) <= maximum) return "";
  return "a text file of " + counted(text.bytes(), "byte", "bytes") + " with " + std::to_string(g.vertices) +
         " vertices could not be read back (at most " + std::to_string(maximum) + "); use a name in .amg or .graph";
}

// METIS's format stores undirected graphs without self-loops, with weights from 1 to 2^31 - 1.
std::string metis_fault(const weighted_graph& g) {
  if (!g.undirected)
    return "METIS's format requires each arc in both directions; --both-ways adds the missing reverse arcs";
  if (g.kind == weight_kind::int64 || g.kind == weight_kind::float32)
    return "weights in METIS's format are integers from 1 to 2147483647";
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      if (g.to[e] == v)
        return "METIS's format allows no self-loops, found one at vertex " + std::to_string(v + std::uint64_t{g.base});
      if (g.kind == weight_kind::int32 && g.weight32[e] < 1)
        return "weights in METIS's format are integers from 1 to 2147483647, found " + std::to_string(g.weight32[e]);
    }
  return "";
}

}  // namespace

void write(output_file& to, const flow_network& network, std::string_view path, format fallback) noexcept {
  const format form = output_format(path, fallback);
  if (form == format::binary || form == format::automatic) return write_binary(to, network);
  write_text(to, network, path, fallback);
}

std::string write_fault(const flow_network& network, std::string_view path, format fallback) {
  const weighted_graph& g = network.graph;
  if (is_max(path) && !network.has_ends) return "a .max file needs a source and a sink, and the graph has none";
  if (is_max(path) && g.kind == weight_kind::float32) return "capacities in a .max file must be integers";
  if (output_format(path, fallback) == format::metis) return metis_fault(g);
  return too_sparse(network, path, fallback);
}

std::string what_is_lost(const flow_network& network, std::string_view path, format fallback) {
  const weighted_graph& g = network.graph;
  std::string lost;
  if (network.has_ends && !stores_ends(path, fallback))
    lost = "source and sink are not written; use a name in .max or .amg to keep them";
  if (output_format(path, fallback) != format::edges || g.vertices == 0) return lost;
  const std::uint32_t named = named_vertices(g);
  if (named == g.vertices) return lost;
  return lost + (lost.empty() ? "" : "; ") +
         (g.vertices - named == 1
              ? "the last vertex has no arcs and is not written"
              : "the last " + std::to_string(g.vertices - named) + " vertices have no arcs and are not written");
}

}  // namespace amorph::arc_file
