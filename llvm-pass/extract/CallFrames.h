//===- CallFrames.h - Values in code entered by calls -----------*- C++ -*-===//
//
// A wrapper of an allocator is modelled once for each path of calls to it.
// Within it, parameters stand for the arguments of these calls.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CALLFRAMES_H
#define AMORPH_LLVM_PASS_EXTRACT_CALLFRAMES_H

#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>

namespace amorph {

/// The call through which the wrapper Callee was entered; null: the code
/// itself.
struct Frame {
  const llvm::CallBase *Call;
  const llvm::Function *Callee;
  const Frame *Outer;
};

/// Replaces the parameters of wrappers by the arguments of their calls. F
/// becomes the frame of the result.
const llvm::Value *resolve(const llvm::Value *V, const Frame *&F);
/// The value of the integer V, if it is a constant.
std::optional<uint64_t>
constantOf(const llvm::Value *V, const Frame *F = nullptr, unsigned Depth = 0);
/// A number that divides every value of the integer V (1: unknown), extended
/// to 64 bits with or without sign.
uint64_t factorOf(const llvm::Value *V, const Frame *F = nullptr,
                  unsigned Depth = 0, bool Signed = true);

} // namespace amorph

#endif
