#include "amorph/kernels/base/refuse.hpp"

namespace amorph {

void refuse(const std::string& why) { throw error(status::bad_input, why); }

}  // namespace amorph
