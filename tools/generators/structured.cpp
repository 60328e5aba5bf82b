// Satisfiable formulas with structure, by a hidden model.
#include "tools/generators/structured.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

#include "amorph/kernels/random/random.hpp"

namespace amorph::cnf_file {
namespace {

using sat::literal;
using sat::make_literal;

class clauses {
 public:
  explicit clauses(std::uint32_t variables) { f_.variables = variables; }
  void add(span<const literal> clause) {
    for (const literal l : clause) f_.literals.push_back(l);
    f_.clause_begin.push_back(f_.literals.size());
  }
  void add(std::initializer_list<literal> clause) { add(span<const literal>(clause.begin(), clause.size())); }
  void at_most_one(const std::vector<std::uint32_t>& variables) {
    for (std::size_t i = 0; i != variables.size(); ++i)
      for (std::size_t j = 0; j != i; ++j) add({make_literal(variables[i], true), make_literal(variables[j], true)});
  }
  void at_least_one(const std::vector<std::uint32_t>& variables) {
    std::vector<literal> clause;
    for (const std::uint32_t v : variables) clause.push_back(make_literal(v, false));
    add(clause);
  }
  sat::formula take() { return std::move(f_); }

 private:
  sat::formula f_;
};

// Draws one number after another.
class draws {
 public:
  draws(std::uint64_t seed, std::uint64_t use) : random_(seed, use) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.below(at_++, n)); }
  bool with(double probability) { return random_.unit(at_++) < probability; }
  std::vector<std::uint32_t> permutation(std::uint32_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  random_stream random_;
  std::uint64_t at_ = 0;
};

constexpr std::uint64_t colouring_use = 11, circuit_use = 12, blocks_use = 13;

// The support of each block: another one, or the table.
struct arrangement {
  static constexpr std::uint32_t table = ~std::uint32_t{0};
  std::vector<std::uint32_t> below;

  arrangement(std::uint32_t blocks, draws& random) : below(blocks, table) {
    const std::vector<std::uint32_t> order = random.permutation(blocks);
    // A block in three begins a tower.
    for (std::uint32_t i = 1; i != blocks; ++i)
      if (random.below(3) != 0) below[order[i]] = order[i - 1];
  }
};

// Moves of the plan that first puts misplaced blocks on the table.
std::uint32_t steps_between(const arrangement& from, const arrangement& to) {
  const auto n = static_cast<std::uint32_t>(from.below.size());
  std::vector<char> placed(n, 0);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::uint32_t b = 0; b != n; ++b) {
      if (placed[b] != 0 || from.below[b] != to.below[b]) continue;
      if (to.below[b] != arrangement::table && placed[to.below[b]] == 0) continue;
      placed[b] = 1;
      grown = true;
    }
  }
  std::uint32_t steps = 0;
  for (std::uint32_t b = 0; b != n; ++b) {
    if (placed[b] != 0) continue;
    steps += from.below[b] != arrangement::table ? 1 : 0;
    steps += to.below[b] != arrangement::table ? 1 : 0;
  }
  return steps;
}

}  // namespace

sat::formula colouring(const colouring_shape& shape) {
  const std::uint32_t n = shape.vertices, k = shape.colours;
  draws random(shape.seed, colouring_use);
  std::vector<std::uint32_t> hidden = random.permutation(n);
  for (std::uint32_t& colour : hidden) colour %= k;
  clauses all(n * k);
  std::vector<std::uint32_t> variables(k);
  for (std::uint32_t v = 0; v != n; ++v) {
    std::iota(variables.begin(), variables.end(), v * k);
    all.at_least_one(variables);
  }
  for (auto left = static_cast<std::uint64_t>(std::llround(n * shape.degree / 2)); left != 0;) {
    const std::uint32_t v = random.below(n), w = random.below(n);
    if (hidden[v] == hidden[w]) continue;
    --left;
    for (std::uint32_t c = 0; c != k; ++c) all.add({make_literal(v * k + c, true), make_literal(w * k + c, true)});
  }
  return all.take();
}

