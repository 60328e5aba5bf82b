// Numbers for people.
#pragma once

#include <string>

namespace amorph::bench {

[[nodiscard]] std::string significant(double x);  // about three digits, no exponent

}  // namespace amorph::bench
