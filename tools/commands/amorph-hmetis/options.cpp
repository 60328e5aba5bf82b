// The table of options, from which parsing, --help and the man page are generated.
#include "tools/commands/amorph-hmetis/hmetis.hpp"
#include "tools/terminal/backend_options.hpp"

namespace amorph::hmetis {
namespace {

std::string objective_help() {
  return "Minimise " +
         partition::alternatives(hypergraph::objectives, [](const hypergraph::objective_row& r) { return r.sum; }) +
         ".";
}

// clang-format off: one option per line or two, like a table.
option_group partition_options(settings& s) {
  static const std::string objectives = objective_help();
  return {"Partition", {
      {.name = "objective", .argument = "OBJECTIVE", .target = &s.objective,
       .choices = partition::names_of(hypergraph::objectives), .fallback = "cut", .help = objectives.c_str()},
      {.name = "imbalance", .argument = "E", .target = &s.imbalance,
       .help = "Let each part weigh at most 1 + E times its even share, rounded up, as in KaHyPar and Mt-KaHyPar. "
               "UBFACTOR is then left out."},
      {.name = "preset", .argument = "P", .target = &s.preset, .choices = partition::names_of(partition::presets),
       .fallback = "default", .help = "Trade time for smaller cuts."},
      {.name = "runs", .argument = "N", .target = &s.runs, .high = 1u << 20, .fallback = "NRUNS, or 1",
       .help = "Number of partitions to compute, with different seeds; the best one is kept."},
      {.name = "time-limit", .argument = "SECONDS", .target = &s.time_limit,
       .help = "Compute partitions with further seeds, at most N of --runs if given, as long as another one fits in "
               "this time; at least one. The partition then depends on the machine's speed."},
      {.name = "seed", .argument = "N", .target = &s.seed, .fallback = "0",
       .help = "Random seed. The same seed gives the same partition on any number of threads."},
      {.name = "arguments", .argument = "PROGRAM", .target = &s.arguments,
       .choices = {"auto", "shmetis", "hmetis", "khmetis"}, .fallback = "the name of the command, else auto",
       .help = "Read the operands as this program of hMETIS does; auto decides by their number."}}};
}

option_group constraint_options(settings& s) {
  return {"Constraints", {
      {.name = "shares", .argument = "FILE", .target = &s.shares,
       .help = "Give parts individual sizes: a line per part with its share of the total weight, in any unit. UBFACTOR "
               "and --imbalance then hold for these shares."},
      {.name = "limits", .argument = "FILE", .target = &s.limits,
       .help = "Bound the parts individually: a line per part with its maximum weight. UBFACTOR is then left out."},
      {.name = "dimensions", .argument = "D", .target = &s.dimensions, .low = 1, .high = 64, .fallback = "1",
       .help = "Read D weights on the line of each vertex, and balance all of them."},
      {.name = "groups", .argument = "FILE", .target = &s.groups,
       .help = "Keep vertices together: a line per vertex with the number of its group, or -1."},
      {.name = "start", .argument = "FILE", .target = &s.start,
       .help = "Improve this partition: a line per vertex with its part, or -1 for a vertex that is new."},
      {.name = "move-cost", .argument = "C", .target = &s.move_cost, .high = (1u << 30), .fallback = "0",
       .help = "Count C for each vertex that leaves its part in --start, as if a net of that weight were cut. For "
               "changed netlists: little is computed anew, and few vertices move."}}};
}

option_group run_options_of(settings& s) {
  return {"Run", {
      backend_option(s.backend, "Backend. auto is the CPU; with cuda, levels are contracted, and large ones refined, "
                                "on a device: the same partition."),
      threads_option(s.threads),
      memory_limit_option(s.memory_limit)}};
}

option_group output_options(settings& s) {
  return {"Output", {
      {.name = "evaluate", .target = &s.evaluate,
       .help = "Compute nothing: read NETLIST [FIX] PARTITION and report its objectives and weights. Exit code 4 if a "
               "fixed vertex is in another part or a group is separated."},
      {.name = "verify", .target = &s.verify,
       .help = "Recount the partition by an independent checker; exit code 4 if it disagrees."},
      {.name = "json", .argument = "FILE", .target = &s.json,
       .help = "Write objectives, weights, times and more as JSON; '-' writes to standard output instead of the "
               "report."},
      {.name = "svg", .argument = "FILE", .target = &s.svg,
       .help = "Draw the parts, at most 1000, and how heavy the nets are that join two of them."},
      {.name = "names", .argument = "FILE", .target = &s.names,
       .help = "Read the names of the vertices, a line each, and also write FILE.part.PARTS, with lines NAME PART."},
      {.name = "output", .letter = 'o', .argument = "FILE", .target = &s.output, .fallback = "NETLIST.part.PARTS",
       .help = "Write the partition there."},
      {.name = "nooutput", .target = &s.nooutput, .help = "Write no partition file."}}};
}
// clang-format on

}  // namespace

command describe(const char* name, settings& s) {
  return {
      .name = name,
      .summary = "divides a netlist in k balanced parts, as hMETIS",
      .synopsis = {"[OPTION]... NETLIST [FIX] PARTS UBFACTOR", "[OPTION]... --imbalance=E NETLIST [FIX] PARTS",
                   "[OPTION]... NETLIST [FIX] PARTS UBFACTOR NRUNS CTYPE RTYPE VCYCLE RECONST DBGLVL",
                   "[OPTION]... NETLIST PARTS UBFACTOR NRUNS CTYPE OTYPE VCYCLE DBGLVL",
                   "--evaluate NETLIST [FIX] PARTITION"},
      .description =
          {"Writes NETLIST.part.PARTS: for each vertex, a line with its part, from 0. NETLIST is in hMETIS's format "
           "(.hgr), and may be compressed with gzip or xz. FIX has a line per vertex: its part, or -1 if it is free.",
           "The operands are those of shmetis, hmetis and khmetis of hMETIS 1.5; a link with one of these names takes "
           "the operands of that program. UBFACTOR, a percentage, bounds each bisection of shmetis and hmetis: with 5, "
           "both sides get 45% to 55%, and each of 4 parts 20.25% to 30.25%. For khmetis it bounds the heaviest part: "
           "with 5, at most 1.05 times the average. A bound never excludes a part's even share, rounded up or down.",
           "CTYPE, RTYPE, RECONST and DBGLVL are checked and ignored. VCYCLE 0 disables V-cycles."},
      .groups = {partition_options(s), constraint_options(s), run_options_of(s), output_options(s)},
      .examples = {{"amorph-hmetis ibm01.hgr 2 5", "Two parts of 45% to 55%, written to ibm01.hgr.part.2."},
                   {"amorph-hmetis ibm01.hgr pads.fix 4 5", "Four parts; pads.fix says where some vertices must be."},
                   {"amorph-hmetis --objective=km1 --imbalance=0.03 --json=- ibm01.hgr 64",
                    "64 parts of at most 1.03 times the average; figures as JSON."},
                   {"amorph-hmetis --preset=default --start=old.part --move-cost=1 new.hgr 4 5",
                    "Parts of a changed netlist, close to the old ones; old.part has -1 for new vertices."},
                   {"amorph-hmetis --names=cpu.names cpu.hgr 4 5",
                    "Also writes cpu.names.part.4, with the parts by name; both files are from amorph-gen convert."},
                   {"amorph-hmetis --time-limit=60 --svg=parts.svg ibm01.hgr 8 5",
                    "The best partition found in a minute, and a picture of its parts."},
                   {"amorph-hmetis --evaluate ibm01.hgr ibm01.hgr.part.2", "Objectives and weights of a partition."}},
      .see_also = {"amorph-gpmetis(1)", "amorph-gen(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::no_backend, exit_code::out_of_memory,
                exit_code::internal, exit_code::interrupted}};
}

}  // namespace amorph::hmetis
