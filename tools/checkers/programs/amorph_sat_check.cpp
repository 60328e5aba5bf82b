// amorph-sat-check: verifies the answers of solvers of satisfiability. See --help.
#include <cstdio>
#include <cstdlib>

#include "tools/checkers/sat_answers.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/terminal/run_command.hpp"

namespace {

using namespace amorph;

command describe() {
  return {.name = "amorph-sat-check",
          .summary = "verify a model by the formula's file",
          .synopsis = {"FORMULA ANSWER"},
          .description =
              {"Reads FORMULA in DIMACS's format and ANSWER, what a solver printed: lines that begin with 'c', 's' "
               "and 'v'. Where the answer is 's SATISFIABLE', every clause must hold a literal of the model, and the "
               "model a value for every variable and no two. 's UNSATISFIABLE' and 's UNKNOWN' are taken as they "
               "are.",
               "Prints the status, and ends with 4 if something is wrong."},
          .groups = {},
          .examples = {{"amorph-sat f.cnf > f.out; amorph-sat-check f.cnf f.out", "After a run."}},
          .see_also = {"amorph-sat(1)"},
          .operands = true,
          .exits = {exit_code::success, exit_code::bad_input, exit_code::out_of_memory, exit_code::internal,
                    exit_code::interrupted}};
}

[[noreturn]] void wrong(const std::string& what) { throw error(status::internal, what); }

input_text load(const std::string& path) {
  input_text text;
  std::string message;
  require(read_file(path, text, message), message);
  return text;
}

void verify(const std::string& formula, const std::string& answer) {
  const input_text clauses = load(formula), lines = load(answer);
  const check::sat_answer a = check::parse_answer(lines.view());
  const std::string name(input_name(answer));
  if (!a.fault.empty()) wrong(name + ": " + a.fault);
  if (a.status != "SATISFIABLE" && a.status != "UNSATISFIABLE" && a.status != "UNKNOWN")
    wrong(name + ": expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'");
  if (a.status == "SATISFIABLE") {
    if (!a.ended) wrong(name + ": the model has no end");
    std::vector<unsigned char> value(a.literals.size(), 2);
    for (const std::int64_t l : a.literals) {
      const auto v = static_cast<std::uint64_t>(std::llabs(l));
      if (v > value.size()) wrong(name + ": variable " + std::to_string(v) + ", of " + std::to_string(value.size()));
      if (value[v - 1] != 2) wrong(name + ": variable " + std::to_string(v) + " has two values");
      value[v - 1] = l > 0 ? 1 : 0;
    }
    if (const std::string fault = check::model_fault(clauses.view(), value, 2); !fault.empty())
      wrong(name + ": " + fault);
  } else if (!a.literals.empty()) {
    wrong(name + ": a model beside 's " + a.status + "'");
  }
  std::puts(a.status.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const command about = describe();
  return static_cast<int>(run_command(about, argc, argv, [&](const std::vector<std::string>& words) {
    if (words.size() != 2) refuse("expected FORMULA ANSWER; --help shows the usage");
    verify(words[0], words[1]);
  }));
}
