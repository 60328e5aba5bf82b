//===- PromoteCalls.cpp - The pass amorph-promote-calls -------------------===//
#include "llvm-pass/transform/PromoteCalls.h"

#include "llvm-pass/analysis/OutOfMemory.h"
#include "llvm-pass/transform/FunctionAddresses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"

#include <vector>

#define DEBUG_TYPE "amorph-promote-calls"

using namespace llvm;
using namespace amorph;

STATISTIC(NumIndirect, "Number of indirect calls seen");
STATISTIC(NumDirect, "Number of indirect calls made direct");
STATISTIC(NumCompared, "Number of indirect calls made direct by comparing");
STATISTIC(NumIncomplete, "Number of indirect calls kept behind comparisons");

namespace {

struct IndirectCall {
  CallBase *Call;
  SmallVector<Function *, 4> Targets; ///< in module order
  bool Unknown = false;
};

struct Counts {
  unsigned Direct = 0, Compared = 0, Incomplete = 0;
  unsigned Unreached = 0, Unknown = 0, Many = 0, Incompatible = 0;
};

/// Attributes that say where a value is passed. Where call and function differ
/// in one, they do not agree on their arguments.
constexpr Attribute::AttrKind PassingAttributes[] = {
    Attribute::ByVal,     Attribute::ByRef,        Attribute::StructRet,
    Attribute::InAlloca,  Attribute::Preallocated, Attribute::InReg,
    Attribute::SwiftSelf, Attribute::SwiftAsync,   Attribute::SwiftError,
    Attribute::Nest,      Attribute::SExt,         Attribute::ZExt};

bool passesAlike(const CallBase &Call, const Function &F) {
  const AttributeList Here = Call.getAttributes(), There = F.getAttributes();
  const unsigned Parameters = F.getFunctionType()->getNumParams();
  for (Attribute::AttrKind Kind : PassingAttributes) {
    if (Here.hasRetAttr(Kind) != There.hasRetAttr(Kind))
      return false;
    for (unsigned N = 0; N != Call.arg_size(); ++N)
      if (Here.hasParamAttr(N, Kind) !=
          (N < Parameters && There.hasParamAttr(N, Kind)))
        return false;
  }
  return true;
}

/// Null if Call may call F directly, otherwise why not.
const char *whyNot(const CallBase &Call, Function &F) {
  const char *Reason = nullptr;
  // isLegalToPromote reads past the arguments of a call with too few for a
  // function with variable arguments.
  if (Call.arg_size() < F.getFunctionType()->getNumParams())
    return "The number of arguments mismatch";
  if (!isLegalToPromote(Call, &F, &Reason))
    return Reason;
  if (Call.getCallingConv() != F.getCallingConv())
    return "Calling convention mismatch";
  if (!passesAlike(Call, F))
    return "Attributes of arguments mismatch";
  if (Call.isMustTailCall() && Call.getFunctionType() != F.getFunctionType())
    return "Type mismatch of a musttail call";
  if (F.hasFnAttribute(Attribute::ReturnsTwice))
    return "Function returns twice";
  // A reference could be the only one, and the definition nowhere.
  if (F.hasAvailableExternallyLinkage())
    return "Function may not be defined elsewhere";
  if (mayBeOther(F))
    return "An alias keeps this definition, which another may replace";
  return nullptr;
}

/// True for a call that must stay indirect (ptrauth, kcfi), or of which nothing
/// is known to say that it need not.
bool mustStay(const CallBase &Call) {
  for (unsigned N = 0; N != Call.getNumOperandBundles(); ++N) {
    const uint32_t Tag = Call.getOperandBundleAt(N).getTagID();
    if (Tag != LLVMContext::OB_funclet && Tag != LLVMContext::OB_deopt)
      return true;
  }
  return false;
}

/// Null if a copy of the call may follow each of some comparisons.
const char *whyNotCompared(const CallBase &Call, ArrayRef<Function *> Targets) {
  if (Call.cannotDuplicate() || Call.isConvergent() ||
      Call.hasFnAttr(Attribute::ReturnsTwice))
    return "it must not be copied";
  if (!all_of(Targets, [](Function *F) { return hasOneAddress(*F); }))
    return "a function may have several addresses";
  return nullptr;
}

std::vector<IndirectCall> sitesOf(Module &M, const PointsToResult &PTA) {
  std::vector<IndirectCall> Sites;
  for (Function &F : M) {
    if (F.hasOptNone())
      continue;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->isIndirectCall() || isa<CallBrInst>(Call))
        continue;
      IndirectCall S{Call, {}};
      for (const Function *Target : PTA.targets(*Call, S.Unknown))
        S.Targets.push_back(const_cast<Function *>(Target));
      Sites.push_back(std::move(S));
    }
  }
  return Sites;
}

class Promoter {
  const PromoteCallsParameters &Parameters;
  Counts &Count;

  static void missed(OptimizationRemarkEmitter &ORE, const CallBase &Call,
                     StringRef Name, StringRef Why) {
    ORE.emit([&] {
      return OptimizationRemarkMissed(DEBUG_TYPE, Name, &Call)
             << "indirect call not promoted: " << Why;
    });
  }

