// Problems and answers as they cross the C boundary to the CUDA module: plain arrays in host memory.
#pragma once

#include <cstdint>

#include "solver/sat/formula/formula.hpp"
#include "solver/sat/survey/survey.hpp"
#include "solver/sat/walk/walk.hpp"

namespace amorph::sat {

struct cnf_arrays {
  std::uint32_t variables;
  std::uint32_t length;  // of every clause, or 0 where they differ
  std::uint64_t clauses;
  const std::uint64_t* clause_begin;
  const literal* literals;

  [[nodiscard]] std::uint64_t size() const { return clause_begin[clauses]; }
};

// What is alike of both.
struct core_call {
  std::uint32_t strategy, threads;  // asked for; those that ran
  std::uint64_t seed, memory_limit;
  void* context;  // for the two below
  std::uint32_t (*stop)(void* context);
  void (*report)(void* context, const void* progress);  // survey_round, walk_progress
  // What is told afterwards.
  char backend[128];
  std::uint64_t peak_bytes;
  double load_ms, solve_ms, finish_ms;
};

struct survey_problem {
  cnf_arrays cnf;
  double fraction, backtrack, epsilon, damping;
  std::uint32_t max_sweeps, contradictions, most_unsettled;
  std::uint64_t most_updates;
};
struct survey_answer {
  truth *values, *likely;  // room for the variables
  std::uint32_t* left;     // room for the clauses: those that are not satisfied, ascending
  std::uint64_t left_clauses;
  std::uint32_t ended;
  std::uint64_t sweeps, rounds, unsettled, fixed, released, contradictions, clause_updates;
  double sweep_ms;
};
using survey_entry = int(const survey_problem*, survey_answer*, core_call*, char* message, std::uint64_t message_size);
inline constexpr std::uint32_t survey_version = 2;

struct walk_problem {
  cnf_arrays cnf;
  const truth* start;  // of each variable, or null
  std::uint64_t max_flips;
  std::uint32_t walkers;
  std::uint32_t rounds_before;  // of a walk that goes on (together)
  std::uint64_t hand_over;      // end with so few clauses unsatisfied (together)
};
struct walk_answer {
  truth* values;
  std::uint32_t interrupted;
  std::uint64_t rounds, flips, unsatisfied;
};
using walk_entry = int(const walk_problem*, walk_answer*, core_call*, char* message, std::uint64_t message_size);
inline constexpr std::uint32_t walk_version = 1;

[[nodiscard]] survey_entry* survey_on_cpu();
[[nodiscard]] walk_entry* walk_on_cpu();

}  // namespace amorph::sat
