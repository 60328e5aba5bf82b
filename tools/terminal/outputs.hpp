// The files that a command writes: all of them, or none.
#pragma once

#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "tools/formats/output_file.hpp"

namespace amorph {

// Checked before any long computation: a missing input or an unwritable output is reported by
// error(bad_input, "NAME: cannot read|write: reason"). "" names no file. Neither leaves a file behind.
void require_readable(const std::string& path);
void require_writable(const std::string& path);

[[nodiscard]] bool is_stdout(const std::string& name);  // "-" or "/dev/stdout"

// Empty names stand for no file; "-" is the standard input among inputs, the standard output among outputs. Files are
// compared, not names, so another spelling or a link is the same file. The constructor, write() and finish()
// throw error.
class outputs {
 public:
  // Checks, before any long computation, that every input can be read and every output written, and that no output is
  // an input or another output. Leaves no file behind. Without `inputs_are_there` the caller reports unreadable
  // inputs.
  outputs(std::vector<std::string> inputs, std::vector<std::string> names, bool inputs_are_there = true);

  [[nodiscard]] bool on_stdout() const;  // an output is the standard output, so no report may be printed there

  // fill(output_file&) writes the content of `name`. Earlier outputs are flushed before anything is written to the
  // standard output, so that a failed output leaves no answer there.
  template <class Fill> void write(const std::string& name, Fill fill) {
    if (name.empty()) return;
    if (is_stdout(name)) finish_files();
    fill(open(name));
  }
  // The same for two files, by fill(output_file&, threads). They are filled at the same time if there are two or
  // more threads (0: all), which they share.
  template <class First, class Second>
  void write_two(const std::string& first, First fill_first, const std::string& second, Second fill_second,
                 unsigned threads) {
    const unsigned all = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    if (first.empty() || second.empty() || all == 1) {
      write(first, [&](output_file& f) { fill_first(f, threads); });
      write(second, [&](output_file& f) { fill_second(f, threads); });
      return;
    }
    output_file &one = open(first), &two = open(second);
    std::future<void> other;
    try {
      other = std::async(std::launch::async, [&] { fill_second(two, all / 2); });
    } catch (const std::system_error&) {  // no thread
      fill_second(two, all);
    }
    fill_first(one, other.valid() ? all - all / 2 : all);
    if (other.valid()) other.get();
  }
  void write_text(const std::string& name, std::string_view text) {
    write(name, [&](output_file& out) { out.write(text); });
  }
  // Flushes all outputs, prints the report, and then renames the outputs. No report is printed if it is empty or an
  // output is the standard output.
  void finish(const std::string& report);

 private:
  void finish_files();
  output_file& open(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<output_file>> files_;
};

}  // namespace amorph
