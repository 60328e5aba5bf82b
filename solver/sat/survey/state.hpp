// What decimation works on: surveys and products, the variables' values, and the residual formula as two lists. Clauses
// and variables are listed, not compacted, so that unfixing can bring them back.
#pragma once

#include <cstdint>
#include <utility>

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/random/random.hpp"
#include "solver/sat/survey/decimation.hpp"

namespace amorph::sat {

// A list of indices that shrinks by filtering into a second array.
template <class Exec> class filtered_list {
 public:
  filtered_list(Exec& exec, std::size_t capacity) : exec_(exec), items_(exec, capacity), spare_(exec, capacity) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const std::uint32_t* data() const { return items_.data(); }
  [[nodiscard]] span<const std::uint32_t> items() const { return {items_.data(), size_}; }
  // Scratch of the same capacity; the next keep() overwrites it.
  [[nodiscard]] span<std::uint32_t> scratch() const { return spare_.span(); }

  // Keeps the items for which wanted(item) holds, in their order.
  template <class Wanted> void keep(Wanted wanted) {
    const auto kept = static_cast<std::size_t>(select(exec_, items(), wanted, spare_.span()));
    items_.swap(spare_);
    size_ = kept;
  }
  // All indices below n for which wanted(index) holds, ascending.
  template <class Wanted> void assign(std::size_t n, Wanted wanted) {
    size_ = static_cast<std::size_t>(select_indices(exec_, n, wanted, items_.span()));
  }
  void assign_all() { size_ = items_.size(); }
  [[nodiscard]] span<std::uint32_t> storage() const { return items_.span(); }

 private:
  Exec& exec_;
  typename Exec::template buffer<std::uint32_t> items_, spare_;
  std::size_t size_ = 0;
};

// Surveys of long clauses are small: large initial ones would make products of hundreds of factors vanish.
struct initial_surveys {
  factor_graph graph;
  random_stream random;
  std::uint64_t first_edge;  // of this part of the formula
  float *survey, *other;     // other: or null
  AMORPH_BODY void operator()(std::size_t clause) const {
    const std::uint32_t first = graph.begin(clause), end = graph.end(clause);
    float bound = 1;
    for (std::uint32_t length = 3; length < end - first && length < 64; ++length) bound /= 2;
    for (std::uint32_t e = first; e != end; ++e) {
      survey[e] = static_cast<float>(random(first_edge + e) >> 40) * 0x1p-24F * bound;
      if (other != nullptr) other[e] = survey[e];
    }
  }
};
struct initial_variable {
  truth* value;
  std::uint32_t *variables, *forced;
  AMORPH_BODY void operator()(std::size_t v) const {
    value[v] = truth::unknown;
    variables[v] = static_cast<std::uint32_t>(v);
    forced[v] = 0;
  }
};
// A fixed variable's value; of a free one, the value that was taken back, or the side of its bias.
struct likely_value {
  survey_view s;
  truth* likely;
  const truth* taken_back;                // per variable; or null
  const product_pair* product = nullptr;  // per variable; or null: computed here
  AMORPH_BODY void operator()(std::size_t v) const {
    likely[v] = s.value[v];
    if (likely[v] == truth::unknown && taken_back != nullptr) likely[v] = taken_back[v];
    if (likely[v] != truth::unknown) return;
    const bias b = bias::of(product != nullptr ? product[v] : s.products_of(static_cast<std::uint32_t>(v)), s.joker);
    likely[v] = b.positive > b.negative ? truth::yes : truth::no;
  }
};

struct exchange_values {
  truth *value, *other;
  AMORPH_BODY void operator()(std::size_t v) const {
    const truth now = value[v];
    value[v] = other[v];
    other[v] = now;
  }
};

template <class Exec> struct survey_state {
  template <class T> using buffer = typename Exec::template buffer<T>;

  survey_state(Exec& executor, const cnf_arrays& cnf, survey_strategy chosen)
      : exec(executor),
        loaded(exec, cnf),
        strategy(chosen),
        survey(exec, cnf.size()),
        other_survey(exec, chosen == survey_strategy::recompute ? cnf.size() : 0),
        product(exec, cnf.variables),
        value(exec, cnf.variables),
        kept(exec, 0),
        key(exec, cnf.variables),
        forced(exec, cnf.variables),
        variables(exec, cnf.variables),
        clauses(exec, cnf.clauses),
        view{loaded.graph(), survey.data(), product.data(), value.data(), 1} {}

  [[nodiscard]] const factor_graph& graph() const { return loaded.graph(); }
  [[nodiscard]] decimation_view decimation(bias_histogram* histogram) const {
    return {view, key.data(), histogram, forced.data()};
  }

  // All variables free, random surveys. `first_edge`: of this part of the formula.
  void initialise(random_stream random, std::uint64_t first_edge = 0) {
    view.joker = 1;
    exec.for_each(graph().clauses, initial_surveys{graph(), random, first_edge, survey.data(), other_survey.data()});
    exec.for_each(graph().variables, initial_variable{value.data(), variables.storage().data(), forced.data()});
    variables.assign_all();
    list_unsatisfied();
  }
  void list_free() { variables.assign(graph().variables, without_value{value.data()}); }
  void list_unsatisfied() { clauses.assign(graph().clauses, unsatisfied{view}); }

  // Drops fixed variables and satisfied clauses from the residual formula.
  void simplify() {
    exec.for_each(clauses.size(), silence_satisfied{view, other_survey.data(), clauses.data()});
    variables.keep(without_value{value.data()});
    clauses.keep(unsatisfied{view});
  }
  // Takes back the values of listed variables.
  void forget_listed_values() {
    exec.for_each(variables.size(), sat::forget_values{value.data(), forced.data(), variables.data()});
  }
  void forget_values() {
    forget_listed_values();
    store_products();
  }
  // Sweeps leave out satisfied clauses and the surveys to fixed variables; both are needed to weigh their values.
  void update_surveys_to_fixed() {
    exec.for_each(graph().clauses,
                  update_surveys<0, from_products, surveys_of::fixed>{view, {view}, view.survey, nullptr, 1, 0});
    if (strategy == survey_strategy::recompute) exec.template copy<float>(survey.span(), other_survey.span());
  }
  void store_products() { exec.for_each(variables.size(), sat::store_products{view, variables.data()}); }
  // recompute: the current surveys are in the other array.
  void swap_surveys() {
    survey.swap(other_survey);
    view.survey = survey.data();
  }
  void set_joker(float weight) { view.joker = weight; }

  // An interruption may come in the middle of a round: values of that round are taken back.
  void take_back_round() {
    forget_values();
    list_free();
    list_unsatisfied();
  }
  void keep_values() {
    kept = buffer<truth>(exec, value.size());
    exec.template copy<truth>(value.span(), kept.span());
  }
  // Goes back to the kept values; the ones before are kept now.
  void exchange_kept() { exec.for_each(value.size(), sat::exchange_values{value.data(), kept.data()}); }
  void return_to_kept_values() {
    exchange_kept();
    list_free();
    store_products();
    list_unsatisfied();
  }
  void ignore_stop() { exec.ignore_stop(); }
  // `product_of`: per variable; or null: computed here.
  void copy_values(survey_answer& answer, const product_pair* product_of) {
    const std::size_t n = graph().variables;
    buffer<truth> likely(exec, n);
    exec.for_each(n, likely_value{view, likely.data(), kept.size() != 0 ? kept.data() : nullptr, product_of});
    exec.template copy_out<truth>(value.span(), {answer.values, n});
    exec.template copy_out<truth>(likely.span(), {answer.likely, n});
  }
  void copy_answer(survey_answer& answer) {
    copy_values(answer, nullptr);
    exec.template copy_out<std::uint32_t>(clauses.items(), {answer.unsatisfied, clauses.size()});
    answer.unsatisfied_count = clauses.size();
  }

  [[nodiscard]] std::uint64_t free_variables() const { return variables.size(); }
  [[nodiscard]] std::uint64_t unsatisfied_clauses() const { return clauses.size(); }
  [[nodiscard]] std::uint64_t fixed() const { return graph().variables - variables.size(); }

  Exec& exec;
  loaded_graph<Exec> loaded;
  survey_strategy strategy;
  buffer<float> survey, other_survey;  // per edge; other_survey: of recompute alone
  buffer<product_pair> product;        // per variable, and so on to `forced`
  buffer<truth> value, kept;           // kept: none, or values to go back to
  buffer<std::uint32_t> key, forced;
  filtered_list<Exec> variables, clauses;  // free variables, unsatisfied clauses
  survey_view view;
};

}  // namespace amorph::sat
