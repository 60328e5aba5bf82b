// The units that make up a program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/amorph-pta/source/database.hpp"
#include "tools/amorph-pta/source/lower.hpp"
#include "tools/amorph-pta/source/unit_cache.hpp"

namespace amorph::pta {

// Lowers all commands, in child processes, `threads` at a time (0: as many as cores, fewer where memory is short); units come in the order of the
// commands. `shown` is told how many are done. Throws error(out_of_memory).
[[nodiscard]] std::vector<unit> lower_all(const std::vector<unit_command>& commands, const unit_cache& cache,
                                          unsigned threads,
                                          const std::function<void(std::size_t done, std::size_t cached)>& shown);

// Bitcode or assembly of LLVM as a unit, as it is. Throws error(bad_input).
[[nodiscard]] unit read_ir(const std::string& path);

struct choice {
  std::string entry;   // the source whose main the program starts in; empty: the only one there is
  std::string target;  // CMake's name of a program or library: objects below TARGET.dir; empty: any
};

struct selection {
  std::vector<std::size_t> units;  // ascending
  std::string outside;             // a symbol that these use and only units outside define; empty: none
};

// Which units belong together: all, where none defines main (a library), or one does and nothing is defined twice; else
// that of `entry` and what it needs, found as a linker finds members of an archive; the whole of CMake's target, where it is
// known. Of several ways to compile a source that cannot be in one program, the one that is built nearest to the entry. Throws
// error(bad_input) where that is ambiguous.
[[nodiscard]] selection choose(const std::vector<unit_command>& commands, const std::vector<unit>& units,
                               const choice& what);

}  // namespace amorph::pta
