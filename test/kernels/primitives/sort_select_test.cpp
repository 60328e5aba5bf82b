// Sort, select, unique and the segmented primitives against the standard library and plain loops.
#include "amorph/kernels/primitives/segmented.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"

#include <algorithm>
#include <numeric>

#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

template <class K> std::make_unsigned_t<K> bits_of(K key, unsigned begin, unsigned end) {
  using U = std::make_unsigned_t<K>;
  U u = static_cast<U>(static_cast<U>(key) ^ (std::is_signed_v<K> ? U{1} << (8 * sizeof(U) - 1) : U{0}));
  u = static_cast<U>(u >> begin);
  return end - begin == 8 * sizeof(U) ? u : static_cast<U>(u & ((U{1} << (end - begin)) - 1));
}

template <class K> void sort_equals_stable_sort(exec& e) {
  constexpr unsigned all = 8 * sizeof(K);
  const std::pair<unsigned, unsigned> ranges[] = {{0, all}, {0, 20}, {5, 6}, {all - 9, all}, {3, 3}};
  for (std::size_t n : sizes())
    for (int shape = 0; shape != shapes; ++shape)
      for (auto [begin, end] : ranges) {
        SCOPED_TRACE("n " + std::to_string(n) + " shape " + std::to_string(shape) + " bits " + std::to_string(begin) +
                     ".." + std::to_string(end));
        if (n > 50000 && shape != 1 && begin != 0) continue;     // long arrays by their low bits only
        if (n > 100000 && (shape != 4 || end != all)) continue;  // the largest once
        const auto host = values<K>(n, shape);
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&, b = begin, d = end](std::uint32_t x, std::uint32_t y) {
          return b != d && bits_of(host[x], b, d) < bits_of(host[y], b, d);
        });
        std::vector<K> expected(n);
        for (std::size_t i = 0; i != n; ++i) expected[i] = host[order[i]];

        buffer<K> keys(e, host);
        sort(e, keys.span(), begin, end);
        ASSERT_EQ(to_host(e, keys), expected);

        std::vector<std::uint64_t> numbers(n);
        std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
        buffer<K> pair_keys(e, host);
        buffer<std::uint64_t> pair_values(e, numbers);
        sort_pairs(e, pair_keys.span(), pair_values.span(), begin, end);
        ASSERT_EQ(to_host(e, pair_keys), expected);
        const auto moved = to_host(e, pair_values);
        for (std::size_t i = 0; i != n; ++i) ASSERT_EQ(moved[i], order[i]) << i;
      }
}

struct is_odd {
  template <class T> AMORPH_HD bool operator()(T x) const { return (x & 1) != 0; }
};

template <class T> void select_equals_copy_if(exec& e) {
  for (std::size_t n : sizes())
    for (int shape = 0; shape != shapes; ++shape) {
      SCOPED_TRACE("n " + std::to_string(n) + " shape " + std::to_string(shape));
      const auto host = values<T>(n, shape);
      std::vector<T> expected;
      std::copy_if(host.begin(), host.end(), std::back_inserter(expected), is_odd{});
      std::vector<std::uint8_t> flag(n);
      for (std::size_t i = 0; i != n; ++i) flag[i] = is_odd{}(host[i]) ? 1 : 0;
      buffer<T> in(e, host), out(e, n);
      buffer<std::uint8_t> flags(e, flag);
      auto first = [&](std::uint64_t count) {
        auto all = to_host(e, out);
        all.resize(count);
        return all;
      };
      ASSERT_EQ(first(select(e, in.span(), is_odd{}, out.span())), expected);
      ASSERT_EQ(first(select_flagged(e, in.span(), flags.span(), out.span())), expected);

      expected = host;
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      ASSERT_EQ(first(unique(e, in.span(), out.span())), expected);

      // Indices, with the count left in the executor's memory, 32 bits.
      buffer<std::uint32_t> indices(e, n), count(e, 1);
      select_indices(e, n, detail::keep_flagged<std::uint8_t>{flags.data()}, indices.span(), count.data());
      const auto got = to_host(e, indices);
      std::size_t rank = 0;
      for (std::size_t i = 0; i != n; ++i) {
        if (flag[i] == 0) continue;
        ASSERT_EQ(got[rank++], i);
      }
      ASSERT_EQ(e.read(count.data()), rank);
    }
}

// Segment sizes: none; all 1; runs of empty ones; one very large among small ones; random.
std::vector<std::uint64_t> cut(std::size_t n, int kind) {
  std::vector<std::uint64_t> begin{0};
  std::mt19937_64 random(n + static_cast<unsigned>(kind));
  switch (kind) {
    case 0: break;
    case 1:
      for (std::size_t i = 0; i != n; ++i) begin.push_back(i);
      break;
    case 2:
      for (std::size_t at = 0; at < n; at += 100)
        for (int k = 0; k != 5; ++k) begin.push_back(at);
      break;
    case 3:
      for (std::size_t i = 0; i < std::min<std::size_t>(n, 40); ++i) begin.push_back(i);
      break;
    default:
      for (std::size_t at = random() % 50; at < n; at += random() % 50) begin.push_back(at);
      break;
  }
  begin.push_back(n);
  return begin;
}

template <class T> void segments_equal_loops(exec& e) {
  for (std::size_t n : sizes())
    for (int kind = 0; kind != 5; ++kind) {
      SCOPED_TRACE("n " + std::to_string(n) + " cut " + std::to_string(kind));
      const auto begin = cut(n, kind);
      const auto host = values<T>(n, 5);
      std::vector<T> inclusive(n), exclusive(n), total(begin.size() - 1, T{2});
      for (std::size_t s = 0; s + 1 != begin.size(); ++s)
        for (std::uint64_t i = begin[s]; i != begin[s + 1]; ++i) {
          exclusive[i] = total[s];
          total[s] += host[i];
          inclusive[i] = static_cast<T>(total[s] - 2);
        }
      buffer<T> in(e, host), out(e, n), sums(e, total.size());
      buffer<std::uint64_t> offsets(e, begin);
      segmented_inclusive_scan(e, in.span(), offsets.span(), out.span());
      ASSERT_EQ(to_host(e, out), inclusive);
      segmented_exclusive_scan(e, in.span(), offsets.span(), out.span(), T{2});
      ASSERT_EQ(to_host(e, out), exclusive);
      segmented_reduce(e, in.span(), offsets.span(), sums.span(), T{2});
      ASSERT_EQ(to_host(e, sums), total);
    }
}

}  // namespace

TEST(Sort, EqualsStableSort) {
  on_each_executor([](exec& e) {
    sort_equals_stable_sort<std::uint32_t>(e);
    sort_equals_stable_sort<std::int32_t>(e);
    sort_equals_stable_sort<std::uint64_t>(e);
    sort_equals_stable_sort<std::int64_t>(e);
  });
}
TEST(Sort, BitsMustFit) {
  on_each_executor([](exec& e) {
    buffer<std::uint32_t> keys(e, 2);
    EXPECT_THROW(sort(e, keys.span(), 0, 33), error);
    EXPECT_THROW(sort(e, keys.span(), 9, 8), error);
  });
}
TEST(Select, EqualsCopyIf) {
  on_each_executor([](exec& e) {
    select_equals_copy_if<std::uint32_t>(e);
    select_equals_copy_if<std::int64_t>(e);
  });
}
TEST(Segmented, EqualsLoops) {
  on_each_executor([](exec& e) {
    segments_equal_loops<std::uint32_t>(e);
    segments_equal_loops<std::int64_t>(e);
    segments_equal_loops<double>(e);  // small integers: exact in any order
  });
}

}  // namespace amorph::test
