// Runs Clang's front end on a build's command: drops the options that concern output and optimisation, and replaces
// precompiled headers.
#include "tools/commands/amorph-pta/source/lower.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <tuple>
#include <utility>

#include "amorph/version.hpp"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm-pass/versions/LLVMVersions.h"
#include "llvm/IR/Module.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Triple.h"
#include "tools/commands/amorph-pta/source/content_store.hpp"
#include "tools/commands/amorph-pta/source/recording_files.hpp"
#include "tools/commands/amorph-pta/source/required_passes.hpp"
#include "tools/commands/amorph-pta/source/unit_module.hpp"
#include AMORPH_CLANG_INVOCATION_H
#include AMORPH_CLANG_OPTIONS_H

namespace amorph::pta {
namespace {

namespace options = clang_driver::options;

// Clang's first error as a compiler prints it, after the source's name.
class first_error : public clang::DiagnosticConsumer {
 public:
  first_error(const std::string& file, std::string& text) : file_(file), text_(text) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& d) override {
    DiagnosticConsumer::HandleDiagnostic(level, d);
    if (level < clang::DiagnosticsEngine::Error || !text_.empty()) return;
    llvm::SmallString<128> what;
    d.FormatDiagnostic(what);
    text_ = file_;
    if (d.hasSourceManager() && d.getLocation().isValid()) {
      const clang::PresumedLoc at = d.getSourceManager().getPresumedLoc(d.getLocation());
      if (at.isValid() && at.getFilename() != file_) text_.append(": ").append(at.getFilename());  // a header
      if (at.isValid())
        text_.append(":").append(std::to_string(at.getLine())).append(":").append(std::to_string(at.getColumn()));
    }
    text_.append(": ").append(what.str());
  }

 private:
  const std::string& file_;
  std::string& text_;
};

// Options that concern output, optimisation, instrumentation and warnings.
bool concerns_output(const llvm::opt::Option& o) {
  using namespace options;
  static const unsigned ids[] = {OPT_o,
                                 OPT_c,
                                 OPT_S,
                                 OPT_E,
                                 OPT_emit_llvm,
                                 OPT_fsyntax_only,
                                 OPT_M_Group,
                                 OPT_O_Group,
                                 OPT_g_Group,
                                 OPT_W_Group,
                                 OPT_pedantic_Group,
                                 OPT_w,
                                 OPT_v,
                                 OPT_H,
                                 OPT__HASH_HASH_HASH,
                                 OPT__analyze,
                                 OPT_fmodules,
                                 OPT_gen_cdb_fragment_path,
                                 OPT_coverage};
  for (const unsigned id : ids)
    if (o.matches(id)) return true;
  // Families of options, with and without "no-".
  static constexpr llvm::StringRef families[] = {"auto-profile",
                                                 "color-diagnostics",
                                                 "coverage",
                                                 "cs-profile",
                                                 "debug-compilation-dir",
                                                 "debug-prefix-map",
                                                 "diagnostics-",
                                                 "file-compilation-dir",
                                                 "file-prefix-map",
                                                 "lto",
                                                 "memory-profile",
                                                 "optimization-record",
                                                 "pass-plugin",
                                                 "plugin",
                                                 "proc-stat-report",
                                                 "profile",
                                                 "pseudo-probe",
                                                 "sanitize",
                                                 "save-optimization-record",
                                                 "split-lto-unit",
                                                 "stack-usage",
                                                 "test-coverage",
                                                 "thinlto",
                                                 "time-report",
                                                 "time-trace",
                                                 "virtual-function-elimination",
                                                 "whole-program-vtables",
                                                 "xray"};
  llvm::StringRef name = o.getName();
  if (name.starts_with("save-temps") || name.starts_with("print-") || name.starts_with("serialize-diagnostics") ||
      name.starts_with("-serialize-diagnostics"))
    return true;
  if (!name.consume_front("f")) return false;
  name.consume_front("no-");
  return std::any_of(std::begin(families), std::end(families),
                     [&](llvm::StringRef family) { return name.starts_with(family); });
}

// Requests for output other than the object file, in any spelling ("-Wp,-MD,f", "-Xclang").
void write_nothing(clang::CompilerInvocation& invocation) {
  invocation.getDependencyOutputOpts() = {};
  clang::CodeGenOptions& code = invocation.getCodeGenOpts();
  for (std::string* file : {&code.OptRecordFile, &code.StackUsageOutput, &code.CoverageNotesFile,
                            &code.CoverageDataFile, &code.SplitDwarfFile, &code.SplitDwarfOutput})
    file->clear();
  code.TimePasses = false;
  invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
  invocation.getHeaderSearchOpts().Verbose = false;
  clang::FrontendOptions& frontend = invocation.getFrontendOpts();
  frontend.ShowStats = false;
  frontend.StatsFile.clear();
  frontend.TimeTracePath.clear();
  frontend.Plugins.clear();
  frontend.AddPluginActions.clear();
  frontend.ProgramAction = clang::frontend::EmitLLVMOnly;
}

// Precompiled headers, perhaps of another compiler, are replaced by the headers that they were made from.
void read_headers(clang::PreprocessorOptions& o) {
  const llvm::StringRef compiled = o.ImplicitPCHInclude;
  if (compiled.empty()) return;
  const std::string header = compiled.substr(0, compiled.rfind('.')).str();
  if (std::find(o.Includes.begin(), o.Includes.end(), header) == o.Includes.end())
    o.Includes.insert(o.Includes.begin(), header);
  o.ImplicitPCHInclude.clear();
}

// "arm-none-eabi" for arm-none-eabi-gcc-12; empty if the compiler's name has no target.
std::string target_of(llvm::StringRef compiler) {
  compiler.consume_back(".exe");
  const std::size_t version = compiler.find_last_not_of("0123456789.");
  if (version != llvm::StringRef::npos && compiler[version] == '-') compiler = compiler.substr(0, version);
  const auto [prefix, kind] = compiler.rsplit('-');
  static constexpr llvm::StringRef kinds[] = {"gcc", "g++", "cc", "c++", "clang", "clang++", "cpp"};
  if (std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds)) return {};
  return llvm::Triple(prefix).getArch() == llvm::Triple::UnknownArch ? std::string() : prefix.str();
}

