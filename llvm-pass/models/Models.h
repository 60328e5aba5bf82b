//===- Models.h - Pointer effects of library functions ----------*- C++ -*-===//
//
// The language of models/*.models and of the user's models=FILE. A line states
// what the named functions do with pointers:
//
//   strcpy strcat: ret = arg1
//   calloc:        ret = alloc(arg1 * arg2)
//   qsort:         permute arg1, arg3; call arg4(arg1[arg3], arg1[arg3])
//
// docs/library-models.md has the grammar.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_MODELS_MODELS_H
#define AMORPH_LLVM_PASS_MODELS_MODELS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class GlobalVariable;
} // namespace llvm

namespace amorph {

/// A pointer: arg1, ret, %local (of one call) or name (a variable of the
/// library), with a step within its block.
struct ModelPointer {
  enum BaseKind { Argument, Return, Local, Static } Base = Argument;
  unsigned Number = 0; ///< of the argument, from 0
  std::string Name;    ///< of Local and Static
  enum StepKind {
    NoStep,
    Offset,   ///< p+N: plus N bytes
    Bytes,    ///< p[N]: plus any multiple of N bytes
    ByArg,    ///< p[argN]: plus any multiple of the constant in that argument
    Anywhere, ///< p[]: anywhere in the block
  } Step = NoStep;
  uint64_t Amount = 0;      ///< Offset, Bytes: N; ByArg: the argument, from 0
  bool AndAllAfter = false; ///< argN...: of a callback's arguments
};

struct ModelValue {
  enum Kind {
    Null,
    Alloc,     ///< fresh memory: one object per call site
    Bytes,     ///< fresh memory without fields: characters, or private data
    Pointer,   ///< P
    Deref,     ///< *P, or **P with Depth 2
    AddressOf, ///< &P.Name: a variable of the library
    Unknown,   ///< anything that unknown code knows
    Exception, ///< any thrown exception
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
    Permute, ///< permute Target, argN: permutes elements of argN bytes
    Throw,   ///< throw Source
    Escape,  ///< escape Source: unknown code may keep it
  } K = Assign;
  bool HasTarget = false, Store = false;
  ModelPointer Target, Callee;
  ModelValue Source;
  std::vector<ModelValue> Arguments;
  std::optional<unsigned> SizeArgument;  ///< from 0; none: unknown size
  std::optional<unsigned> TimesArgument; ///< Copy: multiplies the size
  /// Assign: does not apply if this argument is a constant with all these bits.
  std::optional<unsigned> UnlessArgument;
  uint64_t UnlessBits = 0;
};

/// The memory that a function accesses in addition to the library's own (errno,
/// locale, streams).
enum class LibraryEffect {
  Unknown, ///< anything that unknown code may access
  None,    ///< nothing
  Reads,   ///< reads its arguments' direct pointees
  Writes,  ///< reads and writes its arguments' direct pointees
};

/// The effects of a function. Without statements: nothing with pointers.
struct LibraryModel {
  bool Unknown = false; ///< treat as unknown code
  std::vector<ModelStatement> Statements;
  LibraryEffect Effect = LibraryEffect::Unknown;
  /// Effect holds provided that the buffers and callbacks of all streams are
  /// the library's own.
  bool UsesStream = false;
  bool OpensStream = false; ///< may set a stream's buffer or callback
  /// Runs the handlers of the program's own conversions. Effect holds if there
  /// are none.
  bool UsesConversions = false;
  bool RegistersConversions = false; ///< registers such handlers
  /// The argument (from 0) that is a format of scanf, by which it may store new
  /// memory (%ms) through those after it.
  std::optional<unsigned> Scans;
  std::string
      Is; ///< of a variable: the name of the same variable, if not empty
  bool BuiltIn = false; ///< not from the user's file
  /// Of a built-in model: the letters of prototypes.txt. Empty: not checked.
  llvm::StringRef Prototype;

  /// True if the function neither stores nor returns a new pointer into a
  /// block: it stores only pointers from memory, and returns an argument, fresh
  /// memory, or a pointer from memory.
  bool keepsNoInteriorPointer() const;
};

/// The name in the source of a function that the C library's headers declare
/// under a name of its own: sscanf of __isoc99_sscanf; other names as they are.
llvm::StringRef withoutStandard(llvm::StringRef Symbol);

class LibraryModels {
  /// The models read from text, and built-in ones that were looked up.
  mutable llvm::StringMap<LibraryModel> Functions;
  /// Results of named(), misses included: passes ask again and again.
  mutable llvm::StringMap<const LibraryModel *> Known;

  const LibraryModel *builtIn(llvm::StringRef Name) const;
  /// The C library's fortified names (__strcpy_chk), ISO and LFS variants
  /// (__isoc99_sscanf, fopen64) and __builtin_ find their plain ones. A
  /// built-in model (models/*.models) is parsed when it is first found, because
  /// a unit needs few of them. Not for concurrent use.
  const LibraryModel *named(llvm::StringRef Name) const;
  const LibraryModel *lookUp(llvm::StringRef Name) const;

public:
  /// Adds the lines of Text, which override built-in models; later lines for a
  /// name replace earlier ones. The error names File, the line and what was
  /// expected.
  llvm::Error add(llvm::StringRef File, llvm::StringRef Text);
  llvm::Error addFile(llvm::StringRef Path);
  /// The built-in models and those of the file; an empty path: no file.
  static llvm::Expected<std::shared_ptr<const LibraryModels>>
  read(llvm::StringRef Path);
  /// Null if the function is not modelled. A built-in model needs the library's
  /// prototype, because a program may have a function of its own with the name,
  /// and a declaration that may be treated as a builtin (-fno-builtin). Lines
  /// of the user hold for every function of the name.
  const LibraryModel *find(const llvm::Function &F) const;
  /// The same for a call of F, which or whose function may be `nobuiltin` too.
  const LibraryModel *find(const llvm::CallBase &Call,
                           const llvm::Function &F) const;
  const LibraryModel *find(const llvm::GlobalVariable &G) const;
};

} // namespace amorph

#endif
