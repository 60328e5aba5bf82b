// The search: its time limit, interruptions, and its line of progress.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "tools/base/interrupt.hpp"
#include "tools/commands/amorph-sat/sat.hpp"
#include "tools/terminal/progress_line.hpp"

namespace amorph::sat_tool {
namespace {

// Sets `stop` when time is up, or when the process was asked to end.
class limits {
 public:
  limits(double ms_left, const std::atomic<bool>& asked, std::atomic<bool>& stop)
      : worker_([this, ms_left, &asked, &stop] {
          const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double, std::milli>(ms_left);
          std::unique_lock lock(mutex_);
          while (!over_) {
            // A signal handler cannot notify, so its flag is polled.
            if (asked.load() || (ms_left < no_limit && std::chrono::steady_clock::now() >= end)) {
              stop = true;
              return;
            }
            woken_.wait_for(lock, std::chrono::milliseconds(10));
          }
        }) {}
  limits(const limits&) = delete;
  limits& operator=(const limits&) = delete;
  ~limits() {
    {
      const std::scoped_lock lock(mutex_);
      over_ = true;
    }
    woken_.notify_one();
    worker_.join();
  }
  static constexpr double no_limit = 1e15;

 private:
  bool over_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::thread worker_;
};

std::string text(const char* phase, const sat::satisfy_progress& p, std::uint64_t variables, std::uint64_t sweeps) {
  char line[160];
  if (p.round != nullptr) {
    const double fixed = variables == 0 ? 1 : 1 - static_cast<double>(p.round->free) / static_cast<double>(variables);
    std::snprintf(line, sizeof line, "survey propagation, attempt %u: %.1f%% fixed, %llu sweeps, bias %.3f, %s",
                  p.attempt, 100 * fixed, static_cast<unsigned long long>(sweeps), p.round->magnetisation,
                  p.round->converged ? "converged" : "not converged");
  } else if (p.walk != nullptr) {
    std::snprintf(line, sizeof line, "local search: %llu flips, %llu clauses unsatisfied",
                  static_cast<unsigned long long>(p.walk->flips), static_cast<unsigned long long>(p.walk->unsatisfied));
  } else {
    std::snprintf(line, sizeof line, "%s", std::string(phase_name(phase)).c_str());
  }
  return line;
}

}  // namespace

void solve(const config& c, sat::satisfy_options options, const sat::formula& f, double elapsed_ms, outcome& o) {
  std::atomic<bool> stop{false};
  const std::atomic<bool>& asked = flag_on_interrupt();
  progress_line line;
  options.run.stop = &stop;
  std::uint64_t sweeps = 0;  // of this attempt
  options.run.progress = [&](const progress& made) {
    const auto& p = *static_cast<const sat::satisfy_progress*>(made.detail);
    sweeps = p.round != nullptr ? sweeps + p.round->sweeps : 0;
    if (line.due()) line.show(text(made.phase, p, f.variables, sweeps));
  };
  {
    const limits watching(c.seconds > 0 ? 1000 * c.seconds - elapsed_ms : limits::no_limit, asked, stop);
    o.answer = sat::satisfy(f, options);
  }
  o.interrupted = asked.load();
  o.timed_out = stop.load() && !o.interrupted && o.answer.found == sat::verdict::unknown;
}

}  // namespace amorph::sat_tool
