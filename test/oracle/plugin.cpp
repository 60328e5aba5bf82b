// The entry point of AmorphOracle.so: the names and parameters of its passes.
#include "llvm-pass/versions/LLVMVersions.h"
#include "test/oracle/passes.hpp"
#include "tools/base/points_to_options.hpp"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include AMORPH_PASS_PLUGIN_H

using namespace llvm;
using namespace amorph::oracle;

namespace {

bool check(const char* pass, const std::string& parameters) {
  amorph::points_to_options all;
  const std::string wrong = amorph::parse_points_to_options(parameters, all);
  if (!wrong.empty()) errs() << pass << ": " << wrong << '\n';
  return wrong.empty();
}

// Prints what is wrong; parameters that are not the oracle's own are left to amorph-pta's parser.
bool parse_compare(StringRef text, compare_options& options) {
  std::string rest;
  SmallVector<StringRef, 8> settings;
  text.split(settings, ';', -1, false);
  for (StringRef setting : settings) {
    auto [key, value] = setting.split('=');
    if (key == "observed")
      options.observed = value.str();
    else if (key == "json")
      options.json = value.str();
    else if (key == "switches")
      options.switches = value == "on";
    else if (key == "show") {
      if (value.getAsInteger(10, options.show)) {
        errs() << "oracle-compare: parameter 'show': expected a number, got '" << value << "'\n";
        return false;
      }
    } else
      ((rest += rest.empty() ? "" : ";") += setting.str());
  }
  options.base = rest;
  return check("oracle-compare", rest);
}

bool parse(StringRef name, ModulePassManager& passes) {
  if (name == "oracle-instrument") {
    passes.addPass(instrument_pass());
    return true;
  }
  if (!name.consume_back(">")) return false;
  if (name.consume_front("oracle-compare<")) {
    compare_options options;
    if (!parse_compare(name, options)) return false;
    passes.addPass(compare_pass(std::move(options)));
    return true;
  }
  if (name.consume_front("oracle-shrinks<")) {
    shrink_options options{name.str()};
    if (!check("oracle-shrinks", options.base)) return false;
    passes.addPass(shrink_pass(std::move(options)));
    return true;
  }
  return false;
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_EXTERNAL_VISIBILITY PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "AmorphOracle", "1", [](PassBuilder& builder) {
            builder.registerPipelineParsingCallback(
                [](StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
                  return parse(name, passes);
                });
          }};
}
