// From one source to LLVM IR in memory, as Clang lowers it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/amorph-pta/source/database.hpp"

namespace llvm {
class MemoryBuffer;
class Module;
}  // namespace llvm

namespace amorph::pta {

// A file that a unit was made from, or that was looked for, and what was there: see recording_files.hpp.
struct dependency {
  std::string path;
  std::uint64_t state = 0;
};

// A translation unit as bitcode: -O0 and promotion of variables to registers, with debug information, whatever the build
// asks for; what the optimiser makes of a program is not what its source says.
struct unit {
  std::shared_ptr<const llvm::MemoryBuffer> bitcode;  // none: it could not be lowered
  std::string digest;                                 // of the bitcode
  std::string problem;                                // why, one line: place and Clang's first error
  std::vector<std::string> defines, uses;             // external symbols with a body here, and without (weak ones too)
  std::vector<std::string> weak;                      // of `defines`: another definition may be taken
  std::vector<dependency> files;                      // as Clang read them; lower() alone tells
  std::vector<std::string> dropped;                   // arguments that Clang does not know
  bool from_cache = false;

  [[nodiscard]] bool lowered() const { return bitcode != nullptr; }
};

// The arguments that Clang is given for a command: what concerns output, optimisation, instrumentation and warnings is
// taken out. Part of the cache's key.
[[nodiscard]] std::vector<std::string> lowering_arguments(const unit_command& c, std::vector<std::string>& dropped);

// Metadata of a function: a tuple of blocks of its source (DILocalScope, the function itself too), each followed by the last
// line that has code of it (i32). The code that is kept does not say it: assignments to promoted variables are gone.
inline constexpr const char* scopes_metadata = "amorph.scopes";

// Runs Clang's front end, which takes the process with it where it crashes. What it does not compile is a unit with a problem.
[[nodiscard]] unit lower(const unit_command& c);

[[nodiscard]] std::shared_ptr<const llvm::MemoryBuffer> bitcode_of(const llvm::Module& m);

// Fills in what a module defines and uses.
void list_symbols(const llvm::Module& m, unit& u);

// What lowering depends on beside the command and the files: versions of this program and of Clang.
[[nodiscard]] std::string lowering_version();

}  // namespace amorph::pta
