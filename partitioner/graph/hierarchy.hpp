// The levels of a multilevel partition, the finest first, and their transfers between host and backend.
#pragma once

#include <algorithm>
#include <optional>
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
 protected:
  template <class T> using buffer = typename Exec::template buffer<T>;

  hierarchy(Exec& exec, const problem& problem) : exec_(exec), in_(problem.graph), problem_(problem) {}

  template <class T> buffer<T> copy_in(const T* host, size_t n) { return buffer<T>(exec_, span<const T>(host, n)); }
  // Null: all weights are 1.
  template <class T> std::vector<T> copy_out(const T* from, size_t n) {
    std::vector<T> host(n, 1);
    if (from == nullptr) return host;
    exec_.template copy_out<T>(span<const T>(from, n), span<T>(host));
    return host;
  }

  // The finest level, without weights of vertices.
  level<Exec>& load_finest() {
    levels_.clear();
    levels_.emplace_back();
    level<Exec>& finest = levels_.back();
    finest.vertices = in_.vertices;
    finest.arcs = in_.begin[in_.vertices];
    if constexpr (Exec::on_device) {
      streams_ = problem_.stream != 0 || in_memory_bytes() > available_memory(exec_);
      stats_.streamed = streams_ ? 1 : 0;
      if (streams_) *problem_.streamed = 1;
      if (streams_) finest.most_inside = available_memory(exec_) / bytes_per_inside_arc;
      finest.begin = copy_in(in_.begin, in_.vertices + size_t{1});
      finest.view = {in_.vertices, finest.begin.data(), nullptr, nullptr, nullptr};
      recall();
    } else {
      finest.view = {in_.vertices, in_.begin, in_.to, nullptr, in_.edge_weight};
    }
    return finest;
  }
  // The partition to improve becomes that of the only level.
  refined<Exec> load_start_partition() {
    const uint32_t n = in_.vertices;
    level<Exec>& only = levels_.front();
    stats_.levels = 1;
    stats_.coarsest_vertices = n;
    if (problem_.anchor != nullptr) {
      anchor_ = copy_in(problem_.anchor, n);
      move_cost_ = copy_in(problem_.move_cost, n);
      only.view.anchors = {anchor_.data(), move_cost_.data()};
    }
    refined<Exec> start{copy_in(problem_.start, n), buffer<unsigned char>(exec_, n)};
    exec_.for_each_team(n, find_boundary{only.view, start.part.data(), start.boundary->data()});
    return start;
  }
  [[nodiscard]] pace pace_of_refinement() const {
    if (problem_.start != nullptr) return pace::improve;
    return problem_.fast != 0 ? pace::fast : expands_ ? pace::expander : pace::standard;
  }
  void weigh_edges() {
    level<Exec>& finest = levels_.front();
    arc_weight_ = static_cast<int64_t>(finest.arcs);
    if (in_.edge_weight == nullptr) return;
    finest.heaviest_edge = static_cast<uint64_t>(arc_weights(exec_, finest.view, finest.arcs, maximum<int64_t>{}));
    arc_weight_ = arc_weights(exec_, finest.view, finest.arcs, plus<int64_t>{});
  }

  // Frees the finest graph's arcs on a device, because the coarser levels need as much memory; the caller still has
  // them.
  void dismiss() {
    if constexpr (Exec::on_device) {
      if (streams_) return;
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
      finest.words = arc_array<uint32_t, Exec>(exec_, span<const uint32_t>(in_.to, finest.arcs), streams_);
      finest.view.words = finest.words.data();
      if (in_.edge_weight == nullptr) return;
      finest.edge_weight = arc_array<int32_t, Exec>(exec_, span<const int32_t>(in_.edge_weight, finest.arcs), streams_);
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
  [[nodiscard]] uint32_t seed_of_matching(uint32_t seed) const {
    return seed + static_cast<uint32_t>(levels_.size()) * 0x632be5abu;
  }

  // The partition of the coarsest level, by the host, and its cut, counted in arcs: twice. `vertex_weight` is of its
  // vertices, on the host.
  std::pair<std::vector<uint32_t>, int64_t> divide_on_host(uint32_t parts, const std::vector<int32_t>& vertex_weight) {
    report("divide");
    const level<Exec>& coarsest = levels_.back();
    const auto begin = copy_out(coarsest.view.begin, coarsest.vertices + size_t{1});
    auto to = copy_out(coarsest.view.words, coarsest.arcs);
    auto edge_weight = copy_out(coarsest.view.edge_weight, coarsest.arcs);
    if (const arc_format format = coarsest.view.format; format.packed())
      for (uint64_t e = 0; e != coarsest.arcs; ++e) {
        edge_weight[e] = format.weight(to[e]);
        to[e] = format.neighbour(to[e]);
      }
    const core_graph graph{coarsest.vertices, begin.data(), to.data(), vertex_weight.data(), edge_weight.data()};
    std::vector<uint32_t> part(coarsest.vertices);
    const auto code = static_cast<status>(problem_.initial(problem_.initial_context, &graph, parts, part.data()));
    if (code != status::ok)
      throw error(code, code == status::interrupted     ? "interrupted"
                        : code == status::out_of_memory ? "out of memory"
                                                        : "the coarsest graph could not be divided");
    int64_t cut = 0;
    for (uint32_t v = 0; v != coarsest.vertices; ++v)
      for (uint64_t e = begin[v]; e != begin[v + 1]; ++e) cut += part[v] != part[to[e]] ? edge_weight[e] : 0;
    return {std::move(part), cut};
  }

  // Few graphs with geometry or communities are cut at more than a fifth of their edges.
  void detect_expander(int64_t cut_arcs) {
    expands_ = problem_.thorough == 0 && cut_arcs > arc_weight_ / 5 && in_.vertices / problem_.parts >= 1000;
  }

  // Of the coarsest remaining level: what leads to it from the level below, if there is one.
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
    const uint32_t weights = problem_.weights > 1 ? problem_.weights : in_.vertex_weight != nullptr ? 1 : 0;
    return footprint{in_.vertices, in_.begin[in_.vertices], in_.edge_weight != nullptr, weights,
                     problem_.contiguous != 0}
        .in_memory();
  }
  static constexpr uint64_t bytes_per_inside_arc = 48;  // of a level: few levels are then a fraction of the memory

  Exec& exec_;
  const core_graph& in_;
  const problem& problem_;
  core_statistics stats_ = {};
  std::vector<level<Exec>> levels_;
  buffer<uint32_t> anchor_;  // with a partition to improve
  buffer<int32_t> move_cost_;
  int64_t arc_weight_ = 0;  // sum of the finest graph's arc weights
  bool expands_ = false;    // whether an expander: even its best cuts hold a large share of that
  bool streams_ = false;    // the arcs of the finest levels are outside the device's memory
};

}  // namespace amorph::partition
