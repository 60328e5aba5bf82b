#include "lower.hpp"

#include <filesystem>
#include <mutex>
#include <unordered_map>

#include "amorph/version.hpp"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

namespace amorph::pta {
namespace {

namespace options = clang::driver::options;

// The first error, as a compiler would print it.
class first_error : public clang::DiagnosticConsumer {
 public:
  explicit first_error(std::string& text) : text_(text) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& d) override {
    DiagnosticConsumer::HandleDiagnostic(level, d);
    if (level < clang::DiagnosticsEngine::Error || !text_.empty()) return;
    llvm::SmallString<128> what;
    d.FormatDiagnostic(what);
    if (d.hasSourceManager() && d.getLocation().isValid()) {
      const clang::PresumedLoc at = d.getSourceManager().getPresumedLoc(d.getLocation());
      if (at.isValid())
        text_ = std::string(at.getFilename()) + ":" + std::to_string(at.getLine()) + ":" +
                std::to_string(at.getColumn()) + ": ";
    }
    text_ += what.str();
  }

 private:
  std::string& text_;
};

// System headers too: their contents are part of the cache's key.
struct every_file : clang::DependencyCollector {
  bool needSystemDependencies() override { return true; }
};

// Options that concern what is written, how well it is optimised, what is added to it, and what is said about it.
bool concerns_output(const llvm::opt::Option& o) {
  using namespace clang::driver::options;
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
                                 OPT_save_temps_EQ,
                                 OPT_save_temps,
                                 OPT_fsanitize_EQ,
                                 OPT_coverage,
                                 OPT_fprofile_arcs,
                                 OPT_ftest_coverage,
                                 OPT_flto,
                                 OPT_flto_EQ,
                                 OPT_fplugin_EQ,
                                 OPT_fpass_plugin_EQ,
                                 OPT_fcolor_diagnostics,
                                 OPT_fdiagnostics_color_EQ};
  for (const unsigned id : ids)
    if (o.matches(id)) return true;
  return false;
}

unit lower_in(const unit_command& c, llvm::LLVMContext& context) {
  unit u;
  const std::vector<std::string> arguments = lowering_arguments(c, u.dropped);
  std::vector<const char*> words;
  for (const std::string& word : arguments) words.push_back(word.c_str());

  // Every thread has a current folder of its own.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  if (files->setCurrentWorkingDirectory(c.directory)) {
    u.problem = c.file + ": cannot go to its folder " + c.directory;
    return u;
  }
  first_error errors(u.problem);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &errors, /*ShouldOwnClient=*/false);
  clang::CreateInvocationOptions how;
  how.Diags = diagnostics;
  how.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(words, how);
  if (!invocation || diagnostics->hasErrorOccurred()) {
    u.problem = c.file + ": " + (u.problem.empty() ? "Clang makes no compilation of its command" : u.problem);
    return u;
  }
  const llvm::ArrayRef<clang::FrontendInputFile> inputs = invocation->getFrontendOpts().Inputs;
  const clang::InputKind kind = inputs.empty() ? clang::InputKind() : inputs[0].getKind();
  if (inputs.size() != 1 || (kind.getLanguage() == clang::Language::Asm && kind.isPreprocessed())) {
    u.problem = c.file + ": expected one source in C or C++";
    return u;
  }
  invocation->getCodeGenOpts().DisableO0ImplyOptNone = true;  // for promotion below
  invocation->getCodeGenOpts().DisableLLVMPasses = true;
  invocation->getCodeGenOpts().DiscardValueNames = false;  // answers name temporaries by them
  invocation->getCodeGenOpts().ClearASTBeforeBackend = true;
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ShowCarets = false;  // nor does it count its warnings on the standard error

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
  compiler.createFileManager(files);
  const auto all = std::make_shared<every_file>();
  compiler.addDependencyCollector(all);
  clang::EmitLLVMOnlyAction action(&context);
  const bool done = compiler.ExecuteAction(action);
  std::unique_ptr<llvm::Module> module = done ? action.takeModule() : nullptr;
  if (!module || compiler.getDiagnostics().hasErrorOccurred()) {
    if (u.problem.empty()) u.problem = c.file + ": Clang made nothing of it";
    return u;
  }
  u.problem.clear();

  llvm::PassBuilder builder;
  llvm::FunctionAnalysisManager functions;
  builder.registerFunctionAnalyses(functions);
  llvm::FunctionPassManager promote;
  promote.addPass(llvm::PromotePass());
  for (llvm::Function& f : *module)
    if (!f.isDeclaration()) promote.run(f, functions);

  list_symbols(*module, u);
  llvm::raw_string_ostream out(u.bitcode);
  llvm::WriteBitcodeToFile(*module, out);

  const auto add = [&](const std::string& path) {
    // Not made shorter: ".." behind a symbolic link leads elsewhere than its name says.
    const std::string whole = (std::filesystem::path(c.directory) / path).string();
    u.files.push_back({whole, content_hash(whole)});
  };
  add(c.file);
  for (const std::string& path : all->getDependencies())
    if (std::filesystem::path(c.directory) / path != c.file) add(path);
  return u;
}

}  // namespace

