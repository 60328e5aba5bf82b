// Files of points-to sets: one line per variable, "ID: O1 O2 ...", ids and objects ascending; "ID:" for an empty set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "solver/andersen/andersen.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph {

// Writes all sets to an open file. Each distinct set is formatted once, as long as the cached text fits into 256 MB.
// Errors are kept in `out` until its commit(). Never throws; out_of_memory.
[[nodiscard]] status write_solution(const andersen::solution& s, output_file& out) noexcept;

// open, write_solution, commit.
[[nodiscard]] status write_solution(const andersen::solution& s, const std::string& path,
                                    std::string& message) noexcept;

// The binary form: a file some hundred times smaller, and equal for equal solutions. Errors as above.
[[nodiscard]] bool is_binary_solution_name(std::string_view path);  // FILE.pts, FILE.pts.gz
[[nodiscard]] status write_binary_solution(const andersen::solution& s, output_file& out) noexcept;
// bad_input with a one-line message, "FILE: byte N: expected WHAT"; out_of_memory. The statistics are empty.
[[nodiscard]] status read_binary_solution(const std::string& path, andersen::solution& result,
                                          std::string& message) noexcept;

// The first variable whose sets differ, in words; empty if none does.
[[nodiscard]] std::string difference_of(const andersen::solution& a, const andersen::solution& b);

// Sets as read from a file: variable v has sets[set_of[v]], ascending.
struct set_table {
  std::vector<std::uint32_t> set_of;
  std::vector<std::vector<andersen::var>> sets;
};

// Reads such a file ("-" and gzip as for read_file), which must have `variables` lines. bad_input with a one-line
// message, "FILE:LINE: expected WHAT, found WHAT"; out_of_memory. Never throws.
[[nodiscard]] status read_solution(const std::string& path, andersen::var variables, set_table& result,
                                   std::string& message) noexcept;

// Reads a solution in the PPoPP'12 format: the number of variables, then lines "[variables] => [objects]".
// A variable that is on no line has the empty set.
[[nodiscard]] status read_ppopp12_solution(const std::string& path, andersen::var variables, set_table& result,
                                           std::string& message) noexcept;

}  // namespace amorph
