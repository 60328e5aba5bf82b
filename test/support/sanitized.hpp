// Whether a sanitizer watches the tests. They run ten to fifty times slower then, and look for other mistakes: tests
// try less.
#pragma once

namespace amorph::test {

#if defined(AMORPH_SANITIZED)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Whether it is the thread sanitizer, which has nothing to find on one thread.
#if defined(__has_feature)
#define AMORPH_HAS_FEATURE(x) __has_feature(x)
#else
#define AMORPH_HAS_FEATURE(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || AMORPH_HAS_FEATURE(thread_sanitizer)
inline constexpr bool races_are_watched = true;
#else
inline constexpr bool races_are_watched = false;
#endif

}  // namespace amorph::test
