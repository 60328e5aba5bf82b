// Random k-SAT.
#pragma once

#include <cstdint>

#include "solver/sat/formula/formula.hpp"

namespace amorph {
class cpu_exec;
}

namespace amorph::cnf_file {

struct ksat_shape {
  std::uint32_t variables = 0;  // k at least, unless there are no clauses
  std::uint64_t clauses = 0;
  std::uint32_t k = 3;  // 1 .. 32
  std::uint64_t seed = 0;
  bool planted = false;  // clauses that a hidden assignment makes false are not drawn
};

// Clauses drawn evenly and independently of one another, of k distinct variables each; so two may be the same. The same
// for every machine and number of threads. O(clauses k^2).
[[nodiscard]] sat::formula random_ksat(cpu_exec& exec, const ksat_shape& shape);

}  // namespace amorph::cnf_file
