// How the cores of this folder run on one side of the C boundary.
#pragma once

#include <chrono>
#include <cstdio>

#include "amorph/kernels/backend/boundary.hpp"
#include "solver/sat/core.hpp"

namespace amorph::sat {

// Core(exec, problem, call) brings the problem there, solve(answer) solves, finish(answer) brings the answer back.
template <class Core, class Exec, class Problem, class Answer>
void run_core(Exec& exec, const Problem& problem, Answer& answer, core_call& call) {
  using clock = std::chrono::steady_clock;
  auto lap = clock::now();
  auto since = [&lap] {
    const auto now = clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - lap).count();
    lap = now;
    return ms;
  };
  Core core(exec, problem, call);
  exec.sync();
  call.load_ms = since();
  core.solve(answer);
  call.solve_ms = since();
  core.finish(answer);
  exec.sync();
  call.finish_ms = since();
  std::snprintf(call.backend, sizeof call.backend, "%s", exec.name().c_str());
  call.threads = exec.threads();
  call.peak_bytes = exec.memory().peak();
}

}  // namespace amorph::sat
