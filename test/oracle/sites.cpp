#include "test/oracle/sites.hpp"

#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace amorph::oracle {

const Value* callee_of(const CallBase& call) {
  const Value* v = call.getCalledOperand()->stripPointerCasts();
  for (int depth = 0; depth != 8; ++depth) {
    auto* alias = dyn_cast<GlobalAlias>(v);
    if (!alias || alias->isInterposable()) break;
    v = alias->getAliasee()->stripPointerCasts();
  }
  return v;
}

namespace {

// An access at a constant place of a variable can only hit that variable.
bool is_known_place(const Value& pointer, const DataLayout& layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value* base = pointer.stripAndAccumulateConstantOffsets(layout, offset, true);
  return isa<AllocaInst>(base) || isa<Constant>(base);
}

class collector {
  module_sites& out;
  const DataLayout& layout;

  void access(Instruction& at, Value* pointer, Value* bytes = nullptr) {
    if (pointer->getType()->getPointerAddressSpace() != 0 || is_known_place(*pointer, layout)) return;
    const Value* base = pointer->stripInBoundsOffsets();
    out.sites.push_back({&at, pointer, bytes, false, isa<AllocaInst>(base) || isa<Constant>(base)});
  }

  void call(CallBase& c) {
    if (auto* copy = dyn_cast<MemIntrinsic>(&c)) {
      access(c, copy->getRawDest(), copy->getLength());
      if (auto* transfer = dyn_cast<MemTransferInst>(copy)) access(c, transfer->getRawSource(), copy->getLength());
      return;
    }
    if (isa<IntrinsicInst>(c) || c.isInlineAsm() || isa<CallBrInst>(c)) return;
    out.calls.push_back(&c);
    if (!isa<Function>(callee_of(c))) out.sites.push_back({&c, c.getCalledOperand(), nullptr, true, false});
  }

 public:
  collector(module_sites& sites, const DataLayout& l) : out(sites), layout(l) {}

  void instruction(Instruction& i) {
    if (auto* load = dyn_cast<LoadInst>(&i)) access(i, load->getPointerOperand());
    if (auto* store = dyn_cast<StoreInst>(&i)) access(i, store->getPointerOperand());
    if (auto* update = dyn_cast<AtomicRMWInst>(&i)) access(i, update->getPointerOperand());
    if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) access(i, exchange->getPointerOperand());
    if (auto* c = dyn_cast<CallBase>(&i)) call(*c);
    if (isa<AllocaInst>(i)) out.statics.push_back(&i);
  }
};

}  // namespace

module_sites::module_sites(Module& m) {
  collector all(*this, m.getDataLayout());
  for (GlobalVariable& g : m.globals())
    if (!g.getName().starts_with("llvm.")) statics.push_back(&g);
  for (Function& f : m) {
    if (f.isIntrinsic()) continue;
    functions.push_back(&f);
    for (Argument& a : f.args())
      if (!f.isDeclaration() && a.hasByValAttr()) statics.push_back(&a);
    for (Instruction& i : instructions(f)) all.instruction(i);
  }
}

oracle_counts module_sites::counts() const {
  return {uint32_t(sites.size()), uint32_t(calls.size()), uint32_t(statics.size()), uint32_t(functions.size())};
}

}  // namespace amorph::oracle
