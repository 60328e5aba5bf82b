#include "solver/sat/formula/residual.hpp"

#include <algorithm>
#include <atomic>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/dispatch.hpp"

namespace amorph::sat {

residual_formula::residual_formula(const formula& f, const std::vector<truth>& values,
                                   span<const std::uint32_t> unsatisfied, const run_options& run)
    : values_(values) {
  // Blocks of clauses count their free literals, then write them at the prefix sum of the counts.
  constexpr std::size_t block = std::size_t{1} << 14;
  constexpr std::uint32_t none = ~std::uint32_t{0};
  cpu_exec exec(run.threads, 0, control_of(run));
  const std::size_t blocks = (unsatisfied.size() + block - 1) / block;
  std::vector<std::uint32_t> rank(f.variables, none);
  std::vector<std::uint64_t> first(blocks + 1, 0);
  const auto each_block = [&](auto body) {
    exec.ranges(blocks, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) body(a, a * block, std::min<std::size_t>(unsatisfied.size(), (a + 1) * block));
    });
  };
  each_block([&](std::size_t b, std::size_t i, std::size_t end) {
    std::uint64_t count = 0;
    for (; i != end; ++i)
      for (const literal l : f.clause(unsatisfied[i]))
        if (values[variable_of(l)] == truth::unknown) {
          std::atomic_ref(rank[variable_of(l)]).store(0, std::memory_order_relaxed);
          ++count;
        }
    first[b + 1] = count;
  });
  for (std::size_t b = 0; b != blocks; ++b) first[b + 1] += first[b];
  for (std::uint32_t v = 0; v != f.variables; ++v)
    if (rank[v] != none) {
      rank[v] = static_cast<std::uint32_t>(variable_of_.size());
      variable_of_.push_back(v);
    }
  formula free;
  free.literals.resize(first.back());
  free.clause_begin.resize(unsatisfied.size() + 1);
  free.clause_begin[unsatisfied.size()] = first.back();
  each_block([&](std::size_t b, std::size_t i, std::size_t end) {
    for (std::uint64_t at = first[b]; i != end; ++i) {
      free.clause_begin[i] = at;
      for (const literal l : f.clause(unsatisfied[i]))
        if (const std::uint32_t v = variable_of(l); values[v] == truth::unknown)
          free.literals[at++] = make_literal(rank[v], negated(l));
    }
  });
  free.variables = static_cast<std::uint32_t>(variable_of_.size());
  simplify_options options;
  options.duplicates = false;
  options.pure_rounds = 4;  // the first rounds find most pure literals, and the others do not harm a walk
  simplified_ = simplify(exec, free, {}, options);
}

std::vector<truth> residual_formula::restrict_to_rest(const std::vector<truth>& all) const {
  std::vector<truth> values(simplified_.variable_of.size());
  for (std::size_t v = 0; v != values.size(); ++v) values[v] = all[variable_of_[simplified_.variable_of[v]]];
  return values;
}

std::vector<truth> residual_formula::extend(span<const truth> model) const {
  std::vector<truth> all(values_);
  const std::vector<truth> free = simplified_.extend(model);
  for (std::size_t v = 0; v != free.size(); ++v) all[variable_of_[v]] = free[v];
  std::replace(all.begin(), all.end(), truth::unknown, truth::no);
  return all;
}

}  // namespace amorph::sat
