// A pull by a whole block (CUDA). The union is built in tables of the block, indexed by base, in shared memory if they
// fit. Nearly all of a step's time is such unions, and nearly all of a union's time is latency, so the chain of
// dependent reads is short: sets, their entries, elements to combine (one per warp at a time), then the look-up of the
// results, one base per thread.
#pragma once

#include <algorithm>

#include "amorph/kernels/exec/cuda.cuh"
#include "solver/andersen/propagate/pull.hpp"

namespace amorph::andersen {

template <unsigned Threads> class block_pull {
  static constexpr unsigned threads = Threads, warps = threads / 32;
  static constexpr unsigned halves = 2 * words_per_element;  // an element in 32-bit words: one per lane
  static_assert(halves == 32);
  static constexpr std::size_t bytes_per_base = sizeof(uint64_t) + (halves + 2) * sizeof(uint32_t);
  static constexpr std::size_t max_shared = 60 << 10;

 public:
  // Shared by the warps (shared memory): the sets that are added together, and the bounds and hash of the result.
  struct shared {
    uint32_t low, high, sets;
    uint32_t warp_sum[warps];
    uint32_t set[threads], old[threads], first[threads];
    unsigned long long hash;
  };

  // Further shared memory for the tables, in bytes; 0 if they are too large for it, or for what a block of the device
  // can have.
  static std::size_t table_bytes(uint64_t bases, std::size_t shared_per_block) {
    constexpr std::size_t others = sizeof(shared) + 2048;  // 2048: of the driver, and alignment
    const std::size_t limit = std::min(max_shared, shared_per_block - std::min(shared_per_block, others));
    return bases <= limit / bytes_per_base ? bases * bytes_per_base : 0;
  }

  // All threads of the block. `tables`: shared memory of table_bytes(), or null.
  __device__ block_pull(const pull_state& state, warp_team team, shared& all, uint64_t* tables)
      : s_(state), team_(team), all_(all) {
    const uint64_t bases = s_.scratch.bases;
    if (tables != nullptr) {
      list_ = tables;
      sum_ = reinterpret_cast<uint32_t*>(tables + bases);
      cell_ = sum_ + halves * bases;
      mark_ = cell_ + bases;
      for (uint64_t b = threadIdx.x; b < bases; b += threads) {
        cell_[b] = no_set;
        mark_[b] = 0;
      }
      for (uint64_t i = threadIdx.x; i < halves * bases; i += threads) sum_[i] = 0;
    } else {
      const uint64_t slice = team.index() / warps * warps * bases;
      list_ = s_.scratch.list + slice;
      sum_ = reinterpret_cast<uint32_t*>(s_.scratch.sum + slice * words_per_element);
      cell_ = s_.scratch.cell + slice;
      mark_ = s_.scratch.mark + slice;
    }
    __syncthreads();
  }

  // All threads of the block. For a shift: shifts the set `source`. For a variable: adds `source` to its set, or all
  // new inputs if `source` is empty. The result for a non-empty source is claimed. True in the first warp if the set
  // grew.
  __device__ bool pull(uint32_t id, uint32_t source) {
    const bool copies = id < s_.variables;
    const uint32_t own = s_.set[id];
    if (threadIdx.x == 0) {
      all_.low = static_cast<uint32_t>(s_.scratch.bases);
      all_.high = all_.sets = 0;
      all_.hash = 0;
    }
    low_ = static_cast<uint32_t>(s_.scratch.bases);
    high_ = 0;
    grew_ = false;
    uint32_t known = own;  // the part of the result that is known
    if (!copies && __syncthreads_and(s_.contains_seen(id - s_.variables, source, threadIdx.x, threads)) == 0)
      known = empty_set;
    start(known);
    uint64_t key = 0;  // of the claimed result
    if (!copies) {
      const shift by = s_.shifts[id - s_.variables];
      key = set_memo::shift_key(source, by.effect);
      s_.add_shifted(team_, warp() + warps * team_.rank(), threads, source,
                     known == own ? s_.shift_seen[id - s_.variables] : empty_set, by, *this);
    } else if (source != empty_set) {
      key = set_memo::union_key(own, source);
      add_sets(threadIdx.x == 0 ? source : empty_set, empty_set);
    } else {
      add_inputs(id, own);
    }
    const uint32_t merged = finish(known);
    bool grew = false;
    if (warp() == 0) grew = conclude(id, copies, own, source, key, merged);
    __syncthreads();
    return grew;
  }

  // Adds consecutive objects; any thread may.
  __device__ void add_objects(uint32_t object, uint32_t count) {
    for (const uint64_t end = uint64_t{object} + count; object != end;) {
      const uint32_t base = object / bits_per_element, bit = object % 32;
      const uint32_t here = end - object < 32 - bit ? static_cast<uint32_t>(end - object) : 32 - bit;
      add_bits(base, object % bits_per_element / 32, (here == 32 ? ~0u : (1u << here) - 1) << bit);
      atomic_or(&mark_[base], 1);
      reach(base);
      object += here;
    }
  }
  // The same for those of the objects start .. start + 63 that have a bit; start is a multiple of 64.
  __device__ void add_word(uint32_t start, uint64_t bits) {
    const uint32_t base = start / bits_per_element, half = start % bits_per_element / 32;
    const auto low = static_cast<uint32_t>(bits), high = static_cast<uint32_t>(bits >> 32);
    if (low != 0) add_bits(base, half, low);
    if (high != 0) add_bits(base, half + 1, high);
    atomic_or(&mark_[base], 1);
    reach(base);
  }

 private:
  __device__ static unsigned warp() { return threadIdx.x / 32; }

  // Word `half` of a base, rotated by the base: neither lanes at one base nor threads at one word have bank conflicts.
  __device__ uint32_t* sum_word(uint32_t base, uint32_t half) const {
    return &sum_[uint64_t{halves} * base + ((half + base) & (halves - 1))];
  }
  __device__ void add_bits(uint32_t base, uint32_t half, uint32_t bits) const { atomic_or(sum_word(base, half), bits); }
  __device__ void reach(uint32_t base) {
    low_ = base < low_ ? base : low_;
    high_ = base + 1 > high_ ? base + 1 : high_;
  }

  __device__ void start(uint32_t known) {
    const set_record record = s_.store.sets[known];
    for (uint64_t i = threadIdx.x; i < record.count; i += threads) {
      const uint64_t entry = s_.store.entries[record.begin + i];
      cell_[base_of(entry)] = element_of(entry);
      reach(base_of(entry));
    }
    __syncthreads();
  }

  __device__ void add_inputs(uint32_t v, uint32_t own) {
    const uint64_t begin = s_.graph.row_begin[v], end = s_.graph.row_end[v];
    for (uint64_t first = begin; first < end; first += threads) {
      const uint64_t edge = first + threadIdx.x;
      uint32_t s = empty_set, before = empty_set;
      if (edge < end) {
        s = atomic_load_ahead(&s_.set[s_.graph.src[edge]]);
        before = s_.graph.seen[edge];
        if (s == before)
          s = empty_set;
        else
          s_.graph.seen[edge] = s;
        if (before == no_set) before = empty_set;
      }
      add_sets(team_.leads(s) && s != own ? s : empty_set, before);
    }
  }

  // Adds one set per thread, without what its `old` version had; all entries are distributed evenly.
  __device__ void add_sets(uint32_t set, uint32_t old) {
    if (__syncthreads_or(set != empty_set) == 0) return;
    if (set != empty_set) {
      const uint32_t at = atomicAdd(&all_.sets, 1);
      all_.set[at] = set;
      all_.old[at] = old;
    }
    acquire_ahead();
    __syncthreads();
    const uint32_t sets = all_.sets;
    const uint32_t size = threadIdx.x < sets ? static_cast<uint32_t>(s_.store.sets[all_.set[threadIdx.x]].count) : 0;
    uint32_t total;
    uint32_t begin = team_.exclusive_scan(size, total);
    if (team_.rank() == 0) all_.warp_sum[warp()] = total;
    __syncthreads();
    total = 0;
    for (unsigned w = 0; w != warps; ++w) {
      begin += w < warp() ? all_.warp_sum[w] : 0;
      total += all_.warp_sum[w];
    }
    all_.first[threadIdx.x] = begin;
    __syncthreads();
    if (threadIdx.x == 0) all_.sets = 0;
    for (uint32_t first = 0; first < total; first += threads) {
      const uint32_t i = first + warps * team_.rank() + warp();  // spreads even a few entries over many warps
      uint64_t entry = 0;
      bool differs = false;
      if (i < total) {
        unsigned owner = 0;  // the last set whose entries start at i or before
        for (unsigned d = threads / 2; d != 0; d /= 2)
          if (owner + d < sets && all_.first[owner + d] <= i) owner += d;
        const uint64_t at = i - all_.first[owner];
        const set_record record = s_.store.sets[all_.set[owner]];
        entry = s_.store.entries[record.begin + at];
        differs = !s_.store.had(s_.store.sets[all_.old[owner]], record.count, at, entry) && !claim(entry);
      }
      add_words(team_.ballot(differs), entry);
    }
    __syncthreads();
  }

  // Claims the base for the entry; true if the base has this entry then.
  __device__ bool claim(uint64_t entry) {
    const uint32_t base = base_of(entry), element = element_of(entry);
    const uint32_t c = atomic_cas(&cell_[base], no_set, element);
    if (c == no_set) {
      reach(base);
      grew_ = true;
    }
    return c == no_set || c == element;
  }

  // Adds the words of these lanes' entries, one element per warp, several elements at a time.
  __device__ void add_words(uint32_t lanes, uint64_t entry) {
    constexpr unsigned together = 8;
    const auto* words = reinterpret_cast<const uint32_t*>(s_.store.words);
    while (lanes != 0) {
      uint32_t base[together], bits[together];
      for (unsigned k = 0; k != together; ++k) {
        const unsigned from = lanes != 0 ? lowest_bit(lanes) : 0;
        const uint64_t what = team_.broadcast(entry, from);
        base[k] = base_of(what);
        bits[k] = lanes != 0 ? words[uint64_t{halves} * element_of(what) + team_.rank()] : 0;
        lanes &= lanes - 1;
      }
      for (unsigned k = 0; k != together; ++k) {
        const bool any = team_.any(bits[k] != 0);
        if (bits[k] != 0) add_bits(base[k], team_.rank(), bits[k]);
        if (any && team_.rank() == 0) atomic_or(&mark_[base[k]], 1);
      }
    }
  }

  // The number of the union, in the first warp: `own` if nothing grew, no_set on overflow. Resets the tables. O(bases
  // between the lowest and the highest).
  __device__ uint32_t finish(uint32_t own) {
    const uint32_t low = team_.reduce_min(low_), high = team_.reduce_max(high_);
    if (team_.rank() == 0) {
      atomicMin(&all_.low, low);
      atomicMax(&all_.high, high);
    }
    __syncthreads();
    const uint32_t first = all_.low, last = all_.high;
    uint64_t n = 0, hash = 0;
    bool failed = false;
    for (uint32_t begin = first; begin < last; begin += threads) {
      const uint32_t b = begin + threadIdx.x;
      const uint32_t c = b < last ? take_base(b, failed) : no_set;
      const uint32_t present = team_.ballot(c != no_set);
      if (team_.rank() == 0) all_.warp_sum[warp()] = count_bits(present);
      __syncthreads();
      uint64_t at = n;
      for (unsigned w = 0; w != warps; ++w) {
        at += w < warp() ? all_.warp_sum[w] : 0;
        n += all_.warp_sum[w];
      }
      if (c != no_set) {
        const uint64_t entry = uint64_t{b} << 32 | c;
        list_[at + count_bits(present & ((1u << team_.rank()) - 1))] = entry;
        hash += mix_bits(entry);
      }
      __syncthreads();
    }
    hash = team_.reduce_add(hash);
    if (team_.rank() == 0) atomicAdd(&all_.hash, static_cast<unsigned long long>(hash));
    const bool grew = __syncthreads_or(grew_) != 0;
    failed = __syncthreads_or(failed) != 0;
    if (!grew || failed || warp() != 0) return failed ? no_set : own;
    return n == 0 ? empty_set : s_.store.intern_set(team_, list_, n, all_.hash);
  }

  // The element at a base, which is stored if it is new, or no_set; resets the base. One thread's work.
  __device__ uint32_t take_base(uint32_t b, bool& failed) {
    const uint32_t c = atomic_load(&cell_[b]);
    atomic_store(&cell_[b], no_set);
    if (atomic_load(&mark_[b]) == 0) return c;
    atomic_store(&mark_[b], 0);
    uint64_t content[words_per_element], fresh = 0;
    for (unsigned w = 0; w != words_per_element; ++w)
      content[w] = c != no_set ? s_.store.words[uint64_t{words_per_element} * c + w] : 0;
    for (unsigned w = 0; w != words_per_element; ++w) {
      uint32_t *low = sum_word(b, 2 * w), *high = sum_word(b, 2 * w + 1);
      const uint64_t more = uint64_t{atomic_load(high)} << 32 | atomic_load(low);
      atomic_store(low, 0);
      atomic_store(high, 0);
      fresh |= more & ~content[w];
      content[w] |= more;
    }
    if (fresh == 0) return c;
    grew_ = true;
    const uint32_t made = s_.store.intern_content(content);
    failed |= made == no_set;
    return made;
  }

  // The first warp: stores and memoises the result, or releases the claim after an overflow.
  __device__ bool conclude(uint32_t id, bool copies, uint32_t own, uint32_t source, uint64_t key, uint32_t merged) {
    if (merged == no_set) {
      if (copies) s_.forget_seen(team_, id);
      if (key != 0 && team_.rank() == 0) s_.memo.release(key);
      return false;
    }
    if (team_.rank() == 0) {
      const bool kept = key == 0 || s_.memo.put(key, merged);
      if (!copies && kept) s_.store_shift(id - s_.variables, source, merged);
      if (copies && merged != own) atomic_store_release(&s_.set[id], merged);
    }
    return merged != own;
  }

  const pull_state& s_;
  warp_team team_;
  shared& all_;
  // Per base; no_set, 0 and 0 between uses.
  uint32_t *cell_, *sum_, *mark_;
  uint64_t* list_;
  uint32_t low_ = 0, high_ = 0;
  bool grew_ = false;
};

}  // namespace amorph::andersen
