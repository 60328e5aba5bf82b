// Survey propagation, decimation and backtracking, for any executor: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali;
// PPoPP 2013), section 3, after Braunstein, Mézard and Zecchina (2005) and Marino, Parisi and Ricci-Tersenghi (2016).
#pragma once

#include <algorithm>
#include <vector>

#include "amorph/graph/random.hpp"
#include "amorph/primitives/select.hpp"
#include "amorph/sync/grid.hpp"
#include "decimation.hpp"
#include "factor_graph.hpp"
#include "surveys.hpp"

namespace amorph::sat {

struct settling_counters {
  std::int64_t unsettled[3];  // of a sweep, in turn
  std::uint32_t sweeps, settled;
};

// Sweeps until every survey has settled, or for as many as are allowed; the same loop on both machines.
template <unsigned Length, class Exec> struct settle_surveys {
  survey_view s;
  float* other;  // where surveys are computed from clauses, the second array
  survey_strategy how;
  const std::uint32_t *clauses, *variables;
  std::size_t clause_count, variable_count;
  float epsilon, damping;
  std::uint32_t max_sweeps;
  settling_counters* counters;

  struct update_from_products {
    update_surveys<Length, from_products> update;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const { return update(i); }
  };
  struct update_from_clauses {
    update_surveys<Length, from_clauses> update;
    AMORPH_BODY std::int64_t operator()(thread_team, std::size_t i) const { return update(i); }
  };

  template <class Grid> AMORPH_BODY void operator()(Grid grid) const {
    survey_view now = s;
    float* before = other;
    for (std::uint32_t sweep = 0; sweep != max_sweeps; ++sweep) {
      std::int64_t* unsettled = &counters->unsettled[sweep % 3];
      if (how == survey_strategy::recompute) {
        float* last = now.survey;
        now.survey = before;
        before = last;
        grid.template add_up<thread_team>(clause_count, unsettled,
                                          update_from_clauses{{now, {now, before}, before, clauses, epsilon, damping}});
      } else {
        products(grid);
        grid.template add_up<thread_team>(clause_count, unsettled,
                                          update_from_products{{s, {s}, s.survey, clauses, epsilon, damping}});
      }
      if (grid.first()) counters->unsettled[(sweep + 1) % 3] = 0;
      grid.sync();
      const bool settled = atomic_load(unsettled) == 0;
      if (grid.first()) {
        counters->sweeps = sweep + 1;
        counters->settled = settled ? 1 : 0;
      }
      if (settled) return;
    }
  }

 private:
  template <class Grid> AMORPH_BODY void products(Grid grid) const {
    if (how == survey_strategy::gather) {
      grid.for_each(variable_count, store_products{s, variables});
    } else {
      grid.for_each(variable_count, clear_products{s, variables});
      grid.sync();
      if (how == survey_strategy::atomic)
        grid.for_each(clause_count, push_surveys<true>{s, clauses});
      else
        grid.for_each(clause_count, push_surveys<false>{s, clauses});
    }
    grid.sync();
  }
};

// Surveys of long clauses are small: large ones to begin with would make products of hundreds of factors vanish.
struct start_surveys {
  factor_graph graph;
  random_stream chance;
  float *survey, *other;  // other: or null
  AMORPH_BODY void operator()(std::size_t clause) const {
    const std::uint32_t first = graph.begin(clause), end = graph.end(clause);
    float most = 1;
    for (std::uint32_t length = 3; length < end - first && length < 64; ++length) most /= 2;
    for (std::uint32_t e = first; e != end; ++e) {
      survey[e] = static_cast<float>(chance(e) >> 40) * 0x1p-24F * most;
      if (other != nullptr) other[e] = survey[e];
    }
  }
};
struct start_variable {
  truth* value;
  std::uint32_t *variables, *forced;
  AMORPH_BODY void operator()(std::size_t v) const {
    value[v] = truth::unknown;
    variables[v] = static_cast<std::uint32_t>(v);
    forced[v] = 0;
  }
};
struct lean {
  survey_view s;
  truth* likely;
  AMORPH_BODY void operator()(std::size_t v) const {
    likely[v] = s.value[v];
    if (likely[v] != truth::unknown) return;
    const bias b = bias::of(s.products_of(static_cast<std::uint32_t>(v)), s.joker);
    likely[v] = b.positive > b.negative ? truth::yes : truth::no;
  }
};

template <class Exec> class survey_core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  survey_core(Exec& exec, const survey_problem& in, core_call& call)
      : exec_(exec), in_(in), call_(call), loaded_(exec, in.cnf), chance_(call.seed, 2) {
    const factor_graph& graph = loaded_.graph();
    how_ = static_cast<survey_strategy>(call.strategy);
    if (how_ == survey_strategy::automatic) how_ = survey_strategy::gather;
    call.strategy = static_cast<std::uint32_t>(how_);
    const std::size_t n = graph.variables, m = graph.clauses, edges = in.cnf.size();
    survey_ = buffer<float>(exec, edges);
    if (how_ == survey_strategy::recompute) other_ = buffer<float>(exec, edges);
    product_ = buffer<product_pair>(exec, n);
    value_ = buffer<truth>(exec, n);
    key_ = buffer<std::uint32_t>(exec, n);
    forced_ = buffer<std::uint32_t>(exec, n);
    histogram_ = buffer<std::uint32_t>(exec, 2 * certainty_bins);
    for (auto& list : variables_) list = buffer<std::uint32_t>(exec, n);
    for (auto& list : clauses_) list = buffer<std::uint32_t>(exec, m);
    settling_ = buffer<settling_counters>(exec, 1);
    propagation_ = buffer<propagation_counters>(exec, 4);
    s_ = {graph, survey_.data(), product_.data(), value_.data(), 1};
    d_ = {s_, key_.data(), histogram_.data(), forced_.data()};
  }

