// Runs a test under every policy of transactions.
#pragma once

#include "amorph/kernels/sync/transactions.hpp"

#include "test/kernels/test_exec.hpp"

namespace amorph::test {

// A policy as a type.
template <contention contention_policy> struct policy_tag {
  static constexpr contention value = contention_policy;
};
// f(e, policy) for each.
template <class F> void under_each_policy(exec& e, F f) {
  const auto one = [&](auto tag, const char* name) {
    SCOPED_TRACE(name);
    f(e, tag);
  };
  one(policy_tag<contention::priority>{}, "priority");
  one(policy_tag<contention::pessimistic>{}, "pessimistic");
  one(policy_tag<contention::invisible>{}, "invisible reads");
  one(policy_tag<contention::block>{}, "one a block");
}
template <class F> void everywhere(F f) {
  on_each_executor([&](exec& e) { under_each_policy(e, f); });
}

}  // namespace amorph::test
