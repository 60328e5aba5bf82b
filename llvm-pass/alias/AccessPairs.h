//===- AccessPairs.h - Passes over pairs of memory accesses -----*- C++ -*-===//
//
//   print<amorph-alias>       answers of the alias pipeline for each store with
//     each other load and store of its function, as PIP (arXiv 2512.07299)
//     counts them: the mean share of MayAlias over all stores, and totals. With
//     amorph-aa, also how many pairs stay MayAlias because both pointers may
//     come from unknown code
//   instrument<amorph-alias>  inserts checks that pairs which amorph-aa holds
//     apart do not overlap at run time: before an access B, for each access A
//     that dominates it,
//         amorph_check_apart(A's address, size, B's address, size, function)
//     At most limit=N pairs per function, evenly spread (default 1000). At the
//     end of a pipeline it checks the answers as they are there.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_ACCESSPAIRS_H
#define AMORPH_LLVM_PASS_ALIAS_ACCESSPAIRS_H

#include "llvm-pass/alias/AliasSession.h"

#include "llvm/IR/PassManager.h"

namespace amorph {

class PrintAccessPairsPass : public llvm::PassInfoMixin<PrintAccessPairsPass> {
  std::shared_ptr<AliasSession> Session;

public:
  explicit PrintAccessPairsPass(std::shared_ptr<AliasSession> Session)
      : Session(std::move(Session)) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

class InstrumentAccessPairsPass
    : public llvm::PassInfoMixin<InstrumentAccessPairsPass> {
  std::shared_ptr<AliasSession> Session;
  uint64_t Limit;

public:
  InstrumentAccessPairsPass(std::shared_ptr<AliasSession> Session,
                            uint64_t Limit)
      : Session(std::move(Session)), Limit(Limit) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

/// Adds the pass if Name is one of these. False: another pass, or bad
/// parameters.
bool parseAccessPairs(llvm::StringRef Name, llvm::ModulePassManager &MPM,
                      const std::shared_ptr<AliasSession> &Session);

} // namespace amorph

#endif
