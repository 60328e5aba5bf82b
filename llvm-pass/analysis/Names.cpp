//===- Names.cpp - Source names of values and objects ---------------------===//
//
// Names come from debug information (dbg.declare, dbg.value, types), so that
// they are stable across compilations; IR names and numbers are the fallback.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/analysis/Names.h"

#include "llvm-pass/extract/DebugTypes.h"
#include "llvm-pass/extract/Layout.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace amorph;

std::string Names::ir(const Value *V) const {
  if (V->hasName())
    return ("%" + V->getName()).str();
  auto It = Unnamed.find(V);
  return It == Unnamed.end() ? "%?" : It->second;
}

void Names::declare(const Value *Address, const DILocalVariable *V) {
  if (Address)
    Declared.try_emplace(Address, V);
}

void Names::bind(const Function &F, const Value *Value,
                 const DILocalVariable *V) {
  if (!Value)
    return;
  if (!isa<Constant>(Value)) {
    auto &Known = Bound[Value];
    if (!is_contained(Known, V))
      Known.push_back(V);
    return;
  }
  // The address of a global, or of a field of one.
  APInt Offset(64, 0);
  if (Value->getType()->isPointerTy())
    Value = Value->stripAndAccumulateConstantOffsets(M.getDataLayout(), Offset,
                                                     /*AllowNonInbounds=*/true);
  if (auto *Global = dyn_cast<GlobalObject>(Value))
    Addresses[&F].push_back({V, Global, Offset.getSExtValue()});
}

/// Variables that optimised code keeps at an address. The function's own
/// variables take precedence over those of inlined functions.
struct Names::Residents {
  SmallPtrSet<const DILocalVariable *, 2> Own, Inlined;
};

void Names::readRecord(const Function &F, DbgVariableRecord &R,
                       ResidentMap &Kept) {
  const DIExpression *E = R.getExpression();
  if (R.isDbgDeclare())
    return declare(R.getAddress(), R.getVariable());
  auto Keep = [&](const Value *Address) {
    if (!isa_and_nonnull<AllocaInst>(Address))
      return;
    Residents &At = Kept[Address];
    (R.getDebugLoc().getInlinedAt() ? At.Inlined : At.Own)
        .insert(R.getVariable());
  };
  if (R.isDbgAssign() && !E->isFragment() &&
      R.getAddressExpression()->getNumElements() == 0)
    Keep(R.getAddress());
  if (R.isDbgValue() && R.getNumVariableLocationOps() == 1 &&
      E->getNumElements() == 1 && E->getElement(0) == dwarf::DW_OP_deref)
    Keep(R.getVariableLocationOp(0));
  if (E->getNumElements() == 0)
    for (const Value *V : R.location_ops())
      bind(F, V, R.getVariable());
}

void Names::readDebugInfo(const Function &F) {
  ResidentMap Kept;
  for (const Instruction &I : instructions(F)) {
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      readRecord(F, R, Kept);
    if (auto *D = dyn_cast<DbgDeclareInst>(&I))
      declare(D->getAddress(), D->getVariable());
    else if (auto *V = dyn_cast<DbgValueInst>(&I))
      if (V->getExpression()->getNumElements() == 0)
        for (const Value *Op : V->location_ops())
          bind(F, Op, V->getVariable());
  }
  // If two variables share the memory at different times, neither names it.
  for (auto &[Address, At] : Kept) {
    const auto &Named = At.Own.empty() ? At.Inlined : At.Own;
    if (Named.size() == 1)
      declare(Address, *Named.begin());
  }
}

/// Gives unnamed values the numbers that LLVM prints.
void Names::numberValues(const Function &F) {
  unsigned Number = 0;
  auto Count = [&](const Value &V) {
    if (!V.hasName() && !V.getType()->isVoidTy())
      Unnamed[&V] = ("%" + Twine(Number++)).str();
  };
  for (const Argument &A : F.args())
    Count(A);
  for (const BasicBlock &B : F) {
    if (!B.hasName())
      ++Number;
    for (const Instruction &I : B)
      Count(I);
  }
}

