// Interruption by Ctrl-C at any moment leaves no incomplete file.
#pragma once

#include <atomic>

namespace amorph {

// Installs handlers. SIGINT, SIGTERM and SIGHUP (unless already ignored, as under nohup) remove the files named by
// `temporary_file`, print "PROGRAM: interrupted" on stderr and end the process with exit code 130 at once, without the
// cooperation of running threads. SIGPIPE and SIGQUIT remove the files too, then have their default effect. If oneTBB
// cannot start a thread, which cannot be caught, the process ends as by end_out_of_memory(). SIGXFSZ (the file size
// limit) is ignored, so that the write fails and the caller reports it. For a main only; `program` must stay valid.
void exit_on_interrupt(const char* program) noexcept;

// For a program that replaces itself by another: the first blocks signals before exec, and the second unblocks them
// once its handlers are installed.
void hold_interrupts() noexcept;
void release_interrupts() noexcept;

// After this call the first SIGINT, SIGTERM or SIGHUP only sets this flag; a second one, or any after
// ends_on_interrupt(), ends the process as above. For a main that reports partial results and polls the flag.
[[nodiscard]] const std::atomic<bool>& flag_on_interrupt() noexcept;
void ends_on_interrupt() noexcept;

// For a terminate handler: the message if the current exception reports a lack of memory or threads, otherwise null.
// oneTBB throws from noexcept code if the system refuses to start a thread (a limit on memory or processes).
[[nodiscard]] const char* lack_of_resources() noexcept;

// Ends the process in the same way, with the message and exit code of out_of_memory: for failures that cannot be
// unwound (std::set_new_handler).
[[noreturn]] void end_out_of_memory() noexcept;

// To be called before a process reports its failure, or ends: does not return if another thread is already ending it
// with a message. So there is one line even if several threads run out of memory.
void claim_last_line() noexcept;

// Blocks SIGINT, SIGTERM, SIGHUP and SIGQUIT during its lifetime; the destructor delivers the last of them. For system
// calls that must not be separated. Thread safe: a second one waits for the first.
class deferred_signals {
 public:
  deferred_signals() noexcept;
  deferred_signals(const deferred_signals&) = delete;
  deferred_signals& operator=(const deferred_signals&) = delete;
  ~deferred_signals();
};

// For a plugin, in a program that has its own handlers: `begin` is called before a temporary file exists, `end` after
// it has been renamed or removed.
struct temporary_file_hooks {
  void (*begin)(const char* path) = nullptr;
  void (*end)(const char* path) = nullptr;
};
void set_temporary_file_hooks(temporary_file_hooks hooks) noexcept;

// Whether a progress line is shown; the handler then clears the terminal's last line first.
void set_progress_line_shown(bool shown) noexcept;

// A file that the handler removes while this object lives. At most 16 live at once; more are not covered. Thread safe.
class temporary_file {
 public:
  temporary_file() noexcept = default;
  explicit temporary_file(const char* path) noexcept;
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  temporary_file(temporary_file&& other) noexcept : slot_(other.slot_) { other.slot_ = -1; }
  temporary_file& operator=(temporary_file&& other) noexcept;
  ~temporary_file() { release(); }
  void release() noexcept;

 private:
  int slot_ = -1;
};

}  // namespace amorph
