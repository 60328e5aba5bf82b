// Neighbour-reduce against a plain loop in the documented order, on rows whose lengths have a reason each.
#include "amorph/kernels/operators/neighbor_reduce.hpp"

#include <limits>

#include "amorph/kernels/random/random.hpp"
#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

// Lengths about the limits of the serial path, a warp, a chunk, and 16 and 32 chunks; many short rows between them.
struct rows {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> to;

  explicit rows(bool with_long_rows) {
    std::vector<std::uint64_t> lengths = {0, 1, 2, 15, 16, 17, 31, 32, 33, 64, 1000, 2047, 2048};
    if (with_long_rows)
      for (const std::uint64_t n : {2049u, 4096u, 4097u, 2048u * 16, 2048u * 17 + 1, 2048u * 33 + 5})
        lengths.push_back(n);
    const std::size_t special = lengths.size();
    for (std::size_t i = 0; i != 3000; ++i) lengths.push_back(i % 97 == 0 ? lengths[i % special] % 300 : i % 20);
    const random_stream draws(5, 0);
    for (const std::uint64_t n : lengths) begin.push_back(begin.back() + n);
    to.resize(begin.back());
    for (std::size_t e = 0; e != to.size(); ++e)
      to[e] = static_cast<std::uint32_t>(draws.below(e, static_cast<std::uint32_t>(lengths.size())));
  }
  [[nodiscard]] std::uint32_t vertices() const { return static_cast<std::uint32_t>(begin.size() - 1); }
};

template <class T> struct edge_value {
  AMORPH_HD T operator()(std::uint32_t v, std::uint64_t e, std::uint32_t u) const {
    return static_cast<T>(u + 1) / static_cast<T>(e % 1000 + v % 7 + 1);
  }
};
template <class T> struct store_value {
  T* to;
  AMORPH_BODY void operator()(std::uint32_t v, T sum) const { to[v] = sum; }
};

// The order of the header's head, for n values.
template <class T, class Load, class Op> T by_lanes(std::uint64_t n, Load load, Op op) {
  std::vector<T> lane;
  for (std::uint64_t i = 0; i != n; ++i)
    if (i < 32)
      lane.push_back(load(i));
    else
      lane[i % 32] = op(lane[i % 32], load(i));
  for (std::size_t d = 16; d != 0; d /= 2)
    for (std::size_t r = 0; r < d && r + d < lane.size(); ++r) lane[r] = op(lane[r], lane[r + d]);
  return lane[0];
}
template <class T, class Op> T row_sum(const rows& g, std::uint32_t v, T init, Op op) {
  const std::uint64_t n = g.begin[v + 1] - g.begin[v];
  const auto load = [&](std::uint64_t i) {
    const std::uint64_t e = g.begin[v] + i;
    return edge_value<T>{}(v, e, g.to[e]);
  };
  if (n == 0) return init;
  if (n <= 16) {
    T sum = load(0);
    for (std::uint64_t i = 1; i != n; ++i) sum = op(sum, load(i));
    return op(init, sum);
  }
  std::vector<T> chunks;
  for (std::uint64_t first = 0; first < n; first += 2048)
    chunks.push_back(
        by_lanes<T>(std::min<std::uint64_t>(2048, n - first), [&](std::uint64_t i) { return load(first + i); }, op));
  return op(init, by_lanes<T>(chunks.size(), [&](std::uint64_t c) { return chunks[c]; }, op));
}

template <class T, class Op> void sums_equal_loops(exec& e, T init, Op op) {
  for (const bool with_long_rows : {false, true}) {
    const rows g(with_long_rows);
    const buffer<std::uint64_t> begin(e, span<const std::uint64_t>(g.begin));
    const buffer<std::uint32_t> to(e, span<const std::uint32_t>(g.to));
    buffer<T> sums(e, g.vertices());
    neighbor_reducer<exec, T> reducer(e, csr{g.vertices(), begin.span(), to.span()});
    for (int twice = 0; twice != 2; ++twice) {  // the scratch serves again
      e.fill(sums.span(), T{});
      reducer(edge_value<T>{}, store_value<T>{sums.data()}, init, op);
      const std::vector<T> host = to_host(e, sums);
      for (std::uint32_t v = 0; v != g.vertices(); ++v)
        ASSERT_EQ(host[v], row_sum(g, v, init, op)) << "row " << v << " of " << g.begin[v + 1] - g.begin[v] << " edges";
    }
  }
}

void every_type_and_operation(exec& e) {
  sums_equal_loops<double>(e, 0.25, plus<double>{});
  sums_equal_loops<float>(e, 0, plus<float>{});
  sums_equal_loops<std::uint64_t>(e, 3, plus<std::uint64_t>{});
  sums_equal_loops<std::uint32_t>(e, std::numeric_limits<std::uint32_t>::max(), minimum<std::uint32_t>{});
  sums_equal_loops<double>(e, -1, maximum<double>{});
}

struct third_rows {
  AMORPH_BODY bool operator()(std::uint32_t v) const { return v % 3 == 0; }
};
// Whatever their lengths, which include the long ones at 3, 12, 15 and 18.
void skipped_rows(exec& e) {
  const rows g(true);
  const buffer<std::uint64_t> begin(e, span<const std::uint64_t>(g.begin));
  const buffer<std::uint32_t> to(e, span<const std::uint32_t>(g.to));
  buffer<std::uint64_t> sums(e, g.vertices());
  neighbor_reducer<exec, std::uint64_t> reducer(e, csr{g.vertices(), begin.span(), to.span()});
  reducer(edge_value<std::uint64_t>{}, store_value<std::uint64_t>{sums.data()}, std::uint64_t{7}, plus<std::uint64_t>{},
          third_rows{});
  const std::vector<std::uint64_t> host = to_host(e, sums);
  for (std::uint32_t v = 0; v != g.vertices(); ++v)
    ASSERT_EQ(host[v], v % 3 == 0 ? 7 : row_sum<std::uint64_t>(g, v, 7, plus<std::uint64_t>{})) << "row " << v;
}

void no_rows(exec& e) {
  const std::vector<std::uint64_t> offsets(6, 0);
  const buffer<std::uint64_t> begin(e, span<const std::uint64_t>(offsets));
  buffer<double> sums(e, 5);
  neighbor_reduce<double>(e, csr{5, begin.span(), {}}, edge_value<double>{}, store_value<double>{sums.data()}, 1.5);
  EXPECT_EQ(to_host(e, sums), std::vector<double>(5, 1.5));
  neighbor_reduce<double>(e, csr{0, begin.span().subspan(0, 1), {}}, edge_value<double>{},
                          store_value<double>{sums.data()});
}

}  // namespace

TEST(NeighborReduce, EqualsLoopsInTheDocumentedOrder) { on_each_executor(every_type_and_operation); }
TEST(NeighborReduce, SkippedRowsGetTheInitialValue) { on_each_executor(skipped_rows); }
TEST(NeighborReduce, EmptyRowsGetTheInitialValue) { on_each_executor(no_rows); }

}  // namespace amorph::test
