//===- PointerArithmetic.cpp - Address computations as steps --------------===//
//
// Address arithmetic becomes steps of a constant offset and a stride: the
// greatest common divisor of what is added. The field model is that of Pearce,
// Kelly and Hankin 2007, by bytes.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

#include <array>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace amorph;

uint64_t Extractor::factorOf(const Value *V, const Frame *F, unsigned Depth,
                             bool Signed) {
  V = resolve(V, F);
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    if (C->getValue().getSignificantBits() > 63)
      return 1;
    int64_t N = Signed || C->getBitWidth() >= 64 ? C->getSExtValue()
                                                 : int64_t(C->getZExtValue());
    return N < 0 ? -N : N; // 0: a multiple of everything
  }
  auto *O = dyn_cast<Operator>(V);
  if (!O || Depth == 6)
    return 1;
  auto Of = [&](unsigned I) {
    return factorOf(O->getOperand(I), F, Depth + 1, Signed);
  };
  auto Times = [](uint64_t A, uint64_t B) {
    __uint128_t Product = __uint128_t(A) * B;
    return Product >> 63 ? uint64_t(1) << 62 : uint64_t(Product);
  };
  // A value that may wrap before it is extended keeps only the power of two in
  // its factor. 64-bit indices and sizes are assumed not to wrap.
  auto Unwrapped = [&](uint64_t N) {
    auto *W = dyn_cast<OverflowingBinaryOperator>(O);
    if (V->getType()->getScalarSizeInBits() >= 64 ||
        (W && (Signed ? W->hasNoSignedWrap() : W->hasNoUnsignedWrap())))
      return N;
    return N & -N;
  };
  switch (O->getOpcode()) {
  case Instruction::Mul:
    return Unwrapped(Times(Of(0), Of(1)));
  case Instruction::Shl:
    if (auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
        C && C->getValue().ult(32))
      return Unwrapped(Times(Of(0), uint64_t(1) << C->getZExtValue()));
    return Unwrapped(Of(0));
  case Instruction::Add:
  case Instruction::Sub:
    return Unwrapped(std::gcd(Of(0), Of(1)));
  case Instruction::SExt:
    return factorOf(O->getOperand(0), F, Depth + 1, true);
  case Instruction::ZExt: {
    // Both extensions of a non-negative value are the same.
    auto *Z = dyn_cast<PossiblyNonNegInst>(O);
    return factorOf(O->getOperand(0), F, Depth + 1, Z && Z->hasNonNeg());
  }
  case Instruction::Freeze:
    return Of(0);
  case Instruction::Select:
    return std::gcd(Of(1), Of(2));
  case Instruction::And:
    if (auto *C = dyn_cast<ConstantInt>(O->getOperand(1));
        C && !C->isZero() && C->getValue().countr_zero() < 32)
      return uint64_t(1) << C->getValue().countr_zero();
    return 1;
  default:
    return 1;
  }
}

/// True if the pointer is known to be at the start of an 8-byte word.
bool Extractor::isAligned(const Value *Pointer) const {
  Pointer = Pointer->stripPointerCasts();
  return Pointer->getPointerAlignment(DL).value() >= 8;
}

/// The values of V if they are a few constants, chosen by selects and phis;
/// false if there may be others. Undef may be any of them.
static bool constantsOf(const Value *V, SmallPtrSetImpl<const Value *> &Seen,
                        SmallVectorImpl<APInt> &Values, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 6, MaxValues = 8;
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    if (!is_contained(Values, C->getValue()))
      Values.push_back(C->getValue());
    return Values.size() <= MaxValues;
  }
  if (isa<UndefValue>(V) || !Seen.insert(V).second)
    return true;
  if (Depth == MaxDepth)
    return false;
  auto Of = [&](const Value *X) {
    return constantsOf(X, Seen, Values, Depth + 1);
  };
  if (auto *S = dyn_cast<SelectInst>(V))
    return Of(S->getTrueValue()) && Of(S->getFalseValue());
  if (auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(), Of);
  if (!isa<SExtInst>(V) && !isa<ZExtInst>(V))
    return false;
  // Collected separately: the values before extension are of another width.
  auto *Cast = cast<CastInst>(V);
  SmallPtrSet<const Value *, 8> Inner;
  SmallVector<APInt, 8> Narrow;
  if (!constantsOf(Cast->getOperand(0), Inner, Narrow, Depth + 1))
    return false;
  for (const APInt &N : Narrow) {
    unsigned Bits = V->getType()->getIntegerBitWidth();
    APInt Wide = isa<SExtInst>(V) ? N.sext(Bits) : N.zext(Bits);
    if (!is_contained(Values, Wide))
      Values.push_back(Wide);
  }
  return Values.size() <= MaxValues;
}

