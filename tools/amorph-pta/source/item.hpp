// One line of an answer.
#pragma once

#include <string>

#include "tools/amorph-pta/source/places.hpp"

namespace amorph::pta {

struct item {
  std::string name, kind;
  source_place place;
  std::string how;  // calls: direct or indirect; else empty
};

}  // namespace amorph::pta
