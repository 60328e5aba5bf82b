// Names in DOT, Graphviz's language.
#pragma once

#include <string>
#include <string_view>

#include "tools/base/utf8.hpp"

namespace amorph {

// A quoted string of DOT on one line; control characters and invalid bytes are replaced as by one_line().
[[nodiscard]] inline std::string dot_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : one_line(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace amorph
