//===- CheckAlias.h - The pass check<amorph-alias> --------------*- C++ -*-===//
//
// Two ways to test the alias analysis:
//
//   check<amorph-alias>              evaluates the checks in a test's source
//     (test/llvm-pass/alias/Inputs/amorph_check.h) with the alias analysis of
//     the pipeline, and reports each failure as an error
//   check<amorph-alias><pairs=FILE>  also writes the pairs of pointers of a
//     function that amorph-aa says do not alias, as variables of the constraint
//     file, for an independent checker (tools/checkers/programs,
//     amorph-apart-check)
//
// Further parameters: constraints=FILE writes the constraints that these
// variables are of, limit=N samples at most N pairs per function, evenly
// spread.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_CHECKALIAS_H
#define AMORPH_LLVM_PASS_ALIAS_CHECKALIAS_H

#include "llvm-pass/alias/AliasSession.h"

#include "llvm/IR/PassManager.h"

namespace amorph {

class CheckAliasPass : public llvm::PassInfoMixin<CheckAliasPass> {
  std::shared_ptr<AliasSession> Session;
  std::string Pairs, Constraints;
  uint64_t Limit;

public:
  CheckAliasPass(std::shared_ptr<AliasSession> Session, std::string Pairs,
                 std::string Constraints, uint64_t Limit)
      : Session(std::move(Session)), Pairs(std::move(Pairs)),
        Constraints(std::move(Constraints)), Limit(Limit) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

/// Adds the pass if Name is its name. False: another pass, or bad parameters.
bool parseCheckAlias(llvm::StringRef Name, llvm::ModulePassManager &MPM,
                     const std::shared_ptr<AliasSession> &Session);

} // namespace amorph

#endif
