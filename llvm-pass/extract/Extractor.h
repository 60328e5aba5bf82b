//===- Extractor.h - From LLVM IR to points-to constraints ------*- C++ -*-===//
//
// One pass over the module that turns each value, object and instruction into
// variables and constraints of andersen::problem. Split by idea:
//
//   Extractor.cpp            nodes, constraints, the order of things, the end
//   ExtractGlobals.cpp       globals, initialisers, constants, unknown code
//   ExtractInstructions.cpp  everything in a function but calls
//   ExtractCalls.cpp         direct, indirect and library calls, intrinsics
//   ExtractWrappers.cpp      functions that wrap an allocator
//   ExtractMemory.cpp        allocation sites, block copies, GEP arithmetic
//
// While it runs, a node is an object id, or a variable's index with VarBit;
// finish() numbers the variables after the objects. Much is folded as it is
// built: a load from a known address is the object's own node, the result of a
// direct call is the callee's return node, equal steps from equal pointers are
// one node. The solver would find all that; not building it is cheaper.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H
#define AMORPH_LLVM_PASS_EXTRACT_EXTRACTOR_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "llvm-pass/extract/Layout.h"
#include "llvm-pass/extract/ModuleConstraints.h"
#include "llvm-pass/models/Models.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <functional>
#include <memory>
#include <optional>

namespace amorph {

using Node = uint32_t;
inline constexpr Node VarBit = 0x80000000u;
inline constexpr Node Nothing = 0xffffffffu; ///< holds no pointer

/// What a function looks like from its callers. The nodes are objects if its
/// address is taken, so that the solver can reach them from a pointer.
struct FunctionNodes {
  Node Return = Nothing, VarArgs = Nothing;
  llvm::SmallVector<Node, 6> Params;
  Var Object = NoVar;
};

class Extractor {
public:
  Extractor(llvm::Module &M, const ExtractionParameters &Params,
            const LibraryModels &Models, ModuleConstraints &Out);
  void run();

private:
  //===--- Extractor.cpp: nodes and constraints ---------------------------===//
  Node newVar() { return VarBit | NextVar++; }
  /// A block of objects; Layout for memory, none for a function.
  unsigned newBlock(ObjectKind Kind, const llvm::Value *Site, llvm::Type *T,
                    std::optional<uint32_t> Layout, unsigned Count,
                    llvm::StringRef Name = "");
  /// The block of a variable of type T, which Site is.
  unsigned newVariable(ObjectKind Kind, const llvm::Value *Site, llvm::Type *T);
  Var firstOf(unsigned Block) const { return Out.Blocks[Block].First; }
  /// The node whose only content is &Object.
  Node addressOf(Var Object);
  /// If N is addressOf(O): O.
  std::optional<Var> addressIn(Node N) const;
  void add(andersen::kind K, Node Dst, Node Src, int64_t Offset = 0,
           uint32_t Stride = 0);
  /// Dst holds what Src holds.
  void flow(Node Dst, Node Src);
  /// One node that holds what all of Sources hold.
  Node join(llvm::ArrayRef<Node> Sources);
  Node load(Node Pointer);
  void store(Node Pointer, Node Value);
  /// Pointer + Offset bytes + any multiple of Stride. Aligned: the pointer is
  /// at the start of a word. Else a step that is no whole number of words may
  /// end in one of two words, and both are taken.
  Node step(Node Pointer, int64_t Offset, uint32_t Stride,
            bool Aligned = false);
  Node stepExact(Node Pointer, int64_t Offset, uint32_t Stride);
  Node anywhere(Node Pointer) {
    return stepExact(Pointer, 0, andersen::any_stride);
  }
  /// What arithmetic may make of what N holds: any place in the same blocks,
  /// and the same functions (which have no places).
  Node mixed(Node N);
  /// The same of several operands; nothing if none can hold a pointer.
  Node mix(llvm::ArrayRef<Node> Operands);
  /// The address of slot Index of the functions that Pointer points to.
  Node functionSlot(Node Pointer, unsigned Index);
  void finish();
  void sortConstraints();

