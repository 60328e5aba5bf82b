//===- AllocationSites.cpp - Objects of allocation sites, and their types -===//
#include "llvm-pass/extract/AllocationSites.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <array>

using namespace llvm;
using namespace amorph;

// Of objects of unknown types: the size of those of unknown size, and the
// maximum.
static constexpr uint64_t UnknownBytes = 256, MaxWords = 512;

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
      // Kept in a local variable: follow the values loaded from there.
      const Value *Where = S->getPointerOperand();
      if (isa<AllocaInst>(Where))
        for (const User *R : Where->users())
          if (auto *L = dyn_cast<LoadInst>(R))
            enqueue(L, Depth);
      // Given to the caller through a pointer: an unknown use.
      Fields |= isa<Argument>(Where);
      // Kept in a member: the values loaded from that member, of any structure.
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

/// The loads of each member, anywhere in the module.
ArrayRef<const LoadInst *> AllocationSites::loadsOf(StructType *S,
                                                    uint64_t At) {
  if (!MemberLoadsKnown)
    for (const Function &F : M)
      for (const BasicBlock &Block : F)
        for (const Instruction &I : Block)
          if (auto *L = dyn_cast<LoadInst>(&I);
              L && L->getType()->isPointerTy())
            if (auto Of = memberOf(B.DL, L->getPointerOperand()); Of.first)
              MemberLoads[Of].push_back(L);
  MemberLoadsKnown = true;
  auto It = MemberLoads.find({S, At});
  return It == MemberLoads.end() ? ArrayRef<const LoadInst *>()
                                 : ArrayRef<const LoadInst *>(It->second);
}

/// The element type of the block: the only struct type that it is used as; null
/// if there is none, or several that do not contain each other.
Type *AllocationSites::inferElement(const Allocation &Site, bool &Fields) {
  ElementFinder Finder(B.DL, nullptr, nullptr, true);
  // The constructor uses the full type; its caller may use a base class.
  Finder.run(Site.Constructed ? Site.Constructed : Site.Call);
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
Type *AllocationSites::inferDeclared(const Allocation &Site,
                                     std::optional<uint64_t> Size,
                                     bool &Fields) {
  auto Loads = [&](StructType *S, uint64_t At) { return loadsOf(S, At); };
  auto IsWrapper = [&](const CallBase &CB) {
    auto *F = dyn_cast<Function>(calleeOf(CB));
    const Wrapper *W = F && !F->isDeclaration() ? Allocators.find(*F) : nullptr;
    return W && !W->Constructs;
  };
  SmallVector<Type *, 8> Found;
  for (const CallBase *From : {Site.Call, Site.Constructed}) {
    if (!From)
      continue;
    ElementFinder Finder(B.DL, Loads, IsWrapper, From == Site.Call);
    Finder.run(From);
    Fields |= Finder.Fields || !Finder.Types.empty();
    for (Type *T : Finder.Types)
      if (!is_contained(Found, T))
        Found.push_back(T);
  }
  auto Fits = [&](Type *T) {
    uint64_t Bytes = B.DL.getTypeAllocSize(T).getFixedValue();
    return Bytes != 0 && (!Size || *Size % Bytes == 0);
  };
  for (Type *T : Found)
    if (Fits(T) && all_of(Found, [&](Type *U) { return Types.covers(T, U); }))
      return T;
  return nullptr;
}

Var AllocationSites::allocate(const Allocation &Site, ArrayRef<unsigned> Size) {
  // The size: a constant, or a multiple of a constant.
  uint64_t Factor = 0;
  bool IsConstant = !Size.empty();
  if (!Size.empty()) {
    Factor = 1;
    for (unsigned A : Size) {
      auto C = Site.constant(A);
      IsConstant &= C.has_value();
      uint64_t F = C ? *C : Site.factor(A);
      Factor = F >> 31 || Factor >> 31 ? 0 : Factor * F;
    }
  }
  bool Fields = !B.Params.HeapTypes;
  Type *T = nullptr;
  bool Declared = false;
  if (Site.Call && B.Params.HeapTypes) {
    if (B.Params.TypedMemory)
      T = inferDeclared(Site, IsConstant ? std::optional(Factor) : std::nullopt,
                        Fields);
    Declared = T != nullptr;
    if (!T)
      T = inferElement(Site, Fields);
  }
  uint64_t TypeBytes = T ? B.DL.getTypeAllocSize(T).getFixedValue() : 0;
  uint32_t L;
  bool Certain = false;
  if (T && TypeBytes != 0) {
    bool Whole = Factor != 0 && Factor % TypeBytes == 0;
    bool Tail = !Whole && LayoutTable::hasTail(T);
    // If the size is not a multiple of the type's, the block is something else.
    Certain = Whole || Tail;
    if (Whole || Tail || !IsConstant) {
      L = B.Layouts.of(T, Tail);
    } else {
      L = B.Layouts.ofWords(std::min(Factor, 8 * MaxWords));
      T = nullptr;
    }
  } else {
    T = nullptr;
    // Of arbitrary size and never indexed like a struct: characters.
    uint64_t Bytes = Factor == 1 && !Fields ? 8 : UnknownBytes;
    if (IsConstant && Factor != 0)
      Bytes = Factor <= 8 * MaxWords ? Factor : 8;
    else if (Factor > 8 && Factor % 8 == 0 && Factor <= 8 * MaxWords)
      Bytes = Factor; // an array of elements of that size
    L = B.Layouts.ofWords(Bytes);
  }
  Var First = B.newBlock(ObjectKind::Heap, Site.Site, T, L);
  MemoryBlock &Block = B.Out.Blocks.back();
  Block.TypeIsCertain = Certain && T && Declared;
  if (IsConstant)
    Block.Bytes = Factor;
  return First;
}
