// Checks the command line, reads the graph, and then converts it or runs an algorithm and writes its answer and report.
#include "tools/commands/amorph-graph/graph.hpp"

#include "amorph/kernels/base/stopwatch.hpp"
#include "tools/formats/graph_format.hpp"
#include "tools/terminal/outputs.hpp"
#include "tools/terminal/run_command.hpp"
#include "tools/terminal/run_report.hpp"
#include "tools/terminal/start_device.hpp"

namespace amorph::graph_tool {
namespace {

// Refuses options of other algorithms.
void refuse_foreign(const config& c, const graph::algorithm* a) {
  const auto ends_of = [&](auto of) { return a != nullptr && of(a->needs.ends); };
  constexpr auto has_source = [](graph::ends e) { return e != graph::ends::none; };
  constexpr auto has_target = [](graph::ends e) { return e == graph::ends::pair || e == graph::ends::network; };
  if (!c.target.empty() && !ends_of(has_target))
    refuse("--target is for " + names_for([&](const graph::algorithm& x) { return has_target(x.needs.ends); }) +
           " only");
  for (const algorithm_option& o : c.options) {
    const auto takes = [&](const graph::algorithm& x) {
      for (const graph::option_info& info : x.options)
        if (std::string_view(info.name) == o.info->name) return true;
      return false;
    };
    if (o.given() && (a == nullptr || !takes(*a)))
      refuse("--" + std::string(o.info->name) + " is for " + names_for(takes) + " only");
  }
  if (ends_of([](graph::ends e) { return e == graph::ends::network; }) && c.target.empty() && !c.source.empty())
    refuse("expected --target with --source for " + c.problem);
  if (!c.source.empty() && !ends_of(has_source))
    refuse("--source is for " + names_for([&](const graph::algorithm& x) { return has_source(x.needs.ends); }) +
           " only");
}

// Text files have 8 to 10 bytes per arc, and binary ones are read at up to 8 GB/s.
void start_early(const config& c, const graph::algorithm& a) {
  const double bytes = expected_bytes_of(c.input);
  const std::optional<std::uint64_t> counted = arc_file::arcs_of_binary(c.input);
  const double arcs = counted ? static_cast<double>(*counted) : bytes / 8;
  run_options run;
  run.backend = *parse_backend(c.backend);
  run.device = static_cast<int>(c.device);
  run.threads = static_cast<unsigned>(c.threads);
  run.repeat = static_cast<unsigned>(c.repeat);
  const run_work once = graph::work_of(a.costs, arcs / 8, arcs, static_cast<std::uint64_t>(bytes));
  start_device_early(run, once.repeated(run.repeat), bytes / 8e6);
}

void check_usage(config& c, const std::vector<std::string>& words) {
  std::string known;
  for (const graph::algorithm* a : graph::algorithms()) known.append(known.empty() ? "" : ", ").append(a->name);
  known += " or convert";
  if (words.empty()) refuse("expected " + known + ", and a graph; --help shows the usage");
  const graph::algorithm* a = graph::find(words[0]);
  if (a == nullptr && words[0] != "convert") refuse("expected " + known + ", found '" + words[0] + "'");
  if (words.size() == 1) refuse("expected a graph after " + words[0]);
  if (words.size() > 2) refuse("unexpected argument '" + words[2] + "': one graph is read at a time");
  c.problem = words[0];
  c.input = words[1];
  if (c.problem == "convert" && c.output.empty()) refuse("expected --output with convert");
  if (c.problem == "convert" && !c.json.empty()) refuse("convert has no figures for --json");
  refuse_foreign(c, a);
  if (a == nullptr && (!c.strategy.empty() || !c.backend.empty() || c.verify || c.repeat != config::not_given ||
                       c.memory_limit != config::not_given || c.device != config::not_given))
    refuse("convert does not take --strategy, --backend, --device, --memory-limit, --verify and --repeat");
  c.take_defaults();
  if (a != nullptr) check_options(c, *a);
  if (a != nullptr) start_early(c, *a);
  if (c.backend == "cuda" && !cuda_module::get().available())
    throw error(status::no_device, "backend cuda: " + cuda_module::get().reason());
}

// Network files name the source and the sink; --source and --target override them.
arc_file::flow_network read_input(const command& about, config& c) {
  arc_file::read_options options;
  options.format = arc_file::find_format(c.format);
  options.threads = static_cast<unsigned>(c.threads);
  options.both_ways = c.both_ways;
  options.max_bytes = c.memory_limit;
  options.matrix_graph = c.problem == "convert" && !arc_file::output_format(c.output, arc_file::binary_format).directed;
  const graph::algorithm* a = graph::find(c.problem);
  options.no_negative_weights = a != nullptr && a->needs.no_negative_weights && !ignores_weights(c, a->needs);
  options.integral_weights = a != nullptr && a->needs.integer_weights;
  std::string message, remark;
  if (!c.quiet) options.remark = &remark;
  arc_file::flow_network network;
  require(arc_file::read_network(c.input, network, message, options), message);
  if (!remark.empty()) (void)complain(about, c.input + ": " + remark, exit_code::success);
  if (a == nullptr || a->needs.ends != graph::ends::network || !network.has_ends) return network;
  const auto name = [&](std::uint32_t v) { return std::to_string(std::uint64_t{v} + network.graph.base); };
  if (c.source.empty()) c.source = name(network.source);
  if (c.target.empty()) c.target = name(network.sink);
  return network;
}

void convert(const command& about, const config& c, outputs& files, const arc_file::flow_network& network) {
  const arc_file::graph_format& otherwise = arc_file::binary_format;
  if (const std::string why = arc_file::write_fault(network, c.output, otherwise); !why.empty())
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
  const arc_file::flow_network network = read_input(about, c);
  o.read_ms = total.ms();
  if (c.problem == "convert") return convert(about, c, files, network);
  const weighted_graph& g = network.graph;
  if (c.output.empty())
    solve(c, *graph::find(c.problem), g, o, nullptr);
  else
    files.write(c.output, [&](output_file& out) { solve(c, *graph::find(c.problem), g, o, &out); });
  o.total_ms = total.ms();
  if (!c.json.empty()) files.write_text(c.json, json(c, g, o));
  if (c.verbose) print_weighed(about.name, o.found.stats);
  const std::string report = c.quiet ? std::string() : summary(c, g, o);
  files.finish(report);
  if (files.on_stdout()) std::fputs(report.c_str(), stderr);  // stdout carries data
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
