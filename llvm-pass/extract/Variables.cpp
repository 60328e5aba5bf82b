//===- Variables.cpp - The memory of variables ----------------------------===//
#include "llvm-pass/extract/Variables.h"

#include "llvm-pass/extract/MemoryAccess.h"
#include "llvm-pass/extract/PointerUses.h"
#include "llvm-pass/extract/VirtualTables.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

std::optional<StringRef> amorph::boundedSection(const GlobalVariable &G) {
  StringRef Name = G.getName();
  if (!G.isDeclaration())
    return std::nullopt;
  if (is_contained({"__data_start", "data_start", "edata", "_edata",
                    "__bss_start", "end", "_end"},
                   Name))
    return "";
  if (Name.consume_front("__start_") || Name.consume_front("__stop_"))
    return Name;
  return StringSwitch<std::optional<StringRef>>(Name)
      .Case("__preinit_array_start", ".preinit_array")
      .Case("__preinit_array_end", ".preinit_array")
      .Case("__init_array_start", ".init_array")
      .Case("__init_array_end", ".init_array")
      .Case("__fini_array_start", ".fini_array")
      .Case("__fini_array_end", ".fini_array")
      .Default(std::nullopt);
}

const Constant *amorph::listedForSection(const Module &M, StringRef Section) {
  auto *List = M.getNamedGlobal(Section == ".init_array"   ? "llvm.global_ctors"
                                : Section == ".fini_array" ? "llvm.global_dtors"
                                                           : "");
  return List && List->hasInitializer() ? List->getInitializer() : nullptr;
}

bool amorph::isHook(StringRef Name) {
  return is_contained({"argp_program_version_hook", "error_print_progname",
                       "obstack_alloc_failed_handler"},
                      Name);
}

bool amorph::isMetadata(const GlobalVariable &G) {
  return G.getName().starts_with("llvm.") || G.getSection() == "llvm.metadata";
}

/// The number of elements of a variable of type T that have separate slots. A
/// pointer with a variable index may point to any slot of the variable: in an
/// array of pointers to any element, but in an array of structures to any
/// field.
static uint64_t elementsApart(const Value *Site, Type *T, unsigned Limit) {
  uint64_t Count = 1;
  while (auto *A = dyn_cast<ArrayType>(T)) {
    T = A->getElementType();
    if (A->getNumElements() == 0 || A->getNumElements() > Limit / Count)
      return 1;
    Count *= A->getNumElements();
  }
  if (Count < 2 || !T->isSized() || !carries(T))
    return 1;
  bool Word = T->isPointerTy() || T->isIntegerTy(64);
  return Word || isIndexedByConstants(Site) ? Count : 1;
}

Var Variables::create(ObjectKind Kind, const Value *Site, Type *T) {
  uint64_t Elements = elementsApart(Site, T, B.Params.ArrayLimit);
  std::optional<uint32_t> Apart;
  if (Elements > 1)
    Apart = B.Layouts.ofElements(LayoutTable::element(T), Elements);
  Var First = B.newBlock(Kind, Site, T, Apart ? *Apart : B.Layouts.of(T));
  if (Apart)
    B.Out.Blocks.back().Elements = Elements;
  return First;
}

/// A string or a table of numbers whose address is insignificant. All of these
/// are one object: queries do not tell strings apart, and programs have
/// thousands.
static bool isLiteral(const GlobalVariable &G) {
  return G.hasPrivateLinkage() && G.isConstant() && G.hasGlobalUnnamedAddr() &&
         G.hasInitializer() && isa<ConstantData>(G.getInitializer());
}

Var Variables::global(const GlobalVariable &G) {
  if (const MemoryBlock *Known = B.Out.blockFor(&G))
    return Known->First;
  auto Use = [&](Var Of) {
    B.Out.BlockOfSite[&G] = B.Out.blockIndex(Of);
    return Of;
  };
  if (const LibraryModel *Model = G.isDeclaration() ? Models.find(G) : nullptr;
      Model && !Model->Is.empty() && Model->Is != G.getName())
    return Use(model(Model->Is));
  if (isLiteral(G))
    return Use(library(MemoryBlock::LiteralName));
  auto Bytes = [&] { return B.DL.getTypeAllocSize(G.getValueType()); };
  // A virtual table is an array by type only: calls use constant indices.
  if (isVirtualTable(G))
    return B.newBlock(ObjectKind::Global, &G, nullptr,
                      B.Layouts.ofWords(Bytes()));
  Var First = create(ObjectKind::Global, &G, G.getValueType());
  // Another definition may be larger.
  if (G.hasInitializer() && (B.Params.ClosedWorld || !G.isInterposable()))
    B.Out.Blocks.back().Bytes = Bytes();
  return First;
}

Var Variables::model(StringRef Name) {
  // The names of startProgram's objects do not refer to the program's
  // variables.
  bool Internal = is_contained({"argv", "argv_string", "environ_block",
                                "environ_string", MemoryBlock::LiteralName},
                               Name);
  if (const GlobalVariable *G = M.getGlobalVariable(Name);
      G && (G->isDeclaration() || isHook(Name)) && !Internal)
    return global(*G);
  return library(Name);
}

/// False for memory that is taken not to be passed on by other units: literals
/// are the module's, other units do not scan its stack, and the tables of
/// character classes are constants of the library (docs/points-to-limits.md,
/// assumption 5).
static bool isShared(StringRef Name) {
  return !is_contained({MemoryBlock::LiteralName, Variables::Frames,
                        Variables::Registers, "ctype_b", "ctype_b_table",
                        "ctype_tolower", "ctype_tolower_table", "ctype_toupper",
                        "ctype_toupper_table"},
                       Name);
}

Var Variables::library(StringRef Name) {
  auto [It, New] = OfLibrary.try_emplace(Name, 0);
  if (!New)
    return It->second;
  It->second = B.newBlock(ObjectKind::Library, nullptr, nullptr,
                          B.Layouts.single(), Name);
  // Other units call the library, too: what one of them gave to
  // pthread_setspecific, another gets from pthread_getspecific.
  if (!B.Params.ClosedWorld && isShared(Name))
    B.flow(B.Out.Unknown, B.addressOf(It->second));
  return It->second;
}

SmallVector<Var, 4> Variables::declaredOfLibrary() {
  SmallVector<Var, 4> Found;
  for (const GlobalVariable &G : M.globals())
    if (G.isDeclaration() && Models.find(G))
      Found.push_back(global(G));
  return Found;
}

Node Variables::slotAt(const Value &Address) {
  if (!Address.getType()->isPointerTy())
    return Nothing;
  APInt Offset(B.DL.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *Variable = Address.stripAndAccumulateConstantOffsets(
      B.DL, Offset, /*AllowNonInbounds=*/true);
  if (Offset.isNegative() || Offset.getLoBits(3) != 0)
    return Nothing;
  Var First;
  if (auto *G = dyn_cast<GlobalVariable>(Variable);
      G && !isMetadata(*G) && !boundedSection(*G)) {
    First = global(*G);
  } else {
    const MemoryBlock *Block = B.Out.blockFor(Variable);
    if (!isa<AllocaInst>(Variable) || !Block)
      return Nothing;
    First = Block->First;
  }
  const andersen::problem &P = B.Out.Problem;
  const andersen::block Memory = P.blocks[P.block_of[First]];
  if (Offset.uge(P.layouts[Memory.layout].size))
    return Nothing;
  return B.addressOf(First +
                     B.Layouts.slotAt(Memory.layout, Offset.getSExtValue()));
}
