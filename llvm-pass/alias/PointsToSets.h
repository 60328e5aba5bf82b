//===- PointsToSets.h - Points-to sets by block -----------------*- C++ -*-===//
//
// The sets of a solution, each stored once and identified by its index, with
// the memory blocks that its objects belong to. Sets that the solution lacks
// follow: constant addresses that have no variable (one object), and unions,
// for values that passes made of others.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_POINTSTOSETS_H
#define AMORPH_LLVM_PASS_ALIAS_POINTSTOSETS_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace amorph {

inline constexpr unsigned NoSet = ~0u;         ///< may point anywhere
inline constexpr unsigned Nowhere = NoSet - 1; ///< null and undefined values

/// The objects that a pointer may point to.
struct PointerTargets {
  unsigned Set = NoSet; ///< index into PointsToSets, NoSet or Nowhere
  /// The fields in Set are those of the pointer itself; false if it was reached
  /// through address arithmetic, and only the blocks count.
  bool Fields = true;
  bool known() const { return Set < Nowhere; }
  bool operator==(const PointerTargets &) const = default;
};

/// Blocks that have been replaced by memory within others.
class BlockReplacements {
public:
  void add(unsigned Block, llvm::ArrayRef<unsigned> Into);
  /// Adds to Blocks, ascending, the replacements of those among them;
  /// by the last replacement only, or by all.
  void follow(llvm::SmallVectorImpl<unsigned> &Blocks, bool Last) const;
  /// The blocks, and those that were replaced by memory within them: values
  /// stored there are in these now.
  llvm::SmallVector<unsigned, 16>
  withReplaced(llvm::ArrayRef<unsigned> Blocks) const;

private:
  struct Replacement {
    unsigned Block;
    llvm::SmallVector<unsigned, 8> Into;
  };
  std::vector<Replacement> All;       ///< oldest first
  llvm::DenseSet<unsigned> Replacing; ///< all blocks of Replacement::Into
};

class PointsToSets {
public:
  explicit PointsToSets(const PointsToResult &PTA);

  /// The set of a variable; NoSet for NoVar.
  unsigned of(Var V) const {
    return V == NoVar ? NoSet : PTA.Solution.set_of[V];
  }
  /// The set that contains Object only.
  unsigned singleton(Var Object);
  /// A set that includes both; NoSet if it would be too large.
  unsigned unite(unsigned A, unsigned B);
  /// The possible contents of a set's blocks, at any place; NoSet if too much.
  unsigned contents(unsigned Set);
  /// True only if every object of Part is in All. May err towards false.
  bool includes(unsigned All, unsigned Part);
  /// Calls Visit(object), ascending, for each object of a set.
  void forEach(unsigned Set, llvm::function_ref<void(Var)> Visit) const;
  /// The blocks of a set's objects, ascending; indices into
  /// ModuleConstraints::Blocks. Valid until the next set is made.
  llvm::ArrayRef<unsigned> blocks(unsigned Set) { return summary(Set).Blocks; }
  /// True for pointers that never are an object's address: null, not
  /// understood, or absolute addresses, of which a linker may make variables.
  bool provesNothing(unsigned Set) {
    const Summary &S = summary(Set);
    return S.Signature == 0 ||
           (S.Blocks.size() == 1 &&
            S.Blocks[0] == PTA.Constraints.AbsoluteAddresses);
  }
  /// True if the address of the block is known to unknown code.
  bool escapes(unsigned Block) const { return Escaped.test(Block); }
  /// Block has been replaced by memory within the blocks Into: pointers
  /// to it point to those.
  void replaceBlock(unsigned Block, llvm::ArrayRef<unsigned> Into);
  llvm::SmallVector<unsigned, 16>
  withReplaced(llvm::ArrayRef<unsigned> Blocks) const {
    return Replaced.withReplaced(Blocks);
  }
  /// True if two sets have objects in the same block.
  bool shareBlock(unsigned A, unsigned B);

private:
  /// Objects of a set that is not of the solution. Whole: all objects of its
  /// blocks, and Objects is empty.
  struct Extra {
    llvm::SmallVector<Var, 4> Objects;
    bool Whole = false;
  };
  struct Summary {
    bool Known = false;
    uint64_t Signature = 0; ///< a bit per block, hashed
    llvm::SmallVector<unsigned, 4> Blocks;
  };
  using Pair = std::pair<unsigned, unsigned>;
  /// Answers for pairs of sets: a table whose size depends on the number of
  /// sets, in which a new answer replaces an old one.
  class Answers {
    struct Slot {
      Pair Key{NoSet, NoSet};
      bool Answer = false;
    };
    unsigned Bits = 0;
    std::vector<Slot> Slots;

  public:
    explicit Answers(size_t Sets)
        : Bits(std::clamp<unsigned>(llvm::Log2_64_Ceil(Sets + 1) + 2, 8, 14)),
          Slots(size_t(1) << Bits) {}
    template <class F> bool get(Pair Key, F Compute) {
      Slot &S = Slots[(Key.first * 0x9e3779b1u ^ Key.second * 0x85ebca6bu) >>
                      (32 - Bits)];
      if (S.Key != Key) {
        S.Answer = Compute();
        S.Key = Key;
      }
      return S.Answer;
    }
  };

  /// Null for a set of the solution.
  const Extra *extra(unsigned Set) const {
    return Set < VarOfSet.size() ? nullptr : &Extras[Set - VarOfSet.size()];
  }
  unsigned add(Extra E, llvm::ArrayRef<unsigned> Blocks);
  const Summary &summary(unsigned Set) {
    return Summaries[Set].Known ? Summaries[Set] : summarise(Set);
  }
  const Summary &summarise(unsigned Set);
  /// Adds the replacements of blocks, and the signature.
  void complete(Summary &S, bool Last = false) const;

  const PointsToResult &PTA;
  llvm::BitVector Escaped;   ///< by block
  std::vector<Var> VarOfSet; ///< a variable with that set
  std::vector<Extra> Extras;
  std::vector<Summary> Summaries; ///< by set, on demand
  uint64_t Stored = 0;            ///< objects and blocks of Extras
  BlockReplacements Replaced;
  llvm::DenseMap<Var, unsigned> SingletonOf;
  llvm::DenseMap<Pair, unsigned> UnionOf;
  llvm::DenseMap<unsigned, unsigned> ContentsOf;
  Answers Shared, Included;
};

} // namespace amorph

#endif
