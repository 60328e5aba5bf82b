// The steps are kept in a file without a name; if the formula is unsatisfiable they are copied to the output.
#include "tools/bindings/amorph/proof_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "amorph/kernels/base/refuse.hpp"

namespace amorph::c_interface {
namespace {

// The file that a path leads to through its links, and the permissions that the file will have.
struct place {
  std::string path;
  bool replaced = true;  // written beside it, then renamed
  mode_t mode = 0666;    // less the process's mask
  bool exists = false;
};

place place_of(const std::string& path) {
  place p{path};
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) {
    p.replaced = ::lstat(path.c_str(), &found) != 0;  // a link to nothing is followed by open()
    return p;
  }
  p.exists = true;
  p.mode = found.st_mode & 07777;
  p.replaced = S_ISREG(found.st_mode);
  const std::unique_ptr<char, decltype(&std::free)> target(::realpath(path.c_str(), nullptr), &std::free);
  if (target != nullptr) p.path = target.get();
  return p;
}

[[noreturn]] void fail(const std::string& path, int code) {
  refuse(path + ": cannot write: " + std::strerror(code != 0 ? code : EIO));
}

// A file beside `path` that nobody else has.
std::pair<std::string, int> create_beside(const std::string& path) {
  static std::atomic<unsigned> count{0};
  while (true) {
    std::string name = path + "." + std::to_string(::getpid()) + "." + std::to_string(count++) + ".part";
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return {std::move(name), descriptor};
    if (errno != EEXIST) fail(path, errno);
  }
}

// Writes all steps and closes the descriptor; 0, or the code of the error.
int write_all(sat::proof_steps& steps, int descriptor) {
  int code = 0;
  const auto write = [&](std::string_view piece) {
    while (!piece.empty()) {
      const ssize_t n = ::write(descriptor, piece.data(), piece.size());
      if (n < 0 && errno != EINTR) {
        code = errno;
        return false;
      }
      if (n > 0) piece.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  };
  try {
    steps.copy_to(write);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  if (::close(descriptor) != 0 && code == 0) code = errno;
  return code;
}

}  // namespace

proof_file::proof_file(const amorph_sat_options& o) {
  if (o.proof == nullptr) return;
  path_ = o.proof;
  if (const place p = place_of(path_); p.replaced) {  // before a long search rather than after it
    const auto [name, descriptor] = create_beside(p.path);
    ::close(descriptor);
    (void)std::remove(name.c_str());
  }
  steps_.emplace(path_, o.proof_text != 0 ? sat::proof_format::text : sat::proof_format::binary);
}

void proof_file::keep() {
  if (!steps_) return;
  const place p = place_of(path_);
  if (!p.replaced) {
    const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) fail(path_, errno);
    if (const int code = write_all(*steps_, descriptor); code != 0) fail(path_, code);
    return;
  }
  const auto [name, descriptor] = create_beside(p.path);
  struct removes {
    ~removes() {
      if (active) std::remove(path.c_str());
    }
    const std::string& path;
    bool active = true;
  } part{name};
  if (p.exists) (void)::fchmod(descriptor, p.mode);
  const int code = write_all(*steps_, descriptor);
  if (code != 0 || std::rename(name.c_str(), p.path.c_str()) != 0) fail(path_, code != 0 ? code : errno);
  part.active = false;
}

}  // namespace amorph::c_interface
