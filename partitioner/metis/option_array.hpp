// METIS's option array, checked and in our words.
#pragma once

#include <string>

#include "partitioner/metis/engine.hpp"
#include "partitioner/metis/metis.h"
#include "partitioner/multilevel/partition.hpp"

namespace amorph::metis {

struct array_options {
  partition::options how;  // parts, constraints, target and where are the caller's to fill
  particulars more;
  idx_t numbering = 0;
};

// `options` may be null. `scheme` is what the function computes; defaults depend on it and on `constraints`. What METIS ignores is ignored. Throws amorph::error
// (bad_input) for a value that METIS refuses.
[[nodiscard]] array_options decode(const idx_t* options, partition::scheme scheme, idx_t constraints);

// The value of one entry, its default where it is -1 or there is no array.
[[nodiscard]] idx_t entry(const idx_t* options, moptions_et which, idx_t fallback);

// Numbering alone, for functions whose other options METIS itself checks.
[[nodiscard]] idx_t numbering(const idx_t* options);

// Fractions and tolerances as METIS takes them: null is the default. bad_input as METIS.
void set_targets(partition::options& how, const real_t* targets);
void set_imbalance(partition::options& how, const real_t* tolerances);

}  // namespace amorph::metis