  void solve(survey_answer& answer) {
    start();
    answer.ended = static_cast<std::uint32_t>(decimate(answer));
    exec_.sync();
  }

  void finish(survey_answer& answer) {
    const std::size_t n = in_.cnf.variables;
    exec_.template copy_out<truth>(value_.span(), {answer.values, n});
    buffer<truth> likely(exec_, n);
    exec_.for_each(n, lean{s_, likely.data()});
    exec_.template copy_out<truth>(likely.span(), {answer.likely, n});
  }

 private:
  void start() {
    const std::size_t n = in_.cnf.variables;
    exec_.for_each(in_.cnf.clauses,
                   start_surveys{s_.graph, random_stream(call_.seed, 1), survey_.data(), other_.data()});
    exec_.for_each(n, start_variable{value_.data(), variables_[0].data(), forced_.data()});
    free_ = n;
    list_clauses_anew();
  }

  outcome decimate(survey_answer& answer) {
    if (!propagate()) return outcome::contradiction;  // of the formula itself
    shrink_lists();
    const double most_rounds = 100 + 8 / (in_.fraction * (1 - in_.backtrack));
    bool release_next = false;
    std::uint64_t to_fix = portion();
    while (waiting_ != 0) {
      if (stopped()) return outcome::interrupted;
      if (static_cast<double>(answer.rounds) > most_rounds) return outcome::exhausted;
      survey_round round{};
      settle(round, answer);
      const std::vector<std::uint32_t> bins = weigh();
      round.magnetisation = mean(bins);
      if (trivial(bins, round.magnetisation)) {
        tell(round, answer);
        ask_beliefs(answer);
        return outcome::paramagnetic;
      }
      round.released = (release_next || releases(answer.rounds)) && in_.cnf.variables - free_ > 2 * portion();
      release_next = false;
      if (round.released) {
        answer.released += release(portion());
      } else if (fix(bins, to_fix, answer)) {
        to_fix = portion();
      } else {
        if (answer.contradictions++ >= in_.contradictions) {
          tell(round, answer);
          return outcome::contradiction;
        }
        release_next = true;
        to_fix = std::max<std::uint64_t>(1, to_fix / 2);  // where there is too little to release
      }
      tell(round, answer);
    }
    return outcome::assigned;
  }

