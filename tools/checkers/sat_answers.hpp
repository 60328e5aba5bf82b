// The checker of models, by the text of the formula; shares no code with readers and solvers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace amorph::check {

// The fault of a model of a formula in DIMACS format or in binary, in one line, or empty. `value[v - 1]` says whether
// variable v is true, for all variables of the header. The text is one that readers accept (a misplaced number causes
// some fault, not a crash). O(bytes), on `threads` threads.
[[nodiscard]] std::string model_fault(std::string_view text, const std::vector<unsigned char>& value,
                                      unsigned threads = 1);

// A solver's answer: its 's' line, and the literals of its 'v' lines.
struct sat_answer {
  std::string status;                  // the text after "s "; empty: there is no such line
  std::vector<std::int64_t> literals;  // without the 0
  bool ended = false;                  // with a 0
  std::string fault;                   // of the text, in one line, or empty
};
[[nodiscard]] sat_answer parse_answer(std::string_view text);

}  // namespace amorph::check
