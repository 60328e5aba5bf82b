// One line of an answer.
#pragma once

#include <string>

#include "tools/commands/amorph-pta/source/source_index.hpp"

namespace amorph::pta {

struct item {
  std::string name, kind;
  source_location location;
  std::string call = {};    // calls: direct, indirect or called back by; otherwise empty
  std::string block = {};   // memory: the name without the field; items of one block are adjacent
  std::string symbol = {};  // functions: the mangled name, if it differs
};

}  // namespace amorph::pta