  /// The targets that Call may call directly, in order; reports the others.
  SmallVector<Function *, 4> compatibleTargets(OptimizationRemarkEmitter &ORE,
                                               const IndirectCall &S) {
    SmallVector<Function *, 4> Compatible;
    for (Function *F : S.Targets) {
      const char *Reason = whyNot(*S.Call, *F);
      if (!Reason) {
        Compatible.push_back(F);
        continue;
      }
      ORE.emit([&] {
        return OptimizationRemarkMissed(DEBUG_TYPE, "Incompatible", S.Call)
               << "indirect call not promoted to "
               << ore::NV("Callee", F->getName()) << ": " << Reason;
      });
    }
    return Compatible;
  }

  static void promoted(OptimizationRemarkEmitter &ORE, const CallBase &Call,
                       ArrayRef<Function *> Targets, StringRef How) {
    ORE.emit([&] {
      OptimizationRemark R(DEBUG_TYPE, "Promoted", &Call);
      R << "indirect call promoted to ";
      for (const Function *F : Targets)
        R << (F == Targets.front() ? "" : ", ")
          << ore::NV("Callee", F->getName());
      return R << How;
    });
  }

public:
  Promoter(const PromoteCallsParameters &Parameters, Counts &Count)
      : Parameters(Parameters), Count(Count) {}

  /// True if the call was changed.
  bool promote(const IndirectCall &S) {
    CallBase &Call = *S.Call;
    OptimizationRemarkEmitter ORE(Call.getFunction());
    if (S.Targets.empty()) {
      missed(ORE, Call, S.Unknown ? "Unknown" : "Unreached",
             S.Unknown ? "its targets are not known"
                       : "no function of the module is called");
      ++(S.Unknown ? Count.Unknown : Count.Unreached);
      return false;
    }
    if (S.Unknown && !Parameters.Incomplete) {
      missed(ORE, Call, "Unknown", "it may call unknown code");
      ++Count.Unknown;
      return false;
    }
    if (mustStay(Call)) {
      missed(ORE, Call, "Bundle", "its operand bundles demand a pointer");
      ++Count.Incompatible;
      return false;
    }
    const SmallVector<Function *, 4> Compatible = compatibleTargets(ORE, S);
    const bool Complete = !S.Unknown && Compatible.size() == S.Targets.size();
    const bool Compares = !Complete || Compatible.size() > 1;
    if (Compatible.empty()) {
      ++Count.Incompatible;
      return false;
    }
    if (const char *Reason =
            Compares ? whyNotCompared(Call, Compatible) : nullptr) {
      missed(ORE, Call, "Compared", Reason);
      ++Count.Incompatible;
      return false;
    }
    if (Compatible.size() > Parameters.Targets) {
      missed(ORE, Call, "Many", "it may call too many functions");
      ++Count.Many;
      return false;
    }
    promoted(ORE, Call, Compatible,
             !Complete  ? ", or called through the pointer"
             : Compares ? ", by comparing"
                        : "");
    for (Function *F : ArrayRef(Compatible).drop_back(Complete ? 1 : 0))
      promoteCallWithIfThenElse(Call, F);
    if (Complete)
      promoteCall(Call, Compatible.back());
    ++(!Complete ? Count.Incomplete : Compares ? Count.Compared : Count.Direct);
    return true;
  }
};

} // namespace

Expected<PromoteCallsParameters> PromoteCallsPass::parse(StringRef Text) {
  PromoteCallsParameters P;
  if (Error E = parseTransformParameters(
          Text, P,
          {{"targets", &P.Targets, 1, PromoteCallsParameters::MaxTargets}},
          {{"incomplete", &P.Incomplete}}))
    return E;
  return P;
}

PreservedAnalyses PromoteCallsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  const EndWithoutMemory Guard;
  std::vector<IndirectCall> Sites;
  if (const PointsToResult *Shared = shared(M)) {
    if (!Shared->Solved)
      return PreservedAnalyses::all(); // the alias analysis has said why
    Sites = sitesOf(M, *Shared);
  } else {
    const PointsToResult PTA = solve(M, MAM, "no call is promoted");
    if (!PTA.Solved)
      return PreservedAnalyses::all();
    Sites = sitesOf(M, PTA);
  }
  Counts Count;
  bool Changed = false;
  Promoter Promote(Parameters, Count);
  for (const IndirectCall &S : Sites)
    Changed |= Promote.promote(S);
  NumIndirect += Sites.size();
  NumDirect += Count.Direct;
  NumCompared += Count.Compared;
  NumIncomplete += Count.Incomplete;
  if (Parameters.Statistics)
    errs() << Name << ": " << Sites.size()
           << " indirect calls: " << Count.Direct << " made direct, "
           << Count.Compared << " by comparing, " << Count.Incomplete
           << " kept behind comparisons; not promoted: " << Count.Unknown
           << " unknown, " << Count.Many << " with many targets, "
           << Count.Incompatible << " incompatible, " << Count.Unreached
           << " without a target\n";
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
