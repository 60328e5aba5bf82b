// Every algorithm of the list: the answer verified by the algorithm's own checker, the same by each strategy on each
// machine; and what all of them promise: they stop on request, report progress, refuse what exceeds the memory
// limit, and are documented.
#include "solver/graph/algorithm.hpp"

#include <atomic>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/graph/resident_graph.hpp"
#include "test/solver/graph/shapes.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace algorithms_tests {

// A hash of an answer's rows: a table of all distances would be long as text.
class hashed_rows final : public graph::row_writer {
 public:
  std::uint64_t all = 0;
  hashed_rows& line(const char* tag) override { return total(tag); }
  hashed_rows& vertex(std::uint32_t v) override { return number(v); }
  hashed_rows& number(std::uint64_t n) override { return all = hash(all + n), *this; }
  hashed_rows& integer(std::int64_t n) override { return number(static_cast<std::uint64_t>(n)); }
  hashed_rows& integer(std::uint64_t n) override { return number(n); }
  hashed_rows& real(double x) override { return number(std::bit_cast<std::uint64_t>(x)); }
  hashed_rows& total(std::string_view word) override { return number(std::hash<std::string_view>()(word)); }
  hashed_rows& none(const char* word) override { return total(word); }
  [[nodiscard]] bool failed() const override { return false; }
};

bool has_negative(const weighted_graph& g) {
  return std::any_of(g.weight32.begin(), g.weight32.end(), [](auto w) { return w < 0; }) ||
         std::any_of(g.weight64.begin(), g.weight64.end(), [](auto w) { return w < 0; });
}
// Graphs that the algorithm accepts, small enough for cubic strategies. The algorithms' own tests use larger ones.
#if defined(AMORPH_SANITIZED)
constexpr std::uint32_t most_vertices = 400;
#else
constexpr std::uint32_t most_vertices = 1000;
#endif
bool fits(const graph::algorithm& a, const shape& s) {
  const weighted_graph& g = s.graph;
  const bool pair = a.needs.ends == graph::ends::pair || a.needs.ends == graph::ends::network;
  return g.vertices <= most_vertices && (g.kind == weight_kind::none || g.kind == weight_kind::int32) &&
         !(a.needs.no_negative_weights && has_negative(g)) && !(pair && g.vertices < 2) &&
         s.name.find("near 2^31") == std::string::npos;
}

struct run_of {
  std::vector<std::uint32_t> sources;
  graph::request request;

  run_of(const graph::algorithm& a, const shape& s, const machine& m, std::uint32_t strategy) {
    request.graph = s.graph.view();
    request.run = m.run;
    request.strategy = strategy;
    if (a.needs.ends != graph::ends::none && s.graph.vertices != 0) sources = {s.graph.vertices / 3};
    request.sources = sources;
    request.target = s.graph.vertices == 0 ? 0 : s.graph.vertices - 1;
  }
};

// The report has these names too.
bool figures_are_unique(const graph::outcome& o) {
  std::set<std::string> names = {"problem", "sources", "source", "target", "graph", "backend", "strategy"};
  for (const figure& f : o.figures)
    if (!names.insert(f.name).second) return false;
  return true;
}

void verify(const graph::algorithm& a, const std::vector<machine>& machines) {
  for (const shape& s : small_shapes()) {
    if (!fits(a, s)) continue;
    std::map<std::string, std::uint64_t> answers;  // of a network by strategy: a flow is not unique
    for (std::uint32_t strategy = 0; strategy != a.strategies.size(); ++strategy)
      for (const machine& m : machines) {
        const graph::strategy_info& info = a.strategies[strategy];
        if (info.cpu_only && m.run.backend != backend::cpu) continue;
        SCOPED_TRACE(std::string(a.name) + ", " + s.name + ", " + info.name + ", " + m.name);
        run_of one(a, s, m, strategy);
        graph::outcome o = a.run(one.request);
        const bool on_cpu = m.run.backend == backend::cpu;
        const char* expected = on_cpu && info.on_cpu != nullptr ? info.on_cpu : info.name;
        if (strategy != 0 && !info.selective) {
          ASSERT_EQ(o.stats.strategy, expected);
        } else {
          ASSERT_TRUE(a.strategy_named(o.stats.strategy).value_or(0) != 0) << o.stats.strategy;
        }
        ASSERT_EQ(o.stats.ms.size(), m.run.repeat);
        ASSERT_FALSE(o.summary.empty());
        ASSERT_TRUE(figures_are_unique(o));
        hashed_rows rows;
        a.rows(one.request, o, rows);
        const std::string key = a.needs.ends == graph::ends::network || a.answer_by_strategy ? o.stats.strategy : "";
        const auto [known, is_new] = answers.emplace(key, rows.all);
        if (is_new)
          ASSERT_EQ(a.verify(one.request, o), "");
        else
          ASSERT_EQ(rows.all, known->second);
      }
  }
}

