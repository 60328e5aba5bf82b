//===- TypeFilters.cpp - Which objects an access by type can mean ---------===//
#include "llvm-pass/extract/TypeFilters.h"

#include "llvm-pass/extract/VirtualTables.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace amorph;

Node TypeFilters::typed(Node Pointer, StructType *S, unsigned Field,
                        bool Within) {
  Within &= B.Params.KnownBounds;
  if (!B.Params.TypedVariables || !MemoryTypes::isStruct(S))
    return Within ? upTo(Pointer, Types.endOf(S, Field)) : Pointer;
  if (Pointer == Nothing || B.addressIn(Pointer))
    return Pointer;
  return B.filtered(Pointer, AccessBit | Types.accessOf(S, Field, Within));
}

Node TypeFilters::upTo(Node Pointer, uint64_t Bytes) {
  if (!B.Params.KnownBounds || Pointer == Nothing || B.addressIn(Pointer))
    return Pointer;
  return B.filtered(Pointer, AccessBit | Types.accessUpTo(Bytes));
}

Node TypeFilters::withoutTables(Node N) {
  if (!HasTables || N == Nothing)
    return N;
  if (auto Object = B.addressIn(N)) {
    auto *G = dyn_cast_or_null<GlobalVariable>(B.Out.blockOf(*Object).Site);
    return G && isVirtualTable(*G) ? Nothing : N;
  }
  return B.filtered(N, NoTables);
}

/// The accesses that each slot of a block's layout may be the object of.
class TypeFilters::SlotAccesses {
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
bool TypeFilters::hasCertainType(const MemoryBlock &Block) const {
  return Block.Type && Block.TypeIsCertain &&
         (B.Params.TypedMemory || Block.Kind == ObjectKind::Global ||
          Block.Kind == ObjectKind::Stack);
}

/// True if T has a pointer in it.
static bool holdsPointers(const Type *T) {
  return T->isPtrOrPtrVectorTy() ||
         (T->isAggregateType() && any_of(T->subtypes(), [](const Type *S) {
            return holdsPointers(S);
          }));
}

/// The types that may begin in the words of each slot of the block.
std::vector<MemoryTypes::Word> TypeFilters::slotsOf(const MemoryBlock &Block) {
  const andersen::problem &P = B.Out.Problem;
  const andersen::layout &L = layoutOf(Block);
  std::vector<MemoryTypes::Word> Slots(L.slots);
  Type *T = Block.Type;
  bool Known = T && hasCertainType(Block) && B.Params.TypedVariables;
  for (auto *A = dyn_cast_or_null<ArrayType>(T); A;
       A = dyn_cast<ArrayType>(T)) {
    Known &= !A->getElementType()->isIntegerTy(8);
    T = A->getElementType();
  }
  // Scalars are accessed as members of any struct. Arrays of them, and of
  // structs of numbers (max_align_t), are storage.
  Known &= B.Params.TypedMemory || (isa_and_nonnull<StructType>(T) &&
                                    (T == Block.Type || holdsPointers(T)));
  if (!Known || !T->isSized() || B.DL.getTypeAllocSize(T).isScalable() ||
      B.DL.getTypeAllocSize(T).getFixedValue() > 8 * LayoutTable::MaxWords) {
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
std::vector<BitVector> TypeFilters::accessesOf(const MemoryBlock &Block,
                                               SlotAccesses &Known) {
  std::vector<MemoryTypes::Word> Slots = slotsOf(Block);
  const andersen::problem &P = B.Out.Problem;
  const andersen::layout &L = layoutOf(Block);
  std::vector<BitVector> Found;
  for (unsigned Slot = 0; Slot != Slots.size(); ++Slot) {
    Found.push_back(Known.of(Slots[Slot]));
    // A type that does not fit in the memory is not there.
    if (B.Params.KnownBounds && Block.Bytes != 0)
      for (unsigned I = 0; I != Types.accesses(); ++I)
        if (P.slot_position[L.first_slot + Slot] + Types.extentOf(I) >
            Block.Bytes)
          Found.back().reset(I);
  }
  return Found;
}

/// The filters of the accesses by their numbers.
std::vector<unsigned> TypeFilters::fillAccesses() {
  std::vector<unsigned> FilterOf;
  if (Types.accesses() == 0)
    return FilterOf;
  const andersen::problem &P = B.Out.Problem;
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
  for (const MemoryBlock &Block : B.Out.Blocks) {
    if (Block.Kind == ObjectKind::Null || Block.Kind == ObjectKind::Integer)
      continue;
    if (Block.Kind == ObjectKind::Function) {
      // Variable arguments may hold anything.
      const Var Arguments = Block.First + VarArgsSlot;
      if (Block.Count > VarArgsSlot && P.block_of[Arguments] != andersen::none)
        Runs.push_back({{Arguments, Arguments + 1}, Anything});
      continue;
    }
    bool Certain = hasCertainType(Block);
    auto [It, New] =
        Known.try_emplace({Certain ? Block.Type : nullptr, layoutNumber(Block),
                           Certain, B.Params.KnownBounds ? Block.Bytes : 0});
    if (New)
      for (BitVector &Pattern : accessesOf(Block, Accesses)) {
        auto [Number, Added] = Numbers.try_emplace(Pattern, Patterns.size());
        if (Added)
          Patterns.push_back(std::move(Pattern));
        It->second.push_back(Number->second);
      }
    Var O = Block.First;
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
  const unsigned Base = B.filters();
  DenseMap<BitVector, unsigned> Filters;
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
  std::vector<andersen::object_runs> Lists(Filters.size());
  for (const auto &[Objects, Pattern] : Runs)
    for (unsigned Filter : Passed[Pattern])
      Lists[Filter - Base].add(Objects.first, Objects.last);
  for (andersen::object_runs &List : Lists)
    B.addFilter(std::move(List));
  return FilterOf;
}

void TypeFilters::fill() {
  const std::vector<unsigned> FilterOf = fillAccesses();
  const unsigned WithoutTables = B.filters();
  bool Used = false;
  B.numberFilters([&](unsigned Filter) {
    Used |= Filter == NoTables;
    return Filter == NoTables   ? WithoutTables
           : Filter & AccessBit ? FilterOf[Filter & ~AccessBit]
                                : Filter;
  });
  if (!Used)
    return;
  andersen::object_runs Passing;
  for (const MemoryBlock &Block : B.Out.Blocks)
    if (auto *G = dyn_cast_or_null<GlobalVariable>(Block.Site);
        !G || !isVirtualTable(*G))
      Passing.add(Block.First, Block.First + Block.Count);
  B.addFilter(std::move(Passing));
}
