#include "tools/terminal/outputs.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tools/terminal/run_command.hpp"

namespace amorph {
namespace {

// stat() of a file; `standard` is the descriptor that "-" stands for.
bool stat_named(const std::string& name, int standard, struct stat& there) {
  const bool dash = name == "-" || (standard == STDOUT_FILENO && is_stdout(name));
  return (dash ? ::fstat(standard, &there) : ::stat(name.c_str(), &there)) == 0;
}
bool same_inode(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

bool is_input(const std::string& output, const std::string& input) {
  struct stat to{}, from{};
  return stat_named(output, STDOUT_FILENO, to) && stat_named(input, STDIN_FILENO, from) && S_ISREG(to.st_mode) &&
         same_inode(to, from);
}

// Whether both names denote one file. Devices may be named twice.
bool same_output(const std::string& a, const std::string& b) {
  if (is_stdout(a) && is_stdout(b)) return true;
  struct stat first{}, second{};
  const bool there = stat_named(a, STDOUT_FILENO, first);
  if (there != stat_named(b, STDOUT_FILENO, second)) return false;
  if (there) return !S_ISCHR(first.st_mode) && !S_ISBLK(first.st_mode) && same_inode(first, second);
  std::error_code ignored;
  const auto place = [&](const std::string& name) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(resolve_output(name), ignored), ignored);
  };
  return place(a) == place(b);
}

}  // namespace

bool is_stdout(const std::string& name) { return name == "-" || name == "/dev/stdout"; }

void require_readable(const std::string& path) {
  if (path != "-" && ::access(path.c_str(), R_OK) != 0) refuse(path + ": cannot read: " + std::strerror(errno));
}

void require_writable(const std::string& path) {
  if (path.empty()) return;
  struct stat there{};
  if (stat_named(path, STDOUT_FILENO, there) && S_ISFIFO(there.st_mode)) return;  // closing it would end its reader
  output_file trial;
  std::string message;
  require(trial.open(path, message), message);
}

outputs::outputs(std::vector<std::string> inputs, std::vector<std::string> names, bool inputs_are_there)
    : names_(std::move(names)) {
  std::erase(inputs, "");
  std::erase(names_, "");
  if (inputs_are_there)
    for (const std::string& name : inputs) require_readable(name);
  for (std::size_t i = 0; i != names_.size(); ++i) {
    for (const std::string& input : inputs)
      if (is_input(names_[i], input)) refuse(names_[i] + ": cannot write: it is an input");
    for (std::size_t j = 0; j != i; ++j)
      if (same_output(names_[j], names_[i])) refuse(names_[i] + ": cannot write: two outputs have this name");
    require_writable(names_[i]);
  }
}

bool outputs::on_stdout() const {
  return std::any_of(names_.begin(), names_.end(), [](const std::string& name) { return same_output(name, "-"); });
}

void outputs::finish_files() {
  std::string message;
  for (const auto& file : files_) require(file->finish(message), message);
}

output_file& outputs::open(const std::string& name) {
  files_.push_back(std::make_unique<output_file>());
  std::string message;
  require(files_.back()->open(name, message), message);
  return *files_.back();
}

void outputs::finish(const std::string& report) {
  finish_files();
  std::string message;
  if (!on_stdout() && !report.empty() && !print(report, message)) refuse(message);
  require(commit_all(files_, message), message);
}

}  // namespace amorph
