// The file of -tpwgts: any text gives fractions that add up to 1, or one line that names the file. The first byte is
// the number of parts, the second that of constraints.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "tools/commands/metis/target_weights.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::uint32_t parts = 1 + data[0] % 9, constraints = 1 + data[1] % 3;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  try {
    const auto weights = amorph::metis::parse_target_weights(text, "file", parts, constraints);
    if (weights.size() != std::size_t{parts} * constraints) std::abort();
    for (std::uint32_t c = 0; c != constraints; ++c) {
      double sum = 0;
      for (std::size_t i = c; i < weights.size(); i += constraints) {
        if (!(weights[i] >= 0)) std::abort();
        sum += double{weights[i]};
      }
      if (!(std::abs(sum - 1) < 1e-4)) std::abort();
    }
  } catch (const amorph::error& e) {
    const std::string_view line = e.what();
    if (e.code() != amorph::status::bad_input || !line.starts_with("file:") || line.find('\n') != line.npos)
      std::abort();
  }
  return 0;
}
