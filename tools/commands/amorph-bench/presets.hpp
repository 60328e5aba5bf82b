// Tables of papers, and others.
#pragma once

#include <string>
#include <vector>

namespace amorph::bench {

// Problems, strategies and inputs are lists with commas, as on the command line; empty: all.
struct preset {
  const char* name;
  const char* help;
  const char* problems;
  const char* strategies;
  std::vector<const char*> inputs;
  unsigned repeat = 3;
  unsigned weights = 255;
  bool profile = false;
};
[[nodiscard]] const std::vector<preset>& presets();
[[nodiscard]] const preset* find_preset(const std::string& name);
[[nodiscard]] std::string preset_names();

}  // namespace amorph::bench