/// True if the variable at Address is only loaded and stored at constant
/// offsets.
static bool isIndexedByConstants(const Value *Address, unsigned Depth = 0) {
  return all_of(Address->uses(), [&](const Use &U) {
    const User *Usr = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(Usr))
      return U.getOperandNo() == S->getPointerOperandIndex();
    if (auto *I = dyn_cast<IntrinsicInst>(Usr))
      return I->isAssumeLikeIntrinsic() ||
             (isa<MemIntrinsic>(I) && isa<ConstantInt>(I->getArgOperand(2)));
    if (auto *G = dyn_cast<GEPOperator>(Usr))
      return Depth < 8 && U.getOperandNo() == 0 && G->hasAllConstantIndices() &&
             isIndexedByConstants(G, Depth + 1);
    return isa<LoadInst>(Usr);
  });
}

/// The number of elements of a variable of type T that have separate slots. A
/// pointer with a variable index may point to any slot of the variable: in an
/// array of pointers to any element, but in an array of structures to any
/// field.
uint64_t Extractor::elementsApart(const Value *Site, Type *T) const {
  uint64_t Count = 1;
  while (auto *A = dyn_cast<ArrayType>(T)) {
    T = A->getElementType();
    if (A->getNumElements() == 0 ||
        A->getNumElements() > Params.ArrayLimit / Count)
      return 1;
    Count *= A->getNumElements();
  }
  if (Count < 2 || !T->isSized() || !carries(T))
    return 1;
  bool Word = T->isPointerTy() || T->isIntegerTy(64);
  return Word || isIndexedByConstants(Site) ? Count : 1;
}

/// True if the pointer may be a number, null included, by the arithmetic that
/// computes it. True also if that is long.
static bool mayBeNumber(const Value *V) {
  SmallVector<const Value *, 8> Work{V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *X = Work.pop_back_val();
    if (!Seen.insert(X).second)
      continue;
    if (Seen.size() > 16 || isa<ConstantPointerNull>(X) ||
        Operator::getOpcode(X) == Instruction::IntToPtr)
      return true;
    if (auto *G = dyn_cast<GEPOperator>(X))
      Work.push_back(G->getPointerOperand());
    else if (isa<PHINode>(X) || isa<SelectInst>(X) || isa<FreezeInst>(X))
      for (const Value *Op : cast<User>(X)->operands())
        if (Op->getType()->isPtrOrPtrVectorTy())
          Work.push_back(Op);
  }
  return false;
}

Node Extractor::gep(const GEPOperator &G, Node Base) {
  // From a number, the index may be the address: optimisers make null plus an
  // index an inttoptr.
  const bool Null = isa<ConstantPointerNull>(G.getPointerOperand());
  if (!Null &&
      (G.hasAllConstantIndices() || !mayBeNumber(G.getPointerOperand())))
    return fromPointer(G, Base);
  SmallVector<Node, 4> Indices, All;
  for (const Use &Index : G.indices()) {
    Indices.push_back(value(Index));
    if (Null)
      All.push_back(fromNumber(*Index));
  }
  All.push_back(mix(Indices));
  if (!Null)
    All.push_back(fromPointer(G, Base));
  return join(All);
}

/// Base with what the indices add.
Node Extractor::fromPointer(const GEPOperator &G, Node Base) {
  if (Base == Nothing)
    return Nothing;
  // An element of an array with a slot per element.
  if (auto Object = addressIn(Base); Object && Params.ArrayLimit != 0)
    if (Out.blockOf(*Object).Elements > 1)
      if (Node Slot = slotOfVariable(G); Slot != Nothing)
        return Slot;
  // An index that is one of a few constants: a step for each of them.
  for (const Use &Index : G.indices()) {
    if (isa<Constant>(Index) || !Index->getType()->isIntegerTy())
      continue;
    SmallPtrSet<const Value *, 8> Seen;
    SmallVector<APInt, 8> Values;
    if (!constantsOf(Index, Seen, Values) || Values.empty())
      continue;
    SmallVector<Node, 8> Parts;
    for (const APInt &N : Values)
      Parts.push_back(gep(G, Base, Index, ConstantInt::get(G.getContext(), N)));
    return join(Parts);
  }
  return gep(G, Base, nullptr, nullptr);
}

bool Extractor::isUsedInPlace(const GEPOperator &G) const {
  return all_of(G.uses(), [&](const Use &U) {
    const User *Usr = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(Usr))
      return U.getOperandNo() == S->getPointerOperandIndex();
    // Library functions: their models say whether they copy or keep it.
    // (Unknown code may access anything in the block.)
    if (auto *CB = dyn_cast<CallBase>(Usr)) {
      auto *F = CB->getCalledFunction();
      if (!F || !F->isDeclaration() || F->isIntrinsic())
        return false;
      const LibraryModel *Model = Models.find(*CB, *F);
      return !Model || none_of(Model->Statements, [](const ModelStatement &S) {
        return S.K != ModelStatement::Assign ||
               S.Source.K == ModelValue::Pointer;
      });
    }
    return isa<LoadInst>(Usr) || isa<ICmpInst>(Usr) ||
           isa<GetElementPtrInst>(Usr);
  });
}

