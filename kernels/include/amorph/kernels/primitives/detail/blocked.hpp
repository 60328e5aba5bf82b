// Scan and reduction in two passes over blocks of fixed size, for any executor. The CPU uses them for all types; the
// device for floating-point values only, whose result depends on the order of operations: blocks are the same on every
// backend and number of threads, and so is the result, to the bit. (Scans of CUB are not even reproducible on one
// device for such values.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/base/config.hpp"

namespace amorph::detail {

// Blocks are short if the order matters: on a device one thread processes a block.
template <class T> inline constexpr bool order_matters = std::is_floating_point_v<T>;
template <class T> inline constexpr std::size_t block_of = order_matters<T> ? 64 : 4096;

// Whether a primitive is CUB's. The blocked one belongs in the `else`: after a return its kernels would be compiled
// too.
template <class Exec, class T> inline constexpr bool uses_cub = Exec::on_device && !order_matters<T>;

constexpr std::size_t blocks_of(std::size_t n, std::size_t block) { return n / block + (n % block != 0); }

// f(b) for each block, one thread per block.
template <class F> struct ignore_team {
  F f;
  template <class Team> AMORPH_BODY void operator()(Team, std::size_t b) const { f(b); }
};
template <class Exec, class F> void for_each_block(Exec& exec, std::size_t blocks, F f) {
  if constexpr (Exec::on_device)
    exec.for_each(blocks, f);
  else
    exec.for_each_team(blocks, ignore_team<F>{f});
}

template <class T, class Load, class Op> struct sum_block {
  Load load;
  Op op;
  std::size_t n, block;
  T* sums;
  AMORPH_BODY void operator()(std::size_t b) const {
    std::size_t i = b * block, end = n - i < block ? n : i + block;
    T sum = load(i);
    while (++i != end) sum = op(sum, static_cast<T>(load(i)));
    sums[b] = sum;
  }
};

// Scans a block, starting with the sum of all blocks before it; store(i, inclusive sum, exclusive sum).
template <class T, class Load, class Store, class Op> struct scan_block {
  Load load;
  Store store;
  Op op;
  std::size_t n, block;
  const T* sums;  // inclusive over the blocks; null if there is one block
  T init;
  bool with_init;
  AMORPH_BODY void operator()(std::size_t b) const {
    std::size_t i = b * block;
    const std::size_t end = n - i < block ? n : i + block;
    T before = init;
    if (b != 0) before = with_init ? op(init, sums[b - 1]) : sums[b - 1];
    if (b == 0 && !with_init) {
      T first = load(i);
      store(i, first, before);
      before = first;
      ++i;
    }
    for (; i != end; ++i) {
      T sum = op(before, static_cast<T>(load(i)));
      store(i, sum, before);
      before = sum;
    }
  }
};

template <class T> struct load_from {
  const T* from;
  AMORPH_BODY T operator()(std::size_t i) const { return from[i]; }
};
template <class T> struct store_inclusive {
  T* to;
  template <class Sum> AMORPH_BODY void operator()(std::size_t i, Sum inclusive, Sum) const {
    to[i] = static_cast<T>(inclusive);
  }
};
template <class T> struct store_exclusive {
  T* to;
  template <class Sum> AMORPH_BODY void operator()(std::size_t i, Sum, Sum exclusive) const {
    to[i] = static_cast<T>(exclusive);
  }
};

// Reads load(0) .. load(n-1) twice and calls store(i, inclusive, exclusive) once per i. load(i) is called before
// store(i), so that both may use the same array. Without init, exclusive of i = 0 is unspecified.
template <class T, class Exec, class Load, class Store, class Op>
void blocked_scan(Exec& exec, std::size_t n, Load load, Store store, Op op, T init, bool with_init, std::size_t block) {
  if (n == 0) return;
  const std::size_t blocks = blocks_of(n, block);
  typename Exec::template buffer<T> sums(exec, blocks == 1 ? 0 : blocks);
  if (blocks > 1) {
    for_each_block(exec, blocks, sum_block<T, Load, Op>{load, op, n, block, sums.data()});
    blocked_scan<T>(exec, blocks, load_from<T>{sums.data()}, store_inclusive<T>{sums.data()}, op, init, false, block);
  }
  for_each_block(exec, blocks, scan_block<T, Load, Store, Op>{load, store, op, n, block, sums.data(), init, with_init});
}

// load(0) op ... op load(length - 1), length at least 1, combined by one team in an order that depends on `length`
// alone: lane r of 32 combines elements r, r + 32, ..., and the lanes are then combined by halving. A CPU thread
// computes all 32 lanes, which vectorises well. The member of rank 0 gets the result; all members call it.
template <class T, class Team, class Load, class Op>
AMORPH_BODY T combine_lanes(Team team, std::uint64_t length, const Load& load, const Op& op) {
  constexpr unsigned lanes = 32;
  const unsigned members = length < lanes ? static_cast<unsigned>(length) : lanes;
  if constexpr (Team::size() == 1) {
    T sum[lanes];
    for (unsigned r = 0; r != members; ++r) sum[r] = load(r);
    std::uint64_t i = lanes;
    for (; i + lanes <= length; i += lanes)
      for (unsigned r = 0; r != lanes; ++r) sum[r] = op(sum[r], static_cast<T>(load(i + r)));
    for (unsigned r = 0; i + r < length; ++r) sum[r] = op(sum[r], static_cast<T>(load(i + r)));
    for (unsigned d = lanes / 2; d != 0; d /= 2)
      for (unsigned r = 0; r < d && r + d < members; ++r) sum[r] = op(sum[r], sum[r + d]);
    return sum[0];
  } else {
    const unsigned r = team.rank();
    T sum = load(r < members ? r : 0);
    for (std::uint64_t i = r + lanes; i < length; i += lanes) sum = op(sum, static_cast<T>(load(i)));
    for (unsigned d = lanes / 2; d != 0; d /= 2) {
      T other = team.broadcast(sum, (r + d) % lanes);
      if (r < d && r + d < members) sum = op(sum, other);
    }
    return sum;
  }
}

inline constexpr std::size_t reduce_block_size = 1024;
template <class T, class Load, class Op> struct reduce_block {
  Load load;
  Op op;
  std::size_t n;
  T* sums;
  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t b) const {
    const std::size_t begin = b * reduce_block_size,
                      length = n - begin < reduce_block_size ? n - begin : reduce_block_size;
    const T sum = combine_lanes<T>(team, length, [&](std::size_t i) { return load(begin + i); }, op);
    if (team.rank() == 0) sums[b] = sum;
  }
};

template <class T, class Op> struct combine_into {
  const T* value;  // null: no values
  T* to;
  T init;
  Op op;
  AMORPH_BODY void operator()() const { *to = value != nullptr ? op(init, *value) : init; }
};

// *to = init combined with load(0) .. load(n-1).
template <class T, class Exec, class Load, class Op>
void blocked_reduce(Exec& exec, std::size_t n, Load load, T* to, T init, Op op) {
  if (n == 0) {
    exec.single(combine_into<T, Op>{nullptr, to, init, op});
    return;
  }
  const std::size_t blocks = blocks_of(n, reduce_block_size);
  typename Exec::template buffer<T> sums(exec, blocks);
  exec.for_each_team(blocks, reduce_block<T, Load, Op>{load, op, n, sums.data()});
  if (blocks == 1)
    exec.single(combine_into<T, Op>{sums.data(), to, init, op});
  else
    blocked_reduce<T>(exec, blocks, load_from<T>{sums.data()}, to, init, op);
}

}  // namespace amorph::detail
