// A list of vertices in an executor's memory, whose number the host knows.
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

// What was written into a list, and how many edges its vertices have.
struct list_counts {
  std::uint64_t vertices, edges;
};
// Adds up the edges of a list of which the device alone knows how long it is; each of `teams` takes its share.
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

template <class Exec> class frontier {
 public:
  // Empty, with room for `capacity` vertices.
  frontier(Exec& exec, std::uint64_t capacity)
      : exec_(&exec), vertices_(exec, capacity), counts_(exec, 1), place_(exec) {}

  // The memory that one of this capacity takes at most; `placed`: with places().
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
  // From a list in the executor's memory. Waits for nothing.
  void copy(span<const std::uint32_t> list) {
    need(list.size());
    exec_->copy(list, vertices_.span().subspan(0, list.size()));
    resized(list.size());
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t capacity() const { return vertices_.size(); }
  [[nodiscard]] span<const std::uint32_t> vertices() const { return {vertices_.data(), size_}; }

  // Ascending: what advance() leaves in the order of chance becomes the same in every run. O(size), a radix sort.
  void sort() {
    amorph::sort(*exec_, vertices_.span().subspan(0, size_));
    placed_ = false;
  }

  // Where the edges of each vertex start when the rows of `graph` are laid end to end in the list's order: size() + 1
  // places, the last of them all edges. Made once for a list: asked again, it is there. Waits for nothing.
  [[nodiscard]] const std::uint64_t* places(const csr& graph) const {
    if (!placed_ || placed_for_ != graph.begin.data()) {
      if (place_.size() < size_ + 1) place_.resize_discard(std::min(vertices_.size(), 2 * size_) + 1);
      offsets_of(*exec_, size_, detail::degree_of_listed{graph, vertices_.data()}, place_.span().subspan(0, size_ + 1));
      placed_ = true;
      placed_for_ = graph.begin.data();
    }
    return place_.data();
  }
  // How many these are. A round trip on the device, unless it was counted when the list was written.
  [[nodiscard]] std::uint64_t edges(const csr& graph) const {
    if (size_ == 0) return 0;
    return counted_for_ == graph.begin.data() ? edges_ : exec_->read(places(graph) + size_);
  }

  // For operators: where to write, and the counter that says how much was written.
  [[nodiscard]] std::uint32_t* data() { return vertices_.data(); }
  [[nodiscard]] std::uint64_t* begin_writing() {
    exec_->fill(counts_.span(), detail::list_counts{0, 0});
    resized(0);
    return &counts_.data()->vertices;
  }
  void end_writing() { written(exec_->read(counts_.data()).vertices); }
  // The same, and edges(graph) is known too: on the device one round trip for both. (Elsewhere there are none to spare.)
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
  // By an operator with a counter of its own.
  void written(std::uint64_t n) {
    need(n);
    resized(n);
  }
  // False, and empty, when more was counted than there is room for.
  [[nodiscard]] bool end_writing_within_room() {
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
  const std::uint64_t* counted_for_ = nullptr;                   // the rows that edges_ is of
  mutable typename Exec::template buffer<std::uint64_t> place_;  // kept from list to list
  mutable bool placed_ = false;
  mutable const std::uint64_t* placed_for_ = nullptr;
};

// Vertex compaction: `list`, with room for n, holds the vertices v below n with keep(v), ascending. O(n). A round trip on
// the device.
template <class Exec, class Keep> void compact(Exec& exec, std::size_t n, Keep keep, frontier<Exec>& list) {
  if (list.capacity() < n) throw error(status::internal, "compact: the frontier has too little room");
  std::uint64_t* count = list.begin_writing();
  select_indices(exec, n, keep, span<std::uint32_t>(list.data(), list.capacity()), count);
  list.end_writing();
}

}  // namespace amorph
