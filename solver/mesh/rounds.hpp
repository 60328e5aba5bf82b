// The steps of a round of refinement: each bad triangle that is more urgent than its neighbours proposes a point; cavities
// that touch contend, the greater key wins; winners put their points in.
//
// Two points may go in at once when neither's cavity holds a triangle of the other's or across an edge from it: then each
// sees the same cavity before and after the other, and no two write the same word. So a task marks its cavity with its key
// and yields where a greater key stands in the cavity or across its boundary. Of two tasks that are too near one finds the
// other's mark, or a greater one: never do both go on. The greatest key of all always does, so every round ends nearer.
#pragma once

#include <cstdint>

#include "amorph/bits.hpp"
#include "amorph/sync/race_and_resolve.hpp"
#include "cavity.hpp"

namespace amorph::mesh::refining {

// An entry of the work list: a triangle, and whether it stood in the last round's too.
inline constexpr std::uint32_t stayed = std::uint32_t{1} << 31;

// A bijection of 32 bits (the finalizer of MurmurHash3), so that keys of one urgency differ.
AMORPH_HD constexpr std::uint32_t mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ x >> 16;
}
// Greater in later rounds, so that marks need no clearing; then by urgency; then by chance, another one each round.
AMORPH_HD constexpr std::uint64_t key_of(std::uint32_t t, std::uint32_t marks, std::uint32_t round) {
  return std::uint64_t{round} << 44 | std::uint64_t{marks >> mark::urgency_shift} << 32 | mix(t ^ mix(round));
}
inline constexpr std::uint32_t most_rounds = (std::uint32_t{1} << 20) - 1;

// Of a round.
struct counters {
  std::uint32_t overflows, given_up;
  std::uint32_t waiting;        // in the next work list
  std::uint64_t gain;           // of all winners: points << 32 | triangles
  std::uint64_t gain_at_limit;  // of the winners up to the last point allowed
};

