// How much time partitioners take. What each spends is a row per preset: graph/effort.hpp, hypergraph/effort.hpp.
#pragma once

#include <cstdint>

#include "partitioner/common/named_rows.hpp"

namespace amorph::partition {

// In the order of amorph.h.
enum class preset : std::uint8_t { standard, fast, quality };

struct preset_row {
  const char* name;
};
inline constexpr preset_row presets[] = {{"default"}, {"fast"}, {"quality"}};

[[nodiscard]] inline std::optional<preset> parse_preset(std::string_view word) noexcept {
  return find_by_name<preset>(presets, word);
}
[[nodiscard]] inline std::string_view to_string(preset p) noexcept { return presets[static_cast<std::size_t>(p)].name; }

}  // namespace amorph::partition
