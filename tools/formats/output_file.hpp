// An output that is complete or absent: written to a temporary file, renamed by commit().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "amorph/kernels/base/error.hpp"
#include "tools/formats/interrupt.hpp"

namespace amorph {

// Where a name that leads to no file will have one: at the end of the symbolic links that dangle there. Of links in a
// circle, one of them. Throws std::bad_alloc alone.
[[nodiscard]] std::string output_place(std::string path);

// Nothing here throws. Errors of write() are kept until commit(), so callers check once. A path that ends in ".gz" is
// compressed. "-" and "/dev/stdout" are the standard output; other things that are not regular files (pipes,
// /dev/null) are written in place. A symbolic link keeps pointing at its target, which is replaced, or made where
// there is none yet, and an existing file keeps its permissions. A name in ".xz" is refused, xz being read alone. Not
// thread safe.
class output_file {
 public:
  output_file() noexcept;
  ~output_file();  // without commit(): the temporary file is removed, the previous file kept
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;

  // bad_input: cannot be created there (`message`: "PATH: cannot write: reason"); out_of_memory.
  [[nodiscard]] status open(const std::string& path, std::string& message) noexcept;
  void write(std::string_view text) noexcept {
    if (text.size() > capacity - used_) return write_large(text);
    text.copy(buffer_.get() + used_, text.size());
    used_ += text.size();
  }
  void write(char c) noexcept { write(std::string_view(&c, 1)); }
  void write_number(std::uint64_t n) noexcept;
  void write_number(std::int64_t n) noexcept;
  void write_number(double x) noexcept;                               // the shortest text that reads back the same
  [[nodiscard]] bool failed() const noexcept { return error_ != 0; }  // lets a long writer stop early
  // Flushes and closes, so that nothing but the renaming can fail any more. Nothing is written after it.
  [[nodiscard]] status finish(std::string& message) noexcept;
  // Finishes, where that was not done, and renames. After it, or after a failure, the object is closed.
  [[nodiscard]] status commit(std::string& message) noexcept;

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 18;
  void flush() noexcept;
  void write_large(std::string_view text) noexcept;
  void discard() noexcept;

  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = capacity;  // full until open() succeeds, so the first write sees that
  int descriptor_ = -1;
  void* deflater_ = nullptr;  // gzFile
  bool finished_ = false;
  int error_ = 0;  // errno of the first failure
  std::string name_, target_, beside_;
  temporary_file guard_;
};

}  // namespace amorph
