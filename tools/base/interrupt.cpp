// The signal handler may run between any two instructions of any thread, so it uses only static arrays and lock-free
// atomics.
#include "tools/base/interrupt.hpp"

#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include "amorph/kernels/base/error.hpp"
#include "tools/base/exit_code.hpp"

namespace amorph {
namespace {

enum : int { free_slot, filling, armed };
struct entry {
  std::atomic<int> state{free_slot};
  std::array<char, PATH_MAX> path{};
};
std::array<entry, 16> entries;
temporary_file_hooks hooks;
std::atomic<bool> progress_shown{false}, asked{false}, flag_only{false};
const char* program_name = "amorph";

// One write, so that lines of several processes do not mix.
void say(std::initializer_list<const char*> texts) noexcept {
  std::array<iovec, 5> parts{};
  int count = 0;
  for (const char* text : texts)
    parts[static_cast<std::size_t>(count++)] = {const_cast<char*>(text), std::strlen(text)};
  if (::writev(STDERR_FILENO, parts.data(), count) < 0) return;  // a handler cannot report this
}

void remove_temporaries() noexcept {
  for (entry& e : entries)
    if (e.state.load() == armed) ::unlink(e.path.data());
}

// The thread that reports the end of the process: the first one to claim it. (Not a thread_local flag: its memory would
// be allocated on first use.)
std::atomic<pthread_t> reporter{};
std::atomic<bool> claimed{false};  // by claim_last_line()

// Returns in that thread only.
void become_reporter() noexcept {
  for (pthread_t found{}; !reporter.compare_exchange_strong(found, ::pthread_self()); found = {}) {
    if (::pthread_equal(found, ::pthread_self()) != 0) return;
    ::pause();
  }
}

[[noreturn]] void end(const char* why, exit_code code) noexcept {
  remove_temporaries();
  say({progress_shown.load() ? "\r\033[K" : "", program_name, ": ", why, "\n"});
  ::_exit(static_cast<int>(code));
}

[[noreturn]] void end_without_resources(const char* why) noexcept {
  become_reporter();
  end(why, exit_code::out_of_memory);
}

extern "C" void end_now(int) {
  if (flag_only.load() && !asked.exchange(true)) return;
  pthread_t none{};
  if (!reporter.compare_exchange_strong(none, ::pthread_self()) && !claimed) return;  // the process is about to end
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

void change_mask(int how) noexcept {
  sigset_t interrupts;
  sigemptyset(&interrupts);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&interrupts, signal);
  pthread_sigmask(how, &interrupts, nullptr);
}

constexpr std::array deferrable{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
std::array<struct sigaction, deferrable.size()> undeferred;
volatile std::sig_atomic_t deferred = 0;
std::mutex deferring;

extern "C" void defer(int signal) { deferred = signal; }

std::terminate_handler otherwise = nullptr;

// Several threads may call this concurrently.
[[noreturn]] void end_uncaught() {
  if (const char* why = lack_of_resources()) end_without_resources(why);
  otherwise();
  std::abort();
}

}  // namespace

const char* lack_of_resources() noexcept {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::resource_unavailable_try_again) return no_thread;  // of std::thread
  } catch (const std::exception& e) {
    if (std::strstr(e.what(), "pthread_create") != nullptr) return no_thread;
  } catch (...) {  // a defect
  }
  return nullptr;
}

void claim_last_line() noexcept {
  become_reporter();
  claimed = true;
}

void end_out_of_memory() noexcept { end_without_resources("out of memory"); }

void exit_on_interrupt(const char* program) noexcept {
  program_name = program;
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) handle(signal, end_now);
  for (int signal : {SIGPIPE, SIGQUIT}) handle(signal, end_as_by_default);
  handle(SIGXFSZ, SIG_IGN);
  const std::terminate_handler before = std::set_terminate(end_uncaught);
  if (before != end_uncaught) otherwise = before;
}

void hold_interrupts() noexcept { change_mask(SIG_BLOCK); }
void release_interrupts() noexcept { change_mask(SIG_UNBLOCK); }

const std::atomic<bool>& flag_on_interrupt() noexcept {
  flag_only.store(true);
  return asked;
}

void ends_on_interrupt() noexcept { flag_only.store(false); }

deferred_signals::deferred_signals() noexcept {
  deferring.lock();
  deferred = 0;
  struct sigaction action{};
  action.sa_handler = defer;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i != deferrable.size(); ++i) sigaction(deferrable[i], &action, &undeferred[i]);
}

deferred_signals::~deferred_signals() {
  for (std::size_t i = 0; i != deferrable.size(); ++i) sigaction(deferrable[i], &undeferred[i], nullptr);
  const int signal = deferred;
  deferring.unlock();
  if (signal != 0) std::raise(signal);
}

void set_temporary_file_hooks(temporary_file_hooks by) noexcept { hooks = by; }

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
    if (hooks.begin != nullptr) hooks.begin(path);
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
  if (slot_ < 0) return;
  entry& own = entries[static_cast<std::size_t>(slot_)];
  if (hooks.end != nullptr) hooks.end(own.path.data());
  own.state.store(free_slot);
  slot_ = -1;
}

}  // namespace amorph
