#include "solver/sat/formula/order.hpp"

#include <algorithm>
#include <bit>

#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/primitives/sort.hpp"

namespace amorph::sat {

formula in_order_of_variables(cpu_exec& exec, const formula& f) {
  const std::uint64_t m = f.clauses();
  const std::size_t length = f.clause(0).size();
  buffer<std::uint32_t, cpu_exec> smallest(exec, m), clause(exec, m);
  exec.for_each(m, [&f, key = smallest.data(), number = clause.data()](std::size_t c) {
    std::uint32_t minimum = max_variables;
    for (const literal l : f.clause(c)) minimum = std::min(minimum, variable_of(l));
    key[c] = minimum;
    number[c] = static_cast<std::uint32_t>(c);
  });
  sort_pairs(exec, smallest.span(), clause.span(), 0, static_cast<unsigned>(std::bit_width(f.variables)));
  formula g;
  g.variables = f.variables;
  g.clause_begin.resize(f.clause_begin.size());
  exec.copy(f.clause_begin, span<std::uint64_t>(g.clause_begin));  // all have the same length
  g.literals.resize(f.literals.size());
  exec.for_each(m, [&f, from = clause.data(), to = g.literals.data(), length](std::size_t c) {
    const span<const literal> literals = f.clause(from[c]);
    std::copy(literals.begin(), literals.end(), to + c * length);
  });
  return g;
}

}  // namespace amorph::sat
