// What to compile, and how: a compilation database, or sources with flags of their own.
#pragma once

#include <string>
#include <vector>

namespace amorph::pta {

// One compilation, as a build ran it.
struct unit_command {
  std::string file;                    // the source, absolute
  std::string directory;               // where the command ran
  std::string output;                  // the object file if it is known, absolute; tells targets apart
  std::vector<std::string> arguments;  // the compiler's name first; response files are expanded
};

// Reads compile_commands.json, or the one in the folder `path`. With `sources`, the commands of these alone (a source
// may have several: one for each target); each must have one. Throws error(bad_input) with one line: the file, what
// was expected.
[[nodiscard]] std::vector<unit_command> read_database(const std::string& path, const std::vector<std::string>& sources);

// Sources that all are compiled with `flags`, in the current folder.
[[nodiscard]] std::vector<unit_command> with_flags(const std::vector<std::string>& sources,
                                                   const std::vector<std::string>& flags);

}  // namespace amorph::pta
