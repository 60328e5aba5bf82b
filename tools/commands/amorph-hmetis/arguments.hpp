// The argument lists of hMETIS 1.5's three programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partitioner/common/objectives.hpp"

namespace amorph::hmetis {

enum class program : std::uint8_t { shmetis, hmetis, khmetis };

struct arguments {
  hmetis::program program = program::shmetis;
  std::string netlist, fix;  // fix: empty if there is none
  std::uint32_t parts = 2;
  double ubfactor = 0;
  // hmetis and khmetis alone:
  std::uint32_t runs = 0;                                        // 0: not given
  hypergraph::objective objective = hypergraph::objective::cut;  // OType of khmetis
  std::uint32_t vcycles = 0;                                     // Vcycle, 0 .. 3
  bool has_vcycles = false;
};

// The program that the operands are for: the one of that name ("auto": by their number). If the option `balance` says
// how balanced the parts are to be, UBFACTOR is left out; null: none does. Throws error(bad_input) that says what was
// expected.
[[nodiscard]] arguments read_arguments(const std::vector<std::string>& operands, std::string_view name,
                                       const char* balance);

}  // namespace amorph::hmetis
