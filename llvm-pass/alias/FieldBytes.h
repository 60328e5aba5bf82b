//===- FieldBytes.h - Which bytes of a block an access may touch -*- C++
//-*-===//
//
// The solution says which slot (8-byte word, elements of arrays collapsed) of a
// block a pointer is in, not where in the word it stands; an access may reach
// past its word. Here both are brought down to bytes of the block's element:
//
//  - a pointer's residue, its distance from the start of its block modulo 8, is
//    followed through the address arithmetic of a function from the values that
//    it starts from (addresses of variables, results of calls, loads);
//  - those start with residue 0, unless some pointer with another residue into
//    the block was ever stored, passed or returned, or the block escapes: then
//    any residue is possible ("odd" blocks).
//
// A pointer that may be in every slot of a block touches all of it: this is how
// the solution says "anywhere", so no residue may narrow it.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_FIELDBYTES_H
#define AMORPH_LLVM_PASS_ALIAS_FIELDBYTES_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"

namespace amorph {

/// Bit r: the pointer may be r bytes (modulo 8) from the start of its block.
using Residues = uint8_t;
inline constexpr Residues WordStart = 1, AnyResidue = 0xff;

class FieldBytes {
  const PointsToResult &PTA;
  const llvm::DataLayout &DL;
  llvm::BitVector Odd;                            ///< by block
  mutable llvm::DenseMap<unsigned, bool> OddSets; ///< sets with an odd block
  llvm::DenseSet<unsigned> Marked;                ///< sets marked odd
  /// Indirect calls that may reach library or unknown functions.
  llvm::DenseSet<const llvm::CallBase *> LibraryTargets;

  Residues arithmetic(const llvm::Value *V,
                      llvm::SmallVectorImpl<const llvm::Value *> &Roots) const;
  Residues rootResidues(const llvm::Value *Root) const;
  void markOdd(const llvm::Value *V);
  void markBlocks(const llvm::Value *V);
  bool startsBlock(const llvm::Value *Root) const;
  bool callsDefined(const llvm::CallBase &Call) const;
  /// Marks every global that the arithmetic of C names.
  void markNamed(const llvm::Value &C);
  void markConstant(const llvm::Value *V);

public:
  FieldBytes(const llvm::Module &M, const PointsToResult &PTA);

  /// The residues of V, a value that the solution knows.
  Residues residues(const llvm::Value *V) const;

  /// True if accesses of SizeA bytes from the slots in A and SizeB from those
  /// in B, all of one block (ascending), share no byte. Word: they share a
  /// slot.
  bool disjoint(llvm::ArrayRef<Var> A, uint64_t SizeA, Residues RA,
                llvm::ArrayRef<Var> B, uint64_t SizeB, Residues RB,
                bool &Word) const;

  /// Layouts larger than this are not looked into.
  static constexpr uint64_t MaxElement = 65536;
};

} // namespace amorph

#endif
