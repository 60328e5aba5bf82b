//===- FunctionCasts.cpp - Other types that functions are kept as ---------===//
#include "llvm-pass/extract/FunctionCasts.h"

#include "llvm-pass/extract/TypeComparison.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace amorph;

namespace {

class CastFinder {
  const SourceTypes &Source;
  const DataLayout &DL;
  const DISubroutineType *Own;
  FunctionType *Type;                 ///< the function's in IR
  SmallPtrSet<const Value *, 8> Seen; ///< phis and selects

  void keptAs(const DIType *T) {
    const DIDerivedType *P = asPointer(T);
    auto *F =
        P ? dyn_cast_or_null<DISubroutineType>(withoutNames(P->getBaseType()))
          : nullptr;
    const bool IsOwn =
        F && Own && mayBePassedAs(*F, Type) && mayBeSame(*F, *Own);
    if (F && !IsOwn && !is_contained(Found, F))
      Found.push_back(F);
  }

  /// C is At bytes into a constant that uses it, or into a variable.
  void inConstant(const Constant &C, uint64_t At) {
    for (const Use &U : C.uses()) {
      if (auto *G = dyn_cast<GlobalVariable>(U.getUser())) {
        if (TypePlace Of = Source.placeAt(*G); Of.T)
          keptAs(typeAt({withoutNames(Of.T), 8 * At}));
      } else if (auto *A = dyn_cast<ConstantAggregate>(U.getUser())) {
        uint64_t Offset = 0;
        if (auto *S = dyn_cast<StructType>(A->getType()))
          Offset = DL.getStructLayout(S)->getElementOffset(U.getOperandNo());
        else if (auto *Array = dyn_cast<ArrayType>(A->getType()))
          Offset =
              U.getOperandNo() * DL.getTypeAllocSize(Array->getElementType());
        inConstant(*A, Offset + At);
      }
    }
  }

public:
  FunctionTypes Found;

  CastFinder(const SourceTypes &Source, const DataLayout &DL,
             const DISubroutineType *Own, FunctionType *Type)
      : Source(Source), DL(DL), Own(Own), Type(Type) {}

  void uses(const Value &V) {
    for (const Use &U : V.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (!I)
        continue;
      if (auto *S = dyn_cast<StoreInst>(I); S && U.getOperandNo() == 0)
        keptAs(Source.typeAt(*S->getPointerOperand()));
      else if (auto *CB = dyn_cast<CallBase>(I); CB && CB->isArgOperand(&U))
        keptAs(Source.parameterType(*CB, CB->getArgOperandNo(&U)));
      else if (isa<ReturnInst>(I))
        keptAs(Source.resultType(*I->getFunction()));
      else if ((isa<PHINode>(I) || isa<SelectInst>(I)) && Seen.insert(I).second)
        uses(*I);
    }
    if (auto *C = dyn_cast<Constant>(&V))
      inConstant(*C, 0);
  }
};

} // namespace

bool amorph::isConverted(const LoadInst &L, const SourceTypes &Source) {
  auto functionType = [](const DIType *T) -> const DISubroutineType * {
    const DIDerivedType *P = asPointer(T);
    return P ? dyn_cast_or_null<DISubroutineType>(
                   withoutNames(P->getBaseType()))
             : nullptr;
  };
  const DIType *Place = Source.typeAt(*L.getPointerOperand());
  const DISubroutineType *Kept = functionType(Place);
  // Clang declares the entries of virtual tables as functions of one type.
  if (!Kept || Place->getName() == "__vtbl_ptr_type")
    return false;
  auto Differs = [&](const DIType *T) {
    const DISubroutineType *F = functionType(T);
    return F && (!mayBeSame(*F, *Kept) || !mayBeSame(*Kept, *F));
  };
  if (Differs(Source.typeOf(L))) // the variable that holds it
    return true;
  return any_of(L.uses(), [&](const Use &U) {
    if (auto *CB = dyn_cast<CallBase>(U.getUser()))
      return CB->isCallee(&U)
                 ? !mayBePassedAs(*Kept, CB->getFunctionType())
                 : CB->isArgOperand(&U) && Differs(Source.parameterType(
                                               *CB, CB->getArgOperandNo(&U)));
    if (auto *S = dyn_cast<StoreInst>(U.getUser()))
      return U.getOperandNo() == 0 &&
             Differs(Source.typeAt(*S->getPointerOperand()));
    return isa<ReturnInst>(U.getUser()) &&
           Differs(Source.resultType(*L.getFunction()));
  });
}

FunctionTypes amorph::castsOf(const Function &F, const SourceTypes &Source,
                              const DataLayout &DL) {
  const DISubprogram *P = F.getSubprogram();
  CastFinder Finder(Source, DL, P ? P->getType() : nullptr,
                    F.getFunctionType());
  Finder.uses(F);
  return std::move(Finder.Found);
}
