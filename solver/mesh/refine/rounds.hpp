// The steps of a round of refinement ("Morph Algorithms on GPUs", section 2 and 7.3): each bad triangle that is more
// urgent than its neighbours proposes a point; of overlapping cavities the one with the larger key wins; winners insert
// their points.
//
// Two points may be inserted in parallel if neither's cavity contains a triangle of the other's, or one across an edge
// from it: then each cavity is the same before and after the other insertion, and no two tasks write the same word. So
// a task marks its cavity with its key, and loses if it finds a larger key in the cavity or across its boundary. Of two
// tasks that conflict one finds the other's mark, or a larger one, so at most one of them wins. The largest key always
// wins, so every round makes progress. How this differs from the paper's three phases: keys are unique, so that the
// outcome does not depend on timing, and no third phase is needed.
#pragma once

#include <cstdint>

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/race_and_resolve.hpp"
#include "solver/mesh/refine/find_cavity.hpp"
#include "solver/mesh/refine/insert_point.hpp"

namespace amorph::mesh::refining {

// An entry of the worklist is a triangle, and whether it was in the last worklist as well.
inline constexpr std::uint32_t stayed = std::uint32_t{1} << 31;

// Larger in later rounds, so that marks need no clearing; then by urgency; then random, and differently in each round
// (murmur32 is a bijection, so that keys of equal urgency differ).
AMORPH_HD constexpr std::uint64_t key_of(std::uint32_t t, std::uint32_t marks, std::uint32_t round) {
  return std::uint64_t{round} << 44 | std::uint64_t{marks >> mark::urgency_shift} << 32 | murmur32(t ^ murmur32(round));
}
inline constexpr std::uint32_t max_rounds = (std::uint32_t{1} << 20) - 1;

// Numbers of points and triangles that a winner adds, in one word, so that one scan numbers both.
namespace gain {
AMORPH_HD constexpr std::uint64_t of(std::uint32_t points, std::uint32_t triangles) {
  return std::uint64_t{points} << 32 | triangles;
}
AMORPH_HD constexpr std::uint32_t points(std::uint64_t gain) { return static_cast<std::uint32_t>(gain >> 32); }
AMORPH_HD constexpr std::uint32_t triangles(std::uint64_t gain) { return static_cast<std::uint32_t>(gain); }
}  // namespace gain

struct round_counters {
  std::uint32_t overflows, unrefinable;
  std::uint32_t waiting;        // entries of the next worklist
  std::uint32_t most_urgent;    // urgency of the most urgent bad triangle; of a round with a window
  std::uint64_t gain;           // of all winners
  std::uint64_t gain_at_limit;  // of the winners up to the last point allowed
};

// The urgency of an entry of the worklist; 0 for encroached segments, which are split in every round.
struct urgency_of_entry {
  const triangle* triangles;
  const std::uint32_t* list;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const {
    const std::uint32_t marks = triangles[list[i] & ~stayed].marks;
    return (marks & mark::encroached) != 0 || !mark::wanting(marks) ? 0 : marks >> mark::urgency_shift;
  }
};

// A triangle proposes if no cavity has replaced it, and it is more urgent than its bad neighbours and than all
// candidates that share a corner with it. Most others would lose to these, and finding a cavity is expensive.
struct nominate {
  mesh_view mesh;
  const std::uint32_t* list;
  std::size_t entries;
  std::uint8_t *runs, *stays;
  std::uint64_t* corner_marks;  // per vertex: the largest key of the candidates there
  std::uint32_t round;
  bool large;            // a round of the triangles whose cavities overflowed
  bool all;              // every triangle proposes
  std::uint32_t window;  // by how much its urgency may be below the largest
  round_counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    if constexpr (!AMORPH_DEVICE_COMPILER) {
      if (i + 16 < entries) prefetch(&mesh.triangles[list[i + 16] & ~stayed]);
      if (i + 8 < entries) mesh.prefetch_around(list[i + 8] & ~stayed);
    }
    const std::uint32_t t = list[i] & ~stayed;
    const triangle here = mesh.triangles[t];
    const bool waits = (here.marks >> mark::urgency_shift) + window < count->most_urgent;
    const bool done = !mark::wanting(here.marks) || ((list[i] & stayed) != 0 && here.made + 1 == round);
    stays[i] = done ? 0 : 1;
    if (!done && !large && (here.marks & mark::large) != 0) atomic_add(&count->overflows, 1);
    runs[i] = !done && !waits && (large ? (here.marks & mark::large) != 0 : leads(t, here)) ? 1 : 0;
    if (runs[i] != 0 && !all)
      for (const std::uint32_t v : here.corner) atomic_max(&corner_marks[v], key_of(t, here.marks, round));
  }
  AMORPH_BODY bool leads(std::uint32_t t, const triangle& here) const {
    if ((here.marks & mark::large) != 0) return false;
    if (all) return true;
    const std::uint64_t key = key_of(t, here.marks, round);
    for (const handle s : here.next) {
      if (s == none) continue;
      const std::uint32_t marks = mesh.triangles[triangle_of(s)].marks;
      if (mark::wanting(marks) && (marks & mark::large) == 0 && key_of(triangle_of(s), marks, round) > key)
        return false;
    }
    return true;
  }
};

struct leads_at_corners {
  const triangle* triangles;
  const std::uint32_t* list;
  const std::uint8_t* runs;
  const std::uint64_t* corner_marks;
  std::uint32_t round;
  bool all;
  AMORPH_BODY bool operator()(std::size_t i) const {
    if (runs[i] == 0) return false;
    if (all) return true;
    const std::uint32_t t = list[i] & ~stayed;
    const triangle here = triangles[t];
    const std::uint64_t key = key_of(t, here.marks, round);
    return corner_marks[here.corner[0]] == key && corner_marks[here.corner[1]] == key &&
           corner_marks[here.corner[2]] == key;
  }
};

