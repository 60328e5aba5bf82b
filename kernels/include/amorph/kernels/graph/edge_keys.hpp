// Building blocks of CSR construction: edges as sortable keys, runs of equal keys, and rows from them.
//
//  sort(exec, keys.span(), 0, 2 * key.bits);                                   // keys[i] = key(from, to)
//  n = select_indices(exec, keys.size(), first_of_run{keys.data()}, first);    // where runs of equal edges start
//  exec.for_each(n, gather_keys{keys.data(), first.data(), merged.data()});    // one of each run
//  exec.for_each(n + 1, store_row_begin{merged.data(), n, key, vertices, begin.data()});
//  exec.for_each(n, store_row_entry{merged.data(), key, to.data()});
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph {

// Both ends of an edge in one integer that sorts by rows. The key (vertices, 0) marks dropped edges: it sorts after all
// rows.
struct edge_key {
  unsigned bits;
  AMORPH_HD std::uint64_t operator()(std::uint32_t from, std::uint32_t to) const {
    return std::uint64_t{from} << bits | to;
  }
  AMORPH_HD std::uint32_t from(std::uint64_t key) const { return static_cast<std::uint32_t>(key >> bits); }
  AMORPH_HD std::uint32_t to(std::uint64_t key) const {
    return static_cast<std::uint32_t>(key & ((std::uint64_t{1} << bits) - 1));
  }
};

// Writes begin[v] for every row v after the row of key i-1 up to the row of key i. Called once for each i in 0 .. n.
struct store_row_begin {
  const std::uint64_t* keys;
  std::size_t n;
  edge_key key;
  std::uint32_t vertices;
  std::uint64_t* begin;
  AMORPH_BODY void operator()(std::size_t i) const {
    std::uint64_t v = i == 0 ? 0 : std::uint64_t{key.from(keys[i - 1])} + 1;
    const std::uint64_t last = i == n ? vertices : key.from(keys[i]);
    for (; v <= last; ++v) begin[v] = i;
  }
};
struct store_row_entry {
  const std::uint64_t* keys;
  edge_key key;
  std::uint32_t* to;
  AMORPH_BODY void operator()(std::size_t i) const { to[i] = key.to(keys[i]); }
};
struct first_of_run {
  const std::uint64_t* keys;
  AMORPH_BODY bool operator()(std::size_t i) const { return i == 0 || keys[i] != keys[i - 1]; }
};
struct gather_keys {
  const std::uint64_t *keys, *at;
  std::uint64_t* out;
  AMORPH_BODY void operator()(std::size_t i) const { out[i] = keys[at[i]]; }
};

}  // namespace amorph
