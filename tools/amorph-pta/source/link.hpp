// The program as one module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "content_store.hpp"
#include "lower.hpp"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace amorph::pta {

// A module and the context that it lives in.
struct linked_program {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  bool has_main = false;
  bool from_cache = false;
  std::string name;  // a digest of what it was linked from
  linked_program();
  ~linked_program();
  linked_program(linked_program&&) noexcept;
};

// Links the chosen units, or finds what an earlier run has kept of the same. Of functions that several define, the first that
// is not weak is taken. Internal: all but main and what libraries read or call by name is hidden from other code, as in a whole
// program that exports nothing. Throws error(bad_input) with the linker's reason.
[[nodiscard]] linked_program link(const std::vector<const unit*>& units, const std::vector<std::string>& names,
                                  bool internal, const content_store& store);

// Keeps a program of several units for later runs, unless it is from there. It is only read, and must not change meanwhile.
void keep(const linked_program& p, const content_store& store);

}  // namespace amorph::pta
