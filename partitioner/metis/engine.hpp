// Who divides: our own partitioner, or METIS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

enum class engine : std::uint8_t { amorph, metis };
[[nodiscard]] std::optional<engine> parse_engine(std::string_view word) noexcept;  // amorph, metis

// METIS's default of ufactor, in thousandths above a part's share.
[[nodiscard]] constexpr int default_ufactor(partition::scheme how, std::uint32_t constraints) noexcept {
  return how == partition::scheme::kway ? 30 : constraints <= 1 ? 1 : 10;
}

// What METIS's option array says and partition::options has no word for.
struct particulars {
  std::int32_t seed = -1;
  std::int32_t initial = -1;  // miptype_et; recursive alone
  std::int32_t debug_level = 0;
};

struct answer {
  partition::result result;
  engine ran = engine::amorph;
  std::string remark;  // one line when something else computed than was asked for (METIS, the CPU), and why
};

// Divides `graph` (clean: see partition.hpp) as `options` say. engine::amorph hands to METIS what
// partition::unsupported names. Any number of parts and vertices is right: where there are no more vertices than
// parts, METIS is not asked. Throws as partition::divide does; bad_input too for transactions where METIS would divide; no_device too where METIS is needed and not installed.
[[nodiscard]] answer divide(const partition::graph& graph, const partition::options& options, engine who,
                            const particulars& more);

// partition::divide, on the CPU where the backend is left open and the graph is so small that a device's start and
// launches would cost more than the work. The answer is the same.
[[nodiscard]] partition::result divide_with_amorph(const partition::graph& graph, partition::options options);

// METIS alone, for fewer parts than vertices. bad_input for what its 32-bit counts cannot hold.
[[nodiscard]] partition::result divide_with_metis(const partition::graph& graph, const partition::options& options,
                                                  const particulars& more);

}  // namespace amorph::metis