/// True for the address of an entry of a virtual table: a constant index from a
/// loaded pointer, whose result is loaded and called.
static bool isVirtualCall(const GEPOperator &G) {
  if (G.getNumIndices() != 1 || !G.getSourceElementType()->isPointerTy() ||
      !G.hasAllConstantIndices() || !isa<LoadInst>(G.getPointerOperand()))
    return false;
  for (const User *Entry : G.users()) {
    auto *L = dyn_cast<LoadInst>(Entry);
    if (!L || !L->hasOneUse())
      return false;
    auto *CB = dyn_cast<CallBase>(*L->user_begin());
    if (!CB || !CB->isCallee(&*L->use_begin()))
      return false;
  }
  return !G.use_empty();
}

/// True if two pointers are computed in the same way from the same values.
static bool isSameAddress(const Value *A, const Value *B, unsigned Depth = 0) {
  A = A->stripPointerCasts();
  B = B->stripPointerCasts();
  if (A == B)
    return true;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (Depth == 6 || !I || !J || I->getOpcode() != J->getOpcode() ||
      I->getNumOperands() != J->getNumOperands() ||
      !(isa<LoadInst>(I) || isa<GetElementPtrInst>(I)))
    return false;
  return all_of(seq(I->getNumOperands()), [&](unsigned N) {
    return isSameAddress(I->getOperand(N), J->getOperand(N), Depth + 1);
  });
}

namespace {

/// What is done with the pointer that a GEP computes: is it what the GEP steps
/// from in the next round of a loop, or of a recursion, and is memory moved
/// through it? Values that are too far away are taken to be so.
class PointerUses {
  static constexpr unsigned MaxValues = 64;
  const Value *From;
  const LoadInst *Reloaded;
  const Argument *Parameter;
  SmallPtrSet<const Value *, 16> Seen;
  SmallVector<const Value *, 16> Work;

  bool next(const Use &U) {
    const User *Usr = U.getUser();
    if (auto *S = dyn_cast<StoreInst>(Usr))
      return Reloaded && S->getValueOperand() == U.get() &&
             isSameAddress(S->getPointerOperand(),
                           Reloaded->getPointerOperand());
    if (auto *CB = dyn_cast<CallBase>(Usr))
      return Parameter && CB->isArgOperand(&U) &&
             CB->getCalledFunction() == Parameter->getParent() &&
             CB->getArgOperandNo(&U) == Parameter->getArgNo();
    if (isa<PHINode>(Usr) || isa<SelectInst>(Usr) || isa<CastInst>(Usr) ||
        isa<FreezeInst>(Usr) || (isa<GEPOperator>(Usr) && !U.getOperandNo()))
      Work.push_back(Usr);
    return false;
  }

  /// True if V, or what it is converted to, is stored.
  static bool isStored(const Value *V, unsigned Depth = 0) {
    return any_of(V->uses(), [&](const Use &U) {
      const User *Usr = U.getUser();
      if (auto *S = dyn_cast<StoreInst>(Usr))
        return S->getValueOperand() == V;
      return (isa<CastInst>(Usr) || isa<PHINode>(Usr) ||
              isa<SelectInst>(Usr)) &&
             (Depth == 4 || isStored(Usr, Depth + 1));
    });
  }
  /// True if V was loaded, perhaps as another type.
  static bool isLoaded(const Value *V, unsigned Depth = 0) {
    if (isa<LoadInst>(V))
      return true;
    auto *I = dyn_cast<Instruction>(V);
    return I && (isa<CastInst>(I) || isa<PHINode>(I) || isa<SelectInst>(I)) &&
           (Depth == 4 || any_of(I->operands(), [&](const Use &U) {
              return isLoaded(U, Depth + 1);
            }));
  }

public:
  explicit PointerUses(const GEPOperator &G)
      : From(G.getPointerOperand()->stripPointerCasts()),
        Reloaded(dyn_cast<LoadInst>(From)), Parameter(dyn_cast<Argument>(From)),
        Work({&G}) {}

  bool isRepeated() {
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      if (V == From || Seen.size() > MaxValues ||
          any_of(V->uses(), [&](const Use &U) { return next(U); }))
        return true;
    }
    return false;
  }

