//===- OutOfMemory.h - The end of a pass without memory ---------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_OUTOFMEMORY_H
#define AMORPH_LLVM_PASS_ANALYSIS_OUTOFMEMORY_H

#include <exception>
#include <new>

namespace amorph {

/// While one lives, a failed allocation or start of a thread ends the process
/// with one line and exit code 1, after LLVM has removed unfinished files.
/// LLVM's own handlers abort with a stack dump, and code without exceptions
/// cannot be unwound.
class EndWithoutMemory {
  std::new_handler NewBefore;
  std::terminate_handler TerminateBefore;

public:
  EndWithoutMemory();
  EndWithoutMemory(const EndWithoutMemory &) = delete;
  EndWithoutMemory &operator=(const EndWithoutMemory &) = delete;
  ~EndWithoutMemory();
};

} // namespace amorph

#endif
