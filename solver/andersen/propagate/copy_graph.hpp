// The copy graph: copy edges between representatives, grouped by destination (CSR). It is rebuilt at the beginning of a
// round if variables have been merged or edges added; each edge keeps the set that it has already propagated.
#pragma once

#include <bit>

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/primitives/sort.hpp"
#include "solver/andersen/propagate/edge_table.hpp"
#include "solver/andersen/propagate/hub.hpp"
#include "solver/andersen/propagate/pull.hpp"
#include "solver/andersen/sets/sets.hpp"

namespace amorph::andersen {

template <class Exec> class copy_graph {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // `ids`: variables, then shifts. `capacity`: initial capacity for new edges. The counters are in the executor's
  // memory.
  copy_graph(Exec& exec, uint32_t variables, uint32_t objects, uint32_t ids, uint64_t* counter, uint64_t* redirected,
             uint32_t* full, uint64_t capacity)
      : exec_(exec),
        variables_(variables),
        id_bits_(static_cast<unsigned>(std::bit_width(ids))),
        count_(counter),
        redirected_(redirected),
        full_(full),
        slots_(exec, std::bit_ceil(4 * capacity)),
        list_(exec, capacity),
        keys_(exec, 0),
        sorted_(exec, 0),
        row_begin_(exec, ids),
        row_end_(exec, ids),
        src_(exec, 0),
        seen_(exec, 0),
        old_keys_(exec, 0),
        old_seen_(exec, 0),
        hub_(exec, objects) {
    exec.template fill<uint64_t>(slots_.span(), 0);
    exec.template fill<uint64_t>(row_begin_.span(), 0);
    exec.template fill<uint64_t>(row_end_.span(), 0);
    exec.write(count_, uint64_t{0});
    exec.write(redirected_, uint64_t{0});
    exec.write(full_, 0u);
  }

  [[nodiscard]] pull_graph view() const { return {row_begin_.data(), row_end_.data(), src_.data(), seen_.data()}; }
  [[nodiscard]] const uint64_t* keys() const { return sorted_.data(); }  // dst << id_bits() | src, ascending
  [[nodiscard]] unsigned id_bits() const { return id_bits_; }
  [[nodiscard]] uint64_t edges() const { return edges_; }
  [[nodiscard]] graph_hub<Exec>& hub() { return hub_; }
  [[nodiscard]] edge_table additions() const {
    return {slots_.data(), slots_.size() - 1, list_.data(), list_.size(), count_, full_};
  }

  // After *full was seen: keeps the added edges and doubles the capacity.
  void grow(uint64_t added) {
    added = std::min<uint64_t>(added, list_.size());
    list_.resize(2 * list_.size());
    exec_.write(count_, added);
    exec_.write(full_, 0u);
    insert_all(added);
  }

  // Rebuilds the table from the edges of the graph and the first `added` of the list. O(edges).
  void insert_all(uint64_t added) {
    inserted_ = edges_ + added;
    redirected_at_most_ = 0;
    exec_.write(redirected_, uint64_t{0});
    slots_.resize_discard(std::bit_ceil(4 * std::max<uint64_t>(list_.size(), edges_)));
    exec_.template fill<uint64_t>(slots_.span(), 0);
    const edge_table table = additions();
    const uint64_t* keys = sorted_.data();
    const unsigned bits = id_bits_;
    const uint64_t known = edges_, low = (uint64_t{1} << bits) - 1;
    exec_.for_each(
        known + added, AMORPH_LAMBDA(std::size_t i) {
          (void)table.insert(
              i < known ? edge_key(static_cast<uint32_t>(keys[i] >> bits), static_cast<uint32_t>(keys[i] & low))
                        : table.list[i - known]);
        });
  }

  // Inserts the `added` new edges, redirects edges to representatives, and removes self-loops, duplicates and edges
  // that the hub implies. A variable that was merged since the last rebuild (`before` is rep at that time) and whose
  // set differs from its representative's remains a source of it for this round, so that its set is propagated.
  // O((edges + variables) bits / 8).
  void rebuild(uint64_t added, bool merged, const uint32_t* rep, const uint32_t* before, const uint32_t* set) {
    if (added == 0 && !merged && edges_ != 0) return;
    const uint64_t known = edges_, total = known + added, maximum = total + (merged ? variables_ : 0);
    keys_.resize_discard(maximum);
    const uint64_t* old = sorted_.data();
    const uint64_t* fresh = list_.data();
    uint64_t* keys = keys_.data();
    const unsigned bits = id_bits_;
    const uint64_t low = (uint64_t{1} << bits) - 1, nothing = (uint64_t{1} << (2 * bits)) - 1;
    const uint32_t variables = variables_;
    const edge_table table = additions();
    uint64_t* redirected = redirected_;
    exec_.for_each(
        total, AMORPH_LAMBDA(std::size_t i) {
          const uint32_t to =
              i < known ? static_cast<uint32_t>(old[i] >> bits) : static_cast<uint32_t>(fresh[i - known] >> 32);
          const uint32_t from =
              i < known ? static_cast<uint32_t>(old[i] & low) : static_cast<uint32_t>(fresh[i - known]);
          const uint32_t dst = rep[to], src = from < variables ? rep[from] : from;
          keys[i] = dst == src ? nothing : uint64_t{dst} << bits | src;
          if (dst != src && (dst != to || src != from) &&  // so that it is not added again
              table.insert(edge_key(dst, src)) == edge_table::insertion::fresh)
            atomic_add(redirected, 1);
        });
    uint64_t* count = count_;
    exec_.write(count, total);
    if (merged)
      exec_.for_each(
          variables, AMORPH_LAMBDA(std::size_t v) {
            if (before[v] != v || rep[v] == v || set[v] == empty_set || set[v] == set[rep[v]]) return;
            keys[atomic_add(count, 1)] = uint64_t{rep[v]} << bits | v;
          });
    const uint64_t n = merged ? exec_.read(count) : total;
    sort(exec_, span<uint64_t>(keys, n), 0, 2 * bits);
    sorted_.swap(old_keys_);
    sorted_.resize_discard(n);
    edges_ = n == 0 ? 0 : unique(exec_, span<uint64_t>(keys, n), sorted_.span());
    if (edges_ != 0 && exec_.read(sorted_.data() + edges_ - 1) == nothing) --edges_;
    exec_.write(count, uint64_t{0});
    inserted_ += added;
    redirected_at_most_ += merged ? known : 0;
    if (2 * (inserted_ + redirected_at_most_) > slots_.size()) redirected_at_most_ = exec_.read(redirected_);
    if (2 * (inserted_ + redirected_at_most_) > slots_.size()) insert_all(0);
    seen_.swap(old_seen_);
    index();
    if (remove_implied()) index();
    keep_seen(known, rep, set);
  }

  // Finds the hub of the edges, and removes those that it implies; true if there are any.
  bool remove_implied() {
    const sorted_edges edges{sorted_.data(), edges_, id_bits_, variables_};
    hub_.find(edges, row_begin_.data(), row_end_.data());
    const hub_bits hub = hub_.view();
    if (hub.hub == none) return false;
    const unsigned bits = id_bits_;
    const uint64_t low = (uint64_t{1} << bits) - 1;
    const uint32_t variables = variables_;
    keys_.resize_discard(edges_);
    const uint64_t left = select(
        exec_, span<const uint64_t>(edges.keys, edges_),
        AMORPH_LAMBDA(uint64_t key) {
          const auto dst = static_cast<uint32_t>(key >> bits), src = static_cast<uint32_t>(key & low);
          return src >= variables || !hub.implies(dst, src);
        },
        keys_.span());
    const bool any = left != edges_;
    edges_ = left;
    sorted_.swap(keys_);
    return any;
  }

  // The CSR arrays, with nothing seen, from the keys. (Public because nvcc allows no device lambda in a private
  // member.)
  void index() {
    src_.resize_discard(edges_);
    seen_.resize_discard(edges_);
    exec_.template fill<uint64_t>(row_begin_.span(), 0);
    exec_.template fill<uint64_t>(row_end_.span(), 0);
    const uint64_t* keys = sorted_.data();
    const uint64_t edges = edges_, low = (uint64_t{1} << id_bits_) - 1;
    const unsigned bits = id_bits_;
    uint64_t *begin = row_begin_.data(), *end = row_end_.data();
    uint32_t *src = src_.data(), *seen = seen_.data();
    exec_.for_each(
        edges, AMORPH_LAMBDA(std::size_t e) {
          const uint64_t dst = keys[e] >> bits;
          src[e] = static_cast<uint32_t>(keys[e] & low);
          seen[e] = empty_set;
          if (e == 0 || keys[e - 1] >> bits != dst) begin[dst] = e;
          if (e + 1 == edges || keys[e + 1] >> bits != dst) end[dst] = e + 1;
        });
  }

  // An edge keeps the set that its destination has seen of it, unless the destination was merged into a variable with
  // another set.
  void keep_seen(uint64_t known, const uint32_t* rep, const uint32_t* set) {
    const uint64_t* keys = old_keys_.data();
    const uint32_t* old = old_seen_.data();
    const uint64_t low = (uint64_t{1} << id_bits_) - 1;
    const unsigned bits = id_bits_;
    const uint32_t variables = variables_;
    const pull_graph graph = view();
    exec_.for_each(
        known, AMORPH_LAMBDA(std::size_t i) {
          if (old[i] == no_set || old[i] == empty_set) return;
          const uint32_t to = static_cast<uint32_t>(keys[i] >> bits), from = static_cast<uint32_t>(keys[i] & low);
          const uint32_t dst = rep[to], src = from < variables ? rep[from] : from;
          if (dst == src || (dst != to && set[dst] != set[to])) return;
          uint64_t first = graph.row_begin[dst], last = graph.row_end[dst];
          while (last - first > 1) {
            const uint64_t middle = first + (last - first) / 2;
            (graph.src[middle] <= src ? first : last) = middle;
          }
          if (first == last || graph.src[first] != src) return;  // implied by the hub: the edge is gone
          atomic_store(&graph.seen[first], old[i]);
        });
  }

 private:
  Exec& exec_;
  uint32_t variables_;
  unsigned id_bits_;
  uint64_t* count_;
  uint64_t* redirected_;  // keys that were inserted when edges were redirected
  uint32_t* full_;
  buffer<uint64_t> slots_, list_, keys_, sorted_, row_begin_, row_end_;
  buffer<uint32_t> src_, seen_;
  buffer<uint64_t> old_keys_;
  buffer<uint32_t> old_seen_;
  graph_hub<Exec> hub_;
  uint64_t edges_ = 0;
  uint64_t inserted_ = 0;  // keys in the table, without the redirected ones
  uint64_t redirected_at_most_ = 0;
};

}  // namespace amorph::andersen
