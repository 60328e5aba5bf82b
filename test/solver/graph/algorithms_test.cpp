// Every algorithm of the list: the answer verified by the algorithm's own checker, the same by each strategy on each
// machine; and what all of them promise: they stop on request, report progress, refuse what exceeds the memory
// limit, and are documented.
#include "solver/graph/algorithm.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/graph/bfs/bfs.hpp"
#include "solver/graph/bfs/bfs_check.hpp"
#include "solver/graph/resident_graph.hpp"
#include "solver/graph/sssp/sssp.hpp"
#include "test/solver/graph/shapes.hpp"
#include "test/support/device.hpp"

namespace amorph::test {
namespace {

// A hash of an answer's rows: a table of all distances would be long as text.
class hashed_rows final : public graph::row_writer {
 public:
  std::uint64_t all = 0;
  hashed_rows& line(const char* tag) override { return text(tag); }
  hashed_rows& vertex(std::uint32_t v) override { return number(v); }
  hashed_rows& number(std::uint64_t n) override { return all = hash(all + n), *this; }
  hashed_rows& text(std::string_view word) override { return number(std::hash<std::string_view>()(word)); }
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
  for (const auto& [name, value] : o.figures)
    if (!names.insert(name).second) return false;
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

TEST_P(every, right_and_the_same_everywhere) { verify(*GetParam(), {cpus()[0], cpus()[2]}); }
TEST_P(every_cuda, right_and_the_same_everywhere) {
  AMORPH_NEEDS_DEVICE();
  verify(*GetParam(), {once(cpus())[1], once(devices())[0]});
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
  for (const shape& s : small_shapes()) {
    if (!fits(a, s) || s.graph.vertices < 3) continue;
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
TEST_P(every, asked_often) { on_resident_graphs(*GetParam(), cpus()[2]); }
TEST_P(every_cuda, asked_often) {
  AMORPH_NEEDS_DEVICE();
  on_resident_graphs(*GetParam(), once(devices())[0]);
}

// Several threads ask one resident graph at once; each answer that is left is valid until it is dropped.
void asked_by_several_threads(const machine& m) {
  const shape s = some_graph();
  context kept(m.run);
  const resident_graph g(kept, s.graph.view());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t != 4; ++t)
    threads.emplace_back([&, t] {
      for (std::uint32_t i = 0; i != 20; ++i) {
        const std::vector<std::uint32_t> source = {(t * 20 + i) * 7 % s.graph.vertices};
        const bfs::result found = bfs::solve(g.view(), source, {kept.run()});
        if (!check::bfs_fault(g.view(), source, found.level, found.parent).empty()) ++wrong;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
}
TEST(resident, asked_by_several_threads) { asked_by_several_threads(cpus()[1]); }
TEST(resident_cuda, asked_by_several_threads) {
  AMORPH_NEEDS_DEVICE();
  asked_by_several_threads(once(devices())[0]);
}

// Left answers are valid until they are dropped, also after the next run and after the graph is no longer resident.
void leaves_answers(const machine& m) {
  const shape s = some_graph();
  context kept(m.run);
  std::optional<resident_graph> g(std::in_place, kept, s.graph.view());
  const std::vector<std::uint32_t> first = {0}, last = {s.graph.vertices - 1};
  bfs::options o{kept.run()};
  o.leave = true;
  const bfs::result a = bfs::solve(g->view(), first, o), b = bfs::solve(g->view(), last, o);
  g.reset();
  EXPECT_TRUE(a.level.empty());
  for (const auto& [left, from] : {std::pair{&a, first}, std::pair{&b, last}}) {
    std::vector<std::uint32_t> level(left->left_level.values.size());
    kept.fetch(left->left_level, level.data());
    EXPECT_EQ(check::bfs_fault(s.graph.view(), from, level, {}), "");
  }
}
TEST(resident, leaves_answers) { leaves_answers(cpus()[1]); }
TEST(resident_cuda, leaves_answers) {
  AMORPH_NEEDS_DEVICE();
  leaves_answers(once(devices())[0]);
}

// A check that passed holds for the arrays as they were kept.
TEST(resident, is_checked_again_when_kept_again) {
  weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, true);
  context kept(cpus()[0].run);
  const resident_array begin(kept, span<const std::uint64_t>(g.begin)), to(kept, span<const std::uint32_t>(g.to));
  const std::vector<std::uint32_t> first = {0};
  {
    const resident_array weight(kept, span<const std::int32_t>(g.weight32));
    (void)sssp::solve(g.view(), first, {kept.run()});
  }
  g.weight32[0] = -1;
  const resident_array weight(kept, span<const std::int32_t>(g.weight32));
  EXPECT_THROW((void)sssp::solve(g.view(), first, {kept.run()}), error);
}

TEST(resident, refuses) {
  const std::vector<std::uint32_t> array(4);
  context kept(cpus()[0].run);
  kept.keep(array.data(), 16);
  EXPECT_THROW(kept.keep(array.data(), 8), error);
  kept.forget(array.data());
  EXPECT_FALSE(kept.holds(array.data()));
  kept.forget(array.data());  // nothing
  EXPECT_FALSE(kept.holds(array.data()));
  kept.keep(array.data(), 8);
  kept.forget(array.data());
}

// Running out of memory frees what idle sessions keep, before it is an error.
TEST(resident, idle_memory_is_freed_on_demand) {
  const shape s = some_graph();
  machine m = cpus()[0];
  context kept(m.run);
  const resident_graph g(kept, s.graph.view());
  const std::vector<std::uint32_t> first = {0};
  run_options run = kept.run();
  run.memory_limit = 1 << 20;
  EXPECT_EQ(bfs::solve(g.view(), first, {run}).reached, s.graph.vertices);
  EXPECT_EQ(sssp::solve(g.view(), first, {run}).reached, s.graph.vertices);
  run.memory_limit = 16;
  EXPECT_THROW((void)sssp::solve(g.view(), first, {run}), error);
}

// What is not resident may change between two runs in a context.
TEST(resident, other_graphs_are_read_anew) {
  weighted_graph g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, true);
  context kept(cpus()[0].run);
  const std::vector<std::uint32_t> first = {0};
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 1, 2}));
  g.weight32.assign(g.weight32.size(), 5);
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 5, 10}));
  {
    const resident_graph once(kept, g.view());
    EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 5, 10}));
  }
  g.weight32.assign(g.weight32.size(), 7);
  EXPECT_EQ(sssp::solve(g.view(), first, {kept.run()}).distance, (std::vector<std::uint64_t>{0, 7, 14}));
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
    machine m = once(cpus())[1];
    unsigned calls = 0;
    m.run.progress = [&](const progress& p) {
      ASSERT_NE(p.phase, nullptr);
      ASSERT_TRUE(p.total == 0 || p.done <= p.total) << p.phase << " " << p.done << " of " << p.total;
      calls += is_within_a_run(p) ? 1 : 0;
    };
    EXPECT_EQ(ends_with(a, run_of(a, s, m, strategy)), status::ok);
    EXPECT_GT(calls, 0U);
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
  std::ifstream file(std::string(AMORPH_ROOT "/") + path);
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

}  // namespace
}  // namespace amorph::test
