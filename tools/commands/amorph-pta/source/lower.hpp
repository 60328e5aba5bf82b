// Lowers a source to LLVM IR in memory by Clang.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/commands/amorph-pta/source/database.hpp"

namespace llvm {
class MemoryBuffer;
}

namespace amorph::pta {

// A file that a compilation read or looked for, and its state; see recording_files.hpp.
struct dependency {
  std::string path;
  std::uint64_t state = 0;
};

// A translation unit as bitcode: at -O0, with variables promoted to registers and debug information, whatever the
// build's flags. Optimised code would no longer correspond to the source.
struct unit {
  std::shared_ptr<const llvm::MemoryBuffer> bitcode;  // null: it could not be lowered
  std::string digest;                                 // of the bitcode
  std::string problem;                                // why, in one line: location and Clang's first error
  std::vector<std::string> defines, uses;             // external symbols defined here; undefined ones (weak ones too)
  std::vector<std::string> weak;                      // those of `defines` that another definition may replace
  std::vector<dependency> files;                      // as Clang read them; set by lower() only
  std::vector<std::string> dropped;                   // arguments that Clang does not know
  bool from_cache = false;

  [[nodiscard]] bool lowered() const { return bitcode != nullptr; }
};

// The arguments of Clang for a command, without those that concern output, optimisation, instrumentation and warnings.
// Part of the cache's key.
[[nodiscard]] std::vector<std::string> lowering_arguments(const unit_command& c, std::vector<std::string>& dropped);

// Runs Clang's front end in this process, which ends if Clang crashes. A source that does not compile gives a unit with
// a problem.
[[nodiscard]] unit lower(const unit_command& c);

// The versions of this program and of Clang, on which lowering depends in addition to the command and the files.
[[nodiscard]] std::string lowering_version();

}  // namespace amorph::pta
