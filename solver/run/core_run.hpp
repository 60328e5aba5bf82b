// The C boundary of the graph solvers' cores: what crosses it beside the problem's own arrays, how a side is chosen, and
// how runs are timed.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/base/config.hpp"
#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/weighted_graph.hpp"
#include "solver/run/graph_run.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/exec/cuda.cuh"
#else
#include "amorph/kernels/exec/cpu.hpp"
#endif

namespace amorph {

struct core_run {
  std::uint32_t threads, repeat, strategy;  // strategy: the solver's own numbers; what ran, afterwards
  std::uint64_t memory_limit;
  double* ms;  // repeat
  double load_ms, finish_ms;
  std::uint64_t peak_bytes;
  std::uint32_t threads_used;
  char backend[128];
};

// A module's entry: problem and answer are structs of plain arrays that the solver's core.hpp declares.
using core_entry = int(const weighted_csr*, core_run*, const void* problem, void* answer, char* message,
                       std::uint64_t message_size);

template <class F> double time_ms(F f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// One side's run: Core(exec, graph, problem, run) brings the graph there, solve() solves, finish(answer) gives the answer.
template <class Core, class Exec, class Problem, class Answer>
void run_core(Exec& exec, const weighted_csr& graph, core_run& run, const Problem& problem, Answer& answer) {
  const auto start = std::chrono::steady_clock::now();
  Core core(exec, graph, problem, run);
  exec.sync();
  run.load_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  for (std::uint32_t i = 0; i != run.repeat; ++i)
    run.ms[i] = time_ms([&] {
      core.solve();
      exec.sync();
    });
  run.finish_ms = time_ms([&] {
    core.finish(answer);
    exec.sync();
  });
  std::snprintf(run.backend, sizeof run.backend, "%s", exec.name().c_str());
  run.threads_used = exec.threads();
  run.peak_bytes = exec.memory().peak();
}

// The two sides' entries for a core that is a template on its executor.
#if AMORPH_DEVICE_COMPILER
template <template <class> class Core, class Problem, class Answer>
int cuda_entry_of(const weighted_csr* graph, core_run* run, const void* problem, void* answer, char* message,
                  std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cuda_exec exec(0, run->memory_limit);
    run_core<Core<cuda_exec>>(exec, *graph, *run, *static_cast<const Problem*>(problem), *static_cast<Answer*>(answer));
  }));
}
#else
template <template <class> class Core, class Problem, class Answer>
int cpu_entry(const weighted_csr* graph, core_run* run, const void* problem, void* answer, char* message,
              std::uint64_t message_size) {
  return static_cast<int>(guarded(message, message_size, [&] {
    cpu_exec exec(run->threads, run->memory_limit);
    run_core<Core<cpu_exec>>(exec, *graph, *run, *static_cast<const Problem*>(problem), *static_cast<Answer*>(answer));
  }));
}
#endif

// Runs the core where the options say: `cpu` here, or the module's entry `name`.
template <class Problem, class Answer>
void dispatch(const char* name, std::uint32_t version, core_entry* cpu, const weighted_csr& graph,
              const run_options& how, std::uint32_t strategy, const Problem& problem, Answer& answer,
              run_statistics& stats, std::uint32_t& strategy_used) {
  const backend_choice choice = select_backend(how.where, name, version);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  stats.ms.assign(how.repeat == 0 ? 1 : how.repeat, 0);
  core_run run{};
  run.threads = how.threads;
  run.repeat = static_cast<std::uint32_t>(stats.ms.size());
  run.strategy = strategy;
  run.memory_limit = how.memory_limit;
  run.ms = stats.ms.data();
  std::array<char, 512> message{};
  core_entry* entry = choice.where == backend::cuda ? cuda_module::get().entry<core_entry>(name, version) : cpu;
  const auto code = static_cast<status>(entry(&graph, &run, &problem, &answer, message.data(), message.size()));
  if (code != status::ok) throw error(code, message.data());
  stats.backend_name = run.backend;
  stats.threads = run.threads_used;
  stats.load_ms = run.load_ms;
  stats.finish_ms = run.finish_ms;
  stats.peak_bytes = run.peak_bytes;
  strategy_used = run.strategy;
}

}  // namespace amorph
