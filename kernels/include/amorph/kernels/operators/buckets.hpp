// A worklist of vertices in buckets by integer priority, lowest first: what k-core decomposition and delta-stepping
// peel their graphs with. The interface is Julienne's ("Julienne: A Framework for Parallel Graph Algorithms using
// Work-efficient Bucketing", Dhulipala, Blelloch, Shun, SPAA 2017).
//
//   buckets work(exec, n, AMORPH_LAMBDA(std::uint32_t v) { return distance[v] / delta; });
//   work.insert(front);                                     // the sources
//   while (work.pop(front) != no_bucket) {                  // front: all vertices of the lowest bucket
//     advance(exec, graph, front, next, ...);               // lowers priorities; next: the vertices concerned
//     work.insert(next);
//   }
//
// Priorities are computed by the function when they are needed, so that an entry whose priority has fallen since is
// recognised as out of date. Rules:
//   - a pending vertex's priority may fall, and is inserted again when it does, but does not rise;
//   - priorities do not fall below the bucket popped last; equal is allowed: these form its next frontier;
//   - priority no_bucket: the vertex is not inserted.
//
// How it differs: Julienne keeps one array per bucket, with 128 buckets open and one overflow bucket. Here three lists
// suffice on both backends: the current bucket, a near list with the priorities of the open buckets, and a far list. A
// pop scans the near list only if the current bucket is empty; the far list is scanned when the near one is empty. So a
// vertex is scanned once per pop of a bucket while it is near, and once per `open` buckets while it is far.
//
// Which vertices a bucket holds is deterministic, their order is not (frontier::sort). At most 3 n entries of 4 bytes,
// and a word per vertex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/operators/append_queue.hpp"
#include "amorph/kernels/operators/frontier.hpp"
#include "amorph/kernels/primitives/functions.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "amorph/kernels/sync/atomic.hpp"

namespace amorph {

inline constexpr std::uint32_t no_bucket = std::numeric_limits<std::uint32_t>::max();

namespace detail {

// The lists of buckets, and in a vertex's word the bits that say which of them it is in.
enum bucket_list : unsigned { current_bucket, near_buckets, far_buckets };

struct bucket_counts {
  std::uint64_t size[3];
};
template <class Priority> struct insert_in_buckets {
  const std::uint32_t* from;
  std::size_t n;
  Priority priority;
  std::uint32_t open, limit;  // priorities below `open` belong to the current bucket, those below `limit` are near
  std::uint32_t* member;
  append_target list[3];
  visit_queue* queues;  // CPU: three per team

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t i = t * Team::size() + team.rank();
    unsigned chosen = 3;
    const std::uint32_t v = i < n ? from[i] : 0;
    if (i < n) {
      const std::uint32_t p = priority(v);
      if (p != no_bucket) chosen = p < open ? current_bucket : p < limit ? near_buckets : far_buckets;
      if (chosen != 3 && (atomic_or(&member[v], 1u << chosen) >> chosen & 1) != 0) chosen = 3;  // already listed
    }
    for (unsigned which = 0; which != 3; ++which)
      list[which].append(team, chosen == which, v, queues + 3 * std::size_t{team.index()} + which);
  }
};

// The priority of an entry; no_bucket if it is out of date.
template <class Priority> struct listed_priority {
  const std::uint32_t* list;
  Priority priority;
  std::uint32_t open;
  AMORPH_BODY std::uint32_t operator()(std::size_t i) const {
    const std::uint32_t p = priority(list[i]);
    return p < open ? no_bucket : p;
  }
};
template <class Priority> struct priority_within {
  Priority priority;
  std::uint32_t low, high;  // inclusive
  AMORPH_BODY bool operator()(std::uint32_t v) const {
    const std::uint32_t p = priority(v);
    return p >= low && p <= high;
  }
};
// Entries leave one list: those with priorities low .. high for another, those below `low` for none.
template <class Priority> struct move_members {
  const std::uint32_t* list;
  Priority priority;
  std::uint32_t low, high;
  std::uint32_t* member;
  unsigned from, to;
  AMORPH_BODY void operator()(std::size_t i) const {
    const std::uint32_t v = list[i], p = priority(v);
    if (p > high && p != no_bucket) return;
    member[v] &= ~(1u << from);
    if (p >= low && p <= high) member[v] |= 1u << to;
  }
};
struct leave_list {
  const std::uint32_t* list;
  std::uint32_t* member;
  unsigned which;
  AMORPH_BODY void operator()(std::size_t i) const { member[list[i]] &= ~(1u << which); }
};

}  // namespace detail

