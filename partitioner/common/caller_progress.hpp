// Progress of runs side by side, of which the caller's thread may do one.
#pragma once

#include <functional>
#include <thread>
#include <utility>

#include "solver/run/options.hpp"

namespace amorph::partition {

// Ignores reports from other threads than this one: callers expect them from the thread that solves.
[[nodiscard]] inline std::function<void(const progress&)> from_this_thread(
    std::function<void(const progress&)> report) {
  if (!report) return report;
  return [report = std::move(report), caller = std::this_thread::get_id()](const progress& p) {
    if (std::this_thread::get_id() == caller) report(p);
  };
}

}  // namespace amorph::partition
