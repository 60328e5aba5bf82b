// The search: how long it may take, what ends it, and what it shows meanwhile.
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "amorph/interrupt.hpp"
#include "amorph/progress_line.hpp"
#include "sat.hpp"

namespace amorph::sat_tool {
namespace {

// Makes `stop` true when time is over, or when the process was asked to end.
class limits {
 public:
  limits(double ms_left, const std::atomic<bool>& asked, std::atomic<bool>& stop)
      : worker_([this, ms_left, &asked, &stop] {
          const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double, std::milli>(ms_left);
          std::unique_lock lock(mutex_);
          while (!over_) {
            // A signal's handler can wake nobody up, so its flag is looked at.
            if (asked.load() || (ms_left < endless && std::chrono::steady_clock::now() >= end)) {
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
  static constexpr double endless = 1e15;

 private:
  bool over_ = false;
  std::mutex mutex_;
  std::condition_variable woken_;
  std::thread worker_;
};

std::string percent(double part, double whole) {
  return std::to_string(static_cast<int>(whole == 0 ? 100 : 100 * part / whole)) + "%";
}

std::string text(const sat::satisfy_progress& p) {
  std::string line = p.stage;
  if (p.sweeps != 0)
    line += ": round " + std::to_string(p.rounds) + ", " + std::to_string(p.sweeps) + " sweeps, " +
            percent(static_cast<double>(p.variables - p.free), static_cast<double>(p.variables)) + " fixed";
  else if (p.flips != 0)
    line += ": " + std::to_string(p.flips) + " flips, " + std::to_string(p.unsatisfied) + " clauses left";
  return line;
}

}  // namespace

void solve(const config& c, sat::satisfy_options how, const sat::formula& f, double started_ms, outcome& o) {
  std::atomic<bool> stop{false};
  const std::atomic<bool>& asked = flag_on_interrupt();
  progress_line line;
  how.stop = &stop;
  how.watch = [&](const sat::satisfy_progress& p) {
    if (line.due()) line.show(text(p));
  };
  {
    const limits watching(c.seconds > 0 ? 1000 * c.seconds - started_ms : limits::endless, asked, stop);
    o.answer = sat::satisfy(f, how);
  }
  o.interrupted = asked.load();
  o.timed_out = stop.load() && !o.interrupted && o.answer.found == sat::verdict::unknown;
}

}  // namespace amorph::sat_tool
