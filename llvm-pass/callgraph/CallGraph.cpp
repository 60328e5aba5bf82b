//===- CallGraph.cpp - The pass print<amorph-callgraph> -------------------===//
//
// Targets are the points-to sets of the called pointers. The analysis has left
// out the functions that a call cannot mean by the assumptions in force.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/callgraph/CallGraph.h"

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/analysis/PointsTo.h"
#include "llvm-pass/analysis/Warnings.h"
#include "llvm-pass/output/Outputs.h"
#include "tools/base/dot_string.hpp"
#include "tools/base/utf8.hpp"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace amorph;

namespace {

std::string nameOf(const Function &F) {
  const DISubprogram *P = F.getSubprogram();
  std::string Name = Names::plain(F);
  return F.hasLocalLinkage() && P ? (P->getFilename() + ":" + Name).str()
                                  : Name;
}

struct Site {
  const CallBase *Call;
  std::vector<std::string> Targets; ///< ascending
  bool Unknown = false;

  std::string file() const {
    const DILocation *L = Call->getDebugLoc();
    return L ? L->getFilename().str() : "";
  }
  unsigned line() const {
    const DILocation *L = Call->getDebugLoc();
    return L ? L->getLine() : 0;
  }
  unsigned column() const {
    const DILocation *L = Call->getDebugLoc();
    return L ? L->getColumn() : 0;
  }
};

/// The indirect calls of M with their targets, sorted by place; calls without
/// a location are last. Ties keep the order of the module.
std::vector<Site> sites(const Module &M, const PointsToResult &PTA) {
  std::vector<Site> All;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm() || isa<Function>(calleeOf(*Call)))
        continue;
      Site S{Call, {}};
      for (const Function *Target : PTA.targets(*Call, S.Unknown))
        S.Targets.push_back(nameOf(*Target));
      llvm::sort(S.Targets);
      All.push_back(std::move(S));
    }
  llvm::stable_sort(All, [](const Site &A, const Site &B) {
    return std::make_tuple(A.line() == 0, A.file(), A.line(), A.column()) <
           std::make_tuple(B.line() == 0, B.file(), B.line(), B.column());
  });
  return All;
}

void printText(raw_ostream &OS, StringRef Preset, ArrayRef<Site> Sites) {
  OS << "targets of indirect calls (preset " << Preset << ")\n";
  size_t Targets = 0, Unknown = 0;
  for (const Site &S : Sites) {
    const Function &Caller = *S.Call->getFunction();
    if (S.line())
      OS << one_line(S.file()) << ':' << S.line() << " in ";
    OS << one_line(S.line() ? Names::plain(Caller) : nameOf(Caller)) << ':';
    for (const std::string &Target : S.Targets)
      OS << (&Target == &S.Targets.front() ? " " : ", ") << one_line(Target);
    if (S.Unknown)
      OS << (S.Targets.empty() ? " " : ", ") << "<unknown code>";
    else if (S.Targets.empty())
      OS << " <none>";
    OS << '\n';
    Targets += S.Targets.size();
    Unknown += S.Unknown;
  }
  OS << Sites.size() << " indirect calls, " << Targets << " targets, "
     << Unknown << " calls may reach unknown code\n";
}

void printJson(raw_ostream &OS, StringRef Preset, ArrayRef<Site> Sites) {
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("preset", Preset);
    J.attributeArray("indirect_calls", [&] {
      for (const Site &S : Sites)
        J.object([&] {
          J.attribute("function", Names::plain(*S.Call->getFunction()));
          if (S.line()) {
            J.attribute("file", S.file());
            J.attribute("line", S.line());
            J.attribute("column", S.column());
          }
          J.attributeArray("targets", [&] {
            for (const std::string &Target : S.Targets)
              J.value(Target);
          });
          J.attribute("unknown", S.Unknown);
        });
    });
  });
  OS << '\n';
}

/// Solid edges are direct calls; dashed edges are possible indirect calls.
void printDot(raw_ostream &OS, const Module &M, ArrayRef<Site> Sites,
              bool OpenWorld) {
  constexpr StringLiteral UnknownCode = "<unknown code>";
  std::map<std::pair<std::string, std::string>, bool> Edges; // indirect?
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (auto *Callee = dyn_cast<Function>(calleeOf(*Call)))
          if (!Callee->isIntrinsic()) {
            Edges[{nameOf(F), nameOf(*Callee)}] = false;
            // Another definition may replace it at link time.
            if (OpenWorld && !Callee->isDeclaration() &&
                Callee->isInterposable())
              Edges.insert({{nameOf(F), UnknownCode.str()}, true});
          }
  for (const Site &S : Sites) {
    std::string From = nameOf(*S.Call->getFunction());
    for (const std::string &Target : S.Targets)
      Edges.insert({{From, Target}, true});
    if (S.Unknown)
      Edges.insert({{From, UnknownCode.str()}, true});
  }
  OS << "digraph " << dot_string(M.getModuleIdentifier())
     << " {\n  node [shape=box];\n";
  for (auto &[Edge, Indirect] : Edges)
    OS << "  " << dot_string(Edge.first) << " -> " << dot_string(Edge.second)
       << (Indirect ? " [style=dashed];\n" : ";\n");
  OS << "}\n";
}

} // namespace

PreservedAnalyses CallGraphPass::run(Module &M, ModuleAnalysisManager &MAM) {
  const EndWithoutMemory Guard;
  const PointsToResult &PTA = MAM.getResult<PointsToAnalysis>(M);
  if (!PTA.Solved) {
    M.getContext().emitError("amorph-callgraph: " + PTA.Failure);
    return PreservedAnalyses::all();
  }
  printWarnings(errs(), PTA, M);
  std::vector<Site> Sites = sites(M, PTA);
  printText(outs(), PTA.Parameters.Preset, Sites);
  OutputFiles Files(M);
  Error E = Files.print(Json, [&](raw_ostream &OS) {
    printJson(OS, PTA.Parameters.Preset, Sites);
  });
  if (!E)
    E = Files.print(Dot, [&](raw_ostream &OS) {
      printDot(OS, M, Sites, !PTA.Constraints.ClosedWorld);
    });
  if (!E)
    E = Files.commit();
  if (E)
    M.getContext().emitError("amorph-callgraph: " + toString(std::move(E)));
  return PreservedAnalyses::all();
}

void amorph::registerCallGraph(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (!Name.consume_front("print<amorph-callgraph>"))
          return false;
        std::string Dot, Json;
        if (!Name.empty()) {
          if (!Name.consume_front("<") || !Name.consume_back(">"))
            return false;
          SmallVector<StringRef, 4> Settings;
          Name.split(Settings, ';', -1, /*KeepEmpty=*/false);
          for (StringRef Setting : Settings) {
            auto [Key, Value] = Setting.split('=');
            if ((Key != "dot" && Key != "json") || Value.empty()) {
              errs() << "print<amorph-callgraph>: unknown parameter '"
                     << Setting << "' (expected dot=FILE or json=FILE)\n";
              return false;
            }
            std::string &File = Key == "dot" ? Dot : Json;
            if (!File.empty()) {
              errs() << "print<amorph-callgraph>: parameter '" << Key
                     << "': expected once, got it twice\n";
              return false;
            }
            File = Value.str();
          }
        }
        if (Error E = checkDistinctFiles({{"dot", Dot}, {"json", Json}})) {
          errs() << "print<amorph-callgraph>: " << toString(std::move(E))
                 << '\n';
          return false;
        }
        MPM.addPass(CallGraphPass(Dot, Json));
        return true;
      });
}
