// Reduce and scan against plain loops.
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/scan.hpp"

#include <bit>
#include <numeric>

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

// Wraps around if the sum exceeds T, as the primitive does: unsigned arithmetic.
template <class T> T wrapping_sum(const std::vector<T>& v, T init) {
  auto sum = static_cast<std::make_unsigned_t<T>>(init);
  for (T x : v) sum += static_cast<std::make_unsigned_t<T>>(x);
  return static_cast<T>(sum);
}

template <class T> struct wrapping_plus {
  AMORPH_HD T operator()(T a, T b) const {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  }
};

template <class T> void reduce_equals_loop(exec& e) {
  for (std::size_t n : sizes())
    for (int shape = 0; shape != shapes; ++shape) {
      SCOPED_TRACE("n " + std::to_string(n) + " shape " + std::to_string(shape));
      const auto host = values<T>(n, shape);
      buffer<T> in(e, host);
      ASSERT_EQ(reduce(e, in.span(), T{3}, wrapping_plus<T>{}), wrapping_sum(host, T{3}));
      T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::min();
      ASSERT_EQ(reduce(e, in.span(), low, minimum<T>{}),
                host.empty() ? low : *std::min_element(host.begin(), host.end()));
      ASSERT_EQ(reduce(e, in.span(), high, maximum<T>{}),
                host.empty() ? high : *std::max_element(host.begin(), host.end()));
      ASSERT_EQ(reduce(e, in.span(), T{0}, bit_or<T>{}),
                std::accumulate(host.begin(), host.end(), T{0}, std::bit_or<T>{}));
    }
}

template <class T> void scan_equals_loop(exec& e) {
  for (std::size_t n : sizes())
    for (int shape = 0; shape != shapes; ++shape) {
      SCOPED_TRACE("n " + std::to_string(n) + " shape " + std::to_string(shape));
      const auto host = values<T>(n, shape);
      buffer<T> in(e, host), out(e, n);
      std::vector<T> expected(n);
      std::exclusive_scan(host.begin(), host.end(), expected.begin(), T{5}, wrapping_plus<T>{});
      exclusive_scan(e, in.span(), out.span(), T{5}, wrapping_plus<T>{});
      ASSERT_EQ(to_host(e, out), expected);
      std::inclusive_scan(host.begin(), host.end(), expected.begin(), wrapping_plus<T>{});
      inclusive_scan(e, in.span(), out.span(), wrapping_plus<T>{});
      ASSERT_EQ(to_host(e, out), expected);
      std::inclusive_scan(host.begin(), host.end(), expected.begin(), [](T a, T b) { return std::max(a, b); });
      inclusive_scan(e, in.span(), in.span(), maximum<T>{});  // in place
      ASSERT_EQ(to_host(e, in), expected);
    }
}

