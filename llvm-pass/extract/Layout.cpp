//===- Layout.cpp - How the bytes of a type map to slots ------------------===//
//
// A layout is a partition of the words of a type, computed by union-find and
// emitted in the form of andersen::layout. Layout.h states the rules.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/Layout.h"

#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "solver/andersen/field_layout.hpp"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <utility>

using namespace llvm;
using namespace amorph;

namespace {

/// Storage of libstdc++ for an object of another type, declared as bytes: the
/// values in the nodes of containers, objects owned by a std::shared_ptr.
bool isStorage(const StructType *S) {
  return S->hasName() && (S->getName().contains("__aligned_membuf") ||
                          S->getName().contains("__aligned_buffer") ||
                          S->getName().contains("::aligned_storage<"));
}

/// True for a member that is padding: clang 20 and later write it out, as bytes
/// in a type without a name, if a variable is initialised. What a text of so
/// few bytes loses is the distinction of its word from others by a variable
/// step.
bool isPadding(const StructType *S, const Type *Member) {
  auto *A = dyn_cast<ArrayType>(Member);
  return !S->hasName() && A && A->getNumElements() < 8 &&
         A->getElementType()->isIntegerTy(8);
}

/// The stride of a slot of several words of which it is not known which one a
/// pointer points to: a multiple of a word that divides no step, so that any
/// nonzero step leads to every slot.
constexpr uint32_t AnyWord = 0xfffffff8;

/// The words of a type, merged into slots by union-find.
class WordUnion {
  const DataLayout &DL;
  serial_disjoint_sets Sets;    // the root is a slot's first word
  std::vector<uint32_t> Stride; // of a root; 0: not in an array
  bool InUnion = false;

  uint32_t find(uint32_t W) { return Sets.find(W); }
  void unite(uint32_t A, uint32_t B) {
    A = find(A), B = find(B);
    if (Sets.unite(A, B))
      Stride[std::min(A, B)] = Stride[A] == AnyWord || Stride[B] == AnyWord
                                   ? AnyWord
                                   : std::gcd(Stride[A], Stride[B]);
  }

  void scalar(uint64_t At, uint64_t Size) {
    if (Size == 0)
      return;
    for (uint64_t W = At / 8 + 1; W <= (At + Size - 1) / 8; ++W)
      unite(At / 8, W);
  }

  void array(uint64_t At, uint64_t Count, uint64_t Element,
             function_ref<void(uint64_t)> Visit) {
    if (Count == 0 || Element == 0)
      return;
    uint64_t First = At / 8, Last = (At + Count * Element - 1) / 8;
    if (InUnion) {
      // Another member may have another array here, which an index stays in:
      // it leads to any slot. A long array is one.
      if (Last - First < LayoutTable::BufferWords)
        for (uint64_t I = 0; I != Count; ++I)
          Visit(At + I * Element);
      else
        buffer(First, Last);
      return;
    }
    if (At % 8 == 0 && Element % 8 == 0) {
      Visit(At);
      uint64_t Words = Element / 8;
      // The strides within the element are the innermost ones: they stay.
      for (uint64_t W = 0; W != Words; ++W) {
        uint32_t Root = find(First + W);
        if (Stride[Root] == 0)
          Stride[Root] = clampStride(Element);
      }
      for (uint64_t W = First + Words; W <= Last; ++W)
        unite(First + (W - First) % Words, W);
      return;
    }
    for (uint64_t W = First; W <= Last; ++W)
      unite(First, W);
    uint32_t Root = find(First);
    Stride[Root] = std::gcd(Stride[Root], clampStride(Element));
  }

  /// One slot of words of which it is not known which a pointer points to.
  void buffer(uint64_t First, uint64_t Last) {
    for (uint64_t W = First; W <= Last; ++W)
      unite(First, W);
    Stride[find(First)] = AnyWord;
  }

  /// The stride of text at the start of a structure: it divides no step.
  static constexpr uint32_t Unsure = 0x7fffffff;

  static uint32_t clampStride(uint64_t Bytes) {
    return Bytes < andersen::any_stride ? Bytes : 1;
  }

public:
  WordUnion(const DataLayout &DL, uint64_t Words)
      : DL(DL), Sets(Words), Stride(Words) {}

