// The pass `oracle-instrument`: calls of the runtime (runtime.c) at each site, at each place where memory comes into
// being, and the frames from which the runtime reads the chain of calls. The program does what it did before.
#include "llvm-pass/extract/MemberOverlap.h"
#include "test/oracle/passes.hpp"
#include "test/oracle/sites.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace amorph::oracle {
namespace {

// True if the variable is only loaded and stored at constant places, where nothing is asked of it.
bool is_only_named(const Value& address) {
  return all_of(address.users(), [&](const User* u) {
    if (isa<LoadInst>(u)) return true;
    if (auto* s = dyn_cast<StoreInst>(u)) return s->getValueOperand() != &address;
    if (auto* i = dyn_cast<IntrinsicInst>(u)) return i->isAssumeLikeIntrinsic();
    auto* g = dyn_cast<GetElementPtrInst>(u);
    return g && g->hasAllConstantIndices() && is_only_named(*g);
  });
}

class instrumenter {
  Module& m;
  LLVMContext& context;
  const DataLayout& layout;
  const module_sites all;
  Type *none, *word, *number, *pointer;
  StructType* frame;
  FunctionCallee access, range, indirect, stored, loaded, label, leave;
  GlobalVariable *top, *call;
  DenseMap<const Value*, uint32_t> block;

  GlobalVariable* thread_local_variable(Type* type, const char* name) {
    return new GlobalVariable(m, type, false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                              GlobalValue::InitialExecTLSModel);
  }

  void sites() {
    for (uint32_t i = 0; i != all.sites.size(); ++i) {
      const site& s = all.sites[i];
      IRBuilder<> b(s.at);
      Value* id = b.getInt32(i);
      if (s.is_call)
        b.CreateCall(indirect, {id, s.pointer});
      else if (s.bytes)
        b.CreateCall(range, {id, s.pointer, b.CreateZExt(s.bytes, word)});
      else
        b.CreateCall(access, {id, s.pointer});
    }
    for (uint32_t i = 0; i != all.calls.size(); ++i) {
      CallBase& c = *all.calls[i];
      const uint32_t how = isa<Function>(callee_of(c)) ? 0 : 0x80000000u;
      IRBuilder<> b(&c);
      b.CreateStore(b.getInt32((i + 1) | how), call);
    }
  }

