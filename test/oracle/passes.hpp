// The passes of AmorphOracle.so, which opt-19 loads.
#pragma once

#include "llvm/IR/PassManager.h"

#include <string>

namespace amorph::oracle {

// oracle-instrument: makes the program record what it does (runtime.c).
struct instrument_pass : llvm::PassInfoMixin<instrument_pass> {
  llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

// oracle-compare<observed=FILE;...>: what was recorded against the analysis' answers, on the module that was
// instrumented.
struct compare_options {
  std::string observed;   // the log; empty: nothing ran
  std::string json;       // a row per site; empty: none
  bool switches = false;  // once more for each value of each switch
  unsigned show = 20;     // missing facts that are printed
  std::string base;       // the rest: the parameters of amorph-pta
};
class compare_pass : public llvm::PassInfoMixin<compare_pass> {
  compare_options options_;

 public:
  explicit compare_pass(compare_options options) : options_(std::move(options)) {}
  llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

// oracle-shrinks<...>: compares the analysis with itself under neighbouring values of each switch; the rest is as in
// the parameters.
struct shrink_options {
  std::string base;  // parameters of amorph-pta
};
class shrink_pass : public llvm::PassInfoMixin<shrink_pass> {
  shrink_options options_;

 public:
  explicit shrink_pass(shrink_options options) : options_(std::move(options)) {}
  llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace amorph::oracle
