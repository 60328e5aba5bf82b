// Evaluates a formula straight from its text, in parallel blocks of lines. A clause may span blocks, so each block also
// reports its knowledge of the clauses that its boundaries cut.
#include "tools/checkers/sat_answers.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <thread>

namespace amorph::check {
namespace {

// The contents of a block of whole lines, which may begin in the middle of a clause.
struct stretch {
  std::uint64_t ends = 0;  // zeros
  std::uint64_t numbers = 0;
  bool begin_true = false;         // a literal before the first zero is true
  bool rest_true = false;          // one after the last zero
  bool rest = false;               // there are literals after the last zero
  std::uint64_t false_clause = 0;  // the first that begins and ends here, counted from 1 in this block; 0: none
  bool strange = false;            // neither a number in range nor a comment
};

stretch scan(std::string_view lines, const std::vector<unsigned char>& value) {
  stretch s;
  const std::uint64_t variables = value.size();
  const unsigned char* const is_on = value.data();
  bool is_true = false;
  std::size_t i = 0;
  while (i < lines.size()) {
    const char c = lines[i];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++i;
    } else if (c == 'c') {
      i = std::min(lines.find('\n', i), lines.size());
    } else {
      const bool minus = c == '-';
      std::size_t digits = i + (minus ? 1 : 0);
      std::uint64_t variable = 0;
      const std::size_t first = digits;
      while (digits < lines.size() && lines[digits] >= '0' && lines[digits] <= '9' && variable <= variables)
        variable = 10 * variable + static_cast<std::uint64_t>(lines[digits++] - '0');
      if (digits == first || variable > variables) {
        s.strange = true;
        return s;
      }
      i = digits;
      ++s.numbers;
      if (variable != 0) {
        is_true = is_true || (is_on[variable - 1] != 0) != minus;
        s.rest = true;
        continue;
      }
      if (++s.ends == 1)
        s.begin_true = is_true;
      else if (!is_true && s.false_clause == 0)
        s.false_clause = s.ends;
      is_true = s.rest = false;
    }
  }
  if (s.ends == 0) s.begin_true = is_true;
  s.rest_true = is_true;
  return s;
}

// Returns the next word, and moves after it.
std::string_view word(std::string_view text, std::size_t& at) {
  at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  const std::size_t from = at;
  at = std::min(text.find_first_of(" \t\r\n", at), text.size());
  return text.substr(from, at - from);
}

// Calls work(t) for t in 0 .. threads - 1 on as many threads, or fewer if the system has no more.
template <class Work> void on_threads(unsigned threads, Work work) {
  std::vector<std::thread> workers;
  workers.reserve(threads);
  for (unsigned t = 0; t != threads; ++t) {
    bool started = false;
    try {
      if (t + 1 != threads) workers.emplace_back(work, t), started = true;
    } catch (const std::system_error&) {}
    if (!started) work(t);
  }
  for (std::thread& w : workers) w.join();
}

// As model_fault(), for the binary form (docs/file-formats.md).
std::string binary_fault(std::string_view file, const std::vector<unsigned char>& value, unsigned threads) {
  const auto word = [&](std::size_t at) {
    std::uint64_t n = 0;
    for (std::size_t i = 4; i-- != 0;) n = n << 8 | static_cast<unsigned char>(file[at + i]);
    return n;
  };
  const auto number = [&](std::size_t at) { return word(at + 4) << 32 | word(at); };
  if (file.size() < 32) return "the formula has no header";
  const std::uint64_t variables = word(8), length = word(12), clauses = number(16);
  const std::size_t offsets = 32, literals = length != 0 ? offsets : offsets + 8 * (clauses + 1);
  if (variables != value.size())
    return "the formula has " + std::to_string(variables) + " variables, the model " + std::to_string(value.size());
  if (clauses > file.size() || literals > file.size()) return "the formula is truncated";
  const std::uint64_t all = (file.size() - literals) / 4;
  // Whether a literal of the clause is true; nothing if the clause is damaged.
  const auto is_true = [&](std::uint64_t clause) -> std::optional<bool> {
    const std::uint64_t first = length != 0 ? clause * length : number(offsets + 8 * clause);
    const std::uint64_t last = length != 0 ? first + length : number(offsets + 8 * (clause + 1));
    if (first > last || last > all) return {};
    bool found = false;
    for (std::uint64_t i = first; i != last; ++i) {
      const std::uint64_t literal = word(literals + 4 * i);
      if (literal / 2 >= variables) return {};
      found = found || value[literal / 2] != literal % 2;
    }
    return found;
  };
  threads = std::max(1U, threads);
  std::vector<std::uint64_t> wrong(threads, clauses);  // the first of each thread's clauses
  on_threads(threads, [&](unsigned t) {
    const std::uint64_t share = clauses / threads + 1, end = std::min(clauses, (t + 1) * share);
    std::uint64_t c = std::min(clauses, t * share);
    while (c != end && is_true(c).value_or(false)) ++c;
    if (c != end) wrong[t] = c;
  });
  const std::uint64_t c = *std::min_element(wrong.begin(), wrong.end());
  if (c == clauses) return {};
  return "clause " + std::to_string(c + 1) + (is_true(c) ? " is false" : " is damaged");
}

}  // namespace

