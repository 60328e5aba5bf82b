// KaHyPar's configurations: KEY=VALUE lines, comments after #.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "partitioner/hypergraph/partition.hpp"

namespace amorph::hmetis {

struct configuration {
  hypergraph::objective objective = hypergraph::objective::km1;
  std::uint64_t seed = 0;
  std::int32_t vcycles = -1;  // -1: as the preset says
};

// Keys that are absent stay as they are in `c`. Throws error(bad_input), "NAME:LINE: expected WHAT, found WHAT"; `c` is
// then unspecified. `ignored` becomes the list of keys that choose among KaHyPar's own algorithms.
void read_configuration(std::istream& in, const char* name, configuration& c, std::string& ignored);

}  // namespace amorph::hmetis
