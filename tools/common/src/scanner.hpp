// Walks over a text line by line and number by number, and knows where it is when something is wrong.
// '#' to the end of the line is a comment where a line may start; CRLF ends a line as LF does.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace amorph {

struct parse_error {
  std::string message;
};

class scanner {
 public:
  scanner(std::string_view text, std::string_view name)
      : begin_(text.data()), here_(begin_), end_(begin_ + text.size()), name_(name) {}

  // Goes to the first token of the next line that holds one; false at the end of the text.
  bool next_line() {
    for (; here_ != end_; ++here_) {
      if (*here_ == '#') skip_comment();
      if (here_ == end_) break;
      if (*here_ != '\n' && !blank(*here_) && !carriage_return()) return true;
    }
    return false;
  }
  void require_line(const char* expected) {
    if (!next_line()) fail(expected);
  }

  // An unsigned number low .. high; `what` names it in the message.
  std::uint64_t number(std::uint64_t low, std::uint64_t high, const char* what) {
    std::uint64_t n = 0;
    const auto [next, code] = std::from_chars(here_, end_, n);
    if (code != std::errc() || n < low || n > high || !token_ends(next)) fail_range(what, low, high);
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

  [[nodiscard]] std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - here_); }
  [[nodiscard]] const char* position() const { return here_; }

  [[noreturn]] void fail(const std::string& expected) const {
    fail_plain("expected " + expected + ", found " + found());
  }
  [[noreturn]] void fail_plain(const std::string& what) const {
    std::uint64_t line = 1;
    for (const char* c = begin_; c != here_; ++c) line += *c == '\n';
    throw parse_error{std::string(name_) + ":" + std::to_string(line) + ": " + what};
  }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t'; }
  [[nodiscard]] bool carriage_return() const { return *here_ == '\r' && (here_ + 1 == end_ || here_[1] == '\n'); }
  bool token_ends(const char* at) const {
    if (at == end_) return true;
    const auto c = static_cast<unsigned char>(*at);
    return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
             c == '+' || c == '.' || c >= 0x80);
  }
  void skip_comment() {
    while (here_ != end_ && *here_ != '\n') ++here_;
  }
  [[nodiscard]] std::string found() const;
  [[noreturn]] void fail_range(const char* what, std::uint64_t low, std::uint64_t high) const {
    fail(std::string(what) + " (" + std::to_string(low) + " .. " + std::to_string(high) + ")");
  }

  const char* begin_;
  const char* here_;
  const char* end_;
  std::string_view name_;
};

}  // namespace amorph
