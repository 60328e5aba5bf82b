// Files of CNF formulas, in DIMACS's format or in binary. See docs/file-formats.md.
//
// Nothing here throws. On failure the result is unspecified and `message` is one line, "FILE:LINE: expected WHAT, found
// WHAT" or "FILE: reason". Inputs in gzip and xz are recognised by content; "-" is the standard input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph {
class cpu_exec;
class output_file;
}  // namespace amorph

namespace amorph::cnf_file {

struct read_options {
  unsigned threads = 0;                            // 0: all
  std::size_t piece_bytes = std::size_t{1} << 19;  // grain size of parsing
};

// Binary formulas are recognised by content. Of text, accepts the same files as CaDiCaL: comments anywhere, clauses
// over several lines, LF or CRLF, empty clauses. The numbers of clauses and variables must match the header. The
// trailer of SATLIB's files, '%' and '0' on separate lines after the last clause, is accepted too. In the result
// variables are numbered from 0, and clauses keep the order of the file. The result does not depend on the number of
// threads. bad_input, out_of_memory. O(bytes).
[[nodiscard]] status parse(std::string_view text, const std::string& name, sat::formula& formula, std::string& message,
                           const read_options& options = {}) noexcept;
[[nodiscard]] status read(const std::string& path, sat::formula& formula, std::string& message,
                          const read_options& options = {}) noexcept;

// Writes a formula, one clause per line; errors are reported when the file is finished.
void write(output_file& to, const sat::formula& formula) noexcept;

// The binary form. parse_binary() throws error(bad_input, "NAME: reason") and std::bad_alloc. O(bytes).
[[nodiscard]] bool is_binary(std::string_view text) noexcept;
void parse_binary(std::string_view text, const std::string& name, cpu_exec& exec, sat::formula& formula);
void write_binary(output_file& to, const sat::formula& formula) noexcept;

// A model in the format of the SAT competitions: lines "v 1 -2 ... 0" of at most 78 characters.
void write_model(output_file& to, span<const sat::truth> model) noexcept;

}  // namespace amorph::cnf_file
