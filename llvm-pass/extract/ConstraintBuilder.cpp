//===- ConstraintBuilder.cpp - Nodes and constraints ----------------------===//
//
// Each operation folds known values, so most IR adds few constraints.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/ConstraintBuilder.h"

using namespace llvm;
using namespace amorph;
using andersen::kind;

ConstraintBuilder::ConstraintBuilder(const DataLayout &DL,
                                     const ExtractionParameters &Params,
                                     ModuleConstraints &Out)
    : DL(DL), Params(Params), Out(Out),
      Layouts(DL, Out.Problem, Params.Fields ? Params.FieldLimit : 1) {
  // Objects 0 and 1 are never pointed to.
  newSlots(ObjectKind::Null, nullptr, 1);
  newSlots(ObjectKind::Integer, nullptr, 1);
  Out.Exception = newVar();
}

/// Appends Count objects, which are in the memory of that number, as a block.
static Var appendBlock(ModuleConstraints &Out, ObjectKind Kind,
                       const Value *Site, unsigned Count, uint32_t Memory) {
  andersen::problem &P = Out.Problem;
  const unsigned Index = Out.Blocks.size();
  MemoryBlock &B = Out.Blocks.emplace_back();
  B.Kind = Kind;
  B.First = P.objects;
  B.Count = Count;
  B.Site = Site;
  P.objects += Count;
  P.extent.resize(P.objects, 1);
  P.block_of.resize(P.objects, Memory);
  Out.BlockOfObject.resize(P.objects, Index);
  if (Site)
    Out.BlockOfSite.try_emplace(Site, Index);
  return B.First;
}

Var ConstraintBuilder::newBlock(ObjectKind Kind, const Value *Site, Type *T,
                                uint32_t Layout, StringRef Name) {
  andersen::problem &P = Out.Problem;
  P.blocks.push_back({P.objects, Layout});
  const Var First =
      appendBlock(Out, Kind, Site, Layouts[Layout].slots, P.blocks.size() - 1);
  Out.Blocks.back().Type = T;
  Out.Blocks.back().Name = Name.str();
  return First;
}

Var ConstraintBuilder::newSlots(ObjectKind Kind, const Value *Site,
                                unsigned Count,
                                std::optional<unsigned> Memory) {
  andersen::problem &P = Out.Problem;
  const Var First = appendBlock(Out, Kind, Site, Count, andersen::none);
  P.extent[First] = Count;
  if (Memory) {
    P.block_of[First + *Memory] = P.blocks.size();
    P.blocks.push_back({First + *Memory, Layouts.single()});
  }
  return First;
}

Node ConstraintBuilder::derive(kind K, Node From, int64_t Offset,
                               uint32_t Stride) {
  auto [It, New] = Derived.try_emplace(
      {uint64_t(K) << 32 | From, {Offset, Stride}}, Nothing);
  if (New) {
    It->second = newVarOf(ownerOf(From));
    add(K, It->second, From, Offset, Stride);
  }
  return It->second;
}

Node ConstraintBuilder::addressOf(Var Object) {
  auto [It, New] = AddressNodes.try_emplace(Object, Nothing);
  if (New) {
    // A function has one address, whatever its activations.
    const MemoryBlock &Block = Out.blockOf(Object);
    const bool Function =
        Block.Kind == ObjectKind::Function && Block.First == Object;
    It->second = newVarOf(Function ? NoFunction : ownerOf(Object));
    AddressIn.back() = Object;
    add(kind::address_of, It->second, Object);
  }
  return It->second;
}

std::optional<Var> ConstraintBuilder::addressIn(Node N) const {
  const uint32_t Variable = N & ~VarBit;
  if (!(N & VarBit) || Variable >= AddressIn.size() ||
      AddressIn[Variable] == NoVar)
    return std::nullopt;
  return AddressIn[Variable];
}

void ConstraintBuilder::add(kind K, Node Dst, Node Src, int64_t Offset,
                            uint32_t Stride) {
  andersen::constraint C;
  C.dst = Dst;
  C.src = Src;
  C.type = K;
  C.offset = Offset;
  C.stride = Stride;
  Out.Problem.constraints.push_back(C);
  if (Params.Origins)
    Out.Origins.push_back(Origin);
  if (Recording)
    Out.Calls.bindings.push_back(Binding);
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
  return derive(kind::load, Pointer);
}

void ConstraintBuilder::store(Node Pointer, Node Value) {
  if (Pointer == Nothing || Value == Nothing)
    return;
  if (auto Object = addressIn(Pointer))
    return flow(*Object, Value);
  add(kind::store, Pointer, Value);
}

Node ConstraintBuilder::mixed(Node N) {
  if (N == Nothing)
    return N;
  if (auto Object = addressIn(N))
    return Out.Problem.block_of[*Object] == andersen::none ? N : anywhere(N);
  auto [It, New] = Mixed.try_emplace(N, Nothing);
  if (!New)
    return It->second;
  const Node Any = It->second = newVarOf(ownerOf(N));
  Mixed[Any] = Any;
  add(kind::field, Any, N, 0, andersen::any_stride);
  add(kind::copy, Any, N);
  return Any;
}

Node ConstraintBuilder::mix(ArrayRef<Node> Operands) {
  SmallVector<Node, 4> Parts;
  for (Node N : Operands)
    Parts.push_back(mixed(N));
  Node All = join(Parts);
  if (All != Nothing && !addressIn(All))
    Mixed[All] = All;
  return All;
}

Node ConstraintBuilder::stepExact(Node Pointer, int64_t Offset,
                                  uint32_t Stride) {
  if (Pointer == Nothing || (Offset == 0 && Stride == 0))
    return Pointer;
  if (auto Object = addressIn(Pointer)) {
    const andersen::problem &P = Out.Problem;
    uint32_t Memory = P.block_of[*Object];
    if (Memory == andersen::none)
      return Nothing;
    andersen::block B = P.blocks[Memory];
    uint32_t To = fieldTarget(P, B.layout, *Object - B.first, Offset, Stride);
    if (To != NoSlot)
      return addressOf(B.first + To);
  }
  return derive(kind::field, Pointer, Offset, Stride);
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
  // With contexts, a known address has the slots of the empty context alone.
  if (auto Object = addressIn(Pointer); Object && !Recording)
    return Out.Problem.extent[*Object] > Index ? addressOf(*Object + Index)
                                               : Nothing;
  return derive(kind::offset, Pointer, Index);
}

void ConstraintBuilder::numberFilters(
    function_ref<unsigned(unsigned)> NumberOf) {
  for (andersen::constraint &C : Out.Problem.constraints)
    if (C.type == kind::filter)
      C.offset = NumberOf(C.offset);
}
