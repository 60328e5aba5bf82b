//===- CallEffects.h - Memory that calls may read and write -----*- C++ -*-===//
//
// For each function, the blocks that it and its callees may read or write. They
// follow from the points-to sets of loads and stores, the call graph of the
// solution, and the models of library functions (Models.h). A further node,
// "unknown code", stands for everything outside the module: it accesses all
// escaped memory, and calls every function that it can name or was given.
// Effects are summed up bottom-up over the strongly connected components of the
// call graph (Tarjan 1972), as in LLVM's GlobalsAA. Indirect calls of the same
// functions share a node that calls these: large programs have thousands of
// calls with thousands of targets each.
//
//  - Fences, ordered atomics and unknown functions may synchronise with another
//    thread, so they count as accesses to all shared memory.
//  - A function's locals are not an effect visible to its callers, unless two
//    activations of the function may exist at once.
//  - Memory whose address is neither stored anywhere nor passed to outside code
//    is out of reach of a call that is not given its address.
//  - Calls in a function that calls setjmp or the like may access anything:
//    control may come back from them to the second return. So may all calls if
//    a coroutine is not split yet: its suspensions are not calls in the IR.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H
#define AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H

#include "llvm-pass/alias/CallSummaries.h"

#include <optional>

namespace amorph {

class CallEffects {
public:
  CallEffects(const llvm::Module &M, const PointsToResult &PTA,
              PointsToSets &Sets);

  /// The effect of Call, a call of the solved IR, on the memory of Set.
  /// Operands are the sets of its operands then.
  llvm::ModRefInfo of(const llvm::CallBase &Call,
                      llvm::ArrayRef<unsigned> Operands, unsigned Set);
  /// False if no access that Call leads to is to the memory of Set: not even to
  /// memory that Call allocates, which of() leaves out because no access before
  /// Call was to it.
  bool touches(const llvm::CallBase &Call, llvm::ArrayRef<unsigned> Operands,
               unsigned Set);
  /// The set of an integer argument that may carry any pointer.
  static constexpr unsigned AnyInteger = Nowhere;
  /// The effect of a direct call that is new, or whose operands have changed;
  /// none if it is not known. Arguments are the sets of its arguments now,
  /// NoSet for those that carry no pointer. Existed: the called function was
  /// part of the solved module.
  std::optional<llvm::ModRefInfo>
  ofNew(const llvm::CallBase &Call, bool Existed,
        llvm::MutableArrayRef<unsigned> Arguments, unsigned Set);
  /// Block has been replaced by memory within the blocks Into: who accesses it
  /// accesses those.
  void replaceBlock(unsigned Block, llvm::ArrayRef<unsigned> Into);
  /// Passes have changed the body of F.
  void changed(const llvm::Function &F) { Code.changed(F); }
  /// True if two activations of F may exist at once, in one or more threads.
  bool mayRecurse(const llvm::Function &F) const;

private:
  /// Computes Stored.
  void findStored(const llvm::Module &M);
  bool mayPass(llvm::ArrayRef<unsigned> Arguments, unsigned Block);
  bool areArguments(const llvm::Function &F,
                    llvm::MutableArrayRef<unsigned> Arguments);
  bool includesBlocks(unsigned All, unsigned Part);
  /// Computes LastReached.
  void reach(llvm::ArrayRef<unsigned> Arguments);
  /// Fresh: including the call's allocations.
  llvm::ModRefInfo effect(const Callees &C, llvm::ArrayRef<unsigned> Arguments,
                          unsigned Set, bool Fresh = false);

  const PointsToResult &PTA;
  PointsToSets &Sets;
  Reachability Reach;
  const llvm::BitVector Library; ///< blocks of the library's memory
  CalledCode Code;
  CallSummaries Summaries;
  llvm::BitVector Stored; ///< blocks whose address is in memory
  /// By pairs of sets: whether the first has the blocks of the second.
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> Included;
  /// Memory reached from the arguments of the last query.
  llvm::SmallVector<unsigned, 8> LastArguments;
  llvm::BitVector LastReached; ///< empty: none yet
};

} // namespace amorph

#endif