std::string model_fault(std::string_view text, const std::vector<unsigned char>& value, unsigned threads) {
  if (text.starts_with("amorphs1")) return binary_fault(text, value, threads);
  std::size_t at = 0;
  std::string_view first = word(text, at);
  while (!first.empty() && first[0] == 'c') {
    at = std::min(text.find('\n', at - first.size()), text.size());
    first = word(text, at);
  }
  if (first != "p" || word(text, at) != "cnf") return "the formula has no header";
  const std::uint64_t variables = std::strtoull(std::string(word(text, at)).c_str(), nullptr, 10);
  const std::uint64_t clauses = std::strtoull(std::string(word(text, at)).c_str(), nullptr, 10);
  if (variables != value.size())
    return "the formula has " + std::to_string(variables) + " variables, the model " + std::to_string(value.size());
  // Some files (SATLIB) end with a line of "%" and one of "0".
  std::string_view body = text.substr(at);
  if (const std::size_t trailer = body.rfind("\n%"); trailer != std::string_view::npos) body = body.substr(0, trailer);

  threads = std::max(1U, std::min<unsigned>(threads, static_cast<unsigned>(body.size() / 65536 + 1)));
  std::vector<std::size_t> begin(threads + 1, 0);  // of each thread's lines
  for (unsigned t = 0; t != threads; ++t) {
    std::size_t to = t + 1 == threads ? body.size() : std::max(begin[t], body.size() / threads * (t + 1));
    if (to < body.size()) to = std::min(body.find('\n', to), body.size());
    begin[t + 1] = to;
  }
  std::vector<stretch> found(threads);
  on_threads(threads, [&](unsigned t) { found[t] = scan(body.substr(begin[t], begin[t + 1] - begin[t]), value); });

  std::uint64_t count = 0;
  bool is_true = false, open = false;
  for (const stretch& s : found) {
    if (s.strange)
      return "clause " + std::to_string(count + s.ends + 1) + " or one soon after it is not a list of literals";
    is_true = is_true || s.begin_true;
    open = open || (s.ends == 0 && s.rest);
    if (s.ends == 0) continue;
    if (!is_true) return "clause " + std::to_string(count + 1) + " is false";
    if (s.false_clause != 0) return "clause " + std::to_string(count + s.false_clause) + " is false";
    count += s.ends;
    is_true = s.rest_true;
    open = s.rest;
  }
  if (open) return "the last clause does not end with 0";
  if (count != clauses)
    return "the formula has " + std::to_string(count) + " clauses, its header says " + std::to_string(clauses);
  return {};
}

sat_answer parse_answer(std::string_view text) {
  sat_answer a;
  std::size_t number = 0;
  while (!text.empty() && a.fault.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const auto wrong = [&](const std::string& what) { a.fault = "line " + std::to_string(number) + ": " + what; };
    if (line.empty() || line[0] == 'c') continue;
    if (line.size() < 2 || line[1] != ' ' || (line[0] != 's' && line[0] != 'v')) {
      wrong("expected a line that begins with 'c', 's ' or 'v '");
    } else if (line[0] == 's') {
      if (!a.status.empty()) wrong("a second 's' line");
      a.status = line.substr(2);
    } else {
      if (line.size() > 78) wrong("more than 78 characters");
      for (std::size_t at = 1; a.fault.empty();) {
        const std::string one(word(line, at));
        if (one.empty()) break;
        char* end = nullptr;
        const std::int64_t literal = std::strtoll(one.c_str(), &end, 10);
        if (*end != 0 || a.ended) wrong(a.ended ? "a literal after the 0" : "expected literals");
        if (literal == 0)
          a.ended = true;
        else
          a.literals.push_back(literal);
      }
    }
  }
  return a;
}

}  // namespace amorph::check
