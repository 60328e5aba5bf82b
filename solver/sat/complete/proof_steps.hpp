// The steps of a proof while the search runs, in a file without a name: they become an output if the formula is
// unsatisfiable.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "solver/sat/complete/proof.hpp"

namespace amorph::sat {

class proof_steps {
 public:
  // In the folder of `path`, or where temporary files are. error: bad_input.
  proof_steps(const std::string& path, proof_format format);

  [[nodiscard]] proof_log& log() { return log_; }
  // Calls `write` with each piece, until it returns false. error: bad_input if a step could not be written.
  void copy_to(const std::function<bool(std::string_view)>& write);

 private:
  struct closes {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::string path_;
  std::unique_ptr<std::FILE, closes> file_;
  proof_log log_;
};

}  // namespace amorph::sat
