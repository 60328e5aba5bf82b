//===- PointsTo.cpp - Extracts and solves ---------------------------------===//
#include "llvm-pass/analysis/PointsTo.h"

#include "amorph/kernels/base/stopwatch.hpp"
#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/analysis/WholeProgram.h"
#include "llvm-pass/extract/Extraction.h"
#include "llvm-pass/models/Models.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Triple.h"

#include <chrono>

using namespace llvm;
using namespace amorph;

AnalysisKey PointsToAnalysis::Key;

PointsToResult PointsToAnalysis::run(Module &M, ModuleAnalysisManager &) {
  const EndWithoutMemory Guard;
  return analyseModule(M, *Parameters);
}

/// The user time of the process in milliseconds.
static double userTime() {
  sys::TimePoint<> Now;
  std::chrono::nanoseconds User, System;
  sys::Process::GetTimeUsage(Now, User, System);
  return std::chrono::duration<double, std::milli>(User).count();
}

static void solve(PointsToResult &R, SolveFunction Solve) {
#ifndef NDEBUG
  R.Failure = andersen::validate(R.Constraints.Problem);
  if (!R.Failure.empty()) {
    R.Status = status::internal;
    return;
  }
#endif
  if (!R.Parameters.Solve)
    return;
  const ModuleConstraints &C = R.Constraints;
  if (R.Parameters.Contexts) {
    auto InContexts = std::make_shared<andersen::answer_in_contexts>();
    R.Status = andersen::solve_in_contexts(
        C.Problem, C.Calls, R.Parameters.InContexts, R.Parameters.Solver, Solve,
        R.Solution, *InContexts, R.Failure);
    R.InContexts = std::move(InContexts);
  } else {
    R.Status = Solve(C.Problem, R.Parameters.Solver, R.Solution, R.Failure);
  }
  R.Solved = R.Status == status::ok;
}

/// True if a unit was compiled so that memory may be accessed as any type.
/// Units tell their options if compiled with -grecord-command-line.
static bool isWithoutStrictAliasing(const Module &M) {
  return any_of(M.debug_compile_units(), [](const DICompileUnit *U) {
    StringRef Flags = U->getFlags();
    size_t Off = Flags.rfind("-fno-strict-aliasing");
    size_t On = Flags.rfind("-fstrict-aliasing");
    return Off != StringRef::npos && (On == StringRef::npos || On < Off);
  });
}

constexpr dwarf::SourceLanguage RelativesOfC[] = {
    dwarf::DW_LANG_ObjC_plus_plus, dwarf::DW_LANG_OpenCL,
    dwarf::DW_LANG_CPP_for_OpenCL, dwarf::DW_LANG_HIP,
    dwarf::DW_LANG_SYCL,           dwarf::DW_LANG_UPC,
    dwarf::DW_LANG_Assembly,       dwarf::DW_LANG_Mips_Assembler};

/// A language of the module for which `c` takes too much for granted: in Rust,
/// say, one enumeration's memory is accessed as the structures of its variants.
/// Empty: none.
static StringRef otherLanguage(const Module &M) {
  using namespace dwarf;
  for (const DICompileUnit *U : M.debug_compile_units()) {
    const auto L = sourceLanguage(*U);
    StringRef Name = LanguageString(L);
    if (Name.empty()) // LLVM knows nothing about it
      return "another language";
    if (!isC(L) && !isCPlusPlus(L) && !is_contained(RelativesOfC, L))
      return Name;
  }
  return {};
}

/// The types of F's unit are known; line tables alone do not have them.
static bool hasTypes(const Function &F) {
  const DISubprogram *S = F.getSubprogram();
  return S && S->getUnit() &&
         S->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

/// True if a function without debug information accesses members of structs:
/// unions of its unit are not known.
static bool hasUnknownUnions(const Module &M) {
  auto Accesses = [](const Instruction &I) {
    return any_of(I.operands(), [](const Use &U) {
      auto *G = dyn_cast<GEPOperator>(U);
      return G && G->getSourceElementType()->isStructTy();
    });
  };
  return any_of(M, [&](const Function &F) {
    return !hasTypes(F) && any_of(instructions(F), Accesses);
  });
}

static std::string whyOpen(const Module &M, const PointsToParameters &P,
                           const LibraryModels *Models) {
  if (Models)
    return whyNotWhole(M, *Models);
  auto Read = LibraryModels::read(P.Models);
  return Read ? whyNotWhole(M, **Read) : toString(Read.takeError());
}

PointsToParameters amorph::parametersFor(const Module &M, PointsToParameters P,
                                         const LibraryModels *Models) {
  if (P.ClosedWorld && P.ClosedIfWhole) {
    P.OpenBecause = whyOpen(M, P, Models);
    P.ClosedWorld = P.OpenBecause.empty();
  }
  if (StringRef Other = otherLanguage(M); P.DefaultsToC && !Other.empty())
    P.assumeLess(Other);
  if (none_of(M, hasTypes)) {
    if (P.Calls == CallRule::Source)
      P.Calls = CallRule::Types, P.Preset += ", calls=types without -g";
    if (P.Layers && P.ClosedWorld)
      P.Layers = false, P.Preset += ", layers=any without -g";
  }
  if (!P.TypedAccesses)
    return P;
  const char *Because = isWithoutStrictAliasing(M) ? "by -fno-strict-aliasing"
                        : hasUnknownUnions(M)      ? "without -g"
                                                   : nullptr;
  if (Because) {
    P.TypedAccesses = P.TypedVariables = P.TypedMemory = false;
    P.Preset += std::string(", types=any ") + Because;
  }
  return P;
}

PointsToResult amorph::analyseModule(Module &M, const PointsToParameters &P,
                                     SolveFunction Solve) {
  PointsToResult R;
  const double User = userTime();
  R.Parameters = P;
  // A word is 8 bytes.
  if (unsigned Bits = M.getDataLayout().getPointerSizeInBits(); Bits != 64) {
    R.Failure = (M.getModuleIdentifier() +
                 ": expected a target with pointers of 64 bits, found '" +
                 Triple(M.getTargetTriple()).str() + "' with pointers of " +
                 Twine(Bits))
                    .str();
    R.Status = status::bad_input;
    return R;
  }
  const stopwatch Time;
  auto Models = LibraryModels::read(P.Models);
  if (!Models) {
    R.Failure = toString(Models.takeError());
    R.Status = status::bad_input;
    return R;
  }
  R.Parameters = parametersFor(M, P, Models->get());
  R.Constraints = extract(M, R.Parameters, *Models, P.Solver.run.memory_limit);
  R.setParameters(std::move(R.Parameters));
  R.ExtractMilliseconds = Time.ms();
  solve(R, Solve);
  R.UserMilliseconds = userTime() - User;
  return R;
}
