// A cursor over text in memory that parses numbers and lines, and reports errors with their line. All text formats are
// read with it: constraints, points-to sets, graphs, meshes, formulas.
//
// The caller keeps the bytes alive. Copies are cheap: copy the cursor before a line, and call fail() on the copy to
// report an error in that line. Lines are counted only when a message needs the number. Lines end in LF or CRLF. An
// error throws amorph::error (bad_input) with one line, "NAME:LINE: expected WHAT, found WHAT"; guarded() of
// boundary.hpp converts it to a status. A number takes about a nanosecond per digit; everything is O(bytes read).
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

class text_reader {
 public:
  // `name` is the file's name in messages. A line whose first token begins with `comment` is skipped. `line` is the
  // number of the text's first line in that file.
  text_reader(std::string_view text, std::string_view name, char comment = '#', std::uint64_t line = 1)
      : begin_(text.data()), here_(begin_), end_(begin_ + text.size()), name_(name), line_(line), comment_(comment) {}

  // For formats that ignore blank lines: moves to the first token of the next line that has one; false at the end of
  // the text.
  bool next_line() {
    for (; here_ != end_; ++here_) {
      if (*here_ == comment_) skip_comment();
      if (here_ == end_) break;
      if (*here_ != '\n' && !blank(*here_) && !carriage_return()) return true;
    }
    return false;
  }
  void require_line(const char* expected) {
    if (!next_line()) fail(expected);
  }

  // For formats in which a blank line is a row without entries. Called at the beginning of a line, skips comment lines;
  // false at the end of the text. Then `while (!at_line_end())` reads the entries, and end_row() moves to the beginning
  // of the next line.
  bool next_row() {
    while (here_ != end_ && *here_ == comment_) {
      skip_comment();
      if (here_ != end_) ++here_;
    }
    return here_ != end_;
  }
  // Skips blanks; true if the line ends there.
  bool at_line_end() {
    blanks();
    return here_ == end_ || *here_ == '\n' || carriage_return();
  }
  void end_row(const char* expected = "the end of the line") {
    end_line(expected);
    if (here_ != end_) ++here_;
  }

  // An unsigned number from low to high; `what` names it in the message.
  std::uint64_t number(std::uint64_t low, std::uint64_t high, const char* what) {
    std::uint64_t n = 0;
    const char* next = digits(n);
    if (next == here_ || n < low || n > high || !token_ends(next)) fail_range(what, low, high);
    here_ = next;
    return n;
  }
  std::uint32_t number32(std::uint64_t low, std::uint64_t high, const char* what) {
    return static_cast<std::uint32_t>(number(low, high, what));
  }
  std::int64_t signed_number(const char* what) {
    std::int64_t n = 0;
    const auto [next, code] = std::from_chars(here_, end_, n);
    if (code != std::errc() || !token_ends(next)) fail(what);
    here_ = next;
    return n;
  }
  // A finite number in strtod's notation, except hexadecimal.
  double real(const char* what) {
    double x = 0;
    const char* from = here_ != end_ && *here_ == '+' && here_ + 1 != end_ && here_[1] != '-' ? here_ + 1 : here_;
    const auto [next, code] = std::from_chars(from, end_, x);
    if (code == std::errc::result_out_of_range && next != from && token_ends(next))
      x = strtod_of(from, next);
    else if (code != std::errc() || !token_ends(next))
      fail(what);
    if (!std::isfinite(x)) fail(what);
    here_ = next;
    return x;
  }

  void blanks() {
    while (here_ != end_ && blank(*here_)) ++here_;
  }
  void space(const char* expected) {  // at least one blank, then more of the line
    if (here_ == end_ || !blank(*here_)) fail(expected);
    blanks();
  }
  void comma(const char* expected) { punctuation(',', expected); }
  // Blanks, `c`, blanks.
  void punctuation(char c, const char* expected) {
    blanks();
    if (here_ == end_ || *here_ != c) fail(expected);
    ++here_;
    blanks();
  }
  [[nodiscard]] bool here(char c) const { return here_ != end_ && *here_ == c; }
  void end_line(const char* expected = "the end of the line") {
    blanks();
    if (here_ == end_) return;
    if (carriage_return()) ++here_;
    if (here_ == end_) return;
    if (*here_ != '\n') fail(expected);  // the newline is not consumed, so that later errors name this line
  }

  // The token at the cursor (letters, digits and _-+.), not consumed.
  [[nodiscard]] std::string_view token() const {
    const char* to = here_;
    while (to != end_ && !token_ends(to)) ++to;
    return {here_, static_cast<std::size_t>(to - here_)};
  }
  void skip_token() { here_ += token().size(); }
  // The text before the next blank or the end of the line, consumed: names that hold any other characters.
  std::string_view word() {
    const char* const from = here_;
    while (here_ != end_ && !blank(*here_) && *here_ != '\n' && !carriage_return()) ++here_;
    return {from, static_cast<std::size_t>(here_ - from)};
  }
  // The rest of the line, consumed with its end, which the result does not contain.
  std::string_view rest_of_line() {
    const char* from = here_;
    while (here_ != end_ && *here_ != '\n') ++here_;
    std::size_t length = static_cast<std::size_t>(here_ - from);
    if (here_ != end_) ++here_;
    if (length != 0 && from[length - 1] == '\r') --length;
    return {from, length};
  }

  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end_ - begin_); }
  // Bytes from the cursor to the end. Callers compare counts with it before they allocate memory.
  [[nodiscard]] std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - here_); }
  [[nodiscard]] const char* position() const { return here_; }

  // Throws "NAME:LINE: expected ..., found (the token at the cursor)".
  [[noreturn]] void fail(const std::string& expected) const;
  // Throws "NAME:LINE: what".
  [[noreturn]] void fail_plain(const std::string& what) const;

 private:
  static bool blank(char c) { return c == ' ' || c == '\t'; }
  static bool digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
  [[nodiscard]] bool carriage_return() const { return *here_ == '\r' && (here_ + 1 == end_ || here_[1] == '\n'); }
  // The characters of tokens: letters, digits, _-+. and bytes that are not ASCII.
  static constexpr std::array<bool, 256> in_token = [] {
    std::array<bool, 256> in{};
    for (unsigned c = 0; c != 256; ++c)
      in[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
              c == '+' || c == '.' || c >= 0x80;
    return in;
  }();
  bool token_ends(const char* at) const { return at == end_ || !in_token[static_cast<unsigned char>(*at)]; }
  void skip_comment() {
    while (here_ != end_ && *here_ != '\n') ++here_;
  }
  // The position after the digits at the cursor; here_ if there are none, or if their number exceeds 64 bits.
  const char* digits(std::uint64_t& n) const {
    constexpr std::ptrdiff_t safe = 19;  // this many digits cannot overflow
    const char* const stop = end_ - here_ > safe ? here_ + safe : end_;
    const char* at = here_;
    for (; at != stop && digit(*at); ++at) n = n * 10 + static_cast<unsigned char>(*at - '0');
    if (at != here_ + safe || at == end_ || !digit(*at)) return at;
    const auto [next, code] = std::from_chars(here_, end_, n);
    return code == std::errc() ? next : here_;
  }
  static double strtod_of(const char* from, const char* to);  // for numbers out of from_chars's range
  [[nodiscard]] std::string found() const;
  [[noreturn]] void fail_range(const char* what, std::uint64_t low, std::uint64_t high) const;

  const char* begin_;
  const char* here_;
  const char* end_;
  std::string_view name_;
  std::uint64_t line_;
  char comment_;
};

}  // namespace amorph