// Finds the point and its cavity, and marks the cavity.
struct propose {
  find_cavity find;
  claims_view claims;
  const std::uint32_t *list, *running;
  std::size_t tasks;
  proposal* out;
  std::uint32_t round;

  AMORPH_BODY std::uint32_t task(std::size_t i) const { return list[running[i]] & ~stayed; }
  AMORPH_BODY void operator()(std::size_t i) const {
    if constexpr (!AMORPH_DEVICE_COMPILER) {
      if (i + 9 < tasks) prefetch(&find.mesh.triangles[task(i + 9)]);
      if (i + 6 < tasks) find.mesh.prefetch_around(task(i + 6));
      if (i + 3 < tasks) find.mesh.prefetch_beyond(task(i + 3));
    }
    const std::uint32_t t = task(i);
    const proposal p = find(t, i);
    out[i] = p;
    if (p.result != fate::lost) return;
    const std::uint64_t key = key_of(t, find.mesh.triangles[t].marks, round);
    const auto column = find.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      claims.prioritycheck(column.at(cavity_store::triangles, j), key, conflict::priority);
  }
};

// Decides which tasks win. A winner adds a point, and triangles in addition to those that reuse the cavity's slots.
struct resolve {
  mesh_view mesh;
  claims_view claims;
  cavity_store store;
  const std::uint32_t *list, *running;
  proposal* proposals;
  std::uint64_t* gains;
  std::uint32_t round;

  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = proposals[i];
    gains[i] = 0;
    if (p.result != fate::lost) return;
    const std::uint32_t t = list[running[i]] & ~stayed;
    const std::uint64_t key = key_of(t, mesh.triangles[t].marks, round);
    const auto column = store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      if (!claims.check(column.at(cavity_store::triangles, j), key)) return;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const handle s = column.at(cavity_store::across, j);
      if (s != none && atomic_load(&claims.mark[triangle_of(s)]) > key) return;
    }
    p.result = fate::won;
    gains[i] = gain::of(1, p.edges - p.triangles);
  }
};

// Winners insert their points: a new triangle for each edge of the cavity's boundary.
template <bool carrying> struct retriangulate {
  insert_point insert;
  const std::uint32_t *list, *running;
  proposal* proposals;
  const std::uint64_t* gains;  // inclusive sums
  std::uint32_t* next_count;   // per entry: number of entries that it adds to the next worklist
  std::uint8_t* stays;
  std::uint32_t points, triangles, max_points;
  round_counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = proposals[i];
    const std::uint64_t before = i == 0 ? 0 : gains[i - 1], number = std::uint64_t{points} + gain::points(before);
    if (p.result == fate::won && number >= max_points) p.result = fate::lost;
    if (unrefinable(p.result)) stays[running[i]] = 0;
    if (p.result != fate::won) return;
    if (number + 1 == max_points) count->gain_at_limit = gains[i];
    const std::uint32_t t = list[running[i]] & ~stayed;
    insert.template insert<carrying>(i, p, static_cast<std::uint32_t>(number), triangles + gain::triangles(before));
    next_count[running[i]] = insert_point::count_bad(p);
    // If the task split a segment, its triangle may remain. (If another cavity replaces it in the same step, the next
    // round detects that.)
    bool replaced = false;
    const auto column = insert.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles && !replaced; ++j) replaced = column.at(cavity_store::triangles, j) == t;
    stays[running[i]] = replaced ? 0 : 1;
  }
};

// The next worklist, in the order of this one: entries that stay, and bad triangles among those that winners made.
struct count_stays {
  const std::uint8_t* stays;
  std::uint32_t* count;
  AMORPH_BODY void operator()(std::size_t i) const { count[i] += stays[i]; }
};
struct keep_stays {
  const std::uint32_t *list, *end;  // inclusive sums of counts
  const std::uint8_t* stays;
  std::uint32_t* next;
  AMORPH_BODY void operator()(std::size_t i) const {
    if (stays[i] != 0) next[end[i] - 1] = list[i] | stayed;
  }
};
struct sum_up {
  const std::uint32_t* waiting;
  const std::uint64_t* gain;  // or null
  round_counters* count;
  AMORPH_BODY void operator()() const {
    count->waiting = *waiting;
    count->gain = gain == nullptr ? 0 : *gain;
  }
};
struct append_made {
  mesh_view mesh;
  cavity_store store;
  const std::uint32_t *list, *running, *end;
  const std::uint8_t* stays;
  const proposal* proposals;
  const std::uint64_t* gains;
  std::uint32_t triangles, round;
  std::uint32_t* next;
  round_counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    const proposal& p = proposals[i];
    const std::uint32_t t = list[running[i]] & ~stayed;
    std::uint32_t& marks = mesh.triangles[t].marks;
    if (p.result != fate::won && mesh.triangles[t].made == round) return;  // replaced by another cavity
    switch (p.result) {
      case fate::lost: marks &= ~mark::large; return;
      case fate::overflow:
        marks |= mark::large;
        atomic_add(&count->overflows, 1);
        return;
      case fate::at_precision:
      case fate::kept:
        marks = mark::left(marks, reason(p.result));
        atomic_add(&count->unrefinable, 1);
        return;
      case fate::won: break;
    }
    std::uint32_t at = end[running[i]] - stays[running[i]] - insert_point::count_bad(p);
    insert_point::each_bad(store.column(i), p, triangles + (i == 0 ? 0 : gain::triangles(gains[i - 1])),
                           [&](std::uint32_t made) { next[at++] = made; });
  }
};

}  // namespace amorph::mesh::refining