// Associative but not commutative: composition of affine maps x -> a x + b, modulo 2^32.
struct affine {
  std::uint32_t a = 1, b = 0;
  bool operator==(const affine&) const = default;
};
struct compose {
  AMORPH_HD affine operator()(affine f, affine g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};
void scan_keeps_the_order(exec& e) {
  for (std::size_t n : sizes()) {
    std::vector<affine> host(n), expected(n);
    const auto numbers = values<std::uint32_t>(2 * n, 4);
    for (std::size_t i = 0; i != n; ++i) host[i] = {numbers[2 * i] | 1u, numbers[2 * i + 1]};
    std::exclusive_scan(host.begin(), host.end(), expected.begin(), affine{}, compose{});
    buffer<affine> in(e, host), out(e, n);
    exclusive_scan(e, in.span(), out.span(), affine{}, compose{});
    ASSERT_TRUE(to_host(e, out) == expected) << n;
  }
}

// Sums of 32-bit sizes beyond 32 bits.
void offsets_are_wide(exec& e) {
  for (std::size_t n : sizes()) {
    std::vector<std::uint32_t> host(n, 0xfffffff0u);
    buffer<std::uint32_t> in(e, host);
    buffer<std::uint64_t> begin(e, n + 1);
    offsets(e, in.span(), begin.span());
    const auto got = to_host(e, begin);
    for (std::size_t i = 0; i <= n; ++i) ASSERT_EQ(got[i], i * std::uint64_t{0xfffffff0u});
    ASSERT_EQ(reduce(e, in.span(), std::uint64_t{0}), n * std::uint64_t{0xfffffff0u});
  }
}

// A plain implementation of the documented order of floating-point operations. Every executor must produce the same
// bits.
template <class T> T reduce_in_order(std::vector<T> v, T init) {
  if (v.empty()) return init;
  while (true) {
    std::vector<T> sums;
    for (std::size_t begin = 0; begin < v.size(); begin += 1024) {
      const std::size_t length = std::min<std::size_t>(1024, v.size() - begin),
                        members = std::min<std::size_t>(32, length);
      std::vector<T> lane(v.begin() + static_cast<std::ptrdiff_t>(begin),
                          v.begin() + static_cast<std::ptrdiff_t>(begin + members));
      for (std::size_t i = 32; i < length; ++i) lane[i % 32] = lane[i % 32] + v[begin + i];
      for (std::size_t d = 16; d != 0; d /= 2)
        for (std::size_t r = 0; r < d && r + d < members; ++r) lane[r] = lane[r] + lane[r + d];
      sums.push_back(lane[0]);
    }
    if (sums.size() == 1) return init + sums[0];
    v = std::move(sums);
  }
}
template <class T> std::vector<T> scan_in_order(const std::vector<T>& v, T init, bool with_init) {
  std::vector<T> sums, out(v.size());
  for (std::size_t begin = 0; begin < v.size(); begin += 64) {
    T sum = v[begin];
    for (std::size_t i = begin + 1; i < std::min(v.size(), begin + 64); ++i) sum = sum + v[i];
    sums.push_back(sum);
  }
  if (sums.size() > 1) sums = scan_in_order(sums, T{}, false);
  for (std::size_t i = 0; i != v.size(); ++i) {
    if (i % 64 != 0)
      out[i] = out[i - 1] + v[i];
    else if (i != 0)
      out[i] = (with_init ? init + sums[i / 64 - 1] : sums[i / 64 - 1]) + v[i];
    else
      out[i] = with_init ? init + v[i] : v[i];
  }
  return out;
}
template <class T> void floating_point_order_is_fixed(exec& e) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (std::size_t n : sizes())
    for (int shape = 0; shape != shapes; ++shape) {
      SCOPED_TRACE("n " + std::to_string(n) + " shape " + std::to_string(shape));
      const auto host = values<T>(n, shape);
      buffer<T> in(e, host), out(e, n);
      ASSERT_EQ(std::bit_cast<bits>(reduce(e, in.span(), T{0.5})), std::bit_cast<bits>(reduce_in_order(host, T{0.5})));
      inclusive_scan(e, in.span(), out.span());
      const auto inclusive = to_host(e, out), expected = scan_in_order(host, T{}, false);
      for (std::size_t i = 0; i != n; ++i)
        ASSERT_EQ(std::bit_cast<bits>(inclusive[i]), std::bit_cast<bits>(expected[i])) << i;
      exclusive_scan(e, in.span(), in.span(), T{0.5});
      const auto exclusive = to_host(e, in), with_init = scan_in_order(host, T{0.5}, true);
      for (std::size_t i = 0; i != n; ++i) {
        if (i % 64 != 0) {
          ASSERT_EQ(std::bit_cast<bits>(exclusive[i]), std::bit_cast<bits>(with_init[i - 1])) << i;
        }
      }
      if (n != 0) {
        ASSERT_EQ(exclusive[0], T{0.5});
      }
    }
}

}  // namespace

TEST(Reduce, EqualsLoop) {
  on_each_executor([](exec& e) {
    reduce_equals_loop<std::uint32_t>(e);
    reduce_equals_loop<std::int32_t>(e);
    reduce_equals_loop<std::uint64_t>(e);
    reduce_equals_loop<std::int64_t>(e);
  });
}
TEST(Scan, EqualsLoop) {
  on_each_executor([](exec& e) {
    scan_equals_loop<std::uint32_t>(e);
    scan_equals_loop<std::int32_t>(e);
    scan_equals_loop<std::uint64_t>(e);
    scan_equals_loop<std::int64_t>(e);
  });
}
TEST(Scan, KeepsTheOrderOfOperands) { on_each_executor(scan_keeps_the_order); }
TEST(Scan, OffsetsAreWide) { on_each_executor(offsets_are_wide); }
TEST(FloatingPoint, OrderIsFixed) {
  on_each_executor([](exec& e) {
    floating_point_order_is_fixed<float>(e);
    floating_point_order_is_fixed<double>(e);
  });
}

TEST(Scan, SizesMustAgree) {
  on_each_executor([](exec& e) {
    buffer<int> in(e, 3), out(e, 4);
    EXPECT_THROW(inclusive_scan(e, in.span(), out.span()), error);
  });
}

}  // namespace amorph::test
