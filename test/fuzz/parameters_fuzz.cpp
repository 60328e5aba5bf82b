// The parameters of amorph-pta<...>: any text gives values within their ranges, which print as text that parses to the
// same values, or one line that says what was expected.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/base/points_to_options.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  amorph::points_to_options given, again;
  if (const std::string wrong = parse_points_to_options(text, given); !wrong.empty()) {
    if (wrong.find("expected") == std::string::npos || wrong.find('\n') != std::string::npos) std::abort();
    return 0;
  }
  for (const amorph::points_to_option& row : amorph::points_to_option_table())
    if (const auto* type = std::get_if<amorph::points_to_option::number>(&row.type))
      if (given.*type->value < type->low || given.*type->value > type->high) std::abort();
  if (!parse_points_to_options(to_string(given), again).empty() || again != given) std::abort();
  return 0;
}
