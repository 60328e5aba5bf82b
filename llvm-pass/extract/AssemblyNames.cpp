//===- AssemblyNames.cpp - Symbols named by assembly ----------------------===//
#include "llvm-pass/extract/AssemblyNames.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace amorph;

static bool isOfWord(char C) { return isAlnum(C) || C == '_' || C == '.'; }

AssemblyNames::AssemblyNames(const Module &M) : Text(M.getModuleInlineAsm()) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (auto *Asm = dyn_cast<InlineAsm>(CB->getCalledOperand())) {
          SmallVector<StringRef, 8> Parts; // between dollars, which are doubled
          StringRef(Asm->getAsmString()).split(Parts, "$$");
          (Text += '\n') += join(Parts, "$");
        }
  StringRef Rest = Text;
  while (!(Rest = Rest.drop_until(isOfWord)).empty()) {
    StringRef Word = Rest.take_while(isOfWord);
    Words.insert(Word);
    Rest = Rest.drop_front(Word.size());
  }
}

bool AssemblyNames::names(const GlobalValue &G) const {
  StringRef Name = G.getName();
  return all_of(Name, isOfWord) ? Words.contains(Name)
                                : StringRef(Text).contains(Name);
}
