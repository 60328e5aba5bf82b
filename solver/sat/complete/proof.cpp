// The steps of a DRAT proof, and those of simplification: the units, then each clause that it shortened or removed.
#include "solver/sat/complete/proof.hpp"

#include <algorithm>

#include "amorph/kernels/base/error.hpp"

namespace amorph::sat {
namespace {

// Unit propagation by a queue, with the occurrences of each literal.
class unit_propagation {
 public:
  unit_propagation(const formula& f, proof_log& proof)
      : f_(f), proof_(proof), first_(2 * std::size_t{f.variables} + 1), value_(f.variables, truth::unknown) {
    for (const literal l : f.literals) ++first_[l + 1];
    for (std::size_t l = 1; l != first_.size(); ++l) first_[l] += first_[l - 1];
    clauses_.resize(f.literals.size());
    std::vector<std::uint64_t> at(first_.begin(), first_.end() - 1);
    for (std::uint64_t c = 0; c != f.clauses(); ++c)
      for (const literal l : f.clause(c)) clauses_[at[l]++] = c;
  }

  // Returns whether there is no contradiction.
  bool run() {
    for (std::uint64_t c = 0; c != f_.clauses(); ++c)
      if (!visit(c)) return false;
    for (std::size_t next = 0; next != queue_.size(); ++next) {
      const literal is_false = negation_of(queue_[next]);
      for (std::uint64_t o = first_[is_false]; o != first_[is_false + 1]; ++o)
        if (!visit(clauses_[o])) return false;
    }
    return true;
  }

  // The literals of a clause that are not false, ascending, each once. False if the clause is true or a tautology.
  bool reduce(std::uint64_t c, std::vector<literal>& left) const {
    left.clear();
    for (const literal l : f_.clause(c)) {
      const truth is = value_of(l, value_[variable_of(l)]);
      if (is == truth::yes) return false;
      if (is == truth::unknown) left.push_back(l);
    }
    std::sort(left.begin(), left.end());
    left.erase(std::unique(left.begin(), left.end()), left.end());
    for (std::size_t i = 1; i < left.size(); ++i)
      if (left[i] == negation_of(left[i - 1])) return false;
    return true;
  }

 private:
  bool visit(std::uint64_t c) {
    if (!reduce(c, left_)) return true;
    if (left_.size() > 1) return true;
    if (left_.empty()) {
      proof_.add({});
      return false;
    }
    const literal unit = left_.front();
    if (f_.clause(c).size() != 1) proof_.add(left_);
    value_[variable_of(unit)] = negated(unit) ? truth::no : truth::yes;
    queue_.push_back(unit);
    return true;
  }

  const formula& f_;
  proof_log& proof_;
  std::vector<std::uint64_t> first_, clauses_;  // per literal
  std::vector<truth> value_;
  std::vector<literal> queue_, left_;
};

}  // namespace

void proof_log::step(char kind, span<const literal> clause) {
  const auto put = [this](int c) { std::putc(c, file_); };
  const auto written = [this](literal l) {
    return number_of_.empty() ? l : make_literal(number_of_[variable_of(l)], negated(l));
  };
  if (format_ == proof_format::text) {
    if (kind == 'd') std::fputs("d ", file_);
    for (const literal l : clause) std::fprintf(file_, negated(l) ? "-%u " : "%u ", variable_of(written(l)) + 1);
    std::fputs("0\n", file_);
    return;
  }
  put(kind);
  for (const literal l : clause) {
    // Twice the variable's number, plus one if it is negated, seven bits per byte.
    std::uint64_t code = std::uint64_t{written(l)} + 2;
    for (; code > 127; code >>= 7) put(static_cast<int>((code & 127) | 128));
    put(static_cast<int>(code));
  }
  put(0);
}

void proof_log::require_written() const {
  if (failed()) throw error(status::bad_input, name_ + ": cannot write: the disk or a quota was full");
}

void log_simplification(const formula& f, const formula& rest, span<const std::uint32_t> name_of, proof_log& proof) {
  unit_propagation units(f, proof);
  if (!units.run()) return;
  std::uint64_t next = 0;  // of the rest
  std::vector<literal> left, kept;
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    const span<const literal> original = f.clause(c);
    if (original.size() < 2) continue;  // checkers never forget units
    bool keeps = units.reduce(c, left);
    if (keeps && left.size() > 1) {
      kept.clear();
      if (next != rest.clauses())
        for (const literal l : rest.clause(next)) kept.push_back(make_literal(name_of[variable_of(l)], negated(l)));
      std::sort(kept.begin(), kept.end());
      keeps = kept == left;
      if (keeps) ++next;
    }
    if (keeps && left.size() == original.size()) continue;
    if (keeps) proof.add(left);
    proof.remove(original);
  }
}

}  // namespace amorph::sat