void Names::nameSites(const Function &F) {
  StringMap<unsigned> Ordinal;
  // Several calls of one function on one line are told apart by their columns.
  StringMap<SmallVector<std::pair<const CallBase *, unsigned>, 1>> OfLine;
  for (const Instruction &I : instructions(F)) {
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || isa<IntrinsicInst>(CB))
      continue;
    const Value *Callee = CB->getCalledOperand()->stripPointerCasts();
    auto *Known = dyn_cast<Function>(Callee);
    std::string Name = Known ? plain(*Known) : "call";
    Name = StringRef(Name).split('(').first.str();
    std::string Where = location(I);
    if (Where.empty()) {
      unsigned N = ++Ordinal[Name];
      Where = symbol(F);
      if (N > 1)
        Where += ("#" + Twine(N)).str();
    }
    std::string Site = (Twine(Name) + "@" + Where).str();
    if (const DILocation *L = CB->getDebugLoc())
      OfLine[Site].push_back({CB, L->getColumn()});
    Sites[CB] = std::move(Site);
  }
  for (const auto &Line : OfLine)
    if (any_of(Line.second, [&](const auto &Call) {
          return Call.second != Line.second.front().second;
        }))
      for (auto [CB, Column] : Line.second)
        Sites[CB] += (":" + Twine(Column)).str();
}

Names::Names(const Module &M) : SymbolNames(M), M(M) {
  for (const DICompositeType *C : compositeTypes(M))
    if (!C->getName().empty() && !C->isForwardDecl()) {
      const char *Tag = C->getTag() == dwarf::DW_TAG_class_type   ? "class."
                        : C->getTag() == dwarf::DW_TAG_union_type ? "union."
                                                                  : "struct.";
      Structs.try_emplace((Tag + C->getName()).str(), C);
    }
  for (const Function &F : M)
    if (!F.isDeclaration()) {
      numberValues(F);
      readDebugInfo(F);
      nameSites(F);
    }
}

ArrayRef<const DILocalVariable *> Names::variables(const Value *V) const {
  auto It = Bound.find(V);
  if (It == Bound.end())
    return {};
  return It->second;
}

ArrayRef<Names::Address> Names::addresses(const Function &F) const {
  auto It = Addresses.find(&F);
  if (It == Addresses.end())
    return {};
  return It->second;
}

std::string Names::block(const MemoryBlock &B) const {
  switch (B.Kind) {
  case ObjectKind::Null:
    return "<null>";
  case ObjectKind::Integer:
    return "<integer>";
  case ObjectKind::Unknown:
    return "<unknown>";
  case ObjectKind::Library:
    return "<" + B.Name + ">";
  case ObjectKind::Global:
  case ObjectKind::Function:
  case ObjectKind::FunctionSlot:
    if (auto *G = dyn_cast<GlobalObject>(B.Site))
      return symbol(*G);
    return demangle(B.Site->getName());
  case ObjectKind::Stack: {
    const Function *F = isa<Argument>(B.Site)
                            ? cast<Argument>(B.Site)->getParent()
                            : cast<Instruction>(B.Site)->getFunction();
    // A variable that holds the block's address does not name the block.
    const DILocalVariable *V = declared(B.Site);
    return symbol(*F) + "::" + (V ? V->getName().str() : ir(B.Site));
  }
  case ObjectKind::Heap: {
    auto It = Sites.find(B.Site);
    if (It != Sites.end())
      return It->second;
    auto *F = dyn_cast<Function>(B.Site);
    return (F ? plain(*F) : demangle(B.Site->getName())) +
           "@*"; // any indirect call of it
  }
  }
  return "?";
}

