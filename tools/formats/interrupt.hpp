// Interruption by Ctrl-C at any moment leaves no incomplete file.
#pragma once

#include <atomic>

namespace amorph {

// From here on SIGINT, SIGTERM and SIGHUP (each unless it is ignored already, as under nohup) remove the files named
// by `temporary_file`, print "PROGRAM: interrupted" on stderr and end the process with exit code 130, at once: no
// cooperation of running threads is needed. SIGPIPE (a reader that has gone) and SIGQUIT remove the files too, and
// end the process as they do by default. A thread that cannot be started, which oneTBB lets nobody catch, ends it as
// end_out_of_memory() does. SIGXFSZ (a limit on the size of files) is ignored, so that the write fails and is told
// of. For a main only; `program` must outlive the process.
void exit_on_interrupt(const char* program) noexcept;

// From here on the first of SIGINT, SIGTERM and SIGHUP makes this flag true and nothing else; a second one, and every
// one after ends_on_interrupt(), ends the process as above. For a main that has something to tell of what it has
// reached, beside work that looks at the flag.
[[nodiscard]] const std::atomic<bool>& flag_on_interrupt() noexcept;
void ends_on_interrupt() noexcept;

// Does so for want of memory, with that word and its exit code: where what failed cannot be unwound
// (std::set_new_handler).
[[noreturn]] void end_out_of_memory() noexcept;

// The handler clears the terminal's last line first when a progress line stands on it.
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
