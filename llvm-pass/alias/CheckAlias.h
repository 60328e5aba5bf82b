//===- CheckAlias.h - The pass check<amorph-alias> --------------*- C++ -*-===//
//
// Two ways to hold the alias analysis to its word:
//
//   check<amorph-alias>              reads the checks that a test states in its
//     own source (test/llvm-pass/alias/Inputs/amorph_check.h), asks the alias
//     analysis of the pipeline, and reports each that fails as an error
//   check<amorph-alias><pairs=FILE>  also writes every pair of pointers of a
//     function that amorph-aa holds apart, as variables of the constraint dump,
//     for an independent solver to contradict (tools/scripts/aa-oracle)
//
// Further parameter: limit=N, at most N pairs of one function (evenly spread).
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CHECKALIAS_H
#define AMORPH_LLVM_PASS_ALIAS_CHECKALIAS_H

#include "llvm-pass/alias/AliasSession.h"

#include "llvm/IR/PassManager.h"

namespace amorph {

class CheckAliasPass : public llvm::PassInfoMixin<CheckAliasPass> {
  std::shared_ptr<AliasSession> Session;
  std::string Pairs;
  uint64_t Limit;

public:
  CheckAliasPass(std::shared_ptr<AliasSession> Session, std::string Pairs,
                 uint64_t Limit)
      : Session(std::move(Session)), Pairs(std::move(Pairs)), Limit(Limit) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

/// Adds the pass if Name is its name; false: not ours, or bad parameters.
bool parseCheckAlias(llvm::StringRef Name, llvm::ModulePassManager &MPM,
                     const std::shared_ptr<AliasSession> &Session);

} // namespace amorph

#endif
