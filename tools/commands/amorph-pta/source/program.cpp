// Lowers units in child processes, as many as memory allows, and selects the units of a program as a linker would.
#include "tools/commands/amorph-pta/source/program.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "tools/base/utf8.hpp"
#include "tools/commands/amorph-pta/source/unit_module.hpp"
#include "tools/commands/amorph-pta/source/workers.hpp"
#include "tools/terminal/run_command.hpp"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t bytes_of_a_compilation = std::uint64_t{512} << 20;

// The number after `name` in a file of the kernel, or its only number; none if it is not a number ("max").
std::optional<std::uint64_t> number_in(const std::string& path, const std::string& name = "") {
  std::ifstream in(path);
  for (std::string word; !name.empty() && in >> word;)
    if (word == name) break;
  std::uint64_t n = 0;
  return in >> n ? std::optional(n) : std::nullopt;
}

// Available memory in bytes: of the machine, including reclaimable pages, and within the limits of this process's
// control groups. Unlimited if the kernel does not say.
std::uint64_t memory_left() {
  std::uint64_t left = number_in("/proc/meminfo", "MemAvailable:").value_or(std::uint64_t{1} << 40) << 10;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    const fs::path root = "/sys/fs/cgroup";
    for (fs::path at = root / line.substr(4); at.native().size() >= root.native().size(); at = at.parent_path()) {
      const auto limit = number_in(at / "memory.max"), used = number_in(at / "memory.current");
      // Cached pages of files count as used, but are reclaimable.
      const std::uint64_t files = number_in(at / "memory.stat", "file").value_or(0);
      if (limit) left = std::min(left, *limit - std::min(*limit, used.value_or(0) - std::min(files, used.value_or(0))));
    }
  }
  return left;
}

unsigned useful_threads(unsigned asked, std::size_t units) {
  std::size_t n = asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
  if (asked == 0) n = std::min<std::size_t>(n, std::max<std::uint64_t>(1, memory_left() / bytes_of_a_compilation));
  return static_cast<unsigned>(std::max<std::size_t>(1, std::min(n, units)));
}

bool defines_main(const unit& u) { return std::find(u.defines.begin(), u.defines.end(), "main") != u.defines.end(); }

bool is_of_target(const unit_command& c, const std::string& target) {
  return c.output.find("/" + target + ".dir/") != std::string::npos;
}

// True if `written` is the path, or its last components.
bool names(const std::string& written, const std::string& path) {
  std::error_code ignored;
  if (fs::path(written).lexically_normal() == fs::path(path) || fs::equivalent(written, path, ignored)) return true;
  return path.ends_with("/" + written);
}

// The folder of the CMake target that an object file belongs to; "" if unknown.
std::string folder_of_target(const std::string& output) {
  const std::size_t at = output.rfind(".dir/");
  return at == std::string::npos ? std::string() : output.substr(0, at);
}

// The distance of two files in the tree of folders.
std::ptrdiff_t distance(const std::string& a, const std::string& b) {
  std::size_t same = 0;  // the end of the last common folder
  for (std::size_t i = 0; i != std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
    if (a[i] == '/') same = i + 1;
  const auto below = [&](const std::string& path) {
    return std::count(path.begin() + static_cast<std::ptrdiff_t>(same), path.end(), '/');
  };
  return below(a) + below(b);
}

std::vector<std::string_view> strong_definitions(const unit& u) {
  const std::unordered_set<std::string_view> weak(u.weak.begin(), u.weak.end());
  std::vector<std::string_view> strong;
  for (const std::string& name : u.defines)
    if (!weak.contains(name)) strong.emplace_back(name);
  return strong;
}

bool clash(const std::vector<unit>& units, const std::vector<std::size_t>& some) {
  std::unordered_set<std::string_view> seen;
  for (const std::size_t i : some)
    for (const std::string_view name : strong_definitions(units[i]))
      if (!seen.insert(name).second) return true;
  return false;
}

// Of the variants of a source (for example with and without position independence), keeps the first. Variants that
// define different symbols are different parts of the program.
std::vector<std::size_t> without_repetitions(const std::vector<unit_command>& commands, const std::vector<unit>& units,
                                             const std::vector<std::size_t>& some) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> variants;
  std::vector<std::size_t> kept;
  for (const std::size_t i : some) {
    std::vector<std::size_t>& before = variants[commands[i].file];
    if (std::any_of(before.begin(), before.end(), [&](std::size_t other) {
          return units[other].defines == units[i].defines || clash(units, {other, i});
        }))
      continue;
    before.push_back(i);
    kept.push_back(i);
  }
  return kept;
}

