//===- AnnotateScopes.cpp - Alias scopes from points-to sets --------------===//
#include "llvm-pass/transform/AnnotateScopes.h"

#include "llvm-pass/alias/AliasSnapshot.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace amorph;

namespace {

/// Queries about a function's calls: beyond these, calls get no list.
constexpr size_t CallQueries = 200000;

struct Class {
  MemoryLocation At; ///< of one of its accesses
  SmallVector<Instruction *, 4> Accesses;
  /// All are of variables and allocations that LLVM distinguishes by itself.
  bool Identified = true;
  bool Written = false; ///< nothing depends on the order of loads
  uint64_t Weight = 0;
};

/// A load or store of a fixed size in the program's memory; atomics and
/// volatile accesses are ordered anyway.
bool isPlainAccess(const Instruction &I) {
  auto *L = dyn_cast<LoadInst>(&I);
  auto *S = dyn_cast<StoreInst>(&I);
  if (!(L && L->isSimple()) && !(S && S->isSimple()))
    return false;
  const MemoryLocation At = MemoryLocation::get(&I);
  return At.Ptr->getType()->getPointerAddressSpace() == 0 &&
         At.Size.isPrecise() && !At.Size.isScalable();
}

/// A call that may access memory. Of intrinsics, those that copy or set it.
bool isAccessingCall(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && (!isa<IntrinsicInst>(Call) || isa<AnyMemIntrinsic>(Call)) &&
         !Call->doesNotAccessMemory() &&
         !Call->onlyAccessesInaccessibleMemory();
}

class Annotator {
  Function &F;
  AliasSnapshot &Answers;
  std::vector<Class> Classes;
  std::vector<BitVector> Disjoint; ///< by class
  std::vector<CallBase *> Calls;
  std::vector<BitVector> DisjointFromCall;

  void collect() {
    std::map<std::tuple<unsigned, bool, uint64_t, unsigned>, size_t> ClassOf;
    for (Instruction &I : instructions(F)) {
      if (isAccessingCall(I))
        Calls.push_back(cast<CallBase>(&I));
      if (!isPlainAccess(I))
        continue;
      const MemoryLocation At = MemoryLocation::get(&I).getWithoutAATags();
      const PointerTargets T = Answers.targets(At.Ptr);
      if (!T.known())
        continue;
      auto [It, New] = ClassOf.try_emplace({T.Set, T.Fields,
                                            At.Size.getValue().getFixedValue(),
                                            unsigned(Answers.residues(At.Ptr))},
                                           Classes.size());
      if (New)
        Classes.push_back({At, {}});
      Class &C = Classes[It->second];
      C.Accesses.push_back(&I);
      C.Written |= isa<StoreInst>(I);
      C.Identified &= isIdentifiedObject(getUnderlyingObject(At.Ptr));
    }
  }

  /// Keeps the classes that matter most, in the order of the function.
  void limit(unsigned Limit, const LoopInfo &Loops) {
    constexpr unsigned Deepest = 8; // each level counts ten times as much
    for (Class &C : Classes)
      for (const Instruction *I : C.Accesses) {
        uint64_t Weight = 1;
        for (unsigned Depth =
                 std::min(Loops.getLoopDepth(I->getParent()), Deepest);
             Depth != 0; --Depth)
          Weight *= 10;
        C.Weight += Weight;
      }
    std::vector<uint64_t> Weights;
    for (const Class &C : Classes)
      Weights.push_back(C.Weight);
    llvm::sort(Weights, std::greater<>());
    const uint64_t Threshold = Weights[Limit - 1];
    // Of those at the threshold, the first ones.
    size_t Left = count(ArrayRef(Weights).take_front(Limit), Threshold);
    llvm::erase_if(Classes, [&](const Class &C) {
      if (C.Weight != Threshold)
        return C.Weight < Threshold;
      const bool Keep = Left != 0;
      Left -= Keep;
      return !Keep;
    });
  }

