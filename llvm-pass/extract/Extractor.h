//===- Extractor.h - From LLVM IR to points-to constraints ------*- C++ -*-===//
//
// One pass over the module turns values, objects and instructions into the
// variables and constraints of andersen::problem (Andersen 1994, with byte
// offsets in place of field numbers). Its sources:
//
//   Extractor.cpp            the phases
//   ConstraintBuilder.cpp    nodes and constraints
//   ExtractGlobals.cpp       globals and unknown code
//   ExtractConstants.cpp     initialisers and constants
//   ExtractInstructions.cpp  instructions except calls
//   PointerArithmetic.cpp    address computations as steps
//   ExtractCalls.cpp         direct, indirect and library calls
//   CallCompatibility.cpp    which functions an indirect call can reach
//   ExtractIntrinsics.cpp    calls of LLVM's intrinsics
//   AllocationSites.cpp      the objects of allocations, and their types
//   Wrappers.cpp             functions that wrap an allocator
//   WrapperCalls.cpp         calls of these
//   BlockCopies.cpp          copies of memory
//   TypeFilters.cpp          the objects that an access by type can mean
//   FinishConstraints.cpp    numbering, dead variables, duplicates
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H

#include "llvm-pass/extract/AssemblyNames.h"
#include "llvm-pass/extract/CallCompatibility.h"
#include "llvm-pass/extract/ClassHierarchy.h"
#include "llvm-pass/extract/ConstraintBuilder.h"
#include "llvm-pass/extract/FunctionLayers.h"
#include "llvm-pass/extract/MemoryTypes.h"
#include "llvm-pass/extract/VirtualTables.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace amorph {

/// LLVM's own variables, which hold no data.
bool isMetadata(const llvm::GlobalVariable &G);

/// A function as its callers see it. If its address is taken, the nodes are
/// objects, so that the solver can reach them through a pointer.
struct FunctionNodes {
  Node Return = Nothing, VarArgs = Nothing;
  llvm::SmallVector<Node, 6> Params;
  Var Object = NoVar;
  /// Of a constructor: the objects that keep the tables that it stores.
  Node Constructed = Nothing;
};

class Extractor : ConstraintBuilder {
public:
  Extractor(llvm::Module &M, const ExtractionParameters &Params,
            const LibraryModels &Models, unsigned MaxArity,
            const DebugTypes *Debug, const FunctionLayers::CallTargets *Layers,
            ModuleConstraints &Out);
  void run();

private:
  //===--- Extractor.cpp --------------------------------------------------===//
  /// The block of the variable Site, of type T.
  unsigned newVariable(ObjectKind Kind, const llvm::Value *Site, llvm::Type *T);

  //===--- FinishConstraints.cpp ------------------------------------------===//
  class Finisher;
  void finish();

  //===--- ExtractGlobals.cpp ---------------------------------------------===//
  void createUnknown();
  void nakedFunction(const llvm::Function &F);
  void createGlobals();
  void globalVariable(const llvm::GlobalVariable &G);
  void externalFunction(const llvm::Function &F);
  /// The C runtime's calls of constructors and of main.
  void startProgram();
  void closeUnknown();
  /// The addresses in all frames of the stack.
  Node stack();
  void fillStack();
  unsigned blockOfGlobal(const llvm::GlobalVariable &G);
  FunctionNodes &nodesOf(const llvm::Function &F);
  Node addressOfFunction(const llvm::Function &F);
  void initialise(unsigned Block, uint64_t At, const llvm::Constant *C);
  Node constant(const llvm::Constant *C);
  Node slotOfVariable(const llvm::Value &Address);
  Node contentsOfSection(llvm::StringRef Section);
  Node constantUncached(const llvm::Constant *C);
  /// Of inttoptr: what the number points to if no pointer is computed to it.
  Node fromNumber(const llvm::Value &Number);
  Node absoluteAddress();
  /// The block of that name owned by the library or the system.
  unsigned libraryBlock(llvm::StringRef Name);
  /// The block that a library model calls Name: the module's variable if it
  /// declares one of that name, otherwise memory of the library. A variable
  /// that the module defines belongs to the program.
  unsigned modelBlock(llvm::StringRef Name);
  /// Escapes what unknown code finds without an external name: through aliases,
  /// sections (llvm.used) and the module's assembly.
  void escapeNamed();
  /// Gives everything that N holds to unknown code.
  void escape(Node N) {
    if (!Params.ClosedWorld)
      flow(Out.Unknown, N);
  }
  Node unknown() const { return Params.ClosedWorld ? Nothing : Out.Unknown; }

