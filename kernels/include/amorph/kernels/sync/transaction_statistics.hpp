// Statistics of transactions: commits, no-ops, aborts by cause.
#pragma once

#include <algorithm>
#include <cstdint>

namespace amorph {

// Why a transaction was aborted.
enum class abort_cause : std::uint8_t {
  none,
  priority,   // a transaction of higher priority marked an item
  lock,       // an item was locked
  change,     // an item changed since it was read
  capacity,   // more items or writes than its maximum
  requested,  // by its own retry()
};
inline constexpr unsigned abort_causes = 5;

struct transaction_statistics {
  std::uint64_t commits = 0;
  std::uint64_t no_ops = 0;                 // opened items and found nothing to do
  std::uint64_t aborts[abort_causes] = {};  // by abort_cause - 1; each is followed by a retry
  std::uint64_t nested_aborts = 0;          // nested transactions that were retried
  std::uint64_t items = 0, max_items = 0;   // of committed transactions: total, and of the largest
  std::uint64_t alone = 0;                  // completed serially at the end of a round
  std::uint64_t rounds = 0;

  [[nodiscard]] std::uint64_t all_aborts() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t a : aborts) sum += a;
    return sum;
  }
  // Aborts divided by attempts.
  [[nodiscard]] double abort_rate() const {
    const std::uint64_t lost = all_aborts(), tries = lost + commits + no_ops;
    return tries == 0 ? 0 : static_cast<double>(lost) / static_cast<double>(tries);
  }
  transaction_statistics& operator+=(const transaction_statistics& other) {
    commits += other.commits;
    no_ops += other.no_ops;
    for (unsigned i = 0; i != abort_causes; ++i) aborts[i] += other.aborts[i];
    nested_aborts += other.nested_aborts;
    items += other.items;
    max_items = std::max(max_items, other.max_items);
    alone += other.alone;
    rounds += other.rounds;
    return *this;
  }
};

}  // namespace amorph
