// Processing of a unit's module after Clang's front end: promotion, removal of parts that answers do not need, bitcode.
#pragma once

#include <memory>

namespace llvm {
class MemoryBuffer;
class Module;
}  // namespace llvm

namespace amorph::pta {

struct unit;

// Metadata of a function: a tuple of the blocks of its source (DILocalScope, including the function), each followed by
// the last line of its code (i32). It cannot be derived later, because promotion removes assignments to variables.
inline constexpr const char* scopes_metadata = "amorph.scopes";

// Promotes variables to registers, as the pass mem2reg, after it has recorded `scopes_metadata`.
void promote_variables(llvm::Module& m);

// Removes data that answers do not need, which halves the time of linking: names of blocks and of values without
// pointers, their locations, and all but the first record that a variable has a value.
void slim(llvm::Module& m);

[[nodiscard]] std::shared_ptr<const llvm::MemoryBuffer> bitcode_of(const llvm::Module& m);

// Sets `defines`, `uses` and `weak`.
void list_symbols(const llvm::Module& m, unit& u);

}  // namespace amorph::pta
