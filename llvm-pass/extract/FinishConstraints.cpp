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
#include "llvm-pass/extract/Extractor.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace amorph;
using andersen::kind;

class Extractor::Finisher {
  Extractor &X;
  andersen::problem &P;
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
  explicit Finisher(Extractor &X)
      : X(X), P(X.P), Objects(X.P.objects), Total(X.P.objects + X.NextVar) {}

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
    markNode(X.Out.Exception);
    for (auto &C : P.constraints)
      if (C.type == kind::store) {
        mark(C.dst);
        mark(C.src); // memory is live, and so is what is stored there
      }
    for (auto &[V, N] : X.ValueNodes)
      if (V->getType()->isPtrOrPtrVectorTy())
        markNode(N);
    for (auto &[CB, N] : X.IndirectCalls)
      markNode(N);
    for (auto &[Site, N] : X.CallBacks)
      markNode(N);
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
    if (X.Params.Origins) {
      size_t To = 0;
      for (size_t I = 0; I != Cs.size(); ++I)
        if (!Dead(Cs[I]))
          X.Out.Origins[To++] = X.Out.Origins[I];
      X.Out.Origins.resize(To);
    }
    Cs.erase(std::remove_if(Cs.begin(), Cs.end(), Dead), Cs.end());
    for (andersen::constraint &C : Cs) {
      C.dst = Id[C.dst];
      C.src = Id[C.src];
    }
  }

  /// Sorts by kind, then destination, and removes duplicates. Of equal
  /// constraints the first keeps its origin.
  void sortConstraints() {
    auto Key = [](const andersen::constraint &C) {
      return std::make_tuple(C.type, C.dst, C.src, C.offset, C.stride);
    };
    auto &Cs = P.constraints;
    auto Less = [&](auto &A, auto &B) { return Key(A) < Key(B); };
    auto Same = [&](auto &A, auto &B) { return Key(A) == Key(B); };
    if (!X.Params.Origins) {
      std::sort(Cs.begin(), Cs.end(), Less);
      Cs.erase(std::unique(Cs.begin(), Cs.end(), Same), Cs.end());
      return;
    }
    std::vector<size_t> Order(Cs.size());
    std::iota(Order.begin(), Order.end(), size_t(0));
    std::stable_sort(Order.begin(), Order.end(),
                     [&](size_t A, size_t B) { return Less(Cs[A], Cs[B]); });
    std::vector<andersen::constraint> Sorted;
    std::vector<const Value *> Origins;
    for (size_t I : Order)
      if (Sorted.empty() || !Same(Sorted.back(), Cs[I])) {
        Sorted.push_back(Cs[I]);
        Origins.push_back(X.Out.Origins[I]);
      }
    Cs = std::move(Sorted);
    X.Out.Origins = std::move(Origins);
  }

  /// Fills in the maps from IR to variables.
  void publish() {
    ModuleConstraints &Out = X.Out;
    Out.Limited = X.Layouts.limited();
    Out.Exception = Id[index(Out.Exception)];
    for (auto &[V, N] : X.ValueNodes) {
      const bool Pointer = V->getType()->isPtrOrPtrVectorTy();
      if (N == Nothing && !Pointer)
        continue;
      uint32_t To = Id[index(N == Nothing ? X.Empty : N)];
      if (To != NoVar)
        Out.VarOf[V] = To;
      else if (Pointer)
        Out.VarOf[V] = 0; // object 0 is never pointed to and holds nothing
    }
    for (auto &[CB, N] : X.IndirectCalls) {
      Out.IndirectCalls.push_back({CB, N == Nothing ? 0 : Id[index(N)]});
      Out.CalledBy.insert(Out.IndirectCalls.back());
    }
    for (auto &[Site, N] : X.CallBacks)
      if (N != Nothing)
        Out.CallBacks.push_back({Site, Id[index(N)]});
  }
};

void Extractor::finish() { Finisher(*this).run(); }
