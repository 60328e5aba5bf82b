#include "tools/formats/text_reader.hpp"

#include <algorithm>
#include <cstdlib>

namespace amorph {

// The token at the cursor, for a message: short, and printable whatever the file contains.
std::string text_reader::found() const {
  if (here_ == end_) return "the end of the file";
  if (*here_ == '\n' || carriage_return()) return "the end of the line";
  if (*here_ == '\0') return "a NUL byte";
  constexpr std::size_t max_length = 32;
  std::string_view word = token();
  if (word.empty()) word = {here_, 1};
  std::string shown = "'";
  for (const char c : word.substr(0, max_length)) shown += c >= ' ' && c < 0x7f ? c : '?';
  return shown + (word.size() > max_length ? "...'" : "'");
}

// Some libraries' from_chars reports denormal numbers as out of range. Numbers that are too large give infinity.
double text_reader::strtod_of(const char* from, const char* to) {
  return std::strtod(std::string(from, to).c_str(), nullptr);
}

void text_reader::fail(const std::string& expected) const { fail_plain("expected " + expected + ", found " + found()); }

void text_reader::fail_plain(const std::string& what) const {
  const std::uint64_t line = line_ + static_cast<std::uint64_t>(std::count(begin_, here_, '\n'));
  throw error(status::bad_input, std::string(name_) + ":" + std::to_string(line) + ": " + what);
}

void text_reader::fail_range(const char* what, std::uint64_t low, std::uint64_t high) const {
  fail(std::string(what) + " (" + std::to_string(low) + (low == high ? "" : " .. " + std::to_string(high)) + ")");
}

}  // namespace amorph
