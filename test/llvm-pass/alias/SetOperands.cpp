//===- SetOperands.cpp - A pass that changes operands between questions ---===//
//
// `set-operands`, for within.ll: in every function that calls @becomes(V), asks
// whether the addresses named p and q (eight bytes each) may alias, puts V in
// the place of an operand of the instruction named changed (its number is the
// function's attribute "operand"; "uses": in the place of all its uses), and
// asks again, within one pass and of one and the same alias analysis.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/versions/LLVMVersions.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include AMORPH_PASS_PLUGIN_H

using namespace llvm;

namespace {
struct SetOperandsPass : PassInfoMixin<SetOperandsPass> {
  PreservedAnalyses run(Function& F, FunctionAnalysisManager& FAM) {
    const CallInst* Becomes = nullptr;
    Value *P = nullptr, *Q = nullptr;
    Instruction* Changed = nullptr;
    for (Instruction& I : instructions(F)) {
      if (auto* C = dyn_cast<CallInst>(&I); C && C->getCalledOperand()->getName() == "becomes") Becomes = C;
      if (I.getName() == "p") P = &I;
      if (I.getName() == "q") Q = &I;
      if (I.getName() == "changed") Changed = &I;
    }
    if (!Becomes || !P || !Q || !Changed) return PreservedAnalyses::all();
    AAResults& AA = FAM.getResult<AAManager>(F);
    auto Ask = [&] {
      return AA.alias(MemoryLocation(P, LocationSize::precise(8)), MemoryLocation(Q, LocationSize::precise(8)));
    };
    outs() << F.getName() << ": " << Ask();
    unsigned Number = 0;
    if (F.getFnAttribute("operand").getValueAsString().getAsInteger(10, Number))
      Changed->replaceUsesWithIf(Becomes->getArgOperand(0), [&](Use& U) { return U.getUser() != Becomes; });
    else
      Changed->setOperand(Number, Becomes->getArgOperand(0));
    outs() << ", then " << Ask() << '\n';
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_EXTERNAL_VISIBILITY PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "SetOperands", "1", [](PassBuilder& PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, FunctionPassManager& FPM, ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "set-operands") return false;
                  FPM.addPass(SetOperandsPass());
                  return true;
                });
          }};
}
