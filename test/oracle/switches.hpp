// The switches of the points-to analysis, from its table of options: a new row is tested without a change here.
#pragma once

#include <string>
#include <vector>

namespace amorph::oracle {

// Two settings that differ in one switch.
struct switch_pair {
  std::string name;  // "calls: any, abi"
  std::string first, second;
};

// Neighbouring values of each switch; of presets each one and `strict`.
[[nodiscard]] std::vector<switch_pair> pairs_of_switches(const std::string& base);
// Every value of every switch, one at a time.
[[nodiscard]] std::vector<std::string> settings_of_switches(const std::string& base);

}  // namespace amorph::oracle
