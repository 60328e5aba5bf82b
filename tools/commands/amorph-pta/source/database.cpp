// Clang's reader of compilation databases, after a check of the JSON that gives errors in one line; and commands from
// sources and flags.
#include "tools/commands/amorph-pta/source/database.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm-pass/versions/LLVMVersions.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "tools/terminal/run_command.hpp"
#include AMORPH_CLANG_OPTIONS_H

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;

// ".." after a symbolic link is kept: it leads elsewhere than the name suggests.
std::string absolute(const std::string& path, const std::string& folder) {
  const fs::path whole = fs::path(folder) / path;
  const fs::path shorter = whole.lexically_normal();
  std::error_code ignored;
  if (path.find("..") == std::string::npos && folder.find("..") == std::string::npos) return shorter.string();
  if (fs::equivalent(whole, shorter, ignored) || fs::equivalent(whole.parent_path(), shorter.parent_path(), ignored))
    return shorter.string();
  return fs::exists(whole.parent_path(), ignored) ? whole.string() : shorter.string();
}

// Equal for all names of a file.
std::string identity(const std::string& path) {
  std::error_code none;
  const fs::path real = fs::canonical(path, none);
  return none ? path : real.string();
}

bool is_assembly(const std::string& file) {
  const std::string kind = fs::path(file).extension().string();
  return kind == ".s" || kind == ".S" || kind == ".asm" || kind == ".sx";
}

// LLVM's reader of JSON recurses; a database is four levels deep.
void refuse_deep_nesting(const std::string& path, llvm::StringRef text) {
  constexpr unsigned max_depth = 1000;
  unsigned depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i != text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\' && i + 1 != text.size()) {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > max_depth)
        refuse(path + ": expected an array of commands, found brackets nested more than 1000 deep");
    } else if (!quoted && (c == ']' || c == '}') && depth != 0) {
      --depth;
    }
  }
}

// Checks the assumptions of Clang's reader: it prints its own errors to standard error, on several lines.
void check_form(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) refuse(path + ": cannot read: " + buffer.getError().message());
  refuse_deep_nesting(path, (*buffer)->getBuffer());
  auto parsed = llvm::json::parse((*buffer)->getBuffer());
  if (!parsed) refuse(path + ": expected JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Array* entries = parsed->getAsArray();
  if (entries == nullptr) refuse(path + ": expected an array of commands");
  for (std::size_t i = 0; i != entries->size(); ++i) {
    const llvm::json::Object* entry = (*entries)[i].getAsObject();
    auto bad = [&](const char* what) { refuse(path + ": entry " + std::to_string(i + 1) + ": expected " + what); };
    if (entry == nullptr) bad("an object");
    if (!entry->getString("file")) bad("'file', a string");
    if (!entry->getString("directory")) bad("'directory', a string");
    const llvm::json::Array* words = entry->getArray("arguments");
    if (words == nullptr && entry->getString("command").value_or("").trim().empty())
      bad("'command', a non-empty string, or 'arguments', an array of strings");
    if (words != nullptr && (words->empty() || std::any_of(words->begin(), words->end(),
                                                           [](const auto& word) { return !word.getAsString(); })))
      bad("'arguments', a non-empty array of strings");
  }
}

// Commands that tools which record a build list, but that are not units: Clang's internal commands, preprocessing only,
// dependency lists, and precompiled headers.
bool compiles(const clang::tooling::CompileCommand& c) {
  static constexpr std::string_view others[] = {"-cc1",       "-cc1as",        "-E",          "-M",
                                                "-MM",        "-fsyntax-only", "-emit-pch",   "c-header",
                                                "c++-header", "-xc-header",    "-xc++-header"};
  return std::none_of(c.CommandLine.begin(), c.CommandLine.end(), [](const std::string& word) {
    return std::find(std::begin(others), std::end(others), word) != std::end(others);
  });
}

unit_command from(const clang::tooling::CompileCommand& c) {
  unit_command u;
  u.directory = absolute(c.Directory, fs::current_path().string());
  u.file = absolute(c.Filename, u.directory);
  if (!c.Output.empty()) u.output = absolute(c.Output, u.directory);
  u.arguments = c.CommandLine;
  for (std::size_t i = 1; u.output.empty() && i < u.arguments.size(); ++i) {
    const std::string& word = u.arguments[i];
    if (!word.starts_with("-o") || (word.size() == 2 && i + 1 == u.arguments.size())) continue;
    u.output = absolute(word.size() == 2 ? u.arguments[i + 1] : word.substr(2), u.directory);
  }
  if (u.output.empty()) u.output = absolute(fs::path(u.file).stem().string() + ".o", u.directory);
  return u;
}

// The files that may be response files: a device or a pipe would be read for ever. LLVM leaves files that status()
// does not find unexpanded.
class regular_files : public llvm::vfs::ProxyFileSystem {
 public:
  regular_files() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    constexpr std::uint64_t max_bytes = 64 << 20;
    llvm::ErrorOr<llvm::vfs::Status> found = ProxyFileSystem::status(path);
    if (found && !found->isDirectory() && (!found->isRegularFile() || found->getSize() > max_bytes))
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return found;
  }
};

