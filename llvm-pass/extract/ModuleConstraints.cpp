//===- ModuleConstraints.cpp - A module's constraints ---------------------===//
#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm-pass/extract/Layout.h"

#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace amorph;

bool MemoryBlock::isConstant() const {
  if (auto *G = dyn_cast_or_null<GlobalVariable>(Site))
    return Kind == ObjectKind::Global && G->isConstant();
  return Kind == ObjectKind::Library && Name == LiteralName;
}

uint64_t ModuleConstraints::byteOffset(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  if (B == andersen::none)
    return 0;
  const andersen::block &Block = Problem.blocks[B];
  const andersen::layout &L = Problem.layouts[Block.layout];
  return Problem.slot_position[L.first_slot + (Object - Block.first)];
}

std::vector<Var> ModuleConstraints::objectsAt(const Value *Site,
                                              int64_t Offset) const {
  const MemoryBlock *B = blockFor(Site);
  if (!B)
    return {};
  uint32_t Id = Problem.block_of[B->First];
  if (Offset == 0 || Id == andersen::none)
    return {B->First};
  uint32_t Slot = fieldTarget(Problem, Problem.blocks[Id].layout, 0, Offset, 0);
  if (Slot != andersen::none)
    return {B->First + Slot};
  std::vector<Var> All;
  for (Var O = B->First; O != B->First + B->Count; ++O)
    All.push_back(O);
  return All;
}

uint64_t ModuleConstraints::elementSize(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  return B == andersen::none ? 0
                             : Problem.layouts[Problem.blocks[B].layout].size;
}

bool ModuleConstraints::isRest(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  if (B == andersen::none)
    return false;
  const andersen::block &Block = Problem.blocks[B];
  return Limited.contains(Block.layout) &&
         Object - Block.first == Problem.layouts[Block.layout].slots - 1;
}

const Value *amorph::calleeOf(const CallBase &CB) {
  const Value *Callee = CB.getCalledOperand()->stripPointerCasts();
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    auto *A = dyn_cast<GlobalAlias>(Callee);
    if (!A || A->isInterposable())
      break;
    Callee = A->getAliasee()->stripPointerCasts();
  }
  return Callee;
}
