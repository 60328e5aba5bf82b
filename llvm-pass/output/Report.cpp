//===- Report.cpp - The pointers of a module and their sets ---------------===//
//
// A row per pointer, in the order of the module. A source variable that is
// several IR values is one row, so that optimised code reads like its source.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/output/Report.h"

#include "tools/base/utf8.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

std::vector<Var> amorph::pointsTo(const PointsToResult &R,
                                  const PointerRow &Row) {
  std::vector<Var> All = Row.Objects;
  for (Var V : Row.Holders)
    R.Solution.for_each(V, [&](Var O) { All.push_back(O); });
  std::sort(All.begin(), All.end());
  All.erase(std::unique(All.begin(), All.end()), All.end());
  return All;
}

namespace {

class RowBuilder {
  const PointsToResult &R;
  const Names &N;
  std::vector<PointerRow> &Rows;

  /// Adds a row for each slot that holds a pointer.
  void memory(const Function *F, const MemoryBlock &B, StringRef Location,
              bool Always) {
    for (Var O = B.First; O != B.First + B.Count; ++O) {
      if (!Always && R.Solution.empty(O))
        continue;
      PointerRow Row;
      Row.Function = F;
      Row.Name = N.content(R.Constraints, O);
      if (F) // main::x under main is x
        if (size_t At = Row.Name.find("::");
            At != std::string::npos && B.Kind == ObjectKind::Stack)
          Row.Name = Row.Name.substr(N.symbol(*F).size() + 2);
      Row.Location = Location.str();
      Row.Holders = {O};
      Rows.push_back(std::move(Row));
    }
  }

  void function(const Function &F) {
    // A source variable may be several values: one row, at the first.
    MapVector<const DILocalVariable *, size_t> OfVariable;
    auto RowOf = [&](const DILocalVariable *D) -> PointerRow & {
      auto [It, New] = OfVariable.insert({D, Rows.size()});
      if (New)
        Rows.push_back({&F,
                        D->getName().str(),
                        Names::location(D->getScope(), D->getLine()),
                        {},
                        {}});
      return Rows[It->second];
    };
    auto Add = [&](const Value &V, const std::string &Location) {
      Var Holder = R.Constraints.varOf(&V);
      if (!V.getType()->isPtrOrPtrVectorTy() || Holder == NoVar)
        return;
      auto Variables = N.variables(&V);
      for (const DILocalVariable *D : Variables)
        RowOf(D).Holders.push_back(Holder);
      if (Variables.empty())
        Rows.push_back({&F, N.ir(&V), Location, {Holder}, {}});
    };
    for (const Argument &A : F.args())
      Add(A, "");
    for (const Names::Address &A : N.addresses(F))
      for (Var O : R.Constraints.objectsAt(A.Global, A.Offset))
        RowOf(A.Variable).Objects.push_back(O);
    for (const Instruction &I : instructions(F)) {
      const MemoryBlock *B = R.Constraints.blockFor(&I);
      if (!B || B->Kind != ObjectKind::Stack) {
        Add(I, Names::location(I));
        continue;
      }
      // A local variable in memory: its contents. Its address is the value of
      // other variables.
      for (const DILocalVariable *Other : N.variables(&I))
        RowOf(Other).Objects.push_back(B->First);
      const DILocalVariable *D = N.declared(&I);
      memory(&F, *B,
             D ? Names::location(D->getScope(), D->getLine())
               : Names::location(I),
             cast<AllocaInst>(I).getAllocatedType()->isPointerTy());
    }
  }

public:
  RowBuilder(const PointsToResult &R, const Names &N,
             std::vector<PointerRow> &Rows)
      : R(R), N(N), Rows(Rows) {}

  void run(const Module &M) {
    for (const GlobalVariable &G : M.globals())
      if (const MemoryBlock *B = R.Constraints.blockFor(&G);
          B && B->Site == &G) {
        SmallVector<DIGlobalVariableExpression *, 1> D;
        G.getDebugInfo(D);
        memory(nullptr, *B,
               D.empty() ? ""
                         : Names::location(D[0]->getVariable()->getScope(),
                                           D[0]->getVariable()->getLine()),
               G.getValueType()->isPointerTy());
      }
    for (const MemoryBlock &B : R.Constraints.Blocks)
      if (B.Kind == ObjectKind::Heap || B.Kind == ObjectKind::Library)
        memory(nullptr, B, "", false);
    for (const Function &F : M)
      if (!F.isDeclaration())
        function(F);
  }
};

} // namespace

std::vector<PointerRow> amorph::pointerRows(const PointsToResult &R,
                                            const Module &M, const Names &N) {
  std::vector<PointerRow> Rows;
  if (R.Solved)
    RowBuilder(R, N, Rows).run(M);
  return Rows;
}

void amorph::print(raw_ostream &OS, const PointsToResult &R, const Module &M) {
  OS << "points-to sets of " << one_line(M.getModuleIdentifier()) << " (preset "
     << R.Parameters.Preset << ")\n";
  if (!R.Solved) {
    OS << "not solved\n";
    return;
  }
  Names N(M);
  // Many rows share a set: format each set once.
  DenseMap<uint32_t, std::string> Texts;
  auto Text = [&](const PointerRow &Row) {
    std::string S;
    for (Var O : pointsTo(R, Row))
      S += (S.empty() ? " " : ", ") + one_line(N.object(R.Constraints, O));
    return S.empty() ? std::string("{}") : "{" + S + " }";
  };
  const Function *Last = nullptr;
  bool Globals = false;
  for (const PointerRow &Row : pointerRows(R, M, N)) {
    if (!Row.Function && !Globals) {
      OS << "memory\n";
      Globals = true;
    }
    if (Row.Function != Last) {
      OS << "function " << one_line(N.symbol(*Row.Function));
      if (const DISubprogram *D = Row.Function->getSubprogram())
        OS << " (" << one_line(Names::location(D, D->getLine())) << ")";
      OS << '\n';
      Last = Row.Function;
    }
    OS << "  " << one_line(Row.Name);
    if (!Row.Location.empty())
      OS << " (" << one_line(Row.Location) << ")";
    OS << " -> ";
    if (Row.Holders.size() != 1 || !Row.Objects.empty()) {
      OS << Text(Row) << '\n';
      continue;
    }
    auto [It, New] =
        Texts.try_emplace(R.Solution.set_of[Row.Holders[0]], std::string());
    if (New)
      It->second = Text(Row);
    OS << It->second << '\n';
  }
}