// The unit whose main the program starts in; none in a library.
std::optional<std::size_t> start_of(const std::vector<unit_command>& commands, const std::vector<unit>& units,
                                    const std::vector<std::size_t>& candidates, const choice& what) {
  std::vector<std::size_t> starts;
  for (const std::size_t i : candidates) {
    if (!defines_main(units[i]) || (!what.entry.empty() && !names(what.entry, commands[i].file))) continue;
    const auto again = [&](std::size_t other) {
      return commands[other].file == commands[i].file &&
             folder_of_target(commands[other].output) == folder_of_target(commands[i].output);
    };
    if (std::none_of(starts.begin(), starts.end(), again)) starts.push_back(i);
  }
  if (!what.entry.empty() && starts.empty()) refuse("--entry " + what.entry + ": expected a source that defines main");
  if (starts.size() > 1) {
    const bool same = std::all_of(starts.begin(), starts.end(),
                                  [&](std::size_t i) { return commands[i].file == commands[starts[0]].file; });
    std::string list;
    for (const std::size_t i : starts) {
      const std::string& name = same && !commands[i].output.empty() ? commands[i].output : commands[i].file;
      (list += list.empty() ? "" : ", ") += name;
    }
    if (same) refuse("expected --target NAME, since main is compiled several times: " + list);
    refuse(what.entry.empty() ? "expected --entry FILE, since several sources define main: " + list
                              : "--entry " + what.entry + ": expected more of its path, since several fit: " + list);
  }
  return starts.empty() ? std::nullopt : std::optional(starts[0]);
}

// Selects units as a linker selects archive members: those that define a missing symbol, never a second main, and none
// that defines a symbol twice.
class gathering {
 public:
  gathering(const std::vector<unit_command>& commands, const std::vector<unit>& units, const std::string& beside)
      : units_(units), taken_(units.size(), false) {
    for (std::size_t i = 0; i != units.size(); ++i) {
      distances_.push_back(distance(commands[i].output, beside));
      for (const std::string_view name : strong_definitions(units[i])) strong_[name].push_back(i);
      for (const std::string& name : units[i].weak) weak_[name].push_back(i);
    }
  }

  void take(std::size_t i) {
    taken_[i] = true;
    work_.push_back(i);
    for (const std::string_view name : strong_definitions(units_[i])) here_.insert(name);
    for (const std::string& name : units_[i].weak) here_weak_.insert(name);
  }

  [[nodiscard]] selection complete() {
    for (std::size_t at = 0; at != work_.size(); ++at)
      for (const std::string& name : units_[work_[at]].uses) {
        if (here_.contains(name)) continue;
        std::optional<std::size_t> best = nearest(strong_, name);
        if (!best && !here_weak_.contains(name)) best = nearest(weak_, name);
        if (best) take(*best);
      }
    selection s;
    for (std::size_t i = 0; i != units_.size(); ++i)
      if (taken_[i]) s.units.push_back(i);
    for (const std::size_t i : s.units)
      for (const std::string& name : units_[i].uses)
        if (s.outside.empty() && !here_.contains(name) && !here_weak_.contains(name) &&
            (strong_.contains(name) || weak_.contains(name)))
          s.outside = name;
    return s;
  }

 private:
  using definitions = std::unordered_map<std::string_view, std::vector<std::size_t>>;

  [[nodiscard]] std::optional<std::size_t> nearest(const definitions& all, const std::string& name) const {
    const auto found = all.find(name);
    std::optional<std::size_t> best;
    if (found == all.end()) return best;
    for (const std::size_t i : found->second) {
      if (taken_[i] || defines_main(units_[i]) || (best && distances_[i] >= distances_[*best])) continue;
      const std::vector<std::string_view> more = strong_definitions(units_[i]);
      if (std::none_of(more.begin(), more.end(), [&](std::string_view n) { return here_.contains(n); })) best = i;
    }
    return best;
  }

  const std::vector<unit>& units_;
  std::vector<std::ptrdiff_t> distances_;
  definitions strong_, weak_;  // which units define a symbol
  std::unordered_set<std::string_view> here_, here_weak_;
  std::vector<bool> taken_;
  std::vector<std::size_t> work_;
};

}  // namespace

