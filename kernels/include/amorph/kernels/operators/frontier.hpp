// A frontier: a list of vertices in the memory of an executor whose size the host knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/graph/csr.hpp"
#include "amorph/kernels/memory/buffer.hpp"
#include "amorph/kernels/operators/append_queue.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"

namespace amorph {

namespace detail {
struct degree_of_listed {
  csr graph;
  const std::uint32_t* list;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return graph.degree(list[i]); }
};

// The size of a list after an operator wrote it, and the number of edges of its vertices.
struct list_counts {
  std::uint64_t vertices, edges;
};
// Adds up the degrees of a list whose size only the device knows, divided among `teams` teams.
struct add_up_edges {
  csr graph;
  const std::uint32_t* list;
  std::uint64_t capacity;
  list_counts* counts;
  std::size_t teams;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::uint64_t n = counts->vertices < capacity ? counts->vertices : capacity;
    std::uint64_t sum = 0;
    for (std::uint64_t i = t * Team::size() + team.rank(); i < n; i += teams * Team::size())
      sum += graph.degree(list[i]);
    sum = team.reduce_add(sum);
    if (sum != 0 && team.rank() == 0) atomic_add(&counts->edges, sum);
  }
};
}  // namespace detail

#ifdef AMORPH_SHARED
AMORPH_SHARED void offsets_of(cuda_exec&, std::size_t, detail::degree_of_listed, span<std::uint64_t>);
#endif

template <class Exec> class frontier {
 public:
  // Empty, with the given capacity.
  frontier(Exec& exec, std::uint64_t capacity)
      : exec_(&exec), vertices_(exec, capacity), counts_(exec, 1), place_(exec) {}

  // The maximum memory of a frontier of this capacity; `placed`: including places().
  [[nodiscard]] static std::uint64_t bytes(const Exec& exec, std::uint64_t capacity, bool placed) {
    return capacity * sizeof(std::uint32_t) + sizeof(detail::list_counts) +
           (placed ? (capacity + 1) * sizeof(std::uint64_t) : 0) + detail::visit_queues<Exec>::bytes(exec, 1);
  }

  void assign(std::uint32_t v) { assign(span<const std::uint32_t>(&v, 1)); }
  void assign(span<const std::uint32_t> host) {
    need(host.size());
    exec_->copy_in(host, vertices_.span().subspan(0, host.size()));
    resized(host.size());
  }
  // From a list in the executor's memory. Asynchronous.
  void copy(span<const std::uint32_t> list) {
    need(list.size());
    exec_->copy(list, vertices_.span().subspan(0, list.size()));
    resized(list.size());
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t capacity() const { return vertices_.size(); }
  [[nodiscard]] span<const std::uint32_t> vertices() const { return {vertices_.data(), size_}; }

  // Sorts in ascending order, which makes the result of advance() deterministic. O(size), a radix sort.
  void sort() {
    amorph::sort(*exec_, vertices_.span().subspan(0, size_));
    placed_ = false;
  }

  // The exclusive prefix sum of the degrees, in list order: size() + 1 values, of which the last is the number of
  // edges. Computed once per list. Asynchronous.
  [[nodiscard]] const std::uint64_t* places(const csr& graph) const {
    if (!placed_ || placed_for_ != graph.begin.data()) {
      if (place_.size() < size_ + 1) place_.resize_discard(std::min(vertices_.size(), 2 * size_) + 1);
      offsets_of(*exec_, size_, detail::degree_of_listed{graph, vertices_.data()}, place_.span().subspan(0, size_ + 1));
      placed_ = true;
      placed_for_ = graph.begin.data();
    }
    return place_.data();
  }
  // The number of edges of the vertices. One read-back, unless it was counted when the list was written.
  [[nodiscard]] std::uint64_t edges(const csr& graph) const {
    if (size_ == 0) return 0;
    return counted_for_ == graph.begin.data() ? edges_ : exec_->read(places(graph) + size_);
  }

  // For operators: where to write, and the counter of the elements written.
  [[nodiscard]] std::uint32_t* data() { return vertices_.data(); }
  [[nodiscard]] std::uint64_t* begin_writing() {
    exec_->fill(counts_.span(), detail::list_counts{0, 0});
    resized(0);
    return &counts_.data()->vertices;
  }
  void end_writing() { written(exec_->read(counts_.data()).vertices); }
  // The same, and counts the edges: one read-back for both on a device. (The CPU counts them on demand.)
  void end_writing_and_count(const csr& graph) {
    if constexpr (Exec::on_device) {
      const std::size_t teams = std::min<std::size_t>((capacity() + 31) / 32, exec_->team_count());
      exec_->for_each_team(teams, detail::add_up_edges{graph, vertices_.data(), capacity(), counts_.data(), teams});
      const detail::list_counts now = exec_->read(counts_.data());
      written(now.vertices);
      edges_ = now.edges;
      counted_for_ = graph.begin.data();
    } else {
      end_writing();
    }
  }
  [[nodiscard]] detail::visit_queues<Exec>& queues() { return queues_; }
  // For operators that count the elements themselves.
  void written(std::uint64_t n) {
    need(n);
    resized(n);
  }
  // False, with the list empty, if the count exceeds the capacity.
  [[nodiscard]] bool try_end_writing() {
    const std::uint64_t n = exec_->read(counts_.data()).vertices;
    resized(n <= vertices_.size() ? n : 0);
    return n <= vertices_.size();
  }

  void swap(frontier& other) noexcept {
    std::swap(exec_, other.exec_);
    vertices_.swap(other.vertices_);
    counts_.swap(other.counts_);
    std::swap(queues_, other.queues_);
    std::swap(size_, other.size_);
    place_.swap(other.place_);
    std::swap(placed_, other.placed_);
    std::swap(placed_for_, other.placed_for_);
    std::swap(edges_, other.edges_);
    std::swap(counted_for_, other.counted_for_);
  }

 private:
  void need(std::uint64_t n) const {
    if (n > vertices_.size())
      throw error(status::internal,
                  "a frontier of " + std::to_string(vertices_.size()) + " vertices was given " + std::to_string(n));
  }
  void resized(std::uint64_t n) {
    size_ = n;
    placed_ = false;
    counted_for_ = nullptr;
  }

  Exec* exec_;
  typename Exec::template buffer<std::uint32_t> vertices_;
  typename Exec::template buffer<detail::list_counts> counts_;
  detail::visit_queues<Exec> queues_{1};
  std::uint64_t size_ = 0, edges_ = 0;
  const std::uint64_t* counted_for_ = nullptr;                   // the graph that edges_ belongs to
  mutable typename Exec::template buffer<std::uint64_t> place_;  // reused by later lists
  mutable bool placed_ = false;
  mutable const std::uint64_t* placed_for_ = nullptr;
};

// Vertex compaction: `list`, with a capacity of n, becomes the list of the vertices v below n with keep(v), ascending.
// O(n). One read-back.
template <class Exec, class Keep> void compact(Exec& exec, std::size_t n, Keep keep, frontier<Exec>& list) {
  if (list.capacity() < n) throw error(status::internal, "compact: the capacity of the frontier is too small");
  std::uint64_t* count = list.begin_writing();
  select_indices(exec, n, keep, span<std::uint32_t>(list.data(), list.capacity()), count);
  list.end_writing();
}

}  // namespace amorph
