// Depth-first search on one thread (Tarjan, "Depth-first search and linear graph algorithms", 1972), with one index per
// vertex (Pearce, "A space-efficient algorithm for finding strongly connected components", IPL 2016) and a stack of its
// own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"

namespace amorph::scc {

// Labels all vertices but those that have one already: label[v] is `unlabelled` there. Memory: 24 bytes per vertex.
template <class Exec> class depth_first_search {
  template <class T> using buffer = typename Exec::template buffer<T>;
  // A vertex on the path from the root, and the arc to look at next.
  struct step {
    std::uint32_t vertex;
    bool is_root;  // of its component, as known so far
    std::uint64_t arc;
  };

 public:
  static constexpr std::uint32_t unlabelled = ~std::uint32_t{0};

  depth_first_search(Exec& exec, const csr& graph)
      : exec_(exec),
        graph_(graph),
        index_(exec, graph.vertices),
        open_(exec, graph.vertices),
        path_(exec, graph.vertices) {}

  void run(std::uint32_t* label) {
    constexpr std::uint32_t steps_between_checks = 1 << 18;
    const std::uint32_t n = graph_.vertices;
    label_ = label;
    exec_.for_each(n, start{label, index_.data()});
    for (std::uint32_t root = 0; root != n; ++root) {
      if (root % steps_between_checks == 0) report_and_poll(visited_);
      if (index_.data()[root] == unvisited) search(root);
    }
    report_and_poll(n);
  }

 private:
  static constexpr std::uint32_t unvisited = 0, closed = ~std::uint32_t{0};

  struct start {
    const std::uint32_t* label;
    std::uint32_t* index;
    void operator()(std::size_t v) const { index[v] = label[v] == unlabelled ? unvisited : closed; }
  };

  void report_and_poll(std::uint64_t visited) const {
    exec_.check_stop();
    exec_.report("depth-first search of vertices", visited, graph_.vertices);
  }

  void search(std::uint32_t root) {
    const std::uint64_t* const begin = graph_.begin.data();
    const std::uint32_t* const to = graph_.to.data();
    std::uint32_t* const index = index_.data();
    step* const path = path_.data();
    std::uint64_t depth = 0;
    auto enter = [&](std::uint32_t v) {
      index[v] = next_index_++;
      path[depth++] = {v, true, begin[v]};
      const std::uint64_t end = begin[v + std::size_t{1}], ahead = std::min(end, begin[v] + 4);
      for (std::uint64_t e = begin[v]; e != ahead; ++e) __builtin_prefetch(&index[to[e]]);
      if ((++visited_ & 0xfffff) == 0) report_and_poll(visited_);
    };
    enter(root);
    while (depth != 0) {
      step& at = path[depth - 1];
      const std::uint64_t end = begin[at.vertex + std::size_t{1}];
      std::uint32_t low = index[at.vertex], next = closed;
      while (at.arc != end) {
        const std::uint32_t target = index[to[at.arc]];
        if (target == unvisited) {
          next = to[at.arc];
          break;
        }
        ++at.arc;
        if (target < low) {
          low = target;
          at.is_root = false;
        }
      }
      index[at.vertex] = low;
      if (next != closed) {
        enter(next);  // its arc is scanned again after the return
        continue;
      }
      if (at.is_root)
        close(at.vertex);
      else
        open_.data()[opened_++] = at.vertex;
      --depth;
    }
  }

  // v was the first visited vertex of its component; the others are on top of the stack.
  void close(std::uint32_t v) {
    std::uint32_t* const index = index_.data();
    const std::uint32_t* const open = open_.data();
    const std::uint64_t last = opened_;
    std::uint32_t minimum = v;
    while (opened_ != 0 && index[open[opened_ - 1]] >= index[v]) minimum = std::min(minimum, open[--opened_]);
    for (std::uint64_t i = opened_; i != last; ++i) {
      index[open[i]] = closed;
      label_[open[i]] = minimum;
    }
    index[v] = closed;
    label_[v] = minimum;
    next_index_ -= static_cast<std::uint32_t>(last - opened_ + 1);
  }

  Exec& exec_;
  csr graph_;
  buffer<std::uint32_t> index_, open_;
  buffer<step> path_;
  std::uint32_t* label_ = nullptr;
  std::uint32_t next_index_ = 1;
  std::uint64_t visited_ = 0;
  std::uint64_t opened_ = 0;
};

}  // namespace amorph::scc