// Flags with response files expanded. They must not contain sources.
std::vector<std::string> expand(const std::vector<std::string>& flags, const std::string& folder) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char*, 16> words;
  for (const std::string& flag : flags) words.push_back(flag.c_str());
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  regular_files files;
  if (llvm::Error e = context.setVFS(&files).setCurrentDir(folder).expandResponseFiles(words))
    refuse(llvm::toString(std::move(e)));
  unsigned missing_at = 0, missing = 0;
  const llvm::opt::InputArgList parsed = clang_driver::getDriverOptTable().ParseArgs(
      words, missing_at, missing, llvm::opt::Visibility(clang_driver::options::ClangOption));
  for (const llvm::opt::Arg* a : parsed) {
    if (a->getOption().getID() != clang_driver::options::OPT_INPUT) continue;
    const std::string word = a->getAsString(parsed);
    if (word.starts_with('@')) refuse(word.substr(1) + ": cannot read: no such file, or no regular file");
    refuse("expected flags of the compiler, found '" + word + "'");
  }
  return {words.begin(), words.end()};
}

}  // namespace

std::string database_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? (fs::path(path) / "compile_commands.json").string() : path;
}

command_set read_database(const std::string& path, const std::vector<std::string>& sources) {
  const std::string file = database_file(path);
  check_form(file);
  std::string message;
  std::unique_ptr<clang::tooling::CompilationDatabase> database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      file, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database) refuse(file + ": expected a compilation database: " + message);
  database = clang::tooling::expandResponseFiles(std::move(database), llvm::makeIntrusiveRefCnt<regular_files>());

  std::vector<unit_command> all;
  std::map<std::pair<std::string, std::string>, std::size_t> positions;  // of a source and an output
  for (const clang::tooling::CompileCommand& c : database->getAllCompileCommands()) {
    if (!compiles(c)) continue;
    unit_command u = from(c);
    const auto [it, is_new] = positions.try_emplace({u.file, u.output}, all.size());
    if (is_new)
      all.push_back(std::move(u));
    else
      all[it->second] = std::move(u);  // the last build of an output is the current one
  }
  if (all.empty())
    refuse(file + ": expected commands, found none; a build that has nothing to do records none (make clean)");

  command_set set;
  const auto take = [&](const unit_command& u) {
    if (is_assembly(u.file))
      set.left_out.push_back(u.file + ": assembly");
    else
      set.units.push_back(u);
  };
  if (sources.empty()) {
    std::for_each(all.begin(), all.end(), take);
    return set;
  }
  std::unordered_map<std::string, std::vector<std::size_t>> commands;
  for (std::size_t i = 0; i != all.size(); ++i) commands[identity(all[i].file)].push_back(i);
  std::error_code ignored;
  std::unordered_set<std::string> taken;
  for (const std::string& source : sources) {
    const std::string whole = absolute(source, fs::current_path().string());
    const std::string name = identity(whole);
    const auto found = commands.find(name);
    if (found == commands.end()) {
      if (!fs::exists(whole, ignored)) refuse(source + ": cannot read: no such file");
      refuse(std::string(source).append(": expected a command for it in ").append(file));
    }
    if (!taken.insert(name).second) continue;
    for (const std::size_t i : found->second) take(all[i]);
  }
  set.not_asked_for = commands.size() - taken.size();
  return set;
}

void add_flags(command_set& set, const std::vector<std::string>& flags) {
  if (flags.empty()) return;
  const std::vector<std::string> expanded = expand(flags, fs::current_path().string());
  for (unit_command& u : set.units) {
    // Before "--", after which all words are sources.
    const auto at = std::find(u.arguments.begin(), u.arguments.end(), "--");
    u.arguments.insert(at, expanded.begin(), expanded.end());
  }
}

command_set with_flags(const std::vector<std::string>& sources, const std::vector<std::string>& flags) {
  const std::string folder = fs::current_path().string();
  const std::vector<std::string> expanded = expand(flags, folder);
  command_set set;
  std::unordered_set<std::string> taken;
  for (const std::string& source : sources) {
    std::error_code ignored;
    unit_command u;
    u.directory = folder;
    u.file = absolute(source, u.directory);
    if (!fs::exists(u.file, ignored)) refuse(source + ": cannot read: no such file");
    if (!taken.insert(identity(u.file)).second) continue;
    if (is_assembly(u.file)) {
      set.left_out.push_back(u.file + ": assembly");
      continue;
    }
    u.arguments = {"clang"};
    u.arguments.insert(u.arguments.end(), expanded.begin(), expanded.end());
    u.arguments.push_back(u.file);
    set.units.push_back(std::move(u));
  }
  return set;
}

}  // namespace amorph::pta
