// METIS's defaults and ranges for the entries of its option array, and for target weights and imbalance tolerances.
#include "partitioner/interfaces/metis/option_array.hpp"

#include <algorithm>
#include <limits>

#include "amorph/kernels/base/refuse.hpp"

namespace amorph::metis {
namespace {

constexpr idx_t max_32_bits = std::numeric_limits<std::int32_t>::max();

void between(idx_t value, idx_t low, idx_t high, const char* name) {
  if (value < low || value > high)
    refuse(std::string(name) + ": expected " + std::to_string(low) +
           (high == max_32_bits ? " or more" : " .. " + std::to_string(high)) + ", found " + std::to_string(value));
}

partition::objective read_objective(idx_t value, bool kway) {
  idx_t most = 0;
  for (const partition::objective_row& row : partition::objectives) {
    if (row.kway_alone && !kway) continue;
    if (row.metis == value) return static_cast<partition::objective>(&row - partition::objectives);
    most = std::max<idx_t>(most, row.metis);
  }
  refuse("METIS_OPTION_OBJTYPE: expected 0 .. " + std::to_string(most) + ", found " + std::to_string(value));
}

}  // namespace

idx_t entry(const idx_t* options, moptions_et which, idx_t fallback) {
  return options == nullptr || options[which] == -1 ? fallback : options[which];
}

idx_t numbering(const idx_t* options) {
  const idx_t value = entry(options, METIS_OPTION_NUMBERING, 0);
  between(value, 0, 1, "METIS_OPTION_NUMBERING");
  return value;
}

array_options decode(const idx_t* options, partition::scheme scheme, idx_t constraints) {
  const bool kway = scheme == partition::scheme::kway;
  array_options a;
  auto get = [&](moptions_et which, idx_t fallback, idx_t low, idx_t high, const char* name) {
    const idx_t value = entry(options, which, fallback);
    between(value, low, high, name);
    return value;
  };
  partition::options& o = a.options;
  o.scheme = scheme;
  o.objective = read_objective(entry(options, METIS_OPTION_OBJTYPE, METIS_OBJTYPE_CUT), kway);
  o.match = get(METIS_OPTION_CTYPE, METIS_CTYPE_SHEM, METIS_CTYPE_RM, METIS_CTYPE_SHEM, "METIS_OPTION_CTYPE") ==
                    METIS_CTYPE_RM
                ? partition::matching::random
                : partition::matching::heavy_edge;
  if (!kway) static_cast<void>(get(METIS_OPTION_IPTYPE, -1, -1, METIS_IPTYPE_RANDOM, "METIS_OPTION_IPTYPE"));
  o.refinement = static_cast<std::uint32_t>(get(METIS_OPTION_NITER, 10, 1, max_32_bits, "METIS_OPTION_NITER"));
  o.attempts = static_cast<std::uint32_t>(get(METIS_OPTION_NCUTS, 1, 1, max_32_bits, "METIS_OPTION_NCUTS"));
  o.two_hop = entry(options, METIS_OPTION_NO2HOP, 0) == 0;
  if (kway) {
    o.minimise_connections = get(METIS_OPTION_MINCONN, 0, 0, 1, "METIS_OPTION_MINCONN") == 1;
    o.contiguous = get(METIS_OPTION_CONTIG, 0, 0, 1, "METIS_OPTION_CONTIG") == 1;
  }
  const idx_t thousandths =
      get(METIS_OPTION_UFACTOR, default_ufactor(scheme, static_cast<std::uint32_t>(std::max<idx_t>(constraints, 0))), 1,
          max_32_bits, "METIS_OPTION_UFACTOR");
  o.imbalance = {1 + 0.001f * static_cast<float>(thousandths)};  // for all constraints: see set_imbalance
  const idx_t seed = entry(options, METIS_OPTION_SEED, -1);
  o.seed = seed == -1 ? 0 : static_cast<std::uint32_t>(seed);
  a.debug_level = static_cast<std::int32_t>(entry(options, METIS_OPTION_DBGLVL, 0));
  a.numbering = numbering(options);
  return a;
}

void set_targets(partition::options& options, const real_t* targets) {
  options.target.clear();
  if (targets == nullptr) return;
  options.target.assign(targets, targets + std::size_t{options.parts} * options.constraints);
  for (std::uint32_t c = 0; c != options.constraints; ++c) {
    double sum = 0;
    for (std::uint32_t p = 0; p != options.parts; ++p) {
      const float t = options.target[std::size_t{p} * options.constraints + c];
      if (!(t > 0))
        refuse("target weight of part " + std::to_string(p) + ", constraint " + std::to_string(c) +
               ": expected more than 0, found " + std::to_string(t));
      sum += t;
    }
    if (!(sum >= 0.99 && sum <= 1.01))
      refuse("target weights of constraint " + std::to_string(c) + ": expected a sum of 1, found " +
             std::to_string(sum));
    for (std::uint32_t p = 0; p != options.parts; ++p) {  // METIS accepts a sum close to 1; we normalise it
      float& t = options.target[std::size_t{p} * options.constraints + c];
      t = static_cast<float>(t / sum);
    }
  }
}

void set_imbalance(partition::options& options, const real_t* tolerances) {
  const float common = options.imbalance.empty() ? 1.03f : options.imbalance.front();
  options.imbalance.assign(options.constraints, common);
  if (tolerances == nullptr) return;
  for (std::uint32_t c = 0; c != options.constraints; ++c) {
    if (!(tolerances[c] >= 1))
      refuse("imbalance of constraint " + std::to_string(c) + ": expected 1 or more, found " +
             std::to_string(tolerances[c]));
    options.imbalance[c] = tolerances[c];
  }
}

}  // namespace amorph::metis
