// Searches that are stopped at a poll of one's choice, and what their answers must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "solver/run/run_core.hpp"
#include "solver/sat/core.hpp"

namespace amorph::sat_test {

// Asks to stop at the n-th poll.
struct patience {
  std::atomic<int> left;
  static std::uint32_t stop(void* p) { return --static_cast<patience*>(p)->left <= 0 ? 1 : 0; }
  [[nodiscard]] run_control control() { return {&stop, nullptr, this}; }
};

// Survey propagation, stopped at a poll after the formula was loaded: its unsatisfied clauses are those of its values,
// and every variable has a likely value. Returns how it ended; nothing if that was before there was anything to answer.
template <class Core>
std::optional<sat::outcome> stopped_survey(const sat::formula& f, const sat::survey_problem& problem, int polls,
                                           std::vector<sat::truth>& values) {
  using namespace sat;
  patience enough{1 << 20};
  cpu_exec exec(1, 0, enough.control());
  run_request request{};
  Core core(exec, problem, request);
  enough.left = polls;
  try {
    core.solve();
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::interrupted);
    return std::nullopt;
  }
  std::vector<truth> likely(f.variables);
  std::vector<std::uint32_t> unsatisfied(f.clauses()), expected;
  values.resize(f.variables);
  survey_answer answer{};
  answer.values = values.data();
  answer.likely = likely.data();
  answer.unsatisfied = unsatisfied.data();
  core.finish(answer);
  unsatisfied.resize(answer.unsatisfied_count);
  for (std::uint32_t c = 0; c != f.clauses(); ++c) {
    bool yes = false;
    for (const literal l : f.clause(c)) yes |= value_of(l, values[variable_of(l)]) == truth::yes;
    if (!yes) expected.push_back(c);
  }
  EXPECT_EQ(unsatisfied, expected) << polls;
  EXPECT_EQ(std::count(likely.begin(), likely.end(), truth::unknown), 0) << polls;
  return static_cast<outcome>(answer.ended);
}

}  // namespace amorph::sat_test