std::vector<std::string> lowering_arguments(const unit_command& c, std::vector<std::string>& dropped) {
  std::vector<const char*> words;
  for (std::size_t i = 1; i < c.arguments.size(); ++i) words.push_back(c.arguments[i].c_str());
  unsigned missing_at = 0, missing = 0;
  const llvm::opt::OptTable& table = clang::driver::getDriverOptTable();
  const llvm::opt::InputArgList parsed =
      table.ParseArgs(words, missing_at, missing, llvm::opt::Visibility(options::ClangOption));
  // The compiler's name says whether it is for C++.
  const std::string compiler =
      std::filesystem::path(c.arguments.empty() ? "clang" : c.arguments[0]).filename().string();
  std::vector<std::string> kept{compiler.find("++") != std::string::npos ? AMORPH_LLVM_BIN "/clang++"
                                                                         : AMORPH_LLVM_BIN "/clang"};
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
  for (const char* word :
       {"-c", "-O0", "-g", "-w", "-Wno-everything", "-resource-dir", AMORPH_CLANG_RESOURCE_DIR, "--"})
    kept.emplace_back(word);
  kept.push_back(c.file);
  return kept;
}

unit lower(const unit_command& c) {
  unit u;
  llvm::CrashRecoveryContext recovery;
  // Clang's parser recurses as deep as the source nests.
  const bool survived = recovery.RunSafelyOnThread(
      [&] {
        llvm::LLVMContext context;
        u = lower_in(c, context);
      },
      std::size_t{64} << 20);
  if (!survived) {
    u = {};
    u.problem = c.file + ": Clang crashed";
  }
  return u;
}

void list_symbols(const llvm::Module& m, unit& u) {
  for (const llvm::GlobalValue& g : m.global_values()) {
    if (g.hasLocalLinkage() || !g.hasName() || g.getName().starts_with("llvm.")) continue;
    const std::string name = g.getName().str();
    if (g.isDeclaration() || g.hasAvailableExternallyLinkage()) {
      u.uses.push_back(name);
      continue;
    }
    u.defines.push_back(name);
    if (g.isWeakForLinker()) u.weak.push_back(name);
  }
}

std::uint64_t content_hash(const std::string& path) {
  static std::mutex guard;
  static std::unordered_map<std::string, std::uint64_t> known;
  {
    const std::lock_guard lock(guard);
    if (const auto it = known.find(path); it != known.end()) return it->second;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  std::uint64_t hash = 0;
  if (buffer) {
    hash = llvm::xxh3_64bits(llvm::arrayRefFromStringRef((*buffer)->getBuffer()));
    if (hash == 0) hash = 1;
  }
  const std::lock_guard lock(guard);
  return known.emplace(path, hash).first->second;
}

std::string lowering_version() { return std::string(AMORPH_VERSION) + " 1 " + clang::getClangFullVersion(); }

}  // namespace amorph::pta
