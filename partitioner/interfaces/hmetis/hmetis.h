/* The functions of hMETIS 1.5's library as libamorph_hmetis provides them. Link with -lamorph_hmetis.
 *
 * Arguments are only read unless said otherwise. Both functions may be called from any thread at any time; the same
 * arguments give the same answer. $AMORPH_THREADS is the number of threads, $AMORPH_MEMORY_LIMIT the maximum memory,
 * $AMORPH_HMETIS_PRESET fast, default or quality. O(pins log vertices) expected for a fixed number of parts.
 * What differs from hMETIS: docs/netlists.md. */
#ifndef AMORPH_HMETIS_HMETIS_H
#define AMORPH_HMETIS_HMETIS_H

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* The pins of net e are eind[eptr[e]] .. eind[eptr[e + 1] - 1], numbered from 0. vwgts and hewgts may be NULL: all 1.
 * part[v] becomes the part of v, 0 .. nparts - 1; edgecut the weight of cut nets. If the arguments are invalid, a line
 * on stderr says why, *edgecut is -1, and part is left as it was.
 *
 * options: 9 integers, or NULL or options[0] == 0 for the defaults; else
 *   [1] Nruns: partitions computed, of which the best is kept     [2] CType, ignored
 *   [3] PartRecursive: RType, ignored; PartKway: 1 cut nets, 2 sum of external degrees, which edgecut then is
 *   [4] Vcycle: 0 none, 1 to 3 as the default preset              [5] Reconst, ignored
 *   [6] PartRecursive: nonzero: part[v] says on input where v must be, or -1
 *   [7] random seed; negative: 0                                  [8] debug level, ignored */

/* ubfactor bounds bisections: each side gets its share plus or minus ubfactor percent. 0 to 49. */
void HMETIS_PartRecursive(int nvtxs, int nhedges, int* vwgts, int* eptr, int* eind, int* hewgts, int nparts,
                          int ubfactor, int* options, int* part, int* edgecut);
/* ubfactor bounds the heaviest part: 1 + ubfactor / 100 times the average. 0 to 1000. */
void HMETIS_PartKway(int nvtxs, int nhedges, int* vwgts, int* eptr, int* eind, int* hewgts, int nparts, int ubfactor,
                     int* options, int* part, int* edgecut);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
