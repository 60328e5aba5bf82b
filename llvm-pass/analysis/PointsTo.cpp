//===- PointsTo.cpp - The analysis and its queries ------------------------===//
#include "llvm-pass/analysis/PointsTo.h"

#include "llvm-pass/analysis/Names.h"
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace amorph;

AnalysisKey PointsToAnalysis::Key;

uint64_t ModuleConstraints::placeOf(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  if (B == andersen::none)
    return 0;
  const andersen::block &Block = Problem.blocks[B];
  const andersen::layout &L = Problem.layouts[Block.layout];
  return Problem.slot_place[L.first_slot + (Object - Block.first)];
}

std::vector<Var> ModuleConstraints::objectsAt(const Value *Site,
                                              int64_t Offset) const {
  const MemoryBlock *B = blockFor(Site);
  if (!B)
    return {};
  uint32_t Id = Problem.block_of[B->First];
  if (Offset == 0 || Id == andersen::none)
    return {B->First};
  uint32_t Slot = fieldTarget(Problem, Problem.blocks[Id].layout, 0, Offset, 0);
  if (Slot != andersen::none)
    return {B->First + Slot};
  std::vector<Var> All;
  for (Var O = B->First; O != B->First + B->Count; ++O)
    All.push_back(O);
  return All;
}

uint64_t ModuleConstraints::elementSize(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  return B == andersen::none ? 0
                             : Problem.layouts[Problem.blocks[B].layout].size;
}

bool ModuleConstraints::isRest(Var Object) const {
  uint32_t B = Problem.block_of[Object];
  if (B == andersen::none)
    return false;
  const andersen::block &Block = Problem.blocks[B];
  return Limited.contains(Block.layout) &&
         Object - Block.first == Problem.layouts[Block.layout].slots - 1;
}

Error amorph::extractConstraints(Module &M, const PointsToParameters &P,
                                 ModuleConstraints &Out) {
  auto Models = std::make_shared<LibraryModels>();
  if (Error E = Models->addBuiltIn())
    return E;
  if (!P.Models.empty())
    if (Error E = Models->addFile(P.Models))
      return E;
  Extractor(M, P, *Models, Out).run();
  Out.Models = std::move(Models);
  return Error::success();
}

PointsToResult PointsToAnalysis::run(Module &M, ModuleAnalysisManager &) {
  return analyseModule(M, *Parameters);
}

/// User time of the process, in milliseconds.
static double userTime() {
  sys::TimePoint<> Now;
  std::chrono::nanoseconds User, System;
  sys::Process::GetTimeUsage(Now, User, System);
  return std::chrono::duration<double, std::milli>(User).count();
}

PointsToResult amorph::analyseModule(Module &M, const PointsToParameters &P,
                                     SolveFunction Solve) {
  PointsToResult R;
  const double User = userTime();
  R.Parameters = P;
  auto Start = std::chrono::steady_clock::now();
  if (Error E = extractConstraints(M, R.Parameters, R.Constraints)) {
    R.Failure = toString(std::move(E));
    R.Status = status::bad_input;
    return R;
  }
  R.ExtractMilliseconds = std::chrono::duration<double, std::milli>(
                              std::chrono::steady_clock::now() - Start)
                              .count();
#ifndef NDEBUG
  R.Failure = andersen::validate(R.Constraints.Problem);
  if (!R.Failure.empty()) {
    R.Status = status::internal;
    return R;
  }
#endif
  R.UserMilliseconds = userTime() - User;
  if (!R.Parameters.Solve)
    return R;
  andersen::options Options = R.Parameters.Solver;
  Options.where = R.Parameters.Backend;
  Options.threads = R.Parameters.Threads;
  R.Status = Solve(R.Constraints.Problem, Options, R.Solution, R.Failure);
  R.Solved = R.Status == status::ok;
  R.UserMilliseconds = userTime() - User;
  return R;
}

std::vector<Var> PointsToResult::pointsTo(const Value *V) const {
  return known(V) ? Solution.points_to(Constraints.varOf(V))
                  : std::vector<Var>();
}

bool PointsToResult::mayPointTo(const Value *V, Var Object) const {
  return !known(V) || Solution.contains(Constraints.varOf(V), Object);
}

bool PointsToResult::mayShareField(const Value *A, const Value *B) const {
  return !known(A) || !known(B) ||
         Solution.intersects(Constraints.varOf(A), Constraints.varOf(B));
}

bool PointsToResult::mayShareBlock(const Value *A, const Value *B) const {
  if (mayShareField(A, B))
    return true;
  std::vector<unsigned> Blocks;
  Solution.for_each(Constraints.varOf(A), [&](Var O) {
    unsigned Index = Constraints.blockIndex(O);
    if (Blocks.empty() || Blocks.back() != Index)
      Blocks.push_back(Index);
  });
  // Blocks are numbered in the order of their objects: both lists ascend.
  size_t At = 0;
  bool Shared = false;
  Solution.for_each(Constraints.varOf(B), [&](Var O) {
    unsigned Index = Constraints.blockIndex(O);
    while (At < Blocks.size() && Blocks[At] < Index)
      ++At;
    Shared |= At < Blocks.size() && Blocks[At] == Index;
  });
  return Shared;
}

bool PointsToResult::escapes(Var Object) const {
  return !Solved || Solution.contains(Constraints.Unknown, Object);
}

std::vector<const Function *> PointsToResult::targets(const CallBase &Call,
                                                      bool &Unknown) const {
  std::vector<const Function *> Found;
  const Value *Callee = Call.getCalledOperand();
  Unknown = !known(Callee);
  if (Unknown)
    return Found;
  Solution.for_each(Constraints.varOf(Callee), [&](Var O) {
    const MemoryBlock &B = Constraints.blockOf(O);
    if (B.Kind == ObjectKind::Unknown)
      Unknown = true;
    else if (B.Kind == ObjectKind::Function && B.First == O)
      Found.push_back(cast<Function>(B.Site));
  });
  return Found;
}

std::string PointsToResult::describe(Var Object) const {
  if (!Named)
    Named = std::make_shared<Names>(*Constraints.Source);
  return Named->object(Constraints, Object);
}