  void visit(Type *T, uint64_t At) {
    if (auto *S = dyn_cast<StructType>(T)) {
      const StructLayout *L = DL.getStructLayout(S);
      if (isStorage(S) && At % 8 == 0)
        return;
      // clang gives a union the type of its most aligned member, followed by
      // bytes. Pointers of other members lie in those bytes; if they are many,
      // they are a buffer.
      bool IsUnion = S->hasName() && S->getName().starts_with("union.");
      bool Outer = std::exchange(InUnion, InUnion || IsUnion);
      for (unsigned I = 0; I != S->getNumElements(); ++I) {
        if (IsUnion && I != 0) {
          uint64_t Begin =
              alignTo(At + L->getElementOffset(I).getFixedValue(), 8);
          uint64_t Words = (At + L->getSizeInBytes() - Begin) / 8;
          if (Words >= LayoutTable::BufferWords)
            buffer(Begin / 8, Begin / 8 + Words - 1);
          continue;
        }
        if (!isPadding(S, S->getElementType(I)))
          visit(S->getElementType(I),
                At + L->getElementOffset(I).getFixedValue());
      }
      InUnion = Outer;
    } else if (auto *A = dyn_cast<ArrayType>(T)) {
      Type *E = A->getElementType();
      array(At, A->getNumElements(), DL.getTypeAllocSize(E).getFixedValue(),
            [&](uint64_t Where) { visit(E, Where); });
    } else if (auto *V = dyn_cast<FixedVectorType>(T)) {
      scalar(At, DL.getTypeStoreSize(V).getFixedValue());
    } else {
      scalar(At, DL.getTypeStoreSize(T).getFixedValue());
    }
  }

  void tail(Type *E, uint64_t At) {
    array(At, LayoutTable::TailElements, DL.getTypeAllocSize(E),
          [&](uint64_t Where) { visit(E, Where); });
  }

  uint64_t slots() {
    uint64_t N = 0;
    for (uint32_t W = 0; W != Stride.size(); ++W)
      N += find(W) == W;
    return N;
  }

  void emit(andersen::problem &P, andersen::layout &L) {
    std::vector<uint32_t> SlotOfRoot(Stride.size(), NoSlot);
    for (uint32_t W = 0; W != Stride.size(); ++W) {
      uint32_t Root = find(W);
      if (SlotOfRoot[Root] == NoSlot) {
        SlotOfRoot[Root] = L.slots++;
        P.slot_position.push_back(8ull * W);
        P.slot_stride.push_back(Root == 0 && Stride[0] % 8 != 0 ? Unsure
                                                                : Stride[Root]);
      }
      P.slot_of_word.push_back(SlotOfRoot[Root]);
    }
  }
};

/// True if T contains a scalable vector, whose size is unknown.
bool hasScalable(Type *T) {
  if (isa<ScalableVectorType>(T))
    return true;
  for (Type *C : T->subtypes())
    if (hasScalable(C))
      return true;
  return isa<TargetExtType>(T);
}

} // namespace

Type *LayoutTable::element(Type *T) {
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return T;
}

bool LayoutTable::hasTail(Type *T) {
  auto *S = dyn_cast<StructType>(T);
  if (!S || S->getNumElements() == 0)
    return false;
  Type *Last = S->getElementType(S->getNumElements() - 1);
  if (auto *A = dyn_cast<ArrayType>(Last))
    return A->getNumElements() <= 1;
  return hasTail(Last);
}

uint32_t LayoutTable::makeWords(uint64_t Size, uint64_t Slots) {
  andersen::layout L;
  L.size = std::max<uint64_t>(Size, 1);
  L.first_word = P.slot_of_word.size();
  L.first_slot = P.slot_position.size();
  L.slots = Slots;
  for (uint64_t W = 0; W != divideCeil(L.size, 8); ++W)
    P.slot_of_word.push_back(std::min(W, Slots - 1));
  for (uint64_t S = 0; S != Slots; ++S) {
    P.slot_position.push_back(8 * S);
    P.slot_stride.push_back(0);
  }
  limitSlots(L);
  P.layouts.push_back(L);
  return P.layouts.size() - 1;
}

/// Merges the slots beyond the limit into the last one. Which of its words a
/// pointer points to is unknown, so any nonzero step leads to every slot: by
/// the rule of andersen.hpp, the slot belongs to an array whose element size
/// divides no step. An array that would straddle the limit is merged as a
/// whole, with everything after its start. L is the newest layout.
void LayoutTable::limitSlots(andersen::layout &L) {
  if (L.slots <= MaxSlots)
    return;
  MutableArrayRef<uint32_t> Words(P.slot_of_word);
  Words = Words.drop_front(L.first_word);
  uint32_t Rest = MaxSlots - 1;
  // The lowest slot that has a word after the first word of the rest.
  for (size_t W = Words.size();
       W-- != P.slot_position[L.first_slot + Rest] / 8;)
    Rest = std::min(Rest, Words[W]);
  for (uint32_t &Slot : Words)
    Slot = std::min(Slot, Rest);
  L.slots = Rest + 1;
  P.slot_position.resize(L.first_slot + L.slots);
  P.slot_stride.resize(L.first_slot + L.slots);
  P.slot_stride.back() = AnyWord;
  Limited.insert(P.layouts.size());
}

