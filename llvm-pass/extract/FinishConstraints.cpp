//===- FinishConstraints.cpp - Numbers variables, drops dead ones ---------===//
//
// The last phase of extraction. Integers are tracked because pointers pass
// through them, but most never become pointers again: variables from which no
// pointer is ever used are dropped, by a backward search over the constraints.
// The others are numbered after the objects; constraints are sorted, and
// duplicates removed. This is dead-variable elimination, not the solver's
// offline substitution: it needs to know which IR values are pointers.
//
//===----------------------------------------------------------------------===//
#include "llvm-pass/extract/ConstraintBuilder.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace amorph;
using andersen::kind;

namespace {

class Finisher {
  ModuleConstraints &Out;
  andersen::problem &P;
  const DenseMap<const Value *, Node> &Values;
  const uint32_t Objects, Total;

  /// Reverse edges: the variables that V takes its pointers from are
  /// Sources[Begin[V]] .. Sources[Begin[V + 1]].
  std::vector<uint32_t> Begin, Sources;
  std::vector<uint8_t> Live;
  std::vector<uint32_t> Work; ///< live variables whose sources are not marked
  std::vector<uint32_t> Id;   ///< of live variables; others: NoVar

  /// A node as an index: objects first, then variables.
  uint32_t index(Node N) const {
    return N & VarBit ? Objects + (N & ~VarBit) : N;
  }

public:
  Finisher(ModuleConstraints &Out, const DenseMap<const Value *, Node> &Values,
           uint32_t Variables)
      : Out(Out), P(Out.Problem), Values(Values), Objects(P.objects),
        Total(P.objects + Variables) {}

  void run() {
    for (andersen::constraint &C : P.constraints) {
      C.dst = index(C.dst);
      C.src = index(C.src);
    }
    collectSources();
    markUsed();
    markSources();
    numberLive();
    dropDead();
    sortConstraints();
    publish();
  }

private:
  void collectSources() {
    auto IsEdge = [](const andersen::constraint &C) {
      return C.type != kind::address_of && C.type != kind::store;
    };
    Begin.assign(Total + 1, 0);
    for (auto &C : P.constraints)
      if (IsEdge(C))
        ++Begin[C.dst + 1];
    std::partial_sum(Begin.begin(), Begin.end(), Begin.begin());
    Sources.resize(Begin[Total]);
    std::vector<uint32_t> Next(Begin.begin(), Begin.end() - 1);
    for (auto &C : P.constraints)
      if (IsEdge(C))
        Sources[Next[C.dst]++] = C.src;
  }

  void mark(uint32_t V) {
    if (!Live[V]) {
      Live[V] = 1;
      Work.push_back(V);
    }
  }
  void markNode(Node N) {
    if (N != Nothing)
      mark(index(N));
  }

  /// Marks what is used as a pointer: memory, pointer-typed values, targets of
  /// stores and calls.
  void markUsed() {
    Live.assign(Total, 0);
    for (uint32_t V = 0; V != Objects; ++V)
      mark(V);
    markNode(Out.Exception);
    for (auto &C : P.constraints)
      if (C.type == kind::store) {
        mark(C.dst);
        mark(C.src); // memory is live, and so are its contents
      }
    for (auto &[V, N] : Values)
      if (V->getType()->isPtrOrPtrVectorTy())
        markNode(N);
    for (auto &[CB, N] : Out.IndirectCalls)
      markNode(N);
    for (auto &[Site, N] : Out.CallBacks)
      markNode(N);
    for (auto &Write : Out.FileWrites)
      markNode(Write.Held);
  }

  void markSources() {
    while (!Work.empty()) {
      uint32_t V = Work.back();
      Work.pop_back();
      for (uint32_t E = Begin[V]; E != Begin[V + 1]; ++E)
        mark(Sources[E]);
    }
  }

  void numberLive() {
    Id.assign(Total, NoVar);
    P.variables = 0;
    for (uint32_t V = 0; V != Total; ++V)
      if (Live[V])
        Id[V] = P.variables++;
  }

  void dropDead() {
    auto &Cs = P.constraints;
    auto Dead = [&](const andersen::constraint &C) {
      return C.type != kind::store && !Live[C.dst];
    };
    auto DropFrom = [&](auto &OfConstraints) {
      if (OfConstraints.empty())
        return;
      size_t To = 0;
      for (size_t I = 0; I != Cs.size(); ++I)
        if (!Dead(Cs[I]))
          OfConstraints[To++] = OfConstraints[I];
      OfConstraints.resize(To);
    };
    DropFrom(Out.Origins);
    DropFrom(Out.Calls.bindings);
    Cs.erase(std::remove_if(Cs.begin(), Cs.end(), Dead), Cs.end());
    for (andersen::constraint &C : Cs) {
      C.dst = Id[C.dst];
      C.src = Id[C.src];
    }
  }

