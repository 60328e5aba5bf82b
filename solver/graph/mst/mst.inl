// Minimum spanning forests by Boruvka's rounds: every tree chooses its lightest edge, and the trees that these edges
// connect are merged.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/strategy_choice.hpp"
#include "solver/graph/mst/core.hpp"
#include "solver/graph/mst/edges.hpp"
#include "solver/graph/mst/merging.hpp"
#include "solver/graph/mst/mst.hpp"
#include "solver/graph/mst/trees.hpp"
#if !AMORPH_DEVICE_COMPILER
#include "solver/graph/mst/kruskal.hpp"
#endif

namespace amorph::mst {

// The bits of a weight as a word that sorts as weights do.
template <class Word> inline constexpr Word sign_bit = Word{1} << (8 * sizeof(Word) - 1);
struct integer_order {
  template <class Word> AMORPH_BODY static Word word(Word bits) { return bits ^ sign_bit<Word>; }
};
struct real_order {
  template <class Word> AMORPH_BODY static Word word(Word bits) {
    if (bits == sign_bit<Word>) bits = 0;  // -0 is 0
    return (bits & sign_bit<Word>) != 0 ? ~bits : bits | sign_bit<Word>;
  }
};
template <class Order> struct store_word {
  const std::uint32_t* from;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t e) const { to[e] = Order::word(from[e]); }
};
template <class Order> struct store_key {
  const std::uint64_t* from;
  std::uint64_t* to;
  std::uint32_t* place;
  AMORPH_BODY void operator()(std::size_t e) const {
    to[e] = Order::word(from[e]);
    place[e] = static_cast<std::uint32_t>(e);
  }
};
// Sizes of the edge lists that join_rounds reads and writes in turns, and of the forest.
struct list_counts {
  std::uint32_t edges[3], forest, overflow;  // overflow: 1 if a list was too short
};
struct store_rank {
  const std::uint32_t* place;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t rank) const { to[place[rank]] = static_cast<std::uint32_t>(rank); }
};

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  static constexpr std::size_t samples = 4096;

 public:
  core(Exec& exec, const mst::problem& problem, run_request& run)
      : exec_(exec), device_(exec, problem.graph), graph_(device_.graph()) {
    const std::size_t n = graph_.vertices, m = graph_.edges();
    if (m >= std::numeric_limits<std::uint32_t>::max())
      throw error(status::bad_input, "expected fewer than 4294967295 arcs, found " + std::to_string(m));
    order_ = {graph_, nullptr, device_.undirected()};
    strategy_ = static_cast<strategy>(run.strategy);
    if (strategy_ == strategy::automatic && suits_kruskal()) strategy_ = strategy::kruskal;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (strategy_ == strategy::kruskal) {
      prepare_kruskal();
      return;
    }
    if (has_weights()) make_words();
    if (strategy_ == strategy::automatic) strategy_ = fastest();
    run.strategy = static_cast<std::uint32_t>(strategy_);
    parent_ = buffer<std::uint32_t>(exec, n);
    lightest_[0] = buffer<std::uint64_t>(exec, n);
    if (by_list()) {
      lightest_[1] = buffer<std::uint64_t>(exec, n);
      forest_ = buffer<std::uint32_t>(exec, n);
      for (auto& list : list_) list = buffer<edge_entry>(exec, most_edges());
      sample_ = buffer<std::uint32_t>(exec, samples);
      counts_ = buffer<list_counts>(exec, 1);
    } else {
      from_ = buffer<std::uint32_t>(exec, m);
      device_.write_origins(from_.span());
      any_ = buffer<std::uint32_t>(exec, 1);
    }
    if (by_rounds()) {
      forest_ = buffer<std::uint32_t>(exec, (m + 31) / 32);
      partner_ = buffer<std::uint32_t>(exec, n);
      name_ = buffer<std::uint32_t>(exec, n);
    }
    if (strategy_ == strategy::stm) invisible_.emplace(exec, graph_.vertices);
    if (strategy_ == strategy::stm_priority) priority_.emplace(exec, graph_.vertices);
    if (strategy_ == strategy::stm_pessimistic) pessimistic_.emplace(exec, graph_.vertices);
    if (strategy_ == strategy::stm_block) block_.emplace(exec, graph_.vertices);
  }

  void solve() {
    if (graph_.vertices == 0) return;
    if (strategy_ == strategy::kruskal) return with_kruskal();
    if (by_list()) return with_lists();
    if (by_rounds()) return with_rounds();
    with_transactions([&](auto& merging) {
      statistics_ =
          merging.solve(order_, from_.data(), disjoint_sets{parent_.data()}, lightest_[0].span(), any_.data());
    });
  }

  void finish(answer& answer) {
    answer.count = 0;
    answer.transactions = statistics_;
    if (graph_.vertices == 0) return;
    for (auto& list : list_) list.release();  // their memory is reused
    buffer<std::uint32_t> arcs(exec_, graph_.vertices);
    if (by_list() || strategy_ == strategy::kruskal) {
      answer.count = by_list() ? listed() : joined_;
      arcs.swap(forest_);
      sort(exec_, arcs.span().subspan(0, answer.count));
    } else if (by_rounds()) {
      answer.count = select_indices(exec_, graph_.edges(), in_forest{forest_.data()}, arcs.span());
    } else {
      with_transactions(
          [&](auto& merging) { answer.count = select(exec_, merging.joined_by(), has_joined{}, arcs.span()); });
      sort(exec_, arcs.span().subspan(0, answer.count));
    }
    std::vector<std::uint32_t> host(answer.count);
    exec_.template copy_out<std::uint32_t>(arcs.span().subspan(0, answer.count), span<std::uint32_t>(host));
    std::copy(host.begin(), host.end(), answer.arcs);
  }

 private:
  [[nodiscard]] bool by_list() const { return strategy_ == strategy::edges || strategy_ == strategy::filter; }
  [[nodiscard]] bool has_weights() const { return device_.kind() != weight_kind::none; }
  [[nodiscard]] bool by_rounds() const { return strategy_ == strategy::propagate || strategy_ == strategy::components; }
  // The contention policies; calls f with the one in use.
  template <class F> void with_transactions(F f) {
    if (invisible_) f(*invisible_);
    if (priority_) f(*priority_);
    if (pessimistic_) f(*pessimistic_);
    if (block_) f(*block_);
  }
  [[nodiscard]] std::uint64_t most_edges() const {
    return device_.undirected() ? graph_.edges() / 2 + 1 : graph_.edges();
  }
  [[nodiscard]] std::uint64_t bytes_for_all() const {
    return graph_.vertices * (sizeof(std::uint32_t) + sizeof(std::uint64_t)) + scratch_for(graph_.vertices);
  }
  [[nodiscard]] std::uint64_t bytes_for_rounds() const {
    return (graph_.edges() + graph_.vertices * std::uint64_t{2}) * sizeof(std::uint32_t) + graph_.edges() / 8;
  }
  // Edge lists of 32 bytes per edge, or as many words as there are vertices and arcs.
  [[nodiscard]] strategy fastest() {
    const std::uint64_t n = graph_.vertices, words = sizeof(std::uint32_t);
    const std::uint64_t for_lists =
        n * (words + sizeof(std::uint64_t)) + 2 * most_edges() * sizeof(edge_entry) + 2 * samples * words;
    const candidate<strategy> by_lists{strategy::filter, bytes_for_all() + for_lists},
        by_rounds{strategy::components, bytes_for_all() + bytes_for_rounds()};
    return first_that_fits(exec_, {by_lists, by_rounds});
  }

  void make_words() {
    words_ = buffer<std::uint32_t>(exec_, graph_.edges());
    with_order([&](auto order) { make_words(order); });
    order_.weight = words_.data();
  }
  template <class F> void with_order(F f) { is_real(device_.kind()) ? f(real_order{}) : f(integer_order{}); }
  [[nodiscard]] bool has_short_weights() const { return size_of(device_.kind()) == sizeof(std::uint32_t); }
  // Replaces 64-bit weights by their ranks; a stable sort keeps the order of arcs.
  template <class Order> void make_words(Order) {
    const std::size_t m = graph_.edges();
    if (has_short_weights()) {
      exec_.for_each(m, store_word<Order>{device_.template weight<std::uint32_t>(), words_.data()});
      return;
    }
    buffer<std::uint64_t> keys(exec_, m);
    buffer<std::uint32_t> place(exec_, m);
    exec_.for_each(m, store_key<Order>{device_.template weight<std::uint64_t>(), keys.data(), place.data()});
    sort_pairs(exec_, keys.span(), place.span());
    exec_.for_each(m, store_rank{place.data(), words_.data()});
  }

