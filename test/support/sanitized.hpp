// Whether a sanitizer watches the tests. They run ten to fifty times slower then, and look for other mistakes: tests
// try less.
#pragma once

namespace amorph::test {

#if defined(AMORPH_SANITIZED)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace amorph::test
