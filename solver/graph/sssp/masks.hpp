// Strategies that visit every vertex, or arc, in every step: by masks and atomics, or without either.
#pragma once

#include "solver/graph/sssp/state.hpp"

namespace amorph::sssp {

// IIIT report, section VI, first kernel: a masked vertex lowers its neighbours' new labels. (`at` does not change
// meanwhile; the load before the atomic minimum may be stale, and the minimum decides.)
template <class Length> struct mask_relax {
  using label = typename Length::label;
  csr graph;
  Length length;
  const label* at;
  label* lower;
  std::uint32_t* mask;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (mask[v] == 0) return;
    mask[v] = 0;
    const label d = at[v];
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      label sum;
      if (length(d, e, sum) && sum < atomic_load(&lower[graph.to[e]])) atomic_min(&lower[graph.to[e]], sum);
    }
  }
};
// Second kernel: takes the lower label and masks the vertex. Intended race: all threads that set `any` set it to the
// same 1.
template <class Label> struct mask_update {
  Label *at, *lower;
  std::uint32_t *mask, *any;
  AMORPH_BODY void operator()(std::size_t v) const {
    if (lower[v] >= at[v]) return;
    at[v] = lower[v];
    mask[v] = 1;
    atomic_store(any, 1);
  }
};

template <class Exec, class Length> class mask_search final : public search {
  using label = typename Length::label;

 public:
  explicit mask_search(search_state<Exec, Length>& s)
      : s_(s), lower_(s.exec, s.graph.vertices), mask_(s.exec, s.graph.vertices), any_(s.exec, 1) {}
  void run() override {
    Exec& exec = s_.exec;
    const std::size_t n = s_.graph.vertices;
    exec.template copy<label>(s_.at, lower_.span());
    exec.fill(mask_.span(), 0);
    exec.for_each(s_.source.size(), store_at_listed<std::uint32_t>{s_.source.data(), mask_.data(), 1});
    std::uint64_t step = 0;
    do {
      exec.report("step", ++step);
      exec.fill(any_.span(), 0);
      exec.for_each(n, mask_relax<Length>{s_.graph, s_.length, s_.at.data(), lower_.data(), mask_.data()});
      exec.for_each(n, mask_update<label>{s_.at.data(), lower_.data(), mask_.data(), any_.data()});
    } while (exec.read(any_.data()) != 0);
  }

 private:
  search_state<Exec, Length>& s_;
  typename Exec::template buffer<label> lower_;
  typename Exec::template buffer<std::uint32_t> mask_, any_;
};

// Loads and stores of words only. Intended race: two threads may both find a neighbour's label too large, and the
// larger of their values may remain; the step then has changed a label, and the next step visits every arc again, so a
// lost value is found again. After a step that changes nothing the labels are the minima. A label never rises above its
// value before the step: every value written is below one read in it.
template <class Length> struct plain_relax {
  using label = typename Length::label;
  Length length;
  label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t e, std::uint32_t to) const {
    const label d = atomic_load(&at[from]);
    label sum;
    if (d == amorph::unreached<label> || !length(d, e, sum) || sum >= atomic_load(&at[to])) return;
    atomic_store(&at[to], sum);
    atomic_store(any, 1);
  }
};

// "Atomic-free Irregular Computations on GPUs", section 4.1.
template <class Exec, class Length> class topology_search final : public search {
 public:
  explicit topology_search(search_state<Exec, Length>& s) : s_(s), any_(s.exec, 1) {}
  void run() override {
    std::uint64_t step = 0;
    do {
      s_.exec.report("step", ++step);
      s_.exec.fill(any_.span(), 0);
      for_each_edge(s_.exec, s_.graph, balance::warp, plain_relax<Length>{s_.length, s_.at.data(), any_.data()});
    } while (s_.exec.read(any_.data()) != 0);
  }

 private:
  search_state<Exec, Length>& s_;
  typename Exec::template buffer<std::uint32_t> any_;
};

}  // namespace amorph::sssp
