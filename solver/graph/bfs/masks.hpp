// IIIT report, section IV: a mask of the frontier, and the same with the masked vertices collected into a list.
#pragma once

#include "solver/graph/bfs/state.hpp"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph::bfs {

// Intended race, as in `reach`: all threads that write a level, a mask or the flag in a step write the same value.
struct mask_step {
  csr graph;
  std::uint32_t *level, *front, *next, *any;
  std::uint32_t depth;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (front[v] == 0) return;
    front[v] = 0;
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const std::uint32_t u = graph.to[e];
      if (atomic_load(&level[u]) != unreached) continue;
      atomic_store(&level[u], depth);
      atomic_store(&next[u], 1);
      atomic_store(any, 1);
    }
  }
};

// O(n) per level.
template <class Exec> class mask_search final : public search {
 public:
  explicit mask_search(search_state<Exec>& s)
      : s_(s), mask_(s.exec, s.graph.vertices), next_(s.exec, s.graph.vertices), any_(s.exec, 1) {}
  void run() override {
    Exec& exec = s_.exec;
    exec.fill(mask_.span(), 0);
    exec.fill(next_.span(), 0);
    exec.for_each(s_.source.size(), store_at_listed<std::uint32_t>{s_.source.data(), mask_.data(), 1});
    for (std::uint32_t depth = 1;; ++depth) {
      exec.report("level", depth);
      exec.fill(any_.span(), 0);
      exec.for_each(s_.graph.vertices,
                    mask_step{s_.graph, s_.level.data(), mask_.data(), next_.data(), any_.data(), depth});
      if (exec.read(any_.data()) == 0) return;
      mask_.swap(next_);
    }
  }

 private:
  search_state<Exec>& s_;
  typename Exec::template buffer<std::uint32_t> mask_, next_, any_;
};

struct reach_only {
  reach f;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const { (void)f(from, e, to); }
};

// The levels are the mask: the vertices of the last level are listed, so that no thread is idle.
template <class Exec> class compaction_search final : public search {
 public:
  explicit compaction_search(search_state<Exec>& s) : s_(s), front_(s.exec, s.graph.vertices) {}
  // The smallest footprint of all strategies.
  [[nodiscard]] static std::uint64_t bytes(const Exec& exec, const csr& graph) {
    return frontier<Exec>::bytes(exec, graph.vertices, false) + scratch_for(graph.vertices);
  }
  void run() override {
    front_.copy(s_.source);
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      s_.exec.report("level", depth);
      for_each_edge(s_.exec, s_.graph, front_, balance::thread, reach_only{{s_.level.data(), depth}});
      compact(s_.exec, s_.graph.vertices, has_level{s_.level.data(), depth}, front_);
    }
  }

 private:
  search_state<Exec>& s_;
  frontier<Exec> front_;
};

}  // namespace amorph::bfs
