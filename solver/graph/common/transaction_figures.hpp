// Transaction statistics as figures of a run, as JSON numbers.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "amorph/kernels/sync/transaction_statistics.hpp"

namespace amorph {

// Adds nothing if there were no transactions.
inline void add_figures(std::vector<std::pair<std::string, std::string>>& figures,
                        const std::optional<transaction_statistics>& of) {
  if (!of) return;
  const auto add = [&](const char* name, std::uint64_t x) { figures.emplace_back(name, std::to_string(x)); };
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.6f", of->abort_rate());
  add("commits", of->commits);
  add("aborts", of->all_aborts());
  figures.emplace_back("abort_rate", rate);
  constexpr const char* cause[abort_causes] = {"aborts_by_priority", "aborts_by_lock", "aborts_by_change",
                                               "aborts_by_capacity", "aborts_by_request"};
  for (unsigned i = 0; i != abort_causes; ++i) add(cause[i], of->aborts[i]);
  add("nested_aborts", of->nested_aborts);
  add("no_ops", of->no_ops);
  add("transaction_items", of->items);
  add("max_transaction_items", of->max_items);
  add("transaction_rounds", of->rounds);
  add("transactions_alone", of->alone);
}

}  // namespace amorph