  /// True if what is loaded through Pointer is stored, or the other way round,
  /// or a word is copied.
  static bool movesMemory(const Value &Pointer) {
    return any_of(Pointer.users(), [&](const User *Usr) {
      if (auto *L = dyn_cast<LoadInst>(Usr))
        return isStored(L);
      if (auto *Copy = dyn_cast<MemTransferInst>(Usr)) {
        auto *Bytes = dyn_cast<ConstantInt>(Copy->getLength());
        return Bytes && Bytes->getValue() == 8;
      }
      auto *S = dyn_cast<StoreInst>(Usr);
      return S && S->getPointerOperand() == &Pointer &&
             isLoaded(S->getValueOperand());
    });
  }
};

} // namespace

/// True if memory is moved word by word through G. It may be a structure: then
/// the pointer leaves the array of words with which the structure begins.
static bool movesWords(const GEPOperator &G) {
  if (G.getNumIndices() != 1)
    return false;
  // A step of eight bytes: it may be one of a loop.
  auto *Bytes = dyn_cast<ConstantInt>(*G.idx_begin());
  bool IsWord = G.getSourceElementType()->isIntegerTy(8) && Bytes &&
                Bytes->getValue() == 8;
  return (IsWord || G.getSourceElementType()->isIntegerTy(64)) &&
         (PointerUses::movesMemory(*G.getPointerOperand()) ||
          PointerUses::movesMemory(G)) &&
         (!IsWord || PointerUses(G).isRepeated());
}

/// The address that G computes, with the constant Chosen for the index Choice.
Node Extractor::gep(const GEPOperator &G, Node Base, const Value *Choice,
                    const Constant *Chosen) {
  APInt Bytes(64, 0);
  if (isVirtualCall(G) && G.accumulateConstantOffset(DL, Bytes))
    return step(Base, Bytes.getSExtValue(), 0, true);
  if (auto *S = dyn_cast<StructType>(G.getSourceElementType());
      S && G.getNumIndices() > 1) {
    auto *First = dyn_cast<ConstantInt>(G.getOperand(1));
    if (auto *C = dyn_cast<ConstantInt>(G.getOperand(2)))
      Base = typed(Base, S, C->getZExtValue(),
                   G.isInBounds() && First && !First->isNegative());
  }
  int64_t Offset = 0;
  uint64_t Stride = 0;
  Type *Container = nullptr; // of this index; null for the first
  for (auto GTI = gep_type_begin(G), E = gep_type_end(G); GTI != E;
       Container = GTI.getIndexedType(), ++GTI) {
    const Value *Index = GTI.getOperand();
    if (Index == Choice)
      Index = Chosen;
    if (StructType *S = GTI.getStructTypeOrNull()) {
      unsigned Field =
          cast<ConstantInt>(cast<Constant>(Index)->getType()->isVectorTy()
                                ? cast<Constant>(Index)->getSplatValue()
                                : cast<Constant>(Index))
              ->getZExtValue();
      Offset += DL.getStructLayout(S)->getElementOffset(Field).getFixedValue();
      continue;
    }
    TypeSize Size = GTI.getSequentialElementStride(DL);
    if (Size.isScalable())
      return anywhere(Base);
    uint64_t Each = Size.getFixedValue();
    auto *C = dyn_cast<ConstantInt>(Index);
    if (C && C->getValue().getSignificantBits() <= 64) {
      // Past the end of an inner array: it was allocated longer than its type
      // says. Its elements share their slots.
      int64_t N = C->getSExtValue();
      auto *Array = dyn_cast_or_null<ArrayType>(Container);
      if (N > 0 && Each != 0 && Each % 8 == 0 && (Array || !Container))
        // p + N and a[N] stay in their array; bytes (i8) may lead out of it.
        Stride = std::gcd(Stride, uint64_t(N) * Each);
      else if (N > 0 && !Container && uint64_t(N) * Each % 8 != 0 &&
               PointerUses(G).isRepeated())
        Stride = uint64_t(N) * Each;
      else if (!Array || (N >= 0 && uint64_t(N) < Array->getNumElements()))
        Offset += N * int64_t(Each);
      else if (N != 0)
        Stride = std::gcd(Stride, Each);
    } else {
      __uint128_t Step = __uint128_t(Each) * factorOf(Index);
      Stride = std::gcd(Stride, Step >> 62 ? Each : uint64_t(Step));
    }
  }
  if (Stride >= andersen::any_stride ||
      ((Stride != 0 || Offset == 8) && movesWords(G)))
    Stride = andersen::any_stride;
  if (Offset > 0 && Stride == 0 && G.isInBounds() &&
      G.getSourceElementType()->isIntegerTy(8))
    Base = upTo(Base, Offset);
  // A struct that is aligned to a word starts at one.
  const Value *From = G.getPointerOperand();
  bool Aligned = isAligned(From);
  if (!Aligned && isa<StructType>(G.getSourceElementType()))
    Aligned = DL.getABITypeAlign(G.getSourceElementType()).value() >= 8;
  return step(Base, Offset, Stride, Aligned && isUsedInPlace(G));
}
