// The table of options, made from the algorithms' descriptors; parsing, --help and the man page are made from it.
#include <set>

#include "tools/commands/amorph-graph/graph.hpp"
#include "tools/formats/arc_file.hpp"
#include "tools/terminal/backend_options.hpp"

namespace amorph::graph_tool {

namespace {

void list_strategies(std::string& help) {
  for (const graph::algorithm* a : graph::algorithms()) {
    help.append(help.empty() ? "" : ". ").append(a->name).append(":");
    std::string cpu_only;
    for (std::size_t i = 1; i < a->strategies.size(); ++i) {
      const graph::strategy_info& s = a->strategies[i];
      help.append(i == 1 ? " " : ", ").append(s.name);
      if (s.cpu_only) cpu_only.append("; ").append(s.name).append(" runs on the CPU only");
    }
    help += cpu_only;
  }
  help += ".";
}

// Of all algorithms, each once.
std::vector<std::string> strategy_names() {
  std::set<std::string> names;
  for (const graph::algorithm* a : graph::algorithms())
    for (const graph::strategy_info& s : a->strategies) names.insert(s.name);
  return {names.begin(), names.end()};
}

void list_options(config& c) {
  for (const graph::algorithm* a : graph::algorithms())
    for (const graph::option_info& info : a->options) {
      std::string help = a->name;
      if (info.strategies != nullptr) help.append(", ").append(info.strategies);
      help.append(": ").append(info.summary).append(".");
      algorithm_option* same = nullptr;
      for (algorithm_option& o : c.options)
        if (std::string_view(o.info->name) == info.name) same = &o;
      if (same == nullptr) same = &c.options.emplace_back(info);
      same->help.append(same->help.empty() ? "" : " ").append(help);
    }
}

option as_option(algorithm_option& o) {
  const graph::option_info& i = *o.info;
  option made{
      .name = i.name, .argument = i.argument, .target = &o.flag, .fallback = i.fallback, .help = o.help.c_str()};
  if (i.kind == graph::option_kind::integer) {
    made.target = &o.integer;
    made.low = static_cast<std::uint64_t>(i.low);
    made.high = static_cast<std::uint64_t>(i.high);
  }
  if (i.kind == graph::option_kind::real) made.target = &o.real;
  return made;
}

}  // namespace

algorithm_option::algorithm_option(const graph::option_info& option) : info(&option), integer(config::not_given) {}
bool algorithm_option::given() const { return flag || integer != config::not_given || !real.empty(); }
namespace {

// clang-format off: one option per line or two, like a table.
option_group input_options(config& c) {
  return {"Input",
          {{.name = "format", .letter = 'f', .argument = "F", .target = &c.format,
            .choices = arc_file::format_names(), .fallback = "auto",
            .help = "The format of GRAPH; auto takes it from how the file begins, then from its name."},
           {.name = "both-ways", .target = &c.both_ways,
            .help = "Symmetrise the graph: add each missing reverse arc of the same weight, for files that list an "
                    "edge once. With --undirected both arcs carry flow either way."},
           {.name = "source", .letter = 's', .argument = "V", .target = &c.source, .fallback = "max-degree",
            .help = "The source vertex of a search, or several separated by commas; stcon and maxflow take one. "
                    "max-degree is the first vertex of maximum degree. betweenness without it chooses its sources as "
                    "--samples says."},
           {.name = "target", .letter = 'T', .argument = "V", .target = &c.target,
            .help = "stcon, maxflow: the target or sink."}}};
}

option_group output_options(config& c) {
  return {"Output",
          {{.name = "output", .letter = 'o', .argument = "OUT", .target = &c.output,
            .help = "Write the answer to OUT; '-' is the standard output, and a name that ends in .gz is compressed."},
           {.name = "json", .letter = 'j', .argument = "S", .target = &c.json,
            .help = "Write the figures to S as JSON; '-' is the standard output."},
           {.name = "quiet", .letter = 'q', .target = &c.quiet, .help = "Do not print the summary line."},
           verbose_option(c.verbose, 'v')}};
}

option_group solving_options(config& c) {
  return {"Solving",
          {{.name = "strategy", .letter = 'S', .argument = "S", .target = &c.strategy,
            .offered = strategy_names(), .fallback = "auto",
            .help = c.strategy_help.c_str()},
           backend_option(c.backend, "Backend of the algorithm; " AMORPH_AUTO_BACKEND, 'b'),
           device_option(c.device),
           threads_option(c.threads, 't'),
           memory_limit_option(c.memory_limit)}};
}

option_group checking_options(config& c) {
  return {"Checking",
          {{.name = "verify", .target = &c.verify,
            .help = "Check the answer with an independent checker; exit code 4 if it is wrong. apsp: 16 rows of the "
                    "table."},
           {.name = "repeat", .letter = 'r', .argument = "K", .target = &c.repeat, .low = 1, .high = 1000000,
            .fallback = "1", .help = "Solve K times; the time is the median."}}};
}

}  // namespace

command describe(config& c) {
  list_strategies(c.strategy_help);
  list_options(c);
  std::vector<const char*> synopsis;
  static std::deque<std::string> texts;
  for (const graph::algorithm* a : graph::algorithms()) {
    const char* rest = a->needs.ends == graph::ends::pair      ? " GRAPH --source V --target V [OPTION]..."
                       : a->needs.ends == graph::ends::network ? " NETWORK [OPTION]..."
                                                               : " GRAPH [OPTION]...";
    synopsis.push_back(texts.emplace_back(a->name + std::string(rest)).c_str());
    c.description.append(a->name).append(" finds ").append(a->summary).append(". ");
  }
  synopsis.push_back("convert GRAPH --output FILE [OPTION]...");
  c.description +=
      "Weights are 1 if the file has none. DIMACS .max files name the source and the sink of maxflow. convert writes "
      "the graph in the format of the output's name, and otherwise in Amorph's binary format. To METIS's format, a "
      "matrix is written as the graph of its pattern, without the diagonal and with each entry in both directions, for "
      "partitions and orderings.";
  command about{
      .name = "amorph-graph",
      .summary = "searches, paths, forests, flows and other algorithms on graph files",
      .synopsis = synopsis,
      .description = {
          "Runs an algorithm on a graph, on the CPU or on a CUDA device. The answer is the same on every backend and "
          "thread count (of a flow, its value and the cut).",
          "GRAPH is a file in one of the formats below, also compressed with gzip or xz; '-' is the standard input.",
          c.description.c_str(),
          "Vertices have the numbers of the file: from 1, or from 0 in edge lists (convert between the two shifts "
          "numbers by 1). Weights are integers of at most 64 bits; one with a decimal point or an exponent makes all "
          "of them 32-bit floats. Outputs are written to a temporary file and renamed on success."},
      .groups = {input_options(c), output_options(c), solving_options(c), checking_options(c)},
      .examples = {
          {"amorph-graph bfs road.gr --source 1 -o levels.txt", "Levels and parents from vertex 1."},
          {"amorph-graph sssp road.gr.gz --repeat 5 --json - --quiet", "The median time of five runs, as JSON."},
          {"amorph-graph mst web.mtx --backend cpu --threads 2 --verify", "Two threads, the forest checked."},
          {"amorph-graph maxflow net.max --verify -o flow.txt",
           "The flow on every arc, checked against a cut of equal capacity."},
          {"amorph-graph convert soc-LiveJournal1.txt.gz -o lj.amg && amorph-graph bfs lj.amg",
           "Convert once, read fast from then on."}},
      .see_also = {"amorph-gen(1)", "gzip(1)", "xz(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
  for (const std::string& format : arc_file::described_lines())
    about.description.push_back(texts.emplace_back(format).c_str());
  for (algorithm_option& o : c.options) about.groups[2].options.push_back(as_option(o));
  return about;
}
// clang-format on

}  // namespace amorph::graph_tool
