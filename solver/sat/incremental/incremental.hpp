// A solver that is asked repeatedly while clauses are added, under assumptions: what IPASIR's functions do (T. Balyo,
// A. Biere, M. Iser, C. Sinz, "SAT Race 2015", 2016), without their state machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "solver/run/options.hpp"
#include "solver/sat/complete/complete.hpp"
#include "solver/sat/formula/formula.hpp"
#include "solver/sat/incremental/variable_numbers.hpp"

namespace amorph::sat {

struct incremental_options {
  run_options run = {};  // backend, device, threads, memory limit
  std::uint64_t seed = 0;
};

// Literals are those of DIMACS files: variable v is v or -v, from 1 on. Numbers that were never used cost nothing. A
// formula that looks random and is too large for clause learning goes to satisfy(), as does what simplification
// decides; the others go to one CaDiCaL, which keeps what it has learned. Models are verified against the clauses that
// were added.
class incremental_solver {
 public:
  // error: bad_input in a build without CaDiCaL.
  explicit incremental_solver(const incremental_options& options = {});
  ~incremental_solver();
  incremental_solver(const incremental_solver&) = delete;
  incremental_solver& operator=(const incremental_solver&) = delete;

  // The next literal of a clause; 0 ends it. error: bad_input for a literal out of range.
  void add(int literal);
  // Clauses, each with a 0 after it: all of them or, if this throws, none.
  void add(span<const std::int32_t> clauses);
  // For the next solve() alone.
  void assume(int literal);
  // `unknown` if terminate() returned true. Takes the clauses that have ended. error: out_of_memory, no_device;
  // internal if a model does not satisfy the clauses.
  [[nodiscard]] verdict solve();
  // The same under these assumptions.
  [[nodiscard]] verdict solve(span<const std::int32_t> assumptions);

  // After `satisfiable`: whether the literal is true in the model; variables that were never added are false.
  [[nodiscard]] bool is_true(int literal) const;
  // After `unsatisfiable`: whether the assumption is among those that contradict the formula. After satisfy() these are
  // all assumptions. O(log assumptions).
  [[nodiscard]] bool failed(int literal) const;

  // Called often during solve(), from the thread that solves.
  void on_terminate(std::function<bool()> terminate) { terminate_ = std::move(terminate); }
  // Called with each clause of at most max_length literals that CaDiCaL learns; 0 ends it.
  void on_learn(int max_length, std::function<void(int*)> learn);

 private:
  // The options of a run, which asks terminate() wherever this thread looks for stop requests.
  [[nodiscard]] run_options until_terminated();
  [[nodiscard]] verdict solve_by_methods();
  [[nodiscard]] verdict satisfy_under_assumptions();
  [[nodiscard]] verdict solve_completely();
  // Whether an assumption contradicts another one; otherwise fills `assumed_`.
  [[nodiscard]] bool take_assumptions();
  void accept(std::vector<truth> model);
  void connect_learner();
  // A caller's literal as the formula has it; find(): if its variable was used before.
  [[nodiscard]] literal numbered(literal given);
  [[nodiscard]] std::optional<literal> find(int given) const;

  incremental_options options_;
  variable_numbers numbers_;  // in the formula
  formula formula_;
  std::vector<literal> clause_;  // the open one, in the caller's variables
  std::vector<literal> assumptions_;
  std::vector<literal> failed_;  // ascending
  std::vector<truth> assumed_, model_;
  std::uint64_t examined_ = 0;  // clauses of the formula when it was last examined
  bool examine_ = true, random_ = false;
  std::function<bool()> terminate_;
  std::atomic<bool> stop_{false};
  std::thread::id solving_;
  int max_learned_ = 0;
  std::function<void(int*)> learn_;
  std::unique_ptr<complete_search> complete_;
};

}  // namespace amorph::sat
