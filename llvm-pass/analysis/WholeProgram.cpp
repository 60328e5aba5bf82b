//===- WholeProgram.cpp - Is a module a whole program? --------------------===//
#include "llvm-pass/analysis/WholeProgram.h"

#include "llvm-pass/models/Models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;
using namespace amorph;

/// True if all that the function may call or return is known.
static bool isKnown(const LibraryModel *Model) {
  auto IsUnknown = [](const ModelValue &V) {
    return V.K == ModelValue::Unknown;
  };
  return Model && !Model->Unknown &&
         none_of(Model->Statements, [&](const ModelStatement &S) {
           return IsUnknown(S.Source) || any_of(S.Arguments, IsUnknown);
         });
}

/// True for a type's name or description, which no program code uses.
static bool isTypeInfo(const GlobalVariable &G) {
  return G.getName().starts_with("_ZTI") || G.getName().starts_with("_ZTS");
}

static std::string quoted(const GlobalValue &G, const char *What) {
  return ("'" + G.getName() + "' " + What).str();
}

static std::string whatIsVisible(const Module &M, const Function &Main) {
  for (const GlobalValue &G : M.global_values())
    if (!G.isDeclarationForLinker() && !G.hasLocalLinkage() && &G != &Main &&
        !G.getName().starts_with("llvm."))
      return quoted(G, "is visible to other modules");
  // Assembly and scripts may name them, and code finds them by __start_NAME.
  for (bool CompilerUsed : {false, true}) {
    SmallVector<GlobalValue *, 4> Used;
    collectUsedGlobalVariables(M, Used, CompilerUsed);
    for (const GlobalValue *G : Used)
      if (G != &Main)
        return quoted(*G, "may be used by code that is not seen (used)");
  }
  for (const GlobalVariable &G : M.globals())
    if (G.hasSection() && !G.getName().starts_with("llvm."))
      return quoted(G, "is in a section of its own");
  return {};
}

static std::string whatIsOutside(const Module &M, const LibraryModels &Models) {
  for (const Function &F : M)
    if (F.isDeclarationForLinker() && !F.isIntrinsic() && !F.use_empty()) {
      const LibraryModel *Model = Models.find(F);
      if (!Model)
        return quoted(F, "is neither defined nor modelled");
      if (!isKnown(Model))
        return quoted(F, "leads to code that is not seen");
    }
  for (const GlobalVariable &G : M.globals())
    if (G.isDeclarationForLinker() && !G.use_empty() && !isTypeInfo(G) &&
        !isKnown(Models.find(G)))
      return quoted(G, "is neither defined nor modelled");
  return {};
}

/// True if the assembly may access memory or call.
static bool isOpaque(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Asm && !Asm->getAsmString().empty() &&
         (StringRef(Asm->getConstraintString()).contains("~{memory}") ||
          !(Call.getType()->isVoidTy() || Call.getType()->isIntegerTy() ||
            Call.getType()->isFloatingPointTy()) ||
          any_of(Call.args(), [](const Use &A) {
            return A->getType()->isPtrOrPtrVectorTy();
          }));
}

static std::string whatIsAssembly(const Module &M,
                                  const LibraryModels &Models) {
  if (!M.getModuleInlineAsm().empty())
    return "it has assembly";
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        if (isOpaque(*Call))
          return quoted(F, "has assembly that accesses memory");
        const Function *Callee = Call->getCalledFunction();
        if (Callee && Callee->isDeclarationForLinker() &&
            !Callee->isIntrinsic() && !Models.find(*Call, *Callee))
          return quoted(*Callee, "is called as a function that is not the "
                                 "library's");
      }
  return {};
}

std::string amorph::whyNotWhole(const Module &M, const LibraryModels &Models) {
  const Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return "main is not defined";
  std::string Why = whatIsVisible(M, *Main);
  if (Why.empty())
    Why = whatIsOutside(M, Models);
  return Why.empty() ? whatIsAssembly(M, Models) : Why;
}

void amorph::reportOpenWorld(StringRef Module, StringRef Why) {
  if (Why.empty())
    return;
  static std::mutex Lock; // ThinLTO compiles several modules at a time
  static StringSet<> Reported;
  const std::lock_guard<std::mutex> Guard(Lock);
  if (Reported.insert(Module).second)
    errs() << "amorph-aa: " << Module << ": analysed in the open world: " << Why
           << '\n';
}
