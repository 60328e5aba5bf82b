//===- ExtractMemory.cpp - Allocation sites, block copies, GEPs -----------===//
//
// Address arithmetic becomes steps of a constant offset and a stride: the
// greatest common divisor of what is added. Optimised IR has untyped pointers,
// so the type of a heap block is inferred from its uses. The field model is
// that of Pearce, Kelly and Hankin 2007, by bytes.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"

#include <array>
#include <map>
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

Node Extractor::typed(Node Pointer, StructType *S, unsigned Field,
                      bool Within) {
  Within &= Params.KnownBounds;
  if (!Params.TypedVariables || !MemoryTypes::isStruct(S))
    return Within ? upTo(Pointer, Types.endOf(S, Field)) : Pointer;
  if (Pointer == Nothing || addressIn(Pointer))
    return Pointer;
  return filtered(Pointer, TypeFilterBit | Types.accessOf(S, Field, Within));
}

Node Extractor::upTo(Node Pointer, uint64_t Bytes) {
  if (!Params.KnownBounds || Pointer == Nothing || addressIn(Pointer))
    return Pointer;
  return filtered(Pointer, TypeFilterBit | Types.accessUpTo(Bytes));
}

/// The accesses that each slot of a block's layout may be the object of.
class Extractor::SlotAccesses {
  MemoryTypes &Types;
  DenseMap<unsigned, BitVector> OfShape;

public:
  explicit SlotAccesses(MemoryTypes &Types) : Types(Types) {}

  BitVector of(const MemoryTypes::Word &W) {
    BitVector Found(Types.accesses(), W.Anything);
    for (unsigned Shape : W.Shapes) {
      auto [It, New] = OfShape.try_emplace(Shape);
      if (New)
        It->second = Types.accessesOf(Shape);
      Found |= It->second;
    }
    return Found;
  }
};

/// The block's memory is of its type and accessed as such.
bool Extractor::hasCertainType(const MemoryBlock &B) const {
  return B.Type && B.TypeIsCertain &&
         (Params.TypedMemory || B.Kind == ObjectKind::Global ||
          B.Kind == ObjectKind::Stack);
}

/// True if T has a pointer in it.
static bool holdsPointers(const Type *T) {
  return T->isPtrOrPtrVectorTy() ||
         (T->isAggregateType() && any_of(T->subtypes(), [](const Type *S) {
            return holdsPointers(S);
          }));
}

/// What may begin in the words of each slot of the block.
std::vector<MemoryTypes::Word> Extractor::slotsOf(const MemoryBlock &B) {
  const andersen::layout &L = P.layouts[P.blocks[P.block_of[B.First]].layout];
  std::vector<MemoryTypes::Word> Slots(L.slots);
  Type *T = B.Type;
  bool Known = T && hasCertainType(B) && Params.TypedVariables;
  for (auto *A = dyn_cast_or_null<ArrayType>(T); A;
       A = dyn_cast<ArrayType>(T)) {
    Known &= !A->getElementType()->isIntegerTy(8);
    T = A->getElementType();
  }
  // Scalars are accessed as members of any struct. Arrays of them, and of
  // structs of numbers (max_align_t), are storage.
  Known &= Params.TypedMemory || (isa_and_nonnull<StructType>(T) &&
                                  (T == B.Type || holdsPointers(T)));
  if (!Known || !T->isSized() || DL.getTypeAllocSize(T).isScalable() ||
      DL.getTypeAllocSize(T).getFixedValue() > 8 * LayoutTable::MaxWords) {
    for (MemoryTypes::Word &Slot : Slots)
      Slot.Anything = true;
    return Slots;
  }
  const std::vector<MemoryTypes::Word> &Words = Types.wordsOf(T);
  for (uint64_t W = 0; W != Words.size(); ++W)
    Slots[L.slots == 1
              ? 0
              : P.slot_of_word[L.first_word + W % divideCeil(L.size, 8)]]
        .add(Words[W]);
  // A longer allocation than the type's, with anything behind it.
  if (L.tail != 0)
    for (uint64_t W = (L.size - L.tail) / 8; W != divideCeil(L.size, 8); ++W)
      Slots[P.slot_of_word[L.first_word + W]].Anything = true;
  return Slots;
}

