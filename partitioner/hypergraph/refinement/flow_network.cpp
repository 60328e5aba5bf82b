// Dinitz's algorithm: levels by breadth-first search, then augmenting paths along them by depth-first search.
#include "partitioner/hypergraph/refinement/flow_network.hpp"

#include <algorithm>
#include <numeric>

namespace amorph::hypergraph {

void flow_network::clear(std::uint32_t nodes) {
  added_.clear();
  for (auto& t : terminals_) t.clear();
  begin_.assign(nodes + std::size_t{1}, 0);
  terminal_.assign(nodes, inner);
  flow_ = 0;
}

std::uint32_t flow_network::add_node() {
  begin_.push_back(0);
  terminal_.push_back(inner);
  return static_cast<std::uint32_t>(terminal_.size() - 1);
}

void flow_network::add(std::uint32_t from, std::uint32_t to, std::int32_t capacity, std::int32_t reverse_capacity) {
  added_.push_back({from, to, capacity, reverse_capacity});
  ++begin_[from + std::size_t{1}];
  ++begin_[to + std::size_t{1}];
}

void flow_network::finish() {
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  arcs_.resize(begin_.back());
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (const new_arc& a : added_) {
    const std::uint32_t i = next_[a.from]++, j = next_[a.to]++;
    arcs_[i] = {a.to, j, a.capacity};
    arcs_[j] = {a.from, i, a.reverse_capacity};
  }
  for (auto& mark : reached_) mark.assign(terminal_.size(), 0);
}

std::int64_t flow_network::augment(std::int64_t enough) {
  const auto is_new = [&](std::uint32_t v) { return reached_[terminal_[v]][v] == 0; };
  for (const kind k : {source, sink}) {
    start_.clear();
    std::copy_if(terminals_[k].begin(), terminals_[k].end(), std::back_inserter(start_), is_new);
    if (start_.empty()) continue;
    searched_ = k;
    k == source ? augment_from_new<source>(enough) : augment_from_new<sink>(enough);
    break;
  }
  return flow_;
}

// At the end of the last search, which finds no path, its nodes are those that the terminals reach.
template <flow_network::kind k> void flow_network::augment_from_new(std::int64_t enough) {
  while (flow_ < enough) {
    if (!find_levels<k>()) {
      for (const std::uint32_t v : queue_) reached_[k][v] = 1;
      return;
    }
    next_.assign(begin_.begin(), begin_.end() - 1);
    for (const std::uint32_t s : start_) push_along_levels<k>(s, enough);
  }
}

template <flow_network::kind k> bool flow_network::find_levels() {
  constexpr kind goal = k == source ? sink : source;
  level_.assign(terminal_.size(), unseen);
  queue_ = start_;
  for (const std::uint32_t s : start_) level_[s] = 0;
  std::uint32_t last = unseen;
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    const std::uint32_t v = queue_[i];
    if (level_[v] >= last) break;
    for (std::uint32_t j = begin_[v]; j != begin_[v + std::size_t{1}]; ++j) {
      const arc& a = arcs_[j];
      if (level_[a.to] != unseen || residual<k>(a) == 0 || reached_[k][a.to] != 0) continue;
      level_[a.to] = level_[v] + 1;
      if (terminal_[a.to] == goal) last = level_[a.to];
      queue_.push_back(a.to);
    }
  }
  return last != unseen;
}

// Depth-first search with a stack of arcs. After a path it goes on at the first arc that the path filled.
template <flow_network::kind k> void flow_network::push_along_levels(std::uint32_t from, std::int64_t enough) {
  constexpr kind goal = k == source ? sink : source;
  const auto tail = [&](std::uint32_t j) { return arcs_[arcs_[j].reverse].to; };
  path_.clear();
  for (std::uint32_t v = from;;) {
    if (terminal_[v] == goal) {
      const std::size_t filled = push_along_path<k>();
      if (flow_ >= enough) return;
      v = tail(path_[filled]);
      path_.resize(filled);
      continue;
    }
    std::uint32_t& j = next_[v];
    while (j != begin_[v + std::size_t{1}] && (level_[arcs_[j].to] != level_[v] + 1 || residual<k>(arcs_[j]) == 0)) ++j;
    if (j != begin_[v + std::size_t{1}]) {
      path_.push_back(j);
      v = arcs_[j].to;
      continue;
    }
    if (path_.empty()) return;
    v = tail(path_.back());
    path_.pop_back();
    ++next_[v];
  }
}

// Returns the place of the first arc that is full then.
template <flow_network::kind k> std::size_t flow_network::push_along_path() {
  std::int32_t most = unlimited;
  std::size_t filled = 0;
  for (std::size_t i = 0; i != path_.size(); ++i)
    if (const std::int32_t r = residual<k>(arcs_[path_[i]]); r < most) most = r, filled = i;
  for (const std::uint32_t j : path_) {
    arc &there = arcs_[j], &back = arcs_[there.reverse];
    (k == source ? there : back).residual -= most;
    (k == source ? back : there).residual += most;
  }
  flow_ += most;
  return filled;
}

void flow_network::find_sides() {
  const kind other = searched_ == source ? sink : source;
  std::vector<std::uint8_t>& mark = reached_[other];
  mark.assign(terminal_.size(), 0);
  queue_ = terminals_[other];
  for (const std::uint32_t v : queue_) mark[v] = 1;
  other == source ? spread<source>([](std::uint32_t) {}) : spread<sink>([](std::uint32_t) {});
}

}  // namespace amorph::hypergraph
