// Links units with LLVM's linker, hides symbols that no other code can name, and caches the linked program.
#include "tools/commands/amorph-pta/source/link.hpp"

#include "amorph/kernels/base/error.hpp"
#include "llvm-pass/analysis/Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "tools/commands/amorph-pta/source/unit_module.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

constexpr llvm::StringRef program_kind = "amorph program";

// Symbols that the C library and others read or call by name if the program defines them.
bool libraries_name(llvm::StringRef name) {
  static const llvm::StringSet<> known = {"main",
                                          "environ",
                                          "__environ",
                                          "optarg",
                                          "optind",
                                          "opterr",
                                          "optopt",
                                          "stdin",
                                          "stdout",
                                          "stderr",
                                          "program_invocation_name",
                                          "program_invocation_short_name",
                                          "__progname",
                                          "__progname_full",
                                          "argp_program_version",
                                          "argp_program_version_hook",
                                          "argp_program_bug_address",
                                          "argp_err_exit_status",
                                          "error_print_progname",
                                          "error_message_count",
                                          "error_one_per_line",
                                          "obstack_alloc_failed_handler",
                                          "obstack_exit_failure",
                                          "re_syntax_options",
                                          "__malloc_hook",
                                          "__realloc_hook",
                                          "__memalign_hook",
                                          "__free_hook",
                                          "__malloc_initialize_hook",
                                          "__after_morecore_hook",
                                          "__morecore",
                                          "malloc",
                                          "calloc",
                                          "realloc",
                                          "free",
                                          "memalign",
                                          "aligned_alloc",
                                          "posix_memalign",
                                          "valloc",
                                          "pvalloc",
                                          "reallocarray",
                                          "xmalloc",
                                          "xrealloc",
                                          "yyerror",
                                          "yylex",
                                          "yywrap",
                                          "allow_severity",
                                          "deny_severity",
                                          "PC",
                                          "BC",
                                          "UP",
                                          "ospeed",
                                          "LLVMFuzzerTestOneInput",
                                          "LLVMFuzzerInitialize",
                                          "LLVMFuzzerCustomMutator"};
  // The C++ operators new and delete.
  return known.contains(name) || name.starts_with("_Znw") || name.starts_with("_Zna") || name.starts_with("_Zdl") ||
         name.starts_with("_Zda");
}

// The words of the module's assembly, which may be names of symbols.
llvm::StringSet<> words_of(llvm::StringRef assembly) {
  llvm::StringSet<> words;
  const auto in_name = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; };
  for (; !assembly.empty(); assembly = assembly.drop_while([&](char c) { return !in_name(c); })) {
    const llvm::StringRef word = assembly.take_while(in_name);
    if (!word.empty()) words.insert(word.split('@').first);
    assembly = assembly.drop_front(word.size());
  }
  return words;
}

std::string key_of(const std::vector<const unit*>& units, bool internal) {
  std::string key = lowering_version().append(internal ? " internal" : " exported");
  for (const unit* u : units) key += u->digest;
  return key;
}

// Keeps LLVM's first error for the message.
void listen(llvm::LLVMContext& context, std::string& complaint) {
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo* d, void* to) {
        auto& text = *static_cast<std::string*>(to);
        if (d->getSeverity() != llvm::DS_Error || !text.empty()) return;
        llvm::raw_string_ostream out(text);
        llvm::DiagnosticPrinterRawOStream printer(out);
        d->print(printer);
      },
      &complaint);
}

std::unique_ptr<llvm::Module> kept(llvm::LLVMContext& context, const std::string& key, const content_store& store) {
  const std::unique_ptr<llvm::MemoryBuffer> bytes = store.find(program_kind, key);
  if (!bytes) return nullptr;
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile({bytes->getBuffer(), "program"}, context);
  if (module) return std::move(*module);
  llvm::consumeError(module.takeError());
  return nullptr;
}

// True of names that a person gave, not of literals.
bool is_named(const llvm::GlobalObject& g) {
  return g.hasLocalLinkage() && g.hasName() && !g.getName().starts_with(".") && !g.getName().starts_with("llvm.");
}

// Static names are renamed by linking. Without debug information, nothing else has the old ones.
void note_names(llvm::Module& part) {
  if (!part.debug_compile_units().empty()) return;
  llvm::LLVMContext& context = part.getContext();
  const llvm::StringRef file = llvm::sys::path::filename(part.getSourceFileName());
  for (llvm::GlobalObject& g : part.global_objects())
    if (is_named(g))
      g.setMetadata(Names::SourceMetadata, llvm::MDTuple::get(context, {llvm::MDString::get(context, g.getName()),
                                                                        llvm::MDString::get(context, file)}));
}