// Who proposes: what has not been swept away by another's cavity, is more urgent than its bad neighbours, and than all such
// that share a corner with it. Most others would lose to them, and finding a cavity is the dear part.
struct nominate {
  mesh_view mesh;
  const std::uint32_t* list;
  std::uint8_t *runs, *stays;
  std::uint64_t* corner_marks;  // a point: the greatest key among the triangles there
  std::uint32_t round;
  bool large;  // a round of those whose cavities did not fit
  counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t t = list[i] & ~stayed;
    const triangle here = mesh.triangles[t];
    const bool gone = !mark::wanting(here.marks) || ((list[i] & stayed) != 0 && here.made + 1 == round);
    stays[i] = gone ? 0 : 1;
    if (!gone && !large && (here.marks & mark::large) != 0) atomic_add(&count->overflows, 1);
    runs[i] = !gone && (large ? (here.marks & mark::large) != 0 : leads(t, here)) ? 1 : 0;
    if (runs[i] != 0)
      for (const std::uint32_t v : here.corner) atomic_max(&corner_marks[v], key_of(t, here.marks, round));
  }
  AMORPH_BODY bool leads(std::uint32_t t, const triangle& here) const {
    if ((here.marks & mark::large) != 0) return false;
    const std::uint64_t key = key_of(t, here.marks, round);
    for (const side s : here.next) {
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
  AMORPH_BODY bool operator()(std::size_t i) const {
    if (runs[i] == 0) return false;
    const std::uint32_t t = list[i] & ~stayed;
    const triangle here = triangles[t];
    const std::uint64_t key = key_of(t, here.marks, round);
    return corner_marks[here.corner[0]] == key && corner_marks[here.corner[1]] == key &&
           corner_marks[here.corner[2]] == key;
  }
};

// Finds the point and its cavity, and marks that.
struct propose {
  mesh_view mesh;
  judge judging;
  claims_view claims;
  cavity_store store;
  const std::uint32_t *list, *running;
  proposal* out;
  std::uint32_t round, triangles;

  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t t = list[running[i]] & ~stayed;
    const triangle here = mesh.triangles[t];
    proposal p{};
    p.what = fate::dropped;
    side split = none;
    if ((here.marks & mark::encroached) != 0)
      split = side_of(t, mark::encroached_edge(here.marks));
    else
      split = go_to_centre(t, here, i, p);
    if (split != none) go_to_segment(split, i, p);
    if (p.what == fate::overflow && store.height > triangles + 2) p.what = fate::dropped;
    if (p.what == fate::lost) {
      const std::uint64_t key = key_of(t, here.marks, round);
      for (std::uint32_t j = 0; j != p.triangles; ++j)
        claims.prioritycheck(store.at(cavity_store::triangles, i, j), key, conflict::priority);
    }
    out[i] = p;
  }

  // The segment in the way, or none.
  AMORPH_BODY side go_to_centre(std::uint32_t t, const triangle& here, std::size_t i, proposal& p) const {
    p.at = judging.centre(here);
    p.split = none;
    if (!(p.at.x - p.at.x == 0 && p.at.y - p.at.y == 0)) return none;
    if (in_circle(mesh.corner(here, 0), mesh.corner(here, 1), mesh.corner(here, 2), p.at) <= 0) return none;
    cavity_walk walk(mesh, judging, store, i);
    const bool room = walk.add(t) && walk.push(side_of(t, 2)) && walk.push(side_of(t, 1)) && walk.push(side_of(t, 0));
    const auto end = room ? walk.walk(p.at, true) : cavity_walk::end::overflow;
    finish(walk, end, p);
    p.closed = true;
    if (end != cavity_walk::end::blocked) return none;
    return judging.may_split(mesh.triangles[triangle_of(walk.obstacle)].next[edge_of(walk.obstacle)]) ? walk.obstacle
                                                                                                      : none;
  }
  AMORPH_BODY void go_to_segment(side s, std::size_t i, proposal& p) const {
    const std::uint32_t t = triangle_of(s), e = edge_of(s);
    const triangle here = mesh.triangles[t];
    const side back = here.next[e];
    p.u = here.corner[after(e)];
    p.v = here.corner[after(after(e))];
    p.split = mesh.segment[3 * std::size_t{t} + e];
    p.at = judging.split(p.u, p.v);
    p.end = p.u;
    p.closed = back != none;
    p.what = fate::dropped;
    const point a = mesh.points[p.u], b = mesh.points[p.v];
    if (dot(a, b, p.at) >= 0) return;  // no room for a point between the ends
    cavity_walk walk(mesh, judging, store, i);
    auto end = half(walk, t, e, p.at);
    p.first_triangles = walk.triangles;
    p.first_edges = walk.edges;
    if (end == cavity_walk::end::complete && p.closed) end = half(walk, triangle_of(back), edge_of(back), p.at);
    finish(walk, end, p);
  }
  AMORPH_BODY cavity_walk::end half(cavity_walk& walk, std::uint32_t t, std::uint32_t e, point at) const {
    const bool room = walk.add(t) && walk.push(side_of(t, after(after(e)))) && walk.push(side_of(t, after(e)));
    return room ? walk.walk(at, false) : cavity_walk::end::overflow;
  }
  AMORPH_BODY static void finish(const cavity_walk& walk, cavity_walk::end end, proposal& p) {
    p.triangles = walk.triangles;
    p.edges = walk.edges;
    if (end == cavity_walk::end::complete) p.what = fate::lost;
    if (end == cavity_walk::end::overflow) p.what = fate::overflow;
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
    for (std::uint32_t j = 0; j != p.triangles; ++j)
      if (!claims.check(store.at(cavity_store::triangles, i, j), key)) return;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const side s = store.at(cavity_store::across, i, j);
      if (s != none && atomic_load(&claims.mark[triangle_of(s)]) > key) return;
    }
    p.what = fate::won;
    gains[i] = std::uint64_t{1} << 32 | (p.edges - p.triangles);
  }
};

