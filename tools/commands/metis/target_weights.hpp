// The file of -tpwgts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace amorph::metis {

// Lines "PART[-PART] [: CONSTRAINT[-CONSTRAINT]] = FRACTION", numbered from 0; without a constraint, for all
// constraints. Blank lines and lines that begin with '%' or '#' are ignored. A later line overrides an earlier one.
// Parts without a line share the remainder to 1 equally; if all parts have one, fractions are scaled to a sum of 1.
// Returns parts * constraints fractions, part by part. Throws error with a one-line message with file and line.
[[nodiscard]] std::vector<float> read_target_weights(const std::string& path, std::uint32_t parts,
                                                     std::uint32_t constraints);

// The same for a text in memory; throws amorph::error (bad_input).
[[nodiscard]] std::vector<float> parse_target_weights(std::string_view text, const std::string& name,
                                                      std::uint32_t parts, std::uint32_t constraints);

}  // namespace amorph::metis
