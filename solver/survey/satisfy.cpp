#include "amorph/satisfy.hpp"

#include <chrono>

#include "amorph/error.hpp"
#include "amorph/simplify.hpp"

namespace amorph::sat {
namespace {

class clock {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

bool stopped(const satisfy_options& how) { return how.stop != nullptr && how.stop->load(std::memory_order_relaxed); }

void search_completely(const simplified& s, const satisfy_options& how, satisfy_result& r) {
  if (how.watch) how.watch({.stage = "complete search", .free = s.rest.variables, .variables = s.rest.variables});
  complete_options options = how.complete;
  options.seed = how.seed;
  options.stop = [&] { return stopped(how); };
  const complete_result c = complete(s.rest, options);
  r.complete_ms += c.ms;
  r.found = c.found;
  if (c.found != verdict::unknown) r.answered_by = "complete search";
  if (c.found == verdict::satisfiable) r.model = s.extend(c.model);
  r.interrupted = c.found == verdict::unknown && stopped(how);
}

}  // namespace

satisfy_result satisfy(const formula& f, const satisfy_options& how) {
  satisfy_result r;
  if (how.how == method::complete && !has_complete()) throw error(status::bad_input, complete_name());
  const clock simplifying;
  const simplified s = simplify(f, {}, {.threads = how.threads});
  r.simplify_ms = simplifying.ms();
  r.rest_variables = s.rest.variables;
  r.rest_clauses = s.rest.clauses();
  if (s.contradiction || s.rest.clauses() == 0) {
    r.answered_by = "simplification";
    r.found = s.contradiction ? verdict::unsatisfiable : verdict::satisfiable;
    if (!s.contradiction) r.model = s.extend({});
    return r;
  }
  if (how.how == method::sp || how.how == method::walk)
    throw error(status::bad_input, "this build has the complete search alone");
  search_completely(s, how, r);
  return r;
}

}  // namespace amorph::sat
