//===- CallCompatibility.cpp - Which functions a call can work with -------===//
#include "llvm-pass/extract/CallCompatibility.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"

#include <algorithm>

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

unsigned CallFilters::filterOf(const CallBase &CB,
                               ArrayRef<const Function *> Except,
                               const FunctionList *Among) {
  Shape S;
  S.Type = CB.getFunctionType();
  for (unsigned I = 0; I != CB.arg_size(); ++I)
    S.Arguments +=
        classOf(CB.getArgOperand(I)->getType(), CB.isByValArgument(I));
  if (!CB.use_empty())
    S.Result = classOf(CB.getType());
  S.Except.assign(Except.begin(), Except.end());
  std::string Key = S.Arguments + S.Result;
  if (Source)
    S.Source = Source->calledType(CB);
  Key += '-';
  Key += std::to_string(Except.size());
  Key.append(reinterpret_cast<const char *>(Except.data()),
             Except.size() * sizeof Except[0]);
  S.Among = Among;
  Key += Among ? '+' : '-';
  if (Among)
    Key.append(reinterpret_cast<const char *>(Among->data()),
               Among->size() * sizeof(const Function *));
  if (Rule == CallRule::Types || Rule == CallRule::Source) {
    Key.append(reinterpret_cast<const char *>(&S.Type), sizeof S.Type);
    Key.append(reinterpret_cast<const char *>(&S.Source), sizeof S.Source);
  }
  auto [It, New] = FilterOf.try_emplace(Key, Shapes.size());
  if (New)
    Shapes.push_back(std::move(S));
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

/// True if F works when it is called so: it gets its arguments where it expects
/// them, and the caller its result. More arguments than parameters do no harm.
bool CallFilters::accepts(const Shape &S, const Function &F) const {
  FunctionType *T = F.getFunctionType();
  if (is_contained(S.Except, &F) ||
      (S.Among && !std::binary_search(S.Among->begin(), S.Among->end(), &F)))
    return false;
  if (Rule == CallRule::Any)
    return true;
  if (KnownAbi) {
    std::string Taken;
    for (unsigned I = 0; I != T->getNumParams(); ++I)
      if (!F.hasParamAttribute(I, Attribute::Nest)) // a trampoline passes it
        Taken += classOf(T->getParamType(I),
                         F.hasParamAttribute(I, Attribute::ByVal));
    char Result = classOf(T->getReturnType());
    if (!covers(S.Arguments, Taken) ||
        (S.Result != NoResult && Result != NoResult && S.Result != Result))
      return false;
  }
  // Without a prototype the types say nothing. Such a call looks like one of a
  // variadic function that passes nothing in the variable part, and such a
  // declaration like a variadic one without parameters.
  bool Prototyped =
      (!S.Type->isVarArg() || S.Type->getNumParams() != S.Arguments.size()) &&
      (!T->isVarArg() || T->getNumParams() != 0);
  if (Rule == CallRule::Abi || !Prototyped ||
      F.getAttributes().hasAttrSomewhere(Attribute::Nest))
    return true;
  const DISubprogram *P = F.getSubprogram();
  return T == S.Type && (!S.Source || !P || !P->getType() ||
                         mayBeSame(*S.Source, *P->getType()));
}

void CallFilters::forEach(const Function &F,
                          function_ref<void(unsigned)> Take) const {
  for (unsigned I = 0; I != Shapes.size(); ++I)
    if (accepts(Shapes[I], F))
      Take(I);
}
