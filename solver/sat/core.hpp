// Problems and answers as they cross the C boundary to the CUDA module: plain arrays in host memory.
#pragma once

#include <cstdint>

#include "solver/run/boundary.hpp"
#include "solver/sat/formula/formula.hpp"
#include "solver/sat/survey/survey.hpp"
#include "solver/sat/walk/walk.hpp"

namespace amorph::sat {

struct cnf_arrays {
  std::uint32_t variables;
  std::uint32_t length;  // of every clause, or 0 if lengths differ
  std::uint64_t clauses;
  const std::uint64_t* clause_begin;  // of a part of a formula, it need not begin with 0
  const literal* literals;

  [[nodiscard]] std::uint64_t size() const { return clause_begin[clauses] - clause_begin[0]; }
};
[[nodiscard]] inline cnf_arrays arrays_of(const formula& f) {
  return {f.variables, f.uniform_length(), f.clauses(), f.clause_begin.data(), f.literals.data()};
}

struct survey_problem {
  cnf_arrays cnf;
  double fraction, backtrack, epsilon, damping;
  std::uint32_t max_sweeps, max_contradictions, max_unconverged;
  std::uint64_t max_updates, seed;
  std::uint32_t guided;
  // Several devices share the formula; 0: the one of the request has it all. On the CPU: parts of it.
  const std::int32_t* devices = nullptr;
  std::uint32_t device_count = 0;
  double belief_share = 0;
};
struct survey_answer {
  truth *values, *likely;  // arrays of the caller, one element per variable
  std::uint32_t*
      unsatisfied;  // array of the caller, one element per clause: filled with unsatisfied clauses, ascending
  std::uint64_t unsatisfied_count;
  std::uint32_t ended;
  survey_counts counts;
  // Of several devices: the maximum of their peaks, and what they sent to each other.
  std::uint64_t peak_bytes, halo_bytes;
};

struct walk_problem {
  cnf_arrays cnf;
  const truth* start;  // one value per variable, or null
  std::uint64_t max_flips, seed;
  std::uint32_t walkers;
  std::uint32_t rounds_before;       // parallel walk: rounds of the walk that this one continues
  std::uint64_t transfer_threshold;  // parallel walk on a device: end when so few clauses are unsatisfied
};
struct walk_answer {
  truth* values;  // array of the caller
  std::uint32_t walkers, interrupted;
  std::uint64_t rounds, flips, unsatisfied;
};

[[nodiscard]] run_entry* survey_on_cpu();
[[nodiscard]] run_entry* sharded_survey_on_cpu();
[[nodiscard]] run_entry* walk_on_cpu();

}  // namespace amorph::sat