#if AMORPH_DEVICE_COMPILER
  [[nodiscard]] static bool suits_kruskal() { return false; }
  static void prepare_kruskal() { throw error(status::bad_input, "the strategy 'kruskal' runs on the CPU only"); }
  static void with_kruskal() {}
#else
  // Edges are joined on one thread, while rounds over all edges use each: measured on 1 to 16 threads, random graphs,
  // road maps and grids.
  [[nodiscard]] bool suits_kruskal() const {
    if (!has_weights()) return true;
    const std::uint64_t n = graph_.vertices, m = graph_.edges(), edges = most_edges(), words = sizeof(std::uint32_t);
    const bool has_few_threads = exec_.threads() == 1 || 3 * std::uint64_t{exec_.threads()} * n <= 2 * edges;
    const std::uint64_t to_sort = edges * (2 * size_of(device_.kind()) + words);
    return has_few_threads && (n + m + edges) * words + to_sort <= available_memory(exec_);
  }
  void prepare_kruskal() {
    forest_ = buffer<std::uint32_t>(exec_, graph_.vertices);
    if (!has_weights()) return;
    from_ = buffer<std::uint32_t>(exec_, graph_.edges());
    device_.write_origins(from_.span());
  }
  void with_kruskal() {
    exec_.report("edges", 0, graph_.edges());
    if (!has_weights()) {
      joined_ = join_in_order(exec_, order_, forest_.data());
      exec_.report("edges", graph_.edges(), graph_.edges());
      return;
    }
    const auto join = [&](auto order, const auto* weight) {
      joined_ = kruskal(exec_, order, order_, weight, from_.data(), most_edges()).join(forest_.data());
    };
    with_order([&](auto order) {
      has_short_weights() ? join(order, device_.template weight<std::uint32_t>())
                          : join(order, device_.template weight<std::uint64_t>());
    });
    exec_.report("edges", graph_.edges(), graph_.edges());
  }
