// The program as one module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/amorph-pta/source/content_store.hpp"
#include "tools/amorph-pta/source/lower.hpp"

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
  std::string made_from;  // the units; empty: it is not kept
  [[nodiscard]] bool is_new() const { return !made_from.empty() && !from_cache; }
  linked_program();
  ~linked_program();
  linked_program(linked_program&&) noexcept;
};

// Links the chosen units, or finds what an earlier run has kept of the same. Of functions that several define, the first that
// is not weak is taken. Internal: all but main and what libraries read or call by name is hidden from other code, as in a whole
// program that exports nothing. Throws error(bad_input) with the linker's reason.
[[nodiscard]] linked_program link(const std::vector<const unit*>& units, const std::vector<std::string>& names,
                                  bool internal, const content_store& store);

// Keeps a new program of several units for later runs. It is only read, and must not change meanwhile.
void keep(const linked_program& p, const content_store& store) noexcept;

}  // namespace amorph::pta
