// File names, which are arbitrary bytes, as valid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace amorph {

inline constexpr std::string_view replacement_character = "\xef\xbf\xbd";  // U+FFFD

// The length of the character at the start of `s`, which is not empty: 1 .. 4; 0 if the bytes are not valid UTF-8 (RFC
// 3629: no surrogates, nothing above U+10FFFF, no overlong encodings).
[[nodiscard]] constexpr std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length == 0 || s.size() < length) return 0;
  for (std::size_t i = 1; i != length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  return byte(1) >= low && byte(1) <= high ? length : 0;
}

// UTF-8 on one line: control characters become '?', invalid bytes become U+FFFD.
[[nodiscard]] inline std::string one_line(std::string_view s) {
  std::string line;
  while (!s.empty()) {
    const std::size_t length = utf8_length(s);
    const auto first = static_cast<unsigned char>(s[0]);
    const bool control =
        first < ' ' || first == 0x7f || (length == 2 && first == 0xc2 && static_cast<unsigned char>(s[1]) < 0xa0);
    line += length == 0 ? replacement_character : control ? std::string_view("?") : s.substr(0, length);
    s.remove_prefix(length == 0 ? 1 : length);
  }
  return line;
}

}  // namespace amorph
