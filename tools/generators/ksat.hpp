// Random k-SAT.
#pragma once

#include <cstdint>

#include "solver/sat/formula/formula.hpp"

namespace amorph {
class cpu_exec;
}

namespace amorph::cnf_file {

struct ksat_shape {
  std::uint32_t variables = 0;  // at least k, unless there are no clauses
  std::uint64_t clauses = 0;
  std::uint32_t k = 3;  // 1 .. 32
  std::uint64_t seed = 0;
  bool planted = false;  // a hidden assignment satisfies every clause
};

// Clauses are drawn uniformly and independently, each of k distinct variables; duplicates are possible. The result does
// not depend on the number of threads. O(clauses k^2).
[[nodiscard]] sat::formula random_ksat(cpu_exec& exec, const ksat_shape& shape);

}  // namespace amorph::cnf_file