#endif

  void with_lists() {
    constexpr std::uint32_t most = ~std::uint32_t{0};
    const disjoint_sets sets{parent_.data()};
    exec_.for_each(graph_.vertices, make_sets{sets, lightest_[0].data(), lightest_[1].data()});
    exec_.fill(counts_.span(), list_counts{});
    const std::uint32_t light = strategy_ == strategy::filter ? threshold() : most;
    join_all(0, light, true);
    if (light == most) return;
    exec_.for_each(graph_.vertices, flatten{sets, lightest_[0].data(), lightest_[1].data()});
    join_all(light + 1, most, false);
  }

  // The number of edges of the forest.
  std::uint32_t listed() {
    const list_counts counts = exec_.read(counts_.data());
    if (counts.overflow != 0 || counts.forest >= graph_.vertices)
      throw error(status::internal, "the capacity of an edge list was exceeded");
    return counts.forest;
  }

  // The weight below which there are about 2 edges per vertex, if these are a small part of all: they make up most of
  // the forest, and most of the others are within trees then.
  std::uint32_t threshold() {
    constexpr std::uint32_t most = ~std::uint32_t{0};
    const std::uint64_t m = graph_.edges(), edges = device_.undirected() ? m / 2 : m;
    if (order_.weight == nullptr || edges < 4 * std::uint64_t{graph_.vertices} || edges < samples) return most;
    exec_.for_each(samples, sample_word{order_, m / samples, sample_.data()});
    sort(exec_, sample_.span());
    return exec_.read(sample_.data() + samples * 2 * std::uint64_t{graph_.vertices} / edges);
  }

  // Rounds over the edges with weights in [low, high]; no set has a minimum before.
  void join_all(std::uint32_t low, std::uint32_t high, bool first) {
    using team = typename Exec::team;
    const disjoint_sets sets{parent_.data()};
    const auto capacity = static_cast<std::uint32_t>(list_[0].size());
    list_counts* const counts = counts_.data();
    exec_.fill(span<std::uint32_t>(counts->edges, 3), 0);
    exec_.report("edges", 0, graph_.edges());
    exec_.for_each_team(
        (graph_.edges() + tile<team, 8> - 1) / tile<team, 8>,
        gather_edges{order_, sets, first, low, high, lightest_[0].data(), {list_[0].data(), counts->edges, capacity}});
    persistent_over(exec_, graph_.edges(),
                    join_rounds<Exec>{sets,
                                      {lightest_[0].data(), lightest_[1].data()},
                                      {list_[0].data(), list_[1].data()},
                                      counts->edges,
                                      capacity,
                                      &counts->overflow,
                                      {forest_.data(), &counts->forest, graph_.vertices}});
  }

  void with_rounds() {
    const std::uint32_t n = graph_.vertices;
    std::uint32_t* tree = parent_.data();
    exec_.for_each(n, start_colour{tree});
    exec_.fill(lightest_[0].span(), no_edge);
    exec_.fill(forest_.span(), 0);
    auto until_none = [&](auto step) {
      do {
        exec_.write(any_.data(), 0);
        exec_.for_each(n, step);
      } while (exec_.read(any_.data()) != 0);
    };
    for (std::uint64_t round = 1;; ++round) {
      exec_.report("round", round);
      for_each_edge(exec_, graph_, balance::warp, offer_arc{order_, tree, lightest_[0].data()});
      exec_.write(any_.data(), 0);
      exec_.for_each(n, choose_partner{tree, from_.data(), graph_.to.data(), lightest_[0].data(), partner_.data(),
                                       forest_.data(), any_.data()});
      if (exec_.read(any_.data()) == 0) return;
      if (strategy_ == strategy::components) {
        exec_.for_each(n, break_cycle{partner_.data(), name_.data()});
        until_none(jump{name_.data(), any_.data()});
      } else {
        exec_.for_each(n, start_colour{name_.data()});
        until_none(pass_colour{partner_.data(), name_.data(), any_.data()});
      }
      exec_.for_each(n, rename{tree, name_.data(), lightest_[0].data()});
    }
  }

  Exec& exec_;
  device_graph<Exec> device_;
  csr graph_;
  edge_order order_;
  mst::strategy strategy_ = strategy::automatic;
  buffer<std::uint32_t> words_, parent_, forest_, any_, sample_, from_, partner_, name_;
  buffer<std::uint64_t> lightest_[2];
  buffer<list_counts> counts_;
  buffer<edge_entry> list_[2];
  std::optional<merging<Exec, contention::invisible>> invisible_;
  std::optional<merging<Exec, contention::priority>> priority_;
  std::optional<merging<Exec, contention::pessimistic>> pessimistic_;
  std::optional<merging<Exec, contention::block>> block_;
  transaction_statistics statistics_;
  std::uint32_t joined_ = 0;
};

}  // namespace amorph::mst