// Winners put their points in: a new triangle for each edge of the boundary.
struct retriangulate {
  mesh_view mesh;
  judge judging;
  cavity_store store;
  const std::uint32_t *list, *running;
  proposal* proposals;
  const std::uint64_t* gains;  // inclusive sums
  std::uint32_t* next_count;   // a work list's entry: how many entries it leaves
  std::uint8_t* stays;
  std::uint32_t points, triangles, round;
  std::uint32_t most_points;
  counters* count;

  AMORPH_BODY void operator()(std::size_t i) const {
    proposal& p = proposals[i];
    if (p.what == fate::won && number(i) >= most_points) p.what = fate::lost;
    if (p.what == fate::dropped) stays[running[i]] = 0;
    if (p.what != fate::won) return;
    if (number(i) + 1 == most_points) count->gain_at_limit = gains[i];
    const std::uint32_t me = static_cast<std::uint32_t>(number(i)), fresh = first_fresh(i);
    carry_attributes(i, p, me);
    mesh.points[me] = p.at;
    mesh.point_segment[me] = p.split;
    double region[2] = {0, 0}, area[2] = {0, 0};
    read_sides(i, p, region, area);
    p.bad = 0;
    for (std::uint32_t j = 0; j != p.edges; ++j) {
      const bool second = p.split != none && j >= p.first_edges;
      write(i, p, me, fresh, j, second ? region[1] : region[0], second ? area[1] : area[0]);
    }
    std::uint32_t count = count_bits(static_cast<std::uint32_t>(p.bad)) +
                          count_bits(static_cast<std::uint32_t>(p.bad >> 32 & 0x7fffffff));
    if ((p.bad >> 63) != 0) count += p.edges - 63;
    next_count[running[i]] = count;
    // A triangle that had a segment split in its way may still be there.
    bool swept = false;
    for (std::uint32_t j = 0; j != p.triangles && !swept; ++j)
      swept = store.at(cavity_store::triangles, i, j) == (list[running[i]] & ~stayed);
    stays[running[i]] = swept ? 0 : 1;
  }

  AMORPH_BODY std::uint64_t before(std::size_t i) const { return i == 0 ? 0 : gains[i - 1]; }
  AMORPH_BODY std::uint64_t number(std::size_t i) const { return points + (before(i) >> 32); }
  AMORPH_BODY std::uint32_t first_fresh(std::size_t i) const {
    return triangles + static_cast<std::uint32_t>(before(i));
  }
  AMORPH_BODY std::uint32_t place(std::size_t i, const proposal& p, std::uint32_t fresh, std::uint32_t j) const {
    return j < p.triangles ? store.at(cavity_store::triangles, i, j) : fresh + (j - p.triangles);
  }

  AMORPH_BODY void write(std::size_t i, proposal& p, std::uint32_t me, std::uint32_t fresh, std::uint32_t j,
                         double region, double area) const {
    const bool first = j == 0, last = j + 1 == p.edges;
    const std::uint32_t t = place(i, p, fresh, j), s = store.at(cavity_store::segment, i, j);
    triangle made;
    made.corner[0] = me;
    made.corner[1] = store.at(cavity_store::from, i, j);
    made.corner[2] = last && !p.closed ? p.end : store.at(cavity_store::from, i, last ? 0 : j + 1);
    made.next[0] = store.at(cavity_store::across, i, j);
    made.next[1] = last && !p.closed ? none : side_of(place(i, p, fresh, last ? 0 : j + 1), 2);
    made.next[2] = first && !p.closed ? none : side_of(place(i, p, fresh, first ? p.edges - 1 : j - 1), 1);
    std::uint32_t segments = s != none ? 1 : 0;
    if (segments != 0) mesh.segment[3 * std::size_t{t}] = s;
    if (p.split != none && (last || j + 1 == p.first_edges)) {
      segments |= 2;
      mesh.segment[3 * std::size_t{t} + 1] = p.split;
    }
    if (p.split != none && (first || j == p.first_edges)) {
      segments |= 4;
      mesh.segment[3 * std::size_t{t} + 2] = p.split;
    }
    made.marks = judging(made.corner, made.next, segments, area);
    made.made = round;
    mesh.triangles[t] = made;
    if (made.next[0] != none) mesh.triangles[triangle_of(made.next[0])].next[edge_of(made.next[0])] = side_of(t, 0);
    if (mesh.region != nullptr) mesh.region[t] = region;
    if (mesh.area_bound != nullptr) mesh.area_bound[t] = area;
    if (mark::wanting(made.marks)) p.bad |= std::uint64_t{1} << (j < 63 ? j : 63);
  }