// Removes an argument that Clang's error names ("unknown target CPU 'power11'"); false if there is none.
bool drop_quoted(std::vector<std::string>& arguments, llvm::StringRef problem, std::vector<std::string>& dropped) {
  for (auto [before, rest] = problem.split('\''); !rest.empty(); std::tie(before, rest) = rest.split('\'')) {
    const llvm::StringRef quoted = rest.take_until([](char c) { return c == '\''; });
    const auto is_it = [&](const std::string& word) {
      return word.size() > 1 && word[0] == '-' &&
             (word == quoted || (quoted.ends_with("=") && word.starts_with(quoted.str())) ||
              (word.starts_with("-m") && word.ends_with(std::string("=").append(quoted))));
    };
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    const auto it = std::find_if(arguments.begin() + 1, end, is_it);
    if (it == end) continue;
    dropped.push_back(*it);
    arguments.erase(it);
    return true;
  }
  return false;
}

using shared_files = llvm::IntrusiveRefCntPtr<recording_files>;
using shared_diagnostics = llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>;

// Clang's reading of a command, changed so that it yields a module in memory; or null and the problem.
std::shared_ptr<clang::CompilerInvocation> invocation_of(const std::vector<std::string>& arguments,
                                                         const std::string& source, const shared_files& files,
                                                         const shared_diagnostics& diagnostics, std::string& problem) {
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& word : arguments) words.push_back(word.c_str());
  clang::CreateInvocationOptions creation;
  creation.Diags = diagnostics;
  creation.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(words, creation);
  if (!invocation || diagnostics->hasErrorOccurred()) {
    if (problem.empty()) problem = source + ": Clang derives no compilation from its command";
    return nullptr;
  }
  const llvm::ArrayRef<clang::FrontendInputFile> inputs = invocation->getFrontendOpts().Inputs;
  const clang::InputKind kind = inputs.empty() ? clang::InputKind() : inputs[0].getKind();
  if (inputs.size() != 1 || (kind.getLanguage() == clang::Language::Asm && kind.isPreprocessed())) {
    problem = source + ": expected one source in C or C++";
    return nullptr;
  }
  write_nothing(*invocation);
  read_headers(invocation->getPreprocessorOpts());
  invocation->getCodeGenOpts().DisableO0ImplyOptNone = true;  // for promotion
  invocation->getCodeGenOpts().DisableLLVMPasses = true;
  invocation->getCodeGenOpts().DiscardValueNames = false;  // answers name temporaries by them
  invocation->getCodeGenOpts().ClearASTBeforeBackend = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ShowCarets = false;  // also suppresses the count of warnings on standard error
  return invocation;
}

