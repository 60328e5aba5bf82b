//===- Callees.h - Functions that a call may run ----------------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CALLEES_H
#define AMORPH_LLVM_PASS_ALIAS_CALLEES_H

#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/ModRef.h"

#include <memory>
#include <vector>

namespace amorph {

/// True if the body in the module is the one that will run. A linker may take a
/// copy of an inline function from another object instead, which was optimised
/// less and reads more.
inline bool isExact(const llvm::Function &F) { return F.hasExactDefinition(); }
/// True if the call copies the argument's pointee (byval).
bool isCopied(const llvm::CallBase &Call, const llvm::Use &Argument);

/// The functions that a call may run, as nodes of the call graph, and its other
/// accesses.
struct Callees {
  llvm::SmallVector<unsigned, 4> Nodes;
  bool Reaches = false;   ///< also accesses all memory reachable from arguments
  bool Arguments = false; ///< also accesses its arguments' pointees,
  llvm::ModRefInfo ArgumentsInfo = llvm::ModRefInfo::NoModRef; // like this
  bool Anything = false; ///< see orderIsUnknown; or frees part of the stack
  bool Copies = false;   ///< some argument is copied (byval)
  /// Upper bound of the call's effects, from its attributes.
  llvm::ModRefInfo Mask = llvm::ModRefInfo::ModRef;
};

/// The functions that indirect calls with the same targets may reach.
struct CalleeGroup {
  unsigned Node;
  llvm::SmallVector<unsigned, 4> Bodies; ///< the nodes that will run
  /// Their accesses depend on the call.
  llvm::SmallVector<const llvm::Function *, 2> Others;
};

/// The callees of each call of the solved IR, and of new ones.
class CalledCode {
public:
  /// Numbers the functions.
  CalledCode(const llvm::Module &M, const PointsToResult &PTA);

  static constexpr unsigned UnknownCode = 0; ///< the node of unknown code
  /// The nodes of the functions with a body.
  const llvm::DenseMap<const llvm::Function *, unsigned> &nodes() const {
    return NodeOf;
  }
  /// In the order of their nodes, which follow those of the functions.
  llvm::ArrayRef<std::unique_ptr<CalleeGroup>> groups() const { return Groups; }
  /// Of a call of the solved IR; found again until the call is deleted.
  const Callees &of(const llvm::CallBase &Call);
  /// The same; null if Call is new.
  const Callees *find(const llvm::CallBase &Call) const {
    auto It = CalleesOf.find(&Call);
    return It == CalleesOf.end() ? nullptr : &It->second;
  }
  /// Of a call that is new, or whose callees are not known yet.
  Callees compute(const llvm::CallBase &Call);

  /// True if there are coroutines that are not split yet.
  bool hasCoroutines() const { return Coroutines; }
  /// True if control may come to other places of F than the IR of the call
  /// says, so that calls in F count as accesses to everything.
  bool orderIsUnknown(const llvm::Function &F);
  /// Passes have changed the body of F.
  void changed(const llvm::Function &F) { ReturnsTwiceNow.erase(&F); }

private:
  const CalleeGroup &groupOf(const CallTargets &Targets);
  void add(const llvm::CallBase &Call, const llvm::Function &F,
           Callees &C) const;

  const PointsToResult &PTA;
  bool Coroutines = false;
  llvm::DenseSet<const llvm::Function *> ReturnsTwice; ///< contain such calls
  /// By function: the same of its present body.
  llvm::DenseMap<const llvm::Function *, bool> ReturnsTwiceNow;
  bool OwnStdio;       ///< streams have no buffers or callbacks of the program
  bool OwnConversions; ///< printf has no conversions of the program
  llvm::DenseMap<const llvm::Function *, unsigned> NodeOf;
  std::vector<std::unique_ptr<CalleeGroup>> Groups;
  llvm::DenseMap<const CallTargets *, const CalleeGroup *> GroupOf;
  llvm::DenseMap<const llvm::CallBase *, Callees> CalleesOf;
};

} // namespace amorph

#endif
