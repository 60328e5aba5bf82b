// Survey propagation, decimation and backtracking, for any executor: "Morph Algorithms on GPUs" (Nasre, Burtscher, Pingali;
// PPoPP 2013), section 3, after Braunstein, Mézard and Zecchina (2005) and Marino, Parisi and Ricci-Tersenghi (2016).
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "amorph/kernels/base/stopwatch.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "solver/sat/looking.hpp"
#include "solver/sat/streams.hpp"
#include "solver/sat/survey/propagation.hpp"

namespace amorph::sat {

struct settling_counters {
  std::int64_t unsettled[3];  // of a sweep, in turn
  std::uint32_t sweeps, settled;
};

// Sweeps until every survey has settled, or up to the last that is allowed; the same loop on both machines.
template <unsigned Length, class Exec> struct settle_surveys {
  survey_view s;
  float* other;  // where surveys are computed from clauses, the second array
  survey_strategy how;
  const std::uint32_t *clauses, *variables;
  std::size_t clause_count, variable_count;
  float epsilon, damping;
  std::uint32_t first_sweep, last_sweep;
  settling_counters* counters;
  look asked;

  // Items of a loop between two looks at whether to go on: some milliseconds of one thread.
  static constexpr std::size_t stretch = std::size_t{1} << 17;

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
    if (how == survey_strategy::recompute && first_sweep % 2 != 0) {
      now.survey = other;
      before = s.survey;
    }
    for (std::uint32_t sweep = first_sweep; sweep != last_sweep; ++sweep) {
      std::int64_t* unsettled = &counters->unsettled[sweep % 3];
      if (how == survey_strategy::recompute) {
        float* last = now.survey;
        now.survey = before;
        before = last;
        if (!add_up(grid, unsettled, update_from_clauses{{now, {now, before}, before, clauses, epsilon, damping}}))
          return;
      } else {
        if (!products(grid)) return;
        if (!add_up(grid, unsettled, update_from_products{{s, {s}, s.survey, clauses, epsilon, damping}})) return;
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
  template <class Grid, class F> AMORPH_BODY bool each(Grid grid, std::size_t n, F f) const {
    return asked.stretches(n, stretch,
                           [&](std::size_t first, std::size_t count) { grid.for_each(count, from_item<F>{f, first}); });
  }
  template <class Grid, class F> AMORPH_BODY bool add_up(Grid grid, std::int64_t* to, F f) const {
    return asked.stretches(clause_count, stretch, [&](std::size_t first, std::size_t count) {
      grid.template add_up<thread_team>(count, to, from_item<F>{f, first});
    });
  }
  template <class Grid> AMORPH_BODY bool products(Grid grid) const {
    bool whole;
    if (how == survey_strategy::gather) {
      whole = each(grid, variable_count, store_products{s, variables});
    } else {
      whole = each(grid, variable_count, clear_products{s, variables});
      grid.sync();
      if (how == survey_strategy::atomic)
        whole = whole && each(grid, clause_count, push_surveys<true>{s, clauses});
      else
        whole = whole && each(grid, clause_count, push_surveys<false>{s, clauses});
    }
    grid.sync();
    return whole;
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
  static constexpr std::uint64_t piece_of_literals = std::uint64_t{1} << 28;  // swept without a look, on a device

 public:
  survey_core(Exec& exec, const survey_problem& in, core_call& call)
      : exec_(exec),
        in_(in),
        call_(call),
        asked_(call),
        loaded_(exec, in.cnf),
        chance_(stream_of(call.seed, drawn_for::releases)) {
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
    propagation_ = buffer<propagation_counters>(exec, 1);
    for (auto& list : valued_) list = std::make_unique<append_list<Exec>>(exec, n);
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
    answer.left_clauses = waiting_;
    exec_.template copy_out<std::uint32_t>(span<const std::uint32_t>(clauses(), waiting_), {answer.left, waiting_});
  }

 private:
  void start() {
    const std::size_t n = in_.cnf.variables;
    exec_.for_each(in_.cnf.clauses,
                   start_surveys{s_.graph, stream_of(call_.seed, drawn_for::surveys), survey_.data(), other_.data()});
    exec_.for_each(n, start_variable{value_.data(), variables_[0].data(), forced_.data()});
    free_ = n;
    list_clauses_anew();
  }

  outcome decimate(survey_answer& answer) {
    if (!propagate({0, 0}, 0)) return outcome::contradiction;  // of the formula itself
    shrink_lists();
    const double most_rounds = 100 + 8 / (in_.fraction * (1 - in_.backtrack));
    bool release_next = false;
    unsigned unsettled = 0;  // rounds in a row
    std::uint64_t to_fix = portion();
    while (waiting_ != 0) {
      if (static_cast<double>(answer.rounds) > most_rounds) return outcome::exhausted;
      if (in_.most_updates != 0 && answer.clause_updates >= in_.most_updates) return outcome::exhausted;
      survey_round round{};
      // What swings from sweep to sweep settles if it is damped.
      settle(round, answer, unsettled < 2 ? in_.damping : std::max(in_.damping, 0.5));
      if (asked_.stopped()) return outcome::interrupted;
      unsettled = round.settled ? 0 : unsettled + 1;
      if (!round.settled) ++answer.unsettled;
      const std::vector<std::uint32_t> bins = weigh();
      round.magnetisation = mean(bins);
      if (trivial(bins, round.magnetisation)) {
        const bool whole = ask_beliefs(round, answer);
        tell(round, answer);
        return whole ? outcome::paramagnetic : outcome::interrupted;
      }
      if (in_.most_unsettled != 0 && unsettled > in_.most_unsettled) {
        tell(round, answer);
        return outcome::unsettled;
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
  // for it than the surveys' leaning: 2 times fewer flips (3-SAT at 4.2). Their sweeps count with those of the round.
  bool ask_beliefs(survey_round& round, survey_answer& answer) {
    d_.s.joker = s_.joker = 0;
    survey_round beliefs{};
    settle(beliefs, answer, in_.damping);
    round.sweeps += beliefs.sweeps;
    return !asked_.stopped();
  }

  [[nodiscard]] std::uint64_t portion() const {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(in_.fraction * in_.cnf.variables));
  }
  // The most certain variables, and what follows from them by units. On a contradiction all of that is taken back.
  bool fix(const std::vector<std::uint32_t>& bins, std::uint64_t how_many, survey_answer& answer) {
    const cut at = most_certain(bins, how_many);
    const span<const std::uint32_t> candidates(variables(), free_);
    std::uint64_t boundary = 0;
    if (at.of_it != 0)
      boundary = select(exec_, candidates, free_in_bin{key_.data(), at.bin}, variables_[which_ ^ 1].span());
    if (!propagate(at, std::min(boundary, at.of_it))) {
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

  // In pieces that a device is soon done with; the CPU looks in between by itself.
  void settle(survey_round& round, survey_answer& answer, double damping) {
    exec_.write(settling_.data(), settling_counters{});
    const std::uint64_t literals = waiting_ * std::max<std::uint64_t>(3, in_.cnf.length);
    const auto piece =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(piece_of_literals / literals, 1, in_.max_sweeps));
    exec_.sync();
    const stopwatch time;
    settling_counters ran{};
    while (ran.sweeps != in_.max_sweeps && ran.settled == 0 && !asked_.stopped()) {
      const std::uint32_t last = Exec::on_device ? std::min(in_.max_sweeps, ran.sweeps + piece) : in_.max_sweeps;
      switch (in_.cnf.length) {
        case 3: settle_by<3>(damping, ran.sweeps, last); break;
        case 4: settle_by<4>(damping, ran.sweeps, last); break;
        case 5: settle_by<5>(damping, ran.sweeps, last); break;
        case 6: settle_by<6>(damping, ran.sweeps, last); break;
        default: settle_by<0>(damping, ran.sweeps, last);
      }
      ran = exec_.read(settling_.data());
    }
    answer.sweep_ms += time.ms();
    if (how_ == survey_strategy::recompute && ran.sweeps % 2 != 0) {
      survey_.swap(other_);
      d_.s.survey = s_.survey = survey_.data();
    }
    exec_.for_each(free_, store_products{s_, variables()});
    round.sweeps = ran.sweeps;
    round.settled = ran.settled != 0;
    answer.sweeps += ran.sweeps;
    answer.clause_updates += ran.sweeps * waiting_;
  }
  template <unsigned Length> void settle_by(double damping, std::uint32_t first, std::uint32_t last) {
    persistent_over(exec_, waiting_,
                    settle_surveys<Length, Exec>{s_, other_.data(), how_, clauses(), variables(), waiting_, free_,
                                                 static_cast<float>(in_.epsilon), static_cast<float>(damping), first,
                                                 last, settling_.data(), asked_});
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
  // Free variables by certainty, the most certain first. Bin 0 is not counted: what is in no other bin is there.
  [[nodiscard]] cut most_certain(const std::vector<std::uint32_t>& bins, std::uint64_t how_many) const {
    std::uint64_t sum = 0;
    for (std::uint32_t b = certainty_bins; b-- != 1; sum += bins[b])
      if (sum + bins[b] >= how_many) return {b, how_many - sum};
    return {0, std::min(how_many, free_) - sum};
  }
  // Variables with a value, the least certain first.
  [[nodiscard]] static cut least_certain(const std::vector<std::uint32_t>& bins, std::uint64_t valued,
                                         std::uint64_t how_many) {
    std::uint64_t others = 0;
    for (std::uint32_t b = 1; b != certainty_bins; ++b) others += bins[b];
    std::uint64_t sum = 0, here = valued - others;
    for (std::uint32_t b = 0; b + 1 != certainty_bins; sum += here, here = bins[++b])
      if (sum + here >= how_many) return {b, how_many - sum};
    return {certainty_bins - 1, std::min(how_many - sum, here)};
  }

  std::uint64_t release(std::uint64_t how_many) {
    with_all_clauses();
    exec_.fill(histogram_.span(), 0);
    exec_.for_each(in_.cnf.variables, weigh_valued{d_});
    const cut at = least_certain(read_bins(), in_.cnf.variables - free_, how_many);
    const span<std::uint32_t> boundary = variables_[which_ ^ 1].span();
    const std::uint64_t in_bin =
        select_indices(exec_, in_.cnf.variables, valued_in_bin{value_.data(), key_.data(), at.bin}, boundary);
    exec_.for_each(in_.cnf.variables, release_uncertain{d_, at.bin});
    exec_.for_each(std::min(in_bin, at.of_it), release_listed{value_.data(), boundary.data()});
    const std::uint64_t before = free_;
    free_ = select_indices(exec_, in_.cnf.variables, without_value{value_.data()}, variables_[which_].span());
    exec_.for_each(free_, store_products{s_, variables()});
    list_clauses_anew();
    look_at_all_ = true;
    return free_ - before;
  }
  // Surveys to variables with a value, for all clauses; those to free ones stay.
  void with_all_clauses() {
    exec_.for_each(in_.cnf.clauses,
                   update_surveys<0, from_products, surveys_of::valued>{s_, {s_}, s_.survey, nullptr, 1, 0});
    if (other_.size() != 0) exec_.template copy<float>(survey_.span(), other_.span());
  }

  // Fixes the free variables beyond the cut, and the first `boundary` of those listed for it. Whether there was no conflict.
  bool propagate(cut at, std::uint64_t boundary) {
    exec_.write(propagation_.data(), propagation_counters{0});
    const bool fixes = at.of_it != 0;
    const std::size_t looked_at = look_at_all_ ? waiting_ : 0;
    persistent_over(exec_, std::max<std::size_t>(free_, looked_at),
                    fix_and_propagate<Exec>{d_, variables(), variables_[which_ ^ 1].data(), fixes ? free_ : 0, boundary,
                                            at.bin, look_at_all_ ? clauses() : nullptr, looked_at, valued_[0]->view(),
                                            valued_[1]->view(), propagation_.data()});
    if (exec_.read(propagation_.data()).conflicts != 0) return false;
    look_at_all_ = false;
    return true;
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
  look asked_;
  loaded_graph<Exec> loaded_;
  random_stream chance_;
  survey_strategy how_;
  buffer<float> survey_, other_;
  buffer<product_pair> product_;
  buffer<truth> value_;
  buffer<std::uint32_t> key_, forced_, histogram_, variables_[2], clauses_[2];
  buffer<settling_counters> settling_;
  buffer<propagation_counters> propagation_;
  std::unique_ptr<append_list<Exec>> valued_[2];
  bool look_at_all_ = true;  // clauses may be units without a variable of theirs having been fixed
  survey_view s_{};
  decimation_view d_{};
  unsigned which_ = 0;
  std::uint64_t free_ = 0, waiting_ = 0;  // variables, clauses
};

}  // namespace amorph::sat
