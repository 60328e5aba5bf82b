// Buffered writing to a temporary file in the folder of the output, then a rename: a reader sees the old file or the
// complete new one. The standard output, pipes and devices are written directly; names in .gz go through zlib.
#include "tools/formats/output_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace amorph {
namespace {

std::atomic<unsigned> next_number{0};

// Level 4: 2-3 times faster than the default, sizes within a few per cent on lists of numbers.
constexpr const char* gzip_mode = "wb4";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

// Temporary files are named .amorph-BOOT-PID-NUMBER.tmp. BOOT identifies the running kernel, as 32 hexadecimal digits.
constexpr std::string_view temporary_suffix = ".tmp";

// The identifier of the running kernel; empty if it is unknown.
std::string_view boot_id() noexcept {
  struct identifier {
    std::array<char, 32> digits{};
    std::size_t length = 0;
    identifier() noexcept {
      const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
      std::array<char, 64> text{};
      const ssize_t size = file < 0 ? 0 : ::read(file, text.data(), text.size());
      if (file >= 0) ::close(file);
      for (ssize_t i = 0; i < size && length != digits.size(); ++i)
        if (text[static_cast<std::size_t>(i)] != '-') digits[length++] = text[static_cast<std::size_t>(i)];
      if (length != digits.size()) length = 0;
    }
  };
  static const identifier one;
  return {one.digits.data(), one.length};
}

std::string temporary_prefix() { return std::string(".amorph-").append(boot_id()).append("-"); }

bool is_temporary(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || !name.ends_with(temporary_suffix)) return false;
  name.remove_prefix(prefix.size());
  name.remove_suffix(std::min(name.size(), temporary_suffix.size()));
  return !name.empty() && name.find_first_not_of("0123456789-") == std::string_view::npos;
}

// Removes the temporary files of processes that were killed: a living process holds a lock on its own. Those of another
// machine are kept, since some network file systems do not show its locks here.
void remove_stale_temporaries(const std::string& folder) {
  if (boot_id().empty()) return;
  const std::string prefix = temporary_prefix();
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  if (!entries) return;
  const int at = ::dirfd(entries.get());
  while (const dirent* entry = ::readdir(entries.get())) {
    if (!is_temporary(entry->d_name, prefix)) continue;
    const int file = ::openat(at, entry->d_name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    struct stat there{};
    if (::fstat(file, &there) == 0 && S_ISREG(there.st_mode) && there.st_uid == ::geteuid() &&
        ::flock(file, LOCK_EX | LOCK_NB) == 0)
      ::unlinkat(at, entry->d_name, 0);
    ::close(file);
  }
}

bool is_link(const std::string& path) noexcept {
  struct stat there{};
  return ::lstat(path.c_str(), &there) == 0 && S_ISLNK(there.st_mode);
}

mode_t permissions_of_new_files() noexcept {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

std::string resolve_output(std::string path) {
  constexpr int max_links = 40;  // as in the Linux kernel
  std::string to(PATH_MAX, '\0');
  for (int i = 0; i != max_links && is_link(path); ++i) {
    const ssize_t length = ::readlink(path.c_str(), to.data(), to.size());
    if (length <= 0) break;
    std::string next = to[0] == '/' ? std::string() : folder_of(path);
    path = std::move(next.append(to, 0, static_cast<std::size_t>(length)));
  }
  return path;
}

output_file::output_file() noexcept = default;

output_file::~output_file() { discard(); }

status output_file::open(const std::string& path, std::string& message) noexcept try {
  discard();
  name_ = path == "-" ? "standard output" : path;
  error_ = 0;
  auto refuse = [&](const char* why) {
    message = name_ + ": cannot write: " + why;
    discard();
    return status::bad_input;
  };
  if (!buffer_) buffer_.reset(new char[capacity]);
  struct stat there{};
  if (path == "-" || path == "/dev/stdout") {
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (descriptor_ < 0) return refuse(std::strerror(errno));
  } else if (path.empty()) {
    return refuse("the name is empty");
  } else if (path.ends_with(".xz")) {
    return refuse("xz output is not supported; use a name in .gz for compressed output");
  } else if (const bool exists = ::stat(path.c_str(), &there) == 0; exists && S_ISDIR(there.st_mode)) {
    return refuse("it is a directory");
  } else if (exists && !S_ISREG(there.st_mode)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) return refuse(std::strerror(errno));
  } else {
    if (!exists && errno == ELOOP) return refuse(std::strerror(errno));
    if (exists && ::access(path.c_str(), W_OK) != 0) return refuse(std::strerror(errno));
    target_ = exists ? path : resolve_output(path);
    if (char* real = exists ? ::realpath(path.c_str(), nullptr) : nullptr) {
      target_ = real;
      std::free(real);
    }
    const mode_t mode = exists ? there.st_mode & 07777 : permissions_of_new_files();
    const std::string folder = folder_of(target_);
    remove_stale_temporaries(folder);
    if (!create_temporary(folder)) return refuse(std::strerror(errno));
    if (::fchmod(descriptor_, mode) != 0) return refuse(std::strerror(errno));
  }
  if (path.size() > 3 && path.ends_with(".gz")) {
    deflater_ = ::gzdopen(descriptor_, gzip_mode);
    if (deflater_ == nullptr) throw std::bad_alloc();
    ::gzbuffer(static_cast<gzFile>(deflater_), 1 << 17);
  }
  used_ = 0;
  return status::ok;
} catch (const std::bad_alloc&) {
  discard();
  message = "out of memory";  // fits without an allocation
  return status::out_of_memory;
}

bool output_file::create_temporary(const std::string& folder) {
  for (;;) {
    temporary_ = folder + temporary_prefix();
    temporary_.append(std::to_string(::getpid())).append("-");
    temporary_.append(std::to_string(next_number++)).append(temporary_suffix);
    guard_ = temporary_file(temporary_.c_str());  // before the file exists, so that it is never unguarded
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) {
      temporary_.clear();
      return false;
    }
    // Another process may have found the file before it was locked: then it is gone, or about to be. A file system
    // without locks keeps stale files.
    struct stat own{};
    const bool taken = ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (taken || ::fstat(descriptor_, &own) != 0 || own.st_nlink == 0) {
      ::close(descriptor_);
      continue;
    }
    lock_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 3);
    return lock_ >= 0;
  }
}

