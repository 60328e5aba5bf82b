// Interruption by Ctrl-C at any moment leaves no incomplete file.
#pragma once

#include <atomic>

namespace amorph {

// From here on SIGINT, SIGTERM and SIGHUP (each unless it is ignored already, as under nohup) remove the files named by
// `temporary_file`, print "PROGRAM: interrupted" on stderr and end the process with exit code 130, at once: no
// cooperation of running threads is needed. SIGPIPE (a reader that has gone) and SIGQUIT remove the files too, and end
// the process as they do by default. If oneTBB cannot start a thread, which cannot be caught, the process ends as by
// end_out_of_memory(). SIGXFSZ (the file size limit) is ignored, so that the write fails and is reported. For a main
// only; `program` must outlive the process.
void exit_on_interrupt(const char* program) noexcept;

// From here on the first of SIGINT, SIGTERM and SIGHUP makes this flag true and nothing else; a second one, and every
// one after ends_on_interrupt(), ends the process as above. For a main that reports partial results, with
// work that polls the flag.
[[nodiscard]] const std::atomic<bool>& flag_on_interrupt() noexcept;
void ends_on_interrupt() noexcept;

// Ends the process the same way, with the message and exit code for lack of memory: for failures that cannot be unwound
// (std::set_new_handler).
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
