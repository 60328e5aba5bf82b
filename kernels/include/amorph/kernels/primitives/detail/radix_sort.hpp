// Least-significant-digit radix sort on CPU threads: eight bits per pass, counted in blocks of fixed size, with slots
// from a prefix sum over (digit, block), so that it is stable for any number of threads. Passes in which all keys have
// the same digit are skipped: ids that occupy 20 of 64 bits need three passes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/primitives/reduce.hpp"

namespace amorph::detail {

inline constexpr unsigned radix_bits = 8, radix_size = 1u << radix_bits;
inline constexpr std::size_t radix_block = 16384;
struct no_values {};

// Maps keys to unsigned integers of the same order.
template <class K> constexpr auto radix_key(K key) {
  using U = std::make_unsigned_t<K>;
  return static_cast<U>(static_cast<U>(key) ^ (std::is_signed_v<K> ? U{1} << (8 * sizeof(U) - 1) : U{0}));
}

template <class K, class V>
void radix_sort(cpu_exec& exec, span<K> keys, V* values, unsigned begin_bit, unsigned end_bit) {
  using U = std::make_unsigned_t<K>;
  constexpr bool pairs = !std::is_same_v<V, no_values>;
  const std::size_t n = keys.size(), blocks = blocks_of(n, radix_block);
  if (n < 2) return;
  // The bits in which keys differ.
  const K first = keys[0];
  cpu_exec::buffer<U> varying(exec, 1);
  reduce_into<U>(
      exec, n, [=](std::size_t i) { return static_cast<U>(radix_key(keys[i]) ^ radix_key(first)); }, varying.data(),
      U{0}, bit_or<U>{});

  cpu_exec::buffer<K> other_keys(exec, n);
  cpu_exec::buffer<V> other_values(exec, pairs ? n : 0);
  cpu_exec::buffer<std::array<std::uint64_t, radix_size>> places(exec, blocks);
  K *from = keys.data(), *to = other_keys.data();
  V *values_from = values, *values_to = other_values.data();
  auto* place = places.data();

  // A block is work enough for a thread.
  auto for_each_block = [&exec, blocks](auto body) {
    exec.ranges(blocks, 1, [body](std::size_t from_block, std::size_t to_block, unsigned) {
      for (std::size_t b = from_block; b != to_block; ++b) body(b);
    });
  };
  for (unsigned bit = begin_bit; bit < end_bit; bit += radix_bits) {
    const U mask = static_cast<U>((U{1} << std::min(radix_bits, end_bit - bit)) - 1);
    if (((varying.data()[0] >> bit) & mask) == 0) continue;
    auto digit = [=](K key) { return static_cast<unsigned>((radix_key(key) >> bit) & mask); };
    for_each_block([=](std::size_t b) {
      place[b].fill(0);
      for (std::size_t i = b * radix_block, end = std::min(n, i + radix_block); i != end; ++i)
        ++place[b][digit(from[i])];
    });
    std::uint64_t sum = 0;
    for (unsigned d = 0; d != radix_size; ++d)
      for (std::size_t b = 0; b != blocks; ++b) sum += std::exchange(place[b][d], sum);
    for_each_block([=](std::size_t b) {
      for (std::size_t i = b * radix_block, end = std::min(n, i + radix_block); i != end; ++i) {
        const std::uint64_t at = place[b][digit(from[i])]++;
        to[at] = from[i];
        if constexpr (pairs) values_to[at] = values_from[i];
      }
    });
    std::swap(from, to);
    std::swap(values_from, values_to);
  }
  if (from != keys.data()) {
    exec.copy(span<const K>(from, n), keys);
    if constexpr (pairs) exec.copy(span<const V>(values_from, n), span<V>(values, n));
  }
}

}  // namespace amorph::detail
