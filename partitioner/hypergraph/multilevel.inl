// Multilevel k-way partitioning of a hypergraph: contract clusters while the hypergraph is large, partition the
// coarsest one, then project and refine on every level (Karypis, Aggarwal, Kumar, Shekhar, "Multilevel hypergraph
// partitioning: applications in VLSI domain", 1999). With a partition to improve it is a V-cycle: no cluster crosses
// parts, and the coarsest hypergraph starts from that partition.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "partitioner/hypergraph/coarsening/cluster.hpp"
#include "partitioner/hypergraph/coarsening/communities.hpp"
#include "partitioner/hypergraph/coarsening/contract.hpp"
#include "partitioner/hypergraph/core.hpp"
#include "partitioner/hypergraph/level.hpp"
#include "partitioner/hypergraph/refinement/refine.hpp"

namespace amorph::hypergraph {

template <class Exec> class multilevel {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  multilevel(Exec& exec, const problem& problem, run_request&) : exec_(exec), problem_(problem) {}

  void solve() {
    stats_ = {};
    levels_.clear();
    refinement_.reset();
    time(stats_.load_ms, [&] { load(); });
    time(stats_.communities_ms, [&] { find_guards(); });
    time(stats_.coarsen_ms, [&] { coarsen(); });
    buffer<uint32_t> part;
    time(stats_.initial_ms, [&] { part = divide_coarsest(); });
    for (;;) {
      time(stats_.refine_ms, [&] { refine(part); });
      if (levels_.size() == 1) break;
      levels_.pop_back();
      time(stats_.refine_ms, [&] { part = project(part); });
    }
    part_ = std::move(part);
  }

  void finish(answer& answer) {
    exec_.template copy_out<uint32_t>(part_.span(), span<uint32_t>(answer.part, part_.size()));
    answer.stats = stats_;
  }

  // To the last level, from the one that was removed. (Public because nvcc allows no device lambda in a private member
  // function.)
  buffer<uint32_t> project(const buffer<uint32_t>& coarse) {
    const level<Exec>& fine = levels_.back();
    buffer<uint32_t> part(exec_, fine.view.vertices);
    const uint32_t *const map = fine.map.data(), *const old = coarse.data();
    uint32_t* const fresh = part.data();
    exec_.for_each(part.size(), AMORPH_LAMBDA(size_t v) { fresh[v] = old[map[v]]; });
    return part;
  }

 private:
  template <class T> const T* copy_in(buffer<T>& to, const T* host, size_t n) {
    if (host == nullptr) return nullptr;
    if constexpr (!Exec::on_device) return host;
    to = buffer<T>(exec_, span<const T>(host, n));
    return to.data();
  }

  void load() {
    const core_hypergraph& in = problem_.graph;
    level<Exec>& l = levels_.emplace_back();
    l.pins = in.net_begin[in.nets];
    l.view.vertices = in.vertices;
    l.view.nets = in.nets;
    l.view.net_begin = copy_in(l.net_begin, in.net_begin, in.nets + size_t{1});
    l.view.pin = copy_in(l.pin, in.pin, l.pins);
    l.view.net_weight = copy_in(l.net_weight, in.net_weight, in.nets);
    l.view.vertex_weight = copy_in(l.vertex_weight, in.vertex_weight, in.vertices);
    l.view.fixed = copy_in(l.fixed, in.fixed, in.vertices);
    l.view.move_cost = copy_in(l.move_cost, in.move_cost, in.vertices);
    l.view.dimensions = in.dimensions;
    l.view.weights = copy_in(l.weights, in.weights, size_t{in.vertices} * in.dimensions);
    l.view.guard = copy_in(l.guard, problem_.start, in.vertices);
    transpose(exec_, l);
  }
  void find_guards() {
    level<Exec>& l = levels_.back();
    if (problem_.guard == guards::none || l.view.vertices <= problem_.coarsest) return;
    report("communities");
    l.guard = find_communities(exec_, l.view, problem_.guard == guards::communities_by_size, problem_.seed);
    l.view.guard = l.guard.data();
  }

  void coarsen() {
    int64_t total = 0;
    const core_hypergraph& in = problem_.graph;
    for (uint32_t v = 0; v != in.vertices; ++v) total += in.vertex_weight != nullptr ? in.vertex_weight[v] : 1;
    const cluster_rule rule{std::max<int64_t>(1, heaviest_cluster * total / std::max(1u, problem_.coarsest)),
                            problem_.seed, problem_.prefers_single};
    while (levels_.back().view.vertices > problem_.coarsest) {
      report("coarsen");
      level<Exec>& fine = levels_.back();
      const uint32_t n = fine.view.vertices;
      cluster_rule seeded = rule;
      seeded.seed = hash(rule.seed + levels_.size());
      const auto enough = std::max(problem_.coarsest, static_cast<uint32_t>(n / largest_shrink));
      const buffer<uint32_t> cluster = clustering<Exec>(exec_, fine.view, seeded).run(enough);
      level<Exec> coarse = contraction<Exec>(exec_, fine, cluster.span()).take();
      if (coarse.view.vertices > n - n / 20 && fine.view.guard != nullptr && problem_.start == nullptr) {
        fine.view.guard = nullptr;  // communities are exhausted
        continue;
      }
      if (coarse.view.vertices > n - n / 50) break;
      levels_.push_back(std::move(coarse));
    }
    stats_.levels = static_cast<uint32_t>(levels_.size());
    stats_.coarsest_vertices = levels_.back().view.vertices;
    stats_.coarsest_nets = levels_.back().view.nets;
  }

  buffer<uint32_t> divide_coarsest() {
    report("divide");
    const level<Exec>& l = levels_.back();
    if (problem_.start != nullptr) {
      buffer<uint32_t> part(exec_, l.view.vertices);
      exec_.template copy<uint32_t>(span<const uint32_t>(l.view.guard, part.size()), part.span());
      return part;
    }
    std::vector<uint32_t> part(l.view.vertices);
    with_host_copy([&](const core_hypergraph& h) { check(problem_.initial(problem_.context, &h, part.data())); });
    return buffer<uint32_t>(exec_, span<const uint32_t>(part));
  }

  void refine(buffer<uint32_t>& part) {
    report("refine");
    const level<Exec>& l = levels_.back();
    const auto depth = static_cast<uint32_t>(levels_.size() - 1);
    if (is_for_host(l)) {
      time(stats_.host_refine_ms, [&] { refine_on_host(part, depth); });
      return;
    }
    if (!refinement_) {
      const size_t k = problem_.parts;
      refinement_.emplace(exec_, part_limits{problem_.parts, {problem_.target, k}, {problem_.limit, k}},
                          problem_.objective);
      refinement_->weigh(l.view, part.data());
    }
    refinement_->run(l, depth == 0, static_cast<uint32_t>(hash(problem_.seed + depth)), part);
    if (is_within_limits()) return;
    time(stats_.host_refine_ms, [&] { refine_on_host(part, depth); });
    refinement_.reset();
  }
  [[nodiscard]] bool is_for_host(const level<Exec>& l) const {
    return l.pins <= problem_.largest_on_host &&
           gain_table_bytes(l.view.vertices, l.view.nets, problem_.parts) <= problem_.largest_table;
  }
  void refine_on_host(buffer<uint32_t>& on_exec, uint32_t depth) {
    std::vector<uint32_t> part = copy_out(on_exec.data(), on_exec.size());
    with_host_copy([&](const core_hypergraph& h) { check(problem_.refine(problem_.context, &h, depth, part.data())); });
    exec_.template copy_in<uint32_t>(span<const uint32_t>(part), on_exec.span());
  }
  bool is_within_limits() {
    const std::vector<int64_t> weight = copy_out(refinement_->weights().data(), problem_.parts);
    for (uint32_t p = 0; p != problem_.parts; ++p)
      if (weight[p] > problem_.limit[p] || (problem_.minimum != nullptr && weight[p] < problem_.minimum[p]))
        return false;
    return true;
  }

  // Calls f with the last level in host memory.
  template <class F> void with_host_copy(F f) {
    const level<Exec>& l = levels_.back();
    const hypergraph_view& g = l.view;
    if constexpr (!Exec::on_device) {
      f(core_hypergraph{g.vertices, g.nets, g.net_begin, g.pin, g.vertex_begin, g.net, g.net_weight, g.vertex_weight,
                        g.fixed, home_of(g.guard), g.move_cost, g.dimensions, g.weights});
    } else {
      const auto net_begin = copy_out(g.net_begin, g.nets + size_t{1});
      const auto pin = copy_out(g.pin, l.pins);
      const auto vertex_begin = copy_out(g.vertex_begin, g.vertices + size_t{1});
      const auto net = copy_out(g.net, l.pins);
      const auto net_weight = copy_out(g.net_weight, g.nets);
      const auto vertex_weight = copy_out(g.vertex_weight, g.vertices);
      const auto fixed = copy_out(g.fixed, g.vertices);
      const auto guard = copy_out(g.guard, g.vertices);
      const auto move_cost = copy_out(g.move_cost, g.vertices);
      const auto weights = copy_out(g.weights, size_t{g.vertices} * g.dimensions);
      f(core_hypergraph{
          g.vertices, g.nets, net_begin.data(), pin.data(), vertex_begin.data(), net.data(),
          g.net_weight != nullptr ? net_weight.data() : nullptr,
          g.vertex_weight != nullptr ? vertex_weight.data() : nullptr, g.fixed != nullptr ? fixed.data() : nullptr,
          home_of(g.guard != nullptr ? guard.data() : nullptr), g.move_cost != nullptr ? move_cost.data() : nullptr,
          g.dimensions, g.weights != nullptr ? weights.data() : nullptr});
    }
  }
  // The guard of a partition to improve is that partition.
  const uint32_t* home_of(const uint32_t* guard) const { return problem_.start != nullptr ? guard : nullptr; }
  template <class T> std::vector<T> copy_out(const T* from, size_t n) {
    std::vector<T> host(from != nullptr ? n : 0);
    if (from != nullptr) exec_.template copy_out<T>(span<const T>(from, n), span<T>(host));
    return host;
  }

  static void check(int code) {
    if (code == 0) return;
    const auto s = static_cast<status>(code);
    throw error(s, s == status::interrupted     ? "interrupted"
                   : s == status::out_of_memory ? "out of memory"
                                                : "a level of the hypergraph could not be partitioned");
  }

  void report(const char* stage) {
    exec_.report(stage, levels_.size() - 1, 0);
    exec_.check_stop();
  }
  template <class F> void time(double& ms, F f) {
    const stopwatch watch;
    f();
    exec_.sync();
    ms += watch.ms();
  }

  static constexpr int64_t heaviest_cluster = 3;  // times the mean of a coarsest hypergraph
  static constexpr double largest_shrink = 2.5;   // of one level: refinement needs levels

  Exec& exec_;
  const problem& problem_;
  core_statistics stats_ = {};
  std::vector<level<Exec>> levels_;
  std::optional<refinement<Exec>> refinement_;  // from the first level that the executor refines
  buffer<uint32_t> part_;
};

}  // namespace amorph::hypergraph
