// Options of runs that commands share: backend, device, threads, memory limit.
#pragma once

#include <cstdint>
#include <string>

#include "tools/terminal/command_line.hpp"

namespace amorph {

// The end of each help of --backend.
#define AMORPH_AUTO_BACKEND "auto uses a CUDA device if that is estimated to be faster, including its start."

// Letters are those of the command; 0 for none.
[[nodiscard]] inline option backend_option(std::string& name, const char* help, char letter = 0) {
  return {.name = "backend",
          .letter = letter,
          .argument = "B",
          .target = &name,
          .choices = {"auto", "cpu", "cuda"},
          .fallback = "auto",
          .help = help};
}
[[nodiscard]] inline option device_option(std::uint64_t& number) {
  return {.name = "device",
          .argument = "N",
          .target = &number,
          .high = 1023,
          .fallback = "0",
          .help = "Number of the CUDA device."};
}
[[nodiscard]] inline option threads_option(std::uint64_t& number, char letter = 0) {
  return {.name = "threads",
          .letter = letter,
          .argument = "T",
          .target = &number,
          .high = 4096,
          .fallback = "0",
          .help = "CPU threads; 0 means all."};
}
[[nodiscard]] inline option verbose_option(bool& on, char letter = 0) {
  return {.name = "verbose",
          .letter = letter,
          .target = &on,
          .help = "With --backend auto: print the estimates on the standard error."};
}
[[nodiscard]] inline option memory_limit_option(
    std::uint64_t& bytes, const char* help = "End with exit code 3 if more memory is needed; suffixes K, M, G and T.") {
  return {.name = "memory-limit",
          .argument = "BYTES",
          .target = size_value{&bytes},
          .fallback = "the machine's memory",
          .help = help};
}

}  // namespace amorph
