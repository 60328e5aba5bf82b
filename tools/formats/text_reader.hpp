// Reads a text in memory number by number and line by line, and knows where it is when something is wrong. The reader
// of every text format: constraints, sets, graphs.
//
// It is a cursor over bytes that the caller keeps alive (read_file's, say), so a copy is a bookmark: remember one
// before a line, and fail() on it to blame that line. Lines are counted only when a message needs their number.
// CRLF ends a line as LF does. A failure throws amorph::error (bad_input) with the one line
// "NAME:LINE: expected WHAT, found WHAT"; guarded() of boundary.hpp makes a status of it at a noexcept border.
// Numbers take about a nanosecond a digit; everything is O(bytes read).
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
  // `name` is the file's name in messages. From `comment` to the end of a line is skipped where a line may start.
  // `line` is the number of the text's first line in that file.
  text_reader(std::string_view text, std::string_view name, char comment = '#', std::uint64_t line = 1)
      : begin_(text.data()), here_(begin_), end_(begin_ + text.size()), name_(name), line_(line), comment_(comment) {}

  // Formats in which blank lines mean nothing: goes to the first token of the next line that holds one; false at the
  // end of the text.
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

  // Formats in which a blank line is a row without entries. At the beginning of a line: goes past the lines that begin
  // with a comment; false at the end of the text. Then `while (!at_line_end())` reads the entries, and end_row() goes
  // to the beginning of the next line.
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

  // An unsigned number low .. high; `what` names it in the message.
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
  // A finite number, as strtod reads it, without hexadecimal digits.
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
    if (*here_ != '\n') fail(expected);  // stays before the end: what the caller finds wrong is of this line
  }

  // The letters, digits and _-+. that stand here, not consumed.
  [[nodiscard]] std::string_view token() const {
    const char* to = here_;
    while (to != end_ && !token_ends(to)) ++to;
    return {here_, static_cast<std::size_t>(to - here_)};
  }
  void skip_token() { here_ += token().size(); }
  // The rest of the line without its end, consumed with it.
  std::string_view rest_of_line() {
    const char* from = here_;
    while (here_ != end_ && *here_ != '\n') ++here_;
    std::size_t length = static_cast<std::size_t>(here_ - from);
    if (here_ != end_) ++here_;
    if (length != 0 && from[length - 1] == '\r') --length;
    return {from, length};
  }

  [[nodiscard]] std::uint64_t size() const { return static_cast<std::uint64_t>(end_ - begin_); }
  // Bytes from here to the end. A count that they cannot hold is refused before memory is asked for.
  [[nodiscard]] std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - here_); }
  [[nodiscard]] const char* position() const { return here_; }

  // "NAME:LINE: expected ..., found (what stands here)".
  [[noreturn]] void fail(const std::string& expected) const;
  // "NAME:LINE: what".
  [[noreturn]] void fail_plain(const std::string& what) const;

 private:
  static bool blank(char c) { return c == ' ' || c == '\t'; }
  static bool digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
  [[nodiscard]] bool carriage_return() const { return *here_ == '\r' && (here_ + 1 == end_ || here_[1] == '\n'); }
  // What a token is made of: letters, digits, _-+. and bytes that are not ASCII.
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
  // Behind the digits that stand here; here_ itself if there are none, or if they are no 64-bit number.
  const char* digits(std::uint64_t& n) const {
    constexpr std::ptrdiff_t safe = 19;  // as many digits cannot overflow
    const char* const stop = end_ - here_ > safe ? here_ + safe : end_;
    const char* at = here_;
    for (; at != stop && digit(*at); ++at) n = n * 10 + static_cast<unsigned char>(*at - '0');
    if (at != here_ + safe || at == end_ || !digit(*at)) return at;
    const auto [next, code] = std::from_chars(here_, end_, n);
    return code == std::errc() ? next : here_;
  }
  static double strtod_of(const char* from, const char* to);  // of what from_chars finds too large or too small
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
