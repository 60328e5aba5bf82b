// Clause learning by CaDiCaL, with its limits, stop requests and proofs; without CaDiCaL there is no complete solver.
#include "solver/sat/complete/complete.hpp"

#include <atomic>
#include <limits>
#include <string>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/base/stopwatch.hpp"

#ifdef AMORPH_CADICAL
#include <cadical.hpp>
#endif

namespace amorph::sat {

#ifdef AMORPH_CADICAL
namespace {

struct terminator : CaDiCaL::Terminator {
  explicit terminator(const complete_options& given) : options(given) {}
  bool terminate() override {
    if (options.run.progress) options.run.progress({"complete"});
    return options.run.stop_requested() || (options.proof != nullptr && options.proof->failed());
  }
  const complete_options& options;
};

struct learner : CaDiCaL::Learner {
  bool learning(int size) override { return size <= max_length; }
  void learn(int literal) override {
    clause.push_back(literal);
    if (literal != 0) return;
    give(clause.data());
    clause.clear();
  }
  int max_length = 0;
  std::function<void(int*)> give;
  std::vector<int> clause;
};

constexpr int at_most_int(std::uint64_t n) {
  constexpr std::uint64_t maximum = std::numeric_limits<int>::max();
  return static_cast<int>(n < maximum ? n : maximum);
}

}  // namespace

struct complete_search::state {
  state(const formula& formula, const complete_options& given, span<const std::uint32_t> names)
      : f(formula), options(given), name_of(names.begin(), names.end()), stop(options) {
    solver.set("quiet", 1);
    if (options.seed != 0) solver.set("seed", static_cast<int>(options.seed & 0x7fffffff));
    if (options.proof != nullptr) {
      solver.set("binary", options.proof->format() == proof_format::binary ? 1 : 0);
      solver.trace_proof(options.proof->file(), "proof");
    }
    solver.connect_terminator(&stop);
  }

  [[nodiscard]] int signed_number(literal l) const {
    const int number = number_of(variable_of(l));
    return negated(l) ? -number : number;
  }
  [[nodiscard]] int number_of(std::uint32_t v) const { return static_cast<int>(name_of.empty() ? v : name_of[v]) + 1; }
  void load() {
    for (; loaded != f.clauses(); ++loaded) {
      if (loaded % 65536 == 65535 && stop.terminate()) return;
      for (const literal l : f.clause(loaded)) solver.add(signed_number(l));
      solver.add(0);
    }
  }

  const formula& f;
  complete_options options;
  std::vector<std::uint32_t> name_of;
  terminator stop;
  learner learned;
  CaDiCaL::Solver solver;
  std::uint64_t loaded = 0;  // clauses
};

bool has_complete() noexcept { return true; }

const char* complete_name() noexcept { return "CaDiCaL"; }

complete_search::complete_search(const formula& f, const complete_options& options, span<const std::uint32_t> name_of) {
  check_formula(f);
  state_ = std::make_unique<state>(f, options, name_of);
}
complete_search::~complete_search() {
  if (state_ == nullptr) return;
  state_->solver.disconnect_terminator();
  state_->solver.disconnect_learner();
}

complete_result complete_search::solve(std::uint64_t conflicts, span<const literal> assumptions) {
  const stopwatch solving;
  complete_result result;
  state& s = *state_;
  s.load();
  if (s.loaded == s.f.clauses()) {
    if (conflicts != 0) s.solver.limit("conflicts", at_most_int(conflicts));
    for (const literal l : assumptions) s.solver.assume(s.signed_number(l));
    const int code = s.solver.solve();
    if (code == 20) result.found = verdict::unsatisfiable;
    if (code == 10) result.found = verdict::satisfiable;
    if (s.options.proof != nullptr) s.solver.flush_proof_trace();
  }
  if (s.options.proof != nullptr) s.options.proof->require_written();
  if (result.found == verdict::satisfiable) {
    result.model.assign(s.f.variables, truth::no);
    const int known = s.solver.vars();  // variables after the last one that occurs are not
    for (std::uint32_t v = 0; v != s.f.variables; ++v)
      if (s.number_of(v) <= known && s.solver.val(s.number_of(v)) > 0) result.model[v] = truth::yes;
  }
  result.ms = solving.ms();
  return result;
}

bool complete_search::failed(literal assumption) const {
  return state_->solver.failed(state_->signed_number(assumption));
}

void complete_search::suggest(span<const truth> values) {
  state& s = *state_;
  const int known = s.solver.vars();
  for (std::uint32_t v = 0; v != s.f.variables && s.number_of(v) <= known; ++v) {
    if (values[v] == truth::unknown)
      s.solver.unphase(s.number_of(v));
    else
      s.solver.phase(values[v] == truth::yes ? s.number_of(v) : -s.number_of(v));
  }
}

std::vector<truth> complete_search::fixed() const {
  state& s = *state_;
  std::vector<truth> values(s.f.variables, truth::unknown);
  const int known = s.solver.vars();
  for (std::uint32_t v = 0; v != s.f.variables && s.number_of(v) <= known; ++v)
    if (const int value = s.solver.fixed(s.number_of(v)); value != 0) values[v] = value > 0 ? truth::yes : truth::no;
  return values;
}

void complete_search::on_learn(int max_length, std::function<void(int*)> learn) {
  state& s = *state_;
  s.solver.disconnect_learner();
  s.learned.max_length = max_length;
  s.learned.give = std::move(learn);
  if (s.learned.give) s.solver.connect_learner(&s.learned);
}

#else

struct complete_search::state {};

bool has_complete() noexcept { return false; }

const char* complete_name() noexcept {
  return "this build has no complete solver: CaDiCaL (libcadical-dev) is missing";
}

complete_search::complete_search(const formula& f, const complete_options&, span<const std::uint32_t>) {
  check_formula(f);
  throw error(status::bad_input, complete_name());
}
complete_search::~complete_search() = default;
complete_result complete_search::solve(std::uint64_t, span<const literal>) { return {}; }
bool complete_search::failed(literal) const { return false; }
void complete_search::suggest(span<const truth>) {}
std::vector<truth> complete_search::fixed() const { return {}; }
void complete_search::on_learn(int, std::function<void(int*)>) {}

#endif

complete_result complete(const formula& f, const complete_options& options) {
  const stopwatch solving;
  complete_search search(f, options);
  complete_result result = search.solve(options.conflicts);
  result.ms = solving.ms();
  return result;
}

}  // namespace amorph::sat
