//===- PointerUses.cpp - How code computes and uses an address ------------===//
#include "llvm-pass/extract/PointerUses.h"

#include "llvm-pass/models/Models.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace amorph;

/// False if there may be other values.
static bool collectConstants(const Value *V,
                             SmallPtrSetImpl<const Value *> &Seen,
                             SmallVectorImpl<APInt> &Values,
                             unsigned Depth = 0) {
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
    return collectConstants(X, Seen, Values, Depth + 1);
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
  if (!collectConstants(Cast->getOperand(0), Inner, Narrow, Depth + 1))
    return false;
  for (const APInt &N : Narrow) {
    unsigned Bits = V->getType()->getIntegerBitWidth();
    APInt Wide = isa<SExtInst>(V) ? N.sext(Bits) : N.zext(Bits);
    if (!is_contained(Values, Wide))
      Values.push_back(Wide);
  }
  return Values.size() <= MaxValues;
}

SmallVector<APInt, 8> amorph::constantsOf(const Value *V) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<APInt, 8> Values;
  if (!collectConstants(V, Seen, Values))
    Values.clear();
  return Values;
}

static bool comesFromPointer(const Value &Number,
                             SmallPtrSetImpl<const Value *> &Seen) {
  constexpr unsigned MaxSeen = 32;
  if (!Seen.insert(&Number).second)
    return false; // seen before, without an answer that counts here
  auto *O = dyn_cast<Operator>(&Number);
  if (!O || Seen.size() > MaxSeen)
    return isa<ConstantInt>(Number) && cast<ConstantInt>(Number).isZero();
  auto Of = [&](unsigned N) {
    return comesFromPointer(*O->getOperand(N), Seen);
  };
  if (isPointerToInteger(O->getOpcode()))
    return true;
  switch (O->getOpcode()) {
  case Instruction::Select:
    return Of(1) && Of(2);
  case Instruction::PHI:
    return all_of(O->operands(),
                  [&](const Use &U) { return comesFromPointer(*U, Seen); });
  case Instruction::Freeze:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return Of(0);
  default:
    return Instruction::isBinaryOp(O->getOpcode()) &&
           any_of(O->operands(), [&](const Use &U) {
             return !isa<ConstantInt>(*U) && comesFromPointer(*U, Seen);
           });
  }
}

bool amorph::isComputedFromPointer(const Value &Number) {
  SmallPtrSet<const Value *, 8> Seen;
  return comesFromPointer(Number, Seen);
}

bool amorph::mayBeNumber(const Value *V) {
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

bool amorph::isIndexedByConstants(const Value *Address, unsigned Depth) {
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

bool amorph::isUsedInPlace(const GEPOperator &G, const LibraryModels &Models) {
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

bool amorph::isVirtualCall(const GEPOperator &G) {
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

  /// True if V or a conversion of it is stored.
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

  /// True if a value loaded through Pointer is stored, or the other way round,
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

bool amorph::isRepeated(const GEPOperator &G) {
  return PointerUses(G).isRepeated();
}

bool amorph::movesWords(const GEPOperator &G) {
  if (G.getNumIndices() != 1)
    return false;
  // A step of eight bytes: it may be one of a loop.
  auto *Bytes = dyn_cast<ConstantInt>(*G.idx_begin());
  bool IsWord = G.getSourceElementType()->isIntegerTy(8) && Bytes &&
                Bytes->getValue() == 8;
  return (IsWord || G.getSourceElementType()->isIntegerTy(64)) &&
         (PointerUses::movesMemory(*G.getPointerOperand()) ||
          PointerUses::movesMemory(G)) &&
         (!IsWord || isRepeated(G));
}
