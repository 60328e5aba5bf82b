// The command line of a tool: one table for parsing, --help and the man page.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tools/base/exit_code.hpp"

namespace amorph {

// The target of an option's value: a switch sets its bool; a number is checked against low .. high; a size is a number
// of bytes with an optional suffix K, M, G or T (powers of 1024).
struct size_value {
  std::uint64_t* bytes;
};
// A signed number carries its own bounds.
struct signed_value {
  std::int32_t* number;
  std::int32_t low = std::numeric_limits<std::int32_t>::min(), high = std::numeric_limits<std::int32_t>::max();
};
// Options that may be repeated, in the order of the command line: (the option's name, its value or "").
struct listed_value {
  std::vector<std::pair<std::string, std::string>>* list;
};
using option_target = std::variant<bool*, std::string*, std::uint64_t*, size_value, signed_value, listed_value>;

struct option {
  const char* name;                // without the dashes
  char letter = 0;                 // the short form, or none
  const char* argument = nullptr;  // placeholder of the value in help, in capitals; none for a switch
  option_target target;
  std::uint64_t low = 0;  // numbers
  std::uint64_t high = std::numeric_limits<std::uint64_t>::max();
  std::vector<const char*> choices = {};  // texts: the values allowed, or any
  std::vector<std::string> offered = {};  // texts: values that completion offers but parsing does not check
  const char* fallback = nullptr;         // the default, as help shows it
  const char* help = "";                  // one or two sentences
  bool set_to = true;                     // the value that a switch sets
};

struct option_group {
  const char* title;
  std::vector<option> options;
  bool first = false;  // commands of single dashes: abbreviations are matched here before the other groups
};

struct command_example {
  const char* command;
  const char* what;
};

// An exit code that is an answer.
struct exit_answer {
  int code;
  const char* meaning;
};

struct command {
  const char* name;
  const char* summary;                   // one line, lower case, no full stop
  std::vector<const char*> synopsis;     // each without the command's name
  std::vector<const char*> description;  // paragraphs
  std::vector<option_group> groups;
  std::vector<command_example> examples;
  std::vector<const char*> see_also;  // "name(section)"
  bool operands = false;              // takes arguments that are no options
  std::vector<exit_code> exits = {exit_code::success, exit_code::bad_input, exit_code::interrupted};
  bool single_dash = false;               // getopt_long_only's conventions: -name=value too, and no letters
  std::vector<exit_answer> answers = {};  // instead of exit_code::success, for commands with several successful answers
  int bad_input_code = 1;  // the exit code for exit_code::bad_input, for commands compatible with another's
};

// The value that main returns.
[[nodiscard]] inline int process_code(const command& c, exit_code code) {
  return code == exit_code::bad_input ? c.bad_input_code : static_cast<int>(code);
}

// Parses with getopt_long's conventions (--name=value, abbreviations, clusters of letters, "--"). Besides the table
// there are --help, --help-man (the man page, roff), --help-bash (a script for completion) and --version. Returns the
// exit code if the run ends here: after those four, or after one line on stderr for an unknown option, a missing or
// needless argument, a value out of range. Otherwise the targets are set and `operands` holds the rest. Not thread safe
// (getopt's state is global).
[[nodiscard]] std::optional<exit_code> parse(const command& c, int argc, char** argv,
                                             std::vector<std::string>& operands);

[[nodiscard]] std::string help_text(const command& c);
[[nodiscard]] std::string man_page(const command& c);
[[nodiscard]] std::string bash_completion(const command& c);

// "NAME: message" on stderr, with control characters made visible so that it stays one line; returns `code`.
exit_code complain(const command& c, const std::string& message, exit_code code);

// Writes `text` to stdout and flushes; false with the reason if that fails (a full disk).
[[nodiscard]] bool print(const std::string& text, std::string& message);

}  // namespace amorph
