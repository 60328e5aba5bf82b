//===- CallCompatibility.cpp - Which functions a call can work with -------===//
#include "llvm-pass/extract/CallCompatibility.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace amorph;

/// A letter for the registers, or the memory, that hold a value of type T.
/// Types that a register holds in the same way share a letter: pointers and
/// integers of up to 64 bits; floats and doubles.
char CallFilters::classOf(Type *T) const {
  if (T->isVoidTy())
    return NoResult;
  if (T->isPointerTy())
    return 'i';
  if (T->isIntegerTy())
    return T->getIntegerBitWidth() <= 64 ? 'i' : 'I';
  if (T->isX86_FP80Ty() || T->isFP128Ty() || T->isPPC_FP128Ty())
    return 'x';
  if (T->isFloatingPointTy())
    return 'f';
  if (T->isVectorTy())
    return DL.getTypeSizeInBits(T).getKnownMinValue() <= 128 ? 'f' : 'V';
  return 'a'; // an aggregate in several registers
}

unsigned CallFilters::filterOf(const CallBase &CB) {
  Shape S{CB.getFunctionType(), "", NoResult};
  for (unsigned I = 0; I != CB.arg_size(); ++I)
    S.Arguments +=
        classOf(CB.getArgOperand(I)->getType(), CB.isByValArgument(I));
  if (!CB.use_empty())
    S.Result = classOf(CB.getType());
  std::string Key = S.Arguments + S.Result;
  if (Source)
    S.Source = Source->calledType(CB);
  if (Rule == CallRule::Types || Rule == CallRule::Source) {
    Key.append(reinterpret_cast<const char *>(&S.Type), sizeof S.Type);
    Key.append(reinterpret_cast<const char *>(&S.Source), sizeof S.Source);
  }
  auto [It, New] = FilterOf.try_emplace(Key, Shapes.size());
  if (New) {
    Shapes.push_back(std::move(S));
    Passed.clear();
  }
  return It->second;
}

/// True if a call that passes what Given lists fills what Taken lists: each
/// class has registers, or a part of the stack, of its own, filled in order. Of
/// aggregates it is not known which.
static bool covers(StringRef Given, StringRef Taken) {
  if (Given.contains('a') || Taken.contains('a'))
    return true;
  auto Registers = [](StringRef Classes, char C) {
    return C == 'i' ? Classes.count('i') + 2 * Classes.count('I')
                    : Classes.count(C);
  };
  return all_of(StringRef("ifxVm"), [&](char C) {
    return Registers(Taken, C) <= Registers(Given, C);
  });
}

CallFilters::Callee CallFilters::calleeOf(const Function &F) const {
  FunctionType *T = F.getFunctionType();
  Callee C{T, "", classOf(T->getReturnType())};
  for (unsigned I = 0; I != T->getNumParams(); ++I)
    if (!F.hasParamAttribute(I, Attribute::Nest)) // a trampoline passes it
      C.Arguments +=
          classOf(T->getParamType(I), F.hasParamAttribute(I, Attribute::ByVal));
  C.AnyType = F.getAttributes().hasAttrSomewhere(Attribute::Nest);
  if (const DISubprogram *P = F.getSubprogram())
    C.Source = P->getType();
  return C;
}

/// True if the function works when it is called so: it gets its arguments where
/// it expects them, and the caller its result. More arguments than parameters
/// do no harm.
bool CallFilters::accepts(const Shape &S, const Callee &C) const {
  if (KnownAbi &&
      (!covers(S.Arguments, C.Arguments) ||
       (S.Result != NoResult && C.Result != NoResult && S.Result != C.Result)))
    return false;
  // Without a prototype the types say nothing. Such a call looks like one of a
  // variadic function that passes nothing in the variable part, and such a
  // declaration like a variadic one without parameters.
  bool Prototyped =
      (!S.Type->isVarArg() || S.Type->getNumParams() != S.Arguments.size()) &&
      (!C.Type->isVarArg() || C.Type->getNumParams() != 0);
  if (Rule == CallRule::Abi || !Prototyped || C.AnyType)
    return true;
  return C.Type == S.Type &&
         (!S.Source || !C.Source || mayBeSame(*S.Source, *C.Source));
}

ArrayRef<unsigned> CallFilters::passedBy(const Function &F) {
  const Callee C = calleeOf(F);
  std::string Key = C.Arguments + C.Result;
  if (Rule != CallRule::Abi) {
    Key += C.AnyType ? '1' : '0';
    Key.append(reinterpret_cast<const char *>(&C.Type), sizeof C.Type);
    Key.append(reinterpret_cast<const char *>(&C.Source), sizeof C.Source);
  }
  auto [It, New] = Passed.try_emplace(Key);
  if (New)
    for (unsigned I = 0; I != Shapes.size(); ++I)
      if (accepts(Shapes[I], C))
        It->second.push_back(I);
  return It->second;
}
