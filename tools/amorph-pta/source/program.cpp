#include "program.hpp"

#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "amorph/run_command.hpp"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/Internalize.h"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t bytes_of_a_compilation = std::uint64_t{512} << 20;

unsigned useful_threads(unsigned asked, std::size_t units) {
  std::size_t n = asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
  struct sysinfo memory{};
  if (asked == 0 && ::sysinfo(&memory) == 0) {
    const std::uint64_t free = std::uint64_t{memory.freeram + memory.bufferram} * memory.mem_unit;
    n = std::min<std::size_t>(n, std::max<std::uint64_t>(1, free / bytes_of_a_compilation));
  }
  return static_cast<unsigned>(std::max<std::size_t>(1, std::min(n, units)));
}

bool defines_main(const unit& u) { return std::find(u.defines.begin(), u.defines.end(), "main") != u.defines.end(); }

bool is_of_target(const unit_command& c, const std::string& target) {
  return c.output.find("/" + target + ".dir/") != std::string::npos;
}

// A path as people write it: the whole of it, or its last parts.
bool names(const std::string& written, const std::string& path) {
  std::error_code ignored;
  if (fs::path(written).lexically_normal() == fs::path(path) || fs::equivalent(written, path, ignored)) return true;
  return path.ends_with("/" + written);
}

}  // namespace

linked_program::linked_program() = default;
linked_program::~linked_program() {
  module.reset();  // before its context
}
linked_program::linked_program(linked_program&&) noexcept = default;

std::vector<unit> lower_all(const std::vector<unit_command>& commands, const unit_cache& cache, unsigned threads,
                            const std::function<void(std::size_t done, std::size_t cached)>& shown) {
  std::vector<unit> units(commands.size());
  std::atomic<std::size_t> next{0};
  std::size_t done = 0, cached = 0;
  std::mutex guard;
  const auto work = [&] {
    for (std::size_t i = next++; i < commands.size(); i = next++) {
      if (std::optional<unit> known = cache.find(commands[i])) {
        units[i] = std::move(*known);
      } else {
        units[i] = lower(commands[i]);
        cache.store(commands[i], units[i]);
      }
      const std::lock_guard lock(guard);
      cached += units[i].from_cache;
      shown(++done, cached);
    }
  };
  std::vector<std::thread> others;
  for (unsigned n = useful_threads(threads, commands.size()); n > 1; --n) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  if (cached != commands.size()) cache.prune();
  return units;
}

unit read_ir(const std::string& path) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic wrong;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, wrong, context);
  if (!module) {
    std::string where = path;
    if (wrong.getLineNo() > 0) where.append(":").append(std::to_string(wrong.getLineNo()));
    refuse(where + ": expected LLVM IR: " + wrong.getMessage().str());
  }
  unit u;
  list_symbols(*module, u);
  llvm::raw_string_ostream out(u.bitcode);
  llvm::WriteBitcodeToFile(*module, out);
  return u;
}