// Priority: std::uint32_t operator()(std::uint32_t vertex) const, a functor for the executor's backend.
template <class Exec, class Priority> class buckets {
 public:
  // For vertices below n. `width`: how many buckets are near at a time.
  buckets(Exec& exec, std::uint32_t n, Priority priority, std::uint32_t width = 128)
      : exec_(&exec),
        priority_(priority),
        width_(width),
        list_{{exec, n}, {exec, n}, {exec, n}},
        spare_(exec, n),
        member_(exec, n),
        counts_(exec, 1),
        minimum_(exec, 1),
        queues_(3) {
    exec.fill(member_.span(), 0);
  }

  // Inserts vertices of the executor's memory; those that are pending with an unchanged bucket and repetitions are
  // ignored. One read-back.
  void insert(const frontier<Exec>& front) { insert(front.vertices()); }
  void insert(span<const std::uint32_t> vertices) {
    if (vertices.empty()) return;
    detail::bucket_counts now{};
    for (unsigned which = 0; which != 3; ++which) now.size[which] = list_[which].size();
    exec_->write(counts_.data(), now);
    detail::insert_in_buckets<Priority> body{vertices.data(), vertices.size(), priority_, open_,
                                             limit_,          member_.data(),  {},        queues_.emptied(*exec_)};
    for (unsigned which = 0; which != 3; ++which)
      body.list[which] = {list_[which].data(), &counts_.data()->size[which], list_[which].capacity()};
    exec_->for_each_team(detail::tiles(vertices.size(), Exec::team::size()), body);
    queues_.flush(body.list);
    now = exec_->read(counts_.data());
    for (unsigned which = 0; which != 3; ++which) list_[which].written(now.size[which]);
  }

  // Makes `front` the lowest bucket that is not empty, removes it and returns its priority; no_bucket, with `front`
  // empty, if nothing is pending. `front` has a capacity of n. No read-back while the bucket popped last has new
  // members, else three.
  std::uint32_t pop(frontier<Exec>& front) {
    frontier<Exec>& current = list_[detail::current_bucket];
    if (front.capacity() < member_.size())
      throw error(status::internal, "buckets: the frontier's capacity is too small");
    if (current.empty() && !open_next()) {
      front.written(0);
      return no_bucket;
    }
    exec_->for_each(current.size(),
                    detail::leave_list{current.vertices().data(), member_.data(), detail::current_bucket});
    front.swap(current);
    current.written(0);
    return open_ - 1;
  }

 private:
  // The lowest bucket becomes the current one; false if there is none.
  bool open_next() {
    frontier<Exec>&near = list_[detail::near_buckets], &far = list_[detail::far_buckets];
    std::uint32_t lowest = lowest_of(near);
    if (lowest == no_bucket) {
      drop(detail::near_buckets);
      if (lowest = lowest_of(far); lowest == no_bucket) {
        drop(detail::far_buckets);
        return false;
      }
      limit_ = std::min(lowest, no_bucket - width_) + width_;
      split(detail::far_buckets, detail::near_buckets, limit_ - 1);
    }
    split(detail::near_buckets, detail::current_bucket, lowest);
    open_ = lowest + 1;
    return true;
  }
  [[nodiscard]] std::uint32_t lowest_of(const frontier<Exec>& list) {
    if (list.empty()) return no_bucket;
    reduce_into<std::uint32_t>(*exec_, list.size(),
                               detail::listed_priority<Priority>{list.vertices().data(), priority_, open_},
                               minimum_.data(), no_bucket, minimum<std::uint32_t>{});
    return exec_->read(minimum_.data());
  }
  // Entries of `from` with a priority of at most `high` go to the empty list `to`; those out of date are dropped.
  void split(unsigned from, unsigned to, std::uint32_t high) {
    frontier<Exec>& list = list_[from];
    exec_->for_each(list.size(), detail::move_members<Priority>{list.vertices().data(), priority_, open_, high,
                                                                member_.data(), from, to});
    filter(*exec_, list, list_[to], detail::priority_within<Priority>{priority_, open_, high});
    filter(*exec_, list, spare_, detail::priority_within<Priority>{priority_, high + 1, no_bucket - 1});
    list.swap(spare_);
  }
  void drop(unsigned which) {
    frontier<Exec>& list = list_[which];
    exec_->for_each(list.size(), detail::leave_list{list.vertices().data(), member_.data(), which});
    list.written(0);
  }

  Exec* exec_;
  Priority priority_;
  std::uint32_t width_, open_ = 0, limit_ = 0;
  frontier<Exec> list_[3], spare_;
  typename Exec::template buffer<std::uint32_t> member_;
  typename Exec::template buffer<detail::bucket_counts> counts_;
  typename Exec::template buffer<std::uint32_t> minimum_;
  detail::visit_queues<Exec> queues_;
};

}  // namespace amorph
