// The report of a run that every command prints: backend, device and threads, as a line of text and in JSON.
#pragma once

#include <string>

#include "solver/run/statistics.hpp"
#include "tools/base/json.hpp"

namespace amorph {

// "cpu, 2 threads", or the device: "cuda (NVIDIA H200)". The backend alone if no threads were counted.
[[nodiscard]] std::string backend_text(const run_statistics& stats);

// The fields `backend` (cpu or cuda), `device` (with the device's name) and `threads`, and with --backend auto
// `weighed`, the estimates.
void write_backend(json_writer& j, const run_statistics& stats);

// A line on stderr with the estimates, if a backend was chosen by them.
void print_weighed(const char* command, const run_statistics& stats);

}  // namespace amorph
