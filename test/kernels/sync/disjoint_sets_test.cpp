// Disjoint sets, united by many threads and by one, against each other.
#include "amorph/kernels/sync/disjoint_sets.hpp"

#include "amorph/kernels/random/random.hpp"
#include "amorph/kernels/sync/serial_disjoint_sets.hpp"
#include "test/kernels/test_exec.hpp"

namespace amorph::test {
namespace {

struct make_sets {
  disjoint_sets sets;
  AMORPH_BODY void operator()(std::size_t v) const { sets.make(static_cast<std::uint32_t>(v)); }
};
struct unite_drawn {
  disjoint_sets sets;
  random_stream draws;
  std::uint32_t n;
  std::uint32_t* united;
  AMORPH_BODY void operator()(std::size_t i) const {
    const auto a = static_cast<std::uint32_t>(draws.below(2 * i, n)),
               b = static_cast<std::uint32_t>(draws.below(2 * i + 1, n));
    if (sets.unite(a, b)) atomic_add(united, 1);
  }
};
struct store_roots {
  disjoint_sets sets;
  std::uint32_t* root;
  AMORPH_BODY void operator()(std::size_t v) const { root[v] = sets.root(static_cast<std::uint32_t>(v)); }
};

void representatives_equal_serial_ones(exec& e) {
  constexpr std::uint32_t n = 50000;
  const random_stream draws(9, 0);
  for (const std::uint32_t unions : {0u, 10000u, 30000u, 200000u}) {  // none; trees; about the giant component; one set
    serial_disjoint_sets serial(n);
    std::uint32_t expected = 0;
    for (std::uint64_t i = 0; i != unions; ++i)
      expected += serial.unite(static_cast<std::uint32_t>(draws.below(2 * i, n)),
                               static_cast<std::uint32_t>(draws.below(2 * i + 1, n)))
                      ? 1
                      : 0;
    buffer<std::uint32_t> parent(e, n), roots(e, n), united(e, 1);
    const disjoint_sets sets{parent.data()};
    e.fill(united.span(), 0);
    e.for_each(n, make_sets{sets});
    e.for_each(unions, unite_drawn{sets, draws, n, united.data()});
    e.for_each(n, store_roots{sets, roots.data()});
    EXPECT_EQ(e.read(united.data()), expected);
    const std::vector<std::uint32_t> host = to_host(e, roots);
    for (std::uint32_t v = 0; v != n; ++v) ASSERT_EQ(host[v], serial.find(v));
    EXPECT_EQ(host, serial.representatives());
  }
}

}  // namespace

TEST(DisjointSets, RepresentativesEqualSerialOnes) { on_each_executor(representatives_equal_serial_ones); }

}  // namespace amorph::test
