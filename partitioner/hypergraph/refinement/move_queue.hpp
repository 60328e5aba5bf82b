// Vertices by gain; of equal gains the one that came or changed last is first, which keeps moves together (Hagen,
// Huang, Kahng, "On implementation choices for iterative improvement partitioning algorithms", 1997). A binary heap
// that knows where each vertex is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace amorph::hypergraph {

class move_queue {
 public:
  explicit move_queue(std::uint32_t vertices) : place_(vertices, absent) {}

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] bool contains(std::uint32_t v) const { return place_[v] != absent; }
  [[nodiscard]] std::uint32_t top() const { return heap_[0].vertex; }
  [[nodiscard]] std::int32_t top_gain() const { return gain_of(heap_[0]); }
  [[nodiscard]] std::int32_t gain(std::uint32_t v) const { return gain_of(heap_[place_[v]]); }

  void push(std::uint32_t v, std::int32_t gain) {
    place_[v] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back({key_of(gain), v});
    up(place_[v]);
  }
  void change(std::uint32_t v, std::int32_t gain) {
    const std::uint32_t at = place_[v];
    heap_[at].key = key_of(gain);
    up(at);
    down(place_[v]);
  }
  void pop() { remove(top()); }
  void remove(std::uint32_t v) {
    const std::uint32_t at = place_[v];
    place_[v] = absent;
    const entry last = heap_.back();
    heap_.pop_back();
    if (at == heap_.size()) return;
    put(at, last);
    up(at);
    down(place_[last.vertex]);
  }
  template <class F> void for_each(F f) const {
    for (const entry& e : heap_) f(e.vertex);
  }
  void clear() {
    for (const entry& e : heap_) place_[e.vertex] = absent;
    heap_.clear();
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};
  struct entry {
    std::int64_t key;
    std::uint32_t vertex;
  };
  static std::int32_t gain_of(const entry& e) { return static_cast<std::int32_t>(e.key >> 32); }
  std::int64_t key_of(std::int32_t gain) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(std::uint32_t(gain)) << 32 | clock_++);
  }
  void put(std::uint32_t at, const entry& e) {
    heap_[at] = e;
    place_[e.vertex] = at;
  }
  void up(std::uint32_t at) {
    const entry e = heap_[at];
    for (; at != 0 && heap_[(at - 1) / 2].key < e.key; at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
    put(at, e);
  }
  void down(std::uint32_t at) {
    const entry e = heap_[at];
    for (std::uint32_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
      if (child + 1 != heap_.size() && heap_[child].key < heap_[child + 1].key) ++child;
      if (heap_[child].key <= e.key) break;
      put(at, heap_[child]);
    }
    put(at, e);
  }

  std::vector<entry> heap_;
  std::vector<std::uint32_t> place_;
  std::uint32_t clock_ = 0;
};

}  // namespace amorph::hypergraph
