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

// After this call the first SIGINT, SIGTERM or SIGHUP only sets this flag; a second one, or any after
// ends_on_interrupt(), ends the process as above. For a main that reports partial results and polls the flag.
[[nodiscard]] const std::atomic<bool>& flag_on_interrupt() noexcept;
void ends_on_interrupt() noexcept;

// Ends the process in the same way, with the message and exit code of out_of_memory: for failures that cannot be
// unwound (std::set_new_handler).
[[noreturn]] void end_out_of_memory() noexcept;

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
