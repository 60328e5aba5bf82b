// Checks that a C test states about its own pointers. The pass check<amorph-alias> reads the calls and asks the alias
// analysis (the first three) or the points-to sets (the last two); the functions exist nowhere, and checks.models
// tells the analysis that they have no effect, so that stating a check never changes what is checked.
#ifndef AMORPH_CHECK_H
#define AMORPH_CHECK_H
#include <stddef.h>

// About the n bytes at p and the m bytes at q. "noalias" and "mustalias" must be proved; "mayalias" holds when the
// answer is anything but NoAlias: the pointers do meet at run time, so NoAlias would be a miscompile.
void amorph_noalias_sized(const void *p, size_t n, const void *q, size_t m);
void amorph_mayalias_sized(const void *p, size_t n, const void *q, size_t m);
void amorph_mustalias_sized(const void *p, size_t n, const void *q, size_t m);
#define amorph_noalias(p, q) amorph_noalias_sized((p), sizeof *(p), (q), sizeof *(q))
#define amorph_mayalias(p, q) amorph_mayalias_sized((p), sizeof *(p), (q), sizeof *(q))
#define amorph_mustalias(p, q) amorph_mustalias_sized((p), sizeof *(p), (q), sizeof *(q))

// x is an address whose own set is one object (a variable's, a field's); p's set has it, or does not have it.
void amorph_points_to(const void *p, const void *x);
void amorph_not_points_to(const void *p, const void *x);
#endif