// The module that the source compiles to, or null and the problem.
std::unique_ptr<llvm::Module> compile(const unit_command& c, const std::vector<std::string>& arguments,
                                      const shared_files& files, llvm::LLVMContext& context, std::string& problem) {
  first_error errors(c.file, problem);
  clang::DiagnosticOptions of_command;
  const shared_diagnostics diagnostics = createClangDiagnostics<clang::CompilerInstance>(*files, of_command, errors);
  const auto invocation = invocation_of(arguments, c.file, files, diagnostics, problem);
  if (!invocation) return nullptr;
  const auto compiler = createClangInstance<clang::CompilerInstance>(
      invocation, errors, clang::createVFSFromCompilerInvocation(*invocation, *diagnostics, files));
  files->record_searches();
  clang::EmitLLVMOnlyAction action(&context);
  const bool done = compiler->ExecuteAction(action);
  std::unique_ptr<llvm::Module> module = done ? action.takeModule() : nullptr;
  if (!module || compiler->getDiagnostics().hasErrorOccurred()) {
    if (problem.empty()) problem = c.file + ": Clang produced no module";
    return nullptr;
  }
  problem.clear();
  return module;
}

unit lower_in(const unit_command& c, const std::vector<std::string>& arguments, llvm::LLVMContext& context) {
  unit u;
  // The working directory of the process does not change.
  const auto files = llvm::makeIntrusiveRefCnt<recording_files>(llvm::vfs::createPhysicalFileSystem(), c.directory);
  if (files->setCurrentWorkingDirectory(c.directory)) {
    u.problem = c.file + ": cannot enter its folder " + c.directory;
    return u;
  }
  const std::unique_ptr<llvm::Module> module = compile(c, arguments, files, context, u.problem);
  if (!module) return u;
  run_required_passes(*module);
  promote_variables(*module);
  slim(*module);
  list_symbols(*module, u);
  u.bitcode = bitcode_of(*module);
  u.digest = digest(u.bitcode->getBuffer());
  for (const auto& [path, state] : files->recorded()) u.files.push_back({path, state});
  return u;
}

}  // namespace

std::vector<std::string> lowering_arguments(const unit_command& c, std::vector<std::string>& dropped) {
  std::vector<const char*> words;
  for (std::size_t i = 1; i < c.arguments.size(); ++i) words.push_back(c.arguments[i].c_str());
  unsigned missing_at = 0, missing = 0;
  const llvm::opt::OptTable& table = clang_driver::getDriverOptTable();
  const llvm::opt::InputArgList parsed =
      table.ParseArgs(words, missing_at, missing, llvm::opt::Visibility(options::ClangOption));
  // The compiler's name decides between C and C++.
  const std::string compiler =
      std::filesystem::path(c.arguments.empty() ? "clang" : c.arguments[0]).filename().string();
  std::vector<std::string> kept{compiler.find("++") != std::string::npos ? AMORPH_LLVM_BIN "/clang++"
                                                                         : AMORPH_LLVM_BIN "/clang"};
  if (!parsed.hasArg(options::OPT_target, options::OPT_target_legacy_spelling))
    if (const std::string target = target_of(compiler); !target.empty())
      kept.push_back(std::string("--target=").append(target));
  for (const llvm::opt::Arg* a : parsed) {
    if (a->getOption().getID() == options::OPT_UNKNOWN) {
      dropped.push_back(a->getAsString(parsed));
      continue;
    }
    if (a->getOption().getID() == options::OPT_D && llvm::StringRef(a->getValue()).starts_with("_FORTIFY_SOURCE"))
      continue;
    if (a->getOption().getID() == options::OPT_INPUT || concerns_output(a->getOption())) continue;
    llvm::opt::ArgStringList rendered;
    a->render(parsed, rendered);
    kept.insert(kept.end(), rendered.begin(), rendered.end());
  }
  for (const char* word : {"-c", "-O0", "-g", "-grecord-command-line", "-w", "-Wno-everything", "-resource-dir",
                           AMORPH_CLANG_RESOURCE_DIR, "--"})
    kept.emplace_back(word);
  kept.push_back(c.file);
  return kept;
}

unit lower(const unit_command& c) {
  unit u;
  for (const std::string& word : c.arguments)
    if (word.starts_with('@')) {
      u.problem = c.file + ": cannot read its response file " + word.substr(1);
      return u;
    }
  std::vector<std::string> dropped;
  std::vector<std::string> arguments = lowering_arguments(c, dropped);
  do {
    llvm::LLVMContext context;
    u = lower_in(c, arguments, context);
  } while (!u.lowered() && drop_quoted(arguments, u.problem, dropped));
  u.dropped = std::move(dropped);
  return u;
}

std::string lowering_version() { return std::string(AMORPH_VERSION) + " " + clang::getClangFullVersion(); }

}  // namespace amorph::pta