const DIType *Names::typeOf(const MemoryBlock &B) const {
  if (auto *G = dyn_cast_or_null<GlobalVariable>(B.Site)) {
    SmallVector<DIGlobalVariableExpression *, 1> Expressions;
    G->getDebugInfo(Expressions);
    if (!Expressions.empty())
      return Expressions[0]->getVariable()->getType();
  } else if (const DILocalVariable *V = B.Site ? declared(B.Site) : nullptr) {
    if (B.Kind == ObjectKind::Stack && isa<AllocaInst>(B.Site))
      return V->getType();
  }
  if (auto *S = dyn_cast_or_null<StructType>(B.Type); S && S->hasName()) {
    auto It = Structs.find(S->getName());
    if (It == Structs.end()) // linking renames: struct.node.12
      It = Structs.find(S->getName().rsplit('.').first);
    if (It != Structs.end())
      return It->second;
  }
  return nullptr;
}

static uint64_t bitsOf(const DIType *T) {
  T = withoutNames(T);
  return T ? T->getSizeInBits() : 0;
}

/// How the outermost array of a type is printed.
enum class Outer { Collapsed, Elements, Inner };
/// Appends the path of members to the scalar at bit Offset: `.a.b[].c`. False
/// if the type is smaller than that. Arrays within unions have slots for each
/// word (Layout.h).
static bool memberPath(const DIType *T, uint64_t Offset, Outer Outermost,
                       std::string &Path, bool InUnion = false) {
  T = withoutNames(T);
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (!C)
    return T && Offset < std::max<uint64_t>(T->getSizeInBits(), 64);
  if (C->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *Element = C->getBaseType();
    uint64_t Bits = bitsOf(Element);
    if (Bits == 0)
      return false;
    if (Outermost == Outer::Elements ||
        (InUnion && bitsOf(C) <= 64 * LayoutTable::BufferWords))
      Path.append("[").append(std::to_string(Offset / Bits)).append("]");
    else if (Outermost == Outer::Inner)
      Path += "[]";
    return memberPath(Element, Offset % Bits, Outermost, Path, InUnion);
  }
  InUnion |= C->getTag() == dwarf::DW_TAG_union_type;
  for (const DIDerivedType *Member : membersOf(*C)) {
    uint64_t Begin = Member->getOffsetInBits();
    uint64_t Size =
        std::max(Member->getSizeInBits(), bitsOf(Member->getBaseType()));
    if (Offset < Begin || Offset >= Begin + std::max<uint64_t>(Size, 1))
      continue;
    size_t Length = Path.size();
    if (Member->getTag() == dwarf::DW_TAG_member && !Member->getName().empty())
      (Path += '.') += Member->getName();
    if (memberPath(Member->getBaseType(), Offset - Begin, Outer::Inner, Path,
                   InUnion))
      return true;
    Path.resize(Length);
  }
  return false;
}

std::string Names::field(const ModuleConstraints &C, Var Object,
                         bool First) const {
  const MemoryBlock &B = C.blockOf(Object);
  if (B.Kind == ObjectKind::Function) {
    switch (Object - B.First) {
    case 0:
      return "";
    case 1:
      return "::<return>";
    case 2:
      return "::<...>";
    default:
      return ("::<" + Twine(Object - B.First - 2) + ">").str();
    }
  }
  uint64_t At = C.byteOffset(Object);
  if (B.Kind == ObjectKind::Unknown || (At == 0 && !First))
    return "";
  if (B.Count == 1 && !First)
    return "";
  const char *Rest = C.isRest(Object) ? "..." : "";
  if (const DIType *T = typeOf(B)) {
    std::string Path;
    if (memberPath(T, 8 * At,
                   B.Elements == 1 ? Outer::Collapsed : Outer::Elements, Path))
      return Path.append(Rest);
  }
  return At == 0 ? "" : ("+" + Twine(At) + Rest).str();
}

std::string Names::object(const ModuleConstraints &C, Var O) const {
  return block(C.blockOf(O)) + field(C, O, false);
}

std::string Names::content(const ModuleConstraints &C, Var O) const {
  return block(C.blockOf(O)) + field(C, O, true);
}
