// Checks the options of a family, generates its graph, network, points, formula or netlist, and writes it in the format
// of the output's name.
#include "tools/commands/amorph-gen/gen.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/random/random.hpp"
#include "tools/formats/graph_file.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/formats/mesh_file.hpp"
#include "tools/generators/graph_family.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::gen {
namespace {

using graph_family::arguments;

// A netlist is a file, so its expansion is no family of graphs.
host_graph expand(cpu_exec& exec, const config& c, const std::string& path) {
  graph_file::netlist list;
  std::string message;
  require(graph_file::read_netlist(path, list, message), message);
  const auto weights = c.clique_weights == "plain"   ? generate::clique::plain
                       : c.clique_weights == "count" ? generate::clique::count
                                                     : generate::clique::standard;
  host_graph g = generate::cliques(exec, {list.vertices, list.begin, list.pin, list.net_weight}, weights,
                                   c.largest_net == config::not_given ? 0 : c.largest_net);
  g.vertex_weight = std::move(list.vertex_weight);
  return g;
}
constexpr graph_family::family clique{"clique", "NETLIST", 1, 1, nullptr, nullptr, nullptr};

// Nor are points in a square, which are for amorph-mesh.
constexpr graph_family::family points{"points", "N", 1, 1, nullptr, nullptr, nullptr};

// Nor are formulas and netlists.
constexpr graph_family::family ksat{"ksat", "--vars N --ratio R", 0, 0, nullptr, nullptr, nullptr};
constexpr std::array<graph_family::family, 3> structured = {
    {{"colouring", "N [DEGREE [COLOURS]]", 1, 3, nullptr, nullptr, nullptr},
     {"circuit", "INPUTS GATES", 2, 2, nullptr, nullptr, nullptr},
     {"blocks", "N", 1, 1, nullptr, nullptr, nullptr}}};
constexpr graph_family::family rent{"netlist", "N [RENT]", 1, 2, nullptr, nullptr, nullptr};
constexpr graph_family::family convert{"convert", "FILE", 1, 1, nullptr, nullptr, nullptr};

void write_points(const config& c, const std::string& word) {
  if (c.says_graph()) refuse("points are no graph: they have no weights, directions, terminals or nets");
  const std::string name = c.output.ends_with(".gz") ? c.output.substr(0, c.output.size() - 3) : c.output;
  const bool nodes = name.ends_with(".node");
  constexpr std::array<const char*, 4> others = {".ele", ".area", ".neigh", ".edge"};
  if (arc_file::format_of(name) != nullptr ||
      std::any_of(others.begin(), others.end(), [&](const char* ending) { return name.ends_with(ending); }))
    refuse(c.output + ": cannot write: points are written under a name in .poly, .node or .amesh");
  std::uint32_t n = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), n);
  if (code != std::errc() || end != word.data() + word.size() || n > 500000000)
    refuse("expected a number of points (0 .. 500000000), found '" + word + "'");
  mesh_file::planar_graph g;
  g.vertices.coordinate = {0, 0, 1, 0, 1, 1, 0, 1};
  g.vertices.coordinate.reserve(8 + 2 * std::size_t{n});
  const random_stream random(c.seed, 0);
  for (std::uint64_t i = 0; i != 2 * std::uint64_t{n}; ++i) g.vertices.coordinate.push_back(random.unit(i));
  g.segment = {0, 1, 1, 2, 2, 3, 3, 0};
  outputs files({}, {c.output});
  files.write(c.output, [&](output_file& out) {
    if (mesh_file::is_binary_name(name)) return mesh_file::write_binary(out, g, {}, {}, 1);
    nodes ? mesh_file::write_nodes(out, g.vertices, 1) : mesh_file::write_poly(out, g, 1, true);
  });
  files.finish({});
}

const graph_family::family& family_of(const arguments& words) {
  const std::string known =
      graph_family::names() + ", points, ksat, colouring, circuit, blocks, netlist, convert or clique";
  if (words.empty()) refuse("expected what to make: " + known + "; --help shows the usage");
  if (words[0] == clique.name) return clique;
  if (words[0] == points.name) return points;
  if (words[0] == ksat.name) return ksat;
  for (const graph_family::family& f : structured)
    if (words[0] == f.name) return f;
  if (words[0] == rent.name) return rent;
  if (words[0] == convert.name) return convert;
  const graph_family::family* found = graph_family::find(words[0]);
  if (found == nullptr) refuse("expected " + known + ", found '" + words[0] + "'");
  return *found;
}

