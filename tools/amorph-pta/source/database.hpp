// What to compile, and how: a compilation database, or sources with flags of their own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace amorph::pta {

// One compilation, as a build ran it.
struct unit_command {
  std::string file;                    // the source, absolute
  std::string directory;               // where the command ran
  std::string output;                  // the object file, absolute; tells targets apart; empty behind '--'
  std::vector<std::string> arguments;  // the compiler's name first; response files are expanded
};

// What is to be lowered, and what the program has besides.
struct command_set {
  std::vector<unit_command> units;
  std::vector<std::string> left_out;  // sources that are none of Clang's, and why: "start.S: assembly"
  std::size_t not_asked_for = 0;      // sources of the database that were not among those that were asked for
};

// BUILD/compile_commands.json for a folder BUILD, else `path`.
[[nodiscard]] std::string database_file(const std::string& path);

// Reads compile_commands.json, or the one in the folder `path`. With `sources`, the commands of these alone (a source
// may have several: one for each output; of several for one output the last counts); each must have one. Throws
// error(bad_input) with one line: the file, what was expected.
[[nodiscard]] command_set read_database(const std::string& path, const std::vector<std::string>& sources);

// Sources that all are compiled with `flags`, in the current folder; response files among these are expanded. Throws
// error(bad_input) where a file is not there, or a flag is none.
[[nodiscard]] command_set with_flags(const std::vector<std::string>& sources, const std::vector<std::string>& flags);

}  // namespace amorph::pta
