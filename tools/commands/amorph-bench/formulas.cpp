// Random k-SAT: to a model by survey propagation, and the sweeps alone.
#include <algorithm>
#include <array>
#include <cmath>

#include "solver/sat/satisfy.hpp"
#include "tools/commands/amorph-bench/other_problems.hpp"
#include "tools/terminal/strategies.hpp"

namespace amorph::bench {
namespace {

// Ablations of decimation, besides the strategies of its sweeps.
struct ablation {
  const char* name;
  double fraction, backtrack;
};
constexpr std::array<ablation, 5> ablations = {{{"fraction-0.005", 0.005, 0},
                                                {"fraction-0.01", 0.01, 0},
                                                {"fraction-0.04", 0.04, 0},
                                                {"fraction-0.1", 0.1, 0},
                                                {"backtrack", 0.01, 0.5}}};

std::string model_fault(const sat::formula& f, const std::vector<sat::truth>& model) {
  if (model.size() != f.variables) return "the model has " + std::to_string(model.size()) + " values";
  for (std::uint64_t c = 0; c != f.clauses(); ++c) {
    const span<const sat::literal> clause = f.clause(c);
    if (std::none_of(clause.begin(), clause.end(),
                     [&](sat::literal l) { return model[l / 2] == (l % 2 != 0 ? sat::truth::no : sat::truth::yes); }))
      return "clause " + std::to_string(c + 1) + " is false";
  }
  return "";
}

measurement satisfy(const input& in, const std::string& strategy, const machine& on, const setting& settings) {
  sat::satisfy_options options;
  options.method = strategy == "walk" ? sat::method::walk : sat::method::survey;
  options.surveys = sat::parse_survey_strategy(strategy).value_or(sat::survey_strategy::automatic);
  for (const ablation& a : ablations)
    if (strategy == a.name) {
      options.fraction = a.fraction;
      options.backtrack = a.backtrack;
      options.attempts = 3;  // with equal parameters: more would measure luck
    }
  options.seed = settings.seed;
  options.run = run_once(on, settings);
  std::vector<double> ms;
  sat::satisfy_result r;
  for (unsigned i = 0; i != settings.repeat; ++i) {
    r = sat::satisfy(in.formula, options);
    ms.push_back(r.stats.median_ms());
  }
  if (r.found == sat::verdict::satisfiable) verify(settings, [&] { return model_fault(in.formula, r.model); });
  measurement m;
  m.run = r.stats;
  m.run.ms = std::move(ms);
  m.run.strategy = strategy;
  m.run.load_ms = r.simplify_ms;
  m.run.finish_ms = 0;
  for (const sat::survey_attempt& a : r.attempts) m.work += static_cast<double>(a.stats.clause_updates);
  m.unit = "clauses";
  m.figures = {{"found", r.found == sat::verdict::satisfiable},
               {"attempts", r.attempts.size()},
               {"sweeps", r.sweeps},
               {"rounds", r.rounds},
               {"flips", r.flips}};
  return m;
}

// One round of a fixed number of sweeps over the whole formula; reports their mean.
measurement sweep(const input& in, const std::string& strategy, const machine& on, const setting& settings) {
  constexpr unsigned sweeps = 50;
  std::atomic<bool> stop{false};
  sat::survey_options options;
  options.strategy = *sat::parse_survey_strategy(strategy);
  options.max_sweeps = sweeps;
  options.epsilon = 1e-9;
  options.seed = settings.seed;
  options.run = run_once(on, settings);
  options.run.stop = &stop;
  options.run.progress = [&](const progress&) { stop = true; };
  std::vector<double> ms;
  sat::survey_result r;
  for (unsigned i = 0; i != settings.repeat; ++i) {
    stop = false;
    r = sat::survey(in.formula, options);
    ms.push_back(r.stats.sweep_ms / static_cast<double>(std::max<std::uint64_t>(r.stats.sweeps, 1)));
  }
  if (r.stats.sweeps == 0) throw error(status::bad_input, "simplification leaves no clause to sweep over");
  verify(settings, [&] {
    const double bias = r.history.empty() ? -1 : r.history[0].magnetisation;
    return bias >= 0 && bias <= 1 ? std::string() : "the mean bias is " + std::to_string(bias);
  });
  measurement m;
  m.run = r.stats;
  m.run.ms = std::move(ms);
  m.work = static_cast<double>(in.formula.clauses());
  m.unit = "clauses";
  m.figures = {{"sweeps", r.stats.sweeps}};
  return m;
}

std::string unfit(const input& in) { return in.what == input::kind::formula ? "" : "it is not a formula"; }

}  // namespace

void add_formulas(std::vector<problem>& all) {
  problem model, sweeps;
  model.name = "sat";
  model.help = "a model of a formula: survey propagation, then local search";
  sweeps.name = "survey";
  sweeps.help = "one sweep of survey propagation over a whole formula, the mean of 50";
  for (const std::string_view name : strategies<sat::survey_strategy>()) {
    model.strategies.emplace_back(name);
    sweeps.strategies.emplace_back(name);
  }
  for (const ablation& a : ablations) model.strategies.emplace_back(a.name);
  model.strategies.emplace_back("walk");
  model.solve = satisfy;
  sweeps.solve = sweep;
  model.unfit = sweeps.unfit = unfit;
  all.push_back(std::move(model));
  all.push_back(std::move(sweeps));
}

}  // namespace amorph::bench
