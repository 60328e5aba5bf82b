//===- CallEffects.h - What calls may read and write ------------*- C++ -*-===//
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
//    a coroutine is not split yet: what it suspends and resumes is not a call
//    in the IR.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H
#define AMORPH_LLVM_PASS_ALIAS_CALLEFFECTS_H

#include "llvm-pass/alias/PointsToSets.h"
#include "llvm-pass/alias/Reachability.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/ModRef.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Module;
class Use;
class Value;
} // namespace llvm

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
  /// what Call allocates, which of() leaves out because no access before Call
  /// was to it.
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
  void changed(const llvm::Function &F) { ReturnsTwiceNow.erase(&F); }
  /// True if two activations of F may exist at once, in one or more threads.
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
  static constexpr unsigned UnknownCode = 0; ///< the node of unknown code

  struct Callees {
    llvm::SmallVector<unsigned, 4> Nodes;
    bool Reaches = false; ///< also accesses all memory reachable from arguments
    bool Arguments = false; ///< also accesses what its arguments point to,
    llvm::ModRefInfo ArgumentsInfo = llvm::ModRefInfo::NoModRef; // like this
    bool Anything = false; ///< see orderIsUnknown; or frees part of the stack
    bool Copies = false;   ///< some argument is copied (byval)
    /// Upper bound of the call's effects, from its attributes.
    llvm::ModRefInfo Mask = llvm::ModRefInfo::ModRef;
  };

  /// The nodes, with their own effects and the nodes that they may call.
  struct CallGraph {
    std::vector<Effect> Own;
    std::vector<llvm::SmallVector<unsigned, 4>> Calls;
    /// By set: the last node whose effects have its blocks.
    std::vector<unsigned> LastMod, LastRef;
  };
  /// The functions that indirect calls with the same targets may reach.
  struct Group {
    unsigned Node;
    llvm::SmallVector<unsigned, 4> Bodies; ///< the nodes that will run
    /// What these access depends on the call.
    llvm::SmallVector<const llvm::Function *, 2> Others;
  };

  void numberFunctions();
  /// True if control may come to other places of F than the IR of the call
  /// says, so that calls in F count as accesses to everything.
  bool orderIsUnknown(const llvm::Function &F);
  void addUnknownCode(CallGraph &G);
  void addFunction(const llvm::Function &F, CallGraph &G);
  void addGroups(CallGraph &G) const;
  /// Given: the sets that are given to code that accesses what they reach.
  void addCall(const llvm::CallBase &Call, unsigned Node, CallGraph &G,
               llvm::SmallVectorImpl<unsigned> &Given);
  /// Computes Effects: those of a component and of its callees.
  void summarise(CallGraph &G);
  /// Removes from E the locals of F.
  void dropLocals(const llvm::Function &F, Effect &E) const;
  Callees calleesOf(const llvm::CallBase &Call);
  const Callees &callees(const llvm::CallBase &Call);
  const Group &groupOf(const CallTargets &Targets);
  void addCallees(const llvm::CallBase &Call, const llvm::Function &F,
                  Callees &C) const;
  void addSet(const llvm::Value *Pointer, llvm::ModRefInfo Info, unsigned Node,
              CallGraph &G);
  void addInstruction(const llvm::Instruction &I, unsigned Node, CallGraph &G);
  /// Computes Stored.
  void findStored();
  /// Computes ComponentOf and Cyclic.
  void condense(const std::vector<llvm::SmallVector<unsigned, 4>> &Calls);
  llvm::ModRefInfo effectOn(unsigned Node, unsigned Block) const;
  bool mayPass(llvm::ArrayRef<unsigned> Arguments, unsigned Block);
  /// True if the body in the module is the one that will run.
  static bool isExact(const llvm::Function &F);
  /// True if the call copies what the argument points to (byval).
  static bool isCopied(const llvm::CallBase &Call, const llvm::Use &Argument);
  bool areArguments(const llvm::Function &F,
                    llvm::MutableArrayRef<unsigned> Arguments);
  bool includesBlocks(unsigned All, unsigned Part);
  /// Computes LastReached.
  void reach(llvm::ArrayRef<unsigned> Arguments);
  /// Fresh: with what the call allocates.
  llvm::ModRefInfo effect(const Callees &C, llvm::ArrayRef<unsigned> Arguments,
                          unsigned Set, bool Fresh = false);

  const llvm::Module &M;
  const PointsToResult &PTA;
  PointsToSets &Sets;
  Reachability Reach;
  bool Coroutines = false; ///< some are not split yet
  llvm::DenseSet<const llvm::Function *> ReturnsTwice; ///< contain such calls
  /// By function: the same of its present body.
  llvm::DenseMap<const llvm::Function *, bool> ReturnsTwiceNow;
  bool OwnStdio;       ///< streams have no buffers or callbacks of the program
  bool OwnConversions; ///< printf has no conversions of the program
  llvm::DenseMap<const llvm::Function *, unsigned> NodeOf;
  std::vector<unsigned> ComponentOf; ///< by node
  std::vector<char> Cyclic;          ///< by component
  std::vector<Effect> Effects;       ///< by component
  /// In the order of their nodes, which follow those of the functions.
  std::vector<std::unique_ptr<Group>> Groups;
  llvm::DenseMap<const CallTargets *, const Group *> GroupOf;
  llvm::BitVector Stored;  ///< blocks whose address is in memory
  llvm::BitVector Library; ///< blocks of the library's memory
  /// By call of the solved IR; looked up only for calls that still exist.
  llvm::DenseMap<const llvm::CallBase *, Callees> CalleesOf;
  /// By pairs of sets: whether the first has the blocks of the second.
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> Included;
  /// What is reached from the arguments that were last asked about.
  llvm::SmallVector<unsigned, 8> LastArguments;
  llvm::BitVector LastReached; ///< empty: none yet
};

} // namespace amorph

#endif
