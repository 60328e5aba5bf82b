// Hashes and random streams: published values, bounds, the same numbers on both backends.
#include "amorph/kernels/random/random.hpp"

#include <algorithm>

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

struct draw_all {
  random_stream stream;
  std::uint64_t* raw;
  std::uint32_t *below, *mixed;
  double* unit;
  AMORPH_BODY void operator()(std::size_t i) const {
    raw[i] = stream(i);
    below[i] = static_cast<std::uint32_t>(stream.below(i, 10));
    unit[i] = stream.unit(i);
    mixed[i] = hash32(static_cast<std::uint32_t>(i)) ^ murmur32(static_cast<std::uint32_t>(i));
  }
};

void draws_equal_those_of_the_host(exec& e) {
  constexpr std::size_t n = 100000;
  const random_stream stream(42, 3);
  buffer<std::uint64_t> raw(e, n);
  buffer<std::uint32_t> below(e, n), mixed(e, n);
  buffer<double> unit(e, n);
  e.for_each(n, draw_all{stream, raw.data(), below.data(), mixed.data(), unit.data()});
  const auto raws = to_host(e, raw);
  const auto belows = to_host(e, below), mixes = to_host(e, mixed);
  const auto units = to_host(e, unit);
  std::vector<std::size_t> times(10);
  double sum = 0;
  for (std::size_t i = 0; i != n; ++i) {
    ASSERT_EQ(raws[i], stream(i));
    ASSERT_EQ(belows[i], stream.below(i, 10));
    ASSERT_EQ(units[i], stream.unit(i));
    const auto x = static_cast<std::uint32_t>(i);
    ASSERT_EQ(mixes[i], hash32(x) ^ murmur32(x));
    ASSERT_LT(belows[i], 10u);
    ASSERT_TRUE(units[i] >= 0 && units[i] < 1);
    ++times[belows[i]];
    sum += units[i];
  }
  // Within five standard deviations.
  for (const std::size_t t : times) EXPECT_NEAR(static_cast<double>(t), n / 10.0, 5 * 95);
  EXPECT_NEAR(sum / n, 0.5, 5 * 0.29 / 316);
}

}  // namespace

TEST(Random, DrawsEqualThoseOfTheHost) { on_each_executor(draws_equal_those_of_the_host); }
TEST(Random, StreamsDiffer) {
  const random_stream a(1, 1), b(1, 2), c(2, 1);
  for (std::uint64_t i = 0; i != 100; ++i) {
    EXPECT_NE(a(i), b(i));
    EXPECT_NE(a(i), c(i));
  }
}
// The reference implementations' values.
TEST(Hash, EqualsThePublishedOnes) {
  EXPECT_EQ(hash(0), 0xe220a8397b1dcdafu);             // SplitMix64, seed 0, first number
  EXPECT_EQ(hash(golden_ratio), 0x6e789e6aa1b965f4u);  // the second one
  EXPECT_EQ(murmur32(1), 0x514e28b7u);                 // MurmurHash3's fmix32
  EXPECT_EQ(mix_bits(0), 0u);
}

}  // namespace amorph::test