  // What is left has no clusters of solutions to tell apart, and a walk finds one. Beliefs, settled or not, are a better start
  // for it than the surveys' leaning: 2 times fewer flips (3-SAT at 4.2).
  void ask_beliefs(survey_answer& answer) {
    d_.s.joker = s_.joker = 0;
    survey_round round{};
    settle(round, answer);
  }

  [[nodiscard]] bool stopped() const { return call_.stop != nullptr && call_.stop(call_.context) != 0; }
  [[nodiscard]] std::uint64_t portion() const {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(in_.fraction * in_.cnf.variables));
  }
  // The most certain variables, and what follows from them by units. On a contradiction all of that is taken back.
  bool fix(const std::vector<std::uint32_t>& bins, std::uint64_t how_many, survey_answer& answer) {
    exec_.for_each(free_, fix_certain{d_, variables(), most_certain(bins, how_many)});
    if (!propagate()) {
      exec_.for_each(free_, forget_values{value_.data(), forced_.data(), variables()});
      exec_.for_each(free_, store_products{s_, variables()});
      return false;
    }
    const std::uint64_t before = free_;
    shrink_lists();
    answer.fixed += before - free_;
    return true;
  }

  [[nodiscard]] bool releases(std::uint64_t round) const {
    return chance_.unit(round) < in_.backtrack / (1 + in_.backtrack);
  }

  void settle(survey_round& round, survey_answer& answer) {
    exec_.write(settling_.data(), settling_counters{});
    switch (in_.cnf.length) {
      case 3: settle_by<3>(); break;
      case 4: settle_by<4>(); break;
      case 5: settle_by<5>(); break;
      case 6: settle_by<6>(); break;
      default: settle_by<0>();
    }
    exec_.for_each(free_, store_products{s_, variables()});
    const settling_counters ran = exec_.read(settling_.data());
    if (how_ == survey_strategy::recompute && ran.sweeps % 2 != 0) {
      survey_.swap(other_);
      d_.s.survey = s_.survey = survey_.data();
      exec_.for_each(free_, store_products{s_, variables()});
    }
    round.sweeps = ran.sweeps;
    round.settled = ran.settled != 0;
    answer.sweeps += ran.sweeps;
    answer.clause_updates += ran.sweeps * waiting_;
    if (!round.settled) ++answer.unsettled;
  }
  template <unsigned Length> void settle_by() {
    persistent_over(exec_, waiting_,
                    settle_surveys<Length, Exec>{s_, other_.data(), how_, clauses(), variables(), waiting_, free_,
                                                 static_cast<float>(in_.epsilon), static_cast<float>(in_.damping),
                                                 in_.max_sweeps, settling_.data()});
  }

  std::vector<std::uint32_t> weigh() {
    exec_.fill(histogram_.span(), 0);
    exec_.for_each(free_, weigh_free{d_, variables()});
    return read_bins();
  }
  std::vector<std::uint32_t> read_bins() {
    std::vector<std::uint32_t> bins(2 * certainty_bins);
    exec_.template copy_out<std::uint32_t>(histogram_.span(), span<std::uint32_t>(bins));
    return bins;
  }
  [[nodiscard]] double mean(const std::vector<std::uint32_t>& bins) const {
    double sum = 0;
    for (std::uint32_t b = 1; b != certainty_bins; ++b) sum += static_cast<double>(b) * bins[certainty_bins + b];
    return sum / (certainty_bins - 1) / static_cast<double>(std::max<std::uint64_t>(1, free_));
  }
  // No survey worth speaking of is left.
  [[nodiscard]] static bool trivial(const std::vector<std::uint32_t>& bins, double magnetisation) {
    const bool strong = std::any_of(bins.begin() + certainty_bins + certainty_bins / 100, bins.end(),
                                    [](std::uint32_t count) { return count != 0; });
    return !strong || magnetisation < 0.004;
  }
  // The bin above which, itself included, at least `portion` variables are, but not bin 0 if there are others.
  [[nodiscard]] static std::uint32_t most_certain(const std::vector<std::uint32_t>& bins, std::uint64_t portion) {
    std::uint64_t sum = 0;
    std::uint32_t least = 0;
    for (std::uint32_t b = certainty_bins; b-- != 1 && sum < portion;)
      if (bins[b] != 0) {
        sum += bins[b];
        least = b;
      }
    return least;
  }

  std::uint64_t release(std::uint64_t portion) {
    with_all_clauses();
    exec_.fill(histogram_.span(), 0);
    exec_.for_each(in_.cnf.variables, weigh_valued{d_});
    const std::vector<std::uint32_t> bins = read_bins();
    std::uint64_t valued = in_.cnf.variables - free_, counted = 0;
    for (std::uint32_t b = 1; b != certainty_bins; ++b) counted += bins[b];
    std::uint64_t sum = valued - counted;  // in bin 0
    std::uint32_t most = 0;
    while (sum < portion && most + 1 != certainty_bins) sum += bins[++most];
    exec_.for_each(in_.cnf.variables, release_uncertain{d_, most});
    const std::uint64_t before = free_;
    free_ = select_indices(exec_, in_.cnf.variables, without_value{value_.data()}, variables_[which_].span());
    exec_.for_each(free_, store_products{s_, variables()});
    list_clauses_anew();
    return free_ - before;
  }
  // Surveys to variables with a value, for all clauses; those to free ones stay.
  void with_all_clauses() {
    exec_.for_each(in_.cnf.clauses,
                   update_surveys<0, from_products, surveys_of::valued>{s_, {s_}, s_.survey, nullptr, 1, 0});
    if (other_.size() != 0) exec_.template copy<float>(survey_.span(), other_.span());
  }

  // Whether there was no conflict.
  bool propagate() {
    exec_.fill(propagation_.span(), propagation_counters{0, 0});
    persistent_over(exec_, waiting_,
                    propagate_units<Exec>{d_, clauses(), variables(), waiting_, free_, propagation_.data()});
    return exec_.read(propagation_.data() + 3).conflicts == 0;
  }

  void shrink_lists() {
    exec_.for_each(waiting_, silence_satisfied{s_, other_.data(), clauses()});
    const span<const std::uint32_t> old_variables(variables(), free_), old_clauses(clauses(), waiting_);
    which_ ^= 1;
    free_ = select(exec_, old_variables, without_value{value_.data()}, variables_[which_].span());
    waiting_ = select(exec_, old_clauses, unsatisfied{s_}, clauses_[which_].span());
  }
  void list_clauses_anew() {
    waiting_ = select_indices(exec_, in_.cnf.clauses, unsatisfied{s_}, clauses_[which_].span());
  }

  void tell(survey_round& round, survey_answer& answer) {
    ++answer.rounds;
    round.free = free_;
    round.clauses = waiting_;
    if (call_.report != nullptr) call_.report(call_.context, &round);
  }

  [[nodiscard]] const std::uint32_t* variables() const { return variables_[which_].data(); }
  [[nodiscard]] const std::uint32_t* clauses() const { return clauses_[which_].data(); }

  Exec& exec_;
  const survey_problem& in_;
  core_call& call_;
  loaded_graph<Exec> loaded_;
  random_stream chance_;
  survey_strategy how_;
  buffer<float> survey_, other_;
  buffer<product_pair> product_;
  buffer<truth> value_;
  buffer<std::uint32_t> key_, forced_, histogram_, variables_[2], clauses_[2];
  buffer<settling_counters> settling_;
  buffer<propagation_counters> propagation_;
  survey_view s_{};
  decimation_view d_{};
  unsigned which_ = 0;
  std::uint64_t free_ = 0, waiting_ = 0;  // variables, clauses
};

}  // namespace amorph::sat
