// Compaction: copies the selected elements to consecutive positions.
//
// O(n) work. Deterministic: the order of the input is kept. `keep` is a pure function, because it may be called more
// than once per element. Input and output are different arrays; `out` has capacity for all selected elements.
#pragma once

#include <cstdint>

#include "amorph/kernels/base/span.hpp"
#include "amorph/kernels/primitives/detail/blocked.hpp"

#if AMORPH_DEVICE_COMPILER
#include <cub/device/device_select.cuh>

#include "amorph/kernels/exec/cuda.cuh"
#include "amorph/kernels/primitives/detail/index_iterator.cuh"
#endif

namespace amorph {

namespace detail {

inline constexpr std::size_t compact_block = 4096;

template <class Keep> struct count_block {
  Keep keep;
  std::size_t n;
  std::uint64_t* counts;
  AMORPH_BODY void operator()(std::size_t b) const {
    const std::size_t begin = b * compact_block, end = n - begin < compact_block ? n : begin + compact_block;
    std::uint64_t kept = 0;
    for (std::size_t i = begin; i != end; ++i) kept += keep(i) ? 1 : 0;
    counts[b] = kept;
  }
};
template <class Keep, class Store> struct compact_block_body {
  Keep keep;
  Store store;
  std::size_t n;
  const std::uint64_t* counts;  // inclusive over the blocks
  AMORPH_BODY void operator()(std::size_t b) const {
    const std::size_t begin = b * compact_block, end = n - begin < compact_block ? n : begin + compact_block;
    std::uint64_t at = b == 0 ? 0 : counts[b - 1];
    for (std::size_t i = begin; i != end; ++i)
      if (keep(i)) store(at++, i);
  }
};

struct load_index {
  AMORPH_BODY std::size_t operator()(std::size_t i) const { return i; }
};

// store(rank, i) for each i in 0 .. n-1 with keep(i); *count is their number.
template <class Exec, class Keep, class Store, class Count>
void compact(Exec& exec, std::size_t n, Keep keep, Store store, Count* count) {
  if (n == 0) {
    exec.write(count, Count{0});
    return;
  }
  if constexpr (Exec::on_device) {
#if AMORPH_DEVICE_COMPILER
    with_scratch(exec, "select", [&](void* scratch, std::size_t& bytes) {
      return cub::DeviceSelect::If(scratch, bytes, load_iterator<std::size_t, load_index>{{}},
                                   store_iterator<std::size_t, Store>{store}, count, static_cast<std::int64_t>(n),
                                   typed_predicate<Keep>{keep}, exec.stream());
    });
#endif
  } else if (exec.threads() == 1) {  // one pass
    std::size_t kept = 0;
    for (std::size_t i = 0; i != n; ++i)
      if (keep(i)) store(kept++, i);
    *count = static_cast<Count>(kept);
  } else {
    const std::size_t blocks = blocks_of(n, compact_block);
    typename Exec::template buffer<std::uint64_t> counts(exec, blocks);
    for_each_block(exec, blocks, count_block<Keep>{keep, n, counts.data()});
    std::uint64_t sum = 0;
    for (std::uint64_t& c : counts.span()) c = sum += c;
    for_each_block(exec, blocks, compact_block_body<Keep, Store>{keep, store, n, counts.data()});
    *count = static_cast<Count>(sum);
  }
}

template <class T> struct store_index {
  T* out;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const { out[rank] = static_cast<T>(i); }
};
template <class In, class T> struct store_value {
  const In* in;
  T* out;
  AMORPH_BODY void operator()(std::size_t rank, std::size_t i) const { out[rank] = static_cast<T>(in[i]); }
};
template <class T, class Keep> struct keep_value {
  const T* in;
  Keep keep;
  AMORPH_BODY bool operator()(std::size_t i) const { return keep(in[i]); }
};
template <class T> struct keep_flagged {
  const T* flags;
  AMORPH_BODY bool operator()(std::size_t i) const { return static_cast<bool>(flags[i]); }
};
template <class T> struct keep_first {
  const T* in;
  AMORPH_BODY bool operator()(std::size_t i) const { return i == 0 || !(in[i] == in[i - 1]); }
};

// Returns the count to the host. One read-back.
template <class Exec, class Call> std::uint64_t counted(Exec& exec, Call call) {
  typename Exec::template buffer<std::uint64_t> count(exec, 1);
  call(count.data());
  return exec.read(count.data());
}

}  // namespace detail

// Each but the first has two forms: with a last argument `count` (32 or 64 bits, in the executor's memory), which
// receives the number of selected elements, for counted loops; and without it, returning the number to the host.

// Calls store(rank, i) for each i in 0 .. n-1 with keep(i), where rank counts those before it. `store` writes nothing
// that `keep` reads.
template <class Exec, class Keep, class Store, class Count>
void select_into(Exec& exec, std::size_t n, Keep keep, Store store, Count* count) {
  detail::compact(exec, n, keep, store, count);
}

// The indices i in 0 .. n-1 with keep(i).
template <class Exec, class Keep, class T, class Count>
void select_indices(Exec& exec, std::size_t n, Keep keep, span<T> out, Count* count) {
  detail::compact(exec, n, keep, detail::store_index<T>{out.data()}, count);
}
template <class Exec, class Keep, class T>
std::uint64_t select_indices(Exec& exec, std::size_t n, Keep keep, span<T> out) {
  return detail::counted(exec, [&](std::uint64_t* count) { select_indices(exec, n, keep, out, count); });
}

// The values v of `in` with keep(v).
template <class Exec, class In, class Keep, class T, class Count>
void select(Exec& exec, span<In> in, Keep keep, span<T> out, Count* count) {
  using V = std::remove_const_t<In>;
  detail::compact(exec, in.size(), detail::keep_value<V, Keep>{in.data(), keep},
                  detail::store_value<V, T>{in.data(), out.data()}, count);
}
template <class Exec, class In, class Keep, class T>
std::uint64_t select(Exec& exec, span<In> in, Keep keep, span<T> out) {
  return detail::counted(exec, [&](std::uint64_t* count) { select(exec, in, keep, out, count); });
}

// The values in[i] with flags[i] not 0.
template <class Exec, class In, class Flag, class T, class Count>
void select_flagged(Exec& exec, span<In> in, span<Flag> flags, span<T> out, Count* count) {
  using V = std::remove_const_t<In>;
  detail::compact(exec, in.size(), detail::keep_flagged<std::remove_const_t<Flag>>{flags.data()},
                  detail::store_value<V, T>{in.data(), out.data()}, count);
}
template <class Exec, class In, class Flag, class T>
std::uint64_t select_flagged(Exec& exec, span<In> in, span<Flag> flags, span<T> out) {
  return detail::counted(exec, [&](std::uint64_t* count) { select_flagged(exec, in, flags, out, count); });
}

// The first of each run of equal values (the distinct values, if `in` is sorted).
template <class Exec, class In, class T, class Count> void unique(Exec& exec, span<In> in, span<T> out, Count* count) {
  using V = std::remove_const_t<In>;
  detail::compact(exec, in.size(), detail::keep_first<V>{in.data()}, detail::store_value<V, T>{in.data(), out.data()},
                  count);
}
template <class Exec, class In, class T> std::uint64_t unique(Exec& exec, span<In> in, span<T> out) {
  return detail::counted(exec, [&](std::uint64_t* count) { unique(exec, in, out, count); });
}

}  // namespace amorph
