// The caller's side of the boundary: runs a core on the backend that the options name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "solver/run/boundary.hpp"
#include "solver/run/options.hpp"
#include "solver/run/statistics.hpp"

namespace amorph {

// The options' stop token and progress callback, for the caller's own executor. `options` must outlive it.
[[nodiscard]] run_control control_of(const run_options& options) noexcept;

// The backend of the options for an entry of the module; if they leave it open, the CPU unless a device is estimated to
// be faster, including the rest of its start. `weighed` gets the estimates in a line. Does not search for a device.
[[nodiscard]] backend weigh(const char* entry, const run_options& options, const run_work& work, std::string& weighed);

namespace detail {
// Returns the strategy that ran. Not a template: one copy serves all solvers.
std::uint32_t dispatch(const char* name, std::uint32_t version, run_entry* cpu, const run_options& options,
                       const run_work& work, std::uint32_t strategy, const void* problem, void* answer,
                       run_statistics& stats, std::shared_ptr<const void>* memory);
}  // namespace detail

// Runs the core on the backend that the options name: `cpu` in this process, or the CUDA module's entry `name`. Fills
// `stats` and returns the strategy that ran; for an enumeration of strategies, whose names to_string() has,
// stats.strategy as well. `work` decides between the backends if the options leave it open. error: bad_input (no such
// device), no_device, out_of_memory, interrupted, and the core's errors.
// With `memory` the answer gets pointers into the memory of the backend, which *memory owns; for cores with leave().
template <class Strategy, class Problem, class Answer>
Strategy dispatch(const char* name, run_entry* cpu, const run_options& options, const run_work& work, Strategy strategy,
                  const Problem& problem, Answer& answer, run_statistics& stats,
                  std::shared_ptr<const void>* memory = nullptr) {
  const auto ran =
      static_cast<Strategy>(detail::dispatch(name, boundary_version<Problem, Answer>, cpu, options, work,
                                             static_cast<std::uint32_t>(strategy), &problem, &answer, stats, memory));
  if constexpr (std::is_enum_v<Strategy>) stats.strategy = to_string(ran);
  return ran;
}

}  // namespace amorph
