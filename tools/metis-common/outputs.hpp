// The files that a command writes: all of them, or none.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "amorph/output_file.hpp"

namespace amorph::metis {

// Names that are empty stand for no file. Each of these throws failure.
class outputs {
 public:
  // Before the long part: every input can be read, every output can be written, and no output is an input or another
  // output. Leaves nothing behind.
  outputs(std::vector<std::string> inputs, std::vector<std::string> names);

  [[nodiscard]] bool on_stdout() const;  // one of them is the standard output: no report has a place there

  // fill(output_file&) writes what goes to `name`.
  template <class Fill> void write(const std::string& name, Fill fill) {
    if (!name.empty()) fill(open(name));
  }
  void write_text(const std::string& name, std::string_view text) {
    write(name, [&](output_file& out) { out.write(text); });
  }
  // All is on the disk when the report is printed, and takes its names when that has been.
  void finish(const std::string& report);

 private:
  output_file& open(const std::string& name);

  std::vector<std::string> names_;
  std::vector<std::unique_ptr<output_file>> files_;
};

}  // namespace amorph::metis
