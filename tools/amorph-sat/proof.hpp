// The steps of a proof while the search runs: a file without a name, which becomes the output if the formula is
// unsatisfiable.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "solver/sat/complete/proof.hpp"
#include "tools/formats/output_file.hpp"

namespace amorph::sat_tool {

class proof_steps {
 public:
  // In the folder of `path`, or where temporary files are. Throws error(bad_input).
  proof_steps(const std::string& path, sat::proof_format format);

  [[nodiscard]] sat::proof_log& log() { return log_; }
  // Throws error(bad_input) if a step could not be written.
  void copy_to(output_file& to);

 private:
  struct closes {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, closes> file_;
  sat::proof_log log_;
};

}  // namespace amorph::sat_tool
