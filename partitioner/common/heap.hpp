// An addressable max-heap of vertices by gain: the priority queue of the local searches in this folder.
//
// Coarse graphs have few vertices and unbounded edge weights, so a binary heap replaces Fiduccia and Mattheyses's
// array of one bucket per gain. The order of equal gains depends only on the order of the calls.
#pragma once

#include <cstdint>
#include <vector>

namespace amorph::partition::initial {

// Gain: an integer that holds all gains; a small one makes a smaller heap.
template <class Gain> class basic_gain_heap {
 public:
  // Empties the heap, for vertices below n. O(n) if n grows, otherwise O(size).
  void reset(std::uint32_t n) {
    for (const entry& e : heap_) position_[e.vertex] = absent;
    heap_.clear();
    if (position_.size() < n) position_.resize(n, absent);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] bool contains(std::uint32_t v) const { return position_[v] != absent; }
  [[nodiscard]] std::uint32_t top() const { return heap_[0].vertex; }
  [[nodiscard]] Gain top_gain() const { return heap_[0].gain; }
  [[nodiscard]] Gain gain_of(std::uint32_t v) const { return heap_[position_[v]].gain; }

  void push(std::uint32_t v, Gain gain) {
    heap_.push_back({gain, v});
    sift_up(static_cast<std::uint32_t>(heap_.size() - 1), {gain, v});
  }
  void set(std::uint32_t v, Gain gain) {
    const std::uint32_t at = position_[v];
    if (heap_[at].gain < gain)
      sift_up(at, {gain, v});
    else
      sift_down(at, {gain, v});
  }
  void push_or_set(std::uint32_t v, Gain gain) { contains(v) ? set(v, gain) : push(v, gain); }
  void remove(std::uint32_t v) {
    const std::uint32_t at = position_[v];
    const entry last = heap_.back();
    heap_.pop_back();
    position_[v] = absent;
    if (last.vertex == v) return;
    heap_[at] = last;
    position_[last.vertex] = at;
    if (at != 0 && heap_[(at - 1) / 2].gain < last.gain)
      sift_up(at, last);
    else
      sift_down(at, last);
  }
  std::uint32_t pop() {
    const std::uint32_t v = top();
    remove(v);
    return v;
  }

 private:
  struct entry {
    Gain gain;
    std::uint32_t vertex;
  };
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  void sift_up(std::uint32_t at, entry e) {
    for (; at != 0; at = (at - 1) / 2) {
      const entry& parent = heap_[(at - 1) / 2];
      if (parent.gain >= e.gain) break;
      put(at, parent);
    }
    put(at, e);
  }
  void sift_down(std::uint32_t at, entry e) {
    const auto n = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child; (child = 2 * at + 1) < n; at = child) {
      if (child + 1 < n) child += heap_[child + 1].gain > heap_[child].gain ? 1 : 0;
      if (heap_[child].gain <= e.gain) break;
      put(at, heap_[child]);
    }
    put(at, e);
  }
  void put(std::uint32_t at, entry e) {
    heap_[at] = e;
    position_[e.vertex] = at;
  }

  std::vector<entry> heap_;
  std::vector<std::uint32_t> position_;  // per vertex, in heap_
};

using gain_heap = basic_gain_heap<std::int64_t>;

}  // namespace amorph::partition::initial
