// amorph-gen convert: formulas (formula.cpp), matrices as graphs, and netlists of other tools in hMETIS's format, with
// the names of their vertices, and a fix file.
#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <vector>

#include "tools/commands/amorph-gen/gen.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/named_netlist.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {
namespace {

using named_netlist::netlist;

enum class source : std::uint8_t { yosys, bookshelf, matrix, formula };

source source_of(const std::string& path) {
  std::string name = path;
  for (const char* ending : {".gz", ".xz"})
    if (name.ends_with(ending)) name.resize(name.size() - 3);
  if (name.ends_with(".json")) return source::yosys;
  if (const auto* graph = arc_file::format_of(path); graph != nullptr && graph->matrices) return source::matrix;
  for (const char* ending : {".aux", ".nodes", ".nets", ".pl"})
    if (name.ends_with(ending)) return source::bookshelf;
  if (name.ends_with(".cnf") || name.ends_with(".acnf")) return source::formula;
  refuse(path +
         ": expected a name in .json (Yosys), .aux, .nodes, .nets, .pl (Bookshelf), .mtx (MatrixMarket), .cnf "
         "or .acnf; amorph-graph convert is for graphs");
}

void check_options(const config& c, source from) {
  if (c.says_graph()) refuse("a netlist is no graph: it has no random weights, directions or terminals");
  const bool placed = !c.fix.empty() || !c.grid.empty() || c.areas || c.weights;
  if (from != source::bookshelf && placed) refuse("--fix, --grid, --areas and --weights are for Bookshelf's files");
  if (from != source::yosys && (!c.top.empty() || c.ports)) refuse("--top and --ports are for Yosys's files");
  if (from != source::matrix && !c.nets.empty()) refuse("--nets is for matrices");
  if (c.fix.empty() != c.grid.empty()) refuse("expected both --fix and --grid, or none");
}

struct grid {
  std::uint32_t columns = 1, rows = 1;
};
// "4x2"
grid read_grid(const std::string& text) {
  grid g;
  const char* const end = text.data() + text.size();
  const auto [cross, code] = std::from_chars(text.data(), end, g.columns);
  const bool has_cross = code == std::errc() && cross != end && *cross == 'x';
  const auto [last, second] = std::from_chars(has_cross ? cross + 1 : end, end, g.rows);
  constexpr std::uint32_t most = 1u << 14;
  if (!has_cross || second != std::errc() || last != end || g.columns == 0 || g.rows == 0 || g.columns > most ||
      g.rows > most)
    refuse("option '--grid': expected COLUMNSxROWS, as 2x2, found '" + text + "'");
  return g;
}

// The cell of the grid over all fixed nodes in which a fixed node is, row by row from below; -1 for others.
std::vector<std::int64_t> parts_of_fixed(const netlist& n, grid g) {
  double low_x = std::numeric_limits<double>::infinity(), low_y = low_x, high_x = -low_x, high_y = -low_x;
  for (std::uint32_t v = 0; v != n.vertices(); ++v) {
    if (n.fixed[v] == 0) continue;
    low_x = std::min(low_x, n.position[v].x), high_x = std::max(high_x, n.position[v].x);
    low_y = std::min(low_y, n.position[v].y), high_y = std::max(high_y, n.position[v].y);
  }
  const auto cell = [](double x, double low, double high, std::uint32_t cells) {
    if (!(high > low)) return std::uint32_t{0};
    return std::min(cells - 1, static_cast<std::uint32_t>((x - low) / (high - low) * cells));
  };
  std::vector<std::int64_t> part;
  for (std::uint32_t v = 0; v != n.vertices(); ++v)
    part.push_back(n.fixed[v] == 0 ? -1
                                   : std::int64_t{cell(n.position[v].y, low_y, high_y, g.rows)} * g.columns +
                                         cell(n.position[v].x, low_x, high_x, g.columns));
  return part;
}

void write_hgr(output_file& out, const netlist& n) {
  out.write_number(std::uint64_t{n.nets()});
  out.write(' ');
  out.write_number(std::uint64_t{n.vertices()});
  if (!n.weight.empty()) out.write(n.net_weight.empty() ? " 10" : " 11");
  if (n.weight.empty() && !n.net_weight.empty()) out.write(" 1");
  out.write('\n');
  for (std::uint32_t e = 0; e != n.nets(); ++e) {
    if (!n.net_weight.empty()) {
      out.write_number(std::int64_t{n.net_weight[e]});
      out.write(' ');
    }
    for (std::uint64_t i = n.begin[e]; i != n.begin[e + 1]; ++i) {
      out.write_number(std::uint64_t{n.pin[i]} + 1);
      out.write(i + 1 == n.begin[e + 1] ? '\n' : ' ');
    }
  }
  for (const std::int32_t w : n.weight) {
    out.write_number(std::int64_t{w});
    out.write('\n');
  }
}

// The undirected graph of a matrix.
void convert_matrix_to_graph(const command& about, const config& c, const std::string& path,
                             const arc_file::graph_format& to) {
  if (c.says_conversion()) refuse("a matrix is converted to a graph as it is: --output alone is for it");
  outputs results({path}, {c.output});
  arc_file::flow_network graph;
  std::string message, remark;
  require(arc_file::read(path, graph.graph, message,
                         {.format = arc_file::format_of(path),
                          .threads = static_cast<unsigned>(c.threads),
                          .matrix_graph = true,
                          .remark = &remark}),
          message);
  if (!remark.empty()) (void)complain(about, path + ": " + remark, exit_code::success);
  results.write(c.output, [&](output_file& out) { arc_file::write(out, graph, c.output, to); });
  results.finish({});
}

netlist read(const config& c, source from, const std::string& path, const named_netlist::bookshelf_files& files) {
  netlist n;
  std::string message;
  if (from == source::yosys) {
    require(named_netlist::read_yosys(path, {c.top, c.ports}, n, message), message);
  } else if (from == source::matrix) {
    const auto nets = c.nets == "columns" ? named_netlist::matrix_nets::columns : named_netlist::matrix_nets::rows;
    require(named_netlist::read_matrix(path, nets, n, message), message);
  } else {
    require(named_netlist::read_bookshelf(files, {c.areas, c.weights}, n, message), message);
  }
  return n;
}

}  // namespace