  //===--- ExtractGlobals.cpp ---------------------------------------------===//
  void createUnknown();
  void createGlobals();
  void closeUnknown();
  unsigned blockOfGlobal(const llvm::GlobalVariable &G);
  FunctionNodes &nodesOf(const llvm::Function &F);
  Node addressOfFunction(const llvm::Function &F);
  void initialise(unsigned Block, uint64_t At, const llvm::Constant *C);
  Node constant(const llvm::Constant *C);
  Node placeInVariable(const llvm::Value &Address);
  Node constantUncached(const llvm::Constant *C);
  /// Memory of the library, or of the system, of that name.
  unsigned libraryBlock(llvm::StringRef Name);
  /// The object that a library model calls Name: the module's variable of that
  /// name if it declares one, else memory of the library. A variable that the
  /// module defines is the program's own.
  unsigned modelBlock(llvm::StringRef Name);
  /// Lets unknown code have what it finds by other means than an external
  /// name: through aliases, sections (llvm.used) and the module's assembly.
  void escapeNamed();
  /// Unknown code may get hold of what N holds.
  void escape(Node N) {
    if (!Params.ClosedWorld)
      flow(Out.Unknown, N);
  }
  Node unknown() const { return Params.ClosedWorld ? Nothing : Out.Unknown; }

  //===--- ExtractInstructions.cpp ----------------------------------------===//
  /// True if a value of type T can carry a pointer: pointers, integers,
  /// floating-point numbers and vectors (unions and memory copies put pointers
  /// or parts of them there), and what is made of these.
  bool carries(llvm::Type *T) const;
  Node value(const llvm::Value *V);
  void setValue(const llvm::Value *V, Node N) { ValueNodes[V] = N; }
  void visitFunction(llvm::Function &F);
  void visit(llvm::Instruction &I);
  Node binary(unsigned Opcode, const llvm::Value *A, const llvm::Value *B);
  /// An access of a T at a pointer (Aligned: that is at the start of a word;
  /// By: what its own instruction promises). One that may cross into the next
  /// word touches that too: it moves a part of the pointer there.
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
  void unknownCall(llvm::CallBase &CB);
  void intrinsicCall(llvm::IntrinsicInst &I);
  /// A call that a library makes, to whatever Callee points to.
  Node callBack(Node Callee, llvm::ArrayRef<Node> Arguments);
  /// A call as a model sees it: from a call site, or, for a library function
  /// whose address is taken, from its parameters.
  struct ModelCall {
    std::function<Node(unsigned)> Argument;
    std::function<std::optional<uint64_t>(unsigned)> Constant;
    std::function<uint64_t(unsigned)> Factor; ///< see factorOf
    const llvm::Value *Site = nullptr;
    const llvm::CallBase *Call = nullptr;  ///< whose result is used
    const llvm::CallBase *Inner = nullptr; ///< that calls the library
    Node Return = Nothing;
    llvm::StringMap<Node> Locals;
  };
  void applyModel(const LibraryModel &Model, ModelCall &Call);
  Node modelPointer(const ModelPointer &P, ModelCall &Call);
  Node modelValue(const ModelValue &V, ModelCall &Call);
  void declaredFunction(const llvm::Function &F);

  //===--- ExtractWrappers.cpp --------------------------------------------===//
  struct Wrapper {
    llvm::SmallVector<const llvm::CallBase *, 2> Allocations;
    llvm::SmallVector<unsigned, 1> Returned; ///< parameters
    struct Copy {
      const llvm::CallBase *Call, *Fresh; ///< copies into what Fresh allocates
      unsigned Source, Size;              ///< arguments
    };
    llvm::SmallVector<Copy, 1> Copies;
    /// Stores of a parameter, Offset bytes into what Fresh allocates.
    struct Fill {
      const llvm::StoreInst *Store;
      const llvm::CallBase *Fresh;
      int64_t Offset;
    };
    llvm::SmallVector<Fill, 2> Fills;
    bool Constructs = false; ///< stores pointers into it, or keeps it
  };
  /// Where a wrapper was called from; null: the code at hand itself.
  struct Frame {
    const llvm::CallBase *Call;
    const Frame *Outer;
  };
  const LibraryModel *modelOf(const llvm::CallBase &CB) const;
  const Wrapper *wrapperOf(const llvm::Function &F);
  bool findAllocations(const llvm::Function &F, Wrapper &W);
  bool keepsToItself(const Wrapper &W);
  const llvm::CallBase *freshOf(const llvm::Value *V, const Wrapper &W);
  void findCopies(const llvm::Function &F, Wrapper &W);
  void findFills(const llvm::Function &F, Wrapper &W);
  void fillAtSite(const llvm::CallBase &Fresh, Node N, const Frame *Here);
  bool isWrapped(const llvm::CallBase &CB);
  bool allocatorCall(llvm::CallBase &CB);
  void finishAllocatorCalls();
  Node allocationAt(const llvm::CallBase &CB, const Frame *Outer,
                    const llvm::CallBase &Site);
  static const llvm::Value *resolve(const llvm::Value *V, const Frame *&F);
  Node valueIn(const llvm::Value *V, const Frame *F);
  static std::optional<uint64_t> constantOf(const llvm::Value *V,
                                            const Frame *F, unsigned Depth = 0);

