// "Atomic-free Irregular Computations on GPUs": levels only fall to one value, so writing twice does no harm, and a vertex
// listed twice only costs time; or doubles are sifted out, each vertex being one list place's by race_and_resolve.
#pragma once

#include "amorph/kernels/sync/race_and_resolve.hpp"
#include "solver/graph/bfs/state.hpp"

namespace amorph::bfs {

struct place_key {
  AMORPH_BODY std::uint64_t operator()(std::size_t place) const { return place; }
};
struct vertex_of_place {
  const std::uint32_t* list;
  template <class F> AMORPH_BODY void operator()(std::size_t place, F f) const { f(std::uint64_t{list[place]}); }
};
struct keep_place {
  unsigned char* keep;
  AMORPH_BODY void operator()(std::size_t place, std::uint64_t) const { keep[place] = 1; }
};

template <class Exec> class duplicates_search final : public search {
 public:
  duplicates_search(search_state<Exec>& s, bool sift)
      : s_(s),
        sift_(sift),
        front_(s.exec, s.graph.vertices + some),
        next_(s.exec, s.graph.vertices + some),
        marks_(s.exec, sift ? s.graph.vertices : 0, 0),
        keep_(s.exec, sift ? front_.capacity() : 0) {}
  void run() override {
    front_.copy(s_.source);
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      s_.exec.report("level", depth);
      if (!try_advance(s_.exec, s_.graph, front_, next_, balance::warp, reach{s_.level.data(), depth})) {
        // Doubles fill the list: it is made anew from the levels.
        compact(s_.exec, s_.graph.vertices, has_level{s_.level.data(), depth}, next_);
      } else if (sift_ && !next_.empty()) {
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
    race_and_resolve_any(s_.exec, marks_.view(), next_.size(), conflict::three_phase, place_key{},
                         vertex_of_place{next_.data()}, keep_place{keep.data()});
    std::uint64_t* count = front_.begin_writing();
    select_flagged(s_.exec, next_.vertices(), span<const unsigned char>(keep),
                   span<std::uint32_t>(front_.data(), front_.capacity()), count);
    front_.end_writing();
  }

  static constexpr std::uint64_t some = 1024;  // doubles

  search_state<Exec>& s_;
  bool sift_;
  frontier<Exec> front_, next_;
  claims<Exec> marks_;
  typename Exec::template buffer<unsigned char> keep_;
};

}  // namespace amorph::bfs
