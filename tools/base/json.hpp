// Writes JSON in the order of the calls; strings are escaped, numbers are exact.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "tools/base/utf8.hpp"

namespace amorph {

// {
//   json_writer j;
//   j.begin_object(); j.field("backend", "cpu"); j.key("times"); j.begin_array(); j.value(1.5); j.end_array();
//   j.end_object();  // j.text() is the document, one member per line, with a final newline
// }
// The caller must pair begin and end. Text is UTF-8; invalid bytes, which file names may contain, become U+FFFD.
class json_writer {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name) {
    separate();
    quote(name);
    text_ += ": ";
    after_key_ = true;
  }
  void value(std::string_view s) {
    separate();
    quote(s);
  }
  void value(const char* s) { value(std::string_view(s)); }
  void value(bool b) {
    separate();
    text_ += b ? "true" : "false";
  }
  template <std::integral T> void value(T n) {
    separate();
    text_ += std::to_string(n);
  }
  void value(double x) {  // shortest form that reads back the same; null if JSON cannot represent it
    separate();
    char digits[32];
    if (!std::isfinite(x))
      text_ += "null";
    else
      text_.append(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
  }
  void number(std::string_view digits) {  // a number, true, false or null in JSON's notation
    separate();
    text_ += digits;
  }
  template <class T> void field(std::string_view name, const T& x) {
    key(name);
    value(x);
  }
  template <class Values> void list(std::string_view name, const Values& values) {
    key(name);
    begin_array();
    for (const auto& x : values) value(x);
    end_array();
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void open(char bracket) {
    separate();
    text_ += bracket;
    ++depth_;
    empty_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!empty_) new_line();
    text_ += bracket;
    empty_ = false;
    if (depth_ == 0) text_ += '\n';
  }
  void separate() {
    if (after_key_ || depth_ == 0) {
      after_key_ = false;
      return;
    }
    if (!empty_) text_ += ',';
    new_line();
    empty_ = false;
  }
  void new_line() {
    text_ += '\n';
    text_.append(2 * depth_, ' ');
  }
  void quote(std::string_view s) {
    constexpr char digits[] = "0123456789abcdef";
    text_ += '"';
    for (std::size_t length = 0; !s.empty(); s.remove_prefix(std::max<std::size_t>(1, length))) {
      const char c = s[0];
      const auto byte = static_cast<unsigned char>(c);
      length = utf8_length(s);
      if (c == '"' || c == '\\')
        (text_ += '\\') += c;
      else if (c == '\n')
        text_ += "\\n";
      else if (c == '\t')
        text_ += "\\t";
      else if (byte < ' ' || byte == 0x7f)
        ((text_ += "\\u00") += digits[byte / 16]) += digits[byte % 16];
      else
        text_ += length == 0 ? replacement_character : s.substr(0, length);
    }
    text_ += '"';
  }

  std::string text_;
  std::size_t depth_ = 0;
  bool empty_ = true, after_key_ = false;
};

}  // namespace amorph
