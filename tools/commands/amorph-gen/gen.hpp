// The command amorph-gen: graphs, networks, points and formulas, by rule or at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/sat/formula/formula.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph {
class output_file;
}

namespace amorph::gen {

// An option that was not given is empty, 0 where that is no value, or not_given.
struct config {
  static constexpr std::uint64_t not_given = ~std::uint64_t{0};
  std::string output = "-", clique_weights, ratio;
  std::uint64_t seed = 1, threads = 0, vertex_weights = 0, constraints = 0, edge_weights = 0, largest_net = not_given,
                terminals = 0, vars = 0, k = 0;
  bool planted = false, directed = false;
  // convert:
  std::string names, fix, grid, top, nets;
  bool ports = false, areas = false, weights = false;

  [[nodiscard]] bool says_nets() const { return !clique_weights.empty() || largest_net != not_given; }
  [[nodiscard]] bool says_graph() const {
    return vertex_weights != 0 || constraints != 0 || edge_weights != 0 || terminals != 0 || directed || says_nets();
  }
  [[nodiscard]] bool says_conversion() const {
    return !names.empty() || !fix.empty() || !grid.empty() || !top.empty() || !nets.empty() || ports || areas ||
           weights;
  }
};

[[nodiscard]] command describe(config& c);
void write_ksat(const config& c);
// `family`: colouring, circuit or blocks.
void write_structured(const config& c, const std::string& family, const std::vector<std::string>& words);
void write_netlist(const config& c, const std::vector<std::string>& words);
[[nodiscard]] inline bool is_binary_name(const std::string& name) {
  return name.ends_with(".acnf") || name.ends_with(".acnf.gz");
}
// In binary if the name of the output says so, else in DIMACS's format.
void write_formula(output_file& to, const std::string& name, const sat::formula& f);
void convert_formula(const config& c, const std::string& path);
void convert_file(const command& about, const config& c, const std::string& path);
[[nodiscard]] exit_code run(int argc, char** argv);

}  // namespace amorph::gen