  /// Sorts Order by the keys of the constraints, which are below Keys. Equal
  /// ones stay in their order.
  void countingSort(std::vector<uint32_t> &Order, uint32_t Keys,
                    function_ref<uint32_t(const andersen::constraint &)> Key) {
    std::vector<uint32_t> Next(Keys + 1), Sorted(Order.size());
    for (const andersen::constraint &C : P.constraints)
      ++Next[Key(C) + 1];
    std::partial_sum(Next.begin(), Next.end(), Next.begin());
    for (uint32_t I : Order)
      Sorted[Next[Key(P.constraints[I])]++] = I;
    Order.swap(Sorted);
  }

  /// Sorts by kind, then destination, and removes duplicates. Of equal
  /// constraints the first keeps its origin. Few constraints have a kind and a
  /// destination in common, so that a comparison sort has little to do.
  void sortConstraints() {
    auto &Cs = P.constraints;
    std::vector<uint32_t> Order(Cs.size());
    std::iota(Order.begin(), Order.end(), 0u);
    countingSort(Order, P.variables,
                 [](const andersen::constraint &C) { return C.dst; });
    countingSort(
        Order, unsigned(kind::filter) + 1,
        [](const andersen::constraint &C) { return unsigned(C.type); });
    const auto &Bindings = Out.Calls.bindings;
    auto Key = [&](uint32_t I) {
      const andersen::constraint &C = Cs[I];
      const auto Bound =
          Bindings.empty() ? andersen::call_structure::binding() : Bindings[I];
      return std::make_tuple(C.src, C.offset, C.stride, Bound.how, Bound.call);
    };
    auto SameGroup = [](auto &A, auto &B) {
      return A.type == B.type && A.dst == B.dst;
    };
    for (auto First = Order.begin(); First != Order.end();) {
      auto Last = std::find_if(First, Order.end(), [&](uint32_t I) {
        return !SameGroup(Cs[I], Cs[*First]);
      });
      if (Last - First > 1)
        std::stable_sort(First, Last, [&](uint32_t A, uint32_t B) {
          return Key(A) < Key(B);
        });
      First = Last;
    }
    std::vector<andersen::constraint> Sorted;
    Sorted.reserve(Cs.size());
    std::vector<const Value *> Origins;
    std::vector<andersen::call_structure::binding> Bound;
    for (size_t At = 0; At != Order.size(); ++At) {
      const uint32_t I = Order[At];
      if (At != 0 && SameGroup(Cs[Order[At - 1]], Cs[I]) &&
          Key(Order[At - 1]) == Key(I))
        continue;
      Sorted.push_back(Cs[I]);
      if (!Out.Origins.empty())
        Origins.push_back(Out.Origins[I]);
      if (!Bindings.empty())
        Bound.push_back(Bindings[I]);
    }
    Cs = std::move(Sorted);
    Out.Origins = std::move(Origins);
    Out.Calls.bindings = std::move(Bound);
  }

  /// Fills in the maps from IR to variables.
  void publish() {
    Out.Exception = Id[index(Out.Exception)];
    auto &Owner = Out.Calls.owner; // by node
    if (!Owner.empty()) {
      for (uint32_t V = 0; V != Total; ++V)
        if (Id[V] != NoVar)
          Owner[Id[V]] = Owner[V];
      Owner.resize(P.variables);
    }
    for (auto &[V, N] : Values) {
      const bool Pointer = V->getType()->isPtrOrPtrVectorTy();
      const uint32_t To = N == Nothing ? NoVar : Id[index(N)];
      if (To != NoVar)
        Out.VarOf[V] = To;
      else if (Pointer)
        Out.VarOf[V] = 0; // object 0 is never pointed to and holds nothing
    }
    for (auto &[CB, N] : Out.IndirectCalls) {
      N = N == Nothing ? 0 : Id[index(N)];
      Out.CalledBy.insert({CB, N});
    }
    erase_if(Out.CallBacks,
             [](const auto &Call) { return Call.second == Nothing; });
    for (auto &[Site, N] : Out.CallBacks)
      N = Id[index(N)];
    for (auto &Write : Out.FileWrites)
      Write.Held = Id[index(Write.Held)];
  }
};

} // namespace

void ConstraintBuilder::finish(const DenseMap<const Value *, Node> &Values) {
  Out.Limited = Layouts.limited();
  if (Recording)
    finishCalls();
  Finisher(Out, Values, AddressIn.size()).run();
}
