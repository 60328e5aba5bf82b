// The options of points-to analysis: one table for the LLVM plugin's parameters, amorph-pta<...>, and for the command
// amorph-pta. The plugin's parser and its messages, --help and the man page are generated from it; a test compares the
// table in docs/points-to.md with it. (The idea is CaDiCaL's options.hpp.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace amorph {

// The values as given, each within its row's range or choices.
struct points_to_options {
  static constexpr std::uint64_t max_field_limit = 16384;

  static constexpr const char* by_preset = "preset";  // the value of a switch that the preset decides

  std::string backend = "auto", world = "open", preset = "auto", wrappers = "on", contexts = "off";
  // The assumptions; the presets give each of them a value.
  std::string calls = by_preset, files = by_preset, allocators = by_preset, types = by_preset, bounds = by_preset,
              integers = by_preset, layers = by_preset, vtables = by_preset;
  std::uint64_t device = 0, threads = 0, memory_limit = 0, field_limit = max_field_limit, array_limit = 0,
                call_limit = 0, heap_contexts = 1, context_budget = 1'000'000;
  bool fields = true, heap_types = true, solve = true, statistics = false;
  std::string models, json, dot, constraints;  // files; empty: none

  bool operator==(const points_to_options&) const = default;
};

// A row of the table: a parameter's name, its member in the options, its range, and its option in amorph-pta.
struct points_to_option {
  struct choice {  // one of several words
    std::string points_to_options::* value;
    std::vector<const char*> words;
    std::vector<const char*> in_presets = {};  // of an assumption: its word in each of points_to_presets
  };
  struct number {
    std::uint64_t points_to_options::* value;
    std::uint64_t low, high;
    const char* zero = nullptr;  // the meaning of 0
  };
  struct size {  // bytes; 0: as `zero` says
    std::uint64_t points_to_options::* value;
    const char* zero;
  };
  struct flag {  // off or on
    bool points_to_options::* value;
  };
  struct file {
    std::string points_to_options::* name;
  };
  struct command_option {
    const char* name = nullptr;      // without the dashes; null: amorph-pta has no such option
    char letter = 0;                 // the short form, or none
    const char* argument = nullptr;  // placeholder of the value in help; null: a switch that inverts the default
    const char* help = nullptr;      // null: as for the parameter
  };

  const char* name;
  std::variant<choice, number, size, flag, file> type;
  const char* help;  // sentences
  command_option command = {};
};

[[nodiscard]] std::span<const points_to_option> points_to_option_table();
[[nodiscard]] const points_to_option& find_points_to_option(std::string_view name);  // a name in the table

[[nodiscard]] bool is_assumption(const points_to_option& row);  // its value may be the preset's

// "auto, cpu, cuda", "0 to 4096", "bytes", "off, on", "file"
[[nodiscard]] std::string value_range(const points_to_option& row);
// The value in `o` in the parser's notation; "" for a file that is not given.
[[nodiscard]] std::string value_text(const points_to_option& row, const points_to_options& o);

// The named sets of assumptions.
inline constexpr std::array points_to_presets = {"strict", "c", "compiler"};

// Gives every switch its value: that of the preset, or of `fallback` if that is auto. Afterwards o.preset is one of
// points_to_presets.
void apply_preset(points_to_options& o, std::string_view fallback = "c");
// "c", or "c, calls=any" if switches differ from the preset. Of options with an applied preset.
[[nodiscard]] std::string preset_text(const points_to_options& o);

// "", or one line on an option that has no effect without another.
[[nodiscard]] std::string idle_points_to_option(const points_to_options& o);
// Parses "KEY=VALUE;KEY=VALUE", each key at most once; blanks around keys and values are ignored. Returns "", or a
// one-line error message; `o` is then unspecified.
[[nodiscard]] std::string parse_points_to_options(std::string_view text, points_to_options& o);
// Stores one value; returns "" or a one-line error message.
[[nodiscard]] std::string set_points_to_option(std::string_view key, std::string_view value, points_to_options& o);
// The values that differ from their defaults, as text that parses to `o`. File names must not contain ';', nor begin or
// end with a blank.
[[nodiscard]] std::string to_string(const points_to_options& o);

}  // namespace amorph
