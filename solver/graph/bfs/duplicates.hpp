// "Atomic-free Irregular Computations on GPUs": a level is written once or with the same value, so races are harmless,
// and duplicates in the list only cost time; or race_and_resolve keeps one slot of each vertex.
#pragma once

#include "amorph/kernels/sync/race_and_resolve.hpp"
#include "solver/graph/bfs/state.hpp"

namespace amorph::bfs {

struct slot_key {
  AMORPH_BODY std::uint64_t operator()(std::size_t slot) const { return slot; }
};
struct vertex_of_slot {
  const std::uint32_t* list;
  template <class F> AMORPH_BODY void operator()(std::size_t slot, F f) const { f(std::uint64_t{list[slot]}); }
};
struct keep_slot {
  unsigned char* keep;
  AMORPH_BODY void operator()(std::size_t slot, std::uint64_t) const { keep[slot] = 1; }
};

template <class Exec> class duplicates_search final : public search {
 public:
  duplicates_search(search_state<Exec>& s, bool filter)
      : s_(s),
        filter_(filter),
        front_(s.exec, s.graph.vertices + spare),
        next_(s.exec, s.graph.vertices + spare),
        marks_(s.exec, filter ? s.graph.vertices : 0, 0),
        keep_(s.exec, filter ? front_.capacity() : 0) {}
  void run() override {
    front_.copy(s_.source);
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      s_.exec.report("level", depth);
      if (!try_advance(s_.exec, s_.graph, front_, next_, balance::warp, reach{s_.level.data(), depth})) {
        // Duplicates overflow the list: it is rebuilt from the levels.
        compact(s_.exec, s_.graph.vertices, has_level{s_.level.data(), depth}, next_);
      } else if (filter_ && !next_.empty()) {
        keep_one_each();
        continue;
      }
      front_.swap(next_);
    }
  }

 private:
  // From `next` to `front`.
  void keep_one_each() {
    const span<unsigned char> keep = keep_.span().subspan(0, next_.size());
    s_.exec.fill(keep, 0);
    race_and_resolve_any(s_.exec, marks_.view(), next_.size(), conflict::three_phase, slot_key{},
                         vertex_of_slot{next_.data()}, keep_slot{keep.data()});
    std::uint64_t* count = front_.begin_writing();
    select_flagged(s_.exec, next_.vertices(), span<const unsigned char>(keep),
                   span<std::uint32_t>(front_.data(), front_.capacity()), count);
    front_.end_writing();
  }

  static constexpr std::uint64_t spare = 1024;  // duplicates

  search_state<Exec>& s_;
  bool filter_;
  frontier<Exec> front_, next_;
  claims<Exec> marks_;
  typename Exec::template buffer<unsigned char> keep_;
};

}  // namespace amorph::bfs
