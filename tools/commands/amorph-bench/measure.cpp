// Runs the cases of a plan, one input after the other.
#include <algorithm>
#include <new>

#include "tools/commands/amorph-bench/bench.hpp"
#include "tools/terminal/run_report.hpp"

namespace amorph::bench {
namespace {

// Without "auto", which runs one of the others, unless it is the only one.
std::vector<std::string> strategies_for(const plan& p, const problem& of) {
  std::vector<std::string> chosen;
  for (const std::string& s : of.all_strategies())
    if (p.strategies.empty() ? s != "auto" || of.strategies.size() == 1
                             : std::find(p.strategies.begin(), p.strategies.end(), s) != p.strategies.end())
      chosen.push_back(s);
  return chosen;
}

const solve_function& solver_of(const problem& p, const std::string& strategy) {
  for (const peer& other : p.peers)
    if (other.name == strategy) return other.solve;
  return p.solve;
}
bool is_peer(const problem& p, const std::string& strategy) {
  return std::any_of(p.peers.begin(), p.peers.end(), [&](const peer& other) { return other.name == strategy; });
}

// Runs f() for a row; the error it throws becomes the reason.
template <class F> void attempt(row& r, F f) {
  try {
    f();
    r.what = row::state::measured;
  } catch (const error& e) {
    r.what = e.code() == status::internal ? row::state::failed : row::state::refused;
    r.reason = e.what();
  } catch (const std::bad_alloc&) {
    r.what = row::state::refused;
    r.reason = "out of memory";
  } catch (const std::exception& e) {
    r.what = row::state::failed;
    r.reason = std::string("internal error: ") + e.what();
  }
}

void solve(const problem& of, const input& in, const setting& settings, row& r) {
  if (of.unfit != nullptr)
    if (const std::string why = of.unfit(in); !why.empty()) throw error(status::bad_input, why);
  const solve_function& once = solver_of(of, r.strategy);
  setting first = settings;
  if (settings.slow_ms != 0) first.repeat = 1;
  r.found = once(in, r.strategy, r.on, first);
  if (first.repeat != settings.repeat && r.minimum() <= settings.slow_ms) {
    setting again = settings;
    again.verify = false;
    r.found = once(in, r.strategy, r.on, again);
  }
  r.verified = settings.verify;
}

}  // namespace

std::vector<row> measure(const plan& p, const watcher& watch) {
  std::vector<row> rows;
  for (const input_name& name : p.inputs) {
    if (watch.next != nullptr) watch.next(watch.context, name.shown);
    input in;
    in.name = name;
    row loading;
    attempt(loading, [&] {
      try {
        in = load(name, p.settings, p.machines[0].threads);
      } catch (const error& e) {
        loading.unread = name.family.empty() || e.code() == status::bad_input;
        throw;
      }
    });
    if (loading.what != row::state::measured) {  // one row stands for all cases of this input
      loading.problem = p.problems.size() == 1 ? p.problems[0]->name : "-";
      loading.input = name.shown;
      loading.family = name.family;
      loading.strategy = "-";
      loading.on = p.machines[0];
      if (watch.seen != nullptr) watch.seen(watch.context, loading);
      rows.push_back(std::move(loading));
      continue;
    }
    for (const problem* of : p.problems) {
      if (p.all_problems && ((of->unfit != nullptr && !of->unfit(in).empty()) ||
                             (of->max_vertices != 0 && in.vertices() > of->max_vertices)))
        continue;
      for (const std::string& strategy : strategies_for(p, *of)) {
        bool peer_done = false;
        for (const machine& on : p.machines) {
          if (is_peer(*of, strategy) && std::exchange(peer_done, true)) continue;  // it knows one machine
          row r = loading;
          r.problem = of->name;
          r.input = name.shown;
          r.family = name.family;
          r.strategy = strategy;
          r.on = on;
          r.vertices = in.vertices();
          r.arcs = in.arcs();
          if (watch.next != nullptr) watch.next(watch.context, of->name + " " + name.shown + " " + strategy);
          attempt(r, [&] { solve(*of, in, p.settings, r); });
          rows.push_back(std::move(r));
          if (watch.seen != nullptr) watch.seen(watch.context, rows.back());
        }
      }
    }
  }
  return rows;
}

double row::median() const { return found.run.median_ms(); }
double row::minimum() const {
  const std::vector<double>& ms = found.run.ms;
  return ms.empty() ? 0 : *std::min_element(ms.begin(), ms.end());
}
double row::rate() const { return found.work == 0 || median() == 0 ? 0 : found.work / median() / 1000; }

std::string row::device() const {
  return found.run.backend_name.empty() ? std::string(to_string(on.backend)) : backend_text(found.run);
}

}  // namespace amorph::bench
