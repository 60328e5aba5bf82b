//===- CallGraph.h - The pass print<amorph-callgraph> -----------*- C++ -*-===//
//
// The targets of every indirect call, by source location and name:
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -disable-output
//          -passes='print<amorph-callgraph><dot=calls.dot;json=calls.json>' ...
//
//   main.c:41 in run: ops.c:add, ops.c:sub, <unknown code>
//
// Calls come by source location, targets by name; functions with local
// linkage carry their file, so that equal names of several files stay apart.
// DOT has all calls, direct ones too; JSON has the indirect ones.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_CALLGRAPH_CALLGRAPH_H
#define AMORPH_LLVM_PASS_CALLGRAPH_CALLGRAPH_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
}

namespace amorph {

class CallGraphPass : public llvm::PassInfoMixin<CallGraphPass> {
  std::string Dot, Json;

public:
  CallGraphPass(std::string Dot, std::string Json)
      : Dot(std::move(Dot)), Json(std::move(Json)) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

/// Registers print<amorph-callgraph>. It uses the answer of PointsToAnalysis,
/// and so the parameters of an `amorph-pta<...>` before it.
void registerCallGraph(llvm::PassBuilder &PB);

} // namespace amorph

#endif
