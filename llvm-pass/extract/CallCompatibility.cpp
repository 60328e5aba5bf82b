//===- CallCompatibility.cpp - Which functions a call can work with -------===//
#include "llvm-pass/extract/CallCompatibility.h"

#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/FunctionCasts.h"
#include "llvm-pass/extract/TypeComparison.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
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
  if (Rule == CallRule::Source)
    S.Source = Source->calledType(CB);
  Key += '-';
  Key += std::to_string(Except.size());
  Key.append(reinterpret_cast<const char *>(Except.data()),
             Except.size() * sizeof Except[0]);
  if (Among)
    S.Among = &*Lists.insert(*Among).first;
  Key.append(reinterpret_cast<const char *>(&S.Among), sizeof S.Among);
  if (Rule != CallRule::Any) {
    Key.append(reinterpret_cast<const char *>(&S.Type), sizeof S.Type);
    Key.append(reinterpret_cast<const char *>(&S.Source), sizeof S.Source);
  }
  auto [It, New] = FilterOf.try_emplace(Key, Shapes.size());
  if (New) {
    S.Given = registersOf(S.Arguments);
    Shapes.push_back(std::move(S));
  }
  return It->second;
}

CallFilters::Registers CallFilters::registersOf(StringRef Classes) {
  Registers R;
  for (char C : Classes)
    switch (C) {
    case 'i':
      ++R.Count[0];
      break;
    case 'I':
      R.Count[0] += 2;
      break;
    case 'a': // it is not known which
      R.Known = false;
      break;
    default:
      ++R.Count[1 + StringRef("fxVm").find(C)];
    }
  return R;
}

struct CallFilters::Callee {
  const Function &F;
  FunctionType *Type;
  Registers Taken;
  char Result;
  bool Prototyped;
  bool Trampoline;
  const DISubroutineType *Source = nullptr;
  FunctionTypes Casts; ///< the types that it is kept as elsewhere

  Callee(const CallFilters &Filters, const Function &F)
      : F(F), Type(F.getFunctionType()),
        Result(Filters.classOf(Type->getReturnType())),
        Prototyped(!Type->isVarArg() || Type->getNumParams() != 0),
        Trampoline(F.getAttributes().hasAttrSomewhere(Attribute::Nest)) {
    SmallString<16> Classes;
    for (unsigned I = 0; I != Type->getNumParams(); ++I)
      if (!F.hasParamAttribute(I, Attribute::Nest)) // a trampoline passes it
        Classes += Filters.classOf(Type->getParamType(I),
                                   F.hasParamAttribute(I, Attribute::ByVal));
    Taken = registersOf(Classes);
    // A definition without a prototype looks in IR like one with it.
    if (const DISubprogram *P = F.getSubprogram()) {
      Source = P->getType();
      Prototyped &= P->isPrototyped();
    } else if (!F.isDeclaration() && Type->getNumParams() == 0) {
      Prototyped = false;
    }
    if (Filters.Source)
      Casts = castsOf(F, *Filters.Source, Filters.DL);
  }
};

bool CallFilters::isConverted(const Shape &S, const Callee &C) const {
  return any_of(C.Casts, [&](const DISubroutineType *T) {
    return mayBePassedAs(*T, S.Type) && (!S.Source || mayBeSame(*S.Source, *T));
  });
}

/// True if F, of the list if there is one, works when it is called so: it gets
/// its arguments where it expects them, and the caller its result. More
/// arguments than parameters do no harm. Each class has registers, or a part of
/// the stack, of its own, filled in order.
bool CallFilters::accepts(const Shape &S, const Callee &C) const {
  if (is_contained(S.Except, &C.F))
    return false;
  if (Rule == CallRule::Any || isConverted(S, C))
    return true;
  if (KnownAbi) {
    if (S.Given.Known && C.Taken.Known)
      for (unsigned I = 0; I != C.Taken.Count.size(); ++I)
        if (C.Taken.Count[I] > S.Given.Count[I])
          return false;
    if (S.Result != NoResult && C.Result != NoResult && S.Result != C.Result)
      return false;
  }
  // Without a prototype the types say nothing. Such a call looks like one of a
  // variadic function that passes nothing in the variable part, and such a
  // declaration like a variadic one without parameters.
  bool Prototyped =
      C.Prototyped &&
      (!S.Type->isVarArg() || S.Type->getNumParams() != S.Arguments.size());
  if (Rule == CallRule::Abi || !Prototyped || C.Trampoline)
    return true;
  return C.Type == S.Type &&
         (!S.Source || !C.Source || mayBeSame(*S.Source, *C.Source));
}

void CallFilters::fill(ConstraintBuilder &To,
                       const andersen::object_runs &First) const {
  std::vector<Callee> Callees;
  std::vector<uint32_t> Objects; // ascending, as the blocks are
  DenseMap<const Function *, unsigned> Numbers;
  for (const MemoryBlock &B : To.Out.Blocks)
    if (auto *F = dyn_cast_or_null<Function>(B.Site);
        F && B.Kind == ObjectKind::Function) {
      Numbers[F] = Callees.size();
      Callees.emplace_back(*this, *F);
      Objects.push_back(B.First);
    }
  for (const Shape &S : Shapes) {
    std::vector<uint32_t> Accepted;
    auto Test = [&](unsigned Number) {
      if (accepts(S, Callees[Number]))
        Accepted.push_back(Objects[Number]);
    };
    if (S.Among) {
      for (const Function *F : *S.Among)
        if (auto It = Numbers.find(F); It != Numbers.end())
          Test(It->second);
      llvm::sort(Accepted);
    } else {
      for (unsigned Number = 0; Number != Callees.size(); ++Number)
        Test(Number);
    }
    andersen::object_runs Passing = First;
    for (uint32_t Object : Accepted)
      Passing.add(Object, Object + 1);
    To.addFilter(std::move(Passing));
  }
}
