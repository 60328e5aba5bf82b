// The files that a command writes: all of them, or none.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/formats/output_file.hpp"

namespace amorph {

// An input that is not there, or a name that cannot be written ("" is none), is told of before the long part. Throw
// error(bad_input, "NAME: cannot read|write: reason"), and leave nothing behind.
void require_readable(const std::string& path);
void require_writable(const std::string& path);

// Names that are empty stand for no file; "-" is the standard input among inputs, the standard output among outputs.
// Files are compared, not names: other spellings and links are the same file. Each of these throws error.
class outputs {
 public:
  // Before the long part: every input can be read, every output can be written, and no output is an input or another
  // output. Leaves nothing behind. Without `inputs_are_there` an input that cannot be read is the caller's to tell of.
  outputs(std::vector<std::string> inputs, std::vector<std::string> names, bool inputs_are_there = true);

  [[nodiscard]] bool on_stdout() const;  // one of them is the standard output: no report has a place there

  // fill(output_file&) writes what goes to `name`.
  template <class Fill> void write(const std::string& name, Fill fill) {
    if (!name.empty()) fill(open(name));
  }
  void write_text(const std::string& name, std::string_view text) {
    write(name, [&](output_file& out) { out.write(text); });
  }
  // All is on the disk when the report is printed, and takes its names when that has been. Where an output is the
  // standard output, or the report is empty, none is printed.
  void finish(const std::string& report);

 private:
  output_file& open(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<output_file>> files_;
};

}  // namespace amorph
