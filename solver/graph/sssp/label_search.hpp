// Shortest paths with labels of one type: from the sources to distances and a shortest-path tree.
#pragma once

#include <memory>

#include "solver/graph/common/label_range.hpp"
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
template <class Exec, class Length> class label_search {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  using label = typename Length::label;

  label_search(Exec& exec, const csr& graph, Length length, span<const std::uint32_t> source)
      : at_(exec, graph.vertices), s_(new search_state<Exec, Length>{exec, graph, length, source, 0, at_.span()}) {}

  // Allocates what the strategy needs.
  void prepare(strategy by, label window) {
    strategy_ = by;
    s_->window = window;
    if (!s_->source.empty()) search_ = make_search(*s_, by);  // otherwise the graph has no vertices
  }

  void solve() {
    if (s_->source.empty()) return;
    if (search_ == nullptr) search_ = make_search(*s_, strategy_);
    s_->exec.fill(at_.span(), amorph::unreached<label>);
    s_->exec.for_each(s_->source.size(), store_at_listed<label>{s_->source.data(), at_.data(), 0});
    search_->run();
  }

  // Whether a distance exceeded the range of labels.
  [[nodiscard]] bool overflowed() { return exceeds_range<label>(s_->exec, s_->graph, at_.span()); }

  void finish(answer& answer, bool parents) {
    Exec& exec = s_->exec;
    const std::size_t n = s_->graph.vertices;
    search_ = nullptr;  // its memory is reused
    {
      const buffer<std::uint64_t> wide = widened();
      exec.template copy_out<std::uint64_t>(wide.span(), span<std::uint64_t>(answer.distance, n));
    }
    if (!parents) return;
    buffer<std::uint32_t> parent(exec, n);
    tight_tree(exec, s_->graph, s_->length, at_.span(), s_->source, parent.span());
    exec.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }
  // The distances, valid until the next solve().
  [[nodiscard]] const std::uint64_t* leave() {
    left_ = widened();
    return left_.data();
  }

 private:
  [[nodiscard]] buffer<std::uint64_t> widened() {
    const std::size_t n = s_->graph.vertices;
    buffer<std::uint64_t> wide(s_->exec, n);
    s_->exec.for_each(n, widen<label>{at_.data(), wide.data()});
    return wide;
  }

  strategy strategy_{};
  buffer<std::uint64_t> left_;
  buffer<label> at_;
  std::unique_ptr<search_state<Exec, Length>> s_;
  std::unique_ptr<search> search_;
};

}  // namespace amorph::sssp