std::vector<std::size_t> choose(const std::vector<unit_command>& commands, const std::vector<unit>& units,
                                const choice& what) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i != units.size(); ++i)
    if (units[i].lowered() && (what.target.empty() || is_of_target(commands[i], what.target))) candidates.push_back(i);
  if (candidates.empty())
    refuse(what.target.empty() ? "expected sources, found none that can be analysed"
                               : "--target " + what.target + ": expected objects below " + what.target +
                                     ".dir in the compilation database, found none");
  std::vector<std::size_t> starts;
  for (const std::size_t i : candidates)
    if (defines_main(units[i]) && (what.entry.empty() || names(what.entry, commands[i].file))) starts.push_back(i);
  if (!what.entry.empty() && starts.empty()) refuse("--entry " + what.entry + ": expected a source that defines main");
  if (starts.empty()) return candidates;
  if (starts.size() > 1) {
    const bool same = std::all_of(starts.begin(), starts.end(),
                                  [&](std::size_t i) { return commands[i].file == commands[starts[0]].file; });
    std::string list;
    for (const std::size_t i : starts) {
      const std::string& name = same && !commands[i].output.empty() ? commands[i].output : commands[i].file;
      (list += list.empty() ? "" : ", ") += name;
    }
    refuse(same ? "expected --target NAME, since main is compiled several times: " + list
                : "expected --entry FILE, since several sources define main: " + list);
  }

  // What defines a symbol: what is not weak before what is, then what is built beside the entry.
  struct definition {
    std::size_t unit;
    int rank;
  };
  const fs::path beside = fs::path(commands[starts[0]].output).parent_path();
  std::unordered_map<std::string, definition> defined;
  bool twice = false;
  for (const std::size_t i : candidates) {
    const std::unordered_set<std::string> weak(units[i].weak.begin(), units[i].weak.end());
    const int near = fs::path(commands[i].output).parent_path() == beside ? 0 : 1;
    for (const std::string& name : units[i].defines) {
      const definition here{i, (weak.contains(name) ? 2 : 0) + near};
      const auto [it, is_new] = defined.try_emplace(name, here);
      if (is_new) continue;
      twice |= here.rank < 2 && it->second.rank < 2;
      if (here.rank < it->second.rank) it->second = here;
    }
  }
  // One program, of which nothing is there twice: all of it, also what nobody names.
  if (!twice && what.entry.empty()) return candidates;
  std::vector<bool> taken(units.size(), false);
  std::vector<std::size_t> work{starts[0]};
  taken[starts[0]] = true;
  while (!work.empty()) {
    const unit& u = units[work.back()];
    work.pop_back();
    for (const std::string& name : u.uses)
      if (const auto it = defined.find(name); it != defined.end() && !taken[it->second.unit]) {
        taken[it->second.unit] = true;
        work.push_back(it->second.unit);
      }
  }
  std::vector<std::size_t> chosen;
  for (const std::size_t i : candidates)
    if (taken[i]) chosen.push_back(i);
  return chosen;
}

linked_program link(const std::vector<const unit*>& units, const std::vector<std::string>& names, bool internal) {
  linked_program p;
  p.context = std::make_unique<llvm::LLVMContext>();
  std::string problem;
  p.context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo* d, void* to) {
        auto& text = *static_cast<std::string*>(to);
        if (d->getSeverity() != llvm::DS_Error || !text.empty()) return;
        llvm::raw_string_ostream out(text);
        llvm::DiagnosticPrinterRawOStream printer(out);
        d->print(printer);
      },
      &problem);
  p.module = std::make_unique<llvm::Module>("program", *p.context);
  llvm::Linker linker(*p.module);
  for (std::size_t i = 0; i != units.size(); ++i) {
    const llvm::MemoryBufferRef bytes(units[i]->bitcode, names[i]);
    llvm::Expected<std::unique_ptr<llvm::Module>> part = llvm::getLazyBitcodeModule(bytes, *p.context);
    if (!part) refuse(names[i] + ": expected LLVM bitcode: " + llvm::toString(part.takeError()));
    if (i != 0 && (*part)->getDataLayout() != p.module->getDataLayout())
      refuse(names[i] + ": expected the target of the units before it, " + p.module->getTargetTriple() + ", found " +
             (*part)->getTargetTriple());
    if (linker.linkInModule(std::move(*part))) refuse(names[i] + ": cannot link it: " + problem);
  }
  if (units.size() == 1) p.module->setModuleIdentifier(names[0]);
  const llvm::Function* start = p.module->getFunction("main");
  p.has_main = start != nullptr && !start->isDeclaration();
  if (internal && p.has_main)
    llvm::internalizeModule(*p.module, [](const llvm::GlobalValue& g) { return g.getName() == "main"; });
  p.context->setDiagnosticHandlerCallBack(nullptr);
  return p;
}

}  // namespace amorph::pta
