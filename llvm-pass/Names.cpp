#include "PointsTo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
using namespace llvm;
using namespace amorph;
std::string PointsToResult::describe(Var O) const { return std::to_string(O); }
void PointsToResult::print(raw_ostream &OS, const Module &M) const {
  for (auto &F : M) {
    OS << F.getName() << "\n";
    for (auto &B : F) for (auto &I : B) if (I.getType()->isPointerTy()) {
      I.printAsOperand(OS); OS << " ->";
      for (Var O : pointsTo(&I)) OS << " " << describe(O);
      OS << "\n";
    }
  }
}
