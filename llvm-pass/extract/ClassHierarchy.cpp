//===- ClassHierarchy.cpp - Which functions a virtual call can reach ------===//
//
// Names and layouts are those of the Itanium C++ ABI, 2.5 and 2.9: in a table,
// the functions follow the type information, which is null under -fno-rtti; in
// the type information, the name is followed by that of the bases.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/ClassHierarchy.h"

#include "llvm-pass/extract/VirtualTables.h"
#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

/// The target of an entry of a table. Entries of relative tables are distances:
/// trunc(ptrtoint X - ptrtoint Table).
static const Value *entryOf(const Value *Entry) {
  if (auto *E = dyn_cast<ConstantExpr>(Entry);
      E && E->getOpcode() == Instruction::Trunc)
    if (auto *Sub = dyn_cast<ConstantExpr>(E->getOperand(0));
        Sub && Sub->getOpcode() == Instruction::Sub)
      if (auto *Address = dyn_cast<ConstantExpr>(Sub->getOperand(0));
          Address && isPointerToInteger(Address->getOpcode()))
        Entry = Address->getOperand(0);
  Entry = Entry->stripPointerCasts();
  auto *Local = dyn_cast<DSOLocalEquivalent>(Entry);
  return Local ? Local->getGlobalValue() : Entry;
}

/// The class of a symbol that has the prefix; empty: it has not. Relative
/// tables are local, and refer to local copies.
static std::string classOf(const Value *Symbol, StringRef Prefix) {
  auto *G = dyn_cast<GlobalVariable>(entryOf(Symbol));
  StringRef Name = G ? G->getName() : StringRef();
  if (!Name.consume_front(Prefix))
    return "";
  if (!Name.consume_back(".local"))
    Name.consume_back(".rtti_proxy");
  return Name.str();
}

/// The class's name in the ABI; empty if it is not known. clang gives it only
/// if several units may define the class's table.
static std::string nameOf(const DICompositeType *C) {
  if (!C)
    return "";
  if (StringRef Name = C->getIdentifier(); Name.consume_front("_ZTS"))
    return Name.str();
  std::string Text;
  unsigned Parts = 0;
  for (const DIScope *S = C; S && !isa<DIFile>(S) && !isa<DICompileUnit>(S);
       S = S->getScope(), ++Parts) {
    bool IsNamespace = isa<DINamespace>(S);
    StringRef Name = S->getName();
    if (IsNamespace && Name.empty())
      Name = "_GLOBAL__N_1";
    if (!(IsNamespace || isa<DICompositeType>(S)) || Name.empty() ||
        Name.contains('<') || (IsNamespace && Name == "std"))
      return "";
    Text = std::to_string(Name.size()) + Name.str() + Text;
  }
  return Parts > 1 ? "N" + Text + "E" : Text;
}

ClassHierarchy::ClassHierarchy(const Module &M, const DebugTypes &Types)
    : M(M), Source(M.getDataLayout(), Types) {
  for (const DICompositeType *C : Types.dynamicClasses())
    readDebugInfo(*C);
  for (const GlobalVariable &G : M.globals())
    if (G.hasInitializer() && isVirtualTable(G))
      readTable(G);
    else if (G.hasInitializer() && !classOf(&G, "_ZTI").empty())
      readTypeInfo(G);
}

void ClassHierarchy::readTable(const GlobalVariable &Table) {
  for (const Use &Part : Table.getInitializer()->operands()) {
    auto *Array = dyn_cast<ConstantArray>(Part);
    if (!Array)
      continue;
    std::string Name = classOf(&Table, "_ZTV");
    for (const Use &Entry : Array->operands())
      if (std::string Info = classOf(Entry, "_ZTI"); !Info.empty())
        Name = Info;
    FunctionList &List = Name.empty() ? OfUnknown : Classes[Name].Entries;
    for (const Use &Entry : Array->operands())
      if (auto *F = dyn_cast<Function>(entryOf(Entry)))
        List.push_back(F);
  }
}

void ClassHierarchy::readTypeInfo(const GlobalVariable &Info) {
  Class &C = Classes[classOf(&Info, "_ZTI")];
  C.HasBases = true;
  for (const Use &Part : Info.getInitializer()->operands())
    if (std::string Base = classOf(Part, "_ZTI"); !Base.empty())
      C.Bases.push_back(Base);
}

void ClassHierarchy::readDebugInfo(const DICompositeType &Type) {
  std::string Name = nameOf(&Type);
  if (Name.empty())
    return;
  Class &C = Classes[Name];
  C.HasBases = true;
  for (const DIDerivedType *Member : membersOf(Type))
    if (Member->getTag() == dwarf::DW_TAG_inheritance)
      C.Bases.push_back(nameOf(asStruct(Member->getBaseType())));
}

/// Whether a class is From, or may be derived from it.
bool ClassHierarchy::isDerived(const std::string &Name,
                               const std::string &From) const {
  SetVector<StringRef> Above;
  Above.insert(Name);
  for (unsigned I = 0; I != Above.size(); ++I) {
    if (Above[I] == From)
      return true;
    auto It = Classes.find(Above[I].str());
    if (It == Classes.end() || !It->second.HasBases)
      return true;
    Above.insert(It->second.Bases.begin(), It->second.Bases.end());
  }
  return false;
}

/// The pointer through which CB calls a virtual function; null: it does not.
static const Value *objectOf(const CallBase &CB) {
  const Value *Entry = nullptr;
  if (auto *Function = dyn_cast<LoadInst>(CB.getCalledOperand()))
    Entry = Function->getPointerOperand()->stripInBoundsConstantOffsets();
  else if (auto *Relative = dyn_cast<IntrinsicInst>(CB.getCalledOperand());
           Relative && Relative->getIntrinsicID() == Intrinsic::load_relative)
    Entry = Relative->getArgOperand(0);
  auto *Table = dyn_cast_or_null<LoadInst>(Entry);
  if (!Table)
    return nullptr;
  // The result may be returned through a first argument.
  const Value *Object = Table->getPointerOperand();
  for (unsigned I = 0; I != CB.arg_size() && I != 2; ++I)
    if (CB.getArgOperand(I) == Object)
      return Object;
  return nullptr;
}

const ClassHierarchy::FunctionList *
ClassHierarchy::functionsOf(const CallBase &CB) {
  const Value *Object = objectOf(CB);
  std::string Name = Object ? nameOf(Source.pointee(*Object)) : "";
  // Classes of unnamed namespaces may share a name. A name that does not come
  // from clang may lack a tag.
  if (!Classes.contains(Name) || StringRef(Name).contains("_GLOBAL__N_1") ||
      !(M.getNamedValue("_ZTV" + Name) || M.getNamedValue("_ZTI" + Name)))
    return nullptr;
  auto [It, New] = Reached.try_emplace(Name);
  if (New) {
    FunctionList &List = It->second = OfUnknown;
    for (const auto &[Other, Of] : Classes)
      if (!Of.Entries.empty() && isDerived(Other, Name))
        List.insert(List.end(), Of.Entries.begin(), Of.Entries.end());
    llvm::sort(List);
    List.erase(llvm::unique(List), List.end());
  }
  return &It->second;
}
