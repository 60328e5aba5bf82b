// The command amorph-gen: graphs and networks by rule and by chance.
#pragma once

#include <cstdint>
#include <string>

#include "amorph/command_line.hpp"

namespace amorph::gen {

struct config {
  std::string output = "-", clique_weights = "standard", ratio;
  std::uint64_t seed = 1, threads = 0, vertex_weights = 0, constraints = 1, edge_weights = 0, largest_net = 0,
                terminals = 0, vars = 0, k = 3;
  bool planted = false;
};

[[nodiscard]] command describe(config& c);
void write_ksat(const config& c);
[[nodiscard]] exit_code run(int argc, char** argv);

}  // namespace amorph::gen
