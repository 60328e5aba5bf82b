// The core's side of the boundary: runs a core on an executor and measures it. Included by the two instances of a
// solver:
//
//   // X_cpu.cpp
//   run_entry* cpu_entry() { return &cpu_run<core, problem, answer>; }
//   // X_cuda.cu
//   static const cuda_entry registered("X", boundary_version<problem, answer>, &cuda_run<core, problem, answer>);
#pragma once

#include <concepts>
#include <cstdio>
#include <memory>
#include <utility>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "solver/run/boundary.hpp"
#include "solver/run/sessions.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/backend/cuda_entry.hpp"
#endif

namespace amorph {

// Core(exec, problem, request) copies the problem to the backend, solve() solves, finish(answer) transfers the answer.
// Cores may also have:
// - leave(answer): sets the answer's pointers to arrays in the backend's memory;
// - again(problem, request): makes the core ready for another problem on the same resident input, or returns false.
template <class Core, class Problem>
concept is_reusable = requires(Core& core, const Problem& problem, run_request& request) {
  { core.again(problem, request) } -> std::same_as<bool>;
};

template <class Core, class Exec, class Problem, class Answer>
void run_core(session<Exec>& in, run_request& request, const Problem& problem, Answer& answer) {
  Exec& exec = in.exec();
  stopwatch time;
  Core* core = in.template core<Core>();
  bool ready = false;
  if constexpr (is_reusable<Core, Problem>) ready = core != nullptr && core->again(problem, request);
  if (!ready) {
    (void)in.drop_core();  // frees its memory
    in.keep(std::make_shared<Core>(exec, problem, request));
    core = in.template core<Core>();
    exec.sync();
  }
  request.load_ms = time.lap();
  for (std::uint32_t i = 0; i != request.repeat; ++i) {
    exec.report("run", i, request.repeat);
    core->solve();
    exec.sync();
    request.ms[i] = time.lap();
  }
  if (request.leave_answer == 0) {
    core->finish(answer);
  } else if constexpr (requires { core->leave(answer); }) {
    core->leave(answer);
  } else {
    throw error(status::bad_input, "this answer cannot be left in the memory of its backend");
  }
  exec.sync();
  request.finish_ms = time.lap();
  std::snprintf(request.backend, sizeof request.backend, "%s", exec.name().c_str());
  request.threads_used = exec.threads();
  request.peak_bytes = exec.memory().peak();
}

// Keeps a session, and with it the answer in its memory, until release.
template <class Exec> struct session_lease {
  session_pool<Exec>* pool;  // or null
  std::unique_ptr<session<Exec>> held;
  static void release(void* lease) {
    const typename Exec::device_scope restores;
    const std::unique_ptr<session_lease> l(static_cast<session_lease*>(lease));
    if (l->pool != nullptr) l->pool->give(std::move(l->held));
  }
};

template <class Core, class Exec, class Problem, class Answer>
void run_in(session_pool<Exec>* pool, run_request& request, const Problem& problem, Answer& answer) {
  auto in = pool != nullptr ? pool->take(request.threads, request.memory_limit, request.control)
                            : std::make_unique<session<Exec>>(request.device, request.threads, request.memory_limit,
                                                              request.control);
  run_core<Core>(*in, request, problem, answer);
  if (request.leave_answer != 0) {
    request.lease = new session_lease<Exec>{pool, std::move(in)};
    request.release = &session_lease<Exec>::release;
  } else if (pool != nullptr) {
    if constexpr (!is_reusable<Core, Problem>) (void)in->drop_core();
    pool->give(std::move(in));
  }
}

template <class Core, class Exec, class Problem, class Answer>
int run_on(run_request* request, const void* problem, void* answer, char* message, std::uint64_t message_size) {
  const typename Exec::device_scope restores;
  return static_cast<int>(guarded(message, message_size, [&] {
    auto* const pool = static_cast<session_pool<Exec>*>(request->sessions);
    const std::uint32_t strategy = request->strategy;
    const auto run = [&] {
      run_in<Core>(pool, *request, *static_cast<const Problem*>(problem), *static_cast<Answer*>(answer));
    };
    try {
      run();
    } catch (const error& e) {
      // Idle sessions may hold the missing memory.
      if (e.code() != status::out_of_memory || pool == nullptr || !pool->trim()) throw;
      request->strategy = strategy;
      run();
    }
  }));
}

#if AMORPH_DEVICE_COMPILER
template <template <class> class Core, class Problem, class Answer>
int cuda_run(run_request* request, const void* problem, void* answer, char* message, std::uint64_t message_size) {
  return run_on<Core<cuda_exec>, cuda_exec, Problem, Answer>(request, problem, answer, message, message_size);
}
#else
template <template <class> class Core, class Problem, class Answer>
int cpu_run(run_request* request, const void* problem, void* answer, char* message, std::uint64_t message_size) {
  return run_on<Core<cpu_exec>, cpu_exec, Problem, Answer>(request, problem, answer, message, message_size);
}
#endif

}  // namespace amorph
