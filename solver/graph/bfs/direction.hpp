// Beamer, Asanovic, Patterson, "Direction-optimizing breadth-first search" (SC 2012): while the frontier is large, each
// unreached vertex searches for a neighbour in it.
#pragma once

#include "amorph/kernels/base/bits.hpp"
#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/bfs/state.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/steps.hpp"

namespace amorph::bfs {

struct set_bit {
  const std::uint32_t* list;
  std::uint32_t* bits;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_or(&bits[list[i] / 32], 1u << list[i] % 32); }
};
// A bottom-up step for the 32 vertices of a word.
struct bottom_up_step {
  csr transpose;
  const std::uint32_t* front;
  std::uint32_t *next, *level;
  std::uint32_t depth;
  AMORPH_BODY void operator()(std::size_t word) const {
    std::uint32_t bits = 0;
    for (unsigned r = 0; r != 32; ++r) {
      const std::size_t v = word * 32 + r;
      if (v >= transpose.vertices || level[v] != unreached) continue;
      bool hit = false;
      for (std::uint64_t e = transpose.begin[v], end = transpose.begin[v + 1]; e != end && !hit; ++e) {
        const std::uint32_t u = transpose.to[e];
        hit = (front[u / 32] >> u % 32 & 1) != 0;
      }
      if (!hit) continue;
      level[v] = depth;
      bits |= 1u << r;
    }
    next[word] = bits;
  }
};
struct bits_of_word {
  const std::uint32_t* bits;
  AMORPH_BODY std::uint64_t operator()(std::size_t word) const { return count_bits(bits[word]); }
};

// The constants of GAP (Beamer, Asanovic, Patterson, 2015): bottom-up steps when the frontier has more than a 15th of
// the remaining arcs, and top-down ones again when it shrinks and is a small part of the vertices.
AMORPH_HD constexpr bool favours_bottom_up(std::uint64_t ahead, std::uint64_t left) { return ahead > left / 15; }
AMORPH_HD constexpr bool favours_top_down(std::uint64_t now, std::uint64_t vertices) { return now <= vertices / 18; }

// On the CPU; on a device: one_launch_direction.cuh.
template <class Exec> class direction_search final : public search {
 public:
  direction_search(search_state<Exec>& s, const csr& transpose)
      : s_(s),
        transpose_(transpose),
        front_(s.exec, s.graph.vertices),
        next_(s.exec, s.graph.vertices),
        bits_(s.exec, words()),
        next_bits_(s.exec, words()),
        sum_(s.exec, 1) {}
  [[nodiscard]] static bool serves(const csr&) { return true; }
  [[nodiscard]] static std::uint64_t bytes(const device_graph<Exec>& graph, const Exec& exec) {
    const auto transpose = graph.bytes_of_transpose();
    const std::uint64_t n = graph.graph().vertices;
    const std::uint64_t lists = 2 * frontier<Exec>::bytes(exec, n, true) + n / 4 + scratch_for(n);
    return std::max(transpose.peak, transpose.kept + lists);
  }

  void run() override {
    Exec& exec = s_.exec;
    front_.copy(s_.source);
    std::uint64_t left = s_.graph.edges();
    bool down = true;  // at least one top-down step after bottom-up ones
    for (std::uint32_t depth = 1; !front_.empty();) {
      exec.report("level", depth);
      const std::uint64_t ahead = front_.edges(s_.graph);
      if (!down || !favours_bottom_up(ahead, left)) {
        left -= std::min(left, ahead);
        advance_and_count(exec, s_.graph, front_, next_, fit_balance<Exec>, claim{s_.level.data(), depth++});
        front_.swap(next_);
        down = true;
        continue;
      }
      exec.fill(bits_.span(), 0);
      exec.for_each(front_.size(), set_bit{front_.data(), bits_.data()});
      for (std::uint64_t now = front_.size(), before = 0; now != 0;) {
        before = now;
        exec.for_each(words(), bottom_up_step{transpose_, bits_.data(), next_bits_.data(), s_.level.data(), depth++});
        bits_.swap(next_bits_);
        reduce_into<std::uint64_t>(exec, words(), bits_of_word{bits_.data()}, sum_.data(), 0);
        now = exec.read(sum_.data());
        if (now < before && favours_top_down(now, s_.graph.vertices)) break;
      }
      compact(exec, s_.graph.vertices, has_level{s_.level.data(), depth - 1}, front_);
      down = false;
    }
  }

 private:
  [[nodiscard]] std::size_t words() const { return (s_.graph.vertices + std::size_t{31}) / 32; }

  search_state<Exec>& s_;
  csr transpose_;
  frontier<Exec> front_, next_;
  typename Exec::template buffer<std::uint32_t> bits_, next_bits_;
  typename Exec::template buffer<std::uint64_t> sum_;
};

}  // namespace amorph::bfs
