//===- CallEffects.h - What calls may read and write ------------*- C++ -*-===//
//
// For every function, the blocks that it and everything it calls may read or
// write: from the points-to sets of its loads and stores, the call graph that
// the solution gives, and what library functions do (Models.h). One
// more node, "unknown code", stands for everything outside: it reads and writes
// what escaped, and calls every function that it can name or was handed.
//
//  - Fences, atomics with an order and unknown functions may synchronise with
//    another thread, so they count as touching whatever is shared.
//  - A function's own locals are no effect to its callers, unless two of its
//    activations may exist at once.
//  - Memory whose address is never stored anywhere, nor handed to code outside,
//    is out of reach of a call that is not given its address.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H
#define AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H

#include "llvm-pass/alias/PointsToSets.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/ModRef.h"

#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace amorph {

class CallEffects {
public:
  CallEffects(const llvm::Module &M, const PointsToResult &PTA,
              PointsToSets &Sets);

  /// What Call may do to the memory that T leads to. Call's operands must be
  /// what they were.
  llvm::ModRefInfo of(const llvm::CallBase &Call, const PointerTargets &T);
  /// True if two activations of F may exist at once, in one thread or more.
  bool mayRecurse(const llvm::Function &F) const;

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
  static constexpr unsigned UnknownCode = 0; ///< a node

  struct Callees {
    llvm::SmallVector<unsigned, 4> Nodes;
    bool Reaches = false;   ///< and all that is reached from its arguments
    bool Arguments = false; ///< also touches what its arguments point to,
    llvm::ModRefInfo ArgumentsInfo = llvm::ModRefInfo::NoModRef; // this way
    /// All that the call may do, by its attributes.
    llvm::ModRefInfo Mask = llvm::ModRefInfo::ModRef;
  };

  /// Functions and unknown code as nodes: what each does itself, and the nodes
  /// that it may call.
  struct CallGraph {
    std::vector<Effect> Own;
    std::vector<llvm::SmallVector<unsigned, 4>> Calls;
  };

  void numberFunctions();
  void addUnknownCode(CallGraph &G);
  void addFunction(const llvm::Function &F, CallGraph &G);
  void addCall(const llvm::CallBase &Call, unsigned Node, CallGraph &G);
  /// Sets Effects: what a component does itself and through its callees.
  void summarise(CallGraph &G);
  /// Removes from E the locals of F.
  void dropLocals(const llvm::Function &F, Effect &E) const;
  Callees calleesOf(const llvm::CallBase &Call) const;
  void addCallees(const llvm::Function &F, Callees &C) const;
  void addSet(const llvm::Value *Pointer, llvm::ModRefInfo How, Effect &E);
  void addInstruction(const llvm::Instruction &I, Effect &E);
  /// The blocks that the arguments point to, and those that they lead to.
  std::vector<char> reachedBy(const llvm::CallBase &Call);
  /// By block: reached from what the variables Pointers hold.
  std::vector<char> reachedFrom(llvm::ArrayRef<Var> Pointers);
  void findStored();
  void condense(const std::vector<llvm::SmallVector<unsigned, 4>> &Calls);
  llvm::ModRefInfo effectOn(unsigned Node, unsigned Block) const;
  bool mayPass(const llvm::CallBase &Call, unsigned Block);

  const llvm::Module &M;
  const PointsToResult &PTA;
  PointsToSets &Sets;
  bool OwnStdio; ///< no foreign buffers or callbacks behind stdio streams
  llvm::DenseMap<const llvm::Function *, unsigned> NodeOf;
  std::vector<unsigned> ComponentOf; ///< by node
  std::vector<char> Cyclic;          ///< by component
  std::vector<Effect> Effects;       ///< by component
  llvm::BitVector Stored;            ///< blocks whose address is in memory
};

} // namespace amorph

#endif
