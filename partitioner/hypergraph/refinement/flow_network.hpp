// Maximum flow by Dinitz's algorithm with terminals that may be added, and what the residual network reaches.
#pragma once

#include <cstdint>
#include <vector>

namespace amorph::hypergraph {

class flow_network {
 public:
  static constexpr std::int32_t unlimited = 1 << 30;

  // Arcs are added to any nodes, then finish() is called once.
  void clear(std::uint32_t nodes);
  void add(std::uint32_t from, std::uint32_t to, std::int32_t capacity, std::int32_t reverse_capacity = 0);
  void finish();

  [[nodiscard]] bool is_source(std::uint32_t v) const { return terminal_[v] == source; }
  [[nodiscard]] bool is_sink(std::uint32_t v) const { return terminal_[v] == sink; }
  void make_source(std::uint32_t v) { terminal_[v] = source, sources_.push_back(v); }
  void make_sink(std::uint32_t v) { terminal_[v] = sink, sinks_.push_back(v); }

  // Augments to a maximum flow, or until the flow is `enough`; returns its value since clear().
  std::int64_t augment(std::int64_t enough);
  // After augment() to a maximum: nodes that sources reach, or that reach sinks, in the residual network.
  void find_sides();
  // Makes v, which the sinks (with `to_sinks`: the sources) do not reach, a terminal. Calls reaches(u) for v and each
  // further node of its side.
  template <class F> void extend(bool to_sinks, std::uint32_t v, F reaches);
  [[nodiscard]] bool from_source(std::uint32_t v) const { return reached_[v] == 1; }
  [[nodiscard]] bool to_sink(std::uint32_t v) const { return reaching_[v] == 1; }

 private:
  enum : std::uint8_t { inner, source, sink };
  static constexpr std::uint32_t unseen = ~std::uint32_t{0};
  struct arc {
    std::uint32_t to, reverse;
    std::int32_t residual;
  };
  struct new_arc {
    std::uint32_t from, to;
    std::int32_t capacity, reverse_capacity;
  };

  template <class F>
  void spread(std::vector<std::uint8_t>& mark, bool backwards, F reaches);  // from the nodes of queue_, marked
  bool find_levels();
  std::int64_t push_along_levels(std::uint32_t from, std::int64_t most);

  std::vector<new_arc> added_;
  std::vector<std::uint32_t> begin_, level_, next_, queue_, sources_, sinks_, path_;
  std::vector<arc> arcs_;
  std::vector<std::uint8_t> terminal_, reached_, reaching_;
  std::int64_t flow_ = 0;
};

template <class F> void flow_network::spread(std::vector<std::uint8_t>& mark, bool backwards, F reaches) {
  for (std::size_t i = 0; i != queue_.size(); ++i) {
    const std::uint32_t v = queue_[i];
    reaches(v);
    for (std::uint32_t j = begin_[v]; j != begin_[v + std::size_t{1}]; ++j) {
      const arc& a = arcs_[j];
      if (mark[a.to] != 0 || (backwards ? arcs_[a.reverse].residual : a.residual) == 0) continue;
      mark[a.to] = 1;
      queue_.push_back(a.to);
    }
  }
}

template <class F> void flow_network::extend(bool to_sinks, std::uint32_t v, F reaches) {
  to_sinks ? make_sink(v) : make_source(v);
  std::vector<std::uint8_t>& mark = to_sinks ? reaching_ : reached_;
  queue_.assign(1, v);
  mark[v] = 1;
  spread(mark, to_sinks, reaches);
}

}  // namespace amorph::hypergraph
