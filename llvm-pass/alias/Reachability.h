//===- Reachability.h - Memory reachable from pointers ----------*- C++ -*-===//
//
// The blocks that code may reach which is given some pointers: those that they
// point to, those that these hold pointers to, and so on. Escaped blocks end
// the search: unknown code knows all that they lead to anyway.
//
// In a closed world thousands of calls reach thousands of blocks each, and most
// of them the same ones. So the graph of blocks is condensed into its strongly
// connected components (Tarjan 1972) as far as it is asked about, and each
// component stores its blocks in reach once. So do sets of many blocks, such as
// the one of all that has escaped, which most calls of unknown code are given.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_REACHABILITY_H
#define AMORPH_LLVM_PASS_ALIAS_REACHABILITY_H

#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace amorph {

class Reachability {
public:
  /// Limit: bytes for the blocks that components and large sets reach, a bit
  /// per block for each of them. Beyond it, each question searches.
  Reachability(const PointsToResult &PTA, PointsToSets &Sets,
               size_t Limit = size_t(64) << 20)
      : PTA(PTA), Sets(Sets), Limit(Limit) {
    clear();
  }

  /// The blocks that are reachable from the pointers of Sets (NoSet: none).
  llvm::BitVector from(llvm::ArrayRef<unsigned> Pointers);
  /// The sets have changed (PointsToSets::replaceBlock).
  void clear();
  size_t bytes() const { return Bytes; } ///< of all that is stored

private:
  // Nodes are blocks and, after them, sets: a block leads to the sets of its
  // slots, a set to its blocks.
  static constexpr unsigned None = ~0u; ///< no component yet
  // Components that store nothing: a set alone, and all that are beyond the
  // limit; a block without pointers, which leads nowhere.
  static constexpr unsigned Lone = None - 1, Leaf = None - 2;
  /// Sets of this many blocks or more store their reachable blocks.
  static constexpr unsigned ManyBlocks = 16;
  struct Frame {
    unsigned Node;
    unsigned Next = 0;                   ///< of the node's successors
    llvm::SmallVector<unsigned, 4> Sets; ///< successors of a block
  };

  bool isSet(unsigned Node) const { return Node >= Blocks; }
  /// The sets of a block's slots that are not empty, as nodes, with those of
  /// the blocks that it has replaced.
  llvm::SmallVector<unsigned, 4> setsOf(unsigned Block);
  llvm::ArrayRef<unsigned> successors(const Frame &F);
  void enter(unsigned Node);
  void visit(unsigned Root);
  void fromBlocks(llvm::ArrayRef<unsigned> From, llvm::BitVector &To);
  void fromSet(unsigned Set, llvm::BitVector &To);
  /// The nodes on Open from Root on are a component.
  void close(unsigned Root);
  /// Adds the blocks that a node of another, finished component reaches.
  void add(unsigned Node, llvm::BitVector &To);
  /// The same, through components that store nothing.
  void search(unsigned Block, llvm::BitVector &To);

  const PointsToResult &PTA;
  PointsToSets &Sets;
  const size_t Limit;
  size_t Bytes = 0;
  size_t bytesOfOne() const { return (Blocks + 7) / 8; }
  unsigned Blocks = 0;
  unsigned Entered = 0;
  std::vector<unsigned> Index, Low;     ///< by node; Index None: not visited
  std::vector<unsigned> ComponentOf;    ///< by node
  std::vector<llvm::BitVector> Reached; ///< by component
  llvm::DenseMap<unsigned, llvm::BitVector> ReachedBySet; ///< of large sets
  std::vector<unsigned> Open; ///< visited, without a component
  std::vector<Frame> Frames;  ///< the current path
};

} // namespace amorph

#endif