  //===--- ExtractInstructions.cpp ----------------------------------------===//
  /// True if a value of type T can carry a pointer: pointers, integers,
  /// floating-point numbers and vectors (unions and memory copies put pointers
  /// or parts of them there), and aggregates of these.
  bool carries(llvm::Type *T) const;
  Node value(const llvm::Value *V);
  void setValue(const llvm::Value *V, Node N) { ValueNodes[V] = N; }
  void visitFunction(llvm::Function &F);
  void visit(llvm::Instruction &I);
  // One group of instructions each; false: I is not in the group.
  bool memoryInstruction(llvm::Instruction &I);
  void storeInstruction(llvm::StoreInst &S);
  bool leavingInstruction(llvm::Instruction &I); ///< returns and exceptions
  void valueInstruction(llvm::Instruction &I);
  void atomicUpdate(llvm::AtomicRMWInst &I);
  Node binary(unsigned Opcode, const llvm::Value *A, const llvm::Value *B);
  /// An access of a T at a pointer. Aligned: the pointer is at the start of a
  /// word. By: the alignment that the instruction states. An access that may
  /// cross into the next word touches that word too.
  Node memoryLoad(Node Pointer, llvm::Type *T, bool Aligned,
                  llvm::Align By = llvm::Align(8));
  void memoryStore(Node Pointer, llvm::Type *T, Node Value, bool Aligned,
                   llvm::Align By = llvm::Align(8));
  void wordsOf(llvm::Type *T, bool Aligned, llvm::Align By,
               llvm::SmallVectorImpl<uint64_t> &Words) const;
  /// Byte offsets of the words of T that can carry a pointer.
  void carryingWords(llvm::Type *T, uint64_t At,
                     llvm::SmallVectorImpl<uint64_t> &Words) const;

