// The core's side of the boundary: runs a core on an executor and measures it. Included by the two instances of a
// solver:
//
//   // X_cpu.cpp
//   run_entry* cpu_entry() { return &cpu_run<core, problem, answer>; }
//   // X_cuda.cu
//   static const cuda_entry registered("X", boundary_version<problem, answer>, &cuda_run<core, problem, answer>);
#pragma once

#include <cstdio>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/run/boundary.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/backend/cuda_entry.hpp"
#include "amorph/kernels/exec/cuda.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#endif

namespace amorph {

// Core(exec, problem, request) copies the problem to the backend, solve() solves, finish(answer) transfers the answer.
template <class Core, class Exec, class Problem, class Answer>
void run_core(Exec& exec, run_request& request, const Problem& problem, Answer& answer) {
  stopwatch time;
  Core core(exec, problem, request);
  exec.sync();
  request.load_ms = time.lap();
  for (std::uint32_t i = 0; i != request.repeat; ++i) {
    exec.report("run", i, request.repeat);
    core.solve();
    exec.sync();
    request.ms[i] = time.lap();
  }
  core.finish(answer);
  exec.sync();
  request.finish_ms = time.lap();
  std::snprintf(request.backend, sizeof request.backend, "%s", exec.name().c_str());
  request.threads_used = exec.threads();
  request.peak_bytes = exec.memory().peak();
}

#if AMORPH_DEVICE_COMPILER
template <template <class> class Core, class Problem, class Answer>
int cuda_run(run_request* request, const void* problem, void* answer, char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(request->device, request->memory_limit, request->control);
    run_core<Core<cuda_exec>>(exec, *request, *static_cast<const Problem*>(problem), *static_cast<Answer*>(answer));
  }));
}
#else
template <template <class> class Core, class Problem, class Answer>
int cpu_run(run_request* request, const void* problem, void* answer, char* message, std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cpu_exec exec(request->threads, request->memory_limit, request->control);
    run_core<Core<cpu_exec>>(exec, *request, *static_cast<const Problem*>(problem), *static_cast<Answer*>(answer));
  }));
}
#endif

}  // namespace amorph
