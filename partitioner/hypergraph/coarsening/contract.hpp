// The coarser hypergraph: a vertex per cluster, without nets of a single pin, and identical nets merged.
//
// Identical nets are found by a fingerprint, the sum of the hashes of their pins, then compared pin by pin (Aykanat,
// Cambazoglu and Ucar, "Multi-level direct K-way hypergraph partitioning with multiple constraints and fixed vertices",
// JPDC 2008). Coarse vertices are numbered in the order of the vertices that name the clusters, coarse nets in the
// order of the nets: both by prefix sums.
#pragma once

#include <algorithm>

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "partitioner/hypergraph/level.hpp"

namespace amorph::hypergraph {

AMORPH_HD inline void sort_pins(uint32_t* first, uint32_t* last) {
#if AMORPH_DEVICE_COMPILER
  for (ptrdiff_t gap = (last - first) / 2; gap > 0; gap /= 2)
    for (uint32_t* i = first + gap; i < last; ++i) {
      const uint32_t p = *i;
      uint32_t* j = i;
      for (; j - first >= gap && *(j - gap) > p; j -= gap) *j = *(j - gap);
      *j = p;
    }
#else
  std::sort(first, last);
#endif
}

// The range that holds j, of n ranges that begin at begin[i].
AMORPH_HD inline uint32_t range_of(const uint64_t* begin, uint32_t n, uint64_t j) {
  uint32_t i = 0, end = n;
  while (end - i > 1) {
    const uint32_t middle = i + (end - i) / 2;
    if (begin[middle] <= j)
      i = middle;
    else
      end = middle;
  }
  return i;
}

// Maps a net's pins to clusters, sorted and distinct, at the place of the fine net.
struct map_net {
  hypergraph_view g;
  const uint32_t* map;
  uint32_t* pin;
  uint32_t* size;
  uint64_t* fingerprint;
  uint64_t largest;  // pins; larger nets are left to map_large_nets
  AMORPH_BODY void operator()(size_t e) const {
    const uint64_t first = g.net_begin[e];
    size[e] = 0;
    fingerprint[e] = 0;
    if (g.net_begin[e + 1] - first > largest) return;
    uint32_t n = 0;
    for (uint64_t i = first; i != g.net_begin[e + 1]; ++i) pin[first + n++] = map[g.pin[i]];
    sort_pins(pin + first, pin + first + n);
    uint32_t distinct = 0;
    uint64_t sum = 0;
    for (uint32_t i = 0; i != n; ++i)
      if (i == 0 || pin[first + i] != pin[first + distinct - 1]) {
        sum += hash(pin[first + i]);
        pin[first + distinct++] = pin[first + i];
      }
    size[e] = distinct < 2 ? 0 : distinct;
    fingerprint[e] = sum;
  }
};

// Merges identical nets of equal fingerprints into the one with the smallest number.
struct merge_nets {
  const uint64_t* net_begin;
  const uint32_t* pin;
  uint32_t* size;  // 0: merged
  int32_t* weight;
  const uint64_t* fingerprint;
  const uint32_t* net;
  size_t n;
  AMORPH_BODY void operator()(size_t i) const {
    if (i != 0 && fingerprint[i - 1] == fingerprint[i]) return;
    for (size_t a = i; a != n && fingerprint[a] == fingerprint[i]; ++a) {
      if (size[net[a]] == 0) continue;
      for (size_t b = a + 1; b != n && fingerprint[b] == fingerprint[i]; ++b) {
        if (!same(net[a], net[b])) continue;
        weight[net[a]] += weight[net[b]];
        size[net[b]] = 0;
      }
    }
  }

