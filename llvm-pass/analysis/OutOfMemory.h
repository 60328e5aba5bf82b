//===- OutOfMemory.h - The end of a pass without memory ---------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_ANALYSIS_OUTOFMEMORY_H
#define AMORPH_LLVM_PASS_ANALYSIS_OUTOFMEMORY_H

namespace amorph {

/// While one lives, a failed allocation or start of a thread ends the process
/// with one line and exit code 1, after LLVM has removed unfinished files.
/// LLVM's own handlers abort with a stack dump, and code without exceptions
/// cannot be unwound. Several may live at once, in any threads; the program's
/// handlers are restored when the last one ends.
class EndWithoutMemory {
public:
  EndWithoutMemory();
  EndWithoutMemory(const EndWithoutMemory &) = delete;
  EndWithoutMemory &operator=(const EndWithoutMemory &) = delete;
  ~EndWithoutMemory();
};

} // namespace amorph

#endif