/// The accesses that may be of each slot of the block.
std::vector<BitVector> Extractor::accessesOf(const MemoryBlock &B,
                                             SlotAccesses &Known) {
  std::vector<MemoryTypes::Word> Slots = slotsOf(B);
  const andersen::layout &L = P.layouts[P.blocks[P.block_of[B.First]].layout];
  std::vector<BitVector> Found;
  for (unsigned Slot = 0; Slot != Slots.size(); ++Slot) {
    Found.push_back(Known.of(Slots[Slot]));
    // What does not fit in the memory is not there.
    if (Params.KnownBounds && B.Bytes != 0)
      for (unsigned I = 0; I != Types.accesses(); ++I)
        if (P.slot_position[L.first_slot + Slot] + Types.extentOf(I) > B.Bytes)
          Found.back().reset(I);
  }
  return Found;
}

/// Lists the objects that pass the filters of types.
void Extractor::fillTypeFilters() {
  if (Types.accesses() == 0)
    return;
  SlotAccesses Accesses(Types);
  DenseMap<BitVector, unsigned> Numbers;
  std::vector<BitVector> Patterns; // sets of accesses, by number
  // Blocks of one type and one layout have the same slots. The patterns of
  // these.
  using Key = std::tuple<Type *, uint32_t, bool, uint64_t>;
  std::map<Key, std::vector<unsigned>> Known;
  std::vector<std::pair<andersen::object_runs::run, unsigned>> Runs;
  const unsigned Anything = 0;
  Patterns.emplace_back(Types.accesses(), true);
  Numbers[Patterns.back()] = Anything;
  for (const MemoryBlock &B : Out.Blocks) {
    if (B.Kind == ObjectKind::Null || B.Kind == ObjectKind::Integer)
      continue;
    if (B.Kind == ObjectKind::Function) {
      // Variable arguments may hold anything.
      const Var Arguments = B.First + VarArgsSlot;
      if (B.Count > VarArgsSlot && P.block_of[Arguments] != andersen::none)
        Runs.push_back({{Arguments, Arguments + 1}, Anything});
      continue;
    }
    bool Certain = hasCertainType(B);
    auto [It, New] = Known.try_emplace(
        {Certain ? B.Type : nullptr, P.blocks[P.block_of[B.First]].layout,
         Certain, Params.KnownBounds ? B.Bytes : 0});
    if (New)
      for (BitVector &Pattern : accessesOf(B, Accesses)) {
        auto [Number, Added] = Numbers.try_emplace(Pattern, Patterns.size());
        if (Added)
          Patterns.push_back(std::move(Pattern));
        It->second.push_back(Number->second);
      }
    Var O = B.First;
    for (unsigned Pattern : It->second) {
      if (!Runs.empty() && Runs.back().first.last == O &&
          Runs.back().second == Pattern)
        ++Runs.back().first.last;
      else
        Runs.push_back({{O, O + 1}, Pattern});
      ++O;
    }
  }
  // Accesses of the same objects share a filter.
  const unsigned Base = P.filters.size();
  DenseMap<BitVector, unsigned> Filters;
  std::vector<unsigned> FilterOf;
  std::vector<std::vector<unsigned>> Passed(Patterns.size());
  for (unsigned I = 0; I != Types.accesses(); ++I) {
    BitVector Passing(Patterns.size());
    for (unsigned Pattern = 0; Pattern != Patterns.size(); ++Pattern)
      if (Patterns[Pattern][I])
        Passing.set(Pattern);
    auto [It, New] = Filters.try_emplace(Passing, Base + Filters.size());
    FilterOf.push_back(It->second);
    if (New)
      for (unsigned Pattern : Passing.set_bits())
        Passed[Pattern].push_back(It->second);
  }
  P.filters.resize(Base + Filters.size());
  for (andersen::constraint &C : P.constraints)
    if (C.type == andersen::kind::filter && (C.offset & TypeFilterBit))
      C.offset = FilterOf[C.offset & ~int64_t(TypeFilterBit)];
  for (const auto &[Objects, Pattern] : Runs)
    for (unsigned Filter : Passed[Pattern])
      P.filters[Filter].add(Objects.first, Objects.last);
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

//===--- Members by their structs -----------------------------------------===//

/// The member that Address is, as its struct names it; {null, 0}: none.
static std::pair<StructType *, uint64_t> memberOf(const DataLayout &DL,
                                                  const Value *Address) {
  auto *G = dyn_cast<GEPOperator>(Address);
  auto *S = G ? dyn_cast<StructType>(G->getSourceElementType()) : nullptr;
  if (!S || S->isLiteral() || G->getNumIndices() < 2)
    return {nullptr, 0};
  APInt Offset(64, 0);
  SmallVector<Value *, 4> Indices(G->idx_begin(), G->idx_end());
  for (Value *I : drop_begin(Indices))
    if (!isa<ConstantInt>(I))
      return {nullptr, 0};
  Indices[0] = ConstantInt::get(Indices[0]->getType(), 0);
  return {S, uint64_t(DL.getIndexedOffsetInType(S, Indices))};
}

/// The loads of each member, anywhere in the module.
ArrayRef<const LoadInst *> Extractor::loadsOf(StructType *S, uint64_t At) {
  if (!MemberLoadsKnown)
    for (const Function &F : M)
      for (const BasicBlock &B : F)
        for (const Instruction &I : B)
          if (auto *L = dyn_cast<LoadInst>(&I);
              L && L->getType()->isPointerTy())
            if (auto Of = memberOf(DL, L->getPointerOperand()); Of.first)
              MemberLoads[Of].push_back(L);
  MemberLoadsKnown = true;
  auto It = MemberLoads.find({S, At});
  return It == MemberLoads.end() ? ArrayRef<const LoadInst *>()
                                 : ArrayRef<const LoadInst *>(It->second);
}

//===--- Allocation -------------------------------------------------------===//

namespace {

/// Follows the uses of a pointer to fresh memory and collects the struct types
/// that index it.
class ElementFinder {
  static constexpr unsigned MaxValues = 4000;
  const DataLayout &DL;
  function_ref<ArrayRef<const LoadInst *>(StructType *, uint64_t)> LoadsOf;
  /// Whether the call is one of an allocator's wrapper, which may return the
  /// argument.
  function_ref<bool(const CallBase &)> IsWrapper;
  bool Returns, HasUnknownCaller = false;
  SmallPtrSet<const Value *, 32> Seen;
  // By distance in calls. Nearer values come first, so that the result does not
  // depend on the order of use lists.
  std::array<SmallVector<const Value *, 32>, 3> Work;

  void enqueue(const Value *V, unsigned Depth) { Work[Depth].push_back(V); }

  void use(const Use &U, unsigned Depth) {
    const User *Usr = U.getUser();
    if (auto *G = dyn_cast<GEPOperator>(Usr)) {
      if (&U != &G->getOperandUse(0))
        return;
      Type *T = G->getSourceElementType();
      // A single index moves along an array of T.
      if (G->getNumIndices() == 1)
        enqueue(G, Depth);
      if (!T->isIntegerTy(8))
        candidate(LayoutTable::element(T));
      else if (auto *C = dyn_cast<ConstantInt>(G->getOperand(1)))
        Fields |= C->getValue().sge(8);
    } else if (auto *S = dyn_cast<StoreInst>(Usr)) {
      if (&U == &S->getOperandUse(1)) {
        return;
      }
      // Kept in a local variable: follow what is loaded from there.
      const Value *Where = S->getPointerOperand();
      if (isa<AllocaInst>(Where))
        for (const User *R : Where->users())
          if (auto *L = dyn_cast<LoadInst>(R))
            enqueue(L, Depth);
      // Given to the caller through a pointer: an unknown use.
      Fields |= isa<Argument>(Where);
      // Kept in a member: what is loaded from that member, of any structure.
      if (LoadsOf && Depth < 2)
        if (auto [T, At] = memberOf(DL, Where); T)
          for (const LoadInst *L : LoadsOf(T, At))
            enqueue(L, Depth + 1);
    } else if (isa<PHINode>(Usr) || isa<SelectInst>(Usr) ||
               isa<BitCastOperator>(Usr) || isa<AddrSpaceCastInst>(Usr) ||
               isa<FreezeInst>(Usr)) {
      enqueue(Usr, Depth);
    } else if (auto *CB = dyn_cast<CallBase>(Usr)) {
      const Function *F = CB->getCalledFunction();
      if (IsWrapper && IsWrapper(*CB))
        return enqueue(CB, Depth);
      if (Depth < 2 && F && !F->isDeclaration() && CB->isArgOperand(&U) &&
          CB->getArgOperandNo(&U) < F->arg_size())
        enqueue(F->getArg(CB->getArgOperandNo(&U)), Depth + 1);
    } else if (auto *R = dyn_cast<ReturnInst>(Usr)) {
      if (!Returns)
        return;
      // Each caller may use the memory as another type: all are known, or none
      // says anything.
      auto IsCall = [](const Use &Callee) {
        auto *Caller = dyn_cast<CallBase>(Callee.getUser());
        return Caller && Caller->isCallee(&Callee);
      };
      const Function *F = R->getFunction();
      if (Depth == 2 || !all_of(F->uses(), IsCall)) {
        Fields = HasUnknownCaller = true;
        return;
      }
      for (const Use &Callee : F->uses())
        enqueue(Callee.getUser(), Depth + 1);
    }
  }

  void candidate(Type *T) {
    if (T->isSized() && !isa<ScalableVectorType>(T) && !is_contained(Types, T))
      Types.push_back(T);
  }

public:
  SmallVector<Type *, 4> Types; // in the order found
  bool Fields = false;          // indexed by a constant number of bytes

  ElementFinder(
      const DataLayout &DL,
      function_ref<ArrayRef<const LoadInst *>(StructType *, uint64_t)> LoadsOf,
      function_ref<bool(const CallBase &)> IsWrapper, bool Returns)
      : DL(DL), LoadsOf(LoadsOf), IsWrapper(IsWrapper), Returns(Returns) {}
  void run(const Value *Site) {
    enqueue(Site, 0);
    size_t Own = 0; // types that the allocating function itself uses
    for (unsigned Depth = 0; Depth != Work.size();
         Own = Depth++ == 0 ? Types.size() : Own)
      while (!Work[Depth].empty()) {
        const Value *V = Work[Depth].pop_back_val();
        if (!Seen.insert(V).second)
          continue;
        if (Seen.size() > MaxValues) {
          Types.clear();
          Fields = true; // unknown use
          return;
        }
        for (const Use &U : V->uses())
          use(U, Depth);
      }
    if (HasUnknownCaller)
      Types.truncate(std::min<size_t>(Types.size(), Own));
  }
};

} // namespace

/// The element type of the block: the only struct type that it is used as; null
/// if there is none, or several that do not contain each other.
Type *Extractor::inferElement(const Value *Site, bool &Fields) {
  ElementFinder Finder(DL, nullptr, nullptr, true);
  // The constructor uses the full type; its caller may use a base class.
  Finder.run(Constructed ? Constructed : Site);
  Fields = Finder.Fields || !Finder.Types.empty();
  Type *Best = nullptr;
  for (Type *T : Finder.Types) {
    if (!Best) {
      Best = T;
      continue;
    }
    // A struct whose first member is the other one (a base class, a header).
    auto Contains = [](Type *Outer, Type *Inner) {
      while (auto *S = dyn_cast<StructType>(Outer)) {
        if (S->getNumElements() == 0)
          return false;
        Outer = LayoutTable::element(S->getElementType(0));
        if (Outer == Inner)
          return true;
      }
      return false;
    };
    if (Contains(T, Best))
      Best = T;
    else if (!Contains(Best, T))
      return nullptr;
  }
  return Best;
}

/// The type that covers all uses of the memory that are found, in the whole
/// module: the type of which the size is a multiple, if there is one; null if
/// the uses contradict each other.
Type *Extractor::inferDeclared(const Value *Site, std::optional<uint64_t> Size,
                               bool &Fields) {
  auto Loads = [&](StructType *S, uint64_t At) { return loadsOf(S, At); };
  auto IsWrapper = [&](const CallBase &CB) {
    auto *F = dyn_cast<Function>(calleeOf(CB));
    return F && !F->isDeclaration() && wrapperOf(*F) &&
           !wrapperOf(*F)->Constructs;
  };
  SmallVector<Type *, 8> Found;
  for (const Value *From : {Site, static_cast<const Value *>(Constructed)}) {
    if (!From)
      continue;
    ElementFinder Finder(DL, Loads, IsWrapper, From == Site);
    Finder.run(From);
    Fields |= Finder.Fields || !Finder.Types.empty();
    for (Type *T : Finder.Types)
      if (!is_contained(Found, T))
        Found.push_back(T);
  }
  auto Fits = [&](Type *T) {
    uint64_t Bytes = DL.getTypeAllocSize(T).getFixedValue();
    return Bytes != 0 && (!Size || *Size % Bytes == 0);
  };
  for (Type *T : Found)
    if (Fits(T) && all_of(Found, [&](Type *U) { return Types.covers(T, U); }))
      return T;
  return nullptr;
}

Var Extractor::allocate(ModelCall &Call, const std::vector<unsigned> &Size) {
  // The size: a constant, or a multiple of a constant.
  uint64_t Factor = 0;
  bool IsConstant = !Size.empty();
  if (!Size.empty()) {
    Factor = 1;
    for (unsigned A : Size) {
      auto C = Call.Constant(A);
      IsConstant &= C.has_value();
      uint64_t F = C ? *C : 1;
      if (!C && Call.Factor)
        F = Call.Factor(A);
      Factor = F >> 31 || Factor >> 31 ? 0 : Factor * F;
    }
  }
  bool Fields = !Params.HeapTypes;
  Type *T = nullptr;
  bool Declared = false;
  if (Call.Call && Params.HeapTypes) {
    if (Params.TypedMemory)
      T = inferDeclared(
          Call.Call, IsConstant ? std::optional(Factor) : std::nullopt, Fields);
    Declared = T != nullptr;
    if (!T)
      T = inferElement(Call.Call, Fields);
  }
  uint64_t TypeBytes = T ? DL.getTypeAllocSize(T).getFixedValue() : 0;
  uint32_t L;
  bool Certain = false;
  if (T && TypeBytes != 0) {
    bool Whole = Factor != 0 && Factor % TypeBytes == 0;
    bool Tail = !Whole && LayoutTable::hasTail(T);
    // If the size is not a multiple of the type's, the block is something else.
    Certain = Whole || Tail;
    if (Whole || Tail || !IsConstant) {
      L = Layouts.of(T, Tail);
    } else {
      L = Layouts.ofWords(std::min(Factor, 8 * MaxHeapWords));
      T = nullptr;
    }
  } else {
    T = nullptr;
    // Of arbitrary size and never indexed like a struct: characters.
    uint64_t Bytes = Factor == 1 && !Fields ? 8 : UnknownHeapBytes;
    if (IsConstant && Factor != 0)
      Bytes = Factor <= 8 * MaxHeapWords ? Factor : 8;
    else if (Factor > 8 && Factor % 8 == 0 && Factor <= 8 * MaxHeapWords)
      Bytes = Factor; // an array of elements of that size
    L = Layouts.ofWords(Bytes);
  }
  unsigned Block = newBlock(ObjectKind::Heap, Call.Site, T, L, 0);
  Out.Blocks[Block].TypeIsCertain = Certain && T && Declared;
  if (IsConstant)
    Out.Blocks[Block].Bytes = Factor;
  return firstOf(Block);
}

//===--- Copies of blocks -------------------------------------------------===//

void Extractor::copyBytes(Node Dst, Node Src, uint64_t Bytes) {
  if (Dst == Nothing || Src == Nothing || Bytes == 0)
    return;
  uint64_t Words = divideCeil(Bytes, 8);
  if (Words > MaxCopyWords)
    return store(anywhere(Dst), load(anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    store(stepExact(Dst, 8 * W, 0), load(stepExact(Src, 8 * W, 0)));
}

/// Copies an unknown number of elements: word w of any element goes to word w
/// of any other.
void Extractor::copyElements(Node Dst, Node Src, uint64_t Element) {
  uint64_t Words = Element / 8;
  if (Words == 0 || Element % 8 != 0 || Words > MaxCopyWords)
    return store(anywhere(Dst), load(anywhere(Src)));
  for (uint64_t W = 0; W != Words; ++W)
    store(stepExact(Dst, 8 * W, Element), load(stepExact(Src, 8 * W, Element)));
}

void Extractor::copyBlock(Node Dst, Node Src, const Value *Size,
                          const Value *SrcValue, const Frame *F) {
  if (Dst == Nothing || Src == Nothing)
    return;
  // A constant without pointers, such as a string, yields none.
  if (SrcValue)
    if (auto *G = dyn_cast<GlobalVariable>(SrcValue->stripPointerCasts()))
      if (G->isConstant() && G->hasInitializer() &&
          (Params.ClosedWorld || G->hasDefinitiveInitializer()) &&
          isa<ConstantData>(G->getInitializer()))
        return;
  copySized(Dst, Src, Size ? constantOf(Size, F) : std::nullopt,
            Size ? factorOf(Size, F) : 1);
}

/// Bytes: the size, if known; otherwise Factor divides the size.
void Extractor::copySized(Node Dst, Node Src, std::optional<uint64_t> Bytes,
                          uint64_t Factor) {
  if (Bytes && *Bytes <= 8 * MaxCopyWords)
    return copyBytes(Dst, Src, *Bytes);
  if (!Bytes && Factor >= 8 && Factor % 8 == 0 && Factor < andersen::any_stride)
    return copyElements(Dst, Src, Factor);
  store(anywhere(Dst), load(anywhere(Src)));
}
