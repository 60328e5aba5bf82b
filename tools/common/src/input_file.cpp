#include "amorph/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>

#include "amorph/boundary.hpp"

namespace amorph {
namespace {

[[noreturn]] void refuse(const std::string& path, const char* why) {
  throw error(status::bad_input, std::string(input_name(path)) + ": cannot read: " + why);
}

// Grows by doubling; no byte is touched before it is written.
struct growing {
  std::unique_ptr<char[]> bytes;
  std::size_t used = 0, capacity = 0;
  void reserve(std::size_t more) {
    if (capacity - used >= more) return;
    const std::size_t larger = std::max(used + more, 2 * capacity);
    std::unique_ptr<char[]> next(new char[larger]);
    if (used != 0) std::memcpy(next.get(), bytes.get(), used);
    bytes = std::move(next);
    capacity = larger;
  }
};

struct descriptor {
  int number;
  ~descriptor() {
    if (number > STDERR_FILENO) ::close(number);
  }
};

growing read_bytes(const std::string& path) {
  const descriptor file{path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.number < 0) refuse(path, std::strerror(errno));
  struct stat about{};
  if (::fstat(file.number, &about) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(about.st_mode)) refuse(path, "it is a directory");
  growing text;
  text.reserve(S_ISREG(about.st_mode) ? static_cast<std::size_t>(about.st_size) + 1 : std::size_t{1} << 16);
  for (;;) {
    text.reserve(1);
    const ssize_t n = ::read(file.number, text.bytes.get() + text.used, text.capacity - text.used);
    if (n == 0) return text;
    if (n < 0 && errno != EINTR) refuse(path, std::strerror(errno));
    if (n > 0) text.used += static_cast<std::size_t>(n);
  }
}

bool is_gzip(const growing& text) { return text.used >= 2 && text.bytes[0] == '\x1f' && text.bytes[1] == '\x8b'; }

growing inflate_all(const std::string& path, const growing& packed) {
  struct stream {
    z_stream z{};
    stream() {
      if (::inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~stream() { ::inflateEnd(&z); }
  } s;
  growing text;
  text.reserve(packed.used * 4 + 64);
  std::size_t taken = 0;
  for (;;) {
    s.z.next_in = reinterpret_cast<Bytef*>(packed.bytes.get() + taken);
    s.z.avail_in = static_cast<uInt>(std::min<std::size_t>(packed.used - taken, UINT_MAX));
    text.reserve(1);
    const std::size_t room = std::min<std::size_t>(text.capacity - text.used, UINT_MAX);
    s.z.next_out = reinterpret_cast<Bytef*>(text.bytes.get() + text.used);
    s.z.avail_out = static_cast<uInt>(room);
    const uInt given = s.z.avail_in;
    const int code = ::inflate(&s.z, Z_NO_FLUSH);
    taken += given - s.z.avail_in;
    text.used += room - s.z.avail_out;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_STREAM_END) {
      if (taken == packed.used) return text;
      if (::inflateReset(&s.z) != Z_OK) refuse(path, "the gzip data is damaged");  // another member follows
    } else if (code == Z_BUF_ERROR || (code == Z_OK && taken == packed.used && s.z.avail_out != 0)) {
      refuse(path, "the gzip data is truncated");
    } else if (code != Z_OK) {
      refuse(path, "the gzip data is damaged");
    }
  }
}

}  // namespace

status read_file(const std::string& path, input_text& text, std::string& message) noexcept {
  return guarded(message, [&] {
    growing bytes = read_bytes(path);
    if (is_gzip(bytes)) bytes = inflate_all(path, bytes);
    text.bytes = std::move(bytes.bytes);
    text.size = bytes.used;
  });
}

}  // namespace amorph
