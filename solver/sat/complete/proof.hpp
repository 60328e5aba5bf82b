// Proofs of unsatisfiability in DRAT format (N. Wetzler, M. Heule, W. Hunt, "DRAT-trim", SAT 2014): a list of clauses
// added, each by reverse unit propagation or as a resolution asymmetric tautology, and of clauses deleted. It ends with
// the empty clause.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/base/span.hpp"
#include "solver/sat/formula/formula.hpp"

namespace amorph::sat {

enum class proof_format : std::uint32_t { binary, text };

// Writes steps to a file of the caller, to which a complete solver writes as well.
class proof_log {
 public:
  // `name`: of the proof in messages.
  proof_log(std::FILE* file, proof_format format, std::string name = "the proof")
      : file_(file), format_(format), name_(std::move(name)) {}

  void add(span<const literal> clause) { step('a', clause); }
  void remove(span<const literal> clause) { step('d', clause); }

  // From now on variable v is written as number_of[v], if that is not empty. The numbers must outlive this.
  void rename(span<const std::uint32_t> number_of) { number_of_ = number_of; }

  // Whether a step could not be written; require_written() then throws error(bad_input).
  [[nodiscard]] bool failed() const { return std::ferror(file_) != 0; }
  void require_written() const;

  [[nodiscard]] std::FILE* file() const { return file_; }
  [[nodiscard]] proof_format format() const { return format_; }

 private:
  void step(char kind, span<const literal> clause);

  std::FILE* file_;
  proof_format format_;
  std::string name_;
  span<const std::uint32_t> number_of_;
};

// Logs what simplification has done to `f`: units, clauses shortened by them, clauses dropped; or the empty clause if
// units contradict each other. `rest`: the clauses that remain, in the order of f; `name_of`: f's variable per variable
// of the rest. Recomputes the units, so that the proof does not depend on how they were found. O(literals).
void log_simplification(const formula& f, const formula& rest, span<const std::uint32_t> name_of, proof_log& proof);

}  // namespace amorph::sat