  //===--- ExtractCalls.cpp -----------------------------------------------===//
  void visitCall(llvm::CallBase &CB);
  void directCall(llvm::CallBase &CB, const llvm::Function &F);
  void indirectCall(llvm::CallBase &CB, Node Callee);
  /// The functions of Callee that CB can reach.
  Node compatible(const llvm::CallBase &CB, Node Callee);
  Node filtered(Node Callee, unsigned Filter);
  /// Passes the arguments of CB to the functions of Callee.
  void passArguments(const llvm::CallBase &CB, Node Callee);
  /// A call through a pointer to functions of which some allocate.
  void allocatorPointerCall(const llvm::CallBase &CB);
  void fillFilters();
  /// The objects of Pointer that may hold member Field of an S. Within: the S
  /// begins where Pointer points, and the member lies within the object.
  Node typed(Node Pointer, llvm::StructType *S, unsigned Field, bool Within);
  /// The objects of Pointer with at least Bytes bytes from there to their end.
  Node upTo(Node Pointer, uint64_t Bytes);
  class SlotAccesses;
  std::vector<llvm::BitVector> accessesOf(const MemoryBlock &B,
                                          SlotAccesses &Known);
  void fillTypeFilters();
  /// N without the addresses in virtual tables, if these are not numbers.
  Node asNumber(Node N);
  void fillTableFilter();
  bool hasCertainType(const MemoryBlock &B) const;
  std::vector<MemoryTypes::Word> slotsOf(const MemoryBlock &B);
  void unknownCall(llvm::CallBase &CB);
  void announcedCallbacks(llvm::CallBase &CB, const llvm::Function &F);
  void libraryCall(llvm::CallBase &CB, const LibraryModel &Model);
  void inlineAssembly(llvm::CallBase &CB);
  /// A callback from a library function to the functions that Callee points to.
  Node callBack(Node Callee, llvm::ArrayRef<Node> Arguments);
  /// A call as a model sees it: from a call site or, for a library function
  /// whose address is taken, from its parameters.
  struct ModelCall {
    std::function<Node(unsigned)> Argument;
    std::function<std::optional<uint64_t>(unsigned)> Constant;
    std::function<uint64_t(unsigned)> Factor; ///< see factorOf
    const llvm::Value *Site = nullptr;
    const llvm::CallBase *Call = nullptr;  ///< the call whose result is used
    const llvm::CallBase *Inner = nullptr; ///< the call of the library function
    Node Return = Nothing;
    llvm::StringMap<Node> Locals;
  };
  void applyModel(const LibraryModel &Model, ModelCall &Call);
  void convertArguments(ModelCall &Call);
  void applyStatement(const ModelStatement &S, ModelCall &Call);
  void assignModel(const ModelStatement &S, ModelCall &Call, Node Value);
  void copyModel(const ModelStatement &S, ModelCall &Call);
  /// The contents of files, which are not followed.
  bool isUnfollowedFile(const ModelPointer &P) const {
    return !Params.FilesFollowed && P.Base == ModelPointer::Static &&
           P.Name == "file_data";
  }
  Node modelPointer(const ModelPointer &P, ModelCall &Call);
  Node modelValue(const ModelValue &V, ModelCall &Call);
  void declaredFunction(const llvm::Function &F);

  //===--- ExtractIntrinsics.cpp ------------------------------------------===//
  /// Sets the result of I, if it can carry a pointer.
  void setResult(llvm::IntrinsicInst &I, Node N);
  void intrinsicCall(llvm::IntrinsicInst &I);
  // One group of intrinsics each; false: I is not in the group.
  void ownMemoryFunction(llvm::MemIntrinsic &I);
  bool memoryIntrinsic(llvm::IntrinsicInst &I);
  bool variableArguments(llvm::IntrinsicInst &I);
  bool valueIntrinsic(llvm::IntrinsicInst &I);
  bool vectorIntrinsic(llvm::IntrinsicInst &I);
  bool trampoline(llvm::IntrinsicInst &I);
  void otherIntrinsic(llvm::IntrinsicInst &I);

