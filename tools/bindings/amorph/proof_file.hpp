// The proof that a search of the C interface writes: complete under its name, or absent.
#pragma once

#include <optional>
#include <string>

#include "solver/sat/complete/proof_steps.hpp"
#include "tools/bindings/amorph/amorph.h"

namespace amorph::c_interface {

class proof_file {
 public:
  // Nothing if `o` asks for no proof. error: bad_input.
  explicit proof_file(const amorph_sat_options& o);

  [[nodiscard]] sat::proof_log* log() { return steps_ ? &steps_->log() : nullptr; }
  // Writes it under its name. A regular file is replaced, at the end of a symbolic link too; pipes and devices are
  // written directly. error: bad_input; then a regular file of that name is as it was.
  void keep();

 private:
  std::string path_;
  std::optional<sat::proof_steps> steps_;
};

}  // namespace amorph::c_interface