void write(const command& about, outputs& files, const config& c, const arc_file::flow_network& network,
           const arc_file::graph_format& otherwise) {
  if (const std::string why = arc_file::write_fault(network, c.output, otherwise); !why.empty())
    refuse(c.output + ": cannot write: " + why);
  if (const std::string lost = arc_file::what_is_lost(network, c.output, otherwise); !lost.empty())
    (void)complain(about, c.output + ": " + lost, exit_code::success);
  files.write(c.output, [&](output_file& out) {
    arc_file::write(out, network, c.output, otherwise, static_cast<unsigned>(c.threads));
  });
}
void write(const command& about, outputs& files, const config& c, host_graph&& g) {
  const arc_file::graph_format& otherwise = c.directed ? arc_file::dimacs_format : arc_file::metis_format;
  if (!g.vertex_weight.empty() && !arc_file::output_format(c.output, otherwise).vertex_weights)
    refuse(c.output + ": cannot write: METIS's format (.graph) alone has vertex weights");
  arc_file::flow_network network;
  network.vertex_weight = std::move(g.vertex_weight);
  network.constraints = g.constraints;
  network.graph = graph_family::weighted(std::move(g), !c.directed);
  write(about, files, c, network, otherwise);
}

// Before anything is made: whether a file of that name can hold it.
void check_name(const config& c, bool network) {
  if (network && !arc_file::stores_ends(c.output, arc_file::dimacs_format))
    refuse(c.output + ": cannot write: a network is written under a name in " + arc_file::endings_of_networks());
  if (c.directed && !arc_file::output_format(c.output, arc_file::dimacs_format).directed)
    refuse(c.output + ": cannot write: the format of that name has no directed graphs; use a name in .gr");
  if (!network && arc_file::is_network_name(c.output))
    refuse(c.output +
           ": cannot write: a network of that name has a source and a sink; --terminals joins them to a graph");
}

void execute(const command& about, const config& c, arguments words) {
  const graph_family::family& chosen = family_of(words);
  words.erase(words.begin());
  graph_family::check_arguments(chosen, words);
  if (&chosen == &ksat) return write_ksat(c);
  if (c.vars != 0 || !c.ratio.empty() || c.k != 0 || c.planted)
    refuse("--vars, --ratio, --k and --planted are for ksat");
  if (&chosen == &convert) return convert_file(about, c, words[0]);
  if (c.says_conversion())
    refuse("--names, --fix, --grid, --areas, --weights, --top, --ports and --nets are for convert");
  if (std::any_of(structured.begin(), structured.end(), [&](const auto& f) { return &f == &chosen; }))
    return write_structured(c, chosen.name, words);
  if (&chosen == &rent) return write_netlist(c, words);
  if (&chosen == &points) return write_points(c, words[0]);
  const bool expands = &chosen == &clique, network = chosen.network != nullptr || c.terminals != 0;
  if (chosen.network != nullptr && c.terminals != 0)
    refuse(std::string(chosen.name) + " has its own source and sink: --terminals is not for it");
  if (c.directed && (network || expands)) refuse("--directed is for graphs: a network has arcs already, a clique none");
  if (c.directed && c.vertex_weights != 0) refuse("METIS's format alone has vertex weights, and no directed graphs");
  if (network && (c.vertex_weights != 0 || (chosen.network != nullptr && c.edge_weights != 0)))
    refuse("a network has capacities, and no other weights");
  if (c.constraints != 0 && c.vertex_weights == 0) refuse("expected --vertex-weights beside --constraints");
  if (!expands && c.says_nets()) refuse("--clique-weights and --largest-net are for clique alone");
  check_name(c, network);
  outputs files(expands ? words : arguments(), {c.output});
  cpu_exec exec(static_cast<unsigned>(c.threads));
  arc_file::flow_network flow;
  if (chosen.network != nullptr) {
    flow = chosen.network(words, c.seed);
  } else {
    host_graph g = expands      ? expand(exec, c, words[0])
                   : c.directed ? graph_family::directed(chosen, exec, words, c.seed)
                                : chosen.graph(exec, words, c.seed);
    if (c.vertex_weights != 0)
      generate::random_vertex_weights(exec, g, static_cast<std::uint32_t>(std::max<std::uint64_t>(1, c.constraints)),
                                      static_cast<std::int32_t>(c.vertex_weights), c.seed);
    if (c.edge_weights != 0) generate::random_edge_weights(exec, g, static_cast<std::int32_t>(c.edge_weights), c.seed);
    if (network)
      flow = graph_family::join_terminals(g, static_cast<std::uint32_t>(c.terminals), c.seed);
    else
      write(about, files, c, std::move(g));
  }
  if (network) write(about, files, c, flow, arc_file::dimacs_format);
  files.finish({});
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return run_command(about, argc, argv, [&](arguments& words) { execute(about, c, std::move(words)); });
}

}  // namespace amorph::gen
