#include "scanner.hpp"

namespace amorph {

// What stands here, for a message: short, and printable whatever the file holds.
std::string scanner::found() const {
  if (here_ == end_) return "the end of the file";
  if (*here_ == '\n' || carriage_return()) return "the end of the line";
  if (*here_ == '\0') return "a NUL byte";
  constexpr std::size_t most = 32;
  std::string_view word = token();
  if (word.empty()) word = {here_, 1};
  std::string shown = "'";
  for (const char c : word.substr(0, most)) shown += c >= ' ' && c < 0x7f ? c : '?';
  return shown + (word.size() > most ? "...'" : "'");
}

}  // namespace amorph
