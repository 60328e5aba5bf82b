#include "test/oracle/switches.hpp"

#include <algorithm>
#include <string_view>

#include "tools/base/points_to_options.hpp"

namespace amorph::oracle {
namespace {

using row = points_to_option;

std::vector<std::string> values(const row& r) {
  if (const auto* choice = std::get_if<row::choice>(&r.type)) return {choice->words.begin(), choice->words.end()};
  if (std::holds_alternative<row::flag>(r.type)) return {"off", "on"};
  return {};
}

bool is_preset(const row& r) {
  const std::vector<std::string> all = values(r);
  return std::find(all.begin(), all.end(), "strict") != all.end();
}

bool has_key(std::string_view parameters, std::string_view key) {
  for (std::size_t at = parameters.find(key); at != std::string_view::npos; at = parameters.find(key, at + 1))
    if ((at == 0 || parameters[at - 1] == ';') && parameters.substr(at + key.size()).starts_with('=')) return true;
  return false;
}

// Rows that do not say what is taken for granted: how to solve, what to print; and heap-types, whose two values divide
// the memory in two ways of which neither is finer.
bool is_switch(const row& r, const std::string& base) {
  static const std::string others[] = {"backend", "solve", "stats", "heap-types"};
  return !values(r).empty() && std::find(std::begin(others), std::end(others), r.name) == std::end(others) &&
         !has_key(base, r.name);
}

std::string with(const std::string& base, const row& r, const std::string& value) {
  std::string all = base;
  if (!all.empty()) all += ';';
  return all.append(r.name).append("=").append(value);
}

// A switch is tested alone: on top of the preset that takes nothing for granted, if there are presets.
std::string alone(const std::string& base, const row& tested) {
  for (const row& r : points_to_option_table())
    if (&r != &tested && is_preset(r) && is_switch(r, base)) return with(base, r, "strict");
  return base;
}

// Parameters under which the values of a switch compare. An allocation that is told apart from others may be of a known
// size or type, and an array in it is one slot where untyped words were several: there, only whole blocks compare.
std::vector<std::string> comparable(const row& r) {
  const std::string_view name = r.name;
  if (name == "allocators" || name == "wrappers") return {";fields=off"};
  if (is_preset(r)) return {";fields=off", ";allocators=named"};
  return {""};
}

}  // namespace

std::vector<switch_pair> pairs_of_switches(const std::string& base) {
  std::vector<switch_pair> all;
  for (const row& r : points_to_option_table()) {
    if (!is_switch(r, base)) continue;
    const std::vector<std::string> words = values(r);
    const std::string from = alone(base, r);
    for (std::size_t i = 1; i < words.size(); ++i) {
      std::string first = words[i - 1], second = words[i];
      if (is_preset(r)) {
        if (second == "strict") second = words[0];
        first = "strict";
      }
      std::string name = r.name;
      name.append(": ").append(first).append(", ").append(second);
      for (const std::string& more : comparable(r))
        all.push_back({name + more, with(from, r, first) + more, with(from, r, second) + more});
    }
  }
  return all;
}

std::vector<std::string> settings_of_switches(const std::string& base) {
  std::vector<std::string> all;
  for (const row& r : points_to_option_table())
    if (is_switch(r, base))
      for (const std::string& value : values(r)) all.push_back(with(alone(base, r), r, value));
  return all;
}

}  // namespace amorph::oracle