sat::formula circuit(const circuit_shape& shape) {
  draws random(shape.seed, circuit_use);
  const std::uint32_t reach = std::max(2U, shape.reach != 0 ? shape.reach : 4 * shape.inputs);
  std::vector<char> hidden(shape.inputs + shape.gates);
  for (std::uint32_t i = 0; i != shape.inputs; ++i) hidden[i] = random.below(2) != 0 ? 1 : 0;
  clauses all(shape.inputs + shape.gates);
  for (std::uint32_t g = shape.inputs; g != shape.inputs + shape.gates; ++g) {
    const std::uint32_t window = std::min(g, reach), one = g - 1 - random.below(window);
    std::uint32_t two = one;
    while (two == one) two = g - 1 - random.below(window);
    const literal a = make_literal(one, random.below(2) != 0), b = make_literal(two, random.below(2) != 0);
    const bool a_holds = (hidden[one] != 0) != sat::negated(a), b_holds = (hidden[two] != 0) != sat::negated(b);
    const literal out = make_literal(g, false), not_out = make_literal(g, true);
    if (random.with(shape.parity)) {
      hidden[g] = a_holds != b_holds ? 1 : 0;
      all.add({not_out, a, b});
      all.add({not_out, sat::negation_of(a), sat::negation_of(b)});
      all.add({out, sat::negation_of(a), b});
      all.add({out, a, sat::negation_of(b)});
    } else {
      hidden[g] = a_holds && b_holds ? 1 : 0;
      all.add({not_out, a});
      all.add({not_out, b});
      all.add({out, sat::negation_of(a), sat::negation_of(b)});
    }
  }
  for (std::uint32_t g = shape.gates; g != shape.inputs + shape.gates; ++g) all.add({make_literal(g, hidden[g] == 0)});
  return all.take();
}

// Variables per time: on(b, d), where d is a block or the table, and moved(b); clear(d) is that no block is on d.
sat::formula blocks(const blocks_shape& shape) {
  draws random(shape.seed, blocks_use);
  const std::uint32_t n = shape.blocks;
  const arrangement from(n, random), to(n, random);
  const std::uint32_t steps = steps_between(from, to), per_step = n * (n + 1) + 2 * n;
  const auto on = [&](std::uint32_t t, std::uint32_t b, std::uint32_t d) {
    return t * per_step + b * (n + 1) + (d == arrangement::table ? n : d);
  };
  const auto clear = [&](std::uint32_t t, std::uint32_t b) { return t * per_step + n * (n + 1) + b; };
  const auto moved = [&](std::uint32_t t, std::uint32_t b) { return t * per_step + n * (n + 2) + b; };
  clauses all((steps + 1) * per_step);
  std::vector<std::uint32_t> variables;
  for (std::uint32_t t = 0; t <= steps; ++t) {
    for (std::uint32_t b = 0; b != n; ++b) {
      variables.clear();
      for (std::uint32_t d = 0; d <= n; ++d)
        if (d != b) variables.push_back(on(t, b, d));
      all.at_least_one(variables);
      all.at_most_one(variables);
      all.add({make_literal(on(t, b, b), true)});
      variables.clear();
      for (std::uint32_t other = 0; other != n; ++other)
        if (other != b) variables.push_back(on(t, other, b));
      all.at_most_one(variables);
      for (const std::uint32_t v : variables) all.add({make_literal(v, true), make_literal(clear(t, b), true)});
      variables.push_back(clear(t, b));
      all.at_least_one(variables);
    }
    if (t == steps) break;
    variables.clear();
    for (std::uint32_t b = 0; b != n; ++b) {
      variables.push_back(moved(t, b));
      all.add({make_literal(moved(t, b), true), make_literal(clear(t, b), false)});
      for (std::uint32_t d = 0; d <= n; ++d) {
        if (d == b) continue;
        // Stays, unless it moves; a move does not stay, and its goal was clear.
        all.add(
            {make_literal(on(t, b, d), true), make_literal(moved(t, b), false), make_literal(on(t + 1, b, d), false)});
        all.add(
            {make_literal(on(t, b, d), true), make_literal(moved(t, b), true), make_literal(on(t + 1, b, d), true)});
        if (d != n)
          all.add(
              {make_literal(on(t + 1, b, d), true), make_literal(moved(t, b), true), make_literal(clear(t, d), false)});
      }
    }
    all.at_most_one(variables);
  }
  for (std::uint32_t b = 0; b != n; ++b) {
    all.add({make_literal(on(0, b, from.below[b]), false)});
    all.add({make_literal(on(steps, b, to.below[b]), false)});
  }
  return all.take();
}

}  // namespace amorph::cnf_file
