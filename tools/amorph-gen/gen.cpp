#include "gen.hpp"

#include "amorph/graph/generate.hpp"
#include "amorph/graph_family.hpp"
#include "amorph/graph_file.hpp"
#include "amorph/outputs.hpp"
#include "amorph/run_command.hpp"

namespace amorph::gen {
namespace {

using graph_family::arguments;

// A netlist is a file, so what it expands to is no family of graphs.
host_graph expand(cpu_exec& exec, const config& c, const std::string& path) {
  graph_file::netlist list;
  std::string message;
  require(graph_file::read_netlist(path, list, message), message);
  const auto weights = c.clique_weights == "plain"   ? generate::clique::plain
                       : c.clique_weights == "count" ? generate::clique::count
                                                     : generate::clique::standard;
  host_graph g =
      generate::cliques(exec, {list.vertices, list.begin, list.pin, list.net_weight}, weights, c.largest_net);
  g.vertex_weight = std::move(list.vertex_weight);
  return g;
}
constexpr graph_family::family clique{"clique", "NETLIST", 1, 1, nullptr, nullptr};

const graph_family::family& family_of(const arguments& words) {
  const std::string known = graph_family::names() + " or clique";
  if (words.empty()) refuse("expected what to make: " + known + "; --help shows the usage");
  if (words[0] == clique.name) return clique;
  const graph_family::family* found = graph_family::find(words[0]);
  if (found == nullptr) refuse("expected " + known + ", found '" + words[0] + "'");
  return *found;
}

void write(outputs& files, const config& c, const host_graph& g) {
  const arc_file::format form = arc_file::format_of(c.output);
  const bool binary = form == arc_file::format::binary;
  if (binary && !g.vertex_weight.empty()) refuse("the binary format has no vertex weights");
  const auto kind = g.edge_weight.empty() ? weight_kind::none : weight_kind::int32;
  files.write(c.output, [&](output_file& out) {
    if (binary)
      arc_file::write_binary(out, {g.view(), kind, g.edge_weight.data(), true}, 1);
    else
      graph_file::write_metis(out, g, static_cast<unsigned>(c.threads));
  });
}

void execute(const config& c, arguments words) {
  const graph_family::family& chosen = family_of(words);
  words.erase(words.begin());
  graph_family::check_arguments(chosen, words);
  const bool expands = &chosen == &clique, network = chosen.network != nullptr || c.terminals != 0;
  if (chosen.network != nullptr && c.terminals != 0)
    refuse(std::string(chosen.name) + " has its own source and sink: --terminals is not for it");
  if (network && (c.vertex_weights != 0 || (chosen.network != nullptr && c.edge_weights != 0)))
    refuse("a network has capacities, and no other weights");
  const arc_file::format form = arc_file::format_of(c.output);
  if (network && form != arc_file::format::automatic && form != arc_file::format::dimacs)
    refuse(c.output + ": cannot write: a network is written as DIMACS has it, under a name in .max");
  if (c.constraints != 1 && c.vertex_weights == 0) refuse("expected --vertex-weights beside --constraints");
  outputs files(expands ? words : arguments(), {c.output});
  cpu_exec exec(static_cast<unsigned>(c.threads));
  arc_file::flow_network flow;
  if (chosen.network != nullptr) {
    flow = chosen.network(words, c.seed);
  } else {
    host_graph g = expands ? expand(exec, c, words[0]) : chosen.graph(exec, words, c.seed);
    if (c.vertex_weights != 0)
      generate::random_vertex_weights(exec, g, static_cast<std::uint32_t>(c.constraints),
                                      static_cast<std::int32_t>(c.vertex_weights), c.seed);
    if (c.edge_weights != 0) generate::random_edge_weights(exec, g, static_cast<std::int32_t>(c.edge_weights), c.seed);
    if (network)
      flow = graph_family::join_terminals(g, static_cast<std::uint32_t>(c.terminals), c.seed);
    else
      write(files, c, g);
  }
  if (network) files.write(c.output, [&](output_file& out) { arc_file::write_dimacs(out, flow); });
  files.finish({});
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return run_command(about, argc, argv, [&](arguments& words) { execute(c, std::move(words)); });
}

}  // namespace amorph::gen
