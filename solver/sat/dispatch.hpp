// The caller's side of the C boundary.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>

#include "amorph/kernels/backend/backend.hpp"
#include "amorph/kernels/base/error.hpp"
#include "solver/sat/core.hpp"

namespace amorph::sat {

inline cnf_arrays arrays_of(const formula& f) {
  return {f.variables, f.uniform_length(), f.clauses(), f.clause_begin.data(), f.literals.data()};
}

// Runs the entry `name` where the options say, or `cpu` here. Progress is what the core reports and the options' watch takes.
template <class Progress, class Entry, class Options, class Problem, class Answer, class Statistics>
core_call dispatch(const char* name, std::uint32_t version, Entry* cpu, const Options& how, const Problem& problem,
                   std::function<void(const Progress&)> watch, Answer& answer, Statistics& stats) {
  const backend_choice choice = select_backend(how.where, name, version);
  if (choice.code != status::ok) throw error(choice.code, choice.message);
  struct caller {
    const std::atomic<bool>* stop;
    std::function<void(const Progress&)> watch;
  } context{how.stop, std::move(watch)};
  core_call call{};
  call.strategy = static_cast<std::uint32_t>(how.how);
  call.threads = how.threads;
  call.seed = how.seed;
  call.memory_limit = how.memory_limit;
  call.context = &context;
  call.stop = [](void* c) -> std::uint32_t {
    const auto* flag = static_cast<caller*>(c)->stop;
    return flag != nullptr && flag->load(std::memory_order_relaxed) ? 1 : 0;
  };
  call.report = [](void* c, const void* progress) {
    const auto& tell = static_cast<caller*>(c)->watch;
    if (tell) tell(*static_cast<const Progress*>(progress));
  };
  std::array<char, 512> message{};
  Entry* entry = choice.where == backend::cuda ? cuda_module::get().entry<Entry>(name, version) : cpu;
  const auto code = static_cast<status>(entry(&problem, &answer, &call, message.data(), message.size()));
  if (code != status::ok) throw error(code, message.data());
  stats.backend_name = call.backend;
  stats.threads = call.threads;
  stats.peak_bytes = call.peak_bytes;
  stats.load_ms = call.load_ms;
  stats.solve_ms = call.solve_ms;
  stats.finish_ms = call.finish_ms;
  return call;
}

}  // namespace amorph::sat