std::optional<uint32_t> LayoutTable::ofElements(Type *T, uint64_t Count) {
  if (MaxSlots == 1 || !T->isSized() || hasScalable(T))
    return std::nullopt;
  uint64_t Size = DL.getTypeAllocSize(T).getFixedValue();
  if (Size == 0 || Size % 8 != 0 || DL.getABITypeAlign(T).value() < 8 ||
      Size / 8 > MaxWords / Count)
    return std::nullopt;
  auto [It, New] = OfElements.try_emplace({T, Count}, NoSlot);
  if (New) {
    WordUnion U(DL, Count * Size / 8);
    for (uint64_t I = 0; I != Count; ++I)
      U.visit(T, I * Size);
    if (U.slots() <= MaxSlots) {
      andersen::layout L;
      L.size = Count * Size;
      L.first_word = P.slot_of_word.size();
      L.first_slot = P.slot_position.size();
      L.slots = 0;
      U.emit(P, L);
      P.layouts.push_back(L);
      It->second = P.layouts.size() - 1;
    }
  }
  if (It->second == NoSlot)
    return std::nullopt;
  return It->second;
}

uint32_t LayoutTable::ofWords(uint64_t Bytes) {
  uint64_t Words = divideCeil(std::max<uint64_t>(Bytes, 1), 8);
  if (MaxSlots == 1 || Words == 1 || Words > MaxWords)
    return Single;
  auto [It, New] = OfWords.try_emplace(Words, 0);
  if (New)
    It->second = makeWords(8 * Words, Words);
  return It->second;
}

uint32_t LayoutTable::of(Type *T, bool Tail) {
  T = element(T);
  if (MaxSlots == 1 || !T->isSized() || hasScalable(T))
    return Single;
  auto Known = OfType.find({T, Tail});
  if (Known != OfType.end())
    return Known->second;

  uint64_t Size = DL.getTypeAllocSize(T).getFixedValue();
  uint64_t Total = Size, TailAt = 0;
  Type *TailElement = nullptr;
  if (Tail && hasTail(T)) {
    // The trailing array, at any nesting depth.
    Type *Inner = T;
    while (auto *S = dyn_cast<StructType>(Inner)) {
      unsigned Last = S->getNumElements() - 1;
      TailAt += DL.getStructLayout(S)->getElementOffset(Last).getFixedValue();
      Inner = S->getElementType(Last);
    }
    TailElement = cast<ArrayType>(Inner)->getElementType();
    Total = TailAt +
            TailElements * DL.getTypeAllocSize(TailElement).getFixedValue();
    Total = alignTo(std::max(Size, Total), 8);
  }
  uint64_t TailBytes =
      TailElement ? DL.getTypeAllocSize(TailElement).getFixedValue() : 0;
  uint64_t Words = divideCeil(std::max<uint64_t>(Total, 1), 8);
  uint32_t Id;
  if ((TailElement && TailBytes == 0) || Total % 8 != 0 || Words == 1 ||
      Words > MaxWords || DL.getABITypeAlign(T).value() < 8) {
    // With one slot, the size of the layout does not matter: every step leads
    // to that slot.
    Id = Single;
  } else {
    andersen::layout L;
    L.size = Total;
    L.first_word = P.slot_of_word.size();
    L.first_slot = P.slot_position.size();
    L.slots = 0;
    WordUnion U(DL, Words);
    U.visit(T, 0);
    if (TailElement)
      U.tail(TailElement, TailAt);
    L.tail = TailBytes;
    U.emit(P, L);
    limitSlots(L);
    P.layouts.push_back(L);
    Id = P.layouts.size() - 1;
  }
  OfType[{T, Tail}] = Id;
  return Id;
}

uint32_t LayoutTable::slotAt(uint32_t Id, int64_t Position) const {
  const andersen::layout &L = P.layouts[Id];
  auto Size = static_cast<int64_t>(L.size);
  int64_t At = (Position % Size + Size) % Size;
  return P.slot_of_word[L.first_word + At / 8];
}

uint32_t amorph::fieldTarget(const andersen::problem &P, uint32_t Layout,
                             uint32_t Slot, int64_t Offset, uint32_t Stride) {
  return andersen::field_target(P.layouts[Layout], P.slot_of_word.data(),
                                P.slot_position.data(), P.slot_stride.data(),
                                Slot, Offset, Stride);
}