class every : public testing::TestWithParam<const graph::algorithm*> {};
class every_cuda : public testing::TestWithParam<const graph::algorithm*> {};
const auto all = testing::ValuesIn(graph::algorithms().begin(), graph::algorithms().end());
const auto by_name = [](const auto& info) { return std::string(info.param->name); };

TEST_P(every, right_and_the_same_everywhere) { verify(*GetParam(), cpus({1, 5})); }
TEST_P(every_cuda, right_and_the_same_everywhere) {
  AMORPH_NEEDS_DEVICE();
  verify(*GetParam(), {once({cpu(2)})[0], once(devices())[0]});
}

// Seven hundred vertices: several steps of every algorithm.
shape some_graph() {
  for (shape& s : small_shapes())
    if (s.name == "path, 32-bit") return s;
  return {};
}

// Resident graphs are asked from several sources in turn, so that executors and the work of the run before are reused.
// Answers are those of runs of their own.
void on_resident_graphs(const graph::algorithm& a, const machine& m) {
  context kept(m.run);
  // A share of the shapes, undirected and directed in turn, where each takes long.
  const std::size_t share = races_are_watched ? 4 : m.run.backend == backend::cpu || all_cases() ? 1 : 2;
  std::size_t undirected = 0, directed = 0;
  for (const shape& s : small_shapes()) {
    if (!fits(a, s) || s.graph.vertices < 3) continue;
    std::size_t& same_kind = s.graph.undirected ? undirected : directed;
    if (same_kind++ % share != 0) continue;
    const resident_graph g(kept, s.graph.view());
    for (std::uint32_t strategy = 0; strategy != a.strategies.size(); ++strategy)
      for (const std::uint32_t source : {0u, s.graph.vertices / 2}) {
        if (a.strategies[strategy].cpu_only && m.run.backend != backend::cpu) continue;
        SCOPED_TRACE(std::string(a.name) + ", " + s.name + ", " + a.strategies[strategy].name + ", " + m.name);
        run_of one(a, s, m, strategy);
        if (!one.sources.empty()) one.sources = {source};
        one.request.sources = one.sources;
        hashed_rows alone, resident;
        graph::outcome o = a.run(one.request);
        a.rows(one.request, o, alone);
        one.request.run = kept.run();
        o = a.run(one.request);
        a.rows(one.request, o, resident);
        if (a.needs.ends == graph::ends::network)  // a flow is not unique
          ASSERT_EQ(a.verify(one.request, o), "");
        else
          ASSERT_EQ(alone.all, resident.all);
      }
  }
}
TEST_P(every, asked_often) { on_resident_graphs(*GetParam(), cpu(5)); }
TEST_P(every_cuda, asked_often) {
  AMORPH_NEEDS_DEVICE();
  on_resident_graphs(*GetParam(), once(devices())[0]);
}

bool is_within_a_run(const progress& p) { return std::string_view(p.phase) != "run"; }

status ends_with(const graph::algorithm& a, const run_of& one) {
  try {
    (void)a.run(one.request);
    return status::ok;
  } catch (const error& e) {
    return e.code();
  }
}

// Before it starts; and in the middle, at the first report that is not the last.
void stops(const graph::algorithm& a, const std::vector<machine>& machines) {
  const shape s = some_graph();
  for (std::uint32_t strategy = 0; strategy != a.strategies.size(); ++strategy)
    for (machine m : machines) {
      if (a.strategies[strategy].cpu_only && m.run.backend != backend::cpu) continue;
      SCOPED_TRACE(m.name + ", " + a.strategies[strategy].name);
      std::atomic<bool> stop{true};
      m.run.stop = &stop;
      EXPECT_EQ(ends_with(a, run_of(a, s, m, strategy)), status::interrupted);
      stop = false;
      m.run.progress = [&](const progress& p) {
        if (is_within_a_run(p) && (p.total == 0 || p.done < p.total)) stop = true;
      };
      const status end = ends_with(a, run_of(a, s, m, strategy));
      EXPECT_EQ(end, stop ? status::interrupted : status::ok);
    }
}
TEST_P(every, stops) { stops(*GetParam(), cpus()); }
TEST_P(every_cuda, stops) {
  AMORPH_NEEDS_DEVICE();
  stops(*GetParam(), once(devices()));
}

