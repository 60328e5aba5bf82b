// Compaction of what remains: blocks count what they keep, then write it at the prefix sum of the counts.
#include "solver/sat/formula/simplify/phases.hpp"

namespace amorph::sat::simplification {

void pack(state& s) {
  simplified& result = s.result;
  const std::size_t variables = s.f.variables, clauses = s.f.clauses();
  const std::vector<std::uint64_t> first_variable =
      s.block_sums(variables, [&](std::size_t v) { return result.fixed[v] == truth::unknown ? 1U : 0U; });
  host_array<std::uint32_t> rank(variables);
  result.variable_of.resize(first_variable.back());
  s.each_block(variables, [&](std::size_t block, std::size_t v, std::size_t end) {
    for (std::uint64_t at = first_variable[block]; v != end; ++v)
      if (result.fixed[v] == truth::unknown) {
        rank[v] = static_cast<std::uint32_t>(at);
        result.variable_of[at++] = static_cast<std::uint32_t>(v);
      }
  });
  const std::vector<std::uint64_t> first_clause =
      s.block_sums(clauses, [&](std::size_t c) { return s.clause[c] != dropped ? 1U : 0U; });
  const std::vector<std::uint64_t> first_literal = s.block_sums(clauses, [&](std::size_t c) {
    std::uint64_t length = 0;
    if (s.clause[c] != dropped) s.each_free_literal(c, [&](literal) { ++length; });
    return length;
  });
  formula& rest = result.rest;
  rest.variables = static_cast<std::uint32_t>(result.variable_of.size());
  rest.clause_begin.resize(first_clause.back() + 1);
  rest.clause_begin.back() = first_literal.back();
  rest.literals.resize(first_literal.back());
  s.each_block(clauses, [&](std::size_t block, std::size_t c, std::size_t end) {
    std::uint64_t clause = first_clause[block], at = first_literal[block];
    for (; c != end; ++c) {
      if (s.clause[c] == dropped) continue;
      rest.clause_begin[clause++] = at;
      s.each_free_literal(c, [&](literal l) { rest.literals[at++] = make_literal(rank[variable_of(l)], negated(l)); });
    }
  });
}

}  // namespace amorph::sat::simplification
