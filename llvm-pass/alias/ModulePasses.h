//===- ModulePasses.h - Observes the passes of a module ---------*- C++ -*-===//
//
// LLVM calls each callback of PassInstrumentationCallbacks after every pass,
// with a name that it extracts from a string and an object that it allocates. A
// unit runs thousands of function passes, so that a callback which does nothing
// costs a half percent of clang's time. Analysis managers have a pointer to the
// callbacks each. Here that of the module gets callbacks of its own, which call
// the others; function passes run without them.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_MODULEPASSES_H
#define AMORPH_LLVM_PASS_ALIAS_MODULEPASSES_H

#include "llvm/ADT/Any.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

#include <functional>
#include <memory>

namespace amorph {

using AfterModulePass =
    std::function<void(llvm::StringRef Pass, const llvm::Any &IR,
                       const llvm::PreservedAnalyses &PA)>;

/// Calls After for each pass that MAM's pass managers run, after the callbacks
/// of PIC, which may be null. IR is a module, or a component or function on
/// which an adaptor has run its passes. The result must live as long as MAM.
std::unique_ptr<llvm::PassInstrumentationCallbacks>
observeModulePasses(llvm::ModuleAnalysisManager &MAM,
                    llvm::PassInstrumentationCallbacks *PIC,
                    AfterModulePass After);

} // namespace amorph

#endif
