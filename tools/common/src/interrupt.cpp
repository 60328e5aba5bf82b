// Everything that the handler touches is a static array or a lock-free atomic: it may run between any two
// instructions of any thread.
#include "amorph/interrupt.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <utility>

#include "amorph/exit_code.hpp"

namespace amorph {
namespace {

enum : int { free_slot, filling, armed };
struct entry {
  std::atomic<int> state{free_slot};
  std::array<char, PATH_MAX> path{};
};
std::array<entry, 16> entries;
std::atomic<bool> progress_shown{false};
const char* program_name = "amorph";

void say(const char* text) noexcept {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nothing better to do in a handler
}

extern "C" void end_now(int) {
  for (entry& e : entries)
    if (e.state.load() == armed) ::unlink(e.path.data());
  if (progress_shown.load()) say("\r\033[K");
  say(program_name);
  say(": interrupted\n");
  ::_exit(static_cast<int>(exit_code::interrupted));
}

}  // namespace

void exit_on_interrupt(const char* program) noexcept {
  program_name = program;
  struct sigaction action{};
  action.sa_handler = end_now;
  sigfillset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction present{};
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

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
