//===- LLVMVersions.h - What differs between LLVM's releases ----*- C++ -*-===//
//
// The only place that knows the release. Everything else reads the same from
// LLVM 19 to 22; each line says what changed, and in which release.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_VERSIONS_LLVMVERSIONS_H
#define AMORPH_LLVM_PASS_VERSIONS_LLVMVERSIONS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>

// alias/RegisteredAnalysis.h rests on how these releases store an analysis.
static_assert(LLVM_VERSION_MAJOR >= 19 && LLVM_VERSION_MAJOR <= 22,
              "expected LLVM 19 to 22");

// 22: headers moved, and with them Clang's options.
#if LLVM_VERSION_MAJOR >= 22
#define AMORPH_PASS_PLUGIN_H "llvm/Plugins/PassPlugin.h"
#define AMORPH_CLANG_OPTIONS_H "clang/Options/Options.h"
#define AMORPH_CLANG_INVOCATION_H "clang/Driver/CreateInvocationFromArgs.h"
namespace clang {}
namespace amorph {
namespace clang_driver = ::clang;
}
#else
#define AMORPH_PASS_PLUGIN_H "llvm/Passes/PassPlugin.h"
#define AMORPH_CLANG_OPTIONS_H "clang/Driver/Options.h"
#define AMORPH_CLANG_INVOCATION_H "clang/Frontend/Utils.h"
namespace clang::driver {}
namespace amorph {
namespace clang_driver = ::clang::driver;
}
#endif

namespace amorph {

/// The variable steps of GEPOperator::collectOffset.
#if LLVM_VERSION_MAJOR >= 21 // 21: a small map
using VariableSteps = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableSteps = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// The debug records that describe V.
inline llvm::SmallVector<llvm::DbgVariableRecord *, 2>
debugRecordsOf(const llvm::Value &V) {
  llvm::SmallVector<llvm::DbgVariableRecord *, 2> Records;
#if LLVM_VERSION_MAJOR >= 22 // 22: records alone
  llvm::findDbgUsers(const_cast<llvm::Value *>(&V), Records);
#else
  llvm::SmallVector<llvm::DbgVariableIntrinsic *, 2> Intrinsics;
  llvm::findDbgUsers(Intrinsics, const_cast<llvm::Value *>(&V), &Records);
#endif
  return Records;
}

inline llvm::dwarf::SourceLanguage
sourceLanguage(const llvm::DICompileUnit &U) {
#if LLVM_VERSION_MAJOR >= 22 // 22: DWARF 6's names with a version apart
  const llvm::DISourceLanguageName L = U.getSourceLanguage();
  if (L.hasVersionedName())
    return llvm::dwarf::toDW_LANG(
               static_cast<llvm::dwarf::SourceLanguageName>(L.getName()),
               L.getVersion())
        .value_or(llvm::dwarf::SourceLanguage(0));
  return static_cast<llvm::dwarf::SourceLanguage>(L.getName());
#else
  return static_cast<llvm::dwarf::SourceLanguage>(U.getSourceLanguage());
#endif
}

/// 20: vectors of MMX are <1 x i64>.
inline bool isMMX([[maybe_unused]] const llvm::Type &T) {
#if LLVM_VERSION_MAJOR >= 20
  return false;
#else
  return T.isX86_MMXTy();
#endif
}

inline bool isVectorSplice(llvm::Intrinsic::ID I) {
#if LLVM_VERSION_MAJOR >= 22 // 22: one for each sign of the offset
  return I == llvm::Intrinsic::vector_splice_left ||
         I == llvm::Intrinsic::vector_splice_right;
#else
  return I == llvm::Intrinsic::vector_splice;
#endif
}

inline bool isPointerToInteger(unsigned Opcode) {
#if LLVM_VERSION_MAJOR >= 22 // 22: ptrtoaddr, without provenance
  if (Opcode == llvm::Instruction::PtrToAddr)
    return true;
#endif
  return Opcode == llvm::Instruction::PtrToInt;
}

/// An engine whose diagnostics go to Client. Options must outlive it. Templates
/// here and below, because plugins do not include Clang's headers.
template <class Instance, class DiagnosticOptions, class Client>
auto createClangDiagnostics([[maybe_unused]] llvm::vfs::FileSystem &Files,
                            DiagnosticOptions &Options, Client &To) {
#if LLVM_VERSION_MAJOR >= 21 // 21: options by reference
  return Instance::createDiagnostics(Files, Options, &To, false);
#elif LLVM_VERSION_MAJOR == 20 // 20: reads suppressions from a file
  return Instance::createDiagnostics(Files, new DiagnosticOptions(Options), &To,
                                     false);
#else
  return Instance::createDiagnostics(new DiagnosticOptions(Options), &To,
                                     false);
#endif
}

/// An instance for an invocation, which reads Files; diagnostics go to Client.
template <class Instance, class Invocation, class Client>
std::unique_ptr<Instance>
createClangInstance(std::shared_ptr<Invocation> From, Client &To,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
#if LLVM_VERSION_MAJOR >= 21 // 21: an instance is constructed with it
  auto Compiler = std::make_unique<Instance>(std::move(From));
#else
  auto Compiler = std::make_unique<Instance>();
  Compiler->setInvocation(std::move(From));
#endif
#if LLVM_VERSION_MAJOR >= 22 // 22: an instance knows its files
  Compiler->setVirtualFileSystem(std::move(Files));
  Compiler->createDiagnostics(&To, false);
  Compiler->createFileManager();
#else
#if LLVM_VERSION_MAJOR >= 20
  Compiler->createDiagnostics(*Files, &To, false);
#else
  Compiler->createDiagnostics(&To, false);
#endif
  Compiler->createFileManager(std::move(Files));
#endif
  return Compiler;
}

} // namespace amorph

#endif
