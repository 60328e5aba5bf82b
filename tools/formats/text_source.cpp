// Four kinds of input with one read(): a regular file, which threads read in parallel by position; a pipe; compressed
// data, recognised by its first bytes; and text in memory.
#include "tools/formats/text_source.hpp"

#include <fcntl.h>
#include <lzma.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <new>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "tools/formats/input_file.hpp"

namespace amorph {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view xz_magic =
    "\xfd"
    "7zXZ\0"sv;

// Starts of files that are recognised and not read.
struct known_start {
  std::string_view bytes;
  const char* fault;
};
constexpr known_start refused_starts[] = {
    {"\x28\xb5\x2f\xfd"sv, "it is compressed with zstd, expected plain data, gzip or xz"},
    {"\x04\x22\x4d\x18"sv, "it is compressed with lz4, expected plain data, gzip or xz"},
    {"\x1f\x9d"sv, "it is compressed with compress, expected plain data, gzip or xz"},
    {"LZIP\1"sv, "it is compressed with lzip, expected plain data, gzip or xz"},
    {"]\0\0"sv, "it is compressed with lzma, expected plain data, gzip or xz"},
    {"PK\3\4"sv, "it is a ZIP archive, expected plain data, gzip or xz"},
    {"7z\xbc\xaf\x27\x1c"sv, "it is a 7z archive, expected plain data, gzip or xz"},
    {"\xef\xbb\xbf"sv, "it begins with a UTF-8 byte order mark, expected a file without one"},
    {"\xff\xfe"sv, "it begins with a UTF-16 byte order mark, expected ASCII or UTF-8"},
    {"\xfe\xff"sv, "it begins with a UTF-16 byte order mark, expected ASCII or UTF-8"},
};
// "BZh", a digit, and the mark of the first block.
constexpr std::string_view bzip2_magic = "BZh", bzip2_block = "1AY&SY";
constexpr std::size_t longest_start = 10;

// Why a file that begins like this is refused; null if it is not.
const char* fault_of_start(std::string_view start) {
  if (start.size() == longest_start && start.starts_with(bzip2_magic) && start.ends_with(bzip2_block))
    return "it is compressed with bzip2, expected plain data, gzip or xz";
  for (const known_start& known : refused_starts)
    if (start.starts_with(known.bytes)) return known.fault;
  return nullptr;
}

constexpr std::size_t packed_block = std::size_t{1} << 18, read_grain = std::size_t{1} << 20;

}  // namespace

struct text_source::impl {
  std::string name;
  int descriptor = -1;
  bool mapped = false;   // a regular file: readable at any position
  std::uint64_t at = 0;  // regular files
  std::uint64_t size = 0;
  std::string_view memory;
  std::string ahead;  // read by peek() alone so far

  // Compressed bytes of gzip or xz; the first bytes of an uncompressed pipe.
  std::unique_ptr<char[]> packed;
  std::size_t packed_at = 0, packed_end = 0;
  z_stream z{};
  bool inflating = false, between = false;  // between two members
  lzma_stream x = LZMA_STREAM_INIT;
  bool expanding = false, expanded = false;  // xz data; its end is reached

  ~impl() {
    if (inflating) ::inflateEnd(&z);
    if (expanding) ::lzma_end(&x);
    if (descriptor > STDERR_FILENO) ::close(descriptor);
  }

  [[noreturn]] void fail(const char* why = nullptr) const {
    throw error(status::bad_input, name + ": cannot read: " + (why != nullptr ? why : std::strerror(errno)));
  }

  std::size_t read_some(char* to, std::size_t capacity) {
    for (;;) {
      const ssize_t n = ::read(descriptor, to, std::min<std::size_t>(capacity, SSIZE_MAX));
      if (n >= 0) return static_cast<std::size_t>(n);
      if (errno != EINTR) fail();
    }
  }

  // False at the end of the file.
  bool refill() {
    packed_at = 0;
    packed_end = read_some(packed.get(), packed_block);
    return packed_end != 0;
  }

