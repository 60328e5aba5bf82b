//===- AnnotateArguments.h - Attributes of arguments ------------*- C++ -*-===//
//
// For pointer arguments of functions that only direct calls in the module
// reach. Each attribute follows from what the function and all that it calls
// may do to the blocks that the argument points to:
//
//  - `readonly`, `writeonly`, `readnone`: no call of the function writes or
//    reads them, through whatever pointer;
//  - `noalias`: they are not written, or every access to them in the function
//    is through the argument, and nothing that the function calls touches them.
//
// `nonnull` and `nocapture` do not follow from sets: null is in none, and sets
// do not say when an address is stored.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_TRANSFORM_ANNOTATEARGUMENTS_H
#define AMORPH_LLVM_PASS_TRANSFORM_ANNOTATEARGUMENTS_H

namespace llvm {
class Module;
}

namespace amorph {

class AliasSnapshot;

struct ArgumentCounts {
  unsigned NoAlias = 0, ReadOnly = 0, WriteOnly = 0, ReadNone = 0;
};

ArgumentCounts annotateArguments(llvm::Module &M, AliasSnapshot &Answers);

} // namespace amorph

#endif
