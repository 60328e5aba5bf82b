// The start, the failures and the end of every command.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph {

// For functions that return a status: throws error(s, message) unless ok.
void require(status s, const std::string& message);

// Runs body(); an exception becomes one line on stderr and its documented exit code.
[[nodiscard]] exit_code run_guarded(const command& about, const std::function<void()>& body);

// Parses, then run_guarded(body(operands)). Ctrl-C ends the process with 130 from here on; `about` has its name in
// static memory.
[[nodiscard]] exit_code run_command(const command& about, int argc, char** argv,
                                    const std::function<void(std::vector<std::string>& operands)>& body);

// For the end of main(): returns `code`, or ends the process immediately if a device is still being started, without
// waiting for it. Later failures of threads are not reported; a thread that is already ending the process completes
// that.
int end_process(int code);

}  // namespace amorph