namespace {

// While one lives, this thread gets no SIGXFSZ (the file size limit): the write fails with EFBIG, and the caller
// reports it. In a plugin the signal would be the host program's, whose handler ends it as a crash.
class without_size_signal {
 public:
  without_size_signal() noexcept {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  without_size_signal(const without_size_signal&) = delete;
  without_size_signal& operator=(const without_size_signal&) = delete;
  ~without_size_signal() {
    if (sigismember(&before_, SIGXFSZ) == 0) {
      const timespec now{};
      sigtimedwait(&signal_, nullptr, &now);  // takes the one that came meanwhile
      pthread_sigmask(SIG_UNBLOCK, &signal_, nullptr);
    }
  }

 private:
  sigset_t signal_{}, before_{};
};

}  // namespace

void output_file::flush() noexcept {
  send(std::string_view(buffer_.get(), used_));
  used_ = 0;
}

void output_file::send(std::string_view text) noexcept {
  const without_size_signal guard;
  const char* from = text.data();
  std::size_t left = text.size();
  while (left != 0 && error_ == 0) {
    ssize_t n = 0;
    if (deflater_ != nullptr) {
      errno = 0;
      n = ::gzwrite(static_cast<gzFile>(deflater_), from, static_cast<unsigned>(std::min(left, std::size_t{1} << 30)));
      if (n <= 0) error_ = errno != 0 ? errno : EIO;
    } else {
      n = ::write(descriptor_, from, left);
      if (n < 0 && errno != EINTR) error_ = errno;
    }
    if (n > 0) from += n, left -= static_cast<std::size_t>(n);
  }
}

void output_file::write_large(std::string_view text) noexcept {
  if (descriptor_ < 0) return;        // open() failed, and said so
  if (text.size() >= capacity / 4) {  // not copied
    flush();
    return send(text);
  }
  while (!text.empty()) {
    if (used_ == capacity) flush();
    const std::size_t n = text.copy(buffer_.get() + used_, capacity - used_);
    used_ += n;
    text.remove_prefix(n);
  }
}

void output_file::write_number(std::uint64_t n) noexcept {
  char digits[24];
  write(std::string_view(digits, static_cast<std::size_t>(std::to_chars(digits, digits + 24, n).ptr - digits)));
}

void output_file::write_number(std::int64_t n) noexcept {
  char digits[24];
  write(std::string_view(digits, static_cast<std::size_t>(std::to_chars(digits, digits + 24, n).ptr - digits)));
}

void output_file::write_number(double x) noexcept {
  char digits[32];
  write(std::string_view(digits, static_cast<std::size_t>(std::to_chars(digits, digits + 32, x).ptr - digits)));
}

status output_file::finish(std::string& message) noexcept try {
  if (finished_) return status::ok;
  if (descriptor_ < 0) {
    message = name_ + ": cannot write: it is not open";
    return status::bad_input;
  }
  flush();
  if (deflater_ != nullptr) {
    const without_size_signal guard;
    errno = 0;
    if (::gzclose(static_cast<gzFile>(deflater_)) != Z_OK && error_ == 0) error_ = errno != 0 ? errno : EIO;
    deflater_ = nullptr;
  } else if (::close(descriptor_) != 0 && error_ == 0) {
    error_ = errno;
  }
  descriptor_ = -1;
  used_ = capacity;
  finished_ = error_ == 0;
  if (finished_) return status::ok;
  message = name_ + ": cannot write: " + std::strerror(error_);
  discard();
  return status::bad_input;
} catch (const std::bad_alloc&) {
  discard();
  message = "out of memory";  // fits without an allocation
  return status::out_of_memory;
}

status output_file::commit(std::string& message) noexcept try {
  if (const status s = finish(message); s != status::ok) return s;
  if (!temporary_.empty()) {
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      error_ = errno;
    else
      temporary_.clear();
  }
  if (error_ != 0) message = name_ + ": cannot write: " + std::strerror(error_);
  const bool good = error_ == 0;
  discard();
  return good ? status::ok : status::bad_input;
} catch (const std::bad_alloc&) {
  discard();
  message = "out of memory";  // fits without an allocation
  return status::out_of_memory;
}

void output_file::discard() noexcept {
  if (deflater_ != nullptr)
    ::gzclose(static_cast<gzFile>(deflater_));
  else if (descriptor_ >= 0)
    ::close(descriptor_);
  deflater_ = nullptr;
  descriptor_ = -1;
  used_ = capacity;
  finished_ = false;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
  guard_.release();
}

status commit_all(const std::vector<std::unique_ptr<output_file>>& files, std::string& message) noexcept {
  status s = status::ok;
  const auto each = [&](auto step) {
    for (const auto& file : files)
      if (s == status::ok) s = ((*file).*step)(message);
  };
  each(&output_file::finish);
  const deferred_signals together;
  each(&output_file::commit);
  return s;
}

}  // namespace amorph
