// Errors for inconsistent input.
#pragma once

#include <string>

#include "amorph/kernels/base/error.hpp"

namespace amorph {

// Throws error(status::bad_input, why).
[[noreturn]] void refuse(const std::string& why);

}  // namespace amorph
