#include "arc_rows.hpp"

#include <charconv>

namespace amorph::arc_file {

void arc_list::weigh(text_reader& in, const char* what) {
  const std::string_view word = in.token();
  const char *first = word.data(), *last = first + word.size();
  if (first != last && *first == '+') ++first;
  std::int64_t n = 0;
  const auto [behind, fault] = std::from_chars(first, last, n);
  if (fault == std::errc::result_out_of_range && behind == last)
    in.fail(what + std::string(" (a whole number of at most 64 bits, or one with a point or an exponent)"));
  if (!is_real_ && fault == std::errc() && behind == last) {
    whole_.push_back(n);
    least_ = std::min(least_, n);
    most_ = std::max(most_, n);
    in.skip_token();
    return;
  }
  float x = 0;
  if (const auto [end, code] = std::from_chars(first, last, x); code != std::errc() || end != last || !std::isfinite(x))
    in.fail(what);
  if (!is_real_) {
    is_real_ = true;
    real_.reserve(from_.capacity());
    for (const std::int64_t w : whole_) real_.push_back(static_cast<float>(w));
    whole_ = {};
  }
  real_.push_back(x);
  in.skip_token();
}

void arc_list::to_rows(std::uint32_t vertices, std::uint32_t base, bool symmetric, weighted_graph& g) {
  g = {};
  g.vertices = vertices;
  g.base = base;
  g.begin.assign(vertices + std::size_t{1}, 0);
  for (std::size_t i = 0; i != from_.size(); ++i) {
    ++g.begin[from_[i] + std::size_t{1}];
    if (symmetric && from_[i] != to_[i]) ++g.begin[to_[i] + std::size_t{1}];
  }
  for (std::size_t v = 0; v != vertices; ++v) g.begin[v + 1] += g.begin[v];
  const bool narrow =
      least_ >= std::numeric_limits<std::int32_t>::min() && most_ <= std::numeric_limits<std::int32_t>::max();
  g.kind = is_real_         ? weight_kind::float32
           : whole_.empty() ? weight_kind::none
           : narrow         ? weight_kind::int32
                            : weight_kind::int64;
  const std::uint64_t arcs = g.begin[vertices];
  g.to.resize(arcs);
  if (g.kind == weight_kind::int32) g.weight32.resize(arcs);
  if (g.kind == weight_kind::int64) g.weight64.resize(arcs);
  if (g.kind == weight_kind::float32) g.weight_float.resize(arcs);
  host_array<std::uint64_t> next(g.begin.begin(), g.begin.end());
  auto put = [&](std::uint32_t from, std::uint32_t to, std::size_t i) {
    const std::uint64_t at = next[from]++;
    g.to[at] = to;
    if (g.kind == weight_kind::int32) g.weight32[at] = static_cast<std::int32_t>(whole_[i]);
    if (g.kind == weight_kind::int64) g.weight64[at] = whole_[i];
    if (g.kind == weight_kind::float32) g.weight_float[at] = real_[i];
  };
  for (std::size_t i = 0; i != from_.size(); ++i) {
    put(from_[i], to_[i], i);
    if (symmetric && from_[i] != to_[i]) put(to_[i], from_[i], i);
  }
}

}  // namespace amorph::arc_file
