// A constraint system that is checked, prepared and uploaded once, for many runs in a context.
#pragma once

#include <memory>
#include <string>

#include "solver/andersen/andersen.hpp"
#include "solver/run/context.hpp"

namespace amorph::andersen {

struct prepared;

class resident_problem {
 public:
  // `input` must keep its value as long as this lives, and this must not outlive the context. Offline substitution and
  // hybrid cycle detection run when a solve first asks for them, once for each of their combinations. O(input).
  // error: bad_input (as `validate`), no_device, out_of_memory.
  resident_problem(context& in, const problem& input);
  ~resident_problem();
  resident_problem(const resident_problem&) = delete;
  resident_problem& operator=(const resident_problem&) = delete;

  [[nodiscard]] const problem& view() const;

  // For solve(): the problem prepared for these options. If several threads call it, one prepares and the others wait.
  [[nodiscard]] const prepared& prepared_for(const options& options) const;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

// solve() in the problem's context: options.run is that of context::run(). statistics::prepare_ms is the time of
// this solve's own preparation.
[[nodiscard]] status solve(const resident_problem& input, const options& options, solution& answer,
                           std::string& message) noexcept;

}  // namespace amorph::andersen