  // A side's triangles are of one region; where their own bounds of area differ, the least counts.
  AMORPH_BODY void read_sides(std::size_t i, const proposal& p, double* region, double* area) const {
    if (mesh.region == nullptr && mesh.area_bound == nullptr) return;
    for (std::uint32_t j = 0; j != p.triangles; ++j) {
      const std::uint32_t t = store.at(cavity_store::triangles, i, j);
      const unsigned which = p.split != none && j >= p.first_triangles ? 1 : 0;
      if (mesh.region != nullptr) region[which] = mesh.region[t];
      if (mesh.area_bound != nullptr && mesh.area_bound[t] > 0 &&
          (area[which] == 0 || mesh.area_bound[t] < area[which]))
        area[which] = mesh.area_bound[t];
    }
  }

  // Linear in the segment that is split, or in the triangle of the cavity that the point lies in.
  AMORPH_BODY void carry_attributes(std::size_t i, const proposal& p, std::uint32_t me) const {
    const std::size_t n = mesh.attribute_count;
    if (n == 0) return;
    std::uint32_t v[3] = {p.u, p.v, p.u};
    double weight[3] = {0, 0, 0};
    if (p.split != none) {
      const point a = mesh.points[p.u], b = mesh.points[p.v];
      weight[1] = judge::root(square_distance(a, p.at) / square_distance(a, b));
      weight[0] = 1 - weight[1];
    } else {
      for (std::uint32_t j = 0; j != p.triangles; ++j) {
        const triangle t = mesh.triangles[store.at(cavity_store::triangles, i, j)];
        const point a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
        if (orientation(a, b, p.at) < 0 || orientation(b, c, p.at) < 0 || orientation(c, a, p.at) < 0) continue;
        const double whole = double_area(a, b, c);
        weight[1] = double_area(a, p.at, c) / whole;
        weight[2] = double_area(a, b, p.at) / whole;
        weight[0] = 1 - weight[1] - weight[2];
        for (unsigned k = 0; k != 3; ++k) v[k] = t.corner[k];
        break;
      }
    }
    for (std::size_t k = 0; k != n; ++k)
      mesh.attributes[me * n + k] = weight[0] * mesh.attributes[v[0] * n + k] +
                                    weight[1] * mesh.attributes[v[1] * n + k] +
                                    weight[2] * mesh.attributes[v[2] * n + k];
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
      case fate::dropped:
        marks &= mark::segments;
        atomic_add(&count->given_up, 1);
        return;
      case fate::won: break;
    }
    std::uint32_t at = end[running[i]] - stays[running[i]];
    const std::uint32_t fresh = triangles + (i == 0 ? 0 : static_cast<std::uint32_t>(gains[i - 1]));
    for (std::uint32_t j = p.edges; j-- != 0;)
      if ((p.bad >> (j < 63 ? j : 63) & 1) != 0)
        next[--at] = j < p.triangles ? store.at(cavity_store::triangles, i, j) : fresh + (j - p.triangles);
  }
};

}  // namespace amorph::mesh::refining
