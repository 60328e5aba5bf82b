//===- Annotate.cpp - The pass amorph-annotate ----------------------------===//
#include "llvm-pass/transform/Annotate.h"

#include "llvm-pass/alias/AliasSnapshot.h"
#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/transform/AnnotateArguments.h"
#include "llvm-pass/transform/AnnotateScopes.h"
#include "llvm-pass/transform/FunctionAddresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace amorph;

/// Leaves in Targets those that an existing list has, too; false if the list is
/// no longer than that.
static bool shortens(const CallBase &Call,
                     SmallVectorImpl<Function *> &Targets) {
  const MDNode *Old = Call.getMetadata(LLVMContext::MD_callees);
  if (!Old)
    return true;
  erase_if(Targets, [&](const Function *F) {
    return none_of(Old->operands(), [&](const MDOperand &O) {
      return mdconst::dyn_extract_or_null<Function>(O) == F;
    });
  });
  return Targets.size() < Old->getNumOperands();
}

/// Writes `!callees`; returns the number of calls that have got it.
static unsigned annotateCallees(Module &M, const PointsToResult &PTA,
                                unsigned Limit) {
  unsigned Written = 0;
  MDBuilder Build(M.getContext());
  for (Function &F : M) {
    if (F.hasOptNone())
      continue;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isIndirectCall())
        continue;
      bool Unknown = false;
      SmallVector<Function *, 8> Targets;
      for (const Function *Target : PTA.targets(*Call, Unknown))
        Targets.push_back(const_cast<Function *>(Target));
      // Readers of the list compare addresses.
      if (Unknown || !shortens(*Call, Targets) || Targets.empty() ||
          Targets.size() > Limit || !all_of(Targets, [](const Function *F) {
            return !mayBeOther(*F) && hasOneAddress(*F);
          }))
        continue;
      Call->setMetadata(LLVMContext::MD_callees, Build.createCallees(Targets));
      ++Written;
    }
  }
  return Written;
}

Expected<AnnotateParameters> AnnotatePass::parse(StringRef Text) {
  AnnotateParameters P;
  if (Error E = parseTransformParameters(
          Text, P,
          {{"scopes", &P.Scopes, 0, AnnotateParameters::MaxScopes},
           {"callees", &P.Callees, 0, AnnotateParameters::MaxCallees}},
          {{"arguments", &P.Arguments}}))
    return E;
  return P;
}

PreservedAnalyses AnnotatePass::run(Module &M, ModuleAnalysisManager &MAM) {
  const EndWithoutMemory Guard;
  PointsToResult Solution = solve(M, MAM, "nothing is annotated");
  if (!Solution.Solved)
    return PreservedAnalyses::all();
  AliasSnapshot Answers(M, std::move(Solution));
  const unsigned Callees =
      annotateCallees(M, Answers.pointsTo(), Parameters.Callees);
  ScopeCounts Scopes;
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (Parameters.Scopes != 0)
    for (Function &F : M)
      if (!F.isDeclaration() && !F.hasOptNone() && !isAnnotated(F))
        Scopes += annotateScopes(F, Answers, Parameters.Scopes,
                                 [&]() -> const LoopInfo & {
                                   return FAM.getResult<LoopAnalysis>(F);
                                 });
  if (Scopes.Functions != 0)
    markAnnotated(M);
  // Last: answers about calls may use attributes.
  ArgumentCounts Arguments;
  if (Parameters.Arguments)
    Arguments = annotateArguments(M, Answers);
  if (Parameters.Statistics)
    errs() << Name << ": " << Callees << " lists of callees, " << Scopes.Scopes
           << " scopes in " << Scopes.Functions << " functions, on "
           << Scopes.Accesses << " accesses and " << Scopes.Calls
           << " calls; arguments: " << Arguments.NoAlias << " noalias, "
           << Arguments.ReadOnly << " readonly, " << Arguments.WriteOnly
           << " writeonly, " << Arguments.ReadNone << " readnone\n";
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
