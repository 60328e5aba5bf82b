// Transaction statistics as figures of a run.
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "amorph/kernels/sync/transaction_statistics.hpp"
#include "solver/run/figure.hpp"

namespace amorph {

// Adds nothing if there were no transactions.
inline void add_figures(std::vector<figure>& figures, const std::optional<transaction_statistics>& of) {
  if (!of) return;
  const auto add = [&](const char* name, auto x) { figures.emplace_back(name, x); };
  add("commits", of->commits);
  add("aborts", of->all_aborts());
  add("abort_rate", std::round(of->abort_rate() * 1e6) / 1e6);
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
