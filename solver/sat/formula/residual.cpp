#include "solver/sat/formula/residual.hpp"

#include <algorithm>
#include <atomic>

#include "amorph/kernels/exec/cpu.hpp"

namespace amorph::sat {

residual::residual(const formula& f, const std::vector<truth>& values, span<const std::uint32_t> left, unsigned threads,
                   const std::function<bool()>& stop)
    : values_(values) {
  // Stretches of clauses count their literals that are open, then write them behind those of the stretches before.
  constexpr std::size_t stretch = std::size_t{1} << 14;
  constexpr std::uint32_t none = ~std::uint32_t{0};
  cpu_exec exec(threads);
  const std::size_t stretches = (left.size() + stretch - 1) / stretch;
  std::vector<std::uint32_t> rank(f.variables, none);
  std::vector<std::uint64_t> first(stretches + 1, 0);
  std::atomic<bool> stopped{false};
  const auto each_stretch = [&](auto body) {
    exec.ranges(stretches, 1, [&](std::size_t a, std::size_t b, unsigned) {
      for (; a != b; ++a) {
        if (stop && stop()) stopped = true;
        if (stopped) return;
        body(a, a * stretch, std::min<std::size_t>(left.size(), (a + 1) * stretch));
      }
    });
  };
  each_stretch([&](std::size_t s, std::size_t i, std::size_t end) {
    std::uint64_t count = 0;
    for (; i != end; ++i)
      for (const literal l : f.clause(left[i]))
        if (values[variable_of(l)] == truth::unknown) {
          std::atomic_ref(rank[variable_of(l)]).store(0, std::memory_order_relaxed);
          ++count;
        }
    first[s + 1] = count;
  });
  interrupted_ = stopped;
  if (interrupted_) return;
  for (std::size_t s = 0; s != stretches; ++s) first[s + 1] += first[s];
  for (std::uint32_t v = 0; v != f.variables; ++v)
    if (rank[v] != none) {
      rank[v] = static_cast<std::uint32_t>(variable_of_.size());
      variable_of_.push_back(v);
    }
  formula open;
  open.literals.resize(first.back());
  open.clause_begin.resize(left.size() + 1);
  open.clause_begin[left.size()] = first.back();
  each_stretch([&](std::size_t s, std::size_t i, std::size_t end) {
    for (std::uint64_t at = first[s]; i != end; ++i) {
      open.clause_begin[i] = at;
      for (const literal l : f.clause(left[i]))
        if (const std::uint32_t v = variable_of(l); values[v] == truth::unknown)
          open.literals[at++] = make_literal(rank[v], negated(l));
    }
  });
  interrupted_ = stopped;
  if (interrupted_) return;
  open.variables = static_cast<std::uint32_t>(variable_of_.size());
  simplify_options options;
  options.threads = threads;
  options.duplicates = false;
  options.pure_rounds = 4;  // the first ones find most, and the others are no harm to a walk
  options.stop = stop;
  small_ = simplify(open, {}, options);
}

std::vector<truth> residual::restrict_to_rest(const std::vector<truth>& whole) const {
  std::vector<truth> values(small_.variable_of.size());
  for (std::size_t v = 0; v != values.size(); ++v) values[v] = whole[variable_of_[small_.variable_of[v]]];
  return values;
}

std::vector<truth> residual::extend(span<const truth> model) const {
  std::vector<truth> whole(values_);
  const std::vector<truth> open = small_.extend(model);
  for (std::size_t v = 0; v != open.size(); ++v) whole[variable_of_[v]] = open[v];
  std::replace(whole.begin(), whole.end(), truth::unknown, truth::no);
  return whole;
}

}  // namespace amorph::sat
