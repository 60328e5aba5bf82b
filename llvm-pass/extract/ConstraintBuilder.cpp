//===- ConstraintBuilder.cpp - Nodes and constraints ----------------------===//
//
// Each operation folds what is already known, so most IR adds few constraints.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/ConstraintBuilder.h"

using namespace llvm;
using namespace amorph;
using andersen::kind;

unsigned ConstraintBuilder::newBlock(ObjectKind Kind, const Value *Site,
                                     Type *T, std::optional<uint32_t> Layout,
                                     unsigned Count, StringRef Name) {
  MemoryBlock B;
  B.Kind = Kind;
  B.First = P.objects;
  B.Count = Layout ? Layouts[*Layout].slots : Count;
  B.Site = Site;
  B.Type = T;
  B.Name = Name.str();
  unsigned Index = Out.Blocks.size();
  uint32_t MemoryIndex = andersen::none;
  if (Layout) {
    MemoryIndex = P.blocks.size();
    P.blocks.push_back({B.First, *Layout});
  }
  for (unsigned I = 0; I != B.Count; ++I) {
    P.extent.push_back(1);
    P.block_of.push_back(MemoryIndex);
    Out.BlockOfObject.push_back(Index);
  }
  P.objects += B.Count;
  Out.Blocks.push_back(std::move(B));
  if (Site)
    Out.BlockOfSite.try_emplace(Site, Index);
  return Index;
}

Node ConstraintBuilder::addressOf(Var Object) {
  auto [It, New] = AddressNodes.try_emplace(Object, Nothing);
  if (New) {
    It->second = newVar();
    AddressOfNode[It->second] = Object;
    add(kind::address_of, It->second, Object);
  }
  return It->second;
}

std::optional<Var> ConstraintBuilder::addressIn(Node N) const {
  auto It = AddressOfNode.find(N);
  if (It == AddressOfNode.end())
    return std::nullopt;
  return It->second;
}

void ConstraintBuilder::add(kind K, Node Dst, Node Src, int64_t Offset,
                            uint32_t Stride) {
  andersen::constraint C;
  C.dst = Dst;
  C.src = Src;
  C.type = K;
  C.offset = Offset;
  C.stride = Stride;
  P.constraints.push_back(C);
  if (Params.Origins)
    Out.Origins.push_back(Origin);
}

void ConstraintBuilder::flow(Node Dst, Node Src) {
  if (Dst == Nothing || Src == Nothing || Dst == Src)
    return;
  if (auto Object = addressIn(Src))
    add(kind::address_of, Dst, *Object);
  else
    add(kind::copy, Dst, Src);
}

Node ConstraintBuilder::join(ArrayRef<Node> Sources) {
  SmallVector<Node, 4> Distinct;
  for (Node N : Sources)
    if (N != Nothing && !is_contained(Distinct, N))
      Distinct.push_back(N);
  if (Distinct.empty())
    return Nothing;
  if (Distinct.size() == 1)
    return Distinct[0];
  Node N = newVar();
  for (Node S : Distinct)
    flow(N, S);
  return N;
}

Node ConstraintBuilder::load(Node Pointer) {
  if (Pointer == Nothing)
    return Nothing;
  if (auto Object = addressIn(Pointer))
    return *Object;
  auto [It, New] = Loads.try_emplace(Pointer, Nothing);
  if (New) {
    It->second = newVar();
    add(kind::load, It->second, Pointer);
  }
  return It->second;
}

void ConstraintBuilder::store(Node Pointer, Node Value) {
  if (Pointer == Nothing || Value == Nothing)
    return;
  if (auto Object = addressIn(Pointer))
    return flow(*Object, Value);
  add(kind::store, Pointer, Value);
}

Node ConstraintBuilder::mixed(Node N) {
  if (N == Nothing || IsMixed.contains(N))
    return N;
  if (auto Object = addressIn(N))
    return P.block_of[*Object] == andersen::none ? N : anywhere(N);
  auto [It, New] = Mixed.try_emplace(N, Nothing);
  if (New) {
    It->second = newVar();
    IsMixed.insert(It->second);
    add(kind::field, It->second, N, 0, andersen::any_stride);
    add(kind::copy, It->second, N);
  }
  return It->second;
}

Node ConstraintBuilder::mix(ArrayRef<Node> Operands) {
  SmallVector<Node, 4> Parts;
  for (Node N : Operands)
    Parts.push_back(mixed(N));
  Node All = join(Parts);
  if (All != Nothing && !addressIn(All))
    IsMixed.insert(All);
  return All;
}

Node ConstraintBuilder::stepExact(Node Pointer, int64_t Offset,
                                  uint32_t Stride) {
  if (Pointer == Nothing || (Offset == 0 && Stride == 0))
    return Pointer;
  if (auto Object = addressIn(Pointer)) {
    uint32_t Memory = P.block_of[*Object];
    if (Memory == andersen::none)
      return Nothing;
    andersen::block B = P.blocks[Memory];
    uint32_t To = fieldTarget(P, B.layout, *Object - B.first, Offset, Stride);
    if (To != NoSlot)
      return addressOf(B.first + To);
  }
  auto [It, New] = Steps.try_emplace({Pointer, {Offset, Stride}}, Nothing);
  if (New) {
    It->second = newVar();
    add(kind::field, It->second, Pointer, Offset, Stride);
  }
  return It->second;
}

Node ConstraintBuilder::step(Node Pointer, int64_t Offset, uint32_t Stride,
                             bool Aligned) {
  // Larger than any block: a flag in the highest bits, or a hash.
  if (Offset > INT64_MAX / 4 || Offset < INT64_MIN / 4)
    return anywhere(Pointer);
  int64_t Within = ((Offset % 8) + 8) % 8;
  if (Within == 0)
    return stepExact(Pointer, Offset, Stride);
  Node Low = stepExact(Pointer, Offset - Within, Stride);
  if (Aligned)
    return Low;
  return join({Low, stepExact(Pointer, Offset - Within + 8, Stride)});
}

Node ConstraintBuilder::functionSlot(Node Pointer, unsigned Index) {
  if (Pointer == Nothing)
    return Nothing;
  if (auto Object = addressIn(Pointer))
    return P.extent[*Object] > Index ? addressOf(*Object + Index) : Nothing;
  auto [It, New] = FunctionSlots.try_emplace({Pointer, Index}, Nothing);
  if (New) {
    It->second = newVar();
    add(kind::offset, It->second, Pointer, Index);
  }
  return It->second;
}
