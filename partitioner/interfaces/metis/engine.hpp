// Choice of the engine that partitions: our own partitioner, or METIS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partitioner/common/partition.hpp"

namespace amorph::metis {

enum class engine : std::uint8_t { amorph, metis };
[[nodiscard]] std::optional<engine> parse_engine(std::string_view word) noexcept;  // amorph, metis

// METIS's default load imbalance tolerance (ufactor), in thousandths of the target weight.
[[nodiscard]] constexpr int default_ufactor(partition::scheme scheme, std::uint32_t constraints) noexcept {
  return scheme == partition::scheme::kway ? 30 : constraints <= 1 ? 1 : 10;
}

// Entries of METIS's option array that have no counterpart in partition::options.
struct metis_parameters {
  std::int32_t seed = -1;
  std::int32_t initial = -1;  // miptype_et; recursive bisection only
  std::int32_t debug_level = 0;
};

struct answer {
  partition::result result;
  engine ran = engine::amorph;
  std::string remark;  // one line if another backend computed than an available one, with the reason
};

// Partitions `graph` (clean: see partition.hpp). Any number of parts and vertices is accepted; METIS is not called for
// a graph with no more vertices than parts. Throws as partition::divide; no_device if METIS is requested and missing.
[[nodiscard]] answer divide(const partition::graph& graph, const partition::options& options, engine requested,
                            const metis_parameters& parameters);

// METIS only, for fewer parts than vertices. bad_input if counts or sums exceed its 32 bits.
[[nodiscard]] partition::result divide_with_metis(const partition::graph& graph, const partition::options& options,
                                                  const metis_parameters& parameters);

}  // namespace amorph::metis
