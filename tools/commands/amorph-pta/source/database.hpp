// Units and their commands: a compilation database, or sources with flags.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace amorph::pta {

// One compilation, as a build ran it.
struct unit_command {
  std::string file;                    // the source, absolute
  std::string directory;               // where the command ran
  std::string output;                  // the object file, absolute; distinguishes targets; empty with '--'
  std::vector<std::string> arguments;  // the compiler's name first; response files are expanded
};

// The units to lower, and the program's other inputs.
struct command_set {
  std::vector<unit_command> units;
  std::vector<std::string> left_out;  // sources that Clang does not compile, and why: "start.S: assembly"
  std::size_t not_asked_for = 0;      // sources of the database that were not selected
};

// BUILD/compile_commands.json for a folder BUILD, else `path`.
[[nodiscard]] std::string database_file(const std::string& path);

// Reads a compilation database, or the one in the folder `path`. With `sources`, only their commands; each source must
// have one, and may have several, one per output (the last one for an output counts). Throws error(bad_input) with one
// line: the file, and the expected text.
[[nodiscard]] command_set read_database(const std::string& path, const std::vector<std::string>& sources);

// Adds flags to every command, after its own; response files are expanded. Throws error(bad_input) if one is no flag.
void add_flags(command_set& set, const std::vector<std::string>& flags);

// Sources compiled with `flags` in the current folder; response files are expanded. Throws error(bad_input) if a file
// does not exist, or a flag is not one.
[[nodiscard]] command_set with_flags(const std::vector<std::string>& sources, const std::vector<std::string>& flags);

}  // namespace amorph::pta