  void detect_compression() {
    packed.reset(new char[packed_block]);
    while (packed_end < longest_start) {
      const std::size_t n = read_some(packed.get() + packed_end, packed_block - packed_end);
      if (n == 0) break;
      packed_end += n;
    }
    if (const char* fault = fault_of_start({packed.get(), std::min(packed_end, longest_start)})) fail(fault);
    if (packed_end >= 2 && packed[0] == '\x1f' && packed[1] == '\x8b') {
      if (::inflateInit2(&z, 16 + MAX_WBITS) != Z_OK) throw std::bad_alloc();
      inflating = true;
    } else if (std::string_view(packed.get(), packed_end).starts_with(xz_magic)) {
      if (::lzma_stream_decoder(&x, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
      expanding = true;
    }
    if (inflating || expanding) {
      mapped = false;
      size = 0;
    }
  }

  std::size_t inflate_some(char* to, std::size_t capacity) {
    std::size_t done = 0;
    while (done != capacity) {
      if (packed_at == packed_end && !refill()) {
        if (between) break;
        fail("the gzip data is truncated");
      }
      if (between) {  // another member follows
        if (::inflateReset(&z) != Z_OK) fail("the gzip data is damaged");
        between = false;
      }
      z.next_in = reinterpret_cast<Bytef*>(packed.get() + packed_at);
      z.avail_in = static_cast<uInt>(packed_end - packed_at);
      z.next_out = reinterpret_cast<Bytef*>(to + done);
      z.avail_out = static_cast<uInt>(std::min<std::size_t>(capacity - done, UINT_MAX));
      const int code = ::inflate(&z, Z_NO_FLUSH);
      packed_at = packed_end - z.avail_in;
      done = static_cast<std::size_t>(reinterpret_cast<char*>(z.next_out) - to);
      if (code == Z_MEM_ERROR) throw std::bad_alloc();
      if (code == Z_STREAM_END)
        between = true;
      else if (code != Z_OK && code != Z_BUF_ERROR)
        fail("the gzip data is damaged");
    }
    return done;
  }

  std::size_t expand_some(char* to, std::size_t capacity) {
    x.next_out = reinterpret_cast<std::uint8_t*>(to);
    x.avail_out = capacity;
    while (x.avail_out != 0 && !expanded) {
      const bool ended = packed_at == packed_end && !refill();
      x.next_in = reinterpret_cast<const std::uint8_t*>(packed.get() + packed_at);
      x.avail_in = packed_end - packed_at;
      const lzma_ret code = ::lzma_code(&x, ended ? LZMA_FINISH : LZMA_RUN);
      packed_at = packed_end - x.avail_in;
      if (code == LZMA_MEM_ERROR) throw std::bad_alloc();
      if (code == LZMA_STREAM_END)
        expanded = true;
      else if (code == LZMA_BUF_ERROR)
        fail("the xz data is truncated");
      else if (code != LZMA_OK)
        fail("the xz data is damaged");
    }
    return capacity - x.avail_out;
  }

  std::size_t read_pipe(char* to, std::size_t capacity) {
    std::size_t done = std::min(capacity, packed_end - packed_at);
    std::memcpy(to, packed.get() + packed_at, done);
    packed_at += done;
    while (done != capacity) {
      const std::size_t n = read_some(to + done, capacity - done);
      if (n == 0) break;
      done += n;
    }
    return done;
  }

  // Reads [first, last) of the file to `to`; returns the number of bytes, fewer only at the end of the file.
  std::size_t read_at(char* to, std::uint64_t first, std::uint64_t last) const {
    std::uint64_t here = first;
    while (here != last) {
      const ssize_t n = ::pread(descriptor, to + (here - first), last - here, static_cast<off_t>(here));
      if (n == 0) break;
      if (n < 0 && errno != EINTR) fail();
      if (n > 0) here += static_cast<std::uint64_t>(n);
    }
    return here - first;
  }

  std::size_t read_file(char* to, std::size_t capacity, cpu_exec* exec) {
    const std::uint64_t first = at, known = std::min<std::uint64_t>(capacity, size - std::min(at, size));
    std::uint64_t done = known;
    if (exec != nullptr && known > read_grain) {
      exec->ranges(known, read_grain, [&](std::size_t a, std::size_t b, unsigned) {
        if (read_at(to + a, first + a, first + b) != b - a) fail("the file was changed while it was read");
      });
    } else {
      done = read_at(to, first, first + capacity);  // beyond `size` too, which may be 0 for files in /proc
    }
    at += done;
    return done;
  }
};

text_source::text_source(const std::string& path) : impl_(std::make_unique<impl>()) {
  impl_->name = input_name(path);
  impl_->descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (impl_->descriptor < 0) impl_->fail();
  struct stat about{};
  if (::fstat(impl_->descriptor, &about) != 0) impl_->fail();
  if (S_ISDIR(about.st_mode)) impl_->fail("it is a directory");
  // Standard input may be a file with an offset: it is read from there on, like a pipe.
  if (S_ISREG(about.st_mode) && path != "-") {
    impl_->mapped = true;
    impl_->size = static_cast<std::uint64_t>(about.st_size);
  }
  impl_->detect_compression();
}

text_source::text_source(std::string_view text) : impl_(std::make_unique<impl>()) {
  impl_->memory = text;
  impl_->size = text.size();
}

text_source::text_source(text_source&& other) noexcept = default;
text_source::~text_source() = default;

std::string_view text_source::peek(std::size_t bytes) {
  std::string& ahead = impl_->ahead;
  if (const std::size_t have = ahead.size(); have < bytes) {
    ahead.resize(bytes);
    ahead.resize(have + read_more(ahead.data() + have, bytes - have, nullptr));
  }
  return ahead;
}

std::size_t text_source::read(char* to, std::size_t capacity, cpu_exec* exec) {
  const std::size_t done = impl_->ahead.copy(to, capacity);
  impl_->ahead.erase(0, done);
  return done + read_more(to + done, capacity - done, exec);
}

std::size_t text_source::read_more(char* to, std::size_t capacity, cpu_exec* exec) {
  if (impl_->descriptor < 0) {
    const std::size_t n = impl_->memory.copy(to, capacity);
    impl_->memory.remove_prefix(n);
    return n;
  }
  if (impl_->inflating) return impl_->inflate_some(to, capacity);
  if (impl_->expanding) return impl_->expand_some(to, capacity);
  if (impl_->mapped) return impl_->read_file(to, capacity, exec);
  return impl_->read_pipe(to, capacity);
}

std::uint64_t text_source::size() const noexcept { return impl_->size; }

}  // namespace amorph
