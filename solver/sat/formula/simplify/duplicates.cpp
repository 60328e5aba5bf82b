// Duplicate clauses. Clauses are distributed to buckets by keys that do not depend on the order of literals; a bucket
// fits into a core's cache, where its keys are hashed. Equal keys are rare; their clauses are then compared.
#include <algorithm>
#include <atomic>
#include <limits>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/random/hash.hpp"
#include "solver/sat/formula/simplify/phases.hpp"

namespace amorph::sat::simplification {
namespace {

constexpr unsigned buckets = 1024, bucket_shift = 54;  // of a key's 64 bits

struct keyed {
  std::uint32_t key, clause;
};

std::uint64_t key_of(const state& s, std::size_t c) {
  std::uint64_t product = golden_ratio;
  s.each_free_literal(c, [&](literal l) { product *= mix_bits(l) | 1; });
  return mix_bits(product);
}

// Pairs of (key, entry's clause) for the entries of a bucket that share their key with another one, ascending.
std::vector<std::pair<std::uint32_t, std::uint32_t>> equal_keys(span<const keyed> bucket) {
  std::size_t size = 16;
  while (size < 2 * bucket.size()) size *= 2;
  std::vector<std::uint32_t> table(size, 0);  // entries, counted from 1
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same;
  for (std::uint32_t i = 0; i != bucket.size(); ++i) {
    std::size_t at = bucket[i].key & (size - 1);
    while (table[at] != 0 && bucket[table[at] - 1].key != bucket[i].key) at = (at + 1) & (size - 1);
    if (table[at] == 0) {
      table[at] = i + 1;
    } else {
      same.emplace_back(bucket[i].key, bucket[table[at] - 1].clause);
      same.emplace_back(bucket[i].key, bucket[i].clause);
    }
  }
  std::sort(same.begin(), same.end());
  same.erase(std::unique(same.begin(), same.end()), same.end());
  return same;
}

// Entries in the order of their clauses. Returns the number of clauses dropped.
std::uint64_t drop_in_bucket(state& s, span<const keyed> bucket) {
  const auto same = equal_keys(bucket);
  std::uint64_t found = 0;
  std::vector<std::pair<std::vector<literal>, std::uint32_t>> group;  // clauses with one key
  for (std::size_t i = 0; i != same.size(); ++i) {
    group.emplace_back(s.free_literals(same[i].second), same[i].second);
    if (i + 1 != same.size() && same[i + 1].first == same[i].first) continue;
    std::sort(group.begin(), group.end());
    for (std::size_t j = 1; j != group.size(); ++j)
      if (group[j].first == group[j - 1].first) s.clause[group[j].second] = dropped, ++found;
    group.clear();
  }
  return found;
}

}  // namespace

void drop_duplicates(state& s) {
  const std::size_t clauses = s.f.clauses();
  if (clauses > std::numeric_limits<std::uint32_t>::max())
    throw error(status::bad_input,
                "expected at most 4294967295 clauses to search for duplicates, found " + std::to_string(clauses));
  const std::size_t blocks = state::blocks_of(clauses);
  host_array<std::uint64_t> key(clauses);
  std::vector<std::uint64_t> place(buckets * blocks + 1, 0);  // bucket by bucket, block by block
  s.each_block(clauses, [&](std::size_t block, std::size_t c, std::size_t end) {
    for (; c != end; ++c) {
      if (s.clause[c] == dropped) continue;
      key[c] = key_of(s, c);
      ++place[(key[c] >> bucket_shift) * blocks + block];
    }
  });
  std::uint64_t all = 0;
  for (std::uint64_t& p : place) all += std::exchange(p, all);
  const std::vector<std::uint64_t> begin(place);
  host_array<keyed> entries(all);
  s.each_block(clauses, [&](std::size_t block, std::size_t c, std::size_t end) {
    for (; c != end; ++c)
      if (s.clause[c] != dropped)
        entries[place[(key[c] >> bucket_shift) * blocks + block]++] = {static_cast<std::uint32_t>(key[c]),
                                                                       static_cast<std::uint32_t>(c)};
  });
  std::atomic<std::uint64_t> duplicates{0};
  s.exec.ranges(buckets, 1, [&](std::size_t a, std::size_t b, unsigned) {
    for (; a != b; ++a)
      duplicates +=
          drop_in_bucket(s, {entries.data() + begin[a * blocks], begin[(a + 1) * blocks] - begin[a * blocks]});
  });
  s.result.duplicates = duplicates;
}

}  // namespace amorph::sat::simplification
