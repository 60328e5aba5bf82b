// Highest-label selection on one thread: the order that needs the fewest operations when they are serial.
//
// Cherkassky, Goldberg, "On Implementing the Push-Relabel Method for the Maximum Flow Problem", Algorithmica 1997: gap
// and global relabelling, and a current arc per vertex. Has the contract of the pulses: excess flows to the root, never
// through the other terminal, until no vertex with excess can reach the root; heights are then exact distances.
#pragma once

#include <algorithm>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/maxflow/pulse.hpp"

namespace amorph::maxflow {

class highest_label_run {
 public:
  highest_label_run(cpu_exec& exec, std::uint32_t vertices)
      : exec_(exec),
        top_(vertices),
        current_arc_memory_(exec, top_),
        lists_memory_(exec, lists * (top_ + std::size_t{1})),
        current_arc_(current_arc_memory_.data()),
        active_(list(0)),
        next_active_(list(1)),
        members_(list(2)),
        after_(list(3)),
        before_(list(4)),
        queue_(list(5)) {}
  [[nodiscard]] static std::uint64_t bytes(std::uint32_t vertices) {
    return (vertices + std::uint64_t{1}) * (sizeof(std::uint64_t) + lists * sizeof(std::uint32_t));
  }

  void run(const pulse_state& s, std::uint64_t& steps, std::uint64_t& searches) {
    s_ = s;
    const std::uint64_t search_interval = 6 * std::uint64_t{top_} + s_.net.begin[top_] / 2;
    search();
    ++searches;
    while (any_active_) {
      std::uint64_t work = 0;
      while (highest_ != 0 && work < search_interval) {
        const std::uint32_t v = active_[highest_];
        if (v == none) {
          --highest_;
          continue;
        }
        active_[highest_] = next_active_[v];
        work += discharge(v);
        ++steps;
      }
      exec_.check_stop();
      search();
      exec_.report("global relabelling", ++searches);
    }
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t relabel_work = 12;
  static constexpr std::size_t lists = 6;

  [[nodiscard]] std::uint32_t* list(std::size_t i) const { return lists_memory_.data() + i * (top_ + std::size_t{1}); }

  // Exact distances to the root, and every vertex in the list of its height.
  void search() {
    for (std::uint32_t v = 0; v != top_; ++v) {
      s_.height[v] = top_;
      current_arc_[v] = s_.net.begin[v];
    }
    std::fill_n(active_, top_ + std::size_t{1}, none);
    std::fill_n(members_, top_ + std::size_t{1}, none);
    any_active_ = false;
    highest_ = deepest_ = 0;
    std::uint32_t first = 0, last = 0;
    s_.height[s_.root] = 0;
    queue_[last++] = s_.root;
    while (first != last) {
      const std::uint32_t v = queue_[first++], height = s_.height[v] + 1;
      for (std::uint64_t e = s_.net.begin[v]; e != s_.net.begin[v + std::size_t{1}]; ++e) {
        const std::uint32_t to = s_.net.to[e];
        if (s_.height[to] != top_ || s_.net.pair_capacity[e] == s_.residual[e] || to == s_.other) continue;
        s_.height[to] = height;
        join(to, height);
        if (s_.excess[to] > 0) activate(to, height);
        queue_[last++] = to;
      }
    }
  }
  void activate(std::uint32_t v, std::uint32_t height) {
    next_active_[v] = active_[height];
    active_[height] = v;
    if (height > highest_) highest_ = height;
    any_active_ = true;
  }
  void join(std::uint32_t v, std::uint32_t height) {
    before_[v] = none;
    after_[v] = members_[height];
    if (after_[v] != none) before_[after_[v]] = v;
    members_[height] = v;
    if (height > deepest_) deepest_ = height;
  }
  void leave(std::uint32_t v, std::uint32_t height) {
    if (after_[v] != none) before_[after_[v]] = before_[v];
    (before_[v] == none ? members_[height] : after_[before_[v]]) = after_[v];
  }
  // No vertex has height `height`: those above it cannot reach the root.
  void gap(std::uint32_t height) {
    for (std::uint32_t h = height; h <= deepest_; ++h) {
      for (std::uint32_t v = members_[h]; v != none; v = after_[v]) s_.height[v] = top_;
      members_[h] = active_[h] = none;
    }
    deepest_ = height - 1;
    if (highest_ > deepest_) highest_ = deepest_;
  }

  // Until v has no excess or cannot reach the root; returns the work done.
  std::uint64_t discharge(std::uint32_t v) {
    const std::uint64_t begin = s_.net.begin[v], end = s_.net.begin[v + std::size_t{1}];
    std::int64_t excess = s_.excess[v];
    std::uint64_t work = 0;
    for (;;) {
      const std::uint32_t height = s_.height[v];
      std::uint64_t e = current_arc_[v];
      for (; e != end; ++e) {
        const std::int64_t residual = s_.residual[e];
        if (residual == 0) continue;
        const std::uint32_t to = s_.net.to[e];
        if (s_.height[to] + 1 != height) continue;
        const std::int64_t amount = residual < excess ? residual : excess;
        s_.residual[e] = residual - amount;
        s_.residual[s_.net.reverse[e]] += amount;
        if (s_.excess[to] == 0 && !s_.is_terminal(to)) activate(to, height - 1);
        s_.excess[to] += amount;
        excess -= amount;
        if (excess == 0) break;
      }
      if (excess == 0) {
        current_arc_[v] = e;
        break;
      }
      work += relabel_work + (end - begin);
      std::uint32_t lowest = top_;
      std::uint64_t lowest_at = begin;
      for (e = begin; e != end; ++e)
        if (s_.residual[e] > 0 && s_.height[s_.net.to[e]] < lowest) {
          lowest = s_.height[s_.net.to[e]];
          lowest_at = e;
        }
      leave(v, height);
      if (members_[height] == none) {
        s_.height[v] = top_;
        gap(height);
        break;
      }
      if (lowest + 1 >= top_) {
        s_.height[v] = top_;
        break;
      }
      s_.height[v] = lowest + 1;
      current_arc_[v] = lowest_at;
      join(v, lowest + 1);
      if (lowest + 1 > highest_) highest_ = lowest + 1;
    }
    s_.excess[v] = excess;
    return work + 1;
  }

  pulse_state s_{};
  cpu_exec& exec_;
  std::uint32_t top_;
  cpu_exec::buffer<std::uint64_t> current_arc_memory_;
  cpu_exec::buffer<std::uint32_t> lists_memory_;
  std::uint64_t* current_arc_;                 // per vertex
  std::uint32_t *active_, *next_active_;       // by height: the vertices with excess
  std::uint32_t *members_, *after_, *before_;  // by height: the vertices that can reach the root
  std::uint32_t* queue_;
  std::uint32_t highest_ = 0, deepest_ = 0;
  bool any_active_ = false;
};

}  // namespace amorph::maxflow