TEST_P(every, tells_its_progress) {
  const graph::algorithm& a = *GetParam();
  const shape s = some_graph();
  for (std::uint32_t strategy = 0; strategy != a.strategies.size(); ++strategy) {
    SCOPED_TRACE(a.strategies[strategy].name);
    machine m = once({cpu(2)})[0];
    unsigned calls = 0, advances = 0;
    m.run.progress = [&](const progress& p) {
      ASSERT_NE(p.phase, nullptr);
      ASSERT_TRUE(p.total == 0 || p.done <= p.total) << p.phase << " " << p.done << " of " << p.total;
      calls += is_within_a_run(p) ? 1 : 0;
      advances += is_within_a_run(p) && p.done > 0 ? 1 : 0;
    };
    EXPECT_EQ(ends_with(a, run_of(a, s, m, strategy)), status::ok);
    EXPECT_GT(calls, 0U);
    EXPECT_GT(advances, 0U) << "nothing but the start";
  }
}

TEST_P(every, refuses) {
  const graph::algorithm& a = *GetParam();
  const shape s = some_graph();
  machine m = once(cpus())[0];
  m.run.memory_limit = 16;
  run_of little(a, s, m, 0);
  try {
    (void)a.run(little.request);
    FAIL() << "16 bytes were enough";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::out_of_memory);
  }
  m.run.memory_limit = 0;
  run_of wild(a, s, m, 0);
  std::vector<std::uint32_t> to(s.graph.to.begin(), s.graph.to.end());
  to[to.size() / 2] = s.graph.vertices;
  wild.request.graph.graph.to = to;
  EXPECT_THROW((void)a.run(wild.request), error);
}

TEST_P(every_cuda, has_the_device_that_is_named) {
  AMORPH_NEEDS_DEVICE();
  machine m = once(devices())[0];
  m.run.device = cuda_module::get().device_count();
  const shape s = some_graph();
  run_of one(*GetParam(), s, m, 0);
  try {
    (void)GetParam()->run(one.request);
    FAIL() << "there is no such device";
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
  }
}

// What help, man pages and docs are made from.
TEST_P(every, describes_itself) {
  const graph::algorithm& a = *GetParam();
  EXPECT_EQ(graph::find(a.name), &a);
  ASSERT_FALSE(a.strategies.empty());
  EXPECT_STREQ(a.strategies[0].name, "auto");
  EXPECT_FALSE(a.columns.empty());
  for (const graph::strategy_info& s : a.strategies) {
    EXPECT_NE(std::string(s.summary), "");
    EXPECT_TRUE(s.on_cpu == nullptr || a.strategy_named(s.on_cpu)) << s.name;
  }
  for (const graph::option_info& o : a.options) {
    EXPECT_EQ(o.argument == nullptr, o.kind == graph::option_kind::flag) << o.name;
    EXPECT_LE(o.low, o.high) << o.name;
  }
}

// The rows that document an algorithm's strategies but auto.
std::string rows_of_strategies(const graph::algorithm& a) {
  std::string rows;
  for (const graph::strategy_info& s : a.strategies.subspan(1)) {
    rows.append("| `").append(a.name).append("` | `").append(s.name).append("` | ").append(s.summary);
    if (s.on_cpu != nullptr) rows.append("; on the CPU `").append(s.on_cpu).append("`");
    if (s.cpu_only) rows.append("; CPU only");
    rows.append(" |\n");
  }
  return rows;
}
std::string page(const std::string& path) {
  const char* root = std::getenv("AMORPH_ROOT");  // set by test/style/add_algorithm
  std::ifstream file(std::string(root != nullptr ? root : AMORPH_ROOT) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_P(every, is_documented) {
  const std::string expected = rows_of_strategies(*GetParam()),
                    readme = "solver/graph/" + std::string(GetParam()->name) + "/README.md";
  EXPECT_TRUE(page("docs/graphs.md").find(expected) != std::string::npos ||
              page(readme).find(expected) != std::string::npos)
      << readme << " or docs/graphs.md, All strategies: expected\n"
      << expected;
}

INSTANTIATE_TEST_SUITE_P(list, every, all, by_name);
INSTANTIATE_TEST_SUITE_P(list, every_cuda, all, by_name);

}  // namespace algorithms_tests
}  // namespace amorph::test
