// A forward checker of DRAT proofs (N. Wetzler, M. Heule, W. Hunt, "DRAT-trim", SAT 2014), for small formulas. Shares
// nothing with the solvers: clauses are lists of signed numbers, as in DIMACS files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace amorph::check {

using drat_clause = std::vector<std::int64_t>;

struct drat_step {
  bool removes;
  drat_clause clause;
};

struct drat_proof {
  std::vector<drat_step> steps;
  std::string fault;  // empty: read to the end
};

// Text or binary, by the bytes of the proof.
class drat_reader {
 public:
  static drat_proof read(std::string_view bytes) {
    const bool text = bytes.find_first_not_of("0123456789- d\t\r\n") == std::string_view::npos;
    return text ? read_text(bytes) : read_binary(bytes);
  }

 private:
  static drat_proof read_text(std::string_view bytes) {
    drat_proof proof;
    drat_step step{};
    bool open = false;
    for (std::size_t at = 0; at != bytes.size();) {
      if (std::string_view(" \t\r\n").find(bytes[at]) != std::string_view::npos) {
        ++at;
        continue;
      }
      if (bytes[at] == 'd') {
        if (open) proof.fault = "'d' inside a clause";
        open = step.removes = true;
        ++at;
        continue;
      }
      char* end = nullptr;
      const std::string word(bytes.substr(at, bytes.find_first_of(" \t\r\n", at) - at));
      const std::int64_t l = std::strtoll(word.c_str(), &end, 10);
      if (*end != 0) proof.fault = "'" + word + "' is no literal";
      if (!proof.fault.empty()) return proof;
      at += word.size();
      open = l != 0;
      if (l != 0) {
        step.clause.push_back(l);
      } else {
        proof.steps.push_back(step);
        step = {};
      }
    }
    if (open) proof.fault = "the last clause has no end";
    return proof;
  }
  static drat_proof read_binary(std::string_view bytes) {
    drat_proof proof;
    for (std::size_t at = 0; at != bytes.size();) {
      const char kind = bytes[at++];
      if (kind != 'a' && kind != 'd') proof.fault = "a step is neither 'a' nor 'd'";
      drat_step step{kind == 'd', {}};
      for (std::uint64_t code = 1; code != 0 && proof.fault.empty();) {
        code = 0;
        for (unsigned shift = 0;; shift += 7) {
          if (at == bytes.size() || shift > 35) proof.fault = "a clause has no end";
          if (!proof.fault.empty()) return proof;
          const auto byte = static_cast<unsigned char>(bytes[at++]);
          code |= std::uint64_t{byte & 127U} << shift;
          if (byte < 128) break;
        }
        const auto variable = static_cast<std::int64_t>(code / 2);
        if (code != 0) step.clause.push_back(code % 2 != 0 ? -variable : variable);
      }
      if (!proof.fault.empty()) return proof;
      proof.steps.push_back(std::move(step));
    }
    return proof;
  }
};

// The clauses of a formula in DIMACS format, of a text that readers accept.
inline std::vector<drat_clause> drat_formula(std::string_view text) {
  std::vector<drat_clause> clauses;
  drat_clause open;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == 'c' || c == 'p') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '%') {
      break;  // SATLIB's trailer
    } else if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) {
      ++at;
    } else {
      const std::size_t end = std::min(text.find_first_not_of("0123456789-", at), text.size());
      const std::int64_t l = std::strtoll(std::string(text.substr(at, end - at)).c_str(), nullptr, 10);
      at = std::max(end, at + 1);
      if (l != 0) {
        open.push_back(l);
      } else {
        clauses.push_back(open);
        open.clear();
      }
    }
  }
  return clauses;
}

// Checks each step when it comes. Units are never forgotten, as in drat-trim.
class drat_checker {
 public:
  explicit drat_checker(const std::vector<drat_clause>& formula) {
    for (const drat_clause& clause : formula) insert(clause);
  }

  // The fault of the proof, or empty if it refutes the formula.
  std::string fault(const drat_proof& proof) {
    if (!proof.fault.empty()) return proof.fault;
    for (std::size_t i = 0; i != proof.steps.size(); ++i) {
      const drat_step& step = proof.steps[i];
      const std::string where = "step " + std::to_string(i + 1);
      if (refuted_) return {};
      if (step.removes) {
        if (!remove(step.clause)) return where + " deletes a clause that is not there";
      } else {
        if (!implied(step.clause) && !blocked(step.clause)) return where + " does not follow";
        insert(step.clause);
      }
    }
    return refuted_ ? std::string() : "the empty clause is missing";
  }

 private:
  struct stored {
    drat_clause literals;  // ascending, each once; the first two are watched, in any order
    bool deleted = false;
  };

