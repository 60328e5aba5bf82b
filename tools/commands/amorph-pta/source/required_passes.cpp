// The passes of LLVM without which code is not complete, at any level of optimisation.
#include "tools/commands/amorph-pta/source/required_passes.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/Utils/EntryExitInstrumenter.h"

namespace amorph::pta {

void run_required_passes(llvm::Module& m) {
  bool coroutines = false, hooks = false, inlined_hooks = false;
  for (const llvm::Function& f : m) {
    coroutines |= f.isPresplitCoroutine() || f.getName().starts_with("llvm.coro.");
    hooks |= f.hasFnAttribute("instrument-function-entry") || f.hasFnAttribute("instrument-function-exit");
    inlined_hooks |=
        f.hasFnAttribute("instrument-function-entry-inlined") || f.hasFnAttribute("instrument-function-exit-inlined");
  }
  if (!coroutines && !hooks && !inlined_hooks) return;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  // -finstrument-functions: calls of __cyg_profile_func_enter and _exit.
  for (const bool post_inlining : {false, true})
    if (post_inlining ? inlined_hooks : hooks)
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::EntryExitInstrumenterPass(post_inlining)));
  if (coroutines) {
    passes.addPass(llvm::CoroEarlyPass());
    passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::CoroSplitPass()));
    passes.addPass(llvm::CoroCleanupPass());
  }
  passes.run(m, modules);
}

}  // namespace amorph::pta