  //===--- Wrappers.cpp, WrapperCalls.cpp ---------------------------------===//
  struct Wrapper {
    llvm::SmallVector<const llvm::CallBase *, 2> Allocations;
    llvm::SmallVector<unsigned, 1> Returned; ///< parameters
    struct Copy {
      const llvm::CallBase *Call, *Fresh; ///< Fresh allocates the destination
      unsigned Source, Size;              ///< arguments
    };
    llvm::SmallVector<Copy, 1> Copies;
    /// A store of a parameter, Offset bytes into the memory that Fresh
    /// allocates.
    struct Fill {
      const llvm::StoreInst *Store;
      const llvm::CallBase *Fresh;
      int64_t Offset;
    };
    llvm::SmallVector<Fill, 2> Fills;
    bool Constructs = false; ///< stores pointers into the memory, or keeps it
  };
  /// The call through which the wrapper Callee was entered; null: the code
  /// itself.
  struct Frame {
    const llvm::CallBase *Call;
    const llvm::Function *Callee;
    const Frame *Outer;
  };
  const LibraryModel *modelOf(const llvm::CallBase &CB) const;
  const LibraryModel *modelOf(const llvm::Function &F) const;
  void findPointerAllocators();
  llvm::SmallVector<const llvm::Function *, 2>
  allocatorsOf(const llvm::CallBase &CB) const;
  bool hasWrapperType(const llvm::Function &F) const;
  const Wrapper *wrapperOf(const llvm::Function &F);
  bool findAllocations(const llvm::Function &F, Wrapper &W);
  using ValueVisitor = llvm::function_ref<void(const llvm::Value *)>;
  bool keepsToItself(const Wrapper &W);
  // The same for one use of a pointer to the memory, and for one argument.
  // Push: takes values that are such pointers too.
  bool useIsPrivate(const llvm::Use &U, const Wrapper &W, ValueVisitor Push);
  bool argumentIsPrivate(const llvm::Use &U, const Wrapper &W,
                         ValueVisitor Push);
  const llvm::CallBase *freshOf(const llvm::Value *V, const Wrapper &W);
  void findCopies(const llvm::Function &F, Wrapper &W);
  void findFills(const llvm::Function &F, Wrapper &W);
  void fillAtSite(const llvm::CallBase &Fresh, Node N, const Frame *Here);
  bool isWrapped(const llvm::CallBase &CB);
  bool allocatorCall(llvm::CallBase &CB);
  void finishAllocatorCalls();
  /// The slot of an allocator that leads to the results of calls through
  /// pointers; surplus arguments are in the slots before it.
  unsigned fromAllocatorSlot() const { return FirstParamSlot + MaxArity; }
  Node ifReached(const llvm::CallBase &CB, const llvm::Function &F,
                 Node Result);
  Node ifReached(const llvm::CallBase &CB, const llvm::Function &F,
                 const Frame *Outer, Node Result);
  Node allocationAt(const llvm::CallBase &CB, const Frame *Outer,
                    const llvm::CallBase &Site);
  Node allocationIn(const llvm::Function &F, const llvm::CallBase &CB,
                    const Frame *Outer, const llvm::CallBase &Site);
  static const llvm::Value *resolve(const llvm::Value *V, const Frame *&F);
  Node valueIn(const llvm::Value *V, const Frame *F);
  static std::optional<uint64_t> constantOf(const llvm::Value *V,
                                            const Frame *F, unsigned Depth = 0);

  //===--- PointerArithmetic.cpp, AllocationSites.cpp, BlockCopies.cpp ----===//
  uint64_t elementsApart(const llvm::Value *Site, llvm::Type *T) const;
  Node gep(const llvm::GEPOperator &G, Node Base);
  Node fromPointer(const llvm::GEPOperator &G, Node Base);
  Node gep(const llvm::GEPOperator &G, Node Base, const llvm::Value *Choice,
           const llvm::Constant *Chosen);
  /// A number that divides every value of the integer V (1: unknown), extended
  /// to 64 bits with or without sign.
  static uint64_t factorOf(const llvm::Value *V, const Frame *F = nullptr,
                           unsigned Depth = 0, bool Signed = true);
  bool isAligned(const llvm::Value *Pointer) const;
  /// True if the address is only used for accesses and further address
  /// computations. A memory copy, say, could move adjacent bytes to another
  /// position within a word.
  bool isUsedInPlace(const llvm::GEPOperator &G) const;
  /// The object of an allocation site. Size: the arguments whose product is its
  /// size.
  Var allocate(ModelCall &Call, const std::vector<unsigned> &Size);
  llvm::Type *inferElement(const llvm::Value *Site, bool &Fields);
  llvm::Type *inferDeclared(const llvm::Value *Site,
                            std::optional<uint64_t> Size, bool &Fields);
  llvm::ArrayRef<const llvm::LoadInst *> loadsOf(llvm::StructType *S,
                                                 uint64_t At);
  void copyBytes(Node Dst, Node Src, uint64_t Bytes);
  void copyBlock(Node Dst, Node Src, const llvm::Value *Size,
                 const llvm::Value *SrcValue, const Frame *F = nullptr);
  void copySized(Node Dst, Node Src, std::optional<uint64_t> Bytes,
                 uint64_t Factor);
  void copyElements(Node Dst, Node Src, uint64_t Element);
  static constexpr uint64_t MaxCopyWords = 1024;
  static constexpr uint64_t UnknownHeapBytes = 256;
  static constexpr uint64_t MaxHeapWords = 512;