// Of several static symbols of one name, linking leaves the first as it is. It gets a number, too, so that all are
// printed with their files, whatever the order.
void number_first(llvm::Module& m) {
  std::vector<llvm::GlobalObject*> first;
  for (llvm::GlobalObject& g : m.global_objects()) {
    const std::string plain = Names::unnumbered(g);
    if (!is_named(g) || plain == g.getName()) continue;
    auto* other = llvm::dyn_cast_or_null<llvm::GlobalObject>(m.getNamedValue(plain));
    if (other != nullptr && is_named(*other)) first.push_back(other);
  }
  for (llvm::GlobalObject* g : first)
    if (const std::string name = g->getName().str(); name == Names::unnumbered(*g)) g->setName(name + ".0");
}

std::unique_ptr<llvm::Module> linked(llvm::LLVMContext& context, const std::vector<const unit*>& units,
                                     const std::vector<std::string>& names, const std::string& complaint) {
  auto module = std::make_unique<llvm::Module>("program", context);
  llvm::Linker linker(*module);
  for (std::size_t i = 0; i != units.size(); ++i) {
    const llvm::MemoryBufferRef bytes(units[i]->bitcode->getBuffer(), names[i]);
    llvm::Expected<std::unique_ptr<llvm::Module>> part = llvm::getLazyBitcodeModule(bytes, context);
    if (!part) refuse(names[i] + ": expected LLVM bitcode: " + llvm::toString(part.takeError()));
    if (i != 0 && (*part)->getDataLayout() != module->getDataLayout())
      refuse(names[i] + ": expected the target of the units before it, " +
             llvm::Triple(module->getTargetTriple()).str() + ", found " +
             llvm::Triple((*part)->getTargetTriple()).str());
    // The analysis takes a word for 8 bytes.
    if (const unsigned bits = (*part)->getDataLayout().getPointerSizeInBits(); bits != 64)
      refuse(names[i] + ": expected a target with pointers of 64 bits, found '" +
             llvm::Triple((*part)->getTargetTriple()).str() + "' with pointers of " + std::to_string(bits));
    note_names(**part);
    if (linker.linkInModule(std::move(*part))) refuse(names[i] + ": cannot be linked: " + complaint);
  }
  if (units.size() == 1) module->setModuleIdentifier(names[0]);
  number_first(*module);
  return module;
}

void internalise(llvm::Module& m) {
  llvm::internalizeModule(m, [in_assembly = words_of(m.getModuleInlineAsm())](const auto& g) {
    return libraries_name(g.getName()) || in_assembly.contains(g.getName());
  });
}

}  // namespace

linked_program::linked_program() = default;
linked_program::~linked_program() {
  module.reset();  // before its context
}
linked_program::linked_program(linked_program&&) noexcept = default;

linked_program link(const std::vector<const unit*>& units, const std::vector<std::string>& names, bool internal,
                    const content_store& store) {
  linked_program p;
  p.context = std::make_unique<llvm::LLVMContext>();
  p.context->enableDebugTypeODRUniquing();  // keeps one of each type of C++
  std::string complaint;
  listen(*p.context, complaint);
  // A single unit is not cached: reading it takes as long.
  if (units.size() > 1 && store.keeps()) {
    p.made_from = key_of(units, internal);
    p.module = kept(*p.context, p.made_from, store);
    p.from_cache = p.module != nullptr;
  }
  if (!p.module) p.module = linked(*p.context, units, names, complaint);
  const llvm::Function* start = p.module->getFunction("main");
  p.has_main = start != nullptr && !start->isDeclaration();
  if (internal && p.has_main && !p.from_cache) internalise(*p.module);
  p.context->setDiagnosticHandlerCallBack(nullptr);
  return p;
}

void keep(const linked_program& p, const content_store& store) noexcept {
  if (!p.is_new()) return;
  // LLVM may reject the linked module when it reads it back: it then drops the debug information, or fails.
  bool broken_places = false;
  if (llvm::verifyModule(*p.module, nullptr, &broken_places) || broken_places) return;
  try {
    store.store(program_kind, p.made_from, bitcode_of(*p.module)->getBuffer());
  } catch (const std::exception&) {
    return;  // linked again the next time
  }
}

}  // namespace amorph::pta
