// Reads formulas in DIMACS's format. The text after the header is split at line ends into pieces, which threads parse.
// If a piece is malformed, the whole text is scanned again serially, to find the line. So answers and messages are
// those of a serial parser.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/base/counted.hpp"
#include "tools/formats/cnf_file.hpp"
#include "tools/formats/input_file.hpp"
#include "tools/formats/proportion.hpp"
#include "tools/formats/text_reader.hpp"

namespace amorph::cnf_file {
namespace {

constexpr std::uint64_t max_number = std::numeric_limits<std::int32_t>::max();

bool blank(char c) { return c == ' ' || c == '\t'; }
bool white(char c) { return blank(c) || c == '\n' || c == '\r'; }
bool digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// The clauses of a piece.
struct scanned {
  std::vector<sat::literal> literals;
  std::vector<std::uint64_t> clause_end;  // among these literals
};

// The place of a syntax error, and the expected text.
struct fault {
  const char* at = nullptr;
  const char* expected = nullptr;
};

// Scans [at, end), which begins between two tokens. Calls literal(l) for each literal and close() for each 0; if either
// returns false, the scan ends with the fault `limit`.
template <class Literal, class Close>
fault scan(const char* at, const char* end, std::uint64_t variables, Literal literal, Close close, const char* limit) {
  while (at != end) {
    const char first = *at;
    if (white(first)) {
      ++at;
      continue;
    }
    if (first == 'c') {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (at == nullptr) break;
      continue;
    }
    const char* const word = at;
    const bool minus = first == '-';
    if (minus) ++at;
    if (at == end || !digit(*at)) return {at, minus ? "a digit after the '-'" : "a literal"};
    std::uint64_t n = 0;
    for (; at != end && digit(*at) && n <= max_number; ++at) n = n * 10 + static_cast<unsigned char>(*at - '0');
    if (n > variables) return {word, nullptr};
    if (at != end && *at == '\r') ++at;
    if (at != end && *at != 'c' && !blank(*at) && *at != '\n') return {at, "white space after a number"};
    if (!(n == 0 ? close() : literal(sat::make_literal(static_cast<std::uint32_t>(n - 1), minus))))
      return {word, limit};
    // A comment directly after a number must end with a newline.
    if (at != end && *at == 'c' && std::memchr(at, '\n', static_cast<std::size_t>(end - at)) == nullptr)
      return {end, "the end of the line after a comment"};
  }
  return {};
}

struct head {
  std::uint32_t variables = 0;
  std::uint64_t clauses = 0;
  const char* after = nullptr;
};

[[noreturn]] void fail_at(std::string_view text, const std::string& name, const char* at, const std::string& expected) {
  const auto before = static_cast<std::size_t>(at - text.data());
  const std::string_view read = text.substr(0, before);
  const auto line = 1 + static_cast<std::uint64_t>(std::count(read.begin(), read.end(), '\n'));
  text_reader(text.substr(before), name, 'c', line).fail(expected);
}

head read_head(std::string_view text, const std::string& name) {
  const char *at = text.data(), *const end = at + text.size();
  const auto fail = [&](const std::string& expected) { fail_at(text, name, at, expected); };
  const auto skip = [&](bool (*kind)(char)) {
    const char* const from = at;
    while (at != end && kind(*at)) ++at;
    return at != from;
  };
  for (;;) {
    skip(white);
    if (at == end || *at != 'c') break;
    while (at != end && *at != '\n') ++at;
  }
  constexpr char form[] = "'p cnf VARIABLES CLAUSES'";
  if (at == end || *at != 'p') fail(form);
  const char* const begin = at++;
  if (!skip(blank)) at = begin, fail(form);
  if (end - at < 3 || std::memcmp(at, "cnf", 3) != 0) fail("'cnf' as in 'p cnf VARIABLES CLAUSES'");
  at += 3;
  if (!skip(white)) at = begin, fail(form);
  const auto number = [&](const char* what) {
    const char* const from = at;
    std::uint64_t n = 0;
    for (; at != end && digit(*at) && n <= max_number; ++at) n = n * 10 + static_cast<unsigned char>(*at - '0');
    if (at == from || n > max_number) {
      at = from;
      fail(std::string(what) + " (0 .. " + std::to_string(max_number) + ")");
    }
    return n;
  };
  head h;
  const char* const count = at;
  h.variables = static_cast<std::uint32_t>(number("the number of variables"));
  if (const std::uint64_t most = plausible_items(text.size()); h.variables > most) {
    at = count;
    fail("at most " + std::to_string(most) + " variables in " + std::to_string(text.size()) + " bytes");
  }
  if (!skip(white)) fail("white space after the number of variables");
  h.clauses = number("the number of clauses");
  skip([](char c) { return blank(c) || c == '\r'; });
  if (at == end || *at != '\n') fail("the end of the line after the number of clauses");
  h.after = at + 1;
  return h;
}

// Where the clauses end: before the trailer of SATLIB's files, if there is one.
const char* end_of_clauses(const char* begin, const char* end) {
  const auto back = [&](const char* at, bool (*kind)(char)) {
    while (at != begin && kind(at[-1])) --at;
    return at;
  };
  const char* at = back(end, white);
  if (at != begin && at[-1] == '0') at = back(at - 1, white);
  if (at == begin || at[-1] != '%') return end;
  --at;
  return at == begin || at[-1] == '\n' ? at : end;
}

// Scans the clauses serially; throws the first error, if there is one.
void explain(std::string_view text, const std::string& name, const head& h, const char* end) {
  std::uint64_t clauses = 0;
  bool open = false;
  const std::string limit = "the end of the file after " + counted(h.clauses, "clause", "clauses");
  const fault f = scan(
      h.after, end, h.variables,
      [&](sat::literal) {
        open = true;
        return clauses != h.clauses;
      },
      [&] {
        open = false;
        return ++clauses <= h.clauses;
      },
      limit.c_str());
  if (f.at != nullptr)
    fail_at(text, name, f.at,
            f.expected != nullptr ? f.expected : "a literal of the variables 1 .. " + std::to_string(h.variables));
  if (open) fail_at(text, name, end, "0, which ends the last clause");
  if (clauses != h.clauses)
    fail_at(text, name, end, "clause " + std::to_string(clauses + 1) + " of " + std::to_string(h.clauses));
}

bool scan_piece(std::string_view piece, std::uint64_t variables, scanned& to) {
  thread_local std::vector<sat::literal> literals;
  thread_local std::vector<std::uint64_t> ends;
  // Each number takes at least two bytes, except the last.
  const std::size_t maximum = piece.size() / 2 + 1;
  if (literals.size() < maximum) literals.resize(maximum), ends.resize(maximum);
  std::size_t literal_count = 0, end_count = 0;
  const fault f = scan(
      piece.data(), piece.data() + piece.size(), variables,
      [&](sat::literal l) {
        literals[literal_count++] = l;
        return true;
      },
      [&] {
        ends[end_count++] = literal_count;
        return true;
      },
      nullptr);
  to.literals.assign(literals.data(), literals.data() + literal_count);
  to.clause_end.assign(ends.data(), ends.data() + end_count);
  return f.at == nullptr;
}

void read_from(std::string_view text, const std::string& name, cpu_exec& exec, std::size_t piece_bytes,
               sat::formula& formula) {
  if (is_binary(text)) return parse_binary(text, name, exec, formula);
  formula = {};
  const head h = read_head(text, name);
  const char* const end = end_of_clauses(h.after, text.data() + text.size());
  std::vector<std::string_view> pieces;
  for (const char* at = h.after; at != end;) {
    const char* to = static_cast<std::size_t>(end - at) > piece_bytes ? at + piece_bytes : end;
    if (to != end) to = std::find(to, end, '\n');
    if (to != end) ++to;
    pieces.emplace_back(at, static_cast<std::size_t>(to - at));
    at = to;
  }
  std::vector<scanned> parts(pieces.size());
  std::atomic<bool> wrong{false};
  exec.ranges(pieces.size(), 1, [&](std::size_t a, std::size_t b, unsigned) {
    for (; a != b && !wrong.load(std::memory_order_relaxed); ++a)
      if (!scan_piece(pieces[a], h.variables, parts[a])) wrong = true;
  });
  std::vector<std::uint64_t> literals(parts.size() + 1, 0), clauses(parts.size() + 1, 0);
  for (std::size_t i = 0; i != parts.size(); ++i) {
    literals[i + 1] = literals[i] + parts[i].literals.size();
    clauses[i + 1] = clauses[i] + parts[i].clause_end.size();
  }
  wrong = wrong || clauses.back() != h.clauses;
  if (wrong) {
    explain(text, name, h, end);
    throw error(status::internal, name + ": the parallel and the serial parser disagree");
  }
  formula.variables = h.variables;
  formula.clause_begin.resize(clauses.back() + 1);
  formula.clause_begin[0] = 0;
  formula.literals.resize(literals.back());
  exec.ranges(parts.size(), 1, [&](std::size_t a, std::size_t b, unsigned) {
    for (; a != b; ++a) {
      std::copy(parts[a].literals.begin(), parts[a].literals.end(), formula.literals.begin() + literals[a]);
      for (std::size_t c = 0; c != parts[a].clause_end.size(); ++c)
        formula.clause_begin[clauses[a] + c + 1] = literals[a] + parts[a].clause_end[c];
    }
  });
  if (formula.clause_begin.back() != formula.literals.size()) explain(text, name, h, end);
}

}  // namespace

status parse(std::string_view text, const std::string& name, sat::formula& formula, std::string& message,
             const read_options& options) noexcept {
  return guarded(message, [&] {
    cpu_exec exec(options.threads);
    read_from(text, name, exec, std::max<std::size_t>(1, options.piece_bytes), formula);
  });
}

status read(const std::string& path, sat::formula& formula, std::string& message,
            const read_options& options) noexcept {
  return guarded(message, [&] {
    cpu_exec exec(options.threads);
    input_text text;
    const status s = read_file(path, text, message, &exec);
    if (s == status::ok)
      read_from(text.view(), std::string(input_name(path)), exec, std::max<std::size_t>(1, options.piece_bytes),
                formula);
    return s;
  });
}

}  // namespace amorph::cnf_file
