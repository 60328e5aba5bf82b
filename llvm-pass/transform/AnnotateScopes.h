//===- AnnotateScopes.h - Alias scopes from points-to sets ------*- C++ -*-===//
//
// Accesses of a function that the analysis cannot distinguish (the same set,
// size and place within a word) are a class. Each class has a scope, in the
// domain of its function:
//
//   load  ... !alias.scope !{A}, !noalias !{B, C}
//   store ... !alias.scope !{B}, !noalias !{A}
//   call  ...                    !noalias !{C}
//
// The inliner copies a call's list to the accesses of the callee, so the list
// holds for each of them (AliasSnapshot::touches).
//
// A scope of LLVM's inliner holds for one execution of the function that was
// inlined, so that copies need scopes of their own. These hold for every
// execution and iteration, because sets do: a copy is in the same scope
// rightly, whether a pass makes new scopes for it or not.
//
// MergeFunctions compares functions without their scopes. An attribute keeps
// each function of an annotated module different from all others, also of other
// modules. It also says that the function needs no second annotation.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_ANNOTATESCOPES_H
#define AMORPH_LLVM_PASS_TRANSFORM_ANNOTATESCOPES_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class LoopInfo;
class Module;
} // namespace llvm

namespace amorph {

class AliasSnapshot;

struct ScopeCounts {
  unsigned Functions = 0, Scopes = 0, Accesses = 0, Calls = 0;
  ScopeCounts &operator+=(const ScopeCounts &O) {
    Functions += O.Functions, Scopes += O.Scopes;
    Accesses += O.Accesses, Calls += O.Calls;
    return *this;
  }
};

/// Gives the functions of M that attribute: also those without scopes, because
/// they may inline others.
void markAnnotated(llvm::Module &M);
bool isAnnotated(const llvm::Function &F);

/// Annotates the loads, stores and calls of F with at most Limit scopes. If
/// there are more classes, those are chosen whose accesses are in the deepest
/// loops.
ScopeCounts annotateScopes(llvm::Function &F, AliasSnapshot &Answers,
                           unsigned Limit,
                           llvm::function_ref<const llvm::LoopInfo &()> Loops);

} // namespace amorph

#endif
