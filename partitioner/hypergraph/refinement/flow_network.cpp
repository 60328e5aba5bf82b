// Dinitz's algorithm: levels by breadth-first search, then augmenting paths along them by depth-first search.
#include "partitioner/hypergraph/refinement/flow_network.hpp"

#include <algorithm>
#include <numeric>

namespace amorph::hypergraph {

void flow_network::clear(std::uint32_t nodes) {
  added_.clear();
  sources_.clear();
  sinks_.clear();
  begin_.assign(nodes + std::size_t{1}, 0);
  terminal_.assign(nodes, inner);
  flow_ = 0;
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
}

bool flow_network::find_levels() {
  level_.assign(terminal_.size(), unseen);
  queue_.assign(sources_.begin(), sources_.end());
  for (const std::uint32_t s : sources_) level_[s] = 0;
  std::uint32_t last = unseen;
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    const std::uint32_t v = queue_[i];
    if (level_[v] >= last) break;
    for (std::uint32_t j = begin_[v]; j != begin_[v + std::size_t{1}]; ++j) {
      const arc& a = arcs_[j];
      if (a.residual == 0 || level_[a.to] != unseen) continue;
      level_[a.to] = level_[v] + 1;
      if (terminal_[a.to] == sink) last = level_[a.to];
      queue_.push_back(a.to);
    }
  }
  return last != unseen;
}

// Depth-first search with a stack of arcs; one augmenting path per call.
std::int64_t flow_network::push_along_levels(std::uint32_t from, std::int64_t most) {
  path_.clear();
  for (std::uint32_t v = from;;) {
    if (terminal_[v] == sink) break;
    std::uint32_t& j = next_[v];
    while (j != begin_[v + std::size_t{1}] && (arcs_[j].residual == 0 || level_[arcs_[j].to] != level_[v] + 1)) ++j;
    if (j != begin_[v + std::size_t{1}]) {
      path_.push_back(j);
      v = arcs_[j].to;
      continue;
    }
    if (path_.empty()) return 0;
    const std::uint32_t back = path_.back();
    path_.pop_back();
    v = arcs_[arcs_[back].reverse].to;
    ++next_[v];
  }
  for (const std::uint32_t j : path_) most = std::min<std::int64_t>(most, arcs_[j].residual);
  for (const std::uint32_t j : path_) {
    arcs_[j].residual -= static_cast<std::int32_t>(most);
    arcs_[arcs_[j].reverse].residual += static_cast<std::int32_t>(most);
  }
  return most;
}

std::int64_t flow_network::augment(std::int64_t enough) {
  while (flow_ < enough && find_levels()) {
    next_.assign(begin_.begin(), begin_.end() - 1);
    for (const std::uint32_t s : sources_)
      while (flow_ < enough) {
        const std::int64_t pushed = push_along_levels(s, unlimited);
        if (pushed == 0) break;
        flow_ += pushed;
      }
  }
  return flow_;
}

void flow_network::find_sides() {
  const auto start = [&](std::vector<std::uint8_t>& mark, const std::vector<std::uint32_t>& from) {
    mark.assign(terminal_.size(), 0);
    queue_.assign(from.begin(), from.end());
    for (const std::uint32_t v : from) mark[v] = 1;
  };
  start(reached_, sources_);
  spread(reached_, false, [](std::uint32_t) {});
  start(reaching_, sinks_);
  spread(reaching_, true, [](std::uint32_t) {});
}

}  // namespace amorph::hypergraph
