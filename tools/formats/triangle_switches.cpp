// Parses the letters of Triangle's switches and the numbers that follow them.
#include "tools/formats/triangle_switches.hpp"

#include <charconv>
#include <cmath>

namespace amorph::mesh_tool {
namespace {

using row = mesh_switch;

consteval bool letters_are_unique() {
  for (const row& a : switch_rows::all)
    for (const row& b : switch_rows::all)
      if (&a != &b && a.letter != 0 && a.letter == b.letter && a.form == b.form) return false;
  return true;
}
static_assert(letters_are_unique());

const row* find(char letter) {
  for (const row& r : switch_rows::all)
    if (r.letter == letter) return &r;
  return nullptr;
}
const row* find(char letter, row::letter_form form) {
  for (const row& r : switch_rows::all)
    if (r.letter == letter && r.form == form) return &r;
  return nullptr;
}

bool& flag_of(const row& r, switch_values& values) { return values.*std::get<row::flag>(r.target); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the digits before `rest` are the start of a number with a sign or an exponent. (Alone, 'e' is a switch.)
bool continues_number(bool has_digits, std::string_view rest) {
  if (rest.starts_with('-') || rest.starts_with('+')) return true;
  return has_digits && rest.size() > 1 && rest[0] == 'e' && (is_digit(rest[1]) || rest[1] == '-' || rest[1] == '+');
}

std::string unknown(char letter, std::string_view text) {
  if (!is_digit(letter) && letter != '.')
    return std::string("unknown switch '-") + letter + "' in '" + std::string(text) + "'; --help lists them";
  const std::string numbered = letters_with_numbers();
  std::string list;
  for (const char c : numbered) ((list += list.empty() ? "-" : c == numbered.back() ? " and -" : ", -") += c);
  return "switches '" + std::string(text) + "': expected a letter, found '" + letter + "'; only " + list +
         " take a number";
}

// A number as it stands in the text; empty: the letter alone.
std::string take_number(const row& r, std::string_view digits, switch_reader reader, switch_values& values) {
  const bool command = reader == switch_reader::command;
  const auto& n = std::get<row::number>(r.target);
  std::string& typed = values.*n.typed;
  if (!digits.empty())
    typed = digits;
  else if (command && n.example != nullptr)
    return std::string("switch '-") + r.letter + "': expected " + n.expected + " directly after it, as in -" +
           r.letter + n.example;
  else if (!command || typed.empty())
    typed = n.alone;
  return command ? "" : store_number(r, reader, values);
}

}  // namespace

std::string read_switches(std::string_view text, switch_reader reader, switch_values& values) {
  const bool command = reader == switch_reader::command;
  for (std::size_t at = command ? 1 : 0; at < text.size();) {
    const char letter = text[at++];
    const row* r = find(letter);
    const row::reading reading = r == nullptr ? row::reading{command ? row::refused : row::ignored}
                                 : command    ? r->command
                                              : r->library;
    const std::string name = command ? std::string("switch '-") + letter + "'" : std::string("switch ") + letter;
    if (reading.does == row::refused && reading.why == nullptr) return unknown(letter, text);
    if (reading.does == row::refused) return name + (command ? " is not supported: " : ": ") + reading.why;
    if (reading.does == row::ignored) continue;
    if (std::holds_alternative<row::number>(r->target)) {
      const std::string_view rest = text.substr(at), digits = rest.substr(0, rest.find_first_not_of("0123456789."));
      if (command && continues_number(!digits.empty(), rest.substr(digits.size())))
        return name + ": expected digits and a point, found '" + std::string(rest) + "'; --" + r->name +
               " accepts an exponent";
      at += digits.size();
      if (const row* alone = digits.empty() ? find(letter, row::bare) : nullptr)
        flag_of(*alone, values) = true;
      else if (std::string why = take_number(*r, digits, reader, values); !why.empty())
        return why;
    } else if (r->form == row::with_2) {
      if (at != text.size() && text[at] == '2') {
        ++at;
        flag_of(*r, values) = true;
      } else if (command) {
        return name + ": expected -o2, nodes on edges";
      }
    } else {
      const row* twice = flag_of(*r, values) ? find(letter, row::doubled) : nullptr;
      flag_of(twice != nullptr ? *twice : *r, values) = true;
    }
  }
  return {};
}

std::string store_number(const mesh_switch& r, switch_reader reader, switch_values& values) {
  const bool command = reader == switch_reader::command;
  const auto& n = std::get<row::number>(r.target);
  std::string_view typed = values.*n.typed;
  if (!command && n.expected_integer != nullptr) typed = typed.substr(0, typed.find('.'));
  double x = 0;
  const auto [end, code] = std::from_chars(typed.data(), typed.data() + typed.size(), x);
  const bool is_number = code == std::errc() && end == typed.data() + typed.size();
  const bool in_range =
      is_number && x >= n.low && x <= (command ? n.high : n.library_high) && !(n.above_low && x == n.low);
  const char* expected = nullptr;
  if (!in_range)
    expected = command || is_number ? n.expected : "a number";
  else if (command && x != std::floor(x))
    expected = n.expected_integer;
  if (expected != nullptr) {
    const std::string letter = r.letter == 0 ? "" : std::string("-") + r.letter + ", ";
    return (command ? "option '" + letter + "--" + r.name + "'" : std::string("switch ") + r.letter) + ": expected " +
           expected + ", found '" + std::string(typed) + "'";
  }
  if (const auto* real = std::get_if<double switch_values::*>(&n.value))
    values.** real = x;
  else
    values.*std::get<std::uint64_t switch_values::*>(n.value) =
        x < 0x1p64 ? static_cast<std::uint64_t>(x) : std::numeric_limits<std::uint64_t>::max();
  return {};
}

}  // namespace amorph::mesh_tool
