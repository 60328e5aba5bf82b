//===- PointsToResult.cpp - Queries of points-to sets ---------------------===//
#include "llvm-pass/analysis/PointsToResult.h"

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/extract/MemberOverlap.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace amorph;

void PointsToResult::setParameters(PointsToParameters InForce) {
  Parameters = std::move(InForce);
  if (Constraints.LayersFailure.empty())
    return;
  Parameters.Layers = false;
  Parameters.Preset += ", layers=any: " + Constraints.LayersFailure;
}

std::vector<Var> PointsToResult::pointsTo(const Value *V) const {
  return known(V) ? Solution.points_to(Constraints.varOf(V))
                  : std::vector<Var>();
}

bool PointsToResult::mayPointTo(const Value *V, Var Object) const {
  return !known(V) || Solution.contains(Constraints.varOf(V), Object);
}

bool PointsToResult::mayShareField(const Value *A, const Value *B) const {
  return !known(A) || !known(B) ||
         (Solution.intersects(Constraints.varOf(A), Constraints.varOf(B)) &&
          typesMayOverlap(A, B));
}

namespace {

/// The types of a module's memory, with the debug information they refer to.
struct TypesOfModule {
  std::shared_ptr<const DebugTypes> Debug;
  MemberOverlap Memory;
  TypesOfModule(const Module &M, std::shared_ptr<const DebugTypes> Known)
      : Debug(Known ? std::move(Known) : std::make_shared<const DebugTypes>(M)),
        Memory(M.getDataLayout(), Debug.get()) {}
};

} // namespace

MemberOverlap *PointsToResult::types() const {
  if (Parameters.TypedAccesses && !Types) {
    auto Own =
        std::make_shared<TypesOfModule>(*Constraints.Source, Constraints.Debug);
    Types = std::shared_ptr<MemberOverlap>(Own, &Own->Memory);
  }
  return Types.get();
}

bool PointsToResult::typesMayOverlap(const Value *A, const Value *B) const {
  MemberOverlap *T = types();
  return !T || T->mayOverlap(T->memberAt(A), T->memberAt(B));
}

bool PointsToResult::escapes(Var Object) const {
  return !Solved || Solution.contains(Constraints.Unknown, Object);
}

const CallTargets &PointsToResult::targets(const CallBase &Call) const {
  static const CallTargets Anything{{}, true, false};
  const Var Callee = Constraints.calledBy(Call);
  if (!Solved || (Callee == NoVar && !known(Call.getCalledOperand())))
    return Anything;
  const Var Pointer =
      Callee != NoVar ? Callee : Constraints.varOf(Call.getCalledOperand());
  auto [It, New] = TargetsOfSet.try_emplace(Solution.set_of[Pointer]);
  CallTargets &T = It->second;
  if (New)
    Solution.for_each(Pointer, [&](Var O) {
      const MemoryBlock &B = Constraints.blockOf(O);
      if (B.Kind == ObjectKind::Unknown) {
        T.Unknown = true;
      } else if (B.Kind == ObjectKind::Function && B.First == O) {
        auto *F = cast<Function>(B.Site);
        T.Functions.push_back(F);
        T.Declared |= F->isDeclaration();
      }
    });
  return T;
}

std::string PointsToResult::describe(Var Object) const {
  if (!Named)
    Named = std::make_shared<Names>(*Constraints.Source);
  return Named->object(Constraints, Object);
}