  //===--- ExtractMemory.cpp ----------------------------------------------===//
  uint64_t elementsApart(const llvm::Value *Site, llvm::Type *T) const;
  Node gep(const llvm::GEPOperator &G, Node Base);
  Node gep(const llvm::GEPOperator &G, Node Base, const llvm::Value *Choice,
           const llvm::Constant *Chosen);
  /// A number that every value of the integer V is a multiple of (1: unknown),
  /// V extended to 64 bits as Signed says.
  static uint64_t factorOf(const llvm::Value *V, const Frame *F = nullptr,
                           unsigned Depth = 0, bool Signed = true);
  bool isAligned(const llvm::Value *Pointer) const;
  /// True if the address is used for accesses of what is there, and for
  /// addresses at other distances, and is not handed on: to a copy of memory,
  /// say, which may bring what is beside it into another place of a word.
  bool isUsedInPlace(const llvm::GEPOperator &G) const;
  /// The object of an allocation site; Size: the arguments of its size.
  Var allocate(ModelCall &Call, const std::vector<unsigned> &Size);
  llvm::Type *inferElement(const llvm::Value *Site, bool &Fields) const;
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
  const llvm::DataLayout &DL;
  const ExtractionParameters &Params;
  const LibraryModels &Models;
  ModuleConstraints &Out;
  andersen::problem &P;
  LayoutTable Layouts;

  uint32_t NextVar = 0;
  unsigned MaxArity = 0; ///< of any call or function of the module
  Node Empty = Nothing;  ///< of pointers that hold nothing

  llvm::DenseMap<const llvm::Value *, Node> ValueNodes;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<FunctionNodes>>
      Functions;
  llvm::DenseSet<const llvm::Function *> DeclaredDone;
  llvm::SmallVector<const llvm::Function *> DeclaredQueue;
  llvm::DenseMap<Var, Node> AddressNodes;
  llvm::DenseMap<Node, Var> AddressOfNode;
  llvm::DenseMap<Node, Node> Loads;
  llvm::DenseMap<std::pair<Node, std::pair<int64_t, uint32_t>>, Node> Steps;
  llvm::DenseMap<std::pair<Node, unsigned>, Node> FunctionSlots;
  llvm::DenseMap<Node, Node> Mixed;
  llvm::DenseSet<Node> IsMixed; ///< mixed() of these is what they are
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Wrapper>> Wrappers;
  std::vector<const llvm::CallBase *> AllocatorCalls;
  /// Copies and stores of wrappers that are made where these are called.
  llvm::DenseSet<const llvm::Instruction *> DoneAtSites;
  /// The call of a constructor whose result it fills.
  const llvm::CallBase *Constructed = nullptr;
  llvm::StringMap<unsigned> LibraryBlocks;
  llvm::SmallVector<llvm::PHINode *> Phis;
  std::vector<std::pair<const llvm::CallBase *, Node>> IndirectCalls;
  std::vector<std::pair<const llvm::Value *, Node>> CallBacks;

  // The function being visited, and what constraints are made for.
  FunctionNodes *Current = nullptr;
  const llvm::Value *Origin = nullptr;
};

/// Extracts the constraints of M. The error is one of a file of models.
llvm::Error extractConstraints(llvm::Module &M, const ExtractionParameters &P,
                               ModuleConstraints &Out);

} // namespace amorph

#endif
