//===- PassTable.h - Facts about passes, by name ----------------*- C++ -*-===//
//
// Passes by name. A unit runs thousands of passes of a hundred names.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_PASSTABLE_H
#define AMORPH_LLVM_PASS_ALIAS_PASSTABLE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <array>

namespace amorph {

struct PassTraits {
  bool Container = false;    ///< runs other passes, which are observed
  bool KeepsMeaning = false; ///< a module pass that leaves values' meaning
};

class PassTable {
  using Entry = llvm::StringMapEntry<PassTraits>;
  llvm::StringMap<PassTraits> Passes; ///< as far as seen
  /// By the address of the name, which is a constant in practice.
  std::array<const Entry *, 64> Recent{};

public:
  const PassTraits &of(llvm::StringRef Pass);
};

} // namespace amorph

#endif