  llvm::Module &M;
  const LibraryModels &Models;
  AssemblyNames Assembly;
  CallFilters Filters;
  const FunctionLayers::CallTargets *Layers;
  /// Null: nothing is known.
  const CallFilters::FunctionList *layerOf(const llvm::CallBase &CB) const {
    return Layers ? Layers->Of.lookup(&CB) : nullptr;
  }
  MemoryTypes Types;
  std::optional<VirtualTables> Tables;
  std::optional<ClassHierarchy> Classes;
  static constexpr unsigned TypeFilterBit = 1u << 30;
  static constexpr unsigned NoTablesFilter = 1u << 29;

  const unsigned MaxArity; ///< maximum over all calls and functions
  Node Empty = Nothing;    ///< the node of pointers that hold nothing

  llvm::DenseMap<const llvm::Value *, Node> ValueNodes;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<FunctionNodes>>
      Functions;
  llvm::DenseSet<const llvm::Function *> DeclaredDone;
  llvm::SmallVector<const llvm::Function *> DeclaredQueue;
  llvm::DenseMap<std::pair<Node, unsigned>, Node> Filtered;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Wrapper>> Wrappers;
  std::vector<const llvm::CallBase *> AllocatorCalls;
  /// Functions that allocate and whose address is taken, by type.
  llvm::DenseMap<const llvm::FunctionType *,
                 llvm::SmallVector<const llvm::Function *, 2>>
      PointerAllocators;
  llvm::DenseSet<const llvm::Function *> IsPointerAllocator; ///< the same
  /// What these return to calls through pointers, one result for each.
  llvm::MapVector<const llvm::Function *, std::vector<Node>> FromAllocator;
  std::map<const llvm::Function *, CallFilters::FunctionList> AloneInList;
  llvm::DenseMap<const llvm::CallBase *, Node> PointerOfCall;
  /// What a call through a pointer returns from other functions than these.
  llvm::DenseMap<const llvm::CallBase *, Node> OtherResults;
  /// Copies and stores in wrappers that are modelled at the wrappers' calls.
  llvm::DenseSet<const llvm::Instruction *> DoneAtSites;
  /// The allocating call in the constructor being modelled, or null.
  const llvm::CallBase *Constructed = nullptr;
  llvm::DenseMap<std::pair<llvm::StructType *, uint64_t>,
                 llvm::SmallVector<const llvm::LoadInst *, 2>>
      MemberLoads;
  bool MemberLoadsKnown = false;
  llvm::StringMap<unsigned> LibraryBlocks;
  Node Stack = Nothing; ///< the frames, if the module asks for one
  llvm::SmallVector<llvm::PHINode *> Phis;
  std::vector<std::pair<const llvm::CallBase *, Node>> IndirectCalls;
  std::vector<std::pair<const llvm::Value *, Node>> CallBacks;

  FunctionNodes *Current = nullptr; ///< the function being visited
};

/// Extracts the constraints of a module.
class ConstraintExtraction {
public:
  /// Models: the built-in ones and those of P. MemoryLimit: as of
  /// FunctionLayers.
  ConstraintExtraction(llvm::Module &M, const ExtractionParameters &P,
                       std::shared_ptr<const LibraryModels> Models,
                       uint64_t MemoryLimit);
  ModuleConstraints extract();

private:
  llvm::Module &M;
  const ExtractionParameters &P;
  const std::shared_ptr<const LibraryModels> Models;
  const uint64_t MemoryLimit;
  const unsigned MaxArity;
};

} // namespace amorph

#endif
