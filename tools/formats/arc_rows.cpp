// CSR from arcs by counting sort: degrees, prefix sum, fill. Each thread owns a range of vertices and scans all arcs.
// So adjacency lists keep the order of the file, without atomics.
#include "tools/formats/arc_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace amorph::arc_file {

void arc_list::make_real() {
  is_real_ = true;
  real_.reserve(from_.capacity());
  for (const std::int64_t w : integers_) real_.push_back(static_cast<float>(w));
  integers_ = {};
}

void arc_list::weigh(text_reader& in, const weight_rule& rule) {
  const auto fail = [&](const std::string& why) { in.fail(rule.name + why); };
  const std::string_view word = in.token();
  const char *first = word.data(), *last = first + word.size();
  if (first != last && *first == '+') ++first;
  std::int64_t n = 0;
  const auto [end, fault] = std::from_chars(first, last, n);
  if (fault == std::errc::result_out_of_range && end == last)
    fail(rule.integer || rule.no_negative
             ? " (" + std::string(rule.no_negative ? "0" : "-9223372036854775808") + " .. 9223372036854775807)"
             : " (an integer -9223372036854775808 .. 9223372036854775807, or a number with a point or an exponent)");
  if (fault == std::errc() && end == last && n < 0 && rule.no_negative) fail(" of 0 or more");
  if (!is_real_ && fault == std::errc() && end == last) {
    integers_.push_back(n);
    minimum_ = std::min(minimum_, n);
    maximum_ = std::max(maximum_, n);
    in.skip_token();
    return;
  }
  float x = 0;
  const auto [float_end, code] = std::from_chars(first, last, x);
  if (code == std::errc::result_out_of_range && float_end == last) {
    x = std::strtof(std::string(first, last).c_str(), nullptr);  // underflow gives 0
    if (!std::isfinite(x)) fail(" (a 32-bit float: below 3.4028236e38 in magnitude)");
  } else if (code != std::errc() || float_end != last || !std::isfinite(x)) {
    fail("");
  }
  if (rule.integer) fail(std::string(", an integer") + rule.integer_because);
  if (x < 0 && rule.no_negative) fail(" of 0 or more");
  if (!is_real_) make_real();
  real_.push_back(x);
  in.skip_token();
}

class row_builder {
 public:
  row_builder(cpu_exec& exec, std::vector<arc_list>& lists, bool symmetric, weighted_graph& g)
      : exec_(exec), lists_(lists), symmetric_(symmetric), g_(g) {}

  void build() {
    const std::size_t n = g_.vertices, ranges = n < 10000 ? 1 : std::min(exec_.threads(), 16u);
    next_.assign(n, 0);
    for_each_range(
        ranges, [&](std::size_t s) { return static_cast<std::uint32_t>(n * s / ranges); },
        [&](std::uint32_t v, std::uint32_t, const arc_list&, std::size_t) { ++next_[v]; });
    g_.begin.resize(n + 1);
    std::uint64_t arcs = 0;
    for (std::size_t v = 0; v != n; ++v) {
      g_.begin[v] = arcs;
      arcs += std::exchange(next_[v], arcs);
    }
    g_.begin[n] = arcs;
    choose_kind();
    g_.to.resize(arcs);
    if (g_.kind == weight_kind::int32) g_.weight32.resize(arcs);
    if (g_.kind == weight_kind::int64) g_.weight64.resize(arcs);
    if (g_.kind == weight_kind::float32) g_.weight_float.resize(arcs);
    // Ranges with equal numbers of arcs.
    const auto bound = [&](std::size_t s) {
      const auto at = std::lower_bound(g_.begin.begin(), g_.begin.end(), arcs * s / ranges) - g_.begin.begin();
      return s == 0        ? 0u
             : s == ranges ? static_cast<std::uint32_t>(n)
                           : static_cast<std::uint32_t>(std::min<std::size_t>(static_cast<std::size_t>(at), n));
    };
    for_each_range(ranges, bound, [&](std::uint32_t from, std::uint32_t to, const arc_list& list, std::size_t i) {
      const std::uint64_t at = next_[from]++;
      g_.to[at] = to;
      if (g_.kind == weight_kind::int32) g_.weight32[at] = static_cast<std::int32_t>(list.integers_[i]);
      if (g_.kind == weight_kind::int64) g_.weight64[at] = list.integers_[i];
      if (g_.kind == weight_kind::float32) g_.weight_float[at] = list.real_[i];
    });
  }

 private:
  // Calls visit(from, to, list, i) for the arcs out of vertices bound(s) .. bound(s + 1) - 1, in order, for each s.
  template <class Bound, class Visit> void for_each_range(std::size_t ranges, Bound bound, Visit visit) {
    exec_.ranges(ranges, 1, [&](std::size_t first, std::size_t last, unsigned) {
      for (; first != last; ++first) {
        const std::uint32_t low = bound(first), high = bound(first + 1);
        for (const arc_list& list : lists_)
          for (std::size_t i = 0; i != list.from_.size(); ++i) {
            const std::uint32_t a = list.from_[i], b = list.to_[i];
            if (a >= low && a < high) visit(a, b, list, i);
            if (symmetric_ && a != b && b >= low && b < high) visit(b, a, list, i);
          }
      }
    });
  }

  void choose_kind() {
    bool real = false, integer = false;
    std::int64_t minimum = 0, maximum = 0;
    for (const arc_list& list : lists_) {
      real = real || list.is_real_;
      integer = integer || !list.integers_.empty();
      minimum = std::min(minimum, list.minimum_);
      maximum = std::max(maximum, list.maximum_);
    }
    if (real)
      for (arc_list& list : lists_)
        if (!list.is_real_) list.make_real();
    const bool narrow =
        minimum >= std::numeric_limits<std::int32_t>::min() && maximum <= std::numeric_limits<std::int32_t>::max();
    g_.kind = real       ? weight_kind::float32
              : !integer ? weight_kind::none
              : narrow   ? weight_kind::int32
                         : weight_kind::int64;
  }

  cpu_exec& exec_;
  std::vector<arc_list>& lists_;
  const bool symmetric_;
  weighted_graph& g_;
  host_array<std::uint64_t> next_;
};

void to_rows(cpu_exec& exec, std::vector<arc_list>& lists, std::uint32_t vertices, std::uint32_t base, bool symmetric,
             weighted_graph& g) {
  g = {};
  g.vertices = vertices;
  g.base = base;
  row_builder(exec, lists, symmetric, g).build();
}

}  // namespace amorph::arc_file
