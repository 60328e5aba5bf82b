// Tests on a device run a share of their cases, so that all of them take minutes; with AMORPH_TEST_ALL=1 all cases.
#pragma once

#include <cstdlib>
#include <string_view>

namespace amorph::test {

inline bool all_cases() {
  const char* all = std::getenv("AMORPH_TEST_ALL");
  return all != nullptr && std::string_view(all) == "1";
}

}  // namespace amorph::test
