#include "tools/amorph-graph/graph.hpp"

#include "tools/formats/arc_file.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::graph_tool {
namespace {

void check_usage(config& c, const std::vector<std::string>& words) {
  constexpr char known[] = "bfs, stcon, sssp, apsp, mst, maxflow or convert";
  if (words.empty()) refuse(std::string("expected ") + known + ", and a graph; --help shows the usage");
  if (!is_problem(words[0]) && words[0] != "convert")
    refuse(std::string("expected ") + known + ", found '" + words[0] + "'");
  if (words.size() == 1) refuse("expected a graph behind " + words[0]);
  if (words.size() > 2) refuse("unexpected argument '" + words[2] + "': one graph is read at a time");
  c.problem = words[0];
  c.input = words[1];
  if (c.problem == "convert" && c.output.empty()) refuse("expected --output beside convert");
  if (c.problem == "convert" && !c.json.empty()) refuse("convert has no figures for --json");
  if (c.problem != "stcon" && c.problem != "maxflow" && !c.target.empty())
    refuse("--target is for stcon and maxflow alone");
  if (c.problem != "maxflow" && (c.undirected || c.says_steps()))
    refuse("--undirected, --pushes and --relabels are for maxflow alone");
  if (c.problem == "maxflow" && c.target.empty() && !c.source.empty())
    refuse("expected --target beside --source of maxflow");
  if ((c.problem == "apsp" || c.problem == "mst" || c.problem == "convert") && !c.source.empty())
    refuse("--source is for bfs, stcon, sssp and maxflow alone");
  if (c.problem == "convert" && (!c.strategy.empty() || !c.backend.empty() || c.verify ||
                                 c.repeat != config::not_given || c.memory_limit != config::not_given))
    refuse("convert solves nothing: --strategy, --backend, --memory-limit, --verify and --repeat are not for it");
  if (c.problem != "sssp" && !c.window.empty()) refuse("--window is for sssp alone");
  c.take_defaults();
  if (c.problem != "convert") check_problem(c);
  if (c.backend == "cuda" && !cuda_module::get().available())
    throw error(status::no_device, "backend cuda: " + cuda_module::get().reason());
}

// Files of networks name the source and the sink; --source and --target say otherwise.
arc_file::flow_network read_input(config& c) {
  arc_file::read_options how;
  how.what = *arc_file::parse_format(c.format);
  how.threads = static_cast<unsigned>(c.threads);
  how.both_ways = c.both_ways;
  how.no_negative_weights = weights_of(c.problem).no_negative;
  how.whole_weights = weights_of(c.problem).whole;
  std::string message;
  arc_file::flow_network network;
  require(arc_file::read_network(c.input, network, message, how), message);
  if (c.problem != "maxflow" || !network.has_ends) return network;
  const auto name = [&](std::uint32_t v) { return std::to_string(std::uint64_t{v} + network.graph.base); };
  if (c.source.empty()) c.source = name(network.source);
  if (c.target.empty()) c.target = name(network.sink);
  return network;
}

void convert(const command& about, const config& c, outputs& files, const arc_file::flow_network& network) {
  constexpr auto otherwise = arc_file::format::binary;
  if (const std::string why = arc_file::cannot_write(network, c.output, otherwise); !why.empty())
    refuse(c.output + ": cannot write: " + why);
  if (const std::string lost = arc_file::what_is_lost(network, c.output, otherwise); !lost.empty())
    (void)complain(about, c.output + ": " + lost, exit_code::success);
  files.write(c.output, [&](output_file& out) { arc_file::write(out, network, c.output, otherwise); });
  files.finish({});
}

void execute(const command& about, config& c) {
  const stopwatch total;
  outcome o;
  outputs files({c.input}, {c.output, c.json});
  const arc_file::flow_network network = read_input(c);
  o.read_ms = total.ms();
  if (c.problem == "convert") return convert(about, c, files, network);
  const weighted_graph& g = network.graph;
  if (c.output.empty())
    solve_problem(c, g, o, nullptr);
  else
    files.write(c.output, [&](output_file& out) { solve_problem(c, g, o, &out); });
  o.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(c, g, o));
  const std::string report = c.quiet ? std::string() : summary(c, g, o);
  files.finish(report);
  if (files.on_stdout()) std::fputs(report.c_str(), stderr);  // stdout carries data: people are told on stderr
}

}  // namespace

exit_code run(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return run_command(about, argc, argv, [&](const std::vector<std::string>& words) {
    check_usage(c, words);
    execute(about, c);
  });
}

}  // namespace amorph::graph_tool
