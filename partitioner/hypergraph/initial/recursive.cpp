// Recursive bisection, one depth at a time: all attempts at all pieces of a depth in parallel.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "amorph/kernels/backend/boundary.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/initial/host_hypergraph.hpp"
#include "partitioner/hypergraph/initial/initial.hpp"
#include "partitioner/hypergraph/multilevel.inl"
#include "partitioner/hypergraph/refinement/fm.hpp"

namespace amorph::hypergraph {
namespace {

constexpr std::uint32_t coarsest_of_bisection = 240;

// One multilevel bisection of a piece, on the calling thread.
class bisection {
 public:
  bisection(const core_hypergraph& h, const std::vector<std::int64_t>& limit, const initial_options& options,
            const partition::stop_check& check_stop)
      : h_(h), limit_(limit), options_(options), check_stop_(check_stop) {}

  void run() {
    side.resize(h_.vertices);
    problem p{};
    p.graph = h_;
    p.parts = 2;
    p.coarsest = coarsest_of_bisection;
    p.seed = options_.seed;
    p.prefers_single = true;
    p.largest_on_host = p.largest_table = ~std::uint64_t{0};
    p.initial = &divide;
    p.refine = &refine;
    p.context = this;
    cpu_exec exec(1);
    exec_ = &exec;
    run_request request{};
    multilevel<cpu_exec> core(exec, p, request);
    core.solve();
    hypergraph::answer a{side.data(), {}};
    core.finish(a);
  }
  [[nodiscard]] auto rank() const { return std::tuple(excess_, objective_); }

  std::vector<std::uint32_t> side;

 private:
  static int divide(void* context, const core_hypergraph* h, std::uint32_t* part) {
    auto& me = *static_cast<bisection*>(context);
    return static_cast<int>(
        guarded(nullptr, 0, [&] { bisect_flat(*me.exec_, *h, me.limit_, me.options_, me.check_stop_, part); }));
  }
  static int refine(void* context, const core_hypergraph* h, std::uint32_t, std::uint32_t* part) {
    auto& me = *static_cast<bisection*>(context);
    return static_cast<int>(guarded(nullptr, 0, [&] { me.improve(*h, part); }));
  }
  void improve(const core_hypergraph& h, std::uint32_t* part) {
    gain_table table(h, 2, options_.objective, part);
    const balance_limits limits{limit_, {}};
    (void)rebalance(table, limits);
    (void)refine_by_fm(table, limits, {.rounds = 5, .seeds = 0, .fruitless = 200, .seed = options_.seed}, check_stop_);
    objective_ = table.objective();
    excess_ = total_excess(table, limits);
  }

  const core_hypergraph& h_;
  const std::vector<std::int64_t>& limit_;
  const initial_options options_;
  const partition::stop_check& check_stop_;
  cpu_exec* exec_ = nullptr;
  std::int64_t objective_ = 0;
  double excess_ = 0;
};

// The sides' limits: the imbalance that the parts allow, spread over the bisections that are still to come.
std::array<std::int64_t, 2> side_limits(const piece& p, span<const std::int64_t> limit, std::uint32_t dimension) {
  const auto sum = [&](std::uint32_t first, std::uint32_t parts) {
    double all = 0;
    for (std::uint32_t q = first; q != first + parts; ++q)
      all += static_cast<double>(limit[std::size_t{q} * p.graph.dimensions + dimension]);
    return all;
  };
  const auto weight = static_cast<double>(p.graph.weight(dimension));
  const double all = sum(p.first, p.parts), left = sum(p.first, p.parts / 2);
  const double slack = std::max(1.0, all / std::max(1.0, weight));
  const double factor = std::pow(slack, 1.0 / std::bit_width(p.parts - 1));
  std::array<std::int64_t, 2> sides{};
  for (std::size_t s = 0; s != 2; ++s) {
    const double share = all > 0 ? (s == 0 ? left : all - left) / all : 0.5;  // 0: no vertex weighs anything
    sides[s] = std::max(static_cast<std::int64_t>(factor * share * weight),
                        static_cast<std::int64_t>(std::ceil(share * weight)));
  }
  return sides;
}

std::vector<std::int64_t> side_limits(const piece& p, span<const std::int64_t> limit) {
  const std::uint32_t dimensions = p.graph.dimensions;
  std::vector<std::int64_t> sides(std::size_t{2} * dimensions);
  for (std::uint32_t d = 0; d != dimensions; ++d) {
    const std::array<std::int64_t, 2> of = side_limits(p, limit, d);
    for (std::size_t s = 0; s != 2; ++s) sides[s * dimensions + d] = of[s];
  }
  return sides;
}

// Fixed vertices in terms of sides.
std::vector<std::int32_t> fixed_sides(const piece& p) {
  std::vector<std::int32_t> side;
  for (const std::int32_t f : p.graph.fixed)
    side.push_back(f < 0 ? -1 : static_cast<std::uint32_t>(f) < p.first + p.parts / 2 ? 0 : 1);
  return side;
}

std::vector<piece> bisect_all(cpu_exec& exec, const std::vector<piece>& pieces, span<const std::int64_t> limit,
                              const initial_options& o, const partition::stop_check& check_stop) {
  const std::uint32_t attempts = std::max(1u, o.bisections);
  std::vector<std::vector<std::int64_t>> limits;
  std::vector<std::vector<std::int32_t>> fixed;
  std::vector<core_hypergraph> views;
  for (const piece& p : pieces) {
    limits.push_back(side_limits(p, limit));
    fixed.push_back(fixed_sides(p));
    views.push_back(p.graph.view());
    if (!fixed.back().empty()) views.back().fixed = fixed.back().data();
  }
  std::vector<bisection> runs;
  for (std::size_t i = 0; i != pieces.size() * attempts; ++i) {
    initial_options seeded = o;
    seeded.seed = hash(o.seed + (std::uint64_t{pieces[i / attempts].first} << 32) + i % attempts +
                       (std::uint64_t{pieces[i / attempts].parts} << 16));
    runs.emplace_back(views[i / attempts], limits[i / attempts], seeded, check_stop);
  }
  exec.ranges(runs.size(), 1, [&](std::size_t first, std::size_t last, unsigned) {
    for (; first != last; ++first) runs[first].run();
  });
  std::vector<piece> halves;
  for (std::size_t i = 0; i != pieces.size(); ++i) {
    const auto from = runs.begin() + static_cast<std::ptrdiff_t>(i * attempts);
    const auto best = std::min_element(from, from + attempts,
                                       [](const bisection& a, const bisection& b) { return a.rank() < b.rank(); });
    for (piece& h : split(pieces[i], best->side, o.objective.connectivity != 0)) halves.push_back(std::move(h));
  }
  return halves;
}

}  // namespace

void bisect_recursively(cpu_exec& exec, const core_hypergraph& h, span<const std::int64_t> limit,
                        const initial_options& options, const partition::stop_check& check_stop, std::uint32_t* part) {
  std::vector<piece> open;
  open.push_back(whole(h, static_cast<std::uint32_t>(limit.size() / h.dimensions)));
  while (!open.empty()) {
    std::vector<piece> next;
    for (piece& p : open.front().parts == 1 ? open : bisect_all(exec, open, limit, options, check_stop)) {
      if (p.parts != 1)
        next.push_back(std::move(p));
      else
        for (const std::uint32_t v : p.name) part[v] = p.first;
    }
    if (open.front().parts == 1) break;
    open = std::move(next);
  }
}

}  // namespace amorph::hypergraph
