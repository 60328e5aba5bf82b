// How every command starts, goes wrong and ends.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "tools/terminal/command_line.hpp"

namespace amorph {

// What a call that does not throw came to: throws error(s, message) unless ok.
void require(status s, const std::string& message);

// Runs body(); what it throws becomes one line on stderr and the exit code that is documented for it.
[[nodiscard]] exit_code run_guarded(const command& about, const std::function<void()>& body);

// Parses, then run_guarded(body(operands)). Ctrl-C ends the process with 130 from here on; `about` has its name in
// static memory.
[[nodiscard]] exit_code run_command(const command& about, int argc, char** argv,
                                    const std::function<void(std::vector<std::string>& operands)>& body);

// For the end of main(): returns `code`, or ends the process at once if a device is still being started, which nobody
// waits for. A thread that fails afterwards is not reported; one that is about to end the process does.
int end_process(int code);

}  // namespace amorph
