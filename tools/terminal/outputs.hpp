// The files that a command writes: all of them, or none.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tools/formats/output_file.hpp"

namespace amorph {

// Checked before any long computation: a missing input or an unwritable output is reported by
// error(bad_input, "NAME: cannot read|write: reason"). "" names no file. Neither leaves a file behind.
void require_readable(const std::string& path);
void require_writable(const std::string& path);

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

  // fill(output_file&) writes what goes to `name`.
  template <class Fill> void write(const std::string& name, Fill fill) {
    if (!name.empty()) fill(open(name));
  }
  // The same for two files. With `together` they are filled at the same time, the second by a thread of its own.
  template <class First, class Second>
  void write_two(const std::string& first, First fill_first, const std::string& second, Second fill_second,
                 bool together) {
    if (first.empty() || second.empty() || !together) {
      write(first, fill_first);
      write(second, fill_second);
      return;
    }
    output_file &one = open(first), &two = open(second);
    std::future<void> other;
    try {
      other = std::async(std::launch::async, [&] { fill_second(two); });
    } catch (const std::system_error&) {  // no thread
      fill_second(two);
    }
    fill_first(one);
    if (other.valid()) other.get();
  }
  void write_text(const std::string& name, std::string_view text) {
    write(name, [&](output_file& out) { out.write(text); });
  }
  // Flushes all outputs, prints the report, and then renames the outputs. No report is printed if it is empty or an
  // output is the standard output.
  void finish(const std::string& report);

 private:
  output_file& open(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<output_file>> files_;
};

}  // namespace amorph
