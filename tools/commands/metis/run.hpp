// The main functions of METIS's commands: program name, one-line error messages, METIS's exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/terminal/run_command.hpp"

namespace amorph::metis {

constexpr int metis_error = 254;  // exit code of METIS's commands for bad input and usage errors

// "gpmetis" if amorph-gpmetis is called by that name, otherwise `full_name`; likewise for the other commands. Valid as
// long as argv and `full_name`.
[[nodiscard]] const char* program_name(char** argv, const char* full_name);

// Parses the command line, checks the number of operands, runs body(operands) and returns main's exit code. From here
// on Ctrl-C ends the process with exit code 130.
[[nodiscard]] int run_command(const command& about, int argc, char** argv, std::size_t min_operands,
                              std::size_t max_operands,
                              const std::function<void(const std::vector<std::string>&)>& body);

void print_or_fail(const std::string& text);

struct operand_count {
  std::size_t minimum, maximum;
};
// A main function: the options of describe(name, settings), then run(name, settings, operands).
template <class Settings>
int main_of(int argc, char** argv, const char* full_name, operand_count count,
            command (*describe)(const char* name, Settings&),
            void (*run)(const char* name, Settings&, const std::vector<std::string>& operands)) {
  Settings s{};
  const char* const name = program_name(argv, full_name);
  command about = describe(name, s);
  about.operands = about.single_dash = true;
  about.bad_input_code = metis_error;
  return end_process(run_command(about, argc, argv, count.minimum, count.maximum,
                                 [&](const std::vector<std::string>& operands) { run(name, s, operands); }));
}

}  // namespace amorph::metis
