// Lists of vertices, each claimed by one thread: with several ways to share out edges, and to find places in the list.
#pragma once

#include "amorph/graph/split_rows.hpp"
#include "bfs_state.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/operators/child_kernels.hpp"
#endif

namespace amorph::traversal {

// `Way` is a balance or an insertion.
template <class Exec, class Way> class bfs_by_list final : public bfs_way {
 public:
  bfs_by_list(bfs_state<Exec>& s, Way way) : s_(s), way_(way) {}
  void run() override {
    s_.front.copy(s_.source);
    for (std::uint32_t depth = 1; !s_.front.empty(); ++depth) {
      advance(s_.exec, s_.graph, s_.front, s_.next, way_, claim{s_.level.data(), depth});
      s_.front.swap(s_.next);
    }
  }

 private:
  bfs_state<Exec>& s_;
  Way way_;
};

// IISc report, section 4.2: a thread a piece of a row.
template <class Exec> class bfs_by_splitting final : public bfs_way {
 public:
  explicit bfs_by_splitting(bfs_state<Exec>& s)
      : s_(s), split_(s.exec, s.graph, split_bound(s.exec, s.graph)), pieces_(s.exec, split_.pieces().vertices) {}
  void run() override {
    s_.front.copy(s_.source);
    for (std::uint32_t depth = 1; !s_.front.empty(); ++depth) {
      split_.expand(s_.front, pieces_);
      advance(s_.exec, split_.pieces(), pieces_, s_.next, balance::thread,
              split_.of_owner(claim{s_.level.data(), depth}));
      s_.front.swap(s_.next);
    }
  }

 private:
  bfs_state<Exec>& s_;
  split_rows<Exec> split_;
  frontier<Exec> pieces_;
};

#if AMORPH_DEVICE_COMPILER
// Section 4.3: a thread a row, and a kernel of its own for one that is longer than most.
class bfs_by_children final : public bfs_way {
 public:
  explicit bfs_by_children(bfs_state<cuda_exec>& s) : s_(s), most_(split_bound(s.exec, s.graph)) {}
  void run() override {
    s_.front.copy(s_.source);
    for (std::uint32_t depth = 1; !s_.front.empty(); ++depth) {
      advance_by_children(s_.exec, s_.graph, s_.front, s_.next, most_, claim{s_.level.data(), depth});
      s_.front.swap(s_.next);
    }
  }

 private:
  bfs_state<cuda_exec>& s_;
  std::uint64_t most_;
};
#endif

}  // namespace amorph::traversal
