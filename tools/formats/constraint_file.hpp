// Files of points-to constraints: the project's own dump, and the text format of "A GPU Implementation of
// Inclusion-based Points-to Analysis" (PPoPP'12). Both formats are described in docs/points-to-formats.md.
//
// Nothing here throws, so code compiled without exceptions may call it. On failure the result is unspecified and
// `message` is one line: "FILE:LINE: expected WHAT, found WHAT" or "FILE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/andersen.hpp"

namespace amorph {
class output_file;
}

namespace amorph::constraint_file {

struct content {
  andersen::problem problem;
  std::vector<std::string> names;  // one per variable, empty if it has none; or no entries at all
};

// Limits of the reader, so that a few bytes cannot exhaust memory (fuzzing).
struct limits {
  std::uint32_t variables = andersen::none - 1;
};

// Reads a dump; gzip is recognised by content; "-" is the standard input. Every id, count and layout is checked:
// the result satisfies andersen::validate. bad_input; out_of_memory, also for a text of more than `max_bytes` (0: any
// number). O(file).
[[nodiscard]] status read(const std::string& path, content& result, std::string& message,
                          std::uint64_t max_bytes = 0) noexcept;

// The same for text in memory; `name` is the file's name in messages.
[[nodiscard]] status parse(std::string_view text, std::string_view name, content& result, std::string& message,
                           limits bounds = {}) noexcept;

// Writes a dump, completely or not at all (see output_file), compressed if `path` ends in ".gz". `names` may be empty.
// Constraints are grouped by kind and keep their order within a kind; reading the dump back gives the same problem up
// to that order and the positions of the layouts' arrays. bad_input: the file cannot be written, or the blocks and
// `block_of` of `problem` are inconsistent; out_of_memory. O(problem).
[[nodiscard]] status write(const std::string& path, const andersen::problem& problem,
                           const std::vector<std::string>& names, std::string& message) noexcept;

// The same into an open file, whose errors are reported when it is finished.
[[nodiscard]] status write(output_file& out, const andersen::problem& problem, const std::vector<std::string>& names,
                           std::string& message) noexcept;

// The same text in memory.
[[nodiscard]] status format(const andersen::problem& problem, const std::vector<std::string>& names, std::string& text,
                            std::string& message) noexcept;

// The three files of the PPoPP'12 format; `cycles` (the hybrid cycle detection tables) may be empty.
struct ppopp12_paths {
  std::string nodes, constraints, cycles;
};
[[nodiscard]] status read(const ppopp12_paths& paths, andersen::problem& result, std::string& message,
                          std::uint64_t max_bytes = 0) noexcept;

// The same for texts in memory; the names in messages are "nodes", "constraints" and "hcd".
struct ppopp12_texts {
  std::string_view nodes, constraints, cycles;
  bool has_cycles = false;
};
[[nodiscard]] status parse(const ppopp12_texts& texts, andersen::problem& result, std::string& message,
                           limits bounds = {}) noexcept;

}  // namespace amorph::constraint_file
