//===- BuiltIn.h - The built-in models as data ------------------*- C++ -*-===//
//
// The output of Embed.cpp for models/*.models. The index has no pointers, which
// would be relocated whenever the plugin is loaded.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_MODELS_BUILTIN_H
#define AMORPH_LLVM_PASS_MODELS_BUILTIN_H

#include <cstdint>

namespace amorph::builtin {

/// A function with a model: its name and the line of its model are at these
/// offsets of its table, its prototype is at an offset of Prototypes.
struct Function {
  uint16_t Table, NameLength;
  uint32_t Name, Line, Prototype;
};

extern const char *const Tables[]; ///< lines, each ended by '\n'
extern const Function Functions[]; ///< by name, ascending
extern const unsigned FunctionCount;
extern const char Prototypes[]; ///< each ended by '\0'; the first is empty

} // namespace amorph::builtin

#endif
