//===- TypeFilters.cpp - Which objects an access by type can mean ---------===//
//
// An access to a member of a struct type, and one of a number of bytes, means
// only the objects that may hold such a member or are that large. Filters for
// all accesses are filled in at the end, when all objects are known.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Constants.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace amorph;

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

Node Extractor::asNumber(Node N) {
  if (!Tables || N == Nothing)
    return N;
  if (auto Object = addressIn(N)) {
    auto *G = dyn_cast_or_null<GlobalVariable>(Out.blockOf(*Object).Site);
    return G && isVirtualTable(*G) ? Nothing : N;
  }
  return filtered(N, NoTablesFilter);
}

/// Lists all objects but those of virtual tables.
void Extractor::fillTableFilter() {
  const unsigned Number = P.filters.size();
  bool Used = false;
  for (andersen::constraint &C : P.constraints)
    if (C.type == andersen::kind::filter && C.offset == NoTablesFilter) {
      C.offset = Number;
      Used = true;
    }
  if (!Used)
    return;
  andersen::object_runs &Passing = P.filters.emplace_back();
  for (const MemoryBlock &B : Out.Blocks)
    if (auto *G = dyn_cast_or_null<GlobalVariable>(B.Site);
        !G || !isVirtualTable(*G))
      Passing.add(B.First, B.First + B.Count);
}
