// METIS's option array, validated and converted to partition::options.
#pragma once

#include <cstdint>
#include <string>

#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/metis/metis.h"

namespace amorph::metis {

// METIS's default load imbalance tolerance (ufactor), in thousandths of the target weight.
[[nodiscard]] constexpr int default_ufactor(partition::scheme scheme, std::uint32_t constraints) noexcept {
  return scheme == partition::scheme::kway ? 30 : constraints <= 1 ? 1 : 10;
}

struct array_options {
  partition::options options;  // parts, constraints, target and backend are set by the caller
  std::int32_t debug_level = 0;
  idx_t numbering = 0;
};

// `options` may be null. Defaults depend on `scheme` and `constraints`. Entries that METIS ignores are ignored. Throws
// amorph::error (bad_input) for a value that METIS refuses.
[[nodiscard]] array_options decode(const idx_t* options, partition::scheme scheme, idx_t constraints);

// The value of one entry; `fallback` if it is -1 or there is no array.
[[nodiscard]] idx_t entry(const idx_t* options, moptions_et which, idx_t fallback);

// Only the numbering, for functions that take nothing else from the options.
[[nodiscard]] idx_t numbering(const idx_t* options);

// Target weights and load imbalance tolerances; null means the default. bad_input for values that METIS refuses.
void set_targets(partition::options& options, const real_t* targets);
void set_imbalance(partition::options& options, const real_t* tolerances);

}  // namespace amorph::metis
