//===- Models.h - What library functions do, as a readable table *- C++ -*-===//
//
// The language of models/*.models and of the user's models=FILE. A line says
// what the named functions do to pointers:
//
//   strcpy strcat: ret = arg1
//   calloc:        ret = alloc(arg1 * arg2)
//   qsort:         permute arg1, arg3; call arg4(arg1[arg3], arg1[arg3])
//
// docs/points-to.md has the grammar.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_MODELS_H
#define AMORPH_LLVM_PASS_MODELS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace amorph {

/// A pointer: arg1, ret, %local (of one call), name (the library's own
/// variable), each with a step within its block.
struct ModelPointer {
  enum BaseKind { Argument, Return, Local, Static } Base = Argument;
  unsigned Number = 0; ///< of the argument, from 0
  std::string Name;    ///< of Local and Static
  enum StepKind {
    NoStep,
    Bytes,    ///< p[N]: a multiple of N bytes further
    ByArg,    ///< p[argN]: a multiple of the constant in that argument
    Anywhere, ///< p[]: anywhere in the block
  } Step = NoStep;
  uint64_t Amount = 0; ///< Bytes: N; ByArg: the argument, from 0
};

struct ModelValue {
  enum Kind {
    Null,
    Alloc,     ///< fresh memory: one object for each call site
    Bytes,     ///< the same, known to be text or the library's own: no fields
    Pointer,   ///< P
    Deref,     ///< *P, or **P with Depth 2
    AddressOf, ///< &P.Name: the library's own variable
    Unknown,   ///< whatever unknown code knows
    Exception, ///< what is thrown
  } K = Null;
  ModelPointer P;
  unsigned Depth = 1;
  /// Alloc: the arguments (from 0) whose product is the size; empty: unknown.
  std::vector<unsigned> Size;
};

struct ModelStatement {
  enum Kind {
    Assign,  ///< Target = Source (Store: *Target = Source)
    Call,    ///< [Target =] call Callee(Arguments...)
    Copy,    ///< copy Target, Source[, argN [* argM] bytes]
    Permute, ///< permute Target, argN: elements of argN bytes change places
    Throw,   ///< throw Source
    Escape,  ///< escape Source: unknown code may keep it
  } K = Assign;
  bool HasTarget = false, Store = false;
  ModelPointer Target, Callee;
  ModelValue Source;
  std::vector<ModelValue> Arguments;
  int SizeArgument = -1;  ///< from 0; -1: unknown
  int TimesArgument = -1; ///< Copy: times this
  /// Assign: left out where this argument is a constant with all these bits.
  int UnlessArgument = -1;
  uint64_t UnlessBits = 0;
};

/// Which memory a function touches besides the library's own (errno, locale,
/// streams).
enum class LibraryEffect {
  Unknown, ///< anything that unknown code may do
  None,    ///< nothing
  Reads,   ///< reads what its arguments point to, not what that points to
  Writes,  ///< reads and writes what its arguments point to
};

/// What a function does; no statements: nothing with pointers.
struct LibraryModel {
  bool Unknown = false; ///< treat it as unknown code
  std::vector<ModelStatement> Statements;
  LibraryEffect Effect = LibraryEffect::Unknown;
  /// Effect holds as long as the buffers and callbacks of all streams are the
  /// library's own.
  bool UsesStream = false;
  bool OpensStream = false; ///< may give a stream foreign ones

  /// True if no pointer into a block is made or kept: memory gets none but what
  /// memory held, and the result is an argument, new, or what memory held.
  bool keepsNoInteriorPointer() const;
};

class LibraryModels {
  llvm::StringMap<LibraryModel> Functions;

public:
  /// Adds the lines of Text; later lines for a name replace earlier ones. The
  /// error names File, the line and what was expected.
  llvm::Error add(llvm::StringRef File, llvm::StringRef Text);
  /// Adds the models that are built in (models/*.models).
  llvm::Error addBuiltIn();
  llvm::Error addFile(llvm::StringRef Path);
  /// Null if the function is not modelled. The C library's fortified names
  /// (__strcpy_chk), ISO and LFS variants (__isoc99_sscanf, fopen64) and
  /// __builtin_ find their plain ones.
  const LibraryModel *find(llvm::StringRef Name) const;
};

} // namespace amorph

#endif
