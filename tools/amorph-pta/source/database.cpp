#include "database.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string_view>

#include "amorph/run_command.hpp"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path, const std::string& folder) {
  return (fs::path(folder) / path).lexically_normal().string();
}

// What Clang's reader takes for granted; it writes its complaints to the standard error itself, over several lines.
void check_form(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) refuse(path + ": cannot read: " + buffer.getError().message());
  auto parsed = llvm::json::parse((*buffer)->getBuffer());
  if (!parsed) refuse(path + ": expected JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Array* entries = parsed->getAsArray();
  if (entries == nullptr) refuse(path + ": expected an array of commands");
  for (std::size_t i = 0; i != entries->size(); ++i) {
    const llvm::json::Object* entry = (*entries)[i].getAsObject();
    auto bad = [&](const char* what) { refuse(path + ": entry " + std::to_string(i + 1) + ": expected " + what); };
    if (entry == nullptr) bad("an object");
    if (!entry->getString("file")) bad("'file', a text");
    if (!entry->getString("directory")) bad("'directory', a text");
    const llvm::json::Array* words = entry->getArray("arguments");
    if (words == nullptr && !entry->getString("command")) bad("'command', a text, or 'arguments', an array of texts");
    if (words != nullptr && (words->empty() || std::any_of(words->begin(), words->end(),
                                                           [](const auto& word) { return !word.getAsString(); })))
      bad("'arguments', an array of texts that is not empty");
  }
}

// What tools that watch a build record besides: Clang starting itself, preprocessing alone, lists of dependencies.
bool compiles(const clang::tooling::CompileCommand& c) {
  static constexpr std::string_view others[] = {"-cc1", "-cc1as", "-E", "-M", "-MM", "-fsyntax-only"};
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
  for (std::size_t i = 1; u.output.empty() && i + 1 < u.arguments.size(); ++i)
    if (u.arguments[i] == "-o") u.output = absolute(u.arguments[i + 1], u.directory);
  return u;
}

}  // namespace

std::vector<unit_command> read_database(const std::string& path, const std::vector<std::string>& sources) {
  std::error_code ignored;
  const std::string file = fs::is_directory(path, ignored) ? (fs::path(path) / "compile_commands.json").string() : path;
  check_form(file);
  std::string message;
  std::unique_ptr<clang::tooling::CompilationDatabase> database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      file, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database) refuse(file + ": expected a compilation database: " + message);
  database = clang::tooling::expandResponseFiles(std::move(database), llvm::vfs::getRealFileSystem());

  std::vector<unit_command> all;
  for (const clang::tooling::CompileCommand& c : database->getAllCompileCommands())
    if (compiles(c)) all.push_back(from(c));
  if (sources.empty()) {
    if (all.empty()) refuse(file + ": expected commands, found none");
    return all;
  }
  std::vector<unit_command> chosen;
  for (const std::string& source : sources) {
    const std::string whole = absolute(source, fs::current_path().string());
    const std::size_t before = chosen.size();
    for (const unit_command& u : all)
      if (u.file == whole || fs::equivalent(u.file, whole, ignored)) chosen.push_back(u);
    if (chosen.size() != before) continue;
    if (!fs::exists(whole, ignored)) refuse(source + ": cannot read: no such file");
    refuse(source + ": expected a command for it in " + file);
  }
  return chosen;
}

std::vector<unit_command> with_flags(const std::vector<std::string>& sources, const std::vector<std::string>& flags) {
  std::vector<unit_command> all;
  for (const std::string& source : sources) {
    std::error_code ignored;
    unit_command u;
    u.directory = fs::current_path().string();
    u.file = absolute(source, u.directory);
    if (!fs::exists(u.file, ignored)) refuse(source + ": cannot read: no such file");
    u.arguments = {"clang"};
    u.arguments.insert(u.arguments.end(), flags.begin(), flags.end());
    u.arguments.push_back(u.file);
    all.push_back(std::move(u));
  }
  return all;
}

}  // namespace amorph::pta
