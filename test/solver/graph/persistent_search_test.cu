// persistent_search against the rounds of Bellman and Ford, with queues that never overflow and with queues so short
// that they overflow all the time: then vertices are found again by their labels.
#include "solver/graph/common/persistent_search.cuh"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace amorph::test {
namespace {

struct sample {
  const char* name;
  std::uint32_t vertices;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to, weight;
};

sample rows_of(const char* name, std::uint32_t n, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
               std::uint32_t heaviest) {
  std::mt19937 random(n);
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> rows(n);
  for (const auto& [a, b] : edges) {
    const std::uint32_t w = heaviest == 0 ? 0 : static_cast<std::uint32_t>(random() % heaviest);
    rows[a].emplace_back(b, w);
    rows[b].emplace_back(a, w);
  }
  sample s{name, n, {0}, {}, {}};
  for (const auto& row : rows) {
    for (const auto& [u, w] : row) {
      s.to.push_back(u);
      s.weight.push_back(w);
    }
    s.begin.push_back(s.to.size());
  }
  return s;
}

std::vector<sample> samples() {
  std::mt19937 random(3);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path, star, grid, mixed, dense;
  for (std::uint32_t v = 1; v != 5000; ++v) {
    path.emplace_back(v - 1, v);
    star.emplace_back(2500, v == 2500 ? 0 : v);
  }
  for (std::uint32_t v = 0; v != 10000; ++v) {
    if (v % 100 != 99) grid.emplace_back(v, v + 1);
    if (v < 9900) grid.emplace_back(v, v + 100);
  }
  for (int i = 0; i != 30000; ++i) {
    mixed.emplace_back(random() % 10000, random() % 10000);
    dense.emplace_back(random() % 400, random() % 400);
  }
  return {rows_of("path", 5000, path, 9),   rows_of("star", 5000, star, 1000),  rows_of("grid", 10000, grid, 1000),
          rows_of("zeros", 10000, grid, 0), rows_of("mixed", 10000, mixed, 50), rows_of("dense", 400, dense, 100000)};
}

template <class Label, class Sum>
std::vector<Label> in_rounds(const sample& s, const std::vector<std::uint32_t>& from, Sum sum) {
  std::vector<Label> at(s.vertices, unreached<Label>);
  for (const std::uint32_t v : from) at[v] = 0;
  for (bool fell = true; fell;) {
    fell = false;
    for (std::uint32_t v = 0; v != s.vertices; ++v)
      for (std::uint64_t e = s.begin[v]; at[v] != unreached<Label> && e != s.begin[v + 1]; ++e)
        if (const Label d = sum(at[v], s.weight[e]); d < at[s.to[e]]) {
          at[s.to[e]] = d;
          fell = true;
        }
  }
  return at;
}

template <class Length, class Make, class Sum>
void verify(Make length, Sum sum, const std::vector<typename Length::label>& windows) {
  using label = typename Length::label;
  cuda_exec exec;
  const std::vector<std::uint32_t> from = {0, 77};
  for (const sample& s : samples()) {
    const auto expected = in_rounds<label>(s, from, sum);
    const buffer<std::uint64_t, cuda_exec> begin(exec, span<const std::uint64_t>(s.begin));
    const buffer<std::uint32_t, cuda_exec> to(exec, span<const std::uint32_t>(s.to)),
        weight(exec, span<const std::uint32_t>(s.weight)), source(exec, span<const std::uint32_t>(from));
    std::vector<float> thirds;
    for (const std::uint32_t w : s.weight) thirds.push_back(static_cast<float>(w) / 3);
    const buffer<float, cuda_exec> real(exec, span<const float>(thirds));
    const buffer<label, cuda_exec> at(exec, s.vertices);
    for (const std::uint32_t capacity : {0u, 2u, 50u, 3000u})
      for (const label window : windows) {
        SCOPED_TRACE(std::string(s.name) + ", capacity " + std::to_string(capacity) + ", window " +
                     std::to_string(window));
        persistent_search<Length> search(exec, s.vertices, capacity);
        exec.fill(at.span(), unreached<label>);
        search.run({s.vertices, begin.span(), to.span()}, length(weight.data(), real.data()), at.span(), source.span(),
                   window);
        std::vector<label> found(s.vertices);
        exec.copy_out<label>(at.span(), span<label>(found));
        ASSERT_EQ(found, expected);
      }
  }
}

TEST(persistent_search, unit_lengths) {
  verify<unit_length>([](const std::uint32_t*, const float*) { return unit_length{}; },
                      [](std::uint32_t d, std::uint32_t) { return d + 1; }, {1, 7, 64, 100000});
}
TEST(persistent_search, integers) {
  using length = integer_length<std::uint32_t, std::uint32_t>;
  verify<length>([](const std::uint32_t* w, const float*) { return length{w}; },
                 [](std::uint32_t d, std::uint32_t w) { return d + w; }, {1, 300, 20000, 0xfffffff0u});
}
TEST(persistent_search, floats) {
  verify<real_length>([](const std::uint32_t*, const float* r) { return real_length{r}; },
                      [](std::uint64_t d, std::uint32_t w) {
                        return real_length::of(real_length::value(d) + static_cast<double>(static_cast<float>(w) / 3));
                      },
                      {real_length::of(0.5), real_length::of(100), real_length::of(1e300)});
}

}  // namespace
}  // namespace amorph::test
