// KaHyPar's configuration files: KEY=VALUE lines, comments after #.
#pragma once

#include <cstdint>
#include <string>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hmetis {

struct configuration {
  hypergraph::objective objective = hypergraph::objective::km1;
  std::uint64_t seed = 0;
  std::int32_t vcycles = -1;  // -1: as the preset says
};

// Throws error(bad_input), "FILE:LINE: expected WHAT, found WHAT". `ignored` becomes the list of keys that choose among
// KaHyPar's own algorithms.
[[nodiscard]] configuration read_configuration(const char* path, std::string& ignored);

}  // namespace amorph::hmetis
