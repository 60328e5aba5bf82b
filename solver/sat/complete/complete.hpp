// A complete search: conflict-driven clause learning, as CaDiCaL does it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

struct complete_options {
  std::uint64_t seed = 0;           // 0: CaDiCaL's own; of a larger one the lower 31 bits
  std::uint64_t conflicts = 0;      // give up after so many; 0: never
  std::function<bool()> stop = {};  // asked now and then, on the calling thread; true: give up
};

enum class verdict : std::uint8_t { satisfiable, unsatisfiable, unknown };

struct complete_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // of a satisfiable formula: a value a variable
  double ms = 0;
};

// Whether this build has CaDiCaL; and its name, or what is missing.
[[nodiscard]] bool has_complete() noexcept;
[[nodiscard]] const char* complete_name() noexcept;

// One thread. The same answer and model for the same formula and options, unless `stop` ends it. Time and memory are
// exponential at worst. error: bad_input (check_formula's; a build without CaDiCaL, with what is missing),
// out_of_memory. A. Biere, K. Fazekas, M. Fleury, M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling
// entering the SAT Competition 2020".
[[nodiscard]] complete_result complete(const formula& f, const complete_options& how = {});

}  // namespace amorph::sat
