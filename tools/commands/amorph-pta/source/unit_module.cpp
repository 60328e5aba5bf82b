// Processing of a unit's module after Clang: promotion to registers, slimming, symbols, bitcode.
#include "tools/commands/amorph-pta/source/unit_module.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "tools/commands/amorph-pta/source/lower.hpp"

namespace amorph::pta {
namespace {

bool may_hold_a_pointer(const llvm::Type* t) {
  return t->isPtrOrPtrVectorTy() || t->isAggregateType() || t->isVectorTy() || t->isIntegerTy(64);
}

void slim(llvm::Function& f) {
  std::set<std::tuple<const void*, const void*, const void*>> seen;
  llvm::SmallVector<llvm::DbgVariableRecord*, 8> again;
  for (llvm::BasicBlock& b : f) {
    b.setName("");
    for (llvm::Instruction& i : b) {
      const bool pointer = may_hold_a_pointer(i.getType());
      if (!pointer && !i.getType()->isVoidTy()) i.setName("");
      if (!pointer && !i.mayReadOrWriteMemory() && !llvm::isa<llvm::CallBase, llvm::ReturnInst>(i)) i.setDebugLoc({});
      for (llvm::DbgVariableRecord& r : llvm::filterDbgVars(i.getDbgRecordRange())) {
        const llvm::Value* v = r.getNumVariableLocationOps() == 1 ? r.getVariableLocationOp(0) : nullptr;
        if (v != nullptr && llvm::isa<llvm::ConstantData>(v)) v = nullptr;  // numbers are not distinguished
        if (!seen.emplace(r.getVariable(), v, r.getRawExpression()).second) again.push_back(&r);
      }
    }
  }
  for (llvm::DbgVariableRecord* r : again) r->eraseFromParent();
}

// Records the last line of each block of the source, before promotion removes the stores to variables.
void note_scopes(llvm::Function& f) {
  const llvm::DISubprogram* whole = f.getSubprogram();
  if (whole == nullptr) return;
  llvm::MapVector<llvm::DILocalScope*, unsigned> last;
  const auto see = [&](const llvm::DebugLoc& at) {
    if (!at || llvm::cast<llvm::DIScope>(at.getScope())->getFile() != whole->getFile()) return;
    for (auto* s = llvm::cast<llvm::DILocalScope>(at.getScope()); s != nullptr;) {
      unsigned& line = last[s->getNonLexicalBlockFileScope()];
      line = std::max(line, at.getLine());
      const auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(s);
      s = block != nullptr ? block->getScope() : nullptr;
    }
  };
  for (const llvm::BasicBlock& b : f)
    for (const llvm::Instruction& i : b) {
      see(i.getDebugLoc());
      for (const llvm::DbgRecord& r : i.getDbgRecordRange()) see(r.getDebugLoc());
    }
  std::vector<llvm::Metadata*> list;
  for (const auto& [scope, line] : last) {
    list.push_back(scope);
    list.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(f.getContext()), line)));
  }
  f.setMetadata(scopes_metadata, llvm::MDTuple::get(f.getContext(), list));
}

// As mem2reg's pass, without llvm/Passes/PassBuilder.h, which is slow to compile.
void promote_variables(llvm::Function& f) {
  llvm::DominatorTree dominators(f);
  llvm::AssumptionCache assumptions(f);
  std::vector<llvm::AllocaInst*> variables;
  do {
    variables.clear();
    for (llvm::Instruction& i : f.getEntryBlock())
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i))
        if (llvm::isAllocaPromotable(variable)) variables.push_back(variable);
    if (!variables.empty()) llvm::PromoteMemToReg(variables, dominators, &assumptions);
  } while (!variables.empty());
}

}  // namespace

void promote_variables(llvm::Module& m) {
  for (llvm::Function& f : m)
    if (!f.isDeclaration()) {
      note_scopes(f);
      promote_variables(f);
    }
}

void slim(llvm::Module& m) {
  for (llvm::Function& f : m) slim(f);
}

std::shared_ptr<const llvm::MemoryBuffer> bitcode_of(const llvm::Module& m) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::WriteBitcodeToFile(m, out);
  return std::make_shared<llvm::SmallVectorMemoryBuffer>(std::move(bytes), /*RequiresNullTerminator=*/false);
}

void list_symbols(const llvm::Module& m, unit& u) {
  for (const llvm::GlobalValue& g : m.global_values()) {
    if (g.hasLocalLinkage() || !g.hasName() || g.getName().starts_with("llvm.")) continue;
    const std::string name = g.getName().str();
    if (g.isDeclaration() || g.hasAvailableExternallyLinkage()) {
      u.uses.push_back(name);
      continue;
    }
    u.defines.push_back(name);
    if (g.isWeakForLinker()) u.weak.push_back(name);
  }
}

}  // namespace amorph::pta
