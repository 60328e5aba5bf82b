// Judges models by the text of the formula; shares no code with readers and solvers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace amorph::check {

// What is wrong with a model of a formula in DIMACS's format, in one line; or nothing. `value[v - 1]` is whether variable
// v is true; all variables of the head have one. The text is one that readers take (a number where none should be ends in
// some fault, not in a crash). O(bytes), by `threads` threads.
[[nodiscard]] std::string model_fault(std::string_view text, const std::vector<unsigned char>& value,
                                      unsigned threads = 1);

// A solver's answer: its 's' line, and the literals of its 'v' lines.
struct sat_answer {
  std::string status;                  // what stands behind "s "; empty: there is no such line
  std::vector<std::int64_t> literals;  // without the 0
  bool ended = false;                  // by a 0
  std::string fault;                   // what is wrong with the text, in one line; or nothing
};
[[nodiscard]] sat_answer parse_answer(std::string_view text);

}  // namespace amorph::check
