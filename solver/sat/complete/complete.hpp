// A complete solver: conflict-driven clause learning by CaDiCaL.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/run/options.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

struct complete_options {
  run_options run = {};         // stop alone; it ends with verdict::unknown
  std::uint64_t seed = 0;       // 0: CaDiCaL's default; otherwise the lower 31 bits are used
  std::uint64_t conflicts = 0;  // limit; 0: none
};

enum class verdict : std::uint8_t { satisfiable, unsatisfiable, unknown };

struct complete_result {
  verdict found = verdict::unknown;
  std::vector<truth> model;  // if satisfiable: one value per variable
  double ms = 0;
};

// Whether this build has CaDiCaL; and its name, or what is missing.
[[nodiscard]] bool has_complete() noexcept;
[[nodiscard]] const char* complete_name() noexcept;

// One thread. Deterministic, unless a stop request ends it. Time and memory are exponential in the worst case. error:
// bad_input (check_formula's; a build without CaDiCaL, with what is missing), out_of_memory. A. Biere, K. Fazekas, M.
// Fleury, M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and Treengeling entering the SAT Competition 2020".
[[nodiscard]] complete_result complete(const formula& f, const complete_options& options = {});

}  // namespace amorph::sat
