// The upper depths of a nested dissection, several depths in each pass: coarsen the graphs of all trees together,
// divide the coarsest one on the host, project, and refine all separators at once on every level.
//
// Coarsening once for several depths saves most of what a dissection costs otherwise, and gives a device enough to do:
// the graphs of a pass are one graph, which matching and contraction of `coarsening` take as it is.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/primitives/scan.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "partitioner/coarsening/contract.hpp"
#include "partitioner/coarsening/match.hpp"
#include "partitioner/ordering/forest/core.hpp"
#include "partitioner/ordering/forest/pass_steps.hpp"
#include "partitioner/ordering/forest/refine.hpp"

namespace amorph::ordering {

template <class Exec> class forest {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using level = partition::level<Exec>;

 public:
  forest(Exec& exec, const forest_problem& problem, run_request&)
      : exec_(exec), in_(problem.graph), problem_(problem) {}

  void solve() {
    answer_ = {};
    levels_.clear();
    first_ = 0;
    time(answer_.transfer_ms, [&] { load(); });
    std::vector<uint32_t> size{in_.vertices}, root{0};
    buffer<uint32_t> name;  // per vertex of the pass: its number in the whole graph; empty: the same
    while (!size.empty()) {
      const pass_plan plan(size);
      time(answer_.coarsen_ms, [&] { coarsen(plan); });
      time(answer_.divide_ms, [&] { divide_coarsest(plan, root); });
      while (levels_.size() != 1) {
        time(answer_.refine_ms, [&] {
          project();
          refine(plan);
        });
      }
      time(answer_.split_ms, [&] { next_pass(plan, name, size, root); });
      ++answer_.passes;
    }
    time(answer_.split_ms, [&] { sort_by_place(); });
  }

  void finish(forest_answer& answer) {
    exec_.template copy_out<uint32_t>(order_.span(), span<uint32_t>(answer.order, in_.vertices));
    exec_.template copy_out<uint32_t>(places_.span(), span<uint32_t>(answer.place, in_.vertices));
    answer_.order = answer.order;
    answer_.place = answer.place;
    answer = answer_;
  }

 private:
  // Depths and coarsest size of a pass.
  struct pass_plan {
    std::vector<uint32_t> depths;  // per tree
    uint32_t most = 0;
    uint32_t coarsest = 0;
    explicit pass_plan(const std::vector<uint32_t>& size) {
      const uint32_t largest = *std::max_element(size.begin(), size.end());
      const uint32_t in_all = halvings(largest), passes = (in_all + most_depths - 1) / most_depths;
      most = (in_all + passes - 1) / passes;
      const uint32_t end_size = largest >> most;
      for (const uint32_t n : size) {
        uint32_t d = 0;
        while (d != most && n >> d > end_size + end_size / 2) ++d;
        depths.push_back(std::max(1u, d));
        coarsest += coarse_part << depths.back();
      }
    }
    // Until parts have at most part_size vertices.
    static uint32_t halvings(uint32_t n) {
      uint32_t h = 1;
      while (n >> h > part_size) ++h;
      return h;
    }
    [[nodiscard]] uint32_t trees() const { return static_cast<uint32_t>(depths.size()); }
  };
  static constexpr uint32_t coarse_part = 1000;  // vertices of a part in the coarsest graph

  template <class T> buffer<T> copy_in(const T* host, size_t n) { return buffer<T>(exec_, span<const T>(host, n)); }

  std::vector<uint32_t> copy_out(span<const uint32_t> values) {
    std::vector<uint32_t> host(values.size());
    exec_.template copy_out<uint32_t>(values, span<uint32_t>(host));
    return host;
  }

  void load() {
    level finest;
    finest.vertices = in_.vertices;
    finest.arcs = in_.to.size();
    finest.simple = true;
    if constexpr (Exec::on_device) {
      finest.begin = buffer<uint64_t>(exec_, in_.begin);
      finest.words = buffer<uint32_t>(exec_, in_.to);
      finest.vertex_weight = buffer<int32_t>(exec_, in_.vertex_weight);
      finest.view = {in_.vertices, finest.begin.data(), finest.words.data(), finest.vertex_weight.data(), nullptr};
    } else {
      finest.view = {in_.vertices, in_.begin.data(), in_.to.data(), in_.vertex_weight.data(), nullptr};
    }
    levels_.push_back(std::move(finest));
    tree_ = buffer<uint32_t>(exec_, in_.vertices);
    exec_.template fill<uint32_t>(tree_.span(), 0);
    places_ = buffer<uint32_t>(exec_, in_.vertices);
  }

  // The trees of the coarsest level's vertices are in tree_.
  void coarsen(const pass_plan& plan) {
    sum_weights();
    const int64_t heaviest = std::max<int64_t>(1, 3 * total_ / (2 * int64_t{plan.coarsest}));
    const partition::match_rule rule{std::min<int64_t>(heaviest, std::numeric_limits<int32_t>::max()),
                                     hash32(static_cast<uint32_t>(hash(problem_.seed + first_))),
                                     problem_.random_matching == 0};
    while (levels_.back().vertices > plan.coarsest) {
      report("coarsen");
      level& fine = levels_.back();
      partition::match_rule seeded = rule;
      seeded.seed += static_cast<uint32_t>(levels_.size()) * 0x632be5abu;
      buffer<uint32_t> mate(exec_, fine.vertices);
      partition::match(exec_, fine.view, fine.arcs, seeded, problem_.two_hop != 0, mate.span());
      // Two-hop matching pairs isolated vertices, of whatever tree.
      if (plan.trees() != 1) exec_.for_each(fine.vertices, unmatch_across{tree_.data(), mate.data()});
      level coarse = contract(exec_, fine, mate.span());
      if (coarse.vertices > fine.vertices - fine.vertices / 20) break;
      buffer<uint32_t> tree(exec_, coarse.vertices);
      exec_.for_each(fine.vertices, scatter_tree{fine.map.data(), tree_.data(), tree.data()});
      tree_.swap(tree);
      levels_.push_back(std::move(coarse));
    }
  }
  void sum_weights() {
    buffer<int64_t> sum(exec_, 1);
    reduce_into<int64_t>(exec_, levels_.front().vertices, vertex_weight_of{levels_.front().view}, sum.data(), 0);
    total_ = exec_.read(sum.data());
  }

  void divide_coarsest(const pass_plan& plan, const std::vector<uint32_t>& root) {
    report("divide");
    const host_graph coarsest = copied_out(exec_, levels_.back());
    const std::vector<uint32_t> tree = copy_out(tree_.span());
    const coarse_trees trees{
        partition::view_of(coarsest), tree.data(), plan.trees(), first_, root.data(), plan.depths.data()};
    std::vector<uint32_t> place(coarsest.vertices);
    split_.assign(size_t{plan.trees()} * tree_nodes, 0);
    if (const int code = problem_.divide(problem_.context, &trees, place.data(), split_.data()); code != 0)
      throw error(static_cast<status>(code), static_cast<status>(code) == status::interrupted
                                                 ? "interrupted"
                                                 : "the coarsest graph could not be divided");
    std::vector<int64_t> weight(split_.size(), 0);
    for (uint32_t v = 0; v != coarsest.vertices; ++v) weight[place[v]] += coarsest.vertex_weight[v];
    place_ = copy_in(place.data(), place.size());
    weight_ = copy_in(weight.data(), weight.size());
    split_there_ = copy_in(split_.data(), split_.size());
    exec_.sync();
  }

  // Removes the coarsest level.
  void project() {
    report("refine");
    const level& fine = levels_[levels_.size() - 2];
    buffer<uint32_t> place(exec_, fine.vertices);
    exec_.for_each(fine.vertices, project_place{fine.map.data(), place_.data(), place.data()});
    place_.swap(place);
    levels_.pop_back();
    levels_.back().map.release();
  }

  void refine(const pass_plan& plan) {
    const level& here = levels_.back();
    const size_t n = here.vertices;
    buffer<uint32_t> kept(exec_, n), original(exec_, n), running(exec_, refine_turns);
    buffer<int32_t> gain(exec_, n);
    buffer<uint64_t> claim(exec_, n);
    buffer<separator_pass> passes(exec_, size_t{plan.trees()} << (plan.most - 1));
    exec_.template fill<uint32_t>(kept.span(), none);
    exec_.template fill<uint64_t>(claim.span(), 0);
    append_list<Exec> even(exec_, n), odd(exec_, n), moved(exec_, n);
    const forest_rule rule{plan.trees(), plan.most, problem_.imbalance, problem_.refinement,
                           hash32(static_cast<uint32_t>(hash(problem_.seed + first_ + levels_.size())))};
    refine_forest(exec_,
                  forest_view<Exec>{here.view,
                                    rule,
                                    split_there_.data(),
                                    place_.data(),
                                    kept.data(),
                                    original.data(),
                                    gain.data(),
                                    claim.data(),
                                    {even.view(), odd.view()},
                                    moved.view(),
                                    passes.data(),
                                    weight_.data(),
                                    running.data()},
                  here.arcs);
  }

  // Records the places, and leaves the graph of the next pass as the only level.
  void next_pass(const pass_plan& plan, buffer<uint32_t>& name, std::vector<uint32_t>& size,
                 std::vector<uint32_t>& root) {
    level& here = levels_.front();
    const uint32_t places = plan.trees() * tree_nodes;
    buffer<uint32_t> count(exec_, places);
    exec_.template fill<uint32_t>(count.span(), 0);
    exec_.for_each(here.vertices,
                   record_place{place_.data(), name.data(), first_ * tree_nodes, places_.data(), count.data()});
    const std::vector<uint32_t> counts = copy_out(count.span());
    std::vector<uint32_t> tree_of(places, none);
    size.clear();
    root.clear();
    for (uint32_t p = 0; p != places; ++p) {
      // Parts that could not be divided further are left as they are.
      if (counts[p] <= 2 * part_size || split_[p] != 0 || depth_of(p) != plan.depths[p / tree_nodes]) continue;
      tree_of[p] = static_cast<uint32_t>(size.size());
      size.push_back(counts[p]);
      root.push_back(first_ * tree_nodes + p);
    }
    first_ += plan.trees();
    if (!size.empty()) extract(tree_of, name);
  }

  // The graph of the vertices whose place has a tree.
  void extract(const std::vector<uint32_t>& tree_of, buffer<uint32_t>& name) {
    level& whole = levels_.front();
    const buffer<uint32_t> tree_there = copy_in(tree_of.data(), tree_of.size());
    buffer<uint32_t> chosen(exec_, whole.vertices), number(exec_, whole.vertices);
    level part;
    part.vertices = static_cast<uint32_t>(
        select_indices(exec_, whole.vertices, has_tree{place_.data(), tree_there.data()}, chosen.span()));
    const uint32_t n = part.vertices;
    buffer<uint32_t> names(exec_, n), tree(exec_, n);
    exec_.for_each(n, number_chosen{chosen.data(), place_.data(), tree_there.data(), name.data(), number.data(),
                                    names.data(), tree.data()});
    buffer<uint64_t> length(exec_, n);
    exec_.for_each(n, count_inside{whole.view, chosen.data(), place_.data(), length.data()});
    part.begin = buffer<uint64_t>(exec_, n + size_t{1});
    offsets(exec_, length.span(), part.begin.span());
    part.arcs = exec_.read(part.begin.data() + n);
    part.words = buffer<uint32_t>(exec_, part.arcs);
    part.vertex_weight = buffer<int32_t>(exec_, whole.view.vertex_weight != nullptr ? n : 0);
    exec_.for_each(n, copy_inside{whole.view, chosen.data(), place_.data(), number.data(), part.begin.data(),
                                  part.words.data(), part.vertex_weight.data()});
    part.simple = true;
    part.view = {n, part.begin.data(), part.words.data(),
                 whole.view.vertex_weight != nullptr ? part.vertex_weight.data() : nullptr, nullptr};
    name.swap(names);
    tree_.swap(tree);
    levels_.clear();
    levels_.push_back(std::move(part));
  }

  void sort_by_place() {
    const uint32_t n = in_.vertices;
    levels_.clear();
    order_ = buffer<uint32_t>(exec_, n);
    buffer<uint32_t> key(exec_, n);
    exec_.copy(span<const uint32_t>(places_.span()), key.span());
    exec_.for_each(n, count_up{order_.data()});
    unsigned bits = 1;
    while (bits != 32 && uint64_t{first_} * tree_nodes >> bits != 0) ++bits;
    sort_pairs(exec_, key.span(), order_.span(), 0, bits);
  }

  void report(const char* stage) {
    exec_.report(stage, levels_.size() - 1);
    exec_.check_stop();
  }
  template <class F> void time(double& ms, F f) {
    const stopwatch watch;
    f();
    exec_.sync();
    ms += watch.ms();
  }

  Exec& exec_;
  const partition::graph& in_;
  const forest_problem& problem_;
  forest_answer answer_ = {};
  std::vector<level> levels_;
  uint32_t first_ = 0;          // number of the first tree of the pass
  int64_t total_ = 0;           // weight
  std::vector<uint8_t> split_;  // per place of the pass
  buffer<uint8_t> split_there_;
  buffer<uint32_t> tree_;            // per vertex of the coarsest level
  buffer<uint32_t> place_;           // per vertex of the level, counted from the pass's first
  buffer<int64_t> weight_;           // per place
  buffer<uint32_t> places_, order_;  // of the whole graph
};

}  // namespace amorph::ordering