  static std::size_t index(std::int64_t l) { return 2 * static_cast<std::size_t>(std::llabs(l)) + (l < 0 ? 1 : 0); }
  static drat_clause canonical(drat_clause clause) {
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    return clause;
  }
  [[nodiscard]] bool known(std::int64_t l) const { return index(l) < value_.size(); }
  [[nodiscard]] bool is_true(std::int64_t l) const { return value_[index(l)] != 0; }
  [[nodiscard]] bool is_false(std::int64_t l) const { return value_[index(-l)] != 0; }

  void insert(const drat_clause& given) {
    drat_clause clause = canonical(given);
    for (const std::int64_t l : clause)
      if (!known(l)) {
        value_.resize(2 * static_cast<std::size_t>(std::llabs(l)) + 2);
        watches_.resize(value_.size());
      }
    by_literals_[clause].push_back(clauses_.size());
    // Watches literals that are not false, if there are any.
    std::stable_partition(clause.begin(), clause.end(), [this](std::int64_t l) { return !is_false(l); });
    const std::size_t number = clauses_.size();
    if (clause.empty() || is_false(clause.front())) refuted_ = true;
    if (clause.size() > 1)
      for (int i = 0; i != 2; ++i) watches_[index(clause[i])].push_back(number);
    const bool unit = clause.size() == 1 || (clause.size() > 1 && is_false(clause[1]));
    clauses_.push_back({clause, false});
    if (!refuted_ && unit && !is_true(clause.front())) {
      assign(clause.front());
      refuted_ = !propagate();
      next_ = trail_.size();
    }
  }
  bool remove(const drat_clause& given) {
    const drat_clause clause = canonical(given);
    const auto found = by_literals_.find(clause);
    if (found == by_literals_.end() || found->second.empty()) return false;
    // A present unit stays: its literal is assigned for good.
    std::size_t unassigned = 0;
    for (const std::int64_t l : clause) unassigned += is_false(l) ? 0 : 1;
    if (unassigned > 1) {
      clauses_[found->second.back()].deleted = true;
      found->second.pop_back();
    }
    return true;
  }

  void assign(std::int64_t l) {
    value_[index(l)] = 1;
    trail_.push_back(l);
  }
  // Returns whether there is no conflict.
  bool propagate() {
    for (; next_ != trail_.size(); ++next_) {
      const std::int64_t is_false_now = -trail_[next_];
      std::vector<std::size_t>& watching = watches_[index(is_false_now)];
      std::size_t kept = 0;
      for (std::size_t i = 0; i != watching.size(); ++i) {
        const std::size_t number = watching[i];
        if (clauses_[number].deleted) continue;
        if (!visit(number, is_false_now, watching, kept)) {
          for (++i; i != watching.size(); ++i) watching[kept++] = watching[i];
          watching.resize(kept);
          return false;
        }
      }
      watching.resize(kept);
    }
    return true;
  }
  bool visit(std::size_t number, std::int64_t is_false_now, std::vector<std::size_t>& watching, std::size_t& kept) {
    drat_clause& c = clauses_[number].literals;
    if (c[0] == is_false_now) std::swap(c[0], c[1]);
    if (!is_true(c[0]))
      for (std::size_t j = 2; j != c.size(); ++j)
        if (!is_false(c[j])) {
          std::swap(c[1], c[j]);
          watches_[index(c[1])].push_back(number);
          return true;
        }
    watching[kept++] = number;
    if (is_true(c[0])) return true;
    if (is_false(c[0])) return false;
    assign(c[0]);
    return true;
  }

  // Whether unit propagation refutes the clause's negation.
  bool implied(const drat_clause& clause) { return conflicts_without(clause); }
  bool conflicts_without(const drat_clause& clause) {
    const std::size_t before = trail_.size();
    bool conflict = false;
    for (const std::int64_t l : clause) {
      if (!known(l)) continue;
      if (is_true(l)) conflict = true;
      if (!is_true(l) && !is_false(l)) assign(-l);
    }
    conflict = conflict || !propagate();
    for (; trail_.size() != before; trail_.pop_back()) value_[index(trail_.back())] = 0;
    next_ = before;
    return conflict;
  }
  // Whether each resolvent on the first literal is implied.
  bool blocked(const drat_clause& clause) {
    if (clause.empty()) return false;
    const std::int64_t pivot = clause.front();
    for (const stored& other : std::vector<stored>(clauses_)) {
      if (other.deleted || std::find(other.literals.begin(), other.literals.end(), -pivot) == other.literals.end())
        continue;
      drat_clause resolvent = clause;
      for (const std::int64_t l : other.literals)
        if (l != -pivot) resolvent.push_back(l);
      if (!conflicts_without(resolvent)) return false;
    }
    return true;
  }

  std::vector<stored> clauses_;
  std::map<drat_clause, std::vector<std::size_t>> by_literals_;
  std::vector<char> value_;                        // per literal: assigned
  std::vector<std::vector<std::size_t>> watches_;  // per literal: clauses that watch it
  std::vector<std::int64_t> trail_;
  std::size_t next_ = 0;
  bool refuted_ = false;
};

}  // namespace amorph::check