  void ask() {
    const size_t Count = Classes.size();
    Disjoint.assign(Count, BitVector(Count));
    using Reason = AliasSnapshot::Reason;
    for (size_t A = 0; A != Count; ++A)
      for (size_t B = 0; B != A; ++B) {
        if (!Classes[A].Written && !Classes[B].Written)
          continue;
        const Reason Why = Answers.disjoint(Classes[A].At, Classes[B].At);
        if (Why == Reason::May ||
            (Why == Reason::Blocks && Classes[A].Identified &&
             Classes[B].Identified))
          continue;
        Disjoint[A].set(B);
        Disjoint[B].set(A);
      }
    if (Count != 0 && Calls.size() > CallQueries / Count)
      Calls.resize(CallQueries / Count);
    for (const CallBase *Call : Calls) {
      DisjointFromCall.emplace_back(Count);
      for (size_t C = 0; C != Count; ++C)
        if (!Answers.touches(*Call, Classes[C].At))
          DisjointFromCall.back().set(C);
    }
  }

  static void add(Instruction &I, unsigned Kind, MDNode *Scopes) {
    I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scopes));
  }

  ScopeCounts write() {
    BitVector Named(Classes.size()); // a scope that no list names says nothing
    for (const BitVector &List : Disjoint)
      Named |= List;
    for (const BitVector &List : DisjointFromCall)
      Named |= List;
    ScopeCounts Count;
    if (Named.none())
      return Count;
    LLVMContext &Context = F.getContext();
    MDBuilder Build(Context);
    MDNode *Domain = Build.createAnonymousAliasScopeDomain(F.getName());
    std::vector<Metadata *> Scopes(Classes.size());
    for (unsigned C : Named.set_bits())
      Scopes[C] = Build.createAnonymousAliasScope(Domain);
    auto ListOf = [&](const BitVector &Set) {
      SmallVector<Metadata *, 16> List;
      for (unsigned C : Set.set_bits())
        List.push_back(Scopes[C]);
      return MDNode::get(Context, List);
    };
    for (unsigned C : Named.set_bits()) {
      MDNode *Own = MDNode::get(Context, Scopes[C]);
      MDNode *Others = Disjoint[C].any() ? ListOf(Disjoint[C]) : nullptr;
      for (Instruction *I : Classes[C].Accesses) {
        add(*I, LLVMContext::MD_alias_scope, Own);
        if (Others)
          add(*I, LLVMContext::MD_noalias, Others);
        ++Count.Accesses;
      }
    }
    for (size_t N = 0; N != Calls.size(); ++N)
      if (DisjointFromCall[N].any()) {
        add(*Calls[N], LLVMContext::MD_noalias, ListOf(DisjointFromCall[N]));
        ++Count.Calls;
      }
    Count.Scopes = Named.count();
    Count.Functions = 1;
    return Count;
  }

public:
  Annotator(Function &F, AliasSnapshot &Answers) : F(F), Answers(Answers) {}

  ScopeCounts run(unsigned Limit, function_ref<const LoopInfo &()> Loops) {
    collect();
    if (Classes.size() > Limit)
      limit(Limit, Loops());
    ask();
    return write();
  }
};

} // namespace

static constexpr char Annotated[] = "amorph-annotated";

bool amorph::isAnnotated(const Function &F) {
  return F.hasFnAttribute(Annotated);
}

void amorph::markAnnotated(Module &M) {
  std::string Text = M.getModuleIdentifier() + '\n' + M.getSourceFileName();
  for (const GlobalValue &G : M.global_values())
    Text += '\n' + G.getName().str();
  Text += '\n' + utohexstr(StructuralHash(M, /*DetailedHash=*/true));
  const std::string OfModule = utohexstr(xxh3_64bits(Text));
  unsigned Number = 0;
  for (Function &F : M)
    if (!F.isDeclaration() && !isAnnotated(F))
      F.addFnAttr(Annotated, OfModule + '.' + std::to_string(++Number));
}

ScopeCounts amorph::annotateScopes(Function &F, AliasSnapshot &Answers,
                                   unsigned Limit,
                                   function_ref<const LoopInfo &()> Loops) {
  return Annotator(F, Answers).run(Limit, Loops);
}
