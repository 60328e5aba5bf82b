// Satisfiable formulas with structure: graph colourings, circuits, plans.
#pragma once

#include <cstdint>

#include "solver/sat/formula/formula.hpp"

namespace amorph::cnf_file {

// Colours of a random graph in which one hidden colouring, with classes of equal size, has no conflict. Variable
// v * colours + c: vertex v has colour c. A vertex may have several.
struct colouring_shape {
  std::uint32_t vertices = 0, colours = 3;  // colours: 2 .. vertices
  double degree = 4.6;                      // mean number of neighbours; an edge may be drawn twice
  std::uint64_t seed = 0;
};
[[nodiscard]] sat::formula colouring(const colouring_shape& shape);

// Inputs of a random circuit that give the outputs which one hidden input gives. Each gate is the conjunction or, with
// probability `parity`, the parity of two of the `reach` signals before it, each negated at random. Variables:
// inputs, then gates; the outputs, as many as inputs, are the last gates.
struct circuit_shape {
  std::uint32_t inputs = 0, gates = 0;  // gates: at least `inputs`, which are at least 2
  std::uint32_t reach = 0;              // 0: four times the inputs
  double parity = 0.25;
  std::uint64_t seed = 0;
};
[[nodiscard]] sat::formula circuit(const circuit_shape& shape);

// Plans of blocks world: from one random arrangement of blocks in towers to another, a move at a time, in as many steps
// as it takes to put all blocks that are not in place on the table and then to build the towers.
struct blocks_shape {
  std::uint32_t blocks = 0;  // at least 2
  std::uint64_t seed = 0;
};
[[nodiscard]] sat::formula blocks(const blocks_shape& shape);

}  // namespace amorph::cnf_file
