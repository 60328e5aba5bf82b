// Lowers sources and selects the units of a program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/commands/amorph-pta/source/database.hpp"
#include "tools/commands/amorph-pta/source/lower.hpp"
#include "tools/commands/amorph-pta/source/unit_cache.hpp"

namespace amorph::pta {

// Lowers all commands in child processes, `threads` at a time (0: as many as cores, fewer if memory is short). Units
// are in the order of the commands. `shown` is called with the number done. Throws error(out_of_memory).
[[nodiscard]] std::vector<unit> lower_all(const std::vector<unit_command>& commands, const unit_cache& cache,
                                          unsigned threads,
                                          const std::function<void(std::size_t done, std::size_t cached)>& shown);

// LLVM bitcode or assembly as a unit. Throws error(bad_input).
[[nodiscard]] unit read_ir(const std::string& path);

struct choice {
  std::string entry;   // the source whose main the program starts in; empty: the only one
  std::string target;  // the CMake target: objects below TARGET.dir; empty: any
};

struct selection {
  std::vector<std::size_t> units;  // ascending
  std::string outside;             // a symbol that these use and only other units define; empty: none
};

// Selects the units of the program: all units if none defines main (a library), or if one does and no symbol is defined
// twice. Otherwise the whole CMake target of `entry`, if known, and the units it needs, found as a linker finds archive
// members. Of several variants of a source, the one built nearest to the entry. Throws error(bad_input) if that is
// ambiguous.
[[nodiscard]] selection choose(const std::vector<unit_command>& commands, const std::vector<unit>& units,
                               const choice& what);

}  // namespace amorph::pta
