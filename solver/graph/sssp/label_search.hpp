// Shortest paths with labels of one type: from the sources to distances and a shortest-path tree.
#pragma once

#include <memory>

#include "solver/graph/common/tight_tree.hpp"
#include "solver/graph/sssp/core.hpp"
#include "solver/graph/sssp/strategies.hpp"

namespace amorph::sssp {

template <class Label> struct widen {
  const Label* from;
  std::uint64_t* to;
  AMORPH_BODY void operator()(std::size_t v) const {
    to[v] = from[v] == amorph::unreached<Label> ? ~std::uint64_t{0} : from[v];
  }
};
// Whether an arc leads from a reached vertex to an unreached one: then its sum exceeded the range of labels. Intended
// race: all threads that set `any` set it to 1.
template <class Label> struct leads_beyond {
  const Label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    if (at[from] != amorph::unreached<Label> && at[to] == amorph::unreached<Label>) atomic_store(any, 1);
  }
};

template <class Exec, class Length> class label_search {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  using label = typename Length::label;

  label_search(Exec& exec, const csr& graph, Length length, span<const std::uint32_t> source)
      : at_(exec, graph.vertices),
        any_(exec, 1),
        s_(new search_state<Exec, Length>{exec, graph, length, source, 0, at_.span()}) {}

  // Allocates what the strategy needs.
  void prepare(strategy by, label window) {
    s_->window = window;
    if (!s_->source.empty()) search_ = make_search(*s_, by);  // otherwise the graph has no vertices
  }

  void solve() {
    if (search_ == nullptr) return;
    s_->exec.fill(at_.span(), amorph::unreached<label>);
    s_->exec.for_each(s_->source.size(), store_at_listed<label>{s_->source.data(), at_.data(), 0});
    search_->run();
  }

  // Whether a distance exceeded the range of labels.
  [[nodiscard]] bool overflowed() {
    s_->exec.fill(any_.span(), 0);
    for_each_edge(s_->exec, s_->graph, balance::edge, leads_beyond<label>{at_.data(), any_.data()});
    return s_->exec.read(any_.data()) != 0;
  }

  void finish(answer& answer, bool parents) {
    Exec& exec = s_->exec;
    const std::size_t n = s_->graph.vertices;
    search_ = nullptr;  // its memory is reused
    {
      buffer<std::uint64_t> wide(exec, n);
      exec.for_each(n, widen<label>{at_.data(), wide.data()});
      exec.template copy_out<std::uint64_t>(wide.span(), span<std::uint64_t>(answer.distance, n));
    }
    if (!parents) return;
    buffer<std::uint32_t> parent(exec, n);
    tight_tree(exec, s_->graph, s_->length, at_.span(), s_->source, parent.span());
    exec.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }

 private:
  buffer<label> at_;
  buffer<std::uint32_t> any_;
  std::unique_ptr<search_state<Exec, Length>> s_;
  std::unique_ptr<search> search_;
};

}  // namespace amorph::sssp
