// How METIS's commands start and end: the name that they were called by, one line for what goes wrong, METIS's exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/terminal/run_command.hpp"

namespace amorph::metis {

constexpr int metis_error = 254;  // how METIS's commands end for bad input and wrong usage

// gpmetis for amorph-gpmetis called as .../gpmetis, and so on; lives as long as argv.
[[nodiscard]] const char* program_name(char** argv, const char* whole_name);

// Parses, checks that there are `least` .. `most` operands, runs body(operands) and returns what main returns.
// Ctrl-C ends the process with 130 from here on.
[[nodiscard]] int run_command(const command& about, int argc, char** argv, std::size_t least, std::size_t most,
                              const std::function<void(const std::vector<std::string>&)>& body);

void print_or_fail(const std::string& text);

}  // namespace amorph::metis
