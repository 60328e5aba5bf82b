//===- CallGraph.h - The pass print<amorph-callgraph> -----------*- C++ -*-===//
//
// The targets of every indirect call, by source location and name:
//
//   opt-19 -load-pass-plugin=AmorphPTA.so -disable-output
//          -passes='print<amorph-callgraph><dot=calls.dot;json=calls.json>' ...
//
//   main.c:41 in run: ops.c:add, ops.c:sub, <unknown code>
//
// Calls are sorted by source location, targets by name. Functions with local
// linkage are prefixed by their file, so that equal names in several files are
// distinct. The DOT file has all calls, the JSON file only the indirect ones.
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

/// Registers print<amorph-callgraph>. It uses the result of PointsToAnalysis,
/// and so the parameters of a preceding `amorph-pta<...>`.
void registerCallGraph(llvm::PassBuilder &PB);

} // namespace amorph

#endif
