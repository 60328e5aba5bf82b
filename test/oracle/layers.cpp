// Multi-layer type analysis (Lu and Hu, CCS 2019): what initialisers and stores put into each field of each structure,
// then which functions of a call's type are in all the fields around the pointer that is called, innermost first.
#include "test/oracle/layers.hpp"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace amorph::oracle {

// Linking renames: struct.node.12.
static std::string name_of(const StructType& t) {
  if (!t.hasName()) return "";
  StringRef name = t.getName();
  while (true) {
    auto [head, tail] = name.rsplit('.');
    if (tail.empty() || head.empty() || !all_of(tail, isdigit)) return name.str();
    name = head;
  }
}

unsigned layered_types::number(const layer& l) {
  auto [at, is_new] = numbers_.try_emplace(l, fields_.size());
  if (is_new) fields_.emplace_back();
  return at->second;
}

// The fields around `offset`, outermost first.
void layered_types::walk(Type* type, uint64_t offset, std::vector<layer>& path) const {
  while (true) {
    if (auto* array = dyn_cast<ArrayType>(type)) {
      type = array->getElementType();
      const uint64_t size = layout_.getTypeAllocSize(type);
      if (size == 0) return;
      offset %= size;
    } else if (auto* record = dyn_cast<StructType>(type); record && record->getNumElements() != 0) {
      const StructLayout& l = *layout_.getStructLayout(record);
      if (offset >= l.getSizeInBytes()) return;
      const unsigned field = l.getElementContainingOffset(offset);
      if (record->hasName()) path.push_back({name_of(*record), field});
      offset -= l.getElementOffset(field);
      type = record->getElementType(field);
    } else {
      return;
    }
  }
}

