// Two parsers of a row: a fast one for well-formed lines, which reads digits eight bytes at a time, and a slow one that
// explains the error in a line that the fast one rejects.
#include "tools/formats/rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "amorph/kernels/base/byte_text.hpp"
#include "amorph/kernels/base/error.hpp"

namespace amorph::graph_file {
namespace {

inline bool blank(char c) { return c == ' ' || c == '\t'; }

// Parses the decimal number at p, at most 2^32 - 1, and moves p past it. Returns false if there is none, or if no blank
// or line end follows. Reads eight bytes at a time; the padding contains a newline.
[[gnu::always_inline]] inline bool number(const char*& p, std::uint64_t& value) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  static_assert(std::endian::native == std::endian::little);
  word ^= 0x3030303030303030u;
  const std::uint64_t other = (word | (word + 0x7676767676767676u)) & 0x8080808080808080u;  // bytes other than digits
  if (other != 0) {
    const int length = std::countr_zero(other) / 8;
    if (length == 0) return false;
    word <<= 64 - 8 * length;
    word = word * 10 + (word >> 8);  // pairs
    word = ((word & 0x000000ff000000ffu) * 0x000f424000000064u +
            ((word >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u) >>
           32;
    value = word & 0xffffffffu;
    p += length;
  } else {
    value = 0;
    const char* at = p;
    for (unsigned digit; (digit = static_cast<unsigned char>(*at) - '0') < 10; ++at) {
      value = value * 10 + digit;
      if (value > std::numeric_limits<std::uint32_t>::max()) return false;
    }
    p = at;
  }
  return blank(*p) || *p == '\n' || (*p == '\r' && p[1] == '\n');
}

template <bool weights>
bool parse_ids(const char*& p, std::uint32_t*& id, std::int32_t*& weight, std::uint32_t max_id) {
  for (;;) {
    while (blank(*p)) ++p;
    if (*p == '\n') return true;
    if (*p == '\r' && p[1] == '\n') {
      ++p;
      return true;
    }
    std::uint64_t n;
    if (!number(p, n) || n - 1 >= max_id) return false;
    *id++ = static_cast<std::uint32_t>(n - 1);
    if constexpr (weights) {
      while (blank(*p)) ++p;
      if (!number(p, n) || n - 1 >= max_weight) return false;
      *weight++ = static_cast<std::int32_t>(n);
    }
  }
}

}  // namespace

void explain_row(text_reader& in, const row_format& f) {
  if (f.sizes) in.blanks(), (void)in.number(0, max_weight, "the vertex's size");
  for (std::uint32_t c = 0; f.weights && c != f.constraints; ++c)
    in.blanks(), (void)in.number(0, max_weight, f.weight_name);
  if (in.at_line_end() && !f.empty_rows) in.fail(f.id_name);
  while (!in.at_line_end()) {
    (void)in.number(1, f.max_id, f.id_name);
    if (!f.id_weights) continue;
    in.blanks();
    (void)in.number(1, max_weight, "an edge weight");
  }
}

bool line_blocks::next(const char*& first, const char*& last) {
  std::memmove(bytes_.data(), bytes_.data() + taken_, used_ - taken_);
  used_ -= taken_;
  std::size_t searched = 0;
  for (;;) {
    while (!ended_ && used_ < bytes_.size() - line_padding) {
      const std::size_t capacity = bytes_.size() - line_padding - used_,
                        n = source_.read(bytes_.data() + used_, capacity, &exec_);
      ended_ = n == 0;
      used_ += n;
    }
    if (taken_ == 0 && used_ != 0 && bytes_[0] == 0) ended_ = true;
    if (ended_ && used_ != 0 && bytes_[used_ - 1] != '\n') bytes_[used_++] = '\n';
    const void* newline = ::memrchr(bytes_.data() + searched, '\n', used_ - searched);
    if (newline != nullptr) taken_ = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data()) + 1;
    if (newline != nullptr || ended_) break;
    searched = used_;
    if (max_bytes_ != 0 && used_ > max_bytes_)
      throw error(status::out_of_memory,
                  name_ + ": a line takes more than the memory limit of " + byte_text(max_bytes_));
    bytes_.resize(2 * bytes_.size());  // a line is longer than the buffer
  }
  if (used_ == 0) return false;
  first = bytes_.data();
  last = first + taken_;
  return true;
}

std::uint64_t row_piece::line_of(std::size_t row) const {
  const auto before = std::upper_bound(comments.begin(), comments.end(), row) - comments.begin();
  return first_line + row + static_cast<std::uint64_t>(before);
}

std::string_view row_piece::text_of(std::size_t row) const {
  const char* at = first;
  auto line_end = [&] { return static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(last - at))); };
  for (std::uint64_t skip = line_of(row) - first_line; skip != 0; --skip) at = line_end() + 1;
  return {at, static_cast<std::size_t>(line_end() - at) + 1};
}

void row_piece::parse(const row_format& f) {
  // Each number takes at least two bytes, and each row one. Pages that are never written take no memory.
  const std::size_t bytes = static_cast<std::size_t>(last - first), numbers = bytes / 2 + 1;
  degree.resize(bytes);
  ids.resize(numbers);
  if (f.id_weights) id_weight.resize(numbers);
  if (f.weights) weight.resize(numbers);
  if (f.sizes) size.resize(numbers);
  bare.clear();
  comments.clear();
  fault = false;
  lines = 0;

  std::uint32_t *row = degree.data(), *id = ids.data();
  std::int32_t *id_w = id_weight.data(), *w = weight.data(), *s = size.data();
  const std::size_t wanted = f.before_ids();
  for (const char* p = first; p != last; ++p, ++lines) {
    if (*p == '%') {
      p = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(last - p)));
      comments.push_back(static_cast<std::size_t>(row - degree.data()));
      continue;
    }
    std::uint32_t* const row_begin = id;
    if (wanted != 0 || !f.empty_rows) {
      while (blank(*p)) ++p;
      if (*p == '\r' && p[1] == '\n') ++p;
      if (*p == '\n') {
        bare.push_back(static_cast<std::size_t>(row - degree.data()));
        *row++ = 0;  // without weights: all further lines are empty, or the file is malformed
        continue;
      }
      for (std::size_t i = 0; i != wanted && !fault; ++i) {
        while (blank(*p)) ++p;
        std::uint64_t n = 0;
        fault = !number(p, n) || n > max_weight;
        *(f.sizes && i == 0 ? s : w)++ = static_cast<std::int32_t>(n);
      }
      if (fault) break;
    }
    fault = !(f.id_weights ? parse_ids<true>(p, id, id_w, f.max_id) : parse_ids<false>(p, id, id_w, f.max_id));
    fault = fault || (!f.empty_rows && id == row_begin);
    if (fault) {
      id = row_begin;
      break;
    }
    *row++ = static_cast<std::uint32_t>(id - row_begin);
  }
  degree.resize(static_cast<std::size_t>(row - degree.data()));
  count = static_cast<std::uint64_t>(id - ids.data());
}

}  // namespace amorph::graph_file
