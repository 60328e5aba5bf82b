//===- SourceTypes.h - The source's types of pointers -----------*- C++ -*-===//
//
// IR has one type of pointers. What the source says that a pointer points to
// is found in the debug information: of the variable that holds the value, of
// the member that it was loaded from, of the function that returned it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H
#define AMORPH_LLVM_PASS_EXTRACT_SOURCETYPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace amorph {

class SourceTypes {
public:
  explicit SourceTypes(const llvm::Module &M);

  /// The function type by which CB calls, if the source declares the place that
  /// the pointer comes from, and declares it as the call uses it; else null.
  /// A cast between the two is seen if the types differ in IR.
  const llvm::DISubroutineType *calledType(const llvm::CallBase &CB) const {
    return calledType(CB, 0);
  }

private:
  const llvm::DISubroutineType *calledType(const llvm::CallBase &CB,
                                           unsigned Depth) const;
  /// Bits into memory of type T, of which there may be several in a row.
  struct Place {
    const llvm::DIType *T = nullptr;
    uint64_t Bits = 0;
    bool Elements = false;
  };
  Place placeOf(const llvm::Value &P, unsigned Depth) const;
  const llvm::DIType *valueType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *declaredType(const llvm::Value &V, unsigned Depth) const;
  const llvm::DIType *structNamed(llvm::StringRef Name, uint64_t Bits) const;

  const llvm::DataLayout &DL;
  /// Definitions by name; null for a name of several different ones.
  llvm::StringMap<const llvm::DICompositeType *> Structs;
  mutable llvm::DenseMap<const llvm::Value *, const llvm::DIType *> Known;
};

/// Whether a function of type F can be meant where a call of type Call is
/// written: as many parameters, and pointers to what may be the same type.
/// Pointers to void or characters may point to anything. Types that are no
/// pointers are not compared: IR has them.
bool mayBeSame(const llvm::DISubroutineType &Call,
               const llvm::DISubroutineType &F);

} // namespace amorph

#endif
