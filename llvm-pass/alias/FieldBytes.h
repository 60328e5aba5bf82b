//===- FieldBytes.h - The bytes of a block that an access touches -*- C++ -*-=//
//
// The solution says which slot of a block (an 8-byte word, array elements
// collapsed) a pointer points to, but not the offset within the word, and an
// access may extend past its word. Here accesses are narrowed to bytes of the
// block's element:
//
//  - the residue of a pointer is its distance from the start of its block
//  modulo
//    8. It is propagated through the address arithmetic of a function from the
//    roots: addresses of variables, results of calls, loads;
//  - roots have residue 0, unless a pointer with another residue into the block
//    was ever stored, passed or returned, or the block escapes. Such blocks are
//    "odd", and any residue is possible.
//
// A pointer that may point to every slot of a block accesses all of it: this is
// how the solution expresses "anywhere", so residues must not narrow it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_FIELDBYTES_H
#define AMORPH_LLVM_PASS_ALIAS_FIELDBYTES_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace amorph {

/// Bit r: the pointer may be r bytes (modulo 8) from the start of its block.
using Residues = uint8_t;
inline constexpr Residues WordStart = 1, AnyResidue = 0xff;

class FieldBytes {
public:
  /// True for values of the solved IR that still exist.
  using IsKnown = llvm::function_ref<bool(const llvm::Value *)>;

private:
  const PointsToResult &PTA;
  const llvm::DataLayout &DL;
  llvm::BitVector Odd;                            ///< by block
  mutable llvm::DenseMap<unsigned, bool> OddSets; ///< sets with an odd block
  llvm::DenseSet<unsigned> Marked;                ///< sets marked odd
  /// Indirect calls that may reach library or unknown functions.
  llvm::DenseSet<const llvm::CallBase *> LibraryTargets;

  Residues arithmetic(const llvm::Value *V,
                      llvm::SmallVectorImpl<const llvm::Value *> &Roots) const;
  Residues rootResidues(const llvm::Value *Root, IsKnown Known) const;
  void findLibraryTargets();
  /// Marks the blocks of pointers that leave the function's arithmetic by I.
  void markInstruction(const llvm::Instruction &I);
  void markOdd(const llvm::Value *V);
  void markBlocks(const llvm::Value *V);
  bool startsBlock(const llvm::Value *Root) const;
  bool callsDefined(const llvm::CallBase &Call) const;
  /// Marks every global that the constant arithmetic C refers to.
  void markNamed(const llvm::Value &C);
  void markConstant(const llvm::Value *V);

public:
  FieldBytes(const llvm::Module &M, const PointsToResult &PTA);

  /// The residues of V, a value with a points-to set. Passes may have changed
  /// its operands.
  Residues residues(const llvm::Value *V, IsKnown Known) const;

  /// True if an access of SizeA bytes at the slots A and one of SizeB bytes at
  /// the slots B share no byte. All slots are of one block, ascending. Word is
  /// set if they share a slot.
  bool disjoint(llvm::ArrayRef<Var> A, uint64_t SizeA, Residues RA,
                llvm::ArrayRef<Var> B, uint64_t SizeB, Residues RB,
                bool &Word) const;

  /// Larger layouts are not examined.
  static constexpr uint64_t MaxElement = 65536;
};

} // namespace amorph

#endif