void convert_file(const command& about, const config& c, const std::string& path) {
  const source from = source_of(path);
  if (from == source::formula) return convert_formula(c, path);
  check_options(c, from);
  const arc_file::graph_format* const named = arc_file::format_of(c.output);
  if (named != nullptr && !named->directed && from == source::matrix)
    return convert_matrix_to_graph(about, c, path, *named);
  if (named != nullptr && !arc_file::is_plain_text(c.output))
    refuse(c.output + ": it is the name of a graph, and " +
           (from == source::matrix
                ? "a matrix is written as a netlist (.hgr) or in METIS's format (.graph); amorph-graph convert "
                  "writes the other formats of graphs"
                : "this is a netlist; expected a name such as .hgr (amorph-gen clique makes a graph of that)"));
  const grid cells = c.grid.empty() ? grid{} : read_grid(c.grid);
  std::vector<std::string> inputs{path};
  named_netlist::bookshelf_files files;
  if (from == source::bookshelf) {
    std::string message;
    require(named_netlist::find_bookshelf(path, files, message), message);
    inputs = {path, files.nodes, files.nets, files.places, files.weights};
  }
  outputs results(inputs, {c.output, c.names, c.fix});
  const netlist n = read(c, from, path, files);
  if (!c.fix.empty() && n.position.empty()) refuse(path + ": --fix takes positions of a .pl file, and there is none");
  results.write(c.output, [&](output_file& out) { write_hgr(out, n); });
  results.write(c.names, [&](output_file& out) {
    for (const std::string& name : n.name) {
      out.write(name);
      out.write('\n');
    }
  });
  results.write(c.fix, [&](output_file& out) {
    for (const std::int64_t p : parts_of_fixed(n, cells)) {
      out.write_number(p);
      out.write('\n');
    }
  });
  results.finish({});
}

}  // namespace amorph::gen
