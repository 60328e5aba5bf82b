//===- RegisteredAnalysis.h - Changes a registered analysis -----*- C++ -*-===//
//
// LLVM registers its analyses before it calls a plugin, and an analysis manager
// keeps the first of a kind. AnalysisManager::lookUpPass, which finds it, is
// private. An explicit instantiation may name private members
// ([temp.spec.general]), and its friend hands this one out.
//
//===----------------------------------------------------------------------===//
#ifndef AMORPH_LLVM_PASS_ALIAS_REGISTEREDANALYSIS_H
#define AMORPH_LLVM_PASS_ALIAS_REGISTEREDANALYSIS_H

#include "llvm-pass/versions/LLVMVersions.h"

#include "llvm/IR/PassManager.h"

namespace amorph {

namespace detail {
template <class IRUnit>
using AnalysisConcept = llvm::detail::AnalysisPassConcept<
    IRUnit, typename llvm::AnalysisManager<IRUnit>::Invalidator>;
template <class IRUnit>
using LookUp = AnalysisConcept<IRUnit> &(
    llvm::AnalysisManager<IRUnit>::*)(llvm::AnalysisKey *);

LookUp<llvm::Function> lookUpPass(llvm::AnalysisManager<llvm::Function> &);
LookUp<llvm::Module> lookUpPass(llvm::AnalysisManager<llvm::Module> &);
template <class IRUnit, LookUp<IRUnit> Member> struct Access {
  friend LookUp<IRUnit> lookUpPass(llvm::AnalysisManager<IRUnit> &) {
    return Member;
  }
};
template struct Access<llvm::Function,
                       &llvm::AnalysisManager<llvm::Function>::lookUpPass>;
template struct Access<llvm::Module,
                       &llvm::AnalysisManager<llvm::Module>::lookUpPass>;
} // namespace detail

/// The object of the analysis that computes Analysis's results in AM.
template <class Analysis, class IRUnit>
Analysis &registeredAnalysis(llvm::AnalysisManager<IRUnit> &AM) {
  using Model = llvm::detail::AnalysisPassModel<
      IRUnit, Analysis, typename llvm::AnalysisManager<IRUnit>::Invalidator>;
  auto &Found = (AM.*detail::lookUpPass(AM))(Analysis::ID());
  return static_cast<Model &>(Found).Pass;
}

} // namespace amorph

#endif
