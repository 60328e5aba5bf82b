// The program as one module.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/commands/amorph-pta/source/content_store.hpp"
#include "tools/commands/amorph-pta/source/lower.hpp"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace amorph::pta {

// A module with its context.
struct linked_program {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  bool has_main = false;
  bool from_cache = false;
  std::string made_from;  // digests of the units; empty: not cached
  [[nodiscard]] bool is_new() const { return !made_from.empty() && !from_cache; }
  linked_program();
  ~linked_program();
  linked_program(linked_program&&) noexcept;
};

// Links the units, or finds the same program in the cache. Of several definitions of a function, the first that is not
// weak is used. With `internal`, everything except main and symbols that libraries use by name is hidden from other
// code, as in a whole program that exports nothing. Throws error(bad_input) with the linker's error.
[[nodiscard]] linked_program link(const std::vector<const unit*>& units, const std::vector<std::string>& names,
                                  bool internal, const content_store& store);

// Stores a new program of several units in the cache. The module must not change during the call.
void keep(const linked_program& p, const content_store& store) noexcept;

}  // namespace amorph::pta
