//===- ExtractionParameters.h - How IR becomes constraints ------*- C++ -*-===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTIONPARAMETERS_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTIONPARAMETERS_H

#include <cstdint>
#include <string>

namespace amorph {

/// Which functions that return fresh memory are treated as allocation sites at
/// their calls.
enum class WrapperModel : uint8_t {
  None,         ///< none: all memory that a function allocates is one block
  Allocators,   ///< functions that only check, fill and return it
  Constructors, ///< also functions that store pointers into it, or keep it
};

/// Which functions a call through a pointer may reach, of those that the
/// pointer may point to.
enum class CallRule : uint8_t {
  Any,    ///< all
  Abi,    ///< those that find their arguments in the registers, or the memory,
          ///< where the call passes them, and return in the register where the
          ///< call expects the result
  Types,  ///< those of the call's own function type
  Source, ///< of these, where the source's types of both are known, those whose
          ///< pointers may point to the same types
};

/// The parameters that determine the constraints of a module.
struct ExtractionParameters {
  static constexpr unsigned MaxFieldLimit = 16384;

  bool ClosedWorld = false;
  CallRule Calls = CallRule::Any;
  bool FilesFollowed = true; ///< data written to a file may be read from any
  bool Fields = true;
  WrapperModel Wrappers = WrapperModel::Allocators;
  bool AllocatorPointers = false; ///< also allocators called through pointers
  bool WholeArithmetic = false; ///< numbers computed from parts hold no pointer
  bool Layers = false; ///< function pointers stay in the members of a struct
  bool TypedAccesses = false;  ///< members of unrelated structs do not overlap
  bool TypedVariables = false; ///< so are those of variables
  bool TypedMemory = false;    ///< members are accessed where they are declared
  bool KnownBounds = false;    ///< no member lies past the end of its memory
  bool VirtualTables = false;  ///< used as the C++ ABI says
  bool HeapTypes = true;
  unsigned FieldLimit = MaxFieldLimit; ///< slots per block
  unsigned ArrayLimit = 0; ///< length of arrays with a slot per element
  /// An absolute address (a device's register) points to an object that all of
  /// them share, and that unknown code knows; else to none.
  bool AbsoluteAddresses = false;
  bool Origins = false;  ///< record the origin of each constraint
  bool Contexts = false; ///< record which activation a variable belongs to
  std::string Models;    ///< file of additional library models; may be empty

  bool operator==(const ExtractionParameters &) const = default;
};

} // namespace amorph

#endif
