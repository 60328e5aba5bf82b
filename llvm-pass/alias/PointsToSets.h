//===- PointsToSets.h - Points-to sets by block -----------------*- C++ -*-===//
//
// The sets of a solution, each stored once and identified by its index, with
// the memory blocks that its objects belong to. Constant addresses that the
// solution has no variable for are sets of one object; their indices follow
// those of the solution's sets.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_POINTSTOSETS_H
#define AMORPH_LLVM_PASS_ALIAS_POINTSTOSETS_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <utility>
#include <vector>

namespace amorph {

/// The objects that a pointer may point to: a union of sets.
struct PointerTargets {
  llvm::SmallVector<unsigned, 4> Sets; ///< indices into PointsToSets
  bool Unknown = false;                ///< the pointer may point anywhere
  /// The fields in Sets are those of the pointer itself; false if it was
  /// reached through address arithmetic, and only the blocks count.
  bool Fields = true;
};

class PointsToSets {
public:
  explicit PointsToSets(const PointsToResult &PTA);

  /// The set that contains Object only.
  unsigned singleton(Var Object);
  /// Calls Visit(object), ascending, for each object of a set.
  void forEach(unsigned Set, llvm::function_ref<void(Var)> Visit) const;
  /// The blocks of a set's objects, ascending; indices into
  /// ModuleConstraints::Blocks. Valid as long as this object.
  llvm::ArrayRef<unsigned> blocks(unsigned Set);
  /// The same for the set of a variable.
  llvm::ArrayRef<unsigned> blocksOf(Var V) {
    return blocks(PTA.Solution.set_of[V]);
  }
  /// True if two sets have objects in the same block.
  bool shareBlock(unsigned A, unsigned B);

private:
  using BlockList = llvm::SmallVector<unsigned, 4>;

  const PointsToResult &PTA;
  std::vector<Var> VarOfSet;                      ///< a variable with that set
  std::vector<Var> Singletons;                    ///< objects
  std::vector<std::unique_ptr<BlockList>> Blocks; ///< by set, on demand
  llvm::DenseMap<Var, unsigned> SingletonOf;
  /// Cached answers of shareBlock. The number of pairs is quadratic, so all are
  /// dropped when there are MaxAnswers, which take about 50 MB.
  static constexpr unsigned MaxAnswers = 1 << 21;
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> Shared;
};

} // namespace amorph

#endif
