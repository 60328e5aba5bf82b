// Maximum flow by Dinitz's algorithm with terminals that may be added, and reachability in the residual network.
//
// Nodes that the sources reach stay so while sources are added, and no augmenting path of a new source meets them; the
// same holds for nodes that reach the sinks. A search therefore goes on from the new terminals only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace amorph::hypergraph {

class flow_network {
 public:
  static constexpr std::int32_t unlimited = 1 << 30;

  // Nodes and arcs are added, then finish() is called once.
  void clear(std::uint32_t nodes);
  std::uint32_t add_node();
  void add(std::uint32_t from, std::uint32_t to, std::int32_t capacity, std::int32_t reverse_capacity = 0);
  void finish();

  [[nodiscard]] bool is_source(std::uint32_t v) const { return terminal_[v] == source; }
  [[nodiscard]] bool is_sink(std::uint32_t v) const { return terminal_[v] == sink; }
  void make_source(std::uint32_t v) { make_terminal(source, v); }
  void make_sink(std::uint32_t v) { make_terminal(sink, v); }

  // Augments to a maximum flow, or until the flow is `enough`; returns its value since clear(). Between two calls,
  // terminals of one kind may be added to what find_sides() found.
  std::int64_t augment(std::int64_t enough);
  // After augment() to a maximum: nodes that sources reach, or that reach sinks, in the residual network.
  void find_sides();
  // Makes v, which the sinks (with `to_sinks`: the sources) do not reach, a terminal. Calls reaches(u) for v and each
  // further node of its side.
  template <class F> void extend(bool to_sinks, std::uint32_t v, F reaches);
  [[nodiscard]] bool from_source(std::uint32_t v) const { return reached_[source][v] != 0; }
  [[nodiscard]] bool to_sink(std::uint32_t v) const { return reached_[sink][v] != 0; }

 private:
  enum kind : std::uint8_t { source, sink, inner };  // searches from sinks go against the arcs
  static constexpr std::uint32_t unseen = ~std::uint32_t{0};
  struct arc {
    std::uint32_t to, reverse;
    std::int32_t residual;
  };
  struct new_arc {
    std::uint32_t from, to;
    std::int32_t capacity, reverse_capacity;
  };

  void make_terminal(kind k, std::uint32_t v) { terminal_[v] = k, terminals_[k].push_back(v); }
  // The capacity that a search from terminals of kind k has along the arc.
  template <kind k> [[nodiscard]] std::int32_t residual(const arc& a) const {
    return k == source ? a.residual : arcs_[a.reverse].residual;
  }
  template <kind k> void augment_from_new(std::int64_t enough);
  template <kind k> bool find_levels();
  template <kind k> void push_along_levels(std::uint32_t from, std::int64_t enough);
  template <kind k> std::size_t push_along_path();
  template <kind k, class F> void spread(F reaches);  // from the nodes of queue_

  std::vector<new_arc> added_;
  std::vector<std::uint32_t> begin_, level_, next_, queue_, start_, path_;
  std::vector<arc> arcs_;
  std::vector<std::uint8_t> terminal_;
  std::array<std::vector<std::uint32_t>, 2> terminals_;
  std::array<std::vector<std::uint8_t>, 2> reached_;
  kind searched_ = source;  // from where augment() came last
  std::int64_t flow_ = 0;
};

template <flow_network::kind k, class F> void flow_network::spread(F reaches) {
  std::vector<std::uint8_t>& mark = reached_[k];
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    const std::uint32_t v = queue_[i];
    reaches(v);
    for (std::uint32_t j = begin_[v]; j != begin_[v + std::size_t{1}]; ++j) {
      const arc& a = arcs_[j];
      if (mark[a.to] != 0 || residual<k>(a) == 0) continue;
      mark[a.to] = 1;
      queue_.push_back(a.to);
    }
  }
}

template <class F> void flow_network::extend(bool to_sinks, std::uint32_t v, F reaches) {
  to_sinks ? make_sink(v) : make_source(v);
  queue_.assign(1, v);
  reached_[to_sinks ? sink : source][v] = 1;
  to_sinks ? spread<sink>(reaches) : spread<source>(reaches);
}

}  // namespace amorph::hypergraph
