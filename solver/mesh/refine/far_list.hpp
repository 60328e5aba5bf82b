// The near and far parts of the worklist of refinement by window: near triangles have at least a threshold of urgency,
// and only they are touched in a round (the near and far piles of Davidson et al., "Work-Efficient Parallel GPU Methods
// for Single-Source Shortest Paths", IPDPS 2014). The near part is the worklist of rounds.hpp.
//
// The threshold only falls: when the window has reached it, to half a window below the window. So the far part is
// scanned once per half window of urgency. New triangles join the near part; those below the threshold are moved to the
// far part whenever the near part has doubled.
#pragma once

#include <algorithm>
#include <cstdint>

#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/mesh/refine/worklist.hpp"

namespace amorph::mesh::refining {

// A bad triangle, and the round that created it, which shows whether it has been replaced since.
struct far_entry {
  std::uint32_t triangle, made;
};

// The current triangles of the near part.
struct near_part {
  const triangle* triangles;
  const std::uint32_t* list;
  std::uint32_t round;  // the last one
  std::uint32_t threshold;

  AMORPH_BODY std::uint32_t at(std::size_t i) const { return list[i] & ~stayed; }
  AMORPH_BODY bool current(std::size_t i) const {
    const triangle& t = triangles[at(i)];
    return mark::wanting(t.marks) && !((list[i] & stayed) != 0 && t.made == round);
  }
  AMORPH_BODY bool below(std::size_t i) const {
    const std::uint32_t marks = triangles[at(i)].marks;
    return (marks & (mark::encroached | mark::large)) == 0 && marks >> mark::urgency_shift < threshold;
  }
};
struct leaves_near {
  near_part part;
  AMORPH_BODY bool operator()(std::size_t i) const { return part.current(i) && part.below(i); }
};
struct stays_near {
  near_part part;
  AMORPH_BODY bool operator()(std::size_t i) const { return part.current(i) && !part.below(i); }
};
struct store_far {
  near_part part;
  far_entry* to;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const {
    to[rank] = {part.at(i), part.triangles[part.at(i)].made};
  }
};
struct store_entry {
  const std::uint32_t* from;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const { to[rank] = from[i]; }
};

struct far_part {
  const triangle* triangles;
  const far_entry* list;
  std::uint32_t threshold;

  AMORPH_BODY bool current(std::size_t i) const {
    const triangle& t = triangles[list[i].triangle];
    return t.made == list[i].made && mark::wanting(t.marks);
  }
  AMORPH_BODY std::uint32_t urgency(std::size_t i) const {
    return triangles[list[i].triangle].marks >> mark::urgency_shift;
  }
};
struct urgency_in_far {
  far_part part;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const { return part.current(i) ? part.urgency(i) : 0; }
};
struct stays_far {
  far_part part;
  AMORPH_BODY bool operator()(std::size_t i) const { return part.current(i) && part.urgency(i) < part.threshold; }
};
struct leaves_far {
  far_part part;
  AMORPH_BODY bool operator()(std::size_t i) const { return part.current(i) && part.urgency(i) >= part.threshold; }
};
struct keep_far {
  const far_entry* from;
  far_entry* to;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const { to[rank] = from[i]; }
};
struct store_near {
  const far_entry* from;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const { to[rank] = from[i].triangle; }
};

template <class Exec> class far_list {
 public:
  explicit far_list(Exec& exec) : exec_(exec) {}

  // Makes the whole worklist far.
  void start(mesh_state<Exec>& mesh, round_state<Exec>& work) {
    threshold_ = above_all;
    work.deferred = 0;
    move_to_far(mesh, work);
  }

  // Before a round: makes near what the window reaches. `most_urgent` is the last round's, which saves a read-back;
  // some triangles are refined a round later for that.
  void update(mesh_state<Exec>& mesh, round_state<Exec>& work, std::uint32_t window, std::uint32_t most_urgent) {
    const bool reached = work.deferred != 0 && (work.waiting == 0 || most_urgent < threshold_ + window);
    if (reached || work.waiting > 2 * settled_ + min_size) move_to_far(mesh, work);
    if (reached) move_to_near(mesh, work, window);
  }

  void release() {
    entries_.release();
    next_.release();
  }

 private:
  static constexpr std::uint32_t min_size = 2048, above_all = 1u << 16;
  struct two_counts {
    std::uint32_t one, other;
  };

  void move_to_far(mesh_state<Exec>& mesh, round_state<Exec>& work) {
    const std::uint32_t n = work.waiting;
    if (n == 0) return;
    const std::size_t size = std::size_t{work.deferred} + n;
    reserve(entries_, size);
    resize_scratch(work.next_list, n);
    const near_part part{mesh.triangle_at.data(), work.list.data(), work.round, threshold_};
    select_into(exec_, n, leaves_near{part}, store_far{part, entries_.data() + work.deferred}, &counts_.data()->one);
    select_into(exec_, n, stays_near{part}, store_entry{work.list.data(), work.next_list.data()},
                &counts_.data()->other);
    work.list.swap(work.next_list);
    const two_counts moved = exec_.read(counts_.data());
    work.deferred += moved.one;
    work.waiting = settled_ = moved.other;
  }

  void move_to_near(mesh_state<Exec>& mesh, round_state<Exec>& work, std::uint32_t window) {
    const std::uint32_t n = work.deferred, near = work.waiting;
    if (n == 0) return;
    far_part part{mesh.triangle_at.data(), entries_.data(), 0};
    reduce_into<std::uint32_t>(exec_, near, urgency_of_entry{part.triangles, work.list.data()}, &counts_.data()->one, 0,
                               maximum<std::uint32_t>{});
    reduce_into<std::uint32_t>(exec_, n, urgency_in_far{part}, &counts_.data()->other, 0, maximum<std::uint32_t>{});
    const two_counts most = exec_.read(counts_.data());
    const std::uint32_t reach = window + window / 2, most_urgent = std::max(most.one, most.other);
    threshold_ = part.threshold = std::min(threshold_, most_urgent > reach ? most_urgent - reach : 0);

    const std::size_t size = std::size_t{near} + n;
    reserve(work.list, size);
    resize_scratch(next_, n);
    select_into(exec_, n, leaves_far{part}, store_near{entries_.data(), work.list.data() + near}, &counts_.data()->one);
    select_into(exec_, n, stays_far{part}, keep_far{entries_.data(), next_.data()}, &counts_.data()->other);
    entries_.swap(next_);
    const two_counts moved = exec_.read(counts_.data());
    work.waiting = settled_ = near + moved.one;
    work.deferred = moved.other;
  }

  template <class Buffer> static void reserve(Buffer& values, std::size_t size) {
    if (size > values.capacity()) grow_to(size + size / 2, size, [&](std::size_t n) { values.resize(n); });
    values.resize(size);
  }

  Exec& exec_;
  std::uint32_t threshold_ = above_all;
  std::uint32_t settled_ = 0;  // size of the near part when it was last sorted out
  typename Exec::template buffer<far_entry> entries_{exec_}, next_{exec_};
  typename Exec::template buffer<two_counts> counts_{exec_, 1};
};

}  // namespace amorph::mesh::refining
