//===- Definitions.h - Fingerprints of instructions -------------*- C++ -*-===//
//
// Fingerprints of definitions, and which definitions points-to sets follow
// from.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_DEFINITIONS_H
#define AMORPH_LLVM_PASS_ALIAS_DEFINITIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace llvm {
class GEPOperator;
class Instruction;
class Value;
} // namespace llvm

namespace amorph {

/// Mixes X into H.
uint64_t mix(uint64_t H, uint64_t X);
uint64_t mix(uint64_t H, const void *P);
/// The fingerprint of an instruction's operation, without operands.
uint64_t operation(const llvm::Instruction &I);
/// The fingerprint of a definition: its operation and operands.
uint64_t fingerprint(const llvm::Value *V);

/// True for integer arithmetic that extraction looks through to determine the
/// fields that an index leads to (factorOf, constantsOf).
bool isTransparent(const llvm::Value *V);
/// True if the index may be the address: the base is a number.
bool isIndexFromNumber(const llvm::GEPOperator &G);
/// True if update() follows the value: it may be a pointer, or computes an
/// index.
bool matters(const llvm::Instruction &I);
/// True for values that follow from their operands and from the contents that
/// memory ever has. As long as the definition is the same, so is its meaning.
bool isFunctionOfOperands(const llvm::Value *V);
/// True for pointers to memory that is new with the definition: it has no part
/// in any block.
bool isFreshMemory(const llvm::Value *V,
                   llvm::function_ref<bool(const llvm::Value *)> Allocates,
                   unsigned Depth = 0);

} // namespace amorph

#endif
