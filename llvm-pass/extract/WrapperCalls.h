//===- WrapperCalls.h - Calls of allocators and of their wrappers ---------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_WRAPPERCALLS_H
#define AMORPH_LLVM_PASS_EXTRACT_WRAPPERCALLS_H

#include "llvm-pass/extract/Calls.h"

#include "llvm/ADT/MapVector.h"

#include <map>

namespace amorph {

/// Each call of an allocator or of a wrapper is an allocation site
/// (Wrappers.h). Values in a wrapper are those of the calls through which it
/// was entered.
class WrapperCalls {
public:
  WrapperCalls(ConstraintBuilder &B, ValueNodes &Values,
               FunctionTable &Functions, Wrappers &Allocators, Calls &Others,
               ModelEffects &Effects)
      : B(B), Values(Values), Functions(Functions), Allocators(Allocators),
        Others(Others), Effects(Effects) {}

  /// True if the call is (part of) an allocation site. finish models it when
  /// all functions have been visited.
  bool visit(const llvm::CallBase &CB);
  void finish();

private:
  void throughPointer(const llvm::CallBase &CB);
  void fillAt(const llvm::CallBase &Fresh, Node N, const Frame *Here);
  Node ifReached(const llvm::CallBase &CB, const llvm::Function &F,
                 Node Result);
  Node ifReached(const llvm::CallBase &CB, const llvm::Function &F,
                 const Frame *Outer, Node Result);
  Node allocationAt(const llvm::CallBase &CB, const Frame *Outer,
                    const llvm::CallBase &Site);
  Node allocationIn(const llvm::Function &F, const llvm::CallBase &CB,
                    const Frame *Outer, const llvm::CallBase &Site);
  Node valueIn(const llvm::Value *V, const Frame *F) {
    return Values(resolve(V, F));
  }

  ConstraintBuilder &B;
  ValueNodes &Values;
  FunctionTable &Functions;
  Wrappers &Allocators;
  Calls &Others;
  ModelEffects &Effects;
  std::vector<const llvm::CallBase *> Visited;
  /// Results of allocators for calls through pointers, one for each.
  llvm::MapVector<const llvm::Function *, std::vector<Node>> FromAllocator;
  std::map<const llvm::Function *, CallFilters::FunctionList> AloneInList;
  llvm::DenseMap<const llvm::CallBase *, Node> PointerOfCall;
  /// Results of a call through a pointer from other functions than these.
  llvm::DenseMap<const llvm::CallBase *, Node> OtherResults;
  /// The allocating call in the constructor being modelled, or null.
  const llvm::CallBase *Constructed = nullptr;
};

} // namespace amorph

#endif