  // The bytes that an instruction loads or stores, but copies and fills.
  Value* bytes_of(const Instruction& i) {
    Type* t = nullptr;
    if (auto* update = dyn_cast<AtomicRMWInst>(&i))
      t = update->getValOperand()->getType();
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i))
      t = exchange->getNewValOperand()->getType();
    else
      t = getLoadStoreType(const_cast<Instruction*>(&i));
    return bytes_constant(layout.getTypeStoreSize(t).getKnownMinValue());
  }
  Constant* bytes_constant(uint64_t n) { return ConstantInt::get(word, n); }

  static Value* variable_of(Value& pointer) {
    Value* base = pointer.stripInBoundsOffsets();
    return isa<AllocaInst>(base) ? base : nullptr;
  }

  // Who stored what is loaded. A variable to which no pointer leads is left out.
  void flow(Instruction& i, const DenseMap<const Instruction*, uint32_t>& number_of, const MemberOverlap& types) {
    if (auto* fill = dyn_cast<MemIntrinsic>(&i)) {
      IRBuilder<> b(&i);
      b.CreateCall(stored, {b.getInt32(0), fill->getRawDest(), b.CreateZExtOrTrunc(fill->getLength(), word)});
      return;
    }
    const bool atomic = isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i);
    if (!atomic && !isa<LoadInst>(i) && !isa<StoreInst>(i)) return;
    Value* address = atomic ? i.getOperand(0) : getLoadStorePointerOperand(&i);
    if (address->getType()->getPointerAddressSpace() != 0) return;
    auto it = number_of.find(&i);
    const bool of_member = it != number_of.end() && types.memberAt(address).S != nullptr;
    if (!isa<StoreInst>(i) && of_member) IRBuilder<>(&i).CreateCall(loaded, {number_at(it), address, bytes_of(i)});
    if (isa<LoadInst>(i)) return;
    if (Value* v = variable_of(*address); v && is_only_named(*v)) return;
    IRBuilder<> b(i.getNextNode());
    b.CreateCall(stored, {b.getInt32(of_member ? it->second + 1 : 0), address, bytes_of(i)});
  }
  Constant* number_at(DenseMap<const Instruction*, uint32_t>::const_iterator it) {
    return ConstantInt::get(number, it->second);
  }

  void flows(const std::vector<Instruction*>& of_program) {
    const MemberOverlap types(layout, nullptr);
    DenseMap<const Instruction*, uint32_t> number_of;
    for (uint32_t i = 0; i != all.sites.size(); ++i) number_of[all.sites[i].at] = i;
    for (Instruction* i : of_program) flow(*i, number_of, types);
  }

  Instruction* after(Value& v) {
    if (auto* i = dyn_cast<Instruction>(&v)) return i->getNextNode();
    return &*cast<Argument>(v).getParent()->getEntryBlock().getFirstInsertionPt();
  }

  // Variables do not share a word, so that each word has one block.
  void stack_variable(Value& v, bool& labelled) {
    if (isa<AllocaInst>(v) && is_only_named(v)) return;
    Value* bytes = nullptr;
    IRBuilder<> b(after(v));
    if (auto* a = dyn_cast<AllocaInst>(&v)) {
      a->setAlignment(std::max(a->getAlign(), Align(8)));
      bytes = b.CreateMul(b.CreateZExtOrTrunc(a->getArraySize(), word),
                          b.getInt64(layout.getTypeAllocSize(a->getAllocatedType())));
    } else {
      bytes = b.getInt64(layout.getTypeAllocSize(cast<Argument>(v).getParamByValType()));
    }
    b.CreateCall(label, {&v, bytes, b.getInt32(block[&v])});
    labelled = true;
  }

  // Labels a thread's own variables when their addresses are computed: each thread has others.
  void thread_variable(IntrinsicInst& i) {
    auto* g = dyn_cast<GlobalVariable>(i.getArgOperand(0));
    if (!g || !block.count(g)) return;
    IRBuilder<> b(i.getNextNode());
    b.CreateCall(label, {&i, b.getInt64(layout.getTypeAllocSize(g->getValueType())), b.getInt32(block[g])});
  }

  void function(Function& f) {
    std::vector<Instruction*> exits, resumes;
    bool calls = false, labelled = false;
    std::vector<Value*> variables;
    for (Argument& a : f.args())
      if (a.hasByValAttr()) variables.push_back(&a);
    for (Instruction& i : instructions(f)) {
      if (isa<AllocaInst>(i)) variables.push_back(&i);
      if (isa<ReturnInst>(i) || isa<ResumeInst>(i)) exits.push_back(&i);
      if (isa<LandingPadInst>(i)) resumes.push_back(&*i.getParent()->getFirstInsertionPt());
      if (auto* c = dyn_cast<CallBase>(&i)) {
        calls |= !isa<IntrinsicInst>(c);
        if (c->hasFnAttr(Attribute::ReturnsTwice)) resumes.push_back(c->getNextNode());
        if (auto* t = dyn_cast<IntrinsicInst>(c); t && t->getIntrinsicID() == Intrinsic::threadlocal_address)
          thread_variable(*t);
      }
    }
    for (Value* v : variables) stack_variable(*v, labelled);
    for (Argument& a : f.args())
      if (a.hasByValAttr())
        for (Instruction* exit : exits) {  // they lie in the caller's frame
          IRBuilder<> b(before(*exit));
          b.CreateCall(label, {&a, b.getInt64(layout.getTypeAllocSize(a.getParamByValType())), b.getInt32(0)});
        }
    if (calls) keep_frame(f, exits, resumes);
    if (labelled)
      for (Instruction* exit : exits) {
        IRBuilder<> b(before(*exit));
        Value* here = b.CreateIntrinsic(Intrinsic::frameaddress, {pointer}, {b.getInt32(0)});
        b.CreateCall(leave, {here});
      }
  }

  // Nothing may stand between a call that must be a tail call and its return.
  Instruction* before(Instruction& exit) {
    Instruction* last = exit.getParent()->getTerminatingMustTailCall();
    return last ? last : &exit;
  }

  void keep_frame(Function& f, ArrayRef<Instruction*> exits, ArrayRef<Instruction*> resumes) {
    IRBuilder<> b(&*f.getEntryBlock().getFirstInsertionPt());
    Value* mine = b.CreateAlloca(frame);
    Value *parent = b.CreateLoad(pointer, top), *entered = b.CreateLoad(number, call);
    b.CreateStore(parent, mine);
    b.CreateStore(entered, b.CreateStructGEP(frame, mine, 1));
    b.CreateStore(mine, top);
    for (Instruction* i : resumes) IRBuilder<>(i).CreateStore(mine, top);
    for (Instruction* exit : exits) {
      IRBuilder<> e(before(*exit));
      e.CreateStore(parent, top);
      e.CreateStore(entered, call);
    }
  }

  void table(const char* name, Type* type, ArrayRef<Constant*> rows) {
    ArrayType* array = ArrayType::get(type, rows.size());
    new GlobalVariable(m, array, true, GlobalValue::ExternalLinkage, ConstantArray::get(array, rows), name);
  }

  void tables() {
    auto* row = StructType::get(context, {pointer, word, word});
    std::vector<Constant*> variables, functions;
    for (Value* v : all.statics) {
      auto* g = dyn_cast<GlobalVariable>(v);
      if (!g || g->isThreadLocal() || g->hasExternalWeakLinkage() || !g->getValueType()->isSized()) continue;
      if (g->isDeclaration() && g->use_empty()) continue;  // a module of Fortran may be without an object file
      if (g->hasInitializer() && !g->hasSection()) g->setAlignment(std::max(layout.getPreferredAlign(g), Align(8)));
      g->setUnnamedAddr(GlobalValue::UnnamedAddr::None);  // the linker would merge equal constants
      variables.push_back(ConstantStruct::get(
          row,
          {g, ConstantInt::get(word, layout.getTypeAllocSize(g->getValueType())), ConstantInt::get(word, block[g])}));
    }
    for (Function* f : all.functions) {
      const bool named = !f->hasExternalWeakLinkage() && (!f->isDeclaration() || f->hasAddressTaken());
      functions.push_back(named ? cast<Constant>(f) : Constant::getNullValue(pointer));
    }
    new GlobalVariable(m, word, true, GlobalValue::ExternalLinkage, ConstantInt::get(word, variables.size()),
                       "__oracle_variable_count");
    table("__oracle_variables", row, variables);
    table("__oracle_functions", pointer, functions);
    const oracle_counts n = all.counts();
    const uint32_t counts[] = {n.sites, n.calls, n.statics, n.functions};
    new GlobalVariable(m, ArrayType::get(number, 4), true, GlobalValue::ExternalLinkage,
                       ConstantDataArray::get(context, counts), "__oracle_counts");
  }

 public:
  explicit instrumenter(Module& module)
      : m(module),
        context(m.getContext()),
        layout(m.getDataLayout()),
        all(m),
        none(Type::getVoidTy(context)),
        word(Type::getInt64Ty(context)),
        number(Type::getInt32Ty(context)),
        pointer(PointerType::getUnqual(context)),
        frame(StructType::get(context, {pointer, number})) {
    access = m.getOrInsertFunction("__oracle_access", none, number, pointer);
    range = m.getOrInsertFunction("__oracle_range", none, number, pointer, word);
    indirect = m.getOrInsertFunction("__oracle_indirect", none, number, pointer);
    stored = m.getOrInsertFunction("__oracle_stored", none, number, pointer, word);
    loaded = m.getOrInsertFunction("__oracle_loaded", none, number, pointer, word);
    label = m.getOrInsertFunction("__oracle_label", none, pointer, word, number);
    leave = m.getOrInsertFunction("__oracle_leave", none, pointer);
    top = thread_local_variable(pointer, "__oracle_top");
    call = thread_local_variable(number, "__oracle_call");
    for (uint32_t i = 0; i != all.statics.size(); ++i) block[all.statics[i]] = i + 1;
  }

  void run() {
    std::vector<Instruction*> of_program;
    for (Function* f : all.functions) {
      if (f->isDeclaration() || f->hasFnAttribute(Attribute::Naked)) continue;
      for (Instruction& i : instructions(*f)) of_program.push_back(&i);
      function(*f);
      f->removeFnAttr(Attribute::AlwaysInline);
      f->addFnAttr(Attribute::NoInline);  // a frame is that of one function
      f->removeFnAttr(Attribute::Memory);
    }
    flows(of_program);
    sites();
    tables();
    // Variables that never live at the same time would share memory, and the shadow knows one of them.
    for (Instruction* i : of_program)
      if (auto* t = dyn_cast<IntrinsicInst>(i); t && t->isLifetimeStartOrEnd()) t->eraseFromParent();
  }
};

}  // namespace

PreservedAnalyses instrument_pass::run(Module& m, ModuleAnalysisManager&) {
  instrumenter(m).run();
  return PreservedAnalyses::none();
}

}  // namespace amorph::oracle
