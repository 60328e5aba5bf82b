// The signal handler may run between any two instructions of any thread, so it uses only static arrays and lock-free
// atomics.
#include "tools/formats/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <utility>

#include "tools/formats/exit_code.hpp"

namespace amorph {
namespace {

enum : int { free_slot, filling, armed };
struct entry {
  std::atomic<int> state{free_slot};
  std::array<char, PATH_MAX> path{};
};
std::array<entry, 16> entries;
std::atomic<bool> progress_shown{false}, asked{false}, flag_only{false};
const char* program_name = "amorph";

void say(const char* text) noexcept {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // a handler cannot report this
}

void remove_temporaries() noexcept {
  for (entry& e : entries)
    if (e.state.load() == armed) ::unlink(e.path.data());
}

[[noreturn]] void end(const char* why, exit_code code) noexcept {
  remove_temporaries();
  if (progress_shown.load()) say("\r\033[K");
  for (const char* text : {program_name, ": ", why, "\n"}) say(text);
  ::_exit(static_cast<int>(code));
}

extern "C" void end_now(int) {
  if (flag_only.load() && !asked.exchange(true)) return;
  end("interrupted", exit_code::interrupted);
}

// Removes the files, then lets the signal have its default effect.
extern "C" void end_as_by_default(int signal) {
  remove_temporaries();
  std::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  std::raise(signal);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
}

void handle(int signal, void (*by)(int)) noexcept {
  struct sigaction action{}, present{};
  action.sa_handler = by;
  sigfillset(&action.sa_mask);
  if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
}

std::terminate_handler otherwise = nullptr;

// oneTBB throws from noexcept code if the system refuses to start a thread (a limit on memory or processes). Several
// threads may call this concurrently; the first one reports.
[[noreturn]] void end_without_thread() {
  static std::atomic_flag reported;
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::exception& e) {
    if (std::strstr(e.what(), "pthread_create") != nullptr) {
      while (reported.test_and_set()) ::pause();
      end("cannot start a thread: out of memory or processes; use fewer threads", exit_code::out_of_memory);
    }
  } catch (...) {  // left to the previous handler
  }
  otherwise();
  std::abort();
}

}  // namespace

void end_out_of_memory() noexcept { end("out of memory", exit_code::out_of_memory); }

void exit_on_interrupt(const char* program) noexcept {
  program_name = program;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, end_now);
  for (int signal : {SIGPIPE, SIGQUIT}) handle(signal, end_as_by_default);
  handle(SIGXFSZ, SIG_IGN);
  const std::terminate_handler before = std::set_terminate(end_without_thread);
  if (before != end_without_thread) otherwise = before;
}

const std::atomic<bool>& flag_on_interrupt() noexcept {
  flag_only.store(true);
  return asked;
}

void ends_on_interrupt() noexcept { flag_only.store(false); }

void set_progress_line_shown(bool shown) noexcept { progress_shown.store(shown); }

temporary_file::temporary_file(const char* path) noexcept {
  const std::size_t length = std::strlen(path);
  if (length >= PATH_MAX) return;
  for (std::size_t i = 0; i != entries.size(); ++i) {
    int expected = free_slot;
    if (!entries[i].state.compare_exchange_strong(expected, filling)) continue;
    std::memcpy(entries[i].path.data(), path, length + 1);
    entries[i].state.store(armed);
    slot_ = static_cast<int>(i);
    return;
  }
}

temporary_file& temporary_file::operator=(temporary_file&& other) noexcept {
  if (this != &other) {
    release();
    slot_ = std::exchange(other.slot_, -1);
  }
  return *this;
}

void temporary_file::release() noexcept {
  if (slot_ >= 0) entries[static_cast<std::size_t>(slot_)].state.store(free_slot);
  slot_ = -1;
}

}  // namespace amorph
