// Multilevel partitioning, and what its variants share: the levels, the finest first, and their transfers between host
// and backend.
#pragma once

#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/staging/available.hpp"
#include "partitioner/coarsening/contract.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/common/partition.hpp"
#include "partitioner/graph/footprint.hpp"
#include "partitioner/refinement/refine_memory.hpp"

namespace amorph::partition {

template <class Exec> class hierarchy {
 public:
  virtual ~hierarchy() = default;

  void solve() {
    stats_ = {};
    time(stats_.transfer_ms, [&] { load(); });
    if (problem_.start != nullptr) {
      report("refine");
      time(stats_.transfer_ms, [&] { load_start(); });
      time(stats_.refine_ms, [&] { uncoarsen(); });
      return;
    }
    time(stats_.coarsen_ms, [&] { coarsen(); });
    time(stats_.initial_ms, [&] { divide_coarsest(); });
    while (!levels_.empty()) {
      report("refine");
      if (levels_.size() == 1) time(stats_.transfer_ms, [&] { recall(); });
      time(stats_.refine_ms, [&] { uncoarsen(); });
    }
  }
  void finish(answer& answer) {
    time(stats_.transfer_ms,
         [&] { exec_.template copy_out<uint32_t>(refined_.part.span(), span<uint32_t>(answer.part, in_.vertices)); });
    answer.stats = stats_;
  }

 protected:
  template <class T> using buffer = typename Exec::template buffer<T>;

  virtual void load() = 0;                                    // the finest level
  virtual void coarsen() = 0;                                 // adds the others
  virtual void divide_coarsest() = 0;                         // into refined_
  virtual void uncoarsen() = 0;                               // refines the coarsest remaining level and removes it
  virtual void give_weights(span<const int64_t> weight) = 0;  // of the parts, to the refinement

  hierarchy(Exec& exec, const problem& problem) : exec_(exec), in_(problem.graph), problem_(problem) {}

  template <class T> buffer<T> copy_in(const T* host, size_t n) { return buffer<T>(exec_, span<const T>(host, n)); }

  struct coarsest_partition {
    std::vector<uint32_t> part;
    std::vector<int64_t> weight;  // of parts; with several weights, an entry for each
    int64_t cut = 0;              // in arcs: twice the edge cut
  };

  // The finest level, without weights of vertices.
  level<Exec>& load_finest() {
    levels_.clear();
    levels_.emplace_back();
    level<Exec>& finest = levels_.back();
    finest.vertices = in_.vertices;
    finest.arcs = in_.to.size();
    if constexpr (Exec::on_device) {
      streams_ = problem_.stream != 0 || in_memory_bytes() > available_memory(exec_);
      stats_.streamed = streams_ ? 1 : 0;
      if (streams_) *problem_.streamed = 1;
      keeps_arcs_ = !streams_ && in_memory_bytes() + in_.to.size() * bytes_per_kept_arc < available_memory(exec_);
      if (streams_) finest.most_inside = available_memory(exec_) / bytes_per_inside_arc;
      finest.begin = buffer<uint64_t>(exec_, in_.begin);
      finest.view = {in_.vertices, finest.begin.data(), nullptr, nullptr, nullptr};
      recall();
    } else {
      finest.view = {in_.vertices, in_.begin.data(), in_.to.data(), nullptr, in_.edge_weight.data()};
    }
    return finest;
  }
  // The partition to improve becomes that of the only level.
  void load_start() {
    const uint32_t n = in_.vertices;
    level<Exec>& only = levels_.front();
    stats_.levels = 1;
    stats_.coarsest_vertices = n;
    if (problem_.anchor != nullptr) {
      anchor_ = copy_in(problem_.anchor, n);
      move_cost_ = copy_in(problem_.move_cost, n);
      only.view.anchors = {anchor_.data(), move_cost_.data()};
    }
    refined_ = {copy_in(problem_.start, n), buffer<unsigned char>(exec_, n)};
    exec_.for_each_team(n, find_boundary{only.view, refined_.part.data(), refined_.boundary->data()});
    give_weights({problem_.start_weight, entries()});
  }
  // For the refinement, whose state is `memory`.
  template <class Memory> void give(Memory& memory, span<const int64_t> weight) {
    exec_.copy_in(weight, memory.weight());
    exec_.copy_in(span<const int64_t>(problem_.limit, entries()), memory.given_limit());
  }
  // The partition that the refinement starts from.
  void take(const coarsest_partition& found) {
    detect_expander(found.cut);
    stats_.levels = static_cast<uint32_t>(levels_.size());
    stats_.coarsest_vertices = levels_.back().vertices;
    give_weights(span<const int64_t>(found.weight));
    refined_ = {copy_in(found.part.data(), found.part.size()), std::nullopt};
  }
  [[nodiscard]] size_t entries() const { return size_t{problem_.parts} * problem_.weights; }
  [[nodiscard]] pace pace_of_refinement() const {
    if (problem_.start != nullptr) return pace::improve;
    return problem_.fast != 0 ? pace::fast : expands_ ? pace::expander : pace::standard;
  }
  void weigh_edges() {
    level<Exec>& finest = levels_.front();
    arc_weight_ = static_cast<int64_t>(finest.arcs);
    if (in_.edge_weight.empty()) return;
    finest.heaviest_edge = static_cast<uint64_t>(arc_weights(exec_, finest.view, finest.arcs, maximum<int64_t>{}));
    arc_weight_ = arc_weights(exec_, finest.view, finest.arcs, plus<int64_t>{});
  }

  // Frees the finest graph's arcs on a device if memory is short, because the coarser levels need as much; the caller
  // still has them.
  void dismiss() {
    if constexpr (Exec::on_device) {
      if (streams_ || keeps_arcs_) return;
      level<Exec>& finest = levels_.front();
      finest.words = {};
      finest.edge_weight = {};
      finest.view.words = nullptr;
      finest.view.edge_weight = nullptr;
    }
  }
  void recall() {
    if constexpr (Exec::on_device) {
      level<Exec>& finest = levels_.front();
      if (finest.view.words != nullptr) return;
      finest.words = arc_array<uint32_t, Exec>(exec_, in_.to, streams_);
      finest.view.words = finest.words.data();
      if (in_.edge_weight.empty()) return;
      finest.edge_weight = arc_array<int32_t, Exec>(exec_, in_.edge_weight, streams_);
      finest.view.edge_weight = finest.edge_weight.data();
    }
  }

  // Contracts the coarsest level's matched vertices; false if that shrinks it by less than 5%.
  bool add_coarser(span<const uint32_t> mate) {
    level<Exec>& fine = levels_.back();
    level<Exec> coarse = contract(exec_, fine, mate);
    if (coarse.vertices > fine.vertices - fine.vertices / 20) return false;
    levels_.push_back(std::move(coarse));
    return true;
  }
  [[nodiscard]] refine_rule rule_of(size_t level, uint32_t parts, bool finest) const {
    return {parts,          problem_.refinement,
            finest,         pace_of_refinement(),
            seed_of(level), in_.vertices >= refine_rule::many_vertices};
  }
  // The rule for the coarsest level. Vertices of few neighbours, as in grids, find no communities by looking at these,
  // and need even pairs more.
  template <class Rule> [[nodiscard]] Rule of_this_level(Rule rule) const {
    rule.seed += static_cast<uint32_t>(levels_.size()) * 0x632be5abu;
    if (levels_.front().arcs < size_t{8} * levels_.front().vertices) return rule;
    rule.by_neighbours = levels_.back().weighs_edges_alike();
    rule.acceptable = 0.55f;
    return rule;
  }

  // The partition of the coarsest level, by the host: at once in a thread of its own, or when it is asked for.
  std::future<coarsest_partition> begin_division(uint32_t parts, bool at_once = false) {
    report("divide");
    std::vector<uint32_t> fixed(levels_.back().vertices, none);
    if (const uint32_t* const from = levels_.back().view.fixed)
      exec_.copy_out(span(from, fixed.size()), span<uint32_t>(fixed));
    const auto divide = [this, parts, fixed = std::move(fixed),
                         coarsest = std::make_shared<const host_graph>(copied_out(exec_, levels_.back()))] {
      return divided(*coarsest, fixed, parts);
    };
    try {
      if (at_once) return std::async(std::launch::async, divide);
    } catch (const std::system_error&) {  // no thread is to be had
    }
    return std::async(std::launch::deferred, divide);
  }
  coarsest_partition divided(const host_graph& coarsest, const std::vector<uint32_t>& fixed, uint32_t parts) const {
    const graph view = view_of(coarsest);
    coarsest_partition found{fixed, std::vector<int64_t>(entries(), 0)};
    const auto& part = found.part;
    const auto code = static_cast<status>(problem_.initial(problem_.initial_context, &view, parts, found.part.data()));
    if (code != status::ok)
      throw error(code, code == status::interrupted     ? "interrupted"
                        : code == status::out_of_memory ? "out of memory"
                                                        : "the coarsest graph could not be divided");
    for (uint32_t v = 0; v != view.vertices; ++v)
      for (uint64_t e = view.begin[v]; e != view.begin[v + 1]; ++e)
        found.cut += part[v] != part[view.to[e]] ? view.edge_weight[e] : 0;
    const uint32_t c = problem_.weights;
    for (size_t i = 0; i != view.vertex_weight.size(); ++i)
      found.weight[size_t{part[i / c]} * c + i % c] += view.vertex_weight[i];
    return found;
  }

  // Few graphs with geometry are cut at more than an eighth of their edges, but small parts have much boundary. Very
  // small ones are refined as others are, unless the graph is dense.
  void detect_expander(int64_t cut_arcs) {
    const int64_t each = in_.vertices / problem_.parts;
    const bool dense = in_.to.size() >= size_t{64} * in_.vertices;
    const int64_t boundary = dense ? 0 : each >= 1000 ? arc_weight_ / each * 75 : arc_weight_;
    expands_ = problem_.thorough == 0 && cut_arcs > arc_weight_ / 8 + boundary;
  }

  // The map from the coarsest remaining level to the level below, if there is one.
  std::optional<span<uint32_t>> map_of_last() {
    if (levels_.size() == stats_.levels) return std::nullopt;  // the partition is the coarsest level's own
    return levels_.back().map.span();
  }

  // Reports progress; the caller may stop the run here.
  void report(const char* stage) {
    const level_progress detail{levels_.back().vertices};
    exec_.report(stage, levels_.size() - 1, 0, &detail);
    exec_.check_stop();
  }
  template <class F> void time(double& ms, F f) {
    const stopwatch watch;
    f();
    exec_.sync();
    ms += watch.ms();
  }
  [[nodiscard]] uint32_t seed_of(size_t level) const { return static_cast<uint32_t>(hash(problem_.seed + level)); }

  [[nodiscard]] uint64_t in_memory_bytes() const {
    const uint32_t weights = problem_.weights > 1 ? problem_.weights : in_.vertex_weight.empty() ? 0 : 1;
    return footprint{in_.vertices, in_.to.size(), !in_.edge_weight.empty(), weights, problem_.contiguous != 0}
        .in_memory();
  }
  static constexpr uint64_t bytes_per_kept_arc = 8;     // beside all other arrays
  static constexpr uint64_t bytes_per_inside_arc = 48;  // of a level: few levels are then a fraction of the memory

  Exec& exec_;
  const graph& in_;
  const problem& problem_;
  core_statistics stats_ = {};
  std::vector<level<Exec>> levels_;
  refined<Exec> refined_;    // the partition of the coarsest remaining level, or of the one that was removed
  buffer<uint32_t> anchor_;  // with a partition to improve
  buffer<int32_t> move_cost_;
  int64_t arc_weight_ = 0;   // sum of the finest graph's arc weights
  bool expands_ = false;     // whether an expander: even its best cuts hold a large share of that
  bool keeps_arcs_ = false;  // the arcs of the finest level stay in the device's memory
  bool streams_ = false;     // the arcs of the finest levels are outside the device's memory
};

}  // namespace amorph::partition
