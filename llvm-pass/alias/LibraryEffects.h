//===- LibraryEffects.h - Memory effects of library functions ---*- C++ -*-===//
//
// The models of the points-to analysis say what library functions do with
// pointers; this table says which memory they touch. A function that is not in
// it counts as unknown code.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_LIBRARYEFFECTS_H
#define AMORPH_LLVM_PASS_ALIAS_LIBRARYEFFECTS_H

#include "llvm/ADT/StringRef.h"

namespace amorph {

/// Besides the library's own memory (errno, locale, streams):
enum class LibraryEffect {
  Unknown, ///< anything that unknown code may do
  None,    ///< nothing
  Reads,   ///< reads what its arguments point to, not what that points to
  Writes,  ///< reads and writes what its arguments point to
};

/// Stdio: also needs streams whose buffers and callbacks are the library's own.
LibraryEffect libraryEffect(llvm::StringRef Name, bool &Stdio);

/// True for functions that give a stream a foreign buffer or callback.
bool opensStdio(llvm::StringRef Name);

} // namespace amorph

#endif
