// The steps of a round of refinement: each bad triangle that is more urgent than its neighbours proposes a point; cavities
// that touch contend, the greater key wins; winners put their points in.
//
// Two points may go in at once when neither's cavity holds a triangle of the other's or across an edge from it: then each
// sees the same cavity before and after the other, and no two write the same word. So a task marks its cavity with its key
// and yields where a greater key stands in the cavity or across its boundary. Of two tasks that are too near one finds the
// other's mark, or a greater one: never do both go on. The greatest key of all always does, so every round ends nearer.
#pragma once

#include <cstdint>

#include "amorph/kernels/random/hash.hpp"
#include "amorph/kernels/sync/race_and_resolve.hpp"
#include "solver/mesh/refine/find_cavity.hpp"
#include "solver/mesh/refine/insert_point.hpp"

namespace amorph::mesh::refining {

// An entry of the work list: a triangle, and whether it stood in the last round's too.
inline constexpr std::uint32_t stayed = std::uint32_t{1} << 31;

// Greater in later rounds, so that marks need no clearing; then by urgency; then by chance, another one each round.
AMORPH_HD constexpr std::uint64_t key_of(std::uint32_t t, std::uint32_t marks, std::uint32_t round) {
  return std::uint64_t{round} << 44 | std::uint64_t{marks >> mark::urgency_shift} << 32 | murmur32(t ^ murmur32(round));
}
inline constexpr std::uint32_t most_rounds = (std::uint32_t{1} << 20) - 1;

// Of a round.
struct counters {
  std::uint32_t overflows, given_up;
  std::uint32_t waiting, unused;  // in the next work list
  std::uint64_t gain;             // of all winners: points << 32 | triangles
  std::uint64_t gain_at_limit;    // of the winners up to the last point allowed
};

// Who proposes: what has not been swept away by another's cavity, is more urgent than its bad neighbours, and than all such
// that share a corner with it. Most others would lose to them, and finding a cavity is the dear part.
struct nominate {
  mesh_view mesh;
  const std::uint32_t* list;
  std::size_t entries;
  std::uint8_t *runs, *stays;
  std::uint64_t* corner_marks;  // a point: the greatest key among the triangles there
  std::uint32_t round;
  bool large;  // a round of those whose cavities did not fit
  bool all;    // proposes, whatever stands beside it
  counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    if constexpr (!AMORPH_DEVICE_COMPILER) {
      if (i + 16 < entries) prefetch(&mesh.triangles[list[i + 16] & ~stayed]);
      if (i + 8 < entries) mesh.prefetch_around(list[i + 8] & ~stayed);
    }
    const std::uint32_t t = list[i] & ~stayed;
    const triangle here = mesh.triangles[t];
    const bool gone = !mark::wanting(here.marks) || ((list[i] & stayed) != 0 && here.made + 1 == round);
    stays[i] = gone ? 0 : 1;
    if (!gone && !large && (here.marks & mark::large) != 0) atomic_add(&count->overflows, 1);
    runs[i] = !gone && (large ? (here.marks & mark::large) != 0 : leads(t, here)) ? 1 : 0;
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

// Finds the point and its cavity, and marks that.
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
      if (i + 3 < tasks) find.mesh.prefetch_behind(task(i + 3));
    }
    const std::uint32_t t = task(i);
    const proposal p = find(t, i);
    out[i] = p;
    if (p.what != fate::lost) return;
    const std::uint64_t key = key_of(t, find.mesh.triangles[t].marks, round);
    const auto column = find.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      claims.prioritycheck(column.at(cavity_store::triangles, j), key, conflict::priority);
  }
};

// Who may go on; what each adds to the mesh: a point, and triangles beside those whose places it takes over.
struct resolve {
  mesh_view mesh;
  claims_view claims;
  cavity_store store;
  const std::uint32_t *list, *running;
  proposal* proposals;
  std::uint64_t* gains;  // points << 32 | triangles
  std::uint32_t round;

  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = proposals[i];
    gains[i] = 0;
    if (p.what != fate::lost) return;
    const std::uint32_t t = list[running[i]] & ~stayed;
    const std::uint64_t key = key_of(t, mesh.triangles[t].marks, round);
    const auto column = store.column(i);
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      if (!claims.check(column.at(cavity_store::triangles, j), key)) return;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const handle s = column.at(cavity_store::across, j);
      if (s != none && atomic_load(&claims.mark[triangle_of(s)]) > key) return;
    }
    p.what = fate::won;
    gains[i] = std::uint64_t{1} << 32 | (p.edges - p.triangles);
  }
};

// Winners put their points in: a new triangle for each edge of the boundary.
template <bool carrying> struct retriangulate {
  insert_point insert;
  const std::uint32_t *list, *running;
  proposal* proposals;
  const std::uint64_t* gains;  // inclusive sums
  std::uint32_t* next_count;   // a work list's entry: how many entries it leaves
  std::uint8_t* stays;
  std::uint32_t points, triangles, most_points;
  counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = proposals[i];
    const std::uint64_t before = i == 0 ? 0 : gains[i - 1], number = points + (before >> 32);
    if (p.what == fate::won && number >= most_points) p.what = fate::lost;
    if (given_up(p.what)) stays[running[i]] = 0;
    if (p.what != fate::won) return;
    if (number + 1 == most_points) count->gain_at_limit = gains[i];
    const std::uint32_t t = list[running[i]] & ~stayed;
    insert.template put_in<carrying>(i, p, static_cast<std::uint32_t>(number),
                                     triangles + static_cast<std::uint32_t>(before));
    next_count[running[i]] = insert_point::bad_ones(p);
    // A triangle that had a segment split in its way may still be there. (Whether another's cavity sweeps it away in this very
    // step shows in the next round.)
    bool swept = false;
    const auto column = insert.store.column(i);
    for (std::uint32_t j = 0; j != p.triangles && !swept; ++j) swept = column.at(cavity_store::triangles, j) == t;
    stays[running[i]] = swept ? 0 : 1;
  }
};

// The next work list, in the order of this one: who stays, and the bad ones among what winners made.
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
struct add_up {
  const std::uint32_t* waiting;
  const std::uint64_t* gain;  // or null
  counters* count;
  AMORPH_BODY void operator()() const {
    count->waiting = *waiting;
    count->gain = gain == nullptr ? 0 : *gain;
  }
};
struct add_made {
  mesh_view mesh;
  cavity_store store;
  const std::uint32_t *list, *running, *end;
  const std::uint8_t* stays;
  const proposal* proposals;
  const std::uint64_t* gains;
  std::uint32_t triangles, round;
  std::uint32_t* next;
  counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    const proposal& p = proposals[i];
    const std::uint32_t t = list[running[i]] & ~stayed;
    std::uint32_t& marks = mesh.triangles[t].marks;
    if (p.what != fate::won && mesh.triangles[t].made == round) return;  // swept away by another's cavity
    switch (p.what) {
      case fate::lost: marks &= ~mark::large; return;
      case fate::overflow:
        marks |= mark::large;
        atomic_add(&count->overflows, 1);
        return;
      case fate::no_room:
      case fate::kept:
        marks = mark::left(marks, reason(p.what));
        atomic_add(&count->given_up, 1);
        return;
      case fate::won: break;
    }
    std::uint32_t at = end[running[i]] - stays[running[i]] - insert_point::bad_ones(p);
    insert_point::each_bad(store.column(i), p, triangles + (i == 0 ? 0 : static_cast<std::uint32_t>(gains[i - 1])),
                           [&](std::uint32_t made) { next[at++] = made; });
  }
};

}  // namespace amorph::mesh::refining
