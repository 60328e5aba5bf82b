// An output that is complete or absent: written to a temporary file, renamed by commit().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "tools/base/interrupt.hpp"

namespace amorph {

// The path at which an output that does not exist yet will be created: dangling symbolic links are followed. If links
// form a cycle, one of them. Throws only std::bad_alloc.
[[nodiscard]] std::string resolve_output(std::string path);

// Nothing here throws. Errors of write() are kept until commit(), so callers check once. If the path ends in ".gz", the
// output is compressed; ".xz" is refused. "-" and "/dev/stdout" are the standard output; other outputs that are not
// regular files (pipes, /dev/null) are written directly. A symbolic link is kept, and its target replaced or created.
// An existing file keeps its permissions. Temporary files that killed processes of this machine left in the folder
// since it was started are removed. Not thread safe.
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
  // Flushes and closes, so that afterwards only the rename can fail. The last call before commit().
  [[nodiscard]] status finish(std::string& message) noexcept;
  // Finishes, if that was not done, and renames. Afterwards, and after a failure, the object is closed.
  [[nodiscard]] status commit(std::string& message) noexcept;

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 18;
  void flush() noexcept;
  void send(std::string_view text) noexcept;
  void write_large(std::string_view text) noexcept;
  void discard() noexcept;
  // Creates and locks it in `folder`, which ends in '/'; false: errno says why not.
  bool create_temporary(const std::string& folder);

  std::unique_ptr<char[]> buffer_;
  std::size_t used_ = capacity;  // full until open() succeeds, so that the first write calls write_large()
  int descriptor_ = -1;
  int lock_ = -1;             // the same file: says that it is in use, also when descriptor_ is closed
  void* deflater_ = nullptr;  // gzFile
  bool finished_ = false;
  int error_ = 0;  // errno of the first failure
  std::string name_, target_, temporary_;
  temporary_file guard_;
};

// Finishes all of them, then renames all. A signal takes effect before the first rename or after the last.
[[nodiscard]] status commit_all(const std::vector<std::unique_ptr<output_file>>& files, std::string& message) noexcept;

}  // namespace amorph
