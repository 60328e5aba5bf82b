//===- AmorphAA.h - The alias analysis amorph-aa ----------------*- C++ -*-===//
//
// Whole-module points-to sets as an LLVM alias analysis.
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -aa-pipeline=basic-aa,amorph-aa
//          -passes='default<O2>' ...
//
// Answers come from the whole module. They are computed at the first function
// that requests them, and again after too many changes (AliasSession.h). The
// alias analysis manager sees a function analysis, because it silently skips a
// module analysis that is not already cached. `require<amorph-aa>` computes the
// answers at a chosen point of the pipeline.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_AMORPHAA_H
#define AMORPH_LLVM_PASS_ALIAS_AMORPHAA_H

#include "llvm-pass/alias/AliasSession.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/PassManager.h"

namespace amorph {

/// Lives as long as LLVM's function analysis manager observes a function: its
/// answers are given only then.
class AmorphAAResult : public llvm::AAResultBase {
  std::shared_ptr<AliasSession> Session; ///< null after a move
  const llvm::Function *Observed;

public:
  AmorphAAResult(std::shared_ptr<AliasSession> S, const llvm::Function &F)
      : Session(std::move(S)), Observed(&F) {
    Session->observe(F);
  }
  AmorphAAResult(AmorphAAResult &&) = default;
  AmorphAAResult &operator=(AmorphAAResult &&) = delete;
  ~AmorphAAResult() {
    if (Session)
      Session->leave(*Observed);
  }

  llvm::AliasResult alias(const llvm::MemoryLocation &A,
                          const llvm::MemoryLocation &B,
                          llvm::AAQueryInfo &AAQI, const llvm::Instruction *);
  using AAResultBase::getModRefInfo;
  llvm::ModRefInfo getModRefInfo(const llvm::CallBase *Call,
                                 const llvm::MemoryLocation &Loc,
                                 llvm::AAQueryInfo &AAQI);
  llvm::ModRefInfo getModRefInfoMask(const llvm::MemoryLocation &Loc,
                                     llvm::AAQueryInfo &AAQI,
                                     bool IgnoreLocals);
  /// A pass has changed the function. Sets follow; only an explicit request
  /// discards the result.
  bool invalidate(llvm::Function &F, const llvm::PreservedAnalyses &PA,
                  llvm::FunctionAnalysisManager::Invalidator &);
};

/// The alias analysis of one function: a view of the session.
class AmorphAA : public llvm::AnalysisInfoMixin<AmorphAA> {
  friend llvm::AnalysisInfoMixin<AmorphAA>;
  static llvm::AnalysisKey Key;
  std::shared_ptr<AliasSession> Session;

public:
  using Result = AmorphAAResult;
  explicit AmorphAA(std::shared_ptr<AliasSession> Session)
      : Session(std::move(Session)) {}
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// The module analysis, for `require<amorph-aa>` and `invalidate<amorph-aa>`.
class AmorphModuleAA : public llvm::AnalysisInfoMixin<AmorphModuleAA> {
  friend llvm::AnalysisInfoMixin<AmorphModuleAA>;
  static llvm::AnalysisKey Key;
  std::shared_ptr<AliasSession> Session;

public:
  struct Result {
    std::shared_ptr<AliasSession> Session;
    bool invalidate(llvm::Module &, const llvm::PreservedAnalyses &PA,
                    llvm::ModuleAnalysisManager::Invalidator &);
  };
  explicit AmorphModuleAA(std::shared_ptr<AliasSession> Session)
      : Session(std::move(Session)) {}
  Result run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

} // namespace amorph

#endif
