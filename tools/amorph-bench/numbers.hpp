// Figures as people read them.
#pragma once

#include <string>

namespace amorph::bench {

[[nodiscard]] std::string significant(double x);  // three digits or so, no exponent

}  // namespace amorph::bench