std::vector<unit> lower_all(const std::vector<unit_command>& commands, const unit_cache& cache, unsigned threads,
                            const std::function<void(std::size_t done, std::size_t cached)>& shown) {
  std::vector<unit> units(commands.size());
  // A source that is compiled for several targets with the same flags is lowered once.
  std::vector<std::size_t> first(commands.size()), times(commands.size(), 0);
  std::map<std::pair<std::string, std::vector<std::string>>, std::size_t> seen;
  for (std::size_t i = 0; i != commands.size(); ++i) {
    std::vector<std::string> ignored;
    first[i] = seen.try_emplace({commands[i].directory, lowering_arguments(commands[i], ignored)}, i).first->second;
    ++times[first[i]];
  }
  std::size_t done = 0, cached = 0;
  const auto show = [&](std::size_t i) {
    cached += units[i].from_cache ? times[i] : 0;
    shown(done += times[i], cached);
  };
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i != commands.size(); ++i) {
    if (first[i] != i) continue;
    if (std::optional<unit> known = cache.find(commands[i])) {
      units[i] = std::move(*known);
      show(i);
    } else {
      missing.push_back(i);
    }
  }
  in_processes(
      missing.size(), useful_threads(threads, missing.size()),
      [&](std::size_t task) { return bytes_of(lower(commands[missing[task]])); },
      [&](std::size_t task, const std::string& bytes) {
        const std::size_t i = missing[task];
        std::optional<unit> u = unit_of(llvm::MemoryBuffer::getMemBufferCopy(bytes), /*still=*/false);
        if (!u) throw error(status::internal, commands[i].file + ": its unit was received incomplete");
        units[i] = std::move(*u);
        if (units[i].lowered()) cache.store(commands[i], bytes);
        show(i);
      },
      [&](std::size_t task, lost_by why) {
        const std::size_t i = missing[task];
        if (why == lost_by::memory) throw error(status::out_of_memory, commands[i].file + ": out of memory in Clang");
        units[i].problem = commands[i].file + ": Clang crashed";
        show(i);
      });
  for (std::size_t i = 0; i != commands.size(); ++i)
    if (first[i] != i) units[i] = units[first[i]];
  return units;
}

// "LLVM21.1.0", or nothing if the file does not say.
static std::string producer_of(const std::string& path) {
  auto bytes = llvm::MemoryBuffer::getFile(path);
  if (!bytes) return {};
  llvm::Expected<std::string> producer = llvm::getBitcodeProducerString(**bytes);
  if (producer) return *producer;
  llvm::consumeError(producer.takeError());
  return {};
}

static bool is_newer(llvm::StringRef producer) {
  unsigned major = 0;
  return producer.consume_front("LLVM") && !producer.consumeInteger(10, major) && major > LLVM_VERSION_MAJOR;
}

unit read_ir(const std::string& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0)
    refuse(path + ": expected LLVM IR, found an empty file");
  unit u;
  std::string problem;
  bool no_memory = false;
  // LLVM's reader crashes on some damaged bitcode.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  const bool survived = recovery.RunSafely([&] {
    llvm::LLVMContext context;
    llvm::SMDiagnostic wrong;
    const std::unique_ptr<llvm::Module> module = llvm::parseIRFile(path, wrong, context);
    if (module) {
      list_symbols(*module, u);
      u.bitcode = bitcode_of(*module);
      u.digest = digest(u.bitcode->getBuffer());
      return;
    }
    no_memory = wrong.getMessage().ends_with(std::strerror(ENOMEM));
    problem = path;
    if (wrong.getLineNo() > 0) problem.append(":").append(std::to_string(wrong.getLineNo()));
    const std::string producer = producer_of(path);
    if (is_newer(producer))
      problem.append(": expected bitcode of LLVM " LLVM_VERSION_STRING " or older, found that of " +
                     one_line(producer));
    else
      problem.append(": expected LLVM IR: ").append(wrong.getMessage().str());
  });
  if (!survived) refuse(path + ": expected LLVM IR, found bitcode that LLVM cannot read");
  if (no_memory) throw std::bad_alloc();
  if (!problem.empty()) refuse(problem);
  return u;
}

selection choose(const std::vector<unit_command>& commands, const std::vector<unit>& units, const choice& what) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i != units.size(); ++i)
    if (units[i].lowered() && (what.target.empty() || is_of_target(commands[i], what.target))) candidates.push_back(i);
  if (candidates.empty())
    refuse(what.target.empty() ? "expected sources, found none that can be analysed"
                               : "--target " + what.target + ": expected objects below " + what.target +
                                     ".dir in the compilation database, found none");
  const std::optional<std::size_t> start = start_of(commands, units, candidates, what);
  if (!start) return {without_repetitions(commands, units, candidates), {}};

  const std::string& beside = commands[*start].output;
  std::vector<std::size_t> nearest = candidates;
  std::stable_sort(nearest.begin(), nearest.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(a != *start, distance(commands[a].output, beside)) <
           std::pair(b != *start, distance(commands[b].output, beside));
  });
  nearest = without_repetitions(commands, units, nearest);
  if (what.target.empty() && what.entry.empty() && !clash(units, nearest)) {
    std::sort(nearest.begin(), nearest.end());
    return {nearest, {}};  // one program without duplicate definitions: all units, also those that no other uses
  }
  gathering parts(commands, units, beside);
  parts.take(*start);
  const std::string folder = folder_of_target(beside);
  for (const std::size_t i : nearest)
    if (i != *start && !defines_main(units[i]) &&
        (!what.target.empty() || (!folder.empty() && folder_of_target(commands[i].output) == folder)))
      parts.take(i);
  return parts.complete();
}

}  // namespace amorph::pta