 private:
  AMORPH_BODY bool same(uint32_t a, uint32_t b) const {
    if (size[a] != size[b]) return false;
    for (uint32_t i = 0; i != size[a]; ++i)
      if (pin[net_begin[a] + i] != pin[net_begin[b] + i]) return false;
    return true;
  }
};

template <class Exec> class contraction {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  // Sets fine.map; `cluster` is what clustering::run returned.
  contraction(Exec& exec, level<Exec>& fine, span<const uint32_t> cluster) : exec_(exec), fine_(fine) {
    number(cluster);
    vertices(cluster);
    nets();
    transpose(exec_, coarse_);
  }
  level<Exec> take() { return std::move(coarse_); }

  // (Public because nvcc allows no device lambda in a private member function.)
  void number(span<const uint32_t> cluster) {
    const uint32_t n = fine_.view.vertices;
    buffer<uint32_t> rank(exec_, n + size_t{1});
    const uint32_t* const of = cluster.data();
    offsets_of(exec_, n, AMORPH_LAMBDA(size_t v) { return uint32_t{of[v] == v}; }, rank.span());
    coarse_.view.vertices = exec_.read(rank.data() + n);
    fine_.map = buffer<uint32_t>(exec_, n);
    uint32_t* const map = fine_.map.data();
    const uint32_t* const number = rank.data();
    exec_.for_each(n, AMORPH_LAMBDA(size_t v) { map[v] = number[of[v]]; });
  }

  void vertices(span<const uint32_t> cluster) {
    const hypergraph_view g = fine_.view;
    const uint32_t n = coarse_.view.vertices;
    coarse_.vertex_weight = buffer<int32_t>(exec_, n);
    exec_.fill(coarse_.vertex_weight.span(), 0);
    if (g.fixed != nullptr) {
      coarse_.fixed = buffer<int32_t>(exec_, n);
      exec_.fill(coarse_.fixed.span(), -1);
    }
    if (g.guard != nullptr) coarse_.guard = buffer<uint32_t>(exec_, n);
    coarse_.view.move_cost = sums(g.move_cost, 1, coarse_.move_cost);
    coarse_.view.dimensions = g.dimensions;
    coarse_.view.weights = sums(g.weights, g.dimensions, coarse_.weights);
    int32_t *const weight = coarse_.vertex_weight.data(), *const fixed = coarse_.fixed.data();
    uint32_t* const guard = coarse_.guard.data();
    const uint32_t *const map = fine_.map.data(), *const of = cluster.data();
    exec_.for_each(
        g.vertices, AMORPH_LAMBDA(size_t v) {
          atomic_add(&weight[map[v]], g.weight(v));
          if (g.part_of_fixed(v) != -1) atomic_store(&fixed[map[v]], g.fixed[v]);
          if (g.guard != nullptr && of[v] == v) guard[map[v]] = g.guard[v];
        });
    coarse_.view.vertex_weight = weight;
    coarse_.view.fixed = fixed;
    coarse_.view.guard = guard;
  }

  // The sums over each cluster of `width` values per vertex; null for null.
  const int32_t* sums(const int32_t* from, uint32_t width, buffer<int32_t>& sum) {
    if (from == nullptr) return nullptr;
    sum = buffer<int32_t>(exec_, size_t{coarse_.view.vertices} * width);
    exec_.fill(sum.span(), 0);
    int32_t* const to = sum.data();
    const uint32_t* const map = fine_.map.data();
    exec_.for_each(
        fine_.view.vertices, AMORPH_LAMBDA(size_t v) {
          for (uint32_t i = 0; i != width; ++i) atomic_add(&to[size_t{map[v]} * width + i], from[v * width + i]);
        });
    return to;
  }

  void nets() {
    const hypergraph_view g = fine_.view;
    buffer<uint32_t> pin(exec_, fine_.pins), size(exec_, g.nets), kept(exec_, g.nets);
    buffer<uint64_t> fingerprint(exec_, g.nets);
    buffer<int32_t> weight(exec_, g.nets);
    int32_t* const w = weight.data();
    exec_.for_each(g.nets, AMORPH_LAMBDA(size_t e) { w[e] = g.weight_of_net(e); });
    const uint64_t largest = Exec::on_device ? largest_by_thread : ~uint64_t{0};
    exec_.for_each(g.nets, map_net{g, fine_.map.data(), pin.data(), size.data(), fingerprint.data(), largest});
    if constexpr (Exec::on_device) map_large_nets(pin.data(), size.data(), fingerprint.data());
    merge(pin, size, fingerprint, weight, kept);

    const uint32_t* const sizes = size.data();
    const auto nonempty = AMORPH_LAMBDA(size_t e) { return sizes[e] != 0; };
    const auto n = static_cast<uint32_t>(select_indices(exec_, g.nets, nonempty, kept.span()));
    coarse_.net_begin = buffer<uint64_t>(exec_, n + size_t{1});
    const uint32_t* const old = kept.data();
    offsets_of(exec_, n, AMORPH_LAMBDA(size_t i) { return uint64_t{sizes[old[i]]}; }, coarse_.net_begin.span());
    coarse_.pins = exec_.read(coarse_.net_begin.data() + n);
    coarse_.pin = buffer<uint32_t>(exec_, coarse_.pins);
    coarse_.net_weight = buffer<int32_t>(exec_, n);
    const uint64_t* const begin = coarse_.net_begin.data();
    const uint32_t* const from = pin.data();
    uint32_t* const to = coarse_.pin.data();
    int32_t* const net_weight = coarse_.net_weight.data();
    exec_.for_each_team(
        n, AMORPH_LAMBDA(typename Exec::team team, size_t i) {
          const uint64_t first = g.net_begin[old[i]];
          for (uint32_t j = team.rank(); j < sizes[old[i]]; j += team.size()) to[begin[i] + j] = from[first + j];
          if (team.rank() == 0) net_weight[i] = w[old[i]];
        });
    coarse_.view.nets = n;
    coarse_.view.net_begin = begin;
    coarse_.view.pin = to;
    coarse_.view.net_weight = net_weight;
  }

  // On the device a thread that sorts thousands of pins would delay all others: these are sorted together.
  void map_large_nets(uint32_t* pin, uint32_t* size, uint64_t* fingerprint) {
    const hypergraph_view g = fine_.view;
    buffer<uint32_t> list(exec_, fine_.pins / largest_by_thread + 1);
    const auto is_large = AMORPH_LAMBDA(size_t e) { return g.net_begin[e + 1] - g.net_begin[e] > largest_by_thread; };
    const auto n = static_cast<uint32_t>(select_indices(exec_, g.nets, is_large, list.span()));
    if (n == 0) return;
    const uint32_t* const nets = list.data();
    buffer<uint64_t> begins(exec_, n + size_t{1});
    offsets_of(
        exec_, n, AMORPH_LAMBDA(size_t i) { return g.net_begin[nets[i] + size_t{1}] - g.net_begin[nets[i]]; },
        begins.span());
    const uint64_t* const begin = begins.data();
    const uint64_t pins = exec_.read(begin + n);
    buffer<uint64_t> keys(exec_, pins), ranks(exec_, pins + 1);
    uint64_t* const key = keys.data();
    const uint32_t* const map = fine_.map.data();
    exec_.for_each(
        pins, AMORPH_LAMBDA(size_t j) {
          const uint32_t i = range_of(begin, n, j);
          key[j] = uint64_t{i} << 32 | map[g.pin[g.net_begin[nets[i]] + (j - begin[i])]];
        });
    sort(exec_, keys.span());
    offsets_of(exec_, pins, AMORPH_LAMBDA(size_t j) { return uint64_t{j == 0 || key[j] != key[j - 1]}; }, ranks.span());
    const uint64_t* const rank = ranks.data();
    exec_.for_each(
        pins, AMORPH_LAMBDA(size_t j) {
          const auto i = static_cast<uint32_t>(key[j] >> 32), v = static_cast<uint32_t>(key[j]);
          if (rank[j + 1] == rank[j]) return;
          pin[g.net_begin[nets[i]] + (rank[j] - rank[begin[i]])] = v;
          atomic_add(&fingerprint[nets[i]], hash(v));
        });
    exec_.for_each(
        n, AMORPH_LAMBDA(size_t i) {
          const auto distinct = static_cast<uint32_t>(rank[begin[i + 1]] - rank[begin[i]]);
          size[nets[i]] = distinct < 2 ? 0 : distinct;
        });
  }

  void merge(const buffer<uint32_t>& pin, buffer<uint32_t>& size, const buffer<uint64_t>& fingerprint,
             buffer<int32_t>& weight, buffer<uint32_t>& net) {
    const uint32_t* const sizes = size.data();
    const auto nonempty = AMORPH_LAMBDA(size_t e) { return sizes[e] != 0; };
    const auto n = static_cast<size_t>(select_indices(exec_, fine_.view.nets, nonempty, net.span()));
    buffer<uint64_t> key(exec_, n);
    uint64_t* const keys = key.data();
    const uint64_t* const of = fingerprint.data();
    const uint32_t* const nets = net.data();
    exec_.for_each(n, AMORPH_LAMBDA(size_t i) { keys[i] = of[nets[i]] & fingerprint_mask; });
    sort_pairs(exec_, key.span(), net.span().subspan(0, n), 0, fingerprint_bits);
    exec_.for_each(n, merge_nets{fine_.view.net_begin, pin.data(), size.data(), weight.data(), keys, nets, n});
  }

  static constexpr uint64_t largest_by_thread = 512;  // pins

 private:
  static constexpr unsigned fingerprint_bits = 40;  // fewer passes of the sort; equal ones are compared anyway
  static constexpr uint64_t fingerprint_mask = (uint64_t{1} << fingerprint_bits) - 1;

  Exec& exec_;
  level<Exec>& fine_;
  level<Exec> coarse_;
};

}  // namespace amorph::hypergraph
