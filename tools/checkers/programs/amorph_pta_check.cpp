// amorph-pta-check: verifies points-to solutions. See --help.
#include "tools/checkers/points_to.hpp"
#include "tools/formats/constraint_file.hpp"
#include "tools/formats/solution_file.hpp"
#include "tools/terminal/run_command.hpp"

namespace {

using namespace amorph;

struct config {
  std::string nodes, constraints, cycles, dump, solution, reference;
  bool oracle = true;
};

command describe(config& c) {
  return {
      .name = "amorph-pta-check",
      .summary = "verify points-to sets",
      .synopsis = {"--nodes N --constraints C [--hcd H] --solution OUT [--reference REF] [--no-oracle]",
                   "DUMP --solution OUT [--reference REF] [--no-oracle]"},
      .description =
          {"Checks that the sets in OUT satisfy every constraint, that they equal those of REF, and that they are the "
           "least sets that satisfy the constraints, by a solver that shares no code with amorph-pta."},
      .groups = {{"Input",
                  {{.name = "nodes",
                    .letter = 'n',
                    .argument = "N",
                    .target = &c.nodes,
                    .help = "Variables and objects, PPoPP'12 format."},
                   {.name = "constraints",
                    .letter = 'c',
                    .argument = "C",
                    .target = &c.constraints,
                    .help = "Constraints, PPoPP'12 format."},
                   {.name = "hcd",
                    .argument = "H",
                    .target = &c.cycles,
                    .help = "Hybrid cycle detection tables, PPoPP'12 format."},
                   {.name = "solution",
                    .letter = 's',
                    .argument = "OUT",
                    .target = &c.solution,
                    .help = "The sets to verify: amorph-pta's output."}}},
                 {"Checks",
                  {{.name = "reference",
                    .letter = 'r',
                    .argument = "REF",
                    .target = &c.reference,
                    .help = "A solution in the PPoPP'12 format that OUT must equal."},
                   {.name = "no-oracle",
                    .target = &c.oracle,
                    .help = "Do not solve: check constraints and reference alone.",
                    .set_to = false}}}},
      .examples = {{"amorph-pta-check --nodes ex_nodes.txt.gz --constraints ex_constraints.txt.gz -s ex.out -r "
                    "ex_solution.txt.gz",
                    "Against a published solution."}},
      .see_also = {"amorph-pta(1)"},
      .operands = true,
      .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                exit_code::interrupted}};
}

check::points_to taken(set_table&& t) { return {std::move(t.set_of), std::move(t.sets)}; }

void verify(const config& c) {
  constraint_file::content input;
  std::string message;
  require(c.dump.empty() ? constraint_file::read({c.nodes, c.constraints, c.cycles}, input.problem, message)
                         : constraint_file::read(c.dump, input, message),
          message);
  const andersen::problem& p = input.problem;
  set_table table;
  require(read_solution(c.solution, p.variables, table, message), message);
  const check::points_to found = taken(std::move(table));
  const auto fail = [&](const std::string& why) { throw error(status::internal, c.solution + ": " + why); };
  std::string report = "every constraint is satisfied";
  if (const std::string why = check::violated_constraint(p, found); !why.empty()) fail("violates " + why);
  if (!c.reference.empty()) {
    require(read_ppopp12_solution(c.reference, p.variables, table, message), message);
    if (const std::string why = check::difference(found, taken(std::move(table))); !why.empty())
      fail("differs from " + c.reference + ": " + why);
    report += ", the reference is met";
  }
  if (c.oracle) {
    if (const std::string why = check::difference(found, check::solve_in_rounds(p)); !why.empty())
      fail("is not the least solution: " + why);
    report += ", the sets are the least ones";
  }
  if (!print(report + "\n", message)) refuse(message);
}

}  // namespace

int main(int argc, char** argv) {
  config c;
  const command about = describe(c);
  return static_cast<int>(run_command(about, argc, argv, [&](const std::vector<std::string>& operands) {
    if (operands.size() > 1) refuse("unexpected argument '" + operands[1] + "'");
    if (!operands.empty()) c.dump = operands[0];
    if (c.dump.empty() == (c.nodes.empty() || c.constraints.empty()) || c.solution.empty())
      refuse("expected --solution, and either a dump or --nodes and --constraints");
    verify(c);
  }));
}
