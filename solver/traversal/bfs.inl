// Breadth-first search, one page a strategy.
#pragma once

#include "amorph/bits.hpp"
#include "amorph/graph/split_rows.hpp"
#include "amorph/operators/advance.hpp"
#include "amorph/primitives/reduce.hpp"
#include "amorph/traversal.hpp"
#include "core.hpp"
#include "device_graph.hpp"
#include "tight_tree.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/operators/waves.cuh"
#endif

namespace amorph::traversal {

struct start_at {
  const std::uint32_t* source;
  std::uint32_t* level;
  AMORPH_BODY void operator()(std::size_t i) const { level[source[i]] = 0; }
};

// Intended race in `mask` and in those that push doubles: several threads find a vertex unreached and all write the same
// level, one word; the order does not show.
struct mask_step {
  csr graph;
  std::uint32_t *level, *front, *next, *any;
  std::uint32_t depth;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (front[v] == 0) return;
    front[v] = 0;
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const std::uint32_t u = graph.to[e];
      if (atomic_load(&level[u]) != unreached) continue;
      atomic_store(&level[u], depth);
      atomic_store(&next[u], 1);
      atomic_store(any, 1);
    }
  }
};
struct mark_source {
  const std::uint32_t* source;
  std::uint32_t* front;
  AMORPH_BODY void operator()(std::size_t i) const { front[source[i]] = 1; }
};
struct reach {
  std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    if (atomic_load(&level[to]) != unreached) return false;
    atomic_store(&level[to], depth);
    return true;
  }
};
struct reach_only {
  reach f;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const { (void)f(from, e, to); }
};
struct claim {
  std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::uint32_t, std::uint64_t, std::uint32_t to) const {
    return atomic_load(&level[to]) == unreached && atomic_cas(&level[to], unreached, depth) == unreached;
  }
};
struct has_level {
  const std::uint32_t* level;
  std::uint32_t depth;
  AMORPH_BODY bool operator()(std::size_t v) const { return level[v] == depth; }
};
// Each place of a list signs its vertex; who finds its own signature stays.
struct sign {
  const std::uint32_t* list;
  std::uint32_t* owner;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_store(&owner[list[i]], static_cast<std::uint32_t>(i)); }
};
struct signed_here {
  const std::uint32_t *list, *owner;
  AMORPH_BODY bool operator()(std::size_t i) const { return owner[list[i]] == i; }
};
struct take_listed {
  const std::uint32_t *places, *list;
  std::uint32_t* out;
  AMORPH_BODY void operator()(std::size_t i) const { out[i] = list[places[i]]; }
};
struct set_bit {
  const std::uint32_t* list;
  std::uint32_t* bits;
  AMORPH_BODY void operator()(std::size_t i) const { atomic_or(&bits[list[i] / 32], 1u << list[i] % 32); }
};
// From below: each vertex not reached yet looks for a neighbour in the frontier. 32 vertices a team.
struct look_back {
  csr opposite;
  const std::uint32_t* front;
  std::uint32_t *next, *level;
  std::uint32_t depth;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t word) const {
    std::uint32_t bits = 0;
    for (unsigned r = team.rank(); r < 32; r += Team::size()) {
      const std::size_t v = word * 32 + r;
      bool hit = false;
      if (v < opposite.vertices && level[v] == unreached) {
        for (std::uint64_t e = opposite.begin[v], end = opposite.begin[v + 1]; e != end && !hit; ++e) {
          const std::uint32_t u = opposite.to[e];
          hit = (front[u / 32] >> u % 32 & 1) != 0;
        }
        if (hit) level[v] = depth;
      }
      bits = Team::size() == 1 ? bits | (hit ? 1u : 0u) << r : team.ballot(hit);
    }
    if (team.rank() == 0) next[word] = bits;
  }
};
struct bits_of_word {
  const std::uint32_t* bits;
  AMORPH_BODY std::uint64_t operator()(std::size_t word) const { return count_bits(bits[word]); }
};
struct listed_degree {
  csr graph;
  const std::uint32_t* list;
  AMORPH_BODY std::uint64_t operator()(std::size_t i) const { return graph.degree(list[i]); }
};

