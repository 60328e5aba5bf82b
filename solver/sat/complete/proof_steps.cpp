#include "solver/sat/complete/proof_steps.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "amorph/kernels/base/error.hpp"

namespace amorph::sat {
namespace {

std::FILE* nameless_file(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  std::FILE* const file = descriptor >= 0 ? ::fdopen(descriptor, "w+b") : std::tmpfile();
  if (file == nullptr && descriptor >= 0) ::close(descriptor);
  if (file == nullptr)
    throw error(status::bad_input, path + ": cannot write a temporary file: " + std::strerror(errno));
  return file;
}

}  // namespace

proof_steps::proof_steps(const std::string& path, proof_format format)
    : path_(path), file_(nameless_file(path)), log_(file_.get(), format, path) {}

void proof_steps::copy_to(const std::function<bool(std::string_view)>& write) {
  log_.require_written();
  if (std::fflush(file_.get()) != 0) throw error(status::bad_input, path_ + ": cannot write: " + std::strerror(errno));
  std::rewind(file_.get());
  std::array<char, 65536> piece;
  for (std::size_t n = 1; n != 0;) {
    n = std::fread(piece.data(), 1, piece.size(), file_.get());
    if (!write(std::string_view(piece.data(), n))) return;
  }
  if (std::ferror(file_.get()) != 0) throw error(status::bad_input, path_ + ": cannot read the proof back");
}

}  // namespace amorph::sat
