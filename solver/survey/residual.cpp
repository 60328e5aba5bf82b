#include "residual.hpp"

#include <algorithm>

namespace amorph::sat {

residual::residual(const formula& f, const std::vector<truth>& values, span<const std::uint32_t> left, unsigned threads,
                   const std::function<bool()>& stop)
    : values_(values) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> rank(f.variables, none);
  formula open;
  for (std::size_t i = 0; i != left.size(); ++i) {
    if (i % 65536 == 0 && stop && stop()) {
      interrupted_ = true;
      return;
    }
    for (const literal l : f.clause(left[i])) {
      const std::uint32_t v = variable_of(l);
      if (values[v] != truth::unknown) continue;
      if (rank[v] == none) rank[v] = 0;
      open.literals.push_back(l);
    }
    open.clause_begin.push_back(open.literals.size());
  }
  for (std::uint32_t v = 0; v != f.variables; ++v)
    if (rank[v] != none) {
      rank[v] = static_cast<std::uint32_t>(variable_of_.size());
      variable_of_.push_back(v);
    }
  open.variables = static_cast<std::uint32_t>(variable_of_.size());
  for (literal& l : open.literals) l = make_literal(rank[variable_of(l)], negated(l));
  simplify_options options;
  options.threads = threads;
  options.duplicates = false;
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
