#include "tools/generators/ksat.hpp"

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/random/random.hpp"

namespace amorph::cnf_file {

sat::formula random_ksat(cpu_exec& exec, const ksat_shape& shape) {
  const std::uint32_t k = shape.k;
  sat::formula f;
  f.variables = shape.variables;
  f.clause_begin.resize(shape.clauses + 1);
  f.literals.resize(shape.clauses * k);
  exec.for_each(shape.clauses + 1, [&](std::size_t c) { f.clause_begin[c] = c * k; });
  // One random stream per clause, and one for the assignment.
  const random_stream hidden(shape.seed, shape.clauses);
  exec.for_each(shape.clauses, [&](std::size_t c) {
    const random_stream random(shape.seed, c);
    sat::literal* const clause = f.literals.data() + c * k;
    // Floyd's sampling (Bentley, Floyd 1987): every set of k variables is equally likely.
    for (std::uint32_t i = 0; i != k; ++i) {
      const std::uint32_t last = shape.variables - k + i, sample = random.below(i, last + 1);
      clause[i] = std::find(clause, clause + i, sample) == clause + i ? sample : last;
    }
    std::uint64_t draw = k, negated = 0;
    bool accepted = false;
    while (!accepted) {
      negated = random(draw++) >> 32;
      accepted = !shape.planted;
      for (std::uint32_t i = 0; i != k && !accepted; ++i) accepted = ((negated >> i ^ hidden(clause[i])) & 1) != 0;
    }
    for (std::uint32_t i = 0; i != k; ++i) clause[i] = sat::make_literal(clause[i], (negated >> i & 1) != 0);
  });
  return f;
}

}  // namespace amorph::cnf_file
