// amorph-pta-check: judges points-to solutions. See --help.
#include <new>

#include "amorph/check/points_to.hpp"
#include "amorph/command_line.hpp"
#include "amorph/constraint_file.hpp"
#include "amorph/solution_file.hpp"

namespace {

using namespace amorph;

struct config {
  std::string nodes, constraints, cycles, dump, solution, reference;
  bool oracle = true;
};

command describe(config& c) {
  return {
      .name = "amorph-pta-check",
      .summary = "judge points-to sets",
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
                    .help = "The sets to judge: amorph-pta's output."}}},
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

exit_code judge(const command& about, const config& c) {
  constraint_file::content input;
  std::string message;
  status s = c.dump.empty() ? constraint_file::read({c.nodes, c.constraints, c.cycles}, input.problem, message)
                            : constraint_file::read(c.dump, input, message);
  if (s != status::ok) return complain(about, message, exit_code_of(s));
  const andersen::problem& p = input.problem;
  set_table table;
  s = read_solution(c.solution, p.variables, table, message);
  if (s != status::ok) return complain(about, message, exit_code_of(s));
  const check::points_to found = taken(std::move(table));
  std::string report = "every constraint is satisfied";
  if (const std::string why = check::violated_constraint(p, found); !why.empty())
    return complain(about, c.solution + ": violates " + why, exit_code::internal);
  if (!c.reference.empty()) {
    s = read_ppopp12_solution(c.reference, p.variables, table, message);
    if (s != status::ok) return complain(about, message, exit_code_of(s));
    if (const std::string why = check::difference(found, taken(std::move(table))); !why.empty())
      return complain(about, c.solution + ": differs from " + c.reference + ": " + why, exit_code::internal);
    report += ", the reference is met";
  }
  if (c.oracle) {
    if (const std::string why = check::difference(found, check::solve_in_rounds(p)); !why.empty())
      return complain(about, c.solution + ": is not the least solution: " + why, exit_code::internal);
    report += ", the sets are the least ones";
  }
  return print(report + "\n", message) ? exit_code::success : complain(about, message, exit_code::bad_input);
}

}  // namespace

int main(int argc, char** argv) {
  config c;
  const command about = describe(c);
  exit_on_interrupt(about.name);
  try {
    std::vector<std::string> operands;
    if (const auto ended = parse(about, argc, argv, operands)) return static_cast<int>(*ended);
    if (operands.size() > 1)
      return static_cast<int>(complain(about, "unexpected argument '" + operands[1] + "'", exit_code::bad_input));
    if (!operands.empty()) c.dump = operands[0];
    if (c.dump.empty() == (c.nodes.empty() || c.constraints.empty()) || c.solution.empty())
      return static_cast<int>(
          complain(about, "expected --solution, and either a dump or --nodes and --constraints", exit_code::bad_input));
    return static_cast<int>(judge(about, c));
  } catch (const std::bad_alloc&) {
    return static_cast<int>(complain(about, "out of memory", exit_code::out_of_memory));
  }
}
