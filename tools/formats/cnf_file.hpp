// Files of formulas: DIMACS's conjunctive normal form, as solvers of satisfiability read it. See docs/file-formats.md.
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
class output_file;
}

namespace amorph::cnf_file {

struct read_options {
  unsigned threads = 0;                            // 0: all
  std::size_t piece_bytes = std::size_t{1} << 19;  // of the text, what a thread parses at a time
};

// A formula as CaDiCaL reads it, to the byte: comments anywhere, clauses over several lines, LF or CRLF, empty
// clauses, as many clauses as the head says and no others, no variable beyond what it says. The trailer of SATLIB's
// files, '%' and '0' on lines of their own after the last clause, is accepted too. Variables are numbered from 0 in
// the result; the clauses are as the file has them. The same for any number of threads. bad_input, out_of_memory.
// O(bytes).
[[nodiscard]] status parse(std::string_view text, const std::string& name, sat::formula& formula, std::string& message,
                           const read_options& how = {}) noexcept;
[[nodiscard]] status read(const std::string& path, sat::formula& formula, std::string& message,
                          const read_options& how = {}) noexcept;

// Writes a formula, one clause per line; errors are reported when the file is finished.
void write(output_file& to, const sat::formula& formula) noexcept;

// A model as the competitions have it: lines "v 1 -2 ... 0" of at most 78 characters.
void write_model(output_file& to, span<const sat::truth> model) noexcept;

}  // namespace amorph::cnf_file
