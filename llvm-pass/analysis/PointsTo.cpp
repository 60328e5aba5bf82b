//===- PointsTo.cpp - Extracts and solves ---------------------------------===//
#include "llvm-pass/analysis/PointsTo.h"

#include "amorph/kernels/base/stopwatch.hpp"
#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/extract/Extractor.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Process.h"

#include <chrono>

using namespace llvm;
using namespace amorph;

AnalysisKey PointsToAnalysis::Key;

PointsToResult PointsToAnalysis::run(Module &M, ModuleAnalysisManager &) {
  const EndWithoutMemory Guard;
  return analyseModule(M, *Parameters);
}

/// The user time of the process in milliseconds.
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
  const stopwatch Time;
  if (Error E = extractConstraints(M, R.Parameters, R.Constraints)) {
    R.Failure = toString(std::move(E));
    R.Status = status::bad_input;
    return R;
  }
  R.ExtractMilliseconds = Time.ms();
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
  R.Status = Solve(R.Constraints.Problem, P.Solver, R.Solution, R.Failure);
  R.Solved = R.Status == status::ok;
  R.UserMilliseconds = userTime() - User;
  return R;
}
