#include "outputs.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "run.hpp"

namespace amorph::metis {
namespace {

bool is_stdout(const std::string& name) { return name == "-" || name == "/dev/stdout"; }

// Whether writing one of them writes the other. Devices may be named twice.
bool same_file(const std::string& a, const std::string& b) {
  if (is_stdout(a) || is_stdout(b)) return is_stdout(a) && is_stdout(b);
  struct stat first{}, second{};
  const bool there = ::stat(a.c_str(), &first) == 0;
  if (there != (::stat(b.c_str(), &second) == 0)) return false;
  if (there) return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  std::error_code ignored;
  return std::filesystem::weakly_canonical(a, ignored) == std::filesystem::weakly_canonical(b, ignored);
}

}  // namespace

outputs::outputs(std::vector<std::string> inputs, std::vector<std::string> names) : names_(std::move(names)) {
  std::erase(inputs, "");
  std::erase(names_, "");
  for (const std::string& name : inputs) require_readable(name);
  for (std::size_t i = 0; i != names_.size(); ++i) {
    for (const std::string& input : inputs)
      if (input != "-" && same_file(input, names_[i])) refuse(names_[i] + ": cannot write: it is an input");
    for (std::size_t j = 0; j != i; ++j)
      if (same_file(names_[j], names_[i])) refuse(names_[i] + ": cannot write: two outputs have this name");
    require_writable(names_[i]);
  }
}

bool outputs::on_stdout() const { return std::any_of(names_.begin(), names_.end(), is_stdout); }

output_file& outputs::open(const std::string& name) {
  files_.push_back(std::make_unique<output_file>());
  std::string message;
  require(files_.back()->open(name, message), message);
  return *files_.back();
}

void outputs::finish(const std::string& report) {
  std::string message;
  for (const auto& file : files_) require(file->finish(message), message);
  if (!on_stdout()) print_or_fail(report);
  for (const auto& file : files_) require(file->commit(message), message);
}

}  // namespace amorph::metis