template <class Exec> class bfs_core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr balance shared_out = Exec::on_device ? balance::edge : balance::warp;

 public:
  bfs_core(Exec& exec, const weighted_csr& graph, const bfs_problem& problem, core_run& run)
      : exec_(exec),
        device_(exec, graph),
        graph_(device_.graph()),
        parents_(problem.parents != 0),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)),
        level_(exec, graph.graph.vertices),
        front_(exec, graph.graph.vertices + 1024),
        next_(exec, graph.graph.vertices + 1024),
        sum_(exec, 1) {
    how_ = static_cast<strategy>(run.strategy);
    if (how_ == strategy::automatic)
      how_ = Exec::on_device && device_.looks_long() ? strategy::persistent : strategy::direction;
    if (!Exec::on_device && how_ == strategy::persistent) how_ = strategy::worklist;
    run.strategy = static_cast<std::uint32_t>(how_);
    const std::size_t n = graph_.vertices, words = (n + 31) / 32;
    if (how_ == strategy::mask || how_ == strategy::unique) mark_ = buffer<std::uint32_t>(exec, n);
    if (how_ == strategy::mask) mark_next_ = buffer<std::uint32_t>(exec, n);
    if (how_ == strategy::direction) {
      opposite_ = device_.opposite();
      mark_ = buffer<std::uint32_t>(exec, words);
      mark_next_ = buffer<std::uint32_t>(exec, words);
    }
    if (how_ == strategy::split) {
      split_.emplace_back(exec, graph_, split_bound(exec, graph_));
      pieces_.emplace_back(exec, split_.front().pieces().vertices);
    }
#if AMORPH_DEVICE_COMPILER
    if (how_ == strategy::persistent) waves_.emplace_back(exec, graph_.vertices);
#endif
  }

  void solve() {
    if (source_.empty()) return;  // the graph has no vertices
    exec_.fill(level_.span(), unreached);
    exec_.for_each(source_.size(), start_at{source_.data(), level_.data()});
    switch (how_) {
      case strategy::mask: return by_mask();
      case strategy::compacted: return by_compaction();
      case strategy::duplicates: return by_reaching(false);
      case strategy::unique: return by_reaching(true);
      case strategy::split: return by_splitting();
      case strategy::direction: return by_direction();
      case strategy::persistent:
#if AMORPH_DEVICE_COMPILER
        // Windows of 64 levels: two barriers of the grid for so many steps, and few vertices handled twice.
        return waves_.front().run(graph_, unit_length{}, level_.span(), source_.span(), 64);
#endif
      default: return by_claiming();
    }
  }

  void finish(bfs_answer& answer) {
    const std::size_t n = graph_.vertices;
    exec_.template copy_out<std::uint32_t>(level_.span(), span<std::uint32_t>(answer.level, n));
    if (!parents_) return;
    buffer<std::uint32_t> parent(exec_, n);
    tight_tree(exec_, graph_, unit_length{}, level_.span(), source_.span(), parent.span());
    exec_.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }

 private:
  void start_list() {
    std::uint32_t* count = front_.begin_writing();
    exec_.copy(source_.span(), span<std::uint32_t>(front_.data(), source_.size()));
    exec_.write(count, static_cast<std::uint32_t>(source_.size()));
    front_.end_writing();
  }
  void list_level(frontier<Exec>& list, std::uint32_t depth) {
    std::uint32_t* count = list.begin_writing();
    select_indices(exec_, graph_.vertices, has_level{level_.data(), depth},
                   span<std::uint32_t>(list.data(), list.capacity()), count);
    list.end_writing();
  }

  // IIIT report, section IV: a mask of vertices to go on from. O(n) a level.
  void by_mask() {
    buffer<std::uint32_t> any(exec_, 1);
    exec_.fill(mark_.span(), 0);
    exec_.fill(mark_next_.span(), 0);
    exec_.for_each(source_.size(), mark_source{source_.data(), mark_.data()});
    for (std::uint32_t depth = 1;; ++depth) {
      exec_.write(any.data(), 0);
      exec_.for_each(graph_.vertices,
                     mask_step{graph_, level_.data(), mark_.data(), mark_next_.data(), any.data(), depth});
      if (exec_.read(any.data()) == 0) break;
      mark_.swap(mark_next_);
    }
  }
  // The same with the frontier compacted, so that no thread stands idle.
  void by_compaction() {
    start_list();
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      for_each_edge(exec_, graph_, front_, balance::thread, reach_only{{level_.data(), depth}});
      list_level(front_, depth);
    }
  }
  void by_claiming() {
    start_list();
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      advance(exec_, graph_, front_, next_, shared_out, claim{level_.data(), depth});
      front_.swap(next_);
    }
  }
  // A thread a piece of a row.
  void by_splitting() {
    split_rows<Exec>& split = split_.front();
    start_list();
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      split.expand(front_, pieces_.front());
      advance(exec_, split.pieces(), pieces_.front(), next_, balance::thread,
              split.of_owner(claim{level_.data(), depth}));
      front_.swap(next_);
    }
  }
  // "Atomic-free Irregular Computations on GPUs": levels only fall to one value, so writing twice does no harm, and a
  // vertex listed twice only costs time. Where doubles fill the list, it is made anew from the levels.
  void by_reaching(bool sift) {
    start_list();
    buffer<std::uint32_t> places(exec_, sift ? front_.capacity() : 0);
    for (std::uint32_t depth = 1; !front_.empty(); ++depth) {
      if (!try_advance(exec_, graph_, front_, next_, balance::warp, reach{level_.data(), depth})) {
        list_level(next_, depth);
      } else if (sift && !next_.empty()) {
        exec_.for_each(next_.size(), sign{next_.data(), mark_.data()});
        const auto kept = static_cast<std::uint32_t>(
            select_indices(exec_, next_.size(), signed_here{next_.data(), mark_.data()}, places.span()));
        std::uint32_t* count = front_.begin_writing();
        exec_.for_each(kept, take_listed{places.data(), next_.data(), front_.data()});
        exec_.write(count, kept);
        front_.end_writing();
        continue;
      }
      front_.swap(next_);
    }
  }
  // Turns to looking from below when the frontier has more than a 15th of the edges left, and back when it is a small part
  // of the vertices: the constants of GAP (Beamer, Asanovic, Patterson, 2015).
  void by_direction() {
    start_list();
    const std::size_t n = graph_.vertices, words = mark_.size();
    std::uint64_t left = graph_.edges(), ahead = edges_ahead();
    for (std::uint32_t depth = 1; !front_.empty();) {
      if (ahead <= left / 15) {
        left -= ahead;
        advance(exec_, graph_, front_, next_, shared_out, claim{level_.data(), depth++});
        front_.swap(next_);
        ahead = edges_ahead();
        continue;
      }
      exec_.fill(mark_.span(), 0);
      exec_.for_each(front_.size(), set_bit{front_.data(), mark_.data()});
      for (std::uint64_t now = front_.size(), before = 0; now != 0;) {
        before = now;
        exec_.for_each_team(words, look_back{opposite_, mark_.data(), mark_next_.data(), level_.data(), depth++});
        mark_.swap(mark_next_);
        now = sum_of(words, bits_of_word{mark_.data()});
        if (now < before && now <= n / 18) break;
      }
      list_level(front_, depth - 1);
      ahead = 1;
    }
  }
  std::uint64_t edges_ahead() {
    if (front_.empty()) return 0;
    return sum_of(front_.size(), listed_degree{graph_, front_.data()});
  }
  template <class Load> std::uint64_t sum_of(std::size_t n, Load load) {
    reduce_into<std::uint64_t>(exec_, n, load, sum_.data(), 0);
    return exec_.read(sum_.data());
  }

  Exec& exec_;
  device_graph<Exec> device_;
  csr graph_, opposite_;
  bool parents_;
  strategy how_;
  buffer<std::uint32_t> source_, level_, mark_, mark_next_;
  frontier<Exec> front_, next_;
  buffer<std::uint64_t> sum_;
  std::vector<split_rows<Exec>> split_;  // at most one, as those below
  std::vector<frontier<Exec>> pieces_;
#if AMORPH_DEVICE_COMPILER
  std::vector<waves<unit_length>> waves_;
#endif
};

}  // namespace amorph::traversal
