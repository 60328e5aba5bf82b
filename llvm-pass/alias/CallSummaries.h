//===- CallSummaries.h - Effects of functions with their callees -*- C++ -*-=//
#ifndef AMORPH_LLVM_PASS_ALIAS_CALLSUMMARIES_H
#define AMORPH_LLVM_PASS_ALIAS_CALLSUMMARIES_H

#include "llvm-pass/alias/Callees.h"
#include "llvm-pass/alias/PointsToSets.h"
#include "llvm-pass/alias/Reachability.h"

#include "llvm/ADT/BitVector.h"

namespace amorph {

/// The call graph is condensed into its strongly connected components (Tarjan
/// 1972), which come callees first, and effects are summed up in that order.
class CallSummaries {
public:
  /// Library: the blocks of the library's memory.
  CallSummaries(const llvm::Module &M, const PointsToResult &PTA,
                PointsToSets &Sets, CalledCode &Code, Reachability &Reach,
                const llvm::BitVector &Library);

  /// The effect of a node's code and of its callees on the block.
  llvm::ModRefInfo effectOn(unsigned Node, unsigned Block) const;
  bool isCyclic(unsigned Node) const { return Cyclic[ComponentOf[Node]]; }
  /// Block has been replaced by memory within Into.
  void replaceBlock(unsigned Block, unsigned Into);

private:
  struct Effect {
    llvm::BitVector Mod, Ref; ///< by block
    bool ModAll = false, RefAll = false;
    void resize(unsigned Blocks) { Mod.resize(Blocks), Ref.resize(Blocks); }
    void set(unsigned Block, llvm::ModRefInfo Info) {
      if (isModSet(Info))
        Mod.set(Block);
      if (isRefSet(Info))
        Ref.set(Block);
    }
    void reset(unsigned Block) { Mod.reset(Block), Ref.reset(Block); }
    void add(const Effect &E) {
      Mod |= E.Mod, Ref |= E.Ref;
      ModAll |= E.ModAll, RefAll |= E.RefAll;
    }
  };
  /// The nodes, with their own effects and the nodes that they may call.
  struct CallGraph {
    std::vector<Effect> Own;
    std::vector<llvm::SmallVector<unsigned, 4>> Calls;
    /// By set: the last node whose effects have its blocks.
    std::vector<unsigned> LastMod, LastRef;
  };
  void addUnknownCode(const llvm::Module &M, Reachability &Reach,
                      const llvm::BitVector &Library, CallGraph &G) const;
  void addFunction(const llvm::Function &F, Reachability &Reach, CallGraph &G);
  /// Given: the sets passed to code that accesses memory reached from them.
  void addCall(const llvm::CallBase &Call, unsigned Node, CallGraph &G,
               llvm::SmallVectorImpl<unsigned> &Given);
  void addSet(const llvm::Value *Pointer, llvm::ModRefInfo Info, unsigned Node,
              CallGraph &G);
  void addInstruction(const llvm::Instruction &I, unsigned Node, CallGraph &G);
  /// Computes ComponentOf and Cyclic.
  void condense(const std::vector<llvm::SmallVector<unsigned, 4>> &Calls);
  /// Computes Effects: those of a component and of its callees.
  void summarise(CallGraph &G);

  const PointsToResult &PTA;
  PointsToSets &Sets;
  CalledCode &Code;
  std::vector<unsigned> ComponentOf; ///< by node
  std::vector<char> Cyclic;          ///< by component
  std::vector<Effect> Effects;       ///< by component
};

} // namespace amorph

#endif
