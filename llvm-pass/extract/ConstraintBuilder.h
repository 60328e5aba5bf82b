//===- ConstraintBuilder.h - Nodes and constraints ------------------------===//
//
// The operations that extraction is written in: flow, load, store, step.
//
// During extraction, a node is an object id, or a variable's index with VarBit;
// finish() (FinishConstraints.cpp) numbers the variables after the objects.
// Many constraints are folded as they are built: a load from a known address is
// the object's node, the result of a direct call is the callee's return node
// (not with contexts), and equal steps from equal pointers are one node. The
// solver's offline substitution would find these, but constraints that are
// never built cost nothing.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_EXTRACT_CONSTRAINTBUILDER_H
#define AMORPH_LLVM_PASS_EXTRACT_CONSTRAINTBUILDER_H

#include "llvm-pass/extract/ExtractionParameters.h"
#include "llvm-pass/extract/Layout.h"
#include "llvm-pass/extract/ModuleConstraints.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <vector>

namespace amorph {

using Node = uint32_t;
inline constexpr Node VarBit = 0x80000000u;
inline constexpr Node Nothing = 0xffffffffu; ///< holds no pointer

class ConstraintBuilder {
public:
  ConstraintBuilder(const llvm::DataLayout &DL,
                    const ExtractionParameters &Params, ModuleConstraints &Out);

  /// A variable of the current owner.
  Node newVar() { return newVarOf(Owner); }
  Node newVarOf(uint32_t Function) {
    AddressIn.push_back(NoVar);
    if (Recording)
      OwnerOfVar.push_back(Function);
    return VarBit | Node(AddressIn.size() - 1);
  }
  /// A block of memory, by its first object.
  Var newBlock(ObjectKind Kind, const llvm::Value *Site, llvm::Type *T,
               uint32_t Layout, llvm::StringRef Name = "");
  /// A block of Count objects that only functionSlot tells apart. Steps stay in
  /// the object Memory, if there is one.
  Var newSlots(ObjectKind Kind, const llvm::Value *Site, unsigned Count,
               std::optional<unsigned> Memory = std::nullopt);
  /// The node that holds &Object and nothing else.
  Node addressOf(Var Object);
  /// O if N is addressOf(O).
  std::optional<Var> addressIn(Node N) const;
  void add(andersen::kind K, Node Dst, Node Src, int64_t Offset = 0,
           uint32_t Stride = 0);
  /// Copies everything that Src holds to Dst.
  void flow(Node Dst, Node Src);
  /// The node that holds the union of Sources.
  Node join(llvm::ArrayRef<Node> Sources);
  Node load(Node Pointer);
  void store(Node Pointer, Node Value);
  /// Pointer + Offset bytes + any multiple of Stride. Aligned: the pointer is
  /// at the start of a word. Otherwise a step by a partial word may end in
  /// either of two words, and the result holds both.
  Node step(Node Pointer, int64_t Offset, uint32_t Stride,
            bool Aligned = false);
  Node stepExact(Node Pointer, int64_t Offset, uint32_t Stride);
  Node anywhere(Node Pointer) {
    return stepExact(Pointer, 0, andersen::any_stride);
  }
  /// The possible results of arithmetic on N: any slot of the same blocks, and
  /// the same functions, which have no slots to step to.
  Node mixed(Node N);
  /// The same for several operands; Nothing if none can hold a pointer.
  Node mix(llvm::ArrayRef<Node> Operands);
  /// The address of slot Index of the functions that Pointer points to.
  Node functionSlot(Node Pointer, unsigned Index);
  /// The objects of Pointer that pass the filter.
  Node filtered(Node Pointer, unsigned Filter) {
    return derive(andersen::kind::filter, Pointer, Filter);
  }
  unsigned filters() const { return Out.Problem.filters.size(); }
  /// The next filter, which these objects pass.
  void addFilter(andersen::object_runs Passing) {
    Out.Problem.filters.push_back(std::move(Passing));
  }
  /// Gives each filter that constraints name another number.
  void numberFilters(llvm::function_ref<unsigned(unsigned)> NumberOf);

  /// Records for contexts (ModuleConstraints::Calls) which variables belong to
  /// activations of these functions; all others are shared by all activations.
  void recordCalls(llvm::ArrayRef<const llvm::Function *> Functions);
  bool recordsCalls() const { return Recording; }
  /// The number of a function whose activations have variables of their own;
  /// NoFunction: they share them.
  static constexpr uint32_t NoFunction = andersen::none;
  uint32_t numberOf(const llvm::Function *F) const {
    auto It = NumberOf.find(F);
    return It == NumberOf.end() ? NoFunction : It->second;
  }
  /// The number of a new call; Callee: null if it is called through a pointer.
  uint32_t newCall(const llvm::CallBase &CB, const llvm::Function *Callee);
  /// As flow, between two activations. Every flow from a variable of one to a
  /// variable of another one must be such, if both have the same owner.
  using Role = andersen::call_structure::role;
  void bind(Role How, uint32_t Call, Node Dst, Node Src);
  /// The owner of new variables, until the end of the scope.
  class Scope {
    ConstraintBuilder &B;
    const uint32_t Outer;

  public:
    Scope(ConstraintBuilder &B, const llvm::Function *F)
        : B(B), Outer(B.Owner) {
      B.Owner = F ? B.numberOf(F) : NoFunction;
    }
    ~Scope() { B.Owner = Outer; }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
  };

  /// Drops dead variables, numbers the others, and fills in the maps of Out
  /// from IR to variables. Until then these have nodes.
  void finish(const llvm::DenseMap<const llvm::Value *, Node> &Values);

  const llvm::DataLayout &DL;
  const ExtractionParameters &Params;
  ModuleConstraints &Out;
  LayoutTable Layouts;
  const llvm::Value *Origin = nullptr; ///< of new constraints

private:
  uint32_t ownerOf(Node N) const;
  void finishCalls();

  /// The node of a constraint of that kind from the node From.
  Node derive(andersen::kind K, Node From, int64_t Offset = 0,
              uint32_t Stride = 0);

  /// By variable: the object whose address it holds; NoVar: it is another.
  std::vector<Var> AddressIn;
  llvm::DenseMap<Var, Node> AddressNodes;
  /// By kind and node, and by offset and stride.
  llvm::DenseMap<std::pair<uint64_t, std::pair<int64_t, uint32_t>>, Node>
      Derived;
  llvm::DenseMap<Node, Node> Mixed; ///< mixed(N), which may be N

  bool Recording = false;
  uint32_t Owner = NoFunction;
  andersen::call_structure::binding Binding; ///< of new constraints
  llvm::DenseMap<const llvm::Function *, uint32_t> NumberOf;
  std::vector<uint32_t> OwnerOfVar;
};

} // namespace amorph

#endif