// The fields that an address lies in, innermost first.
std::vector<layered_types::layer> layered_types::path_of(const Value& address) const {
  std::vector<layer> inner;
  const Value* at = &address;
  while (auto* step = dyn_cast<GEPOperator>(at)) {
    std::vector<layer> here;
    auto type = gep_type_begin(step);
    for (const Use& index : step->indices()) {
      if (auto* record = type.getStructTypeOrNull(); record && record->hasName())
        here.push_back({name_of(*record), unsigned(cast<ConstantInt>(index)->getZExtValue())});
      ++type;
    }
    inner.insert(inner.end(), here.rbegin(), here.rend());
    at = step->getPointerOperand();
  }
  APInt offset(64, 0);
  auto* variable = dyn_cast<GlobalVariable>(address.stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (!variable || offset.isNegative()) return inner;
  std::vector<layer> outer;
  walk(variable->getValueType(), offset.getZExtValue(), outer);
  return {outer.rbegin(), outer.rend()};
}

void layered_types::initial(const Constant& c, std::vector<unsigned>& path, bool unnamed) {
  if (auto* f = dyn_cast<Function>(c.stripPointerCasts())) {
    for (unsigned l : path) fields_[l].functions.insert(f);
    if (unnamed) anywhere_.insert(f);
    return;
  }
  if (!isa<ConstantAggregate>(c)) return;
  auto* record = dyn_cast<StructType>(c.getType());
  unnamed |= record && !record->hasName();
  for (unsigned i = 0; i != c.getNumOperands(); ++i) {
    const bool named = record && record->hasName();
    if (named) path.push_back(number({name_of(*record), i}));
    initial(*cast<Constant>(c.getOperand(i)), path, unnamed);
    if (named) path.pop_back();
  }
}

void layered_types::store(const Value& value, ArrayRef<unsigned> path, SmallPtrSetImpl<const Value*>& seen) {
  auto anything = [&] {
    for (unsigned l : path) fields_[l].anything = true;
  };
  const Value& v = *value.stripPointerCasts();
  if (auto* f = dyn_cast<Function>(&v)) {
    for (unsigned l : path) fields_[l].functions.insert(f);
  } else if (isa<Constant>(v) || isa<AllocaInst>(v) || isa<GetElementPtrInst>(v)) {
    // data
  } else if (!seen.insert(&v).second) {
    // done
  } else if (auto* load = dyn_cast<LoadInst>(&v)) {
    const std::vector<layer> from = path_of(*load->getPointerOperand());
    if (from.empty()) return anything();
    const unsigned source = number(from.front());
    for (unsigned l : path) fields_[l].from.insert(source);
  } else if (auto* phi = dyn_cast<PHINode>(&v)) {
    for (const Use& u : phi->incoming_values()) store(*u, path, seen);
  } else if (auto* select = dyn_cast<SelectInst>(&v)) {
    store(*select->getTrueValue(), path, seen);
    store(*select->getFalseValue(), path, seen);
  } else if (auto* argument = dyn_cast<Argument>(&v); argument && !argument->getParent()->hasAddressTaken()) {
    for (const User* u : argument->getParent()->users())
      if (auto* call = dyn_cast<CallBase>(u); call && argument->getArgNo() < call->arg_size())
        store(*call->getArgOperand(argument->getArgNo()), path, seen);
  } else {
    anything();
  }
}

// A field whose address goes elsewhere is filled through pointers that do not name the structure around it.
void layered_types::escape(const Instruction& i) {
  for (const Use& u : i.operands()) {
    auto* field = dyn_cast<GEPOperator>(u);
    const bool accessed = (isa<LoadInst>(i) || isa<GetElementPtrInst>(i) || isa<CmpInst>(i)) ||
                          (isa<StoreInst>(i) && u.getOperandNo() == StoreInst::getPointerOperandIndex());
    if (!field || accessed) continue;
    for (const layer& l : path_of(*field)) fields_[number(l)].anything = true;
  }
}

void layered_types::close() {
  for (bool changed = true; changed;) {
    changed = false;
    for (contents& c : fields_)
      for (unsigned source : c.from) {
        const contents& s = fields_[source];
        const size_t before = c.functions.size();
        c.functions.insert(s.functions.begin(), s.functions.end());
        changed |= c.functions.size() != before || (s.anything && !c.anything);
        c.anything |= s.anything;
      }
  }
}

layered_types::layered_types(Module& m) : layout_(m.getDataLayout()) {
  for (const Function& f : m)
    if (!f.isIntrinsic() && f.hasAddressTaken()) taken_.push_back(&f);
  std::vector<unsigned> path;
  for (const GlobalVariable& g : m.globals())
    if (g.hasInitializer()) initial(*g.getInitializer(), path, false);
  for (const Function& f : m)
    for (const Instruction& i : instructions(f)) {
      escape(i);
      auto* s = dyn_cast<StoreInst>(&i);
      if (!s || !s->getValueOperand()->getType()->isPointerTy()) continue;
      std::vector<unsigned> to;
      for (const layer& l : path_of(*s->getPointerOperand())) to.push_back(number(l));
      SmallPtrSet<const Value*, 16> seen;
      if (!to.empty()) store(*s->getValueOperand(), to, seen);
    }
  close();
}

std::vector<const Function*> layered_types::targets(const CallBase& call) const {
  std::vector<const contents*> layers;
  if (auto* load = dyn_cast<LoadInst>(call.getCalledOperand()->stripPointerCasts()))
    for (const layer& l : path_of(*load->getPointerOperand())) {
      auto at = numbers_.find(l);
      if (at != numbers_.end() && fields_[at->second].anything) break;
      static const contents nothing;
      layers.push_back(at == numbers_.end() ? &nothing : &fields_[at->second]);
    }
  std::vector<const Function*> found;
  for (const Function* f : taken_)
    if (f->getFunctionType() == call.getFunctionType() &&
        (anywhere_.contains(f) || all_of(layers, [&](const contents* c) { return c->functions.contains(f); })))
      found.push_back(f);
  return found;
}

}  // namespace amorph::oracle
