// A max-heap of vertices by gain with changeable keys: the priority queue of all local searches here.
//
// Coarse graphs have few vertices and unbounded edge weights, so a binary heap replaces Fiduccia and Mattheyses's
// array of one bucket per gain. The order of equal gains depends only on the order of the calls.
#pragma once

#include <cstdint>
#include <vector>

namespace amorph::partition::initial {

class gain_heap {
 public:
  // Empties the heap, for vertices below n. O(n) when n grows, else O(what is left in it).
  void reset(std::uint32_t n) {
    for (const entry& e : heap_) place_[e.vertex] = nowhere;
    heap_.clear();
    if (place_.size() < n) place_.resize(n, nowhere);
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] bool holds(std::uint32_t v) const { return place_[v] != nowhere; }
  [[nodiscard]] std::uint32_t top() const { return heap_[0].vertex; }
  [[nodiscard]] std::int64_t top_gain() const { return heap_[0].gain; }
  [[nodiscard]] std::int64_t gain_of(std::uint32_t v) const { return heap_[place_[v]].gain; }

  void push(std::uint32_t v, std::int64_t gain) {
    heap_.push_back({gain, v});
    rise(static_cast<std::uint32_t>(heap_.size() - 1), {gain, v});
  }
  void set(std::uint32_t v, std::int64_t gain) {
    const std::uint32_t at = place_[v];
    if (heap_[at].gain < gain)
      rise(at, {gain, v});
    else
      sink(at, {gain, v});
  }
  void push_or_set(std::uint32_t v, std::int64_t gain) { holds(v) ? set(v, gain) : push(v, gain); }
  void remove(std::uint32_t v) {
    const std::uint32_t at = place_[v];
    const entry last = heap_.back();
    heap_.pop_back();
    place_[v] = nowhere;
    if (last.vertex == v) return;
    heap_[at] = last;
    place_[last.vertex] = at;
    if (at != 0 && heap_[(at - 1) / 2].gain < last.gain)
      rise(at, last);
    else
      sink(at, last);
  }
  std::uint32_t pop() {
    const std::uint32_t v = top();
    remove(v);
    return v;
  }

 private:
  struct entry {
    std::int64_t gain;
    std::uint32_t vertex;
  };
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  void rise(std::uint32_t at, entry e) {
    for (; at != 0; at = (at - 1) / 2) {
      const entry& above = heap_[(at - 1) / 2];
      if (above.gain >= e.gain) break;
      put(at, above);
    }
    put(at, e);
  }
  void sink(std::uint32_t at, entry e) {
    const auto n = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child; (child = 2 * at + 1) < n; at = child) {
      if (child + 1 < n && heap_[child + 1].gain > heap_[child].gain) ++child;
      if (heap_[child].gain <= e.gain) break;
      put(at, heap_[child]);
    }
    put(at, e);
  }
  void put(std::uint32_t at, entry e) {
    heap_[at] = e;
    place_[e.vertex] = at;
  }

  std::vector<entry> heap_;
  std::vector<std::uint32_t> place_;  // of each vertex in heap_
};

}  // namespace amorph::partition::initial
